//! Chess problems: how long whole collections take, class by class.
//!
//! The collections are files of JSON lines, each with `fen`, `stip` and the known `keys`, `solutions`
//! or `solution`; the folder is named by the variable PROBLEMS. A peer's figures come from running it
//! over the same files.

use serde_json::Value;
use std::io::Write;
use std::time::{Duration, Instant};
use zugwerk_game::Limits;
use zugwerk_problems::{Answer, Options, Problem, Solution, SolveLimits, Solver};

const FILES: [&str; 4] =
    ["directmates.jsonl", "selfmates.jsonl", "helpmates.jsonl", "proofgames.jsonl"];

/// The most seconds that one problem may take.
const LONGEST: Duration = Duration::from_secs(6);

/// Seconds from which on a problem is also solved by two threads.
const NOTICEABLE: f64 = 0.1;

/// Problems of one kind and one number of whole moves.
struct Class {
    name: String,
    moves: u64,
    rows: Vec<Value>,
}

/// Prints problems, solved, nodes and seconds per class, with one thread and with two, each class as soon
/// as it is done.
pub fn run() {
    let folder = std::env::var("PROBLEMS").unwrap_or("../shared/data/problems".to_string());
    println!("problems, all keys or solutions, at most {LONGEST:?} each, from {folder}");
    println!(
        "  peer: the seconds that came with the problems, of those that have any, and ours on the same"
    );
    println!(
        "  one, two: seconds of one and of two threads on the problems solved in more than {NOTICEABLE} s"
    );
    println!(
        "  {:14} {:>8} {:>8} {:>8} {:>11} {:>8}  {:>7} {:>7} {:>6}  {:>7} {:>7} {:>5}",
        "class",
        "problems",
        "complete",
        "agreeing",
        "nodes",
        "s",
        "peer",
        "ours",
        "ratio",
        "one",
        "two",
        "ratio"
    );
    for file in FILES {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{file}")) else {
            println!("  no {file} there; set PROBLEMS to the folder that has it");
            continue;
        };
        for class in classes(&text) {
            println!("  {:14} {}", class.name, Figures::of(&class).line());
            // Into a pipe as well, each class at once.
            let _ = std::io::stdout().flush();
        }
    }
}

/// The classes of a file, the shortest problems first.
fn classes(text: &str) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line).expect("a line of JSON");
        let moves = row["n"].as_f64().unwrap_or_default().floor() as u64;
        let name = format!("{} {moves}", row["kind"].as_str().unwrap_or_default());
        match classes.iter_mut().find(|class| class.name == name) {
            Some(class) => class.rows.push(row),
            None => classes.push(Class { name, moves, rows: vec![row] }),
        }
    }
    classes.sort_by_key(|class| class.moves);
    classes
}

#[derive(Default)]
struct Figures {
    problems: usize,
    complete: usize,
    agreeing: usize,
    nodes: u64,
    seconds: f64,
    /// Of the problems with a peer's figure, the peer's seconds and ours.
    peer: (f64, f64),
    /// Of the problems that take a noticeable time, the seconds of one and of two threads.
    threads: (f64, f64),
}

impl Figures {
    fn of(class: &Class) -> Figures {
        let mut figures = Figures { problems: class.rows.len(), ..Figures::default() };
        let mut solver = Solver::default();
        for row in &class.rows {
            figures.measure(row, &mut solver);
        }
        figures
    }

    fn measure(&mut self, row: &Value, solver: &mut Solver) {
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        let problem = Problem::new(text("fen"), text("stip"), true).expect("a problem");
        let (solution, seconds) = solve(&problem, solver, 1);
        let agrees = agrees(&problem, row, &solution);
        self.nodes += solution.nodes;
        self.seconds += seconds;
        self.complete += usize::from(solution.is_complete());
        self.agreeing += usize::from(agrees);
        if let Some(peer) = row["popeye_cpu_s"].as_f64() {
            self.peer = (self.peer.0 + peer, self.peer.1 + seconds);
        }
        if solution.is_complete() && seconds > NOTICEABLE {
            let (_, two) = solve(&problem, solver, 2);
            self.threads = (self.threads.0 + seconds, self.threads.1 + two);
        }
        if std::env::var_os("VERBOSE").is_some() {
            let nodes = solution.nodes;
            println!(
                "    {seconds:9.4} s {nodes:10} nodes {agrees:5} {} {}",
                text("stip"),
                text("fen")
            );
        }
    }

    fn line(&self) -> String {
        let Figures { problems, complete, agreeing, nodes, seconds, .. } = self;
        let pair = |(theirs, ours): (f64, f64), digits: usize| match ours > 0.0 {
            true => (
                format!("{theirs:.3}"),
                format!("{ours:.3}"),
                format!("{:.digits$}", theirs / ours),
            ),
            false => Default::default(),
        };
        let (peer, ours, ratio) = pair(self.peer, 0);
        let (one, two, speedup) = pair(self.threads, 2);
        format!(
            "{problems:8} {complete:8} {agreeing:8} {nodes:11} {seconds:8.3}  {peer:>7} {ours:>7} {ratio:>6}  \
             {one:>7} {two:>7} {speedup:>5}"
        )
    }
}

/// The solution and the seconds it took.
fn solve(problem: &Problem, solver: &mut Solver, threads: usize) -> (Solution, f64) {
    let start = Instant::now();
    let limits =
        SolveLimits { limits: Limits::none().with_time(LONGEST), ..SolveLimits::default() };
    let options = Options { limits, threads, tree: false, ..Options::default() };
    let solution = solver.solve(problem, &options);
    (solution, start.elapsed().as_secs_f64())
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
