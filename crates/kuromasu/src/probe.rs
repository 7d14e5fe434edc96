//! One step beyond plain deduction: give an open cell a colour, deduce, and if that leads to a
//! contradiction the cell has the other colour.

use crate::deduce::{Colour, Contradiction, Deduction};
use crate::{Cell, Puzzle};

/// How far reasoning gets without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Single rules are enough, one after the other.
    Easy,
    /// Now and then one has to see that a colour leads to a contradiction.
    Medium,
    /// That is not enough either.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// The least kind of reasoning that fills the board or finds a contradiction; hard when neither does.
pub fn difficulty(puzzle: &Puzzle) -> Difficulty {
    let deduction = Deduction::new(puzzle).and_then(|mut deduction| {
        deduction.run()?;
        Ok(deduction)
    });
    match deduction {
        Err(Contradiction) => Difficulty::Easy,
        Ok(deduction) if deduction.is_complete() => Difficulty::Easy,
        Ok(mut deduction) => match deduction.probe_until_stuck() {
            Err(Contradiction) => Difficulty::Medium,
            Ok(()) if deduction.is_complete() => Difficulty::Medium,
            Ok(()) => Difficulty::Hard,
        },
    }
}

/// A colour that a cell cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refuted {
    pub cell: Cell,
    pub colour: Colour,
    /// How many cells were filled in before the contradiction showed.
    pub effort: usize,
}

impl Deduction<'_> {
    /// Whether every cell has a colour.
    pub(crate) fn is_complete(&self) -> bool {
        !self.colours.contains(&Colour::Open)
    }

    /// Tries both colours in the cell; the first that plain deduction refutes.
    fn probe(&self, cell: Cell) -> Option<Refuted> {
        for colour in [Colour::Black, Colour::White] {
            let mut trial = self.clone();
            let open = |d: &Deduction| d.colours.iter().filter(|&&c| c == Colour::Open).count();
            if trial.set(cell, colour).and_then(|()| trial.run()).is_err() {
                return Some(Refuted { cell, colour, effort: open(self) - open(&trial) });
            }
        }
        None
    }

    /// All cells that probing decides now, the simplest contradiction first.
    pub(crate) fn probe_all(&self) -> Vec<Refuted> {
        let open = (0..self.colours.len()).filter(|&cell| self.colours[cell] == Colour::Open);
        let mut refuted: Vec<Refuted> = open.filter_map(|cell| self.probe(cell)).collect();
        refuted.sort_by_key(|refuted| refuted.effort);
        refuted
    }

    /// Probes and deduces until nothing new comes up.
    pub(crate) fn probe_until_stuck(&mut self) -> Result<(), Contradiction> {
        let cells = self.colours.len();
        let (mut cell, mut idle) = (0, 0);
        while idle < cells {
            idle += 1;
            if self.colours[cell] == Colour::Open
                && let Some(refuted) = self.probe(cell)
            {
                self.set(cell, refuted.colour.other())?;
                self.run()?;
                idle = 0;
            }
            cell = (cell + 1) % cells;
        }
        Ok(())
    }
}
