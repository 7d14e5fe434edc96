//! The back end on the crate `batsat`.

use super::{Answer, Model, Sat, Statistics};
use crate::proof::ProofSink;
use crate::{Bit, Limits, Propagator, Stop};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use std::cell::Cell;

pub struct Batsat {
    solver: Solver<Watcher>,
    contradiction: bool,
    clause: Vec<Lit>,
    propagator: Option<Box<dyn Propagator>>,
    lemmas: u64,
}

/// Watches the limits while the solver works, and writes down what it derives.
#[derive(Default)]
struct Watcher {
    proof: Option<Box<dyn ProofSink>>,
    limits: Limits,
    conflicts: u64,
    calls: Cell<u32>,
    stopped: Cell<Option<Stop>>,
}

impl Callbacks for Watcher {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
            if let Some(proof) = &mut self.proof {
                proof.learn(&bits(clause));
            }
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.delete(&bits(clause));
        }
    }

    fn stop(&self) -> bool {
        // Asked at every choice; looking at the clock every time would cost more than the choice.
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(256) || self.stopped.get().is_some() {
            self.stopped.set(self.limits.reached_after(self.conflicts));
        }
        self.stopped.get().is_some()
    }
}

impl Batsat {
    pub fn new() -> Batsat {
        let solver = Solver::new(SolverOpts::default(), Watcher::default());
        Batsat { solver, contradiction: false, clause: Vec::new(), propagator: None, lemmas: 0 }
    }

    fn add_literals(&mut self, clause: &[Bit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&bit| literal(bit)));
        self.contradiction |= !self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Adds the clauses of the propagator's rule that the model breaks; false when it breaks none.
    fn add_broken(&mut self, model: &Model) -> bool {
        let Some(propagator) = &mut self.propagator else { return false };
        let broken = propagator.broken(model);
        for clause in &broken {
            self.lemmas += 1;
            if let Some(proof) = &mut self.solver.cb_mut().proof {
                proof.lemma(clause);
            }
            self.add_literals(clause);
        }
        !broken.is_empty()
    }

    fn no(&mut self, core: Vec<Bit>) -> Answer {
        if let Some(proof) = &mut self.solver.cb_mut().proof {
            proof.learn(&core.iter().map(|&bit| !bit).collect::<Vec<_>>());
        }
        Answer::No(core)
    }
}

fn literal(bit: Bit) -> Lit {
    Lit::new(Var::unsafe_from_idx(bit.index() as u32 - 1), !bit.is_negative())
}

fn bits(clause: &[Lit]) -> Vec<Bit> {
    clause.iter().map(|&lit| bit(lit)).collect()
}

fn bit(literal: Lit) -> Bit {
    let positive = Bit::variable(literal.var().idx() + 1);
    if literal.sign() { positive } else { !positive }
}

impl Sat for Batsat {
    fn grow(&mut self, count: usize) {
        while (self.solver.num_vars() as usize) < count {
            self.solver.new_var_default();
        }
    }

    fn add(&mut self, clause: &[Bit]) {
        if let Some(proof) = &mut self.solver.cb_mut().proof {
            proof.input(clause);
        }
        self.add_literals(clause);
    }

    fn solve(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer {
        let proof = self.solver.cb_mut().proof.take();
        *self.solver.cb_mut() = Watcher { proof, limits: limits.clone(), ..Watcher::default() };
        let assumptions: Vec<Lit> = assumptions.iter().map(|&bit| literal(bit)).collect();
        while !self.contradiction {
            let verdict = self.solver.solve_limited(&assumptions);
            if verdict == lbool::TRUE {
                let values = self.solver.get_model().iter().map(|&value| value == lbool::TRUE);
                let model = Model::new(std::iter::once(true).chain(values).collect());
                if !self.add_broken(&model) {
                    return Answer::Yes(model);
                }
            } else if verdict == lbool::FALSE {
                // The clause that batsat derives: not all of these assumptions.
                let core = self.solver.unsat_core().iter().map(|&lit| !bit(lit)).collect();
                return self.no(core);
            } else {
                return Answer::Unknown(
                    self.solver.cb().stopped.get().unwrap_or(Stop::Interrupted),
                );
            }
        }
        self.no(Vec::new())
    }

    fn attach(&mut self, propagator: Box<dyn Propagator>, _: &[Bit]) {
        // The search cannot be followed here: the rule is checked on complete models.
        self.propagator = Some(propagator);
    }

    fn log(&mut self, proof: Box<dyn ProofSink>) {
        self.solver.cb_mut().proof = Some(proof);
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            decisions: self.solver.num_decisions(),
            conflicts: self.solver.num_conflicts(),
            propagations: self.solver.num_propagations(),
            restarts: self.solver.num_restarts(),
            lemmas: self.lemmas,
        }
    }
}
