//! Generated puzzles have exactly one solution, the one they were made from, and the same seed makes the same puzzle.

use zugwerk_logic::Limits;
use zugwerk_puzzle::{Board, GenerateError, Kind, Next, Search, Symmetry, Wish, generate};

#[test]
fn generated_puzzles_have_one_solution() {
    let limits = Limits::none();
    let mut made = 0;
    for kind in Kind::all() {
        let side = if kind.name() == "palisade" { 5 } else { 4 };
        let wish = Wish {
            board: Board::new(side, side),
            difficulty: None,
            symmetry: Symmetry::None,
            seed: 5,
        };
        let puzzle = match generate(kind, &wish, &limits) {
            Ok(generated) => generated,
            Err(GenerateError::Kind(..) | GenerateError::Unlucky(_)) => continue,
            Err(error) => panic!("{}: {error}", kind.name()),
        };
        let mut search = Search::new(kind, &puzzle.puzzle, None, false, &limits).unwrap();
        assert_eq!(
            search.next(&limits),
            Next::Solution(puzzle.answer.clone()),
            "{:?}",
            puzzle.puzzle
        );
        assert_eq!(search.next(&limits), Next::NoMore, "{:?}", puzzle.puzzle);
        assert_eq!(generate(kind, &wish, &limits).as_ref(), Ok(&puzzle), "{}", kind.name());
        made += 1;
    }
    assert!(made >= 15, "only {made} kinds were generated");
}
