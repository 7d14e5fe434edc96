//! Hints, followed one by one, lead to the end.

use std::collections::BTreeMap;
use zugwerk_logic::Limits;
use zugwerk_puzzle::report::{self, Status};
use zugwerk_puzzle::table::{Table, answer_of};
use zugwerk_puzzle::{
    BELONGS, Board, Difficulty, Kind, Puzzle, Site, Symmetry, Wish, check, generate, place_name,
    read,
};

/// A small board that suits the kind.
fn small(kind: &str) -> Board {
    match kind {
        "dominosa" => Board::new(5, 4),
        "starbattle" => Board::new(8, 8),
        _ => Board::new(6, 6),
    }
}

/// Follows hints until they end and fills in what each shows. Every one must help, and in the end all must be right.
fn follow(kind: &Kind, puzzle: &Puzzle) {
    let limits = Limits::none();
    let layers = Table::new(kind, puzzle, None).unwrap().layers;
    let mut filled: BTreeMap<String, Vec<Option<i32>>> = BTreeMap::new();
    for layer in &layers {
        filled.insert(layer.name.clone(), layer.given.clone());
    }
    loop {
        let answer = answer_of(kind, puzzle, &filled).unwrap();
        let hint = report::explain(kind, puzzle, Some(&answer), true, &limits, |_, _| ()).unwrap();
        if hint.status == Status::Solved {
            let verdict = check(kind, puzzle, &answer, &limits).unwrap();
            return assert!(
                verdict.is_correct() && verdict.open == 0,
                "{}: {verdict:?}",
                kind.name()
            );
        }
        assert_eq!(hint.status, Status::Hint, "{}: {}", kind.name(), hint.text);
        let mut is_help = false;
        let shown = hint.steps.iter().flat_map(|step| &step.shows);
        for fact in shown.filter(|fact| fact.is && fact.layer != BELONGS) {
            let layer = layers.iter().find(|layer| layer.name == fact.layer).unwrap();
            let site = match layer.site.as_str() {
                "link" => Site::Link,
                "edge" => Site::Edge,
                "vertex" => Site::Vertex,
                _ => Site::Cell,
            };
            let values = filled.get_mut(&fact.layer).unwrap();
            let at = (0..values.len()).find(|&at| place_name(puzzle, (site, at)) == fact.place);
            is_help |= values[at.unwrap()].replace(fact.value) != Some(fact.value);
        }
        assert!(is_help, "{}: {:?}", kind.name(), hint.steps);
    }
}

#[test]
fn hints_go_on_until_the_board_is_full() {
    let kinds = ["ripple", "kakuro", "sudoku", "fillomino", "keen", "futoshiki", "hashi", "slant"];
    for (name, difficulty) in kinds.into_iter().zip(Difficulty::ALL.into_iter().cycle()) {
        let (kind, board) = (Kind::named(name).unwrap(), small(name));
        let (symmetry, difficulty) = (Symmetry::None, Some(difficulty));
        let wish = Wish { board, difficulty, symmetry, layout: None, seed: 1 };
        let made = generate(kind, &wish, &Limits::none()).unwrap();
        follow(kind, &made.puzzle);
    }
}

#[test]
fn a_last_value_that_is_left_is_told() {
    let document = read("https://puzz.link/p?ripple/6/6/2d3b926vprof3g2p2j5k3g4i4g5h2", None);
    follow(Kind::named("ripple").unwrap(), &document.unwrap().puzzle);
}

/// A step for everything that can be ruled out would be nothing to read: 977 of them came for this one.
#[test]
fn sizes_of_fillomino_are_ruled_out_only_where_a_step_rests_on_it() {
    let document = read("9x7:b2h6b889a254b8d4e5d965a38a3d33c3d4a", Kind::named("fillomino"));
    let puzzle = document.unwrap().puzzle;
    let kind = Kind::named("fillomino").unwrap();
    let told = report::explain(kind, &puzzle, None, false, &Limits::none(), |_, _| ()).unwrap();
    assert_eq!(told.status, Status::Solved);
    assert!(told.steps.len() < 150, "{} steps", told.steps.len());
    // What is only ruled out is wanted later.
    for (at, step) in told.steps.iter().enumerate() {
        let later = || told.steps[at + 1..].iter().flat_map(|step| &step.because);
        let is_wanted = |fact: &report::FactThere| {
            fact.is || later().any(|it| (&it.place, it.value) == (&fact.place, fact.value))
        };
        assert!(step.shows.iter().any(is_wanted), "{}", step.text);
    }
}
