//! Kuromasu: every encoding of connectivity on every solver, side by side, with what each of them did;
//! then how long deduction, explanations and new puzzles take.
//!
//! The boards are minimal puzzles made here from fixed seeds; a folder named by `KUROMASU_BOARDS` adds
//! those of its files whose names begin with `hard`.

use crate::rounds::best_of;
use std::time::Instant;
use zugwerk_kuromasu::{
    Connectivity, Difficulty, Explainer, Generated, Next, Options, Puzzle, Request, Search,
    SolveStatistics, Symmetry, generate,
};
use zugwerk_logic::{Backend, Limits};

const ROUNDS: usize = 3;
/// The most cells of a board on which the encoding by trees takes part.
const TREES: usize = 500;

pub fn run() {
    let mut boards: Vec<(String, Vec<Puzzle>)> = [18, 22, 26]
        .map(|side| {
            (format!("{side}x{side}, minimal"), (0..3).map(|seed| minimal(side, seed)).collect())
        })
        .into();
    boards.extend(hard_boards());
    println!("Kuromasu: seconds to solve, and to solve and prove unique; best of {ROUNDS}");
    for (name, puzzles) in &boards {
        compare(name, puzzles);
    }
    new_puzzles();
}

/// The clause encodings that do not grow with the square of the board, on both solvers.
fn compare(name: &str, puzzles: &[Puzzle]) {
    println!("\n{name}, {} boards", puzzles.len());
    println!(
        "{:20} {:>9} {:>9} {:>7} {:>10} {:>7} {:>9}",
        "", "solve", "unique", "ratio", "conflicts", "cuts", "clauses"
    );
    let mut reference = None;
    for backend in [Backend::Batsat, Backend::Own] {
        for connectivity in [Connectivity::Cuts, Connectivity::Follow, Connectivity::Trees] {
            // A back end that cannot be followed gets cuts anyway; trees take minutes on large boards.
            let same = backend == Backend::Batsat && connectivity == Connectivity::Follow;
            let slow = connectivity == Connectivity::Trees && puzzles[0].cells() > TREES;
            if same || slow {
                continue;
            }
            let options = Options { connectivity, backend, ..Options::default() };
            let mut statistics = SolveStatistics::default();
            let mut once = || {
                solve(puzzles, &options, 1);
            };
            let mut twice = || statistics = solve(puzzles, &options, 2);
            let times = best_of(ROUNDS, &mut [&mut once, &mut twice]);
            let base = *reference.get_or_insert(times[1]);
            println!(
                "{:20} {:9.4} {:9.4} {:7.2} {:10} {:7} {:9}",
                format!("{} on {}", connectivity.name(), backend.name()),
                times[0],
                times[1],
                times[1] / base,
                statistics.solver.conflicts,
                statistics.solver.lemmas,
                statistics.clauses
            );
        }
    }
}

/// Looks for up to `count` solutions of each board; what that took altogether.
fn solve(puzzles: &[Puzzle], options: &Options, count: usize) -> SolveStatistics {
    let mut total = SolveStatistics::default();
    for puzzle in puzzles {
        let mut search = Search::new(puzzle, options);
        let found = (0..count).filter(|_| search.next(&Limits::none()) != Next::NoMore).count();
        assert_eq!(found, 1, "every board has exactly one solution");
        let statistics = search.statistics();
        total.clauses += statistics.clauses;
        total.solver.conflicts += statistics.solver.conflicts;
        total.solver.lemmas += statistics.solver.lemmas;
    }
    total
}

fn new_puzzles() {
    println!("\nnew puzzles with one solution, and their explanations (seconds)");
    println!("{:16} {:>9} {:>7} {:>9} {:>7}", "", "generate", "clues", "explain", "steps");
    for (side, difficulty) in [
        (20, Difficulty::Easy),
        (20, Difficulty::Medium),
        (20, Difficulty::Hard),
        (30, Difficulty::Easy),
        (30, Difficulty::Hard),
    ] {
        let start = Instant::now();
        let puzzle = make(side, 1, Some(difficulty), false).puzzle;
        let generating = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let steps = explain(&puzzle);
        println!(
            "{:16} {generating:9.3} {:7} {:9.3} {steps:7}",
            format!("{side}x{side} {}", difficulty.name()),
            puzzle.clues().count(),
            start.elapsed().as_secs_f64()
        );
    }
}

fn explain(puzzle: &Puzzle) -> usize {
    let none = Limits::none();
    let Ok(mut explainer) = Explainer::new(puzzle, &none) else { return 0 };
    (0..).take_while(|_| matches!(explainer.next(&none), Ok(Ok(_)))).count()
}

fn minimal(side: usize, seed: u64) -> Puzzle {
    make(side, seed, None, true).puzzle
}

fn make(side: usize, seed: u64, difficulty: Option<Difficulty>, minimal: bool) -> Generated {
    let symmetry = Symmetry::None;
    let request = Request { height: side, width: side, seed, symmetry, difficulty, minimal };
    generate(&request, &Limits::none(), &mut |_| {}).expect("these seeds give puzzles")
}

/// The hard boards of the folder, by size.
fn hard_boards() -> Vec<(String, Vec<Puzzle>)> {
    let Some(folder) = std::env::var_os("KUROMASU_BOARDS") else { return Vec::new() };
    let mut groups: Vec<(String, Vec<Puzzle>)> = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with("hard") || name.ends_with(".sol") {
            continue;
        }
        let Some(puzzle) = std::fs::read_to_string(&file).ok().and_then(|text| text.parse().ok())
        else {
            continue;
        };
        let group = name.rsplit_once('_').map_or(name.clone(), |(group, _)| group.to_string());
        match groups.last_mut() {
            Some((last, puzzles)) if *last == group => puzzles.push(puzzle),
            _ => groups.push((group, vec![puzzle])),
        }
    }
    groups
}
