//! Long mates: how many of a collection are found and how many are searched completely, length by length.
//!
//! The collection is a file of EPD lines with `bm #N` (the side to move mates in N) or `bm #-N` (it is mated in N),
//! named by the variable MATES. SECONDS is what each may take, of processor time where the system tells it, EACH
//! the most positions of a length, spread evenly.

use std::collections::BTreeMap;
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use zugwerk_game::Limits;
use zugwerk_problems::{Answer, Fight, Options, Problem, Solution, SolveLimits, Solver};

/// What was found in the positions of one length.
#[derive(Default)]
struct Figures {
    positions: usize,
    found: usize,
    complete: usize,
    nodes: u64,
    seconds: f64,
}

/// Prints positions, mates found, complete searches, nodes and seconds for each length, first of those that
/// the side to move mates, then of those in which it is mated.
pub fn run() {
    let file = std::env::var("MATES").unwrap_or("../shared/data/problems/mates.epd".to_string());
    let seconds: f64 = number("SECONDS", 60.0);
    let each: usize = number("EACH", usize::MAX);
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("mates: no {file} there; set MATES to a file of EPD lines with bm #N");
        return;
    };
    println!("mates, at most {seconds} s each, from {file}");
    println!(
        "  found: a mate of that length is proven; complete: every first move, or every defence, is decided"
    );
    println!(
        "  {:6} {:>9} {:>6} {:>9} {:>13} {:>9}",
        "length", "positions", "found", "complete", "nodes", "s"
    );
    let mut lengths: BTreeMap<(bool, u16), Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        match length(line) {
            Some(length) => lengths.entry(length).or_default().push(line),
            None if line.trim().is_empty() => {}
            None => println!("  no bm #N in {line:?}"),
        }
    }
    let mut solver = Solver::default();
    for ((is_mated, moves), lines) in lengths {
        let mut figures = Figures::default();
        let some = each.clamp(1, lines.len());
        for at in 0..some {
            measure(
                lines[at * lines.len() / some],
                is_mated,
                moves,
                seconds,
                &mut solver,
                &mut figures,
            );
        }
        let Figures { positions, found, complete, nodes, seconds } = figures;
        let name = format!("#{}{moves}", if is_mated { "-" } else { "" });
        println!("  {name:6} {positions:9} {found:6} {complete:9} {nodes:13} {seconds:9.2}");
        // Into a pipe as well, each length at once.
        let _ = std::io::stdout().flush();
    }
}

fn number<T: FromStr>(name: &str, otherwise: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The moves to the mate, and whether the side to move is the one that is mated.
fn length(line: &str) -> Option<(bool, u16)> {
    let moves: i32 = line.split_once("bm #")?.1.split(';').next()?.trim().parse().ok()?;
    (moves != 0).then_some((moves < 0, moves.unsigned_abs() as u16))
}

fn measure(
    line: &str,
    is_mated: bool,
    moves: u16,
    seconds: f64,
    solver: &mut Solver,
    figures: &mut Figures,
) {
    let fen = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    // Who is mated answers a move that has been made.
    let asked = match is_mated {
        true => format!("#{} postkey", moves + 1),
        false => format!("#{moves}"),
    };
    figures.positions += 1;
    let problem = match Problem::new(&fen, &asked, true) {
        Ok(problem) => problem,
        Err(why) => return println!("  {fen}: {why}"),
    };
    let (solution, taken) = solve(&problem, seconds, solver);
    let complete = solution.is_complete();
    let Answer::Fight(fight) = &solution.answer else { return };
    let found = is_found(fight, complete);
    figures.found += usize::from(found);
    figures.complete += usize::from(complete);
    figures.nodes += solution.nodes;
    figures.seconds += taken;
    if complete && !found {
        println!("  {asked} {fen}: no such mate");
    }
    if std::env::var_os("VERBOSE").is_some() {
        let nodes = solution.nodes;
        println!(
            "    {taken:8.3} s {nodes:11} nodes found {found} complete {complete} {asked} {fen}"
        );
    }
}

fn is_found(fight: &Fight, complete: bool) -> bool {
    match &fight.after_key {
        Some(after_key) => complete && after_key.refutations.is_empty(),
        None => !fight.keys.is_empty(),
    }
}

/// The solution and the seconds of processor time that it took.
fn solve(problem: &Problem, most: f64, solver: &mut Solver) -> (Solution, f64) {
    let interrupt = Arc::new(AtomicBool::new(false));
    let limits = SolveLimits {
        limits: Limits::none().with_flag(interrupt.clone()),
        ..SolveLimits::default()
    };
    let options = Options { limits, tree: false, ..Options::default() };
    let clock = Clock::start();
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| {
            let solution = solver.solve(problem, &options);
            (solution, clock.seconds())
        });
        while !solving.is_finished() {
            if clock.seconds() > most {
                interrupt.store(true, Relaxed);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        solving.join().expect("a solver that does not panic")
    })
}

/// Seconds of processor time of this process on Linux, of the wall elsewhere.
struct Clock {
    start: Instant,
    ticks: Option<u64>,
}

impl Clock {
    fn start() -> Clock {
        Clock { start: Instant::now(), ticks: ticks() }
    }

    fn seconds(&self) -> f64 {
        match (self.ticks, ticks()) {
            (Some(before), Some(now)) => (now - before) as f64 / 100.0,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}

/// User and system time of this process in the kernel's hundredths of a second.
fn ticks() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may have blanks; the times are the 14th and 15th fields of all.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut field = || fields.next()?.parse::<u64>().ok();
    Some(field()? + field()?)
}
