//! Hitori: as many black cells as there can be, a Latin square on the others, and numbers on the black ones that occur twice.

use super::{Draft, holds_together, latin_square, near, pick};
use crate::{Board, Puzzle, Site, Value};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Black cells and a number for every cell.
#[derive(Clone)]
pub struct Hitori {
    board: Board,
    black: Vec<bool>,
    number: Vec<i32>,
}

impl Hitori {
    /// Random black cells and numbers.
    pub fn first(board: Board, chance: &mut StdRng) -> Hitori {
        let mut black = vec![false; board.cells()];
        let mut order: Vec<usize> = (0..board.cells()).collect();
        order.shuffle(chance);
        for cell in order {
            black[cell] = board.neighbours(cell).all(|next| !black[next]);
            black[cell] &= holds_together(board, |cell| !black[cell]);
        }
        let side = board.width.max(board.height);
        let square = latin_square(side, chance);
        let number = (0..board.cells()).map(|cell| {
            let (row, column) = board.place(cell);
            square[row * side + column]
        });
        let mut draft = Hitori { board, black, number: number.collect() };
        for cell in (0..board.cells()).filter(|&cell| draft.black[cell]).collect::<Vec<_>>() {
            draft.renumber(cell, chance);
        }
        draft
    }

    /// A black cell takes a number that a white cell of its row or column has.
    fn renumber(&mut self, cell: usize, chance: &mut StdRng) {
        let (row, column) = self.board.place(cell);
        let line = self.board.row(row).into_iter().chain(self.board.column(column));
        let numbers: Vec<i32> =
            line.filter(|&other| !self.black[other]).map(|other| self.number[other]).collect();
        if let Some(number) = pick(&numbers, chance) {
            self.number[cell] = number;
        }
    }
}

impl Draft for Hitori {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("hitori", self.board);
        puzzle.layer_mut("number", Site::Cell).values =
            self.number.iter().map(|&number| Value::Number(number)).collect();
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let around = self.board.neighbours(cell).chain([cell]);
        let black: Vec<usize> = around.filter(|&cell| self.black[cell]).collect();
        let cell = pick(&black, chance)?;
        let mut changed = self.clone();
        changed.renumber(cell, chance);
        (changed.number != self.number).then(|| Box::new(changed) as Box<dyn Draft>)
    }
}
