//! The propagator that follows the black chains during the search.

use super::cuts::Cuts;
use crate::encode::Cells;
use crate::forest::BlackForest;
use crate::{Cell, Puzzle};
use std::sync::Arc;
use zugwerk_logic::{Bit, Model, Propagator};

pub struct ChainPropagator {
    forest: BlackForest,
    /// How many bits were told before the rule's switch, if that is on.
    on_since: Option<usize>,
    told: usize,
    /// By variable: its cell.
    cells: Vec<u32>,
    white: Vec<Cell>,
    cuts: Cuts,
}

impl ChainPropagator {
    /// Follows the rule where `switch` is true; it must be observed along with the cells.
    pub fn new(puzzle: &Arc<Puzzle>, cells: &Cells, switch: Bit) -> ChainPropagator {
        let mut forest = BlackForest::new(puzzle);
        let most = cells.black.iter().map(|bit| bit.index()).max().unwrap_or(0);
        let mut by_variable = vec![0; most + 1];
        for (cell, &bit) in cells.black.iter().enumerate() {
            by_variable[bit.index()] = cell as u32;
            if bit == Bit::TRUE {
                forest.insert(cell, &mut Vec::new());
            }
        }
        ChainPropagator {
            forest,
            on_since: (switch == Bit::TRUE).then_some(0),
            told: 0,
            cells: by_variable,
            white: Vec::new(),
            cuts: Cuts::new(puzzle, cells, switch),
        }
    }
}

impl Propagator for ChainPropagator {
    fn assigned(&mut self, bit: Bit, implied: &mut Vec<Bit>) {
        self.white.clear();
        self.told += 1;
        if bit == self.cuts.switch {
            self.on_since = Some(self.told);
            self.white.extend(self.forest.forced_cells());
        } else {
            self.forest.insert(self.cells[bit.index()] as Cell, &mut self.white);
        }
        if self.on_since.is_some() {
            implied.extend(self.white.iter().map(|&cell| !self.cuts.black[cell]));
        }
    }

    fn retract(&mut self, count: usize) {
        self.told -= count;
        let switched_off = self.cuts.switch != Bit::TRUE && self.on_since > Some(self.told);
        if switched_off {
            self.on_since = None;
        }
        self.forest.remove(count - usize::from(switched_off));
    }

    fn explain(&mut self, bit: Bit, clause: &mut Vec<Bit>) {
        let cell = self.cells[bit.index()] as Cell;
        clause.push(bit);
        let chain = self.forest.chain(cell);
        let reasons = chain.iter().map(|&cell| !self.cuts.black[cell]).chain([!self.cuts.switch]);
        clause.extend(reasons.filter(|&reason| reason != Bit::FALSE));
    }

    fn broken(&mut self, model: &Model) -> Vec<Vec<Bit>> {
        self.cuts.broken(model)
    }
}
