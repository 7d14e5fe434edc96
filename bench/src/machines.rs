//! Machines as text: the shortest run to the goal, how many successors were made and compared a second, and up to which
//! size that is done. Who checks models with ProB or TLC knows such figures as states a second.

use std::time::{Duration, Instant};
use zugwerk_logic::Limits;
use zugwerk_query::{Options, Verdict, ask};

/// A machine and the values of its parameters.
const MACHINES: [(&str, &str); 16] = [
    ("wolf-goat-cabbage", ""),
    ("missionaries", ""),
    ("canal-lock", ""),
    ("traffic-light", ""),
    ("water-tank", ""),
    ("sokoban", ""),
    ("fifteen", ""),
    ("peg-solitaire", ""),
    ("lights-out", "width = 4, height = 3"),
    ("lights-out", "width = 4, height = 4"),
    ("lights-out", "width = 5, height = 4"),
    ("hanoi", "discs = 6"),
    ("hanoi", "discs = 8"),
    ("hanoi", "discs = 10"),
    ("hanoi", "discs = 11"),
    ("hanoi", "discs = 12"),
];

/// More time than this is not taken.
const LONGEST: Duration = Duration::from_secs(60);

pub fn run() {
    println!("\nmachines: the shortest run to the goal, every position looked at once");
    println!(
        "{:20} {:24} {:>7} {:>12} {:>9} {:>14}",
        "machine", "sizes", "run", "successors", "seconds", "thousand/s"
    );
    for (name, sizes) in MACHINES {
        let with = if sizes.is_empty() { String::new() } else { format!(" with {sizes}") };
        let sketch = format!("game {name}{with}\nfind goal");
        let options = Options { limits: Limits::none().with_time(LONGEST), ..Options::default() };
        let begin = Instant::now();
        let answer = ask(&sketch, &options).expect("a bundled machine");
        let seconds = begin.elapsed().as_secs_f64();
        let run = match answer.verdict {
            Verdict::Yes => answer.solutions[0].tree.trunk().len().to_string(),
            Verdict::No => "none".to_string(),
            Verdict::Limit => "limit".to_string(),
        };
        let successors = answer.statistics.positions;
        println!(
            "{name:20} {sizes:24} {run:>7} {successors:12} {seconds:9.3} {:14.0}",
            successors as f64 / seconds / 1e3
        );
    }
}
