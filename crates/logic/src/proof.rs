//! Proofs that there is no model: written while a solver works, and checked by something that is
//! not the solver.
//!
//! A proof is the list of clauses that the solver derived and dropped, in the DRAT format of the SAT
//! competitions. Each derived clause must follow by unit propagation (it is a RUP clause); ours never
//! need the stronger steps that the format also has, and the checker does not accept them.

mod check;
mod text;

pub use check::ProofChecker;
pub use text::{DratWriter, ProofError, check_drat};

use crate::Bit;
use std::sync::{Arc, Mutex, PoisonError};

/// Something that a solver tells its steps.
pub trait ProofSink: Send {
    /// A clause of the question.
    fn input(&mut self, clause: &[Bit]);
    /// A clause that a propagator stated: part of the question too, though it came up later.
    fn lemma(&mut self, clause: &[Bit]);
    /// A clause that the solver derived. The empty clause ends the proof.
    fn learn(&mut self, clause: &[Bit]);
    /// A clause that is not used any more.
    fn delete(&mut self, clause: &[Bit]);
}

/// Lets the caller keep a hand on what the solver tells.
impl<T: ProofSink> ProofSink for Arc<Mutex<T>> {
    fn input(&mut self, clause: &[Bit]) {
        self.lock().unwrap_or_else(PoisonError::into_inner).input(clause);
    }

    fn lemma(&mut self, clause: &[Bit]) {
        self.lock().unwrap_or_else(PoisonError::into_inner).lemma(clause);
    }

    fn learn(&mut self, clause: &[Bit]) {
        self.lock().unwrap_or_else(PoisonError::into_inner).learn(clause);
    }

    fn delete(&mut self, clause: &[Bit]) {
        self.lock().unwrap_or_else(PoisonError::into_inner).delete(clause);
    }
}
