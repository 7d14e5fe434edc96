//! Rule 4, all white cells are connected: four ways to tell it to a solver.

mod chain_propagator;
mod cuts;
mod steps;
mod trees;

pub use cuts::separates;

use crate::Puzzle;
use crate::encode::{CONNECTED, Cells};
use crate::forest::splits_line;
use chain_propagator::ChainPropagator;
use cuts::Cuts;
use std::sync::Arc;
use zugwerk_logic::{Bit, Constraints, Encoder, Law, Limits, Solver, Stop};

/// How a solver learns that white cells must be connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// A propagator watches the chains of black cells during the search and forbids loops. A back end
    /// that cannot be followed gets cuts instead.
    #[default]
    Follow,
    /// Solve without the rule; for every part that is cut off add a clause; repeat.
    Cuts,
    /// Clauses which say that black cells form trees.
    Trees,
    /// Clauses for "reachable in k steps", for small boards: the size grows with the square of the
    /// number of cells.
    Steps,
}

impl Connectivity {
    /// All of them, for comparisons.
    pub const ALL: [Connectivity; 4] =
        [Connectivity::Follow, Connectivity::Cuts, Connectivity::Trees, Connectivity::Steps];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Connectivity::Follow => "follow",
            Connectivity::Cuts => "cuts",
            Connectivity::Trees => "trees",
            Connectivity::Steps => "steps",
        }
    }

    /// Whether clauses alone state the whole rule.
    pub fn is_clauses(self) -> bool {
        matches!(self, Connectivity::Trees | Connectivity::Steps)
    }

    /// States what can be stated in clauses.
    pub(crate) fn encode(
        self,
        encoder: &mut Encoder,
        puzzle: &Puzzle,
        cells: &Cells,
        limits: &Limits,
    ) -> Result<(), Stop> {
        encoder.law(Law::new(CONNECTED));
        for cell in (0..puzzle.cells()).filter(|&cell| splits_line(puzzle, cell)) {
            encoder.hold(cells.white(cell));
        }
        match self {
            Connectivity::Follow | Connectivity::Cuts => Ok(()),
            Connectivity::Trees => trees::encode(encoder, puzzle, cells, limits),
            Connectivity::Steps => steps::encode(encoder, puzzle, cells, limits),
        }
    }

    /// Attaches what cannot. The rule counts only where `switch` is true.
    pub(crate) fn attach(
        self,
        solver: &mut Solver,
        puzzle: &Arc<Puzzle>,
        cells: &Cells,
        switch: Bit,
    ) {
        match self {
            Connectivity::Follow => {
                let observed: Vec<Bit> = cells.black.iter().copied().chain([switch]).collect();
                solver.attach(Box::new(ChainPropagator::new(puzzle, cells, switch)), &observed);
            }
            Connectivity::Cuts => solver.attach(Box::new(Cuts::new(puzzle, cells, switch)), &[]),
            Connectivity::Trees | Connectivity::Steps => {}
        }
    }
}
