//! Yajilin: a random loop; of the cells beside it some are shaded, and the others have arrows.

use super::{Draft, near, pick};
use crate::generate::outline::Outline;
use crate::{Board, Puzzle, Side, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// A loop, shaded cells and arrows.
#[derive(Clone)]
pub struct Yajilin {
    board: Board,
    outline: Outline,
    /// By cell off the loop: the direction of its arrow; none for a shaded cell or one on the loop.
    arrow: Vec<Option<usize>>,
    black: Vec<bool>,
}

impl Yajilin {
    /// A random loop.
    pub fn first(board: Board, chance: &mut StdRng) -> Option<Yajilin> {
        if board.width < 3 || board.height < 3 {
            return None;
        }
        let outline = Outline::random(Board::new(board.width - 1, board.height - 1), chance);
        let (arrow, black) = (vec![None; board.cells()], vec![false; board.cells()]);
        let mut draft = Yajilin { board, outline, arrow, black };
        draft.settle(chance);
        Some(draft)
    }

    /// The loop goes through the cells: they are the corners of the outline's squares.
    fn on_loop(&self) -> Vec<bool> {
        let mut on_loop = vec![false; self.board.cells()];
        for edge in self.outline.edges() {
            let (a, b) = self.outline.board.edge_ends(edge);
            on_loop[a] = true;
            on_loop[b] = true;
        }
        on_loop
    }

    /// Whatever is off the loop is shaded where it can be, or else has an arrow.
    fn settle(&mut self, chance: &mut StdRng) {
        let on_loop = self.on_loop();
        for (cell, on_loop) in on_loop.into_iter().enumerate() {
            if on_loop {
                self.black[cell] = false;
                self.arrow[cell] = None;
            } else if !self.black[cell] && self.arrow[cell].is_none() {
                let touches = self.board.neighbours(cell).any(|next| self.black[next]);
                if touches || chance.random_bool(0.3) {
                    self.arrow[cell] = Some(chance.random_range(0..4));
                } else {
                    self.black[cell] = true;
                }
            }
        }
    }
}

impl Draft for Yajilin {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("yajilin", self.board);
        for (cell, &arrow) in self.arrow.iter().enumerate() {
            let Some(arrow) = arrow else { continue };
            let count = self.board.ray(cell, Side::ALL[arrow]).filter(|&c| self.black[c]).count();
            puzzle.layer_mut("arrow", Site::Cell).values[cell] = Value::Number(arrow as i32 + 1);
            puzzle.layer_mut("clue", Site::Cell).values[cell] = Value::Number(count as i32);
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        let arrows: Vec<usize> =
            (0..self.board.cells()).filter(|&cell| self.arrow[cell].is_some()).collect();
        match chance.random_range(0..5) {
            0 if !arrows.is_empty() => {
                let at = pick(&arrows, chance)?;
                changed.arrow[at] = Some(chance.random_range(0..4));
            }
            1 if self.black[cell] => {
                changed.black[cell] = false;
                changed.arrow[cell] = Some(chance.random_range(0..4));
            }
            2 if self.arrow[cell].is_some() => {
                if self.board.neighbours(cell).any(|next| self.black[next]) {
                    return None;
                }
                changed.arrow[cell] = None;
                changed.black[cell] = true;
            }
            _ => {
                // The loop takes in or leaves out a square beside the cell.
                let (row, column) = self.board.place(cell);
                let row = row.saturating_sub(usize::from(chance.random_bool(0.5)));
                let column = column.saturating_sub(usize::from(chance.random_bool(0.5)));
                let squares = self.outline.board;
                if row >= squares.height || column >= squares.width {
                    return None;
                }
                if !changed.outline.flip(squares.cell(row, column)) {
                    return None;
                }
                changed.settle(chance);
            }
        }
        Some(Box::new(changed))
    }
}
