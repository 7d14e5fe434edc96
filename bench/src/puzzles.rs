//! Puzzles: how long each kind takes to solve and prove, beside cspuz where a file tells its seconds, and to make new ones.
//!
//! `PUZZLES` names a file with one JSON object a line: `kind`, `text` (an address or a game ID) and, where it is known, `cspuz_s`,
//! the seconds that cspuz_core takes for the same. Without it, only new puzzles are timed. `PUZZLE_KINDS=lits,tapa` makes
//! new ones of these kinds alone.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use zugwerk_logic::Limits;
use zugwerk_puzzle::{
    Board, Difficulty, Explainer, Kind, Next, Puzzle, Search, Symmetry, Wish, generate, read,
};

/// Seeds of the new puzzles.
const SEEDS: u64 = 3;
const LONGEST: Duration = Duration::from_secs(60);

pub fn run() {
    if let Some(path) = std::env::var_os("PUZZLES") {
        match std::fs::read_to_string(&path) {
            Ok(text) => solved(&text),
            Err(error) => eprintln!("{}: {error}", path.to_string_lossy()),
        }
    }
    new_puzzles();
}

#[derive(Default)]
struct Times {
    boards: usize,
    ours: f64,
    longest: f64,
    /// Ours and theirs, where theirs are known.
    beside: (f64, f64),
}

/// Solves every board of the file twice over: a solution, and the proof that it is the only one.
fn solved(text: &str) {
    println!("Puzzles: seconds to solve and prove unique");
    println!(
        "{:12} {:>6} {:>9} {:>9} {:>9} {:>9}",
        "", "boards", "ours", "longest", "beside", "cspuz"
    );
    let mut kinds: BTreeMap<String, Times> = BTreeMap::new();
    for line in text.lines() {
        let Ok(entry) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let (Some(name), Some(text)) = (entry["kind"].as_str(), entry["text"].as_str()) else {
            continue;
        };
        let Some(kind) = Kind::named(name) else { continue };
        let Ok(document) = read(text, Some(kind)) else {
            println!("{name}: cannot be read: {text}");
            continue;
        };
        let limits = Limits::none().with_time(LONGEST);
        let start = processor();
        let search = Search::new(kind, &document.puzzle, None, false, &limits);
        let Ok(mut search) = search else { continue };
        for _ in 0..2 {
            if !matches!(search.next(&limits), Next::Solution(_)) {
                break;
            }
        }
        let seconds = processor() - start;
        let times = kinds.entry(name.to_string()).or_default();
        times.boards += 1;
        times.ours += seconds;
        times.longest = times.longest.max(seconds);
        if let Some(theirs) = entry["cspuz_s"].as_f64() {
            times.beside = (times.beside.0 + seconds, times.beside.1 + theirs);
        }
    }
    let mut all = Times::default();
    for (name, times) in &kinds {
        row(name, times);
        all.boards += times.boards;
        all.ours += times.ours;
        all.longest = all.longest.max(times.longest);
        all.beside = (all.beside.0 + times.beside.0, all.beside.1 + times.beside.1);
    }
    row("all", &all);
}

fn row(name: &str, times: &Times) {
    let Times { boards, ours, longest, beside } = times;
    println!("{name:12} {boards:6} {ours:9.4} {longest:9.4} {:9.4} {:9.4}", beside.0, beside.1);
}

/// New puzzles of every kind, easy and as hard as they come, and their explanations.
fn new_puzzles() {
    println!(
        "\nNew puzzles: seconds to make one and to explain it, means of {SEEDS} seeds; the longest step; links of the longest chain"
    );
    println!(
        "{:12} {:>7} {:>5} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "", "size", "", "make", "explain", "step", "chain", "score"
    );
    for kind in kinds() {
        let board = match kind.name() {
            "dominosa" => Board::new(10, 9),
            "sudoku" => Board::new(9, 9),
            _ => Board::new(10, 10),
        };
        for (grade, difficulty) in [("easy", Some(Difficulty::Easy)), ("any", None)] {
            let size = format!("{}x{}", board.width, board.height);
            print!("{:12} {size:>7} {grade:>5}", kind.name());
            match New::made(kind, board, difficulty) {
                None => println!(" {:>9}", "none"),
                Some(new) => new.print(),
            }
        }
    }
}

/// All kinds, or those that `PUZZLE_KINDS` names.
fn kinds() -> Vec<&'static Kind> {
    let wanted = std::env::var("PUZZLE_KINDS").unwrap_or_default();
    let is_wanted = |kind: &&Kind| {
        wanted.is_empty() || wanted.split(',').any(|wanted| wanted.trim() == kind.name())
    };
    Kind::all().filter(is_wanted).collect()
}

/// What new puzzles of a kind took.
#[derive(Default)]
struct New {
    made: u32,
    missing: u32,
    make: f64,
    explain: f64,
    longest_step: f64,
    longest_chain: usize,
    score: u32,
}

impl New {
    fn made(kind: &Kind, board: Board, difficulty: Option<Difficulty>) -> Option<New> {
        let mut new = New::default();
        for seed in 1..=SEEDS {
            let symmetry = Symmetry::None;
            let wish = Wish { board, difficulty, symmetry, layout: None, seed };
            let limits = Limits::none().with_time(LONGEST);
            let start = processor();
            let Ok(puzzle) = generate(kind, &wish, &limits) else {
                new.missing += 1;
                continue;
            };
            new.make += processor() - start;
            new.score += puzzle.score;
            new.made += 1;
            new.explained(kind, &puzzle.puzzle);
        }
        (new.made > 0).then_some(new)
    }

    fn explained(&mut self, kind: &Kind, puzzle: &Puzzle) {
        let limits = Limits::none().with_time(LONGEST);
        let start = processor();
        let Ok(mut explainer) = Explainer::new(kind, puzzle, None, &limits) else { return };
        loop {
            let before = processor();
            let Ok(Ok(step)) = explainer.next(&limits) else { break };
            self.longest_step = self.longest_step.max(processor() - before);
            self.longest_chain = self.longest_chain.max(step.chain.len());
        }
        self.explain += processor() - start;
    }

    fn print(&self) {
        let made = f64::from(self.made);
        let missing = match self.missing {
            0 => String::new(),
            count => format!("  ({count} of {SEEDS} not found)"),
        };
        println!(
            " {:9.3} {:9.3} {:9.3} {:7} {:7}{missing}",
            self.make / made,
            self.explain / made,
            self.longest_step,
            self.longest_chain,
            self.score / self.made
        );
    }
}

/// Seconds of processor time of this thread, where the system tells them, so that a busy machine does not matter; else
/// those of the clock.
fn processor() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let clock = || START.get_or_init(Instant::now).elapsed().as_secs_f64();
    nanoseconds.map_or_else(clock, |nanoseconds| nanoseconds / 1e9)
}
