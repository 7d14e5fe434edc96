//! Generated puzzles have exactly one solution, the one they were made from, and the same seed makes the same puzzle.

use zugwerk_logic::Limits;
use zugwerk_puzzle::{
    Board, Difficulty, GenerateError, Kind, Next, Search, Symmetry, Wish, check, generate,
};

/// A small board that suits the kind.
fn small(kind: &str) -> Board {
    match kind {
        "dominosa" => Board::new(7, 6),
        "hashi" | "norinori" => Board::new(7, 7),
        "starbattle" => Board::new(8, 8),
        "futoshiki" | "keen" | "skyscrapers" => Board::new(5, 5),
        _ => Board::new(6, 6),
    }
}

#[test]
fn puzzles_of_every_kind_are_generated_with_one_solution() {
    let limits = Limits::none();
    for kind in Kind::all() {
        let (name, difficulty) = (kind.name(), Some(Difficulty::Easy));
        let wish = Wish { board: small(name), difficulty, symmetry: Symmetry::None, seed: 1 };
        let made = generate(kind, &wish, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(made.difficulty, Difficulty::Easy, "{name}");
        let mut search = Search::new(kind, &made.puzzle, None, true, &limits).unwrap();
        assert_eq!(search.next(&limits), Next::Solution(made.answer.clone()), "{:?}", made.puzzle);
        assert_eq!(search.next(&limits), Next::NoMore, "{:?}", made.puzzle);
        assert!(search.certificate().is_some_and(|certificate| certificate.valid));
        assert!(check(kind, &made.puzzle, &made.answer, &limits).unwrap().is_correct());
        assert_eq!(generate(kind, &wish, &limits).as_ref(), Ok(&made), "{name}");
    }
}

#[test]
fn no_puzzle_is_harder_than_was_asked_for() {
    let limits = Limits::none();
    for name in ["kuromasu", "tents"] {
        let kind = Kind::named(name).unwrap();
        for difficulty in [Difficulty::Medium, Difficulty::Hard] {
            let (board, symmetry) = (small(name), Symmetry::None);
            let wish = Wish { board, difficulty: Some(difficulty), symmetry, seed: 3 };
            let made = generate(kind, &wish, &limits).unwrap();
            assert!(made.difficulty <= difficulty, "{name}: {:?}", made.difficulty);
        }
    }
}

#[test]
fn clues_lie_as_symmetry_asks() {
    let limits = Limits::none();
    for name in ["mosaic", "kuromasu", "takuzu"] {
        let kind = Kind::named(name).unwrap();
        for symmetry in [Symmetry::Half, Symmetry::Quarter] {
            let wish = Wish { board: Board::new(6, 6), difficulty: None, symmetry, seed: 2 };
            let made = generate(kind, &wish, &limits).unwrap();
            for cell in 0..36 {
                let (row, column) = (cell / 6, cell % 6);
                let turned = match symmetry {
                    Symmetry::Quarter => column * 6 + 5 - row,
                    _ => 35 - cell,
                };
                let is_clue = |at: usize| !made.puzzle.value("clue", at).is_empty();
                assert!(
                    !is_clue(cell) || is_clue(turned),
                    "{name} {symmetry:?}: {:?}",
                    made.puzzle
                );
            }
        }
    }
}

#[test]
fn wishes_that_cannot_be_met_are_refused() {
    let limits = Limits::none();
    let wish = |width, height, symmetry| Wish {
        board: Board::new(width, height),
        difficulty: None,
        symmetry,
        seed: 1,
    };
    let refused = |name: &str, wish: Wish| {
        let error = generate(Kind::named(name).unwrap(), &wish, &limits).unwrap_err();
        assert!(matches!(error, GenerateError::Board(_)), "{name}: {error}");
    };
    refused("dominosa", wish(10, 10, Symmetry::None));
    refused("starbattle", wish(3, 3, Symmetry::None));
    refused("sudoku", wish(7, 7, Symmetry::None));
    refused("palisade", wish(11, 1, Symmetry::None));
    refused("mosaic", wish(6, 5, Symmetry::Quarter));
    refused("hashi", wish(8, 8, Symmetry::Half));
    let none = Limits::none().with_time(std::time::Duration::ZERO);
    let late = generate(Kind::named("sudoku").unwrap(), &wish(9, 9, Symmetry::None), &none);
    assert!(matches!(late, Err(GenerateError::Limit(_))), "{late:?}");
}
