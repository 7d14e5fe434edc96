//! Puzzles: how long each kind takes to solve and prove, beside cspuz where a file tells its seconds, and to make new ones.
//!
//! `PUZZLES` names a file with one JSON object a line: `kind`, `text` (an address or a game ID) and, where it is known, `cspuz_s`,
//! the seconds that cspuz_core takes for the same. Without it, only new puzzles are timed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use zugwerk_logic::Limits;
use zugwerk_puzzle::{
    Board, Difficulty, Explainer, Kind, Next, Search, Symmetry, Wish, generate, read,
};

/// Seeds of the new puzzles.
const SEEDS: u64 = 3;
const PATIENCE: Duration = Duration::from_secs(60);

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
        let limits = Limits::none().with_time(PATIENCE);
        let start = Instant::now();
        let search = Search::new(kind, &document.puzzle, None, false, &limits);
        let Ok(mut search) = search else { continue };
        for _ in 0..2 {
            if !matches!(search.next(&limits), Next::Solution(_)) {
                break;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
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

/// New easy puzzles of every kind, and their explanations.
fn new_puzzles() {
    println!("\nNew easy puzzles: seconds to make one, and to explain it; means of {SEEDS} seeds");
    println!("{:12} {:>7} {:>9} {:>9} {:>7}", "", "size", "make", "explain", "score");
    for kind in Kind::all() {
        let board = match kind.name() {
            "dominosa" => Board::new(10, 9),
            "sudoku" => Board::new(9, 9),
            _ => Board::new(10, 10),
        };
        let (mut make, mut explain, mut score, mut made) = (0.0, 0.0, 0, 0);
        for seed in 1..=SEEDS {
            let difficulty = Some(Difficulty::Easy);
            let wish = Wish { board, difficulty, symmetry: Symmetry::None, seed };
            let limits = Limits::none().with_time(PATIENCE);
            let start = Instant::now();
            let Ok(puzzle) = generate(kind, &wish, &limits) else { continue };
            make += start.elapsed().as_secs_f64();
            let start = Instant::now();
            if let Ok(mut explainer) = Explainer::new(kind, &puzzle.puzzle, None, &limits) {
                while let Ok(Ok(_)) = explainer.next(&limits) {}
            }
            explain += start.elapsed().as_secs_f64();
            score += puzzle.score;
            made += 1;
        }
        let size = format!("{}x{}", board.width, board.height);
        match made {
            0 => println!("{:12} {size:>7} {:>9}", kind.name(), "none"),
            _ => println!(
                "{:12} {size:>7} {:9.3} {:9.3} {:7}",
                kind.name(),
                make / f64::from(made),
                explain / f64::from(made),
                score / made
            ),
        }
    }
}
