//! Galaxies: pieces that grow symmetrically about their dots until the board is full.

use super::{Draft, near, pick};
use crate::{Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// Pieces, each with its dot.
#[derive(Clone)]
pub struct Galaxies {
    board: Board,
    /// By cell: the dot of its piece.
    dot: Vec<Option<usize>>,
}

impl Galaxies {
    /// A random division.
    pub fn first(board: Board, chance: &mut StdRng) -> Galaxies {
        let mut draft = Galaxies { board, dot: vec![None; board.cells()] };
        draft.fill(chance);
        draft
    }

    fn width(&self) -> usize {
        2 * self.board.width - 1
    }

    /// The cell across the dot.
    fn mirror(&self, cell: usize, dot: usize) -> Option<usize> {
        let (row, column) = self.board.place(cell);
        let row = (dot / self.width()).checked_sub(row).filter(|&row| row < self.board.height)?;
        let column =
            (dot % self.width()).checked_sub(column).filter(|&column| column < self.board.width)?;
        Some(self.board.cell(row, column))
    }

    /// The cells that a dot lies on.
    fn under(&self, dot: usize) -> Vec<usize> {
        let (y, x) = (dot / self.width(), dot % self.width());
        let rows = [y / 2, y.div_ceil(2)];
        let mut cells: Vec<usize> = rows
            .iter()
            .flat_map(|&row| [x / 2, x.div_ceil(2)].map(|column| self.board.cell(row, column)))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Grows pieces where there are none.
    fn fill(&mut self, chance: &mut StdRng) {
        loop {
            let free: Vec<usize> =
                (0..self.board.cells()).filter(|&cell| self.dot[cell].is_none()).collect();
            let Some(cell) = pick(&free, chance) else { return };
            let (row, column) = self.board.place(cell);
            let mut dots: Vec<usize> = Vec::new();
            for (y, x) in (0..3).flat_map(|y| (0..3).map(move |x| (y, x))) {
                let (Some(y), Some(x)) =
                    ((2 * row + y).checked_sub(1), (2 * column + x).checked_sub(1))
                else {
                    continue;
                };
                if y < 2 * self.board.height - 1 && x < self.width() {
                    let dot = y * self.width() + x;
                    if self.under(dot).iter().all(|&cell| self.dot[cell].is_none()) {
                        dots.push(dot);
                    }
                }
            }
            let Some(dot) = pick(&dots, chance) else { return };
            let mut piece = self.under(dot);
            piece.iter().for_each(|&cell| self.dot[cell] = Some(dot));
            let size = chance.random_range(3..=12);
            for _ in 0..4 * size {
                if piece.len() >= size {
                    break;
                }
                let Some(cell) = pick(&piece, chance) else { break };
                let beside: Vec<usize> = self
                    .board
                    .neighbours(cell)
                    .filter(|&next| self.dot[next].is_none())
                    .filter(|&next| self.mirror(next, dot).is_some_and(|m| self.dot[m].is_none()))
                    .collect();
                let Some(next) = pick(&beside, chance) else { continue };
                let Some(other) = self.mirror(next, dot) else { continue };
                for cell in [next, other] {
                    if self.dot[cell].is_none() {
                        self.dot[cell] = Some(dot);
                        piece.push(cell);
                    }
                }
            }
        }
    }
}

impl Draft for Galaxies {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("galaxies", self.board);
        let layer = puzzle.layer_mut("dot", Site::Half);
        self.dot.iter().flatten().for_each(|&dot| layer.values[dot] = Value::Number(1));
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let mut changed = self.clone();
        let cell = near(self.board, cells, chance);
        let mut cleared = vec![self.dot[cell]];
        for next in self.board.neighbours(cell) {
            if chance.random_bool(0.5) {
                cleared.push(self.dot[next]);
            }
        }
        for dot in changed.dot.iter_mut().filter(|dot| cleared.contains(dot)) {
            *dot = None;
        }
        changed.fill(chance);
        (changed.dot != self.dot).then(|| Box::new(changed) as Box<dyn Draft>)
    }
}
