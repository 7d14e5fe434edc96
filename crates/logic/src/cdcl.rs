//! Our own SAT solver: conflict-driven clause learning as in MiniSat and Glucose, with what the
//! back ends from elsewhere lack: it writes proofs, follows [`Propagator`]s during the search, and
//! looks at its limits often.
//!
//! This file holds the state and the search loop; `propagate`, `analyze` and `reduce` hold the three
//! parts of the algorithm.

mod analyze;
mod arena;
mod order;
mod propagate;
mod reduce;

use crate::proof::ProofSink;
use crate::solver::{Answer, Model, Sat, Statistics};
use crate::{Bit, Limits, Propagator, Stop};
use arena::{Arena, ClauseRef};
use order::Order;
use propagate::Watch;

/// Why a variable has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It was chosen or assumed.
    Choice,
    /// It follows from a clause.
    Clause(ClauseRef),
    /// It follows from the propagator's rule; the clause is asked for when needed.
    Propagator,
}

#[derive(Default)]
pub struct Cdcl {
    arena: Arena,
    /// For each literal the clauses to look at when it becomes true.
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    reasons: Vec<Reason>,
    levels: Vec<u32>,
    /// The value a variable had last.
    phases: Vec<bool>,
    /// The assigned literals in order, and where each level begins.
    trail: Vec<Bit>,
    level_starts: Vec<usize>,
    /// How much of the trail the clauses have seen.
    head: usize,
    order: Order,
    analysis: analyze::Analysis,
    learnts: Vec<ClauseRef>,
    glue: GlueAverages,
    clause_increment: f32,
    next_reduction: u64,
    reductions: u64,
    /// How much of the bottom level was known when satisfied clauses were last removed.
    simplified: usize,
    contradiction: bool,
    statistics: Statistics,
    /// Whose clause is being added.
    owner: u32,
    /// By owner: the conflicts that its clauses took part in, and the last of them.
    involved: Vec<(u64, u64)>,
    proof: Option<Box<dyn ProofSink>>,
    attached: Option<Attached>,
    /// Whether a clause was left out because the arena was full.
    is_incomplete: bool,
}

/// The attached propagator, and how far it has been told.
struct Attached {
    propagator: Box<dyn Propagator>,
    observed: Vec<bool>,
    told: usize,
    /// Whether nothing was told since it last looked at everything.
    settled: bool,
    implied: Vec<Bit>,
}

const TRUE: i8 = 1;
const FALSE: i8 = -1;
const OPEN: i8 = 0;

/// Conflicts between two restarts at least; with a rule to follow they are multiplied by Luby's sequence.
const RESTART: u64 = 64;
/// How much worse (by glue) than usual the latest clauses must be for a restart.
const WORSE: f64 = 1.25;
/// Choices between two looks at the limits.
const DECISIONS_BETWEEN_CHECKS: u64 = 512;

/// How a search between two restarts ended.
enum Found {
    Model,
    Contradiction(Vec<Bit>),
    Restart,
    Stopped(Stop),
}

impl Cdcl {
    pub fn new() -> Cdcl {
        Cdcl { clause_increment: 1.0, next_reduction: 2000, ..Cdcl::default() }
    }

    #[inline]
    fn value(&self, bit: Bit) -> i8 {
        self.values[bit.code()]
    }

    fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    #[inline]
    fn assign(&mut self, bit: Bit, reason: Reason) {
        debug_assert_eq!(self.value(bit), OPEN);
        self.values[bit.code()] = TRUE;
        self.values[(!bit).code()] = FALSE;
        self.reasons[bit.index()] = reason;
        self.levels[bit.index()] = self.level();
        self.trail.push(bit);
    }

    /// Takes back all levels above `level`.
    fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let keep = self.level_starts[level as usize];
        if let Some(attached) = &mut self.attached
            && attached.told > keep
        {
            let taken = &self.trail[keep..attached.told];
            let count = taken.iter().filter(|bit| attached.observed[bit.code()]).count();
            attached.propagator.retract(count);
            attached.told = keep;
        }
        for &bit in &self.trail[keep..] {
            self.values[bit.code()] = OPEN;
            self.values[(!bit).code()] = OPEN;
            self.phases[bit.index()] = !bit.is_negative();
            self.order.insert(bit.index());
        }
        self.trail.truncate(keep);
        self.level_starts.truncate(level as usize);
        self.head = keep;
    }

    /// Adds a clause from outside while nothing is assigned above the bottom level.
    fn add_at_bottom(&mut self, clause: &[Bit]) {
        debug_assert_eq!(self.level(), 0);
        let mut literals: Vec<Bit> = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        let tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || literals.iter().any(|&bit| self.value(bit) == TRUE) {
            return;
        }
        literals.retain(|&bit| self.value(bit) == OPEN);
        if literals.len() < clause.len() {
            self.prove(&literals);
        }
        match literals[..] {
            [] => self.contradiction = true,
            [unit] => {
                self.assign(unit, Reason::Choice);
                self.propagate_at_bottom();
            }
            _ => {
                let clause = self.arena.push(&literals, false, self.owner);
                self.attach(clause);
            }
        }
    }

    fn propagate_at_bottom(&mut self) {
        if self.propagate().is_some() {
            self.contradict();
        }
    }

    fn contradict(&mut self) {
        self.contradiction = true;
        self.prove(&[]);
    }

    fn prove(&mut self, clause: &[Bit]) {
        if let Some(proof) = &mut self.proof {
            proof.learn(clause);
        }
    }

    /// Chooses and learns until something is decided.
    fn search(&mut self, assumptions: &[Bit], limits: &Limits, restarts: u64, first: u64) -> Found {
        let start = self.statistics.conflicts;
        loop {
            if let Some(conflict) = self.propagate_all() {
                self.statistics.conflicts += 1;
                if self.level() == 0 {
                    self.contradict();
                    return Found::Contradiction(Vec::new());
                }
                self.learn_from(conflict);
                if self.contradiction {
                    return Found::Contradiction(Vec::new());
                }
                continue;
            }
            if self.arena.is_full() {
                return Found::Stopped(Stop::Memory);
            }
            let spent = self.statistics.conflicts;
            if self.wants_restart(spent - start, restarts) {
                self.backtrack(0);
                return Found::Restart;
            }
            if spent >= self.next_reduction {
                self.reduce();
            }
            self.statistics.decisions += 1;
            if (self.statistics.decisions.is_multiple_of(DECISIONS_BETWEEN_CHECKS)
                || limits.is_spent(spent - first))
                && let Some(stop) = limits.reached_after(spent - first)
            {
                return Found::Stopped(stop);
            }
            match self.choose(assumptions) {
                Ok(Some(bit)) => {
                    self.level_starts.push(self.trail.len());
                    self.assign(bit, Reason::Choice);
                }
                Ok(None) => return Found::Model,
                Err(false_assumption) => {
                    let core = self.final_core(false_assumption);
                    let clause: Vec<Bit> = core.iter().map(|&bit| !bit).collect();
                    self.prove(&clause);
                    return Found::Contradiction(core);
                }
            }
        }
    }

    /// Whether to restart after these numbers of conflicts and restarts. Games are solved faster by Glucose's
    /// rule, puzzles with a propagator by short and long searches in turn.
    fn wants_restart(&self, conflicts: u64, restarts: u64) -> bool {
        match self.attached {
            Some(_) => conflicts >= RESTART * luby(restarts),
            None => conflicts >= RESTART && self.glue.is_worse(),
        }
    }

    /// The next bit to make true: an assumption that is open, else the most active variable as it
    /// was last; none when all is assigned. An assumption that is false is the error.
    fn choose(&mut self, assumptions: &[Bit]) -> Result<Option<Bit>, Bit> {
        while (self.level() as usize) < assumptions.len() {
            let assumption = assumptions[self.level() as usize];
            match self.value(assumption) {
                OPEN => return Ok(Some(assumption)),
                FALSE => return Err(assumption),
                // One level for each assumption, so that the level tells which come next.
                _ => self.level_starts.push(self.trail.len()),
            }
        }
        while let Some(variable) = self.order.pop() {
            let bit = Bit::variable(variable as u32);
            if self.value(bit) == OPEN {
                return Ok(Some(if self.phases[variable] { bit } else { !bit }));
            }
        }
        Ok(None)
    }

    fn model(&self) -> Model {
        let values = (0..self.levels.len()).map(|v| v == 0 || self.values[2 * v] == TRUE);
        Model::new(values.collect())
    }

    /// Adds the clauses that the model breaks, and goes on from below them.
    fn add_broken(&mut self, clauses: &[Vec<Bit>]) {
        self.backtrack(0);
        for clause in clauses {
            self.statistics.lemmas += 1;
            if let Some(proof) = &mut self.proof {
                proof.lemma(clause);
            }
            self.add_at_bottom(clause);
        }
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 …, `index` counted from 0.
fn luby(mut index: u64) -> u64 {
    let (mut size, mut power) = (1, 0);
    while size < index + 1 {
        size = 2 * size + 1;
        power += 1;
    }
    while size - 1 != index {
        size = (size - 1) / 2;
        power -= 1;
        index %= size;
    }
    1 << power
}

/// How good learnt clauses are, by glue, as two exponential moving averages.
#[derive(Default)]
struct GlueAverages {
    fast: f64,
    slow: f64,
}

impl GlueAverages {
    fn learn(&mut self, glue: u32) {
        let glue = f64::from(glue);
        if self.slow == 0.0 {
            (self.fast, self.slow) = (glue, glue);
        }
        self.fast += (glue - self.fast) / 32.0;
        self.slow += (glue - self.slow) / 1024.0;
    }

    /// Whether the search is better begun anew (Glucose's rule).
    fn is_worse(&self) -> bool {
        self.fast > WORSE * self.slow
    }
}

impl Sat for Cdcl {
    fn grow(&mut self, count: usize) {
        let count = count + 1;
        if count > self.levels.len() {
            self.watches.resize_with(2 * count, Vec::new);
            self.values.resize(2 * count, OPEN);
            // A propagator may speak of known bits too.
            self.values[Bit::TRUE.code()] = TRUE;
            self.values[Bit::FALSE.code()] = FALSE;
            self.reasons.resize(count, Reason::Choice);
            self.levels.resize(count, 0);
            self.phases.resize(count, false);
            self.analysis.grow(count);
            self.order.grow(count);
            if let Some(attached) = &mut self.attached {
                attached.observed.resize(2 * count, false);
            }
        }
    }

    fn add(&mut self, clause: &[Bit]) {
        self.backtrack(0);
        if let Some(proof) = &mut self.proof {
            proof.input(clause);
        }
        if self.arena.is_full() {
            self.is_incomplete = true;
        } else if !self.contradiction {
            self.add_at_bottom(clause);
        }
    }

    fn add_of(&mut self, owner: u32, clause: &[Bit]) {
        if self.involved.len() <= owner as usize {
            self.involved.resize(owner as usize + 1, (0, 0));
        }
        self.owner = owner;
        self.add(clause);
        self.owner = 0;
    }

    fn conflicts_by_owner(&self) -> Vec<u64> {
        self.involved.iter().map(|(conflicts, _)| *conflicts).collect()
    }

    fn solve(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer {
        self.backtrack(0);
        if let Some(stop) = limits.reached_after(0) {
            return Answer::Unknown(stop);
        }
        if self.is_incomplete {
            return Answer::Unknown(Stop::Memory);
        }
        let first = self.statistics.conflicts;
        let mut restarts = 0;
        while !self.contradiction {
            self.simplify();
            let found = self.search(assumptions, limits, restarts, first);
            match found {
                Found::Restart => {
                    restarts += 1;
                    self.statistics.restarts += 1;
                }
                Found::Contradiction(core) => {
                    self.backtrack(0);
                    return Answer::No(core);
                }
                Found::Stopped(stop) => {
                    self.backtrack(0);
                    return Answer::Unknown(stop);
                }
                Found::Model => {
                    let model = self.model();
                    let broken = match &mut self.attached {
                        Some(attached) => attached.propagator.broken(&model),
                        None => Vec::new(),
                    };
                    self.backtrack(0);
                    if broken.is_empty() {
                        return Answer::Yes(model);
                    }
                    self.add_broken(&broken);
                }
            }
        }
        Answer::No(Vec::new())
    }

    fn attach(&mut self, propagator: Box<dyn Propagator>, observed: &[Bit]) {
        self.backtrack(0);
        self.grow(observed.iter().map(|bit| bit.index()).max().unwrap_or(0));
        let mut marks = vec![false; self.values.len()];
        observed.iter().for_each(|bit| marks[bit.code()] = true);
        self.attached = Some(Attached {
            propagator,
            observed: marks,
            told: 0,
            settled: false,
            implied: Vec::new(),
        });
    }

    fn log(&mut self, proof: Box<dyn ProofSink>) {
        self.proof = Some(proof);
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_arena_is_told_and_nothing_is_concluded_from_a_part() {
        let mut solver = Cdcl::default();
        solver.grow(3);
        solver.arena.shrink(12);
        let bits: Vec<Bit> = (1..=3).map(Bit::variable).collect();
        for signs in 0..8 {
            let literal = |at: usize| if signs >> at & 1 == 1 { !bits[at] } else { bits[at] };
            solver.add(&[literal(0), literal(1), literal(2)]);
        }
        assert!(matches!(solver.solve(&[], &Limits::none()), Answer::Unknown(Stop::Memory)));
    }

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (0..15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
