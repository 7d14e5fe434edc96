//! Questions to the laws of chess: both SAT solvers side by side, each on questions that end in "no" or
//! in every solution, so that no lucky guess decides.

use std::time::Instant;
use zugwerk_logic::Backend;
use zugwerk_query::{Answer, Engine, Options, Question, ask};

/// A name, the question and the sketch.
type Case = (&'static str, Option<Question>, String);

fn chess(from: &str, play: &str, expect: &str) -> String {
    let from = if from == "start" { from.to_string() } else { format!("\"{from}\"") };
    format!("game chess\nfrom {from}\nplay {play}\nexpect {expect}\n")
}

/// The end of an opening line, to be reached again.
fn reached(line: &str) -> (usize, String) {
    let mut position = zugwerk_chess::Position::start();
    let moves: Vec<&str> = line.split_whitespace().collect();
    for text in &moves {
        position = position.play(position.parse_san(text).expect("a legal line"));
    }
    let placement = zugwerk_chess::Setup::from(&position).placement();
    (moves.len(), placement)
}

fn cases() -> Vec<Case> {
    let again = "position \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"";
    let mut cases = vec![(
        "three pawns, three plies",
        None,
        chess("8/4p3/8/8/8/3p4/5P2/8 b - - 0 1", "? ? ?", "position \"8/8/4p3/8/8/5P2/3p4/8\""),
    )];
    // Plies short of the line that leads there: opening lines have many orders of moves.
    for (name, line, short) in [
        ("to a position in 6 plies", "e4 e5 Nf3 Nc6 Bb5 a6", 0),
        ("to a position in 8 plies", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", 0),
        ("8 plies are too few", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", 2),
        ("10 plies are too few", "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5", 2),
    ] {
        let (plies, placement) = reached(line);
        let play = format!("?{{{}}}", plies - short);
        cases.push((name, None, chess("start", &play, &format!("position \"{placement}\""))));
    }
    for (name, plies) in [
        ("start again after 7 plies", 7),
        ("start again after 11 plies", 11),
        ("start again after 15 plies", 15),
    ] {
        cases.push((name, None, chess("start", &format!("?{{{plies}}}"), again)));
    }
    cases.extend([
        ("mates at ply 4", None, chess("start", "?{4}", "mate")),
        ("#2, all keys", None, chess("8/Q7/8/8/8/8/8/2k1K2R w K - 0 1", "? * ?", "mate")),
        (
            "#2, all keys, many men",
            None,
            chess("1n6/8/5B2/pp6/6K1/8/6Nk/Q7 w - - 0 1", "? * ?", "mate"),
        ),
        ("h#2, all solutions", None, chess("8/4K3/8/7k/8/4p3/4QB2/8 b - - 0 1", "?{4}", "mate")),
        ("debug: a bishop behind its pawn", Some(Question::Debug), chess("start", "f1c4", "legal")),
        (
            "debug: castling through check",
            Some(Question::Debug),
            chess("r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1", "O-O", "legal"),
        ),
    ]);
    cases
}

/// Prints sizes and times of each question.
pub fn run() {
    println!("questions to the laws of chess, all solutions, best of 3, seconds");
    println!(
        "  {:34}{:>6}{:>10}{:>10}{:>9}{:>9}{:>9}{:>9}",
        "question", "found", "variables", "clauses", "encode", "own", "batsat", "search"
    );
    for (name, question, sketch) in cases() {
        let timed = |engine: Engine, backend: Backend| -> (Answer, f64) {
            let options =
                Options { question, engine, backend, most: usize::MAX, ..Options::default() };
            let rounds = (0..3).map(|_| {
                let start = Instant::now();
                let answer = ask(&sketch, &options).expect("a sketch");
                (answer, start.elapsed().as_secs_f64())
            });
            rounds.min_by(|a, b| a.1.total_cmp(&b.1)).expect("three rounds")
        };
        let (answer, own) = timed(Engine::Sat, Backend::Own);
        let (other, batsat) = timed(Engine::Sat, Backend::Batsat);
        assert_eq!(answer.solutions.len(), other.solutions.len(), "{name}");
        let plies = sketch.matches('?').count();
        let searchable = question.is_none() && !sketch.contains('{') && plies <= 4;
        let search = if searchable {
            let (found, seconds) = timed(Engine::Search, Backend::Own);
            assert_eq!(answer.solutions.len(), found.solutions.len(), "{name}");
            format!("{seconds:9.4}")
        } else {
            format!("{:>9}", "")
        };
        let found = if question.is_some() { answer.core.len() } else { answer.solutions.len() };
        println!(
            "  {name:34}{found:6}{:10}{:10}{:9.4}{own:9.4}{batsat:9.4}{search}",
            answer.statistics.variables,
            answer.statistics.clauses,
            answer.statistics.encode_seconds
        );
    }
}
