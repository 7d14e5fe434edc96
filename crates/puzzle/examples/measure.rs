//! Solves puzzles and proves each solution the only one: reads lines of kind, expectation and text, and prints the time by kind.

use std::collections::BTreeMap;
use std::io::Read;
use std::time::Instant;
use zugwerk_logic::Limits;
use zugwerk_puzzle::{Kind, Next, Search, read};

fn main() {
    let mut text = String::new();
    let _ = std::io::stdin().read_to_string(&mut text);
    let mut kinds: BTreeMap<&str, (usize, usize, f64, f64)> = BTreeMap::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, '\t');
        let (Some(name), Some(expect), Some(puzzle)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let start = Instant::now();
        let outcome = solve(name, puzzle);
        let seconds = start.elapsed().as_secs_f64();
        let tally = kinds.entry(name).or_default();
        tally.0 += 1;
        tally.2 += seconds;
        tally.3 = tally.3.max(seconds);
        match outcome {
            Ok(unique) if unique == (expect == "unique") => tally.1 += 1,
            other => println!("{name} {other:?} {seconds:.2} {puzzle}"),
        }
    }
    for (name, (all, right, seconds, worst)) in &kinds {
        println!(
            "{name:12} {right:4} of {all:4} right, {seconds:8.3} s, the slowest {worst:7.3} s"
        );
    }
}

fn solve(name: &str, text: &str) -> Result<bool, String> {
    let kind = Kind::named(name).ok_or("no such kind")?;
    let document = read(text, Some(kind))?;
    let limits = Limits::none().with_time(std::time::Duration::from_secs(20));
    let mut search =
        Search::new(kind, &document.puzzle, None, false, &limits).map_err(|e| format!("{e:?}"))?;
    match (search.next(&limits), search.next(&limits)) {
        (Next::Solution(_), Next::NoMore) => Ok(true),
        (Next::Solution(_), Next::Solution(_)) => Ok(false),
        (first, second) => Err(format!("{} {second:?}", matches!(first, Next::Solution(_)))),
    }
}
