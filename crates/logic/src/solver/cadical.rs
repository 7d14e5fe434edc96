//! The back end on CaDiCaL, a C++ solver, through the crate `rustsat-cadical`: a cargo feature.

use super::{Answer, Model, Sat, Statistics};
use crate::proof::ProofSink;
use crate::{Bit, Limits, Propagator, Stop};
use rustsat::solvers::{
    ControlSignal, GetInternalStats, LimitConflicts, Solve, SolveIncremental, SolverResult,
    Terminate,
};
use rustsat::types::{Clause, Lit, TernaryVal};

pub struct Cadical {
    solver: rustsat_cadical::CaDiCaL<'static, 'static>,
    variables: usize,
    propagator: Option<Box<dyn Propagator>>,
    lemmas: u64,
}

impl Cadical {
    pub fn new() -> Cadical {
        let solver = rustsat_cadical::CaDiCaL::default();
        Cadical { solver, variables: 0, propagator: None, lemmas: 0 }
    }

    fn model(&self) -> Option<Model> {
        let mut values = vec![true];
        for variable in 0..self.variables {
            let value = self.solver.lit_val(Lit::positive(variable as u32)).ok()?;
            values.push(value == TernaryVal::True);
        }
        Some(Model::new(values))
    }

    /// Adds the clauses of the propagator's rule that the model breaks; false when it breaks none.
    fn add_broken(&mut self, model: &Model) -> bool {
        let Some(propagator) = &mut self.propagator else { return false };
        let broken = propagator.broken(model);
        self.lemmas += broken.len() as u64;
        broken.iter().for_each(|clause| self.add(clause));
        !broken.is_empty()
    }

    /// Tells the solver its limits for one call.
    fn limit(&mut self, limits: &Limits, spent: u64) -> Result<(), Stop> {
        if let Some(stop) = limits.reached_after(spent) {
            return Err(stop);
        }
        let conflicts = limits.conflicts_left(spent).map(|left| left.min(i32::MAX as u64) as u32);
        // An error would mean that the solver does not know the limit's name.
        let limited = self.solver.limit_conflicts(conflicts);
        debug_assert!(limited.is_ok());
        let (limits, mut calls) = (limits.clone(), 0u32);
        self.solver.attach_terminator(move || {
            // Asked at every step of the search; the clock is slower than a step.
            calls = calls.wrapping_add(1);
            let stop = calls.is_multiple_of(64) && limits.reached().is_some();
            if stop { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
        Ok(())
    }
}

fn literal(bit: Bit) -> Lit {
    Lit::new(bit.index() as u32 - 1, bit.is_negative())
}

fn bit(literal: Lit) -> Bit {
    let positive = Bit::variable(literal.vidx32() + 1);
    if literal.is_pos() { positive } else { !positive }
}

impl Sat for Cadical {
    fn grow(&mut self, count: usize) {
        self.variables = self.variables.max(count);
    }

    fn add(&mut self, clause: &[Bit]) {
        let clause: Clause = clause.iter().map(|&bit| literal(bit)).collect();
        // Fails only where memory does.
        let added = self.solver.add_clause(clause);
        debug_assert!(added.is_ok());
    }

    fn solve(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer {
        let assumptions: Vec<Lit> = assumptions.iter().map(|&bit| literal(bit)).collect();
        let first = self.statistics().conflicts;
        loop {
            if let Err(stop) = self.limit(limits, self.statistics().conflicts - first) {
                return Answer::Unknown(stop);
            }
            match self.solver.solve_assumps(&assumptions) {
                Ok(SolverResult::Sat) => match self.model() {
                    Some(model) if !self.add_broken(&model) => return Answer::Yes(model),
                    Some(_) => {}
                    None => return Answer::Unknown(Stop::Interrupted),
                },
                Ok(SolverResult::Unsat) => {
                    let core = self.solver.core().unwrap_or_default();
                    return Answer::No(core.into_iter().map(|literal| bit(!literal)).collect());
                }
                Ok(SolverResult::Interrupted) | Err(_) => {
                    return Answer::Unknown(limits.reached().unwrap_or(Stop::Conflicts));
                }
            }
        }
    }

    fn attach(&mut self, propagator: Box<dyn Propagator>, _: &[Bit]) {
        // The search is not followed here: the rule is checked on complete models.
        self.propagator = Some(propagator);
    }

    fn log(&mut self, _: Box<dyn ProofSink>) {
        debug_assert!(false, "a solver that is to be logged is our own");
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            decisions: self.solver.decisions() as u64,
            conflicts: self.solver.conflicts() as u64,
            propagations: self.solver.propagations() as u64,
            lemmas: self.lemmas,
            ..Statistics::default()
        }
    }
}
