//! One step beyond plain deduction: give an open cell a colour, deduce, and if that leads to a
//! contradiction the cell has the other colour.

mod chain;

pub use chain::{By, Chain, Link};

use crate::deduce::{Colour, Contradiction, Deduction, Why};
use crate::named::Rule;
use crate::{Cell, Puzzle};
use std::sync::Arc;
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::Difficulty;

/// The longest chain within another, how many cells it may fill on its way, how many of them are tried, and the longest
/// chain with others in it.
const SHORT: usize = 6;
const WIDE: u32 = 24;
const MANY: usize = 30;
const LONGEST: usize = 80;

/// The least kind of reasoning that fills the board or finds a contradiction; hard when neither does.
pub fn difficulty(puzzle: &Puzzle) -> Difficulty {
    difficulty_within(puzzle, &Limits::none()).unwrap_or(Difficulty::Hard)
}

/// The same, unless a limit comes first.
pub(crate) fn difficulty_within(puzzle: &Puzzle, limits: &Limits) -> Result<Difficulty, Stop> {
    let Ok(mut deduction) = Deduction::new(puzzle) else { return Ok(Difficulty::Easy) };
    match deduction.run_within(limits)? {
        Err(Contradiction) => Ok(Difficulty::Easy),
        Ok(()) if deduction.is_complete() => Ok(Difficulty::Easy),
        Ok(()) => Ok(match deduction.probe_until_stuck(limits)? {
            Err(Contradiction) => Difficulty::Medium,
            Ok(()) if deduction.is_complete() => Difficulty::Medium,
            Ok(()) => Difficulty::Hard,
        }),
    }
}

impl<'a> Deduction<'a> {
    /// The rules by which plain deduction sees that there is no solution, if it does.
    pub(crate) fn refuted_by(puzzle: &'a Puzzle) -> Option<Vec<Rule>> {
        let mut deduction = Deduction::start(puzzle);
        let outcome = deduction.look_at_board().and_then(|()| deduction.run());
        outcome.is_err().then(|| deduction.chain(0).rules)
    }

    /// Whether every cell has a colour.
    pub(crate) fn is_complete(&self) -> bool {
        !self.colours.contains(&Colour::Open)
    }

    /// The board on which a cell has a colour and what follows, until this many cells are filled; and whether that is a
    /// contradiction.
    fn supposing(
        &self,
        cell: Cell,
        colour: Colour,
        most: u32,
    ) -> (Self, Result<(), Contradiction>) {
        let mut trial = self.clone();
        trial.most = self.filled.saturating_add(most);
        let outcome = trial.set(cell, colour).and_then(|()| trial.run());
        trial.most = u32::MAX;
        (trial, outcome)
    }

    /// The chain by which plain deduction refutes a colour, if it does.
    pub(crate) fn refutation(&self, cell: Cell, colour: Colour) -> Option<Chain> {
        let (trial, outcome) = self.supposing(cell, colour, u32::MAX);
        outcome.is_err().then(|| trial.chain(self.filled))
    }

    /// The same where colours of other cells may be supposed and refuted on the way, each by a short chain; none where the
    /// whole is longer than a person would follow.
    pub(crate) fn deep_refutation(
        &self,
        cell: Cell,
        colour: Colour,
        limits: &Limits,
    ) -> Result<Option<Chain>, Stop> {
        let (mut trial, outcome) = self.supposing(cell, colour, u32::MAX);
        if outcome.is_err() {
            return Ok(Some(trial.chain(self.filled)));
        }
        let mut looked_at = self.filled;
        while looked_at < trial.filled {
            let near = trial.open_near(looked_at);
            looked_at = trial.filled;
            for (cell, colour) in
                near.into_iter().flat_map(|cell| [(cell, Colour::Black), (cell, Colour::White)])
            {
                limits.check()?;
                if trial.colours[cell] != Colour::Open {
                    continue;
                }
                let (failed, outcome) = trial.supposing(cell, colour, WIDE);
                if outcome.is_ok() {
                    continue;
                }
                let chain = failed.chain(trial.filled);
                if chain.length() > SHORT {
                    continue;
                }
                trial.refuted.push(Arc::new(chain));
                let why = Why::Refuted(trial.refuted.len() as u32 - 1);
                let filled = trial.fill(cell, colour.other(), why);
                if filled.and_then(|()| trial.run()).is_err() {
                    let chain = trial.chain(self.filled);
                    return Ok((chain.length() <= LONGEST).then_some(chain));
                }
                if trial.refuted.len() > MANY {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// The open cells near those that have a colour since a time.
    fn open_near(&self, since: u32) -> Vec<Cell> {
        /// Rows and columns.
        const NEAR: usize = 1;
        let (height, width) = (self.puzzle.height(), self.puzzle.width());
        let mut is_near = vec![false; self.colours.len()];
        for cell in 0..self.colours.len() {
            if self.colours[cell] == Colour::Open || self.reasons[cell].1 < since {
                continue;
            }
            let (row, column) = (cell / width, cell % width);
            for row in row.saturating_sub(NEAR)..height.min(row + NEAR + 1) {
                for column in column.saturating_sub(NEAR)..width.min(column + NEAR + 1) {
                    is_near[row * width + column] = true;
                }
            }
        }
        let is_open = |&cell: &Cell| is_near[cell] && self.colours[cell] == Colour::Open;
        (0..self.colours.len()).filter(is_open).collect()
    }

    /// Probes and deduces until nothing new comes up.
    fn probe_until_stuck(&mut self, limits: &Limits) -> Result<Result<(), Contradiction>, Stop> {
        let cells = self.colours.len();
        let (mut cell, mut idle) = (0, 0);
        while idle < cells {
            idle += 1;
            if self.colours[cell] == Colour::Open {
                if let Some(stop) = limits.reached() {
                    return Err(stop);
                }
                let is_refuted =
                    |colour: &Colour| self.supposing(cell, *colour, u32::MAX).1.is_err();
                if let Some(refuted) = [Colour::Black, Colour::White].into_iter().find(is_refuted) {
                    if self.set(cell, refuted.other()).and_then(|()| self.run()).is_err() {
                        return Ok(Err(Contradiction));
                    }
                    idle = 0;
                }
            }
            cell = (cell + 1) % cells;
        }
        Ok(Ok(()))
    }
}
