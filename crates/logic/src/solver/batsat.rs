//! The back end on the crate `batsat`.

use super::{Answer, Model, Sat, Statistics};
use crate::{Bit, Limits, Stop};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use std::cell::Cell;

pub struct Batsat {
    solver: Solver<Watcher>,
    contradiction: bool,
    clause: Vec<Lit>,
}

/// Watches the limits while the solver works.
#[derive(Default)]
struct Watcher {
    limits: Limits,
    conflicts: u64,
    calls: Cell<u32>,
    stopped: Cell<Option<Stop>>,
}

impl Callbacks for Watcher {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
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
        Batsat { solver, contradiction: false, clause: Vec::new() }
    }
}

fn literal(bit: Bit) -> Lit {
    Lit::new(Var::unsafe_from_idx(bit.index() as u32 - 1), !bit.is_negative())
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
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&bit| literal(bit)));
        self.contradiction |= !self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer {
        if self.contradiction {
            return Answer::No(Vec::new());
        }
        *self.solver.cb_mut() = Watcher { limits: limits.clone(), ..Watcher::default() };
        let assumptions: Vec<Lit> = assumptions.iter().map(|&bit| literal(bit)).collect();
        let verdict = self.solver.solve_limited(&assumptions);
        if verdict == lbool::TRUE {
            let values = self.solver.get_model().iter().map(|&value| value == lbool::TRUE);
            Answer::Yes(Model::new(std::iter::once(true).chain(values).collect()))
        } else if verdict == lbool::FALSE {
            // The clause that batsat derives: not all of these assumptions.
            Answer::No(self.solver.unsat_core().iter().map(|&lit| !bit(lit)).collect())
        } else {
            Answer::Unknown(self.solver.cb().stopped.get().unwrap_or(Stop::Interrupted))
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            decisions: self.solver.num_decisions(),
            conflicts: self.solver.num_conflicts(),
            propagations: self.solver.num_propagations(),
            restarts: self.solver.num_restarts(),
        }
    }
}
