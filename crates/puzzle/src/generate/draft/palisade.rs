//! Palisade: pieces of one size, all with the number of their borders.

use super::{Draft, holds_together, near, pick};
use crate::{Board, Puzzle, Side, Site, Value};
use rand::rngs::StdRng;

/// Pieces of one size.
#[derive(Clone)]
pub struct Palisade {
    board: Board,
    size: usize,
    piece: Vec<usize>,
}

impl Palisade {
    /// Strips along a winding way through the board, cut anew here and there.
    pub fn first(board: Board, chance: &mut StdRng) -> Result<Option<Palisade>, String> {
        let fits = |size: &usize| board.cells().is_multiple_of(*size) && *size < board.cells();
        let Some(size) = [5, 6, 4, 7, 8, 3].into_iter().find(fits) else {
            return Err(format!(
                "the cells of {}x{} cannot be divided into pieces of 3 to 8",
                board.width, board.height
            ));
        };
        let mut piece = vec![0; board.cells()];
        for (at, row) in (0..board.height).map(|row| (row * board.width, row)) {
            for column in 0..board.width {
                let along = if row % 2 == 0 { column } else { board.width - 1 - column };
                piece[board.cell(row, along)] = (at + column) / size;
            }
        }
        let mut draft = Palisade { board, size, piece };
        for _ in 0..4 * board.cells() {
            let all: Vec<usize> = (0..board.cells()).collect();
            draft.cut_anew(&all, chance);
        }
        Ok(Some(draft))
    }

    /// Two neighbouring pieces are put together and cut in another way.
    fn cut_anew(&mut self, cells: &[usize], chance: &mut StdRng) -> bool {
        let cell = near(self.board, cells, chance);
        let mine = self.piece[cell];
        let beside: Vec<usize> = (0..self.board.cells())
            .filter(|&other| self.piece[other] == mine)
            .flat_map(|other| self.board.neighbours(other))
            .map(|next| self.piece[next])
            .filter(|&other| other != mine)
            .collect();
        let Some(other) = pick(&beside, chance) else { return false };
        let both: Vec<usize> = (0..self.board.cells())
            .filter(|&cell| self.piece[cell] == mine || self.piece[cell] == other)
            .collect();
        let Some(start) = pick(&both, chance) else { return false };
        let mut part = vec![start];
        while part.len() < self.size {
            let next: Vec<usize> = part
                .iter()
                .flat_map(|&cell| self.board.neighbours(cell))
                .filter(|next| both.contains(next) && !part.contains(next))
                .collect();
            let Some(next) = pick(&next, chance) else { return false };
            part.push(next);
        }
        if !holds_together(self.board, |cell| both.contains(&cell) && !part.contains(&cell)) {
            return false;
        }
        let before = self.piece.clone();
        for &cell in &both {
            self.piece[cell] = if part.contains(&cell) { mine } else { other };
        }
        self.piece != before
    }
}

impl Draft for Palisade {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("palisade", self.board);
        puzzle.parameters.insert("size".to_string(), self.size as i32);
        let layer = puzzle.layer_mut("clue", Site::Cell);
        for cell in 0..self.board.cells() {
            let borders = Side::ALL.iter().filter(|&&side| {
                let next = self.board.beside(cell, side);
                next.is_none_or(|next| self.piece[next] != self.piece[cell])
            });
            layer.values[cell] = Value::Number(borders.count() as i32);
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let mut changed = self.clone();
        changed.cut_anew(cells, chance).then(|| Box::new(changed) as Box<dyn Draft>)
    }
}
