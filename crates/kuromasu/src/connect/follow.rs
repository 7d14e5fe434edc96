//! The propagator that follows the black chains during the search.

use super::cuts::Cuts;
use crate::encode::Cells;
use crate::forest::BlackForest;
use crate::{Cell, Puzzle};
use zugwerk_logic::{Bit, Model, Propagator};

pub struct Follower {
    forest: BlackForest,
    black: Vec<Bit>,
    /// By variable: its cell.
    cells: Vec<Cell>,
    white: Vec<Cell>,
    cuts: Cuts,
}

impl Follower {
    pub fn new(puzzle: &Puzzle, cells: &Cells) -> Follower {
        let mut forest = BlackForest::new(puzzle);
        let most = cells.black.iter().map(|bit| bit.index()).max().unwrap_or(0);
        let mut by_variable = vec![0; most + 1];
        for (cell, &bit) in cells.black.iter().enumerate() {
            by_variable[bit.index()] = cell;
            if bit == Bit::TRUE {
                forest.insert(cell, &mut Vec::new());
            }
        }
        Follower {
            forest,
            black: cells.black.clone(),
            cells: by_variable,
            white: Vec::new(),
            cuts: Cuts::new(puzzle, cells),
        }
    }
}

impl Propagator for Follower {
    fn assigned(&mut self, bit: Bit, implied: &mut Vec<Bit>) {
        self.white.clear();
        self.forest.insert(self.cells[bit.index()], &mut self.white);
        implied.extend(self.white.iter().map(|&cell| !self.black[cell]));
    }

    fn retract(&mut self, count: usize) {
        self.forest.remove(count);
    }

    fn explain(&mut self, bit: Bit, clause: &mut Vec<Bit>) {
        let cell = self.cells[bit.index()];
        clause.push(bit);
        let chain = self.forest.chain(cell);
        clause.extend(chain.iter().map(|&c| !self.black[c]).filter(|&b| b != Bit::FALSE));
    }

    fn broken(&mut self, model: &Model) -> Vec<Vec<Bit>> {
        self.cuts.broken(model)
    }
}
