//! Chess problems: how long whole collections take, class by class.
//!
//! The collections are files of JSON lines, each with `fen`, `stip` and the known `keys`, `solutions`
//! or `solution`; the folder is named by the variable PROBLEMS. A peer's figures come from running it
//! over the same files.

use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use zugwerk_problems::{Answer, Limits, Options, Problem, Solution, Solver};

const FILES: [&str; 4] =
    ["directmates.jsonl", "selfmates.jsonl", "helpmates.jsonl", "proofgames.jsonl"];

/// The most seconds that one problem may take.
const PATIENCE: u64 = 10;

#[derive(Default)]
struct Class {
    problems: usize,
    complete: usize,
    agreeing: usize,
    nodes: u64,
    peer: f64,
    seconds: [f64; 2],
}

/// Prints problems, solved, nodes and seconds per class, with one thread and with two.
pub fn run() {
    let folder = std::env::var("PROBLEMS").unwrap_or("../shared/data/problems".to_string());
    println!("problems, all keys or solutions, at most {PATIENCE} s each, from {folder}");
    let mut classes: BTreeMap<(String, u64), Class> = BTreeMap::new();
    for file in FILES {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{file}")) else {
            println!("  no {file} there; set PROBLEMS to the folder that has it");
            continue;
        };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            measure(line, &mut classes);
        }
    }
    println!(
        "  class      problems  complete  agreeing        nodes  1 thread s  2 threads s  peer's s"
    );
    for ((name, _), class) in &classes {
        println!(
            "  {name:10} {:8} {:9} {:9} {:12} {:11.3} {:12.3} {:9.3}",
            class.problems,
            class.complete,
            class.agreeing,
            class.nodes,
            class.seconds[0],
            class.seconds[1],
            class.peer
        );
    }
}

fn measure(line: &str, classes: &mut BTreeMap<(String, u64), Class>) {
    let row: Value = serde_json::from_str(line).expect("a line of JSON");
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_string();
    let problem = Problem::new(&text("fen"), &text("stip"), true).expect("a problem");
    let kind = text("kind");
    let whole = row["n"].as_f64().unwrap_or_default().floor() as u64;
    let class = classes.entry((format!("{kind:.10} {whole}"), whole)).or_default();
    class.problems += 1;
    class.peer += row["popeye_cpu_s"].as_f64().unwrap_or_default();
    let mut solver = Solver::default();
    for (threads, seconds) in [1, 2].into_iter().zip(0..) {
        let deadline = Some(Instant::now() + Duration::from_secs(PATIENCE));
        let limits = Limits { deadline, ..Limits::default() };
        let options = Options { limits, threads, tree: false, ..Options::default() };
        let start = Instant::now();
        let solution = solver.solve(&problem, &options);
        let took = start.elapsed().as_secs_f64();
        class.seconds[seconds] += took;
        if threads == 1 {
            class.nodes += solution.nodes;
            class.complete += usize::from(solution.is_complete());
            let agrees = agrees(&problem, &row, &solution);
            class.agreeing += usize::from(agrees);
            if std::env::var_os("VERBOSE").is_some() {
                println!(
                    "    {took:9.4} s {:10} nodes {agrees:5} {} {}",
                    solution.nodes,
                    text("stip"),
                    text("fen")
                );
            }
        }
    }
}

/// Whether the answer is the known one, as far as it is known.
fn agrees(problem: &Problem, row: &Value, solution: &Solution) -> bool {
    let list = |name: &str| -> Vec<String> {
        let listed = row[name].as_array().into_iter().flatten();
        let mut list: Vec<String> =
            listed.map(|entry| entry.as_str().unwrap_or_default().to_string()).collect();
        list.sort();
        list
    };
    match &solution.answer {
        Answer::Fight(fight) => {
            let mut keys: Vec<String> =
                fight.keys.iter().map(|key| problem.position.uci(key.m)).collect();
            keys.sort();
            match row["keys_complete"].as_bool() {
                Some(true) => keys == list("keys"),
                _ => list("keys").iter().all(|key| keys.contains(key)),
            }
        }
        Answer::Lines(lines) => {
            let start = problem.start();
            let mut found: Vec<String> = lines
                .solutions
                .iter()
                .map(|line| problem.uci_line(&start, line).join(" "))
                .collect();
            found.sort();
            match row["solution"].as_str() {
                Some(known) => found.iter().any(|line| line == known),
                None => found == list("solutions"),
            }
        }
    }
}
