//! Random loops: the outline of squares that hold together and enclose nothing.

use crate::{Board, Side};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Squares whose outline is one loop.
#[derive(Clone)]
pub struct Outline {
    /// The board of the squares.
    pub board: Board,
    inside: Vec<bool>,
}

impl Outline {
    /// Squares that are taken in one after the other, rather where they lie beside few others, so that the loop winds.
    pub fn random(board: Board, chance: &mut StdRng) -> Outline {
        let mut outline = Outline { board, inside: vec![false; board.cells()] };
        outline.inside[chance.random_range(0..board.cells())] = true;
        let mut order: Vec<usize> = (0..board.cells()).collect();
        for round in 0..6 {
            order.shuffle(chance);
            for &cell in &order {
                let beside = board.neighbours(cell).filter(|&next| outline.inside[next]).count();
                let wanted = beside == 1 || (round == 5 && beside > 0 && chance.random_bool(0.3));
                if wanted && !outline.inside[cell] {
                    outline.flip(cell);
                }
            }
        }
        outline
    }

    /// Takes a square in or out where the outline stays one loop; otherwise nothing happens.
    pub fn flip(&mut self, cell: usize) -> bool {
        if !self.is_simple(cell) {
            return false;
        }
        self.inside[cell] = !self.inside[cell];
        if self.inside.contains(&true) {
            return true;
        }
        self.inside[cell] = true;
        false
    }

    /// Around the square there is one stretch of squares inside, and it lies beside it: then neither the inside nor the
    /// outside is torn or joined.
    fn is_simple(&self, cell: usize) -> bool {
        let ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
        let is_in = |&(rows, columns): &(isize, isize)| {
            self.board.offset(cell, rows, columns).is_some_and(|next| self.inside[next])
        };
        let around: Vec<bool> = ring.iter().map(is_in).collect();
        let changes = (0..8).filter(|&at| around[at] != around[(at + 1) % 8]).count();
        let beside = [1, 3, 5, 7].iter().filter(|&&at| around[at]).count();
        changes == 2 && (1..=3).contains(&beside)
    }

    /// The edges between inside and outside.
    pub fn edges(&self) -> Vec<usize> {
        let mut edges = Vec::new();
        for cell in (0..self.board.cells()).filter(|&cell| self.inside[cell]) {
            for side in Side::ALL {
                if self.board.beside(cell, side).is_none_or(|next| !self.inside[next]) {
                    edges.push(self.board.edge(cell, side));
                }
            }
        }
        edges
    }
}
