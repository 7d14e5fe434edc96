//! The same laws once more without switches, where what is known is settled for good: suppositions are tried here first,
//! which is much faster, and only those that fail are looked at law by law.

use super::Explainer;
use crate::ground::{GroundError, ground};
use std::collections::HashMap;
use zugwerk_logic::{Answer, Bit, Limits, Solver, Stop};

/// A solver of all laws and everything known.
pub(super) struct Shadow {
    solver: Solver,
    /// By variable of the explainer: the bit here.
    names: HashMap<usize, Bit>,
    /// What was settled already.
    settled: Vec<bool>,
}

impl Explainer<'_> {
    /// The shadow, brought up to date.
    pub(super) fn shadow(&mut self, limits: &Limits) -> Result<&mut Shadow, Stop> {
        let mut shadow = match self.shadow.take() {
            Some(shadow) => shadow,
            None => {
                // What could be stated once can be stated again, unless a limit comes first.
                let grounded = ground(self.kind.book(), self.puzzle, None, false, limits);
                let grounded = grounded.map_err(|error| match error {
                    GroundError::Limit(stop) => stop,
                    _ => Stop::Interrupted,
                })?;
                let ours = self.unknown.iter().flat_map(|unknown| &unknown.numbers);
                let theirs = grounded.unknown.iter().flat_map(|unknown| &unknown.numbers);
                let mut names = HashMap::new();
                for (mine, other) in ours.zip(theirs) {
                    for (bit, name) in mine.bits().iter().zip(other.bits()) {
                        let name = if bit.is_negative() { !*name } else { *name };
                        names.insert(bit.index(), name);
                    }
                }
                let question = grounded.statement.into_question(Solver::default());
                let settled = vec![false; self.variables.last().map_or(0, |last| last + 1)];
                Box::new(Shadow { solver: question.solver, names, settled })
            }
        };
        for bit in self.known_bits() {
            if !std::mem::replace(&mut shadow.settled[bit.index()], true)
                && let Some(name) = shadow.name(bit)
            {
                shadow.solver.add(&[name]);
            }
        }
        Ok(self.shadow.insert(shadow))
    }
}

impl Shadow {
    fn name(&self, bit: Bit) -> Option<Bit> {
        let name = *self.names.get(&bit.index())?;
        Some(if bit.is_negative() { !name } else { name })
    }

    /// Whether the opposite of a bit fails; none where that was not found out within the limits.
    pub(super) fn refutes(&mut self, bit: Bit, limits: &Limits) -> Result<bool, Stop> {
        let Some(name) = self.name(bit) else { return Ok(false) };
        match self.solver.solve(&[!name], limits) {
            Answer::No(_) => Ok(true),
            Answer::Yes(_) => Ok(false),
            Answer::Unknown(stop) => Err(stop),
        }
    }
}
