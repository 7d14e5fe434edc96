//! Shikaku: a board cut into rectangles, each with its number somewhere.

use super::{Draft, near, pick};
use crate::{Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// Rectangles, each a list of cells of which the first has the number.
#[derive(Clone)]
pub struct Shikaku {
    board: Board,
    pieces: Vec<Vec<usize>>,
}

/// The largest rectangle.
const LARGEST: usize = 10;

impl Shikaku {
    /// A random cut.
    pub fn first(board: Board, chance: &mut StdRng) -> Shikaku {
        let mut taken = vec![false; board.cells()];
        let mut pieces = Vec::new();
        for cell in 0..board.cells() {
            if taken[cell] {
                continue;
            }
            let mut ways: Vec<(usize, usize)> = Vec::new();
            for (height, width) in
                (1..=5).flat_map(|height| (1..=5).map(move |width| (height, width)))
            {
                let free = |cells: &[usize]| cells.iter().all(|&cell| !taken[cell]);
                if height * width <= LARGEST
                    && rectangle(board, cell, height, width).is_some_and(|cells| free(&cells))
                {
                    ways.push((height, width));
                }
            }
            // Single cells only where nothing else fits.
            let larger: Vec<(usize, usize)> =
                ways.iter().copied().filter(|way| *way != (1, 1)).collect();
            let (height, width) = pick(&larger, chance).unwrap_or((1, 1));
            let cells = rectangle(board, cell, height, width).unwrap_or(vec![cell]);
            cells.iter().for_each(|&cell| taken[cell] = true);
            pieces.push(cells);
        }
        let mut draft = Shikaku { board, pieces };
        for piece in 0..draft.pieces.len() {
            draft.renumber(piece, chance);
        }
        draft
    }

    fn renumber(&mut self, piece: usize, chance: &mut StdRng) {
        let at = chance.random_range(0..self.pieces[piece].len());
        self.pieces[piece].swap(0, at);
    }
}

/// The cells of the rectangle with this upper left cell.
fn rectangle(board: Board, cell: usize, height: usize, width: usize) -> Option<Vec<usize>> {
    let steps = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    steps.map(|(row, column)| board.offset(cell, row as isize, column as isize)).collect()
}

impl Draft for Shikaku {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("shikaku", self.board);
        let layer = puzzle.layer_mut("clue", Site::Cell);
        for piece in &self.pieces {
            layer.values[piece[0]] = Value::Number(piece.len() as i32);
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        let piece = self.pieces.iter().position(|piece| piece.contains(&cell))?;
        if chance.random_bool(0.8) || self.pieces[piece].len() < 4 {
            changed.renumber(piece, chance);
            return Some(Box::new(changed));
        }
        // Cut in two.
        let mut cells = changed.pieces.swap_remove(piece);
        cells.sort_unstable();
        let ((top, left), (bottom, right)) =
            (self.board.place(cells[0]), self.board.place(cells[cells.len() - 1]));
        let is_tall = bottom - top >= right - left;
        let (from, to) = if is_tall { (top + 1, bottom) } else { (left + 1, right) };
        let middle = chance.random_range(from..=to);
        let (first, second) = cells.into_iter().partition(|&cell| {
            let (row, column) = self.board.place(cell);
            (if is_tall { row } else { column }) < middle
        });
        for piece in [first, second] {
            changed.pieces.push(piece);
            changed.renumber(changed.pieces.len() - 1, chance);
        }
        Some(Box::new(changed))
    }
}
