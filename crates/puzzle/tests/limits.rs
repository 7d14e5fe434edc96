//! Boards that are too large, and questions that are ended early: what is said is which limit it was.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::report::{self, Ask, Status, limit_words};
use zugwerk_puzzle::{Answer, Board, Difficulty, GenerateError, Kind, Symmetry, Wish, generate};
use zugwerk_puzzle::{GroundError, Puzzle, Site, Value};

/// A large board of the kind with nothing on it but what the kind cannot do without.
fn large(kind: &str, side: usize) -> Puzzle {
    let mut puzzle = Puzzle::new(kind, Board::new(side, side));
    match kind {
        "lits" | "starbattle" | "heyawake" => {
            let rooms = (0..side * side).map(|cell| Value::Number((cell / side) as i32));
            puzzle.layer_mut("room", Site::Cell).values = rooms.collect();
        }
        "shikaku" => {
            // Numbers with very many rectangles each.
            puzzle.layer_mut("clue", Site::Cell).values = (0..side * side)
                .map(|cell| if cell % 7 == 0 { Value::Number(60) } else { Value::Empty })
                .collect();
        }
        "nonogram" => {
            let lists = vec![Value::List(vec![Some(1); side / 3]); side];
            puzzle.layer_mut("top", Site::Column).values = lists.clone();
            puzzle.layer_mut("left", Site::Row).values = lists;
        }
        _ => {}
    }
    puzzle
}

/// What solving, checking and explaining say.
fn told(kind: &Kind, puzzle: &Puzzle, limits: &Limits) -> [(Status, String); 3] {
    let solved = report::solve(kind, puzzle, Ask::default(), limits).unwrap();
    let checked = report::checked(kind, puzzle, &Answer::default(), limits).unwrap();
    let explained = report::explain(kind, puzzle, None, true, limits, |_, _| ()).unwrap();
    [
        (solved.status, solved.message.unwrap_or_default()),
        (checked.status, checked.message.unwrap_or_default()),
        (explained.status, explained.text),
    ]
}

const KINDS: [&str; 12] = [
    "kuromasu",
    "slitherlink",
    "shikaku",
    "nonogram",
    "lits",
    "starbattle",
    "heyawake",
    "skyscrapers",
    "takuzu",
    "masyu",
    "hashi",
    "slant",
];

#[test]
fn every_phase_says_which_limit_ended_it() {
    let raised = Arc::new(AtomicBool::new(true));
    let ends = [
        (Limits::none().with_time(Duration::ZERO), Stop::Time),
        (Limits::none().with_flag(raised), Stop::Interrupted),
    ];
    for name in KINDS {
        let kind = Kind::named(name).unwrap();
        let puzzle = large(name, 24);
        for (limits, stop) in &ends {
            for (status, words) in told(kind, &puzzle, limits) {
                assert_eq!((status, words.as_str()), (Status::Limit, limit_words(*stop)), "{name}");
            }
        }
    }
}

#[test]
fn laws_that_take_too_much_memory_are_not_written_out() {
    let limits = Limits::none().with_memory(1 << 20);
    for name in ["skyscrapers", "nonogram", "takuzu"] {
        let (kind, puzzle) = (Kind::named(name).unwrap(), large(name, 60));
        let [solved, _, explained] = told(kind, &puzzle, &limits);
        for (status, words) in [solved, explained] {
            assert_eq!(
                (status, words.as_str()),
                (Status::Limit, limit_words(Stop::Memory)),
                "{name}"
            );
        }
    }
    let wish = Wish {
        board: Board::new(30, 30),
        difficulty: Some(Difficulty::Easy),
        symmetry: Symmetry::None,
        layout: None,
        seed: 1,
    };
    let made = generate(Kind::named("skyscrapers").unwrap(), &wish, &limits);
    assert_eq!(made.unwrap_err(), GenerateError::Limit(Stop::Memory));
}

#[test]
fn a_board_beyond_every_limit_is_refused_with_its_size() {
    let refused = |name: &str, side: usize| {
        let limits = Limits::none();
        let (kind, puzzle) = (Kind::named(name).unwrap(), large(name, side));
        match report::solve(kind, &puzzle, Ask::default(), &limits) {
            Err(GroundError::Puzzle(what)) => what,
            other => panic!("{name}: {other:?}"),
        }
    };
    assert_eq!(refused("kuromasu", 300), "the board has 90000 cells, at most 65536 are expected");
    let many = refused("fillomino", 100);
    assert!(many.starts_with("the board is too large: digit would be a number from 1 to 10000"));
}
