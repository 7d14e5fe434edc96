//! The propagator that follows the black chains during the search.

use super::cuts::Cuts;
use crate::encode::Cells;
use crate::forest::BlackForest;
use crate::{Cell, Puzzle};
use zugwerk_logic::{Bit, Model, Propagator};

pub struct Follower {
    forest: BlackForest,
    /// The rule counts only where this bit is true.
    switch: Bit,
    /// How many bits were told before the switch, if it is on.
    on_since: Option<usize>,
    told: usize,
    black: Vec<Bit>,
    /// By variable: its cell.
    cells: Vec<Cell>,
    white: Vec<Cell>,
    cuts: Cuts,
}

impl Follower {
    /// Follows the rule where `switch` is true; it must be observed along with the cells.
    pub fn new(puzzle: &Puzzle, cells: &Cells, switch: Bit) -> Follower {
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
            switch,
            on_since: (switch == Bit::TRUE).then_some(0),
            told: 0,
            black: cells.black.clone(),
            cells: by_variable,
            white: Vec::new(),
            cuts: Cuts::new(puzzle, cells, switch),
        }
    }
}

impl Propagator for Follower {
    fn assigned(&mut self, bit: Bit, implied: &mut Vec<Bit>) {
        self.white.clear();
        self.told += 1;
        if bit == self.switch {
            self.on_since = Some(self.told);
            self.white.extend(self.forest.forced_cells());
        } else {
            self.forest.insert(self.cells[bit.index()], &mut self.white);
        }
        if self.on_since.is_some() {
            implied.extend(self.white.iter().map(|&cell| !self.black[cell]));
        }
    }

    fn retract(&mut self, count: usize) {
        self.told -= count;
        let switched_off = self.switch != Bit::TRUE && self.on_since > Some(self.told);
        if switched_off {
            self.on_since = None;
        }
        self.forest.remove(count - usize::from(switched_off));
    }

    fn explain(&mut self, bit: Bit, clause: &mut Vec<Bit>) {
        let cell = self.cells[bit.index()];
        clause.push(bit);
        let chain = self.forest.chain(cell);
        let reasons = chain.iter().map(|&cell| !self.black[cell]).chain([!self.switch]);
        clause.extend(reasons.filter(|&reason| reason != Bit::FALSE));
    }

    fn broken(&mut self, model: &Model) -> Vec<Vec<Bit>> {
        self.cuts.broken(model)
    }
}
