//! The rulebook of the documents describes the puzzle that it should: all ways to place its ships say the same.

use zugwerk_logic::Limits;
use zugwerk_puzzle::{Board, Explainer, Kind, Next, Puzzle, Search, read};

const RULES: &str = include_str!("../../../docs/rulebooks/lighthouses.rules");
const BOARD: &str = include_str!("../../../docs/rulebooks/lighthouses.txt");

/// All ways to place ships on the cells from `from` on that do not touch.
fn fleets(board: Board, from: usize, ships: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    let Some(cell) = (from..board.cells()).next() else { return visit(ships) };
    fleets(board, cell + 1, ships, visit);
    if !board.around(cell).any(|near| ships.contains(&near)) {
        ships.push(cell);
        fleets(board, cell + 1, ships, visit);
        ships.pop();
    }
}

/// Whether ships that do not touch keep the other rules.
fn keeps_the_rules(puzzle: &Puzzle, ships: &[usize]) -> bool {
    let board = puzzle.board;
    let in_light = |house: usize, ship: usize| {
        let (a, b) = (board.place(house), board.place(ship));
        a.0 == b.0 || a.1 == b.1
    };
    let houses: Vec<usize> =
        (0..board.cells()).filter(|&cell| puzzle.number("clue", cell).is_some()).collect();
    let right = |&house: &usize| {
        let seen = ships.iter().filter(|&&ship| in_light(house, ship)).count();
        let far = board.around(house).chain([house]).all(|cell| !ships.contains(&cell));
        far && puzzle.number("clue", house) == Some(seen as i32)
    };
    houses.iter().all(right)
        && ships.iter().all(|&ship| houses.iter().any(|&house| in_light(house, ship)))
}

#[test]
fn lighthouses_have_the_solutions_that_all_fleets_show() {
    let kind = Kind::parse(RULES).unwrap();
    let puzzle = read(BOARD, Some(&kind)).unwrap().puzzle;
    let mut expected = Vec::new();
    fleets(puzzle.board, 0, &mut Vec::new(), &mut |ships| {
        if keeps_the_rules(&puzzle, ships) {
            expected.push(ships.to_vec());
        }
    });
    let limits = Limits::none();
    let mut search = Search::new(&kind, &puzzle, None, true, &limits).unwrap();
    let mut found = Vec::new();
    while let Next::Solution(answer) = search.next(&limits) {
        let is_ship = |cell: &usize| answer.number("ship", *cell) == Some(1);
        found.push((0..puzzle.board.cells()).filter(is_ship).collect::<Vec<_>>());
    }
    assert_eq!(found, expected);
    assert_eq!(found.len(), 1);
    assert!(search.certificate().is_some_and(|certificate| certificate.valid));
    let mut explainer = Explainer::new(&kind, &puzzle, None, &limits).unwrap();
    while let Ok(step) = explainer.next(&limits).unwrap() {
        assert!(!explainer.words(&step).is_empty());
    }
    assert_eq!(explainer.answer().number("ship", found[0][0]), Some(1));
}
