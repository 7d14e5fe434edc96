//! Generated puzzles have exactly one solution, the one they were made from, and the same seed makes the same puzzle.

use zugwerk_logic::Limits;
use zugwerk_puzzle::{
    Board, Difficulty, GenerateError, Kind, Next, Puzzle, Search, Symmetry, Wish, check, generate,
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

fn wish(
    board: Board,
    difficulty: Option<Difficulty>,
    symmetry: Symmetry,
    seed: u64,
) -> Wish<'static> {
    Wish { board, difficulty, symmetry, layout: None, seed }
}

#[test]
fn puzzles_of_every_kind_are_generated_with_one_solution() {
    let limits = Limits::none();
    for kind in Kind::all() {
        let (name, difficulty) = (kind.name(), Some(Difficulty::Easy));
        let wish = wish(small(name), difficulty, Symmetry::None, 1);
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
            let wish = wish(board, Some(difficulty), symmetry, 3);
            let made = generate(kind, &wish, &limits).unwrap();
            assert!(made.difficulty <= difficulty, "{name}: {:?}", made.difficulty);
        }
    }
}

#[test]
fn clues_lie_as_symmetry_asks() {
    let limits = Limits::none();
    for name in ["mosaic", "kuromasu", "takuzu", "palisade"] {
        let kind = Kind::named(name).unwrap();
        for symmetry in &Symmetry::ALL[1..] {
            let wish = wish(Board::new(6, 6), None, *symmetry, 2);
            let made = generate(kind, &wish, &limits).unwrap();
            for cell in 0..36 {
                let (row, column) = (cell / 6, cell % 6);
                let (mirrored, upside_down) = (row * 6 + 5 - column, (5 - row) * 6 + column);
                let images = match symmetry {
                    Symmetry::None => vec![],
                    Symmetry::Half => vec![35 - cell],
                    Symmetry::Quarter => vec![column * 6 + 5 - row],
                    Symmetry::Mirror => vec![mirrored],
                    Symmetry::Cross => vec![mirrored, upside_down],
                };
                let is_clue = |at: usize| !made.puzzle.value("clue", at).is_empty();
                assert!(
                    !is_clue(cell) || images.iter().all(|&image| is_clue(image)),
                    "{name} {symmetry:?}: {:?}",
                    made.puzzle
                );
            }
        }
    }
}

#[test]
fn walls_turn_with_the_board() {
    let limits = Limits::none();
    for name in ["kakuro", "akari"] {
        let kind = Kind::named(name).unwrap();
        let wish = wish(Board::new(6, 6), None, Symmetry::Quarter, 1);
        let made = generate(kind, &wish, &limits).unwrap().puzzle;
        let is_wall = |at: usize| !made.value("wall", at).is_empty();
        assert!((0..36).any(is_wall), "{name}: {made:?}");
        for cell in 0..36 {
            let turned = cell % 6 * 6 + 5 - cell / 6;
            assert_eq!(is_wall(cell), is_wall(turned), "{name}: {made:?}");
        }
    }
}

#[test]
fn clues_stand_where_a_layout_says() {
    let limits = Limits::none();
    let kinds = ["kuromasu", "slitherlink", "heyawake", "akari", "tapa", "futoshiki", "kakuro"];
    for name in kinds {
        let kind = Kind::named(name).unwrap();
        let board = Board::new(5, 5);
        let easy = wish(board, Some(Difficulty::Easy), Symmetry::None, 5);
        let earlier = generate(kind, &easy, &limits).unwrap();
        let layout = Some(&earlier.puzzle);
        let wish = Wish { layout, ..wish(board, None, Symmetry::None, 6) };
        let made = generate(kind, &wish, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (layer, values) in &earlier.puzzle.given {
            for (at, value) in values.values.iter().enumerate() {
                let now = made.puzzle.value(layer, at);
                assert_eq!(value.is_empty(), now.is_empty(), "{name} {layer} {at}");
            }
        }
        let mut search = Search::new(kind, &made.puzzle, None, false, &limits).unwrap();
        assert_eq!(search.next(&limits), Next::Solution(made.answer.clone()), "{name}");
        assert_eq!(search.next(&limits), Next::NoMore, "{name}");
    }
}

/// A kind of one's own, with rooms that only the program can draw.
const AQRE: &str = "puzzle aqre \"shaded cells in rooms\"
board W x H
given room: cell -> room; clue: room -> number
unknown black: set of cells
law \"a number counts the shaded cells of its room\"
  all r of rooms with clue: count a in r: a is black = clue(r)
law \"no four cells in a line are shaded\"
  all s of strips(4): some a in s: a is not black
law \"of four cells in a line one is shaded\"
  all s of strips(4): some a in s: a is black
law \"the shaded cells are connected\"
  connected(black)
format grid: room as rooms, clue as number
";

#[test]
fn a_kind_of_ones_own_gets_rooms() {
    let (kind, limits) = (Kind::parse(AQRE).unwrap(), Limits::none());
    let made = generate(&kind, &wish(Board::new(5, 5), None, Symmetry::None, 1), &limits).unwrap();
    assert!(made.puzzle.given.contains_key("room"));
    let mut search = Search::new(&kind, &made.puzzle, None, false, &limits).unwrap();
    assert_eq!(search.next(&limits), Next::Solution(made.answer));
    assert_eq!(search.next(&limits), Next::NoMore);
}

#[test]
fn wishes_that_cannot_be_met_are_refused() {
    let limits = Limits::none();
    let wish = |width, height, symmetry| wish(Board::new(width, height), None, symmetry, 1);
    let refused = |name: &str, wish: Wish<'_>| {
        let error = generate(Kind::named(name).unwrap(), &wish, &limits).unwrap_err();
        assert!(matches!(error, GenerateError::Board(_)), "{name}: {error}");
    };
    refused("dominosa", wish(10, 10, Symmetry::None));
    refused("starbattle", wish(3, 3, Symmetry::None));
    refused("sudoku", wish(7, 7, Symmetry::None));
    refused("palisade", wish(11, 1, Symmetry::None));
    refused("mosaic", wish(6, 5, Symmetry::Quarter));
    refused("hashi", wish(8, 8, Symmetry::Half));
    refused("kakuro", wish(8, 7, Symmetry::Quarter));
    let layout = Puzzle::new("mosaic", Board::new(6, 6));
    let like = |wish| Wish { layout: Some(&layout), ..wish };
    refused("mosaic", like(wish(5, 6, Symmetry::None)));
    refused("mosaic", like(wish(6, 6, Symmetry::Half)));
    refused("tents", like(wish(6, 6, Symmetry::None)));
    let none = Limits::none().with_time(std::time::Duration::ZERO);
    let late = generate(Kind::named("sudoku").unwrap(), &wish(9, 9, Symmetry::None), &none);
    assert!(matches!(late, Err(GenerateError::Limit(_))), "{late:?}");
}

#[test]
fn a_puzzle_that_came_out_too_hard_gets_clues_back() {
    // Without clues that are given back, Fillominos come out hard again and again.
    let limits = Limits::none();
    let kind = Kind::named("fillomino").unwrap();
    for seed in 1..4 {
        let wish = wish(Board::new(7, 7), Some(Difficulty::Medium), Symmetry::None, seed);
        let made = generate(kind, &wish, &limits).unwrap();
        assert!(made.difficulty <= Difficulty::Medium, "seed {seed}");
    }
}

#[test]
fn kinds_that_are_made_easy_first_get_harder_from_there() {
    let limits = Limits::none();
    for name in ["lits", "norinori", "yajilin"] {
        let kind = Kind::named(name).unwrap();
        let wish = wish(small(name), Some(Difficulty::Hard), Symmetry::None, 1);
        let made = generate(kind, &wish, &limits).unwrap();
        let easy = Wish { difficulty: Some(Difficulty::Easy), ..wish };
        let easy = generate(kind, &easy, &limits).unwrap();
        assert!(made.score > easy.score, "{name}: {} after {}", made.score, easy.score);
        assert_eq!(generate(kind, &wish, &limits).as_ref(), Ok(&made), "{name}");
    }
}

#[test]
fn a_takuzu_with_an_odd_side_is_refused_at_once() {
    let kind = Kind::named("takuzu").unwrap();
    for board in [Board::new(7, 6), Board::new(6, 5)] {
        let made = generate(kind, &wish(board, None, Symmetry::None, 1), &Limits::none());
        assert!(matches!(made, Err(GenerateError::Board(_))), "{made:?}");
    }
}
