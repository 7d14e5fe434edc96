//! Puzzles that are made together with their solution: rooms, trees, pieces and numbers that lie where the solution wants them.
//!
//! A draft is a puzzle with a solution in mind. Where it has others too, it is changed a little near the places that are not
//! settled, again and again, until it has none.

mod dominoes;
mod galaxies;
mod hashi;
mod hitori;
mod kakuro;
mod keen;
mod masyu;
mod nonogram;
mod nurikabe;
mod palisade;
pub mod rooms;
mod shikaku;
mod stars;
mod sums;
mod tents;
pub mod tetrominoes;
mod yajilin;

use super::{GenerateError, Wish};
use crate::{Board, Puzzle};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use zugwerk_logic::Limits;

/// A puzzle with a solution in mind.
pub trait Draft {
    /// The puzzle.
    fn puzzle(&self) -> Puzzle;

    /// The cells where at most `others` other solutions differ, where the draft itself can tell.
    fn loose(&self, _others: usize) -> Option<Vec<usize>> {
        None
    }

    /// The same with a small change near one of these cells, which are not settled; none where the change came to nothing.
    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>>;
}

/// Whether puzzles of the kind are made by drafts.
pub fn suits(kind: &str) -> bool {
    const KINDS: [&str; 16] = [
        "dominosa",
        "galaxies",
        "hashi",
        "hitori",
        "kakuro",
        "keen",
        "lits",
        "masyu",
        "nonogram",
        "norinori",
        "nurikabe",
        "palisade",
        "shikaku",
        "starbattle",
        "tents",
        "yajilin",
    ];
    KINDS.contains(&kind)
}

/// Whether an easy puzzle of the kind grows room by room.
pub fn grows(kind: &str) -> bool {
    matches!(kind, "lits" | "norinori")
}

/// Whether a draft is judged by how far single laws lead, and not by its other solutions.
pub fn is_followed(kind: &str) -> bool {
    matches!(kind, "lits" | "norinori" | "yajilin")
}

/// The clues of a draft that can be taken away again: all clues lie where they can.
pub fn spare(kind: &str) -> Option<&'static str> {
    match kind {
        "masyu" => Some("pearl"),
        "palisade" => Some("clue"),
        _ => None,
    }
}

/// The fewest cells that a board of the kind with a solution has.
pub fn least_cells(kind: &str) -> usize {
    match kind {
        "lits" | "masyu" | "slitherlink" => 4,
        "norinori" | "hashi" => 2,
        _ => 1,
    }
}

/// Whether a draft of the kind can be symmetric: its walls, or clues that can stand in every cell.
pub fn turns(kind: &str) -> bool {
    matches!(kind, "kakuro" | "palisade")
}

/// A first draft; none where chance was against it, an error where the board does not suit the kind.
pub fn first(
    kind: &str,
    wish: &Wish<'_>,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Box<dyn Draft>>, GenerateError> {
    let board = wish.board;
    fn boxed<D: Draft + 'static>(draft: Option<D>) -> Option<Box<dyn Draft>> {
        draft.map(|draft| Box::new(draft) as Box<dyn Draft>)
    }
    Ok(match kind {
        "dominosa" => {
            boxed(dominoes::Dominoes::first(board, chance).map_err(GenerateError::Board)?)
        }
        "galaxies" => boxed(Some(galaxies::Galaxies::first(board, chance))),
        "hashi" => boxed(hashi::Hashi::first(board, chance)),
        "hitori" => boxed(Some(hitori::Hitori::first(board, chance))),
        "kakuro" => boxed(kakuro::Kakuro::first(wish, chance, limits)?),
        "keen" => boxed(Some(keen::Keen::first(
            square(kind, board).map_err(GenerateError::Board)?,
            chance,
        ))),
        "masyu" => boxed(masyu::Masyu::first(board, chance)),
        "nonogram" => boxed(Some(nonogram::Nonogram::first(board, chance))),
        "palisade" => {
            boxed(palisade::Palisade::first(board, chance).map_err(GenerateError::Board)?)
        }
        "nurikabe" => boxed(nurikabe::Nurikabe::first(board, chance, limits)?),
        "shikaku" => boxed(Some(shikaku::Shikaku::first(board, chance))),
        "lits" | "norinori" | "starbattle" => {
            boxed(rooms::Rooms::first(kind, board, chance).map_err(GenerateError::Board)?)
        }
        "tents" => boxed(tents::Tents::first(board, chance)),
        _ => boxed(yajilin::Yajilin::first(board, chance)),
    })
}

fn square(kind: &str, board: Board) -> Result<Board, String> {
    let Board { width, height } = board;
    (width == height)
        .then_some(board)
        .ok_or_else(|| format!("a {kind} of {width}x{height} is no square; a square is expected"))
}

/// Numbers from 1 on, none twice in a row or column: shuffled, and then pairs of rows exchange some of their numbers.
fn latin_square(side: usize, chance: &mut StdRng) -> Vec<i32> {
    let mut shuffled = || {
        let mut numbers: Vec<usize> = (0..side).collect();
        numbers.shuffle(chance);
        numbers
    };
    let (rows, columns, names) = (shuffled(), shuffled(), shuffled());
    let mut square: Vec<usize> = (0..side * side)
        .map(|cell| names[(rows[cell / side] + columns[cell % side]) % side])
        .collect();
    for round in 0..4 * side * side {
        let (first, second) = (chance.random_range(0..side), chance.random_range(0..side));
        let start = chance.random_range(0..side);
        // In every other round columns are rows.
        let at = |row: usize, column: usize| match round % 2 {
            0 => row * side + column,
            _ => column * side + row,
        };
        if first == second {
            continue;
        }
        let mut column = start;
        loop {
            square.swap(at(first, column), at(second, column));
            let twice = (0..side).find(|&other| {
                other != column && square[at(first, other)] == square[at(first, column)]
            });
            match twice {
                Some(other) => column = other,
                None => break,
            }
        }
    }
    square.into_iter().map(|number| number as i32 + 1).collect()
}

/// One of them.
fn pick<T: Copy>(from: &[T], chance: &mut StdRng) -> Option<T> {
    (!from.is_empty()).then(|| from[chance.random_range(0..from.len())])
}

/// A cell at or beside one of these, or any.
fn near(board: Board, cells: &[usize], chance: &mut StdRng) -> usize {
    let Some(cell) = pick(cells, chance) else { return chance.random_range(0..board.cells()) };
    let mut around: Vec<usize> = board.neighbours(cell).collect();
    around.extend([cell, cell, cell]);
    pick(&around, chance).unwrap_or(cell)
}

/// Whether the cells that are in form one part, or none.
pub fn holds_together(board: Board, is_in: impl Fn(usize) -> bool) -> bool {
    let Some(first) = (0..board.cells()).find(|&cell| is_in(cell)) else { return true };
    let reached = part(board, first, &is_in);
    reached.len() == (0..board.cells()).filter(|&cell| is_in(cell)).count()
}

/// The connected part of `first`.
pub fn part(board: Board, first: usize, is_in: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut seen = vec![false; board.cells()];
    seen[first] = true;
    let mut cells = vec![first];
    let mut at = 0;
    while at < cells.len() {
        for next in board.neighbours(cells[at]) {
            if !seen[next] && is_in(next) {
                seen[next] = true;
                cells.push(next);
            }
        }
        at += 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;
    use rand::SeedableRng;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use zugwerk_logic::Stop;

    #[test]
    fn drafts_that_take_long_on_large_boards_look_at_the_limits() {
        let limits = Limits::none().with_flag(Arc::new(AtomicBool::new(true)));
        let wish = Wish {
            board: Board::new(8, 8),
            difficulty: None,
            symmetry: Symmetry::None,
            layout: None,
            seed: 1,
        };
        for kind in ["kakuro", "nurikabe"] {
            let made = first(kind, &wish, &mut StdRng::seed_from_u64(1), &limits);
            assert_eq!(made.err(), Some(GenerateError::Limit(Stop::Interrupted)), "{kind}");
        }
    }
}
