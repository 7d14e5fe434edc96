//! Solves a collection of problems, one `FEN;STIPULATION` a line on standard input, and tells for each how
//! many keys or solutions there are and what they cost: a small program to measure the solvers with.

use std::io::BufRead;
use std::time::{Duration, Instant};
use zugwerk_problems::{Answer, Limits, Options, Problem, Solver};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let mut solver = Solver::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Some((fen, stipulation)) = line.split_once(';') else { continue };
        let problem = match Problem::new(fen, stipulation, true) {
            Ok(problem) => problem,
            Err(error) => {
                println!("{line}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let deadline = Some(start + Duration::from_secs_f64(seconds));
        let limits = Limits { deadline, ..Limits::default() };
        let options = Options { limits, tree: false, ..Options::default() };
        let solution = solver.solve(&problem, &options);
        let took = start.elapsed().as_secs_f64();
        let found: Vec<String> = match &solution.answer {
            Answer::Fight(fight) => {
                fight.keys.iter().map(|key| problem.position.uci(key.m)).collect()
            }
            Answer::Lines(lines) => lines
                .solutions
                .iter()
                .map(|line| problem.uci_line(&problem.start(), line).join(" "))
                .collect(),
        };
        let complete = if solution.is_complete() { "complete" } else { "stopped" };
        println!("{line};{complete};{};{took:.4};{}", solution.nodes, found.join(","));
    }
}
