//! The independent checker: every derived clause must follow by unit propagation from what is there.
//!
//! It shares no code with the solvers. It holds the clauses that are in use and nothing else, so
//! that a long proof needs no more memory than the solver that wrote it.

use super::ProofSink;
use crate::Bit;
use std::collections::HashMap;

/// Checks the steps of a proof one by one as they come.
///
/// ```
/// use zugwerk_logic::{Bit, ProofChecker, ProofSink};
/// let (a, b) = (Bit::variable(1), Bit::variable(2));
/// let mut checker = ProofChecker::new();
/// [[a, b], [a, !b], [!a, b], [!a, !b]].iter().for_each(|clause| checker.input(clause));
/// checker.learn(&[a]);
/// checker.learn(&[]);
/// assert!(checker.accepts(&[]));
/// ```
#[derive(Default)]
pub struct ProofChecker {
    clauses: Vec<Option<Box<[Bit]>>>,
    unused: Vec<u32>,
    /// By literal: the clauses that watch its negation.
    watches: Vec<Vec<u32>>,
    /// By literal.
    truth: Vec<Option<bool>>,
    trail: Vec<Bit>,
    seen: usize,
    by_content: HashMap<Box<[Bit]>, Vec<u32>>,
    contradiction: bool,
    steps: u64,
    wrong: Option<u64>,
    lemmas: Vec<Vec<Bit>>,
}

impl ProofChecker {
    /// A checker that knows no clause yet.
    pub fn new() -> ProofChecker {
        ProofChecker::default()
    }

    /// Whether all steps were right so far and `clause` follows now by unit propagation. The empty
    /// clause follows when the question has no answer; the negations of a core follow when it has
    /// none under these assumptions.
    pub fn accepts(&mut self, clause: &[Bit]) -> bool {
        self.wrong.is_none() && self.follows(clause)
    }

    /// How many derived clauses were checked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The first derived clause, counted from 1, that does not follow.
    pub fn wrong_step(&self) -> Option<u64> {
        self.wrong
    }

    /// The clauses that a propagator stated: whoever knows its rule has to judge them.
    pub fn lemmas(&self) -> &[Vec<Bit>] {
        &self.lemmas
    }

    fn value(&self, bit: Bit) -> Option<bool> {
        self.truth[bit.code()]
    }

    fn grow(&mut self, clause: &[Bit]) {
        let most = clause.iter().map(|bit| bit.index()).max().unwrap_or(0);
        if 2 * most + 2 > self.truth.len() {
            self.truth.resize(2 * most + 2, None);
            self.watches.resize_with(2 * most + 2, Vec::new);
        }
    }

    fn set(&mut self, bit: Bit) {
        self.truth[bit.code()] = Some(true);
        self.truth[(!bit).code()] = Some(false);
        self.trail.push(bit);
    }

    /// Takes the clause in and draws the conclusions that hold for good.
    fn insert(&mut self, clause: &[Bit]) {
        self.grow(clause);
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        let content: Box<[Bit]> = literals.clone().into();
        // Watch two literals that are not false, if there are two.
        literals.sort_by_key(|&bit| self.value(bit) == Some(false));
        let open = literals.iter().filter(|&&bit| self.value(bit) != Some(false)).count();
        if open == 0 {
            self.contradiction = true;
        }
        let first = literals.first().copied();
        if literals.len() >= 2 {
            let id = self.unused.pop().unwrap_or_else(|| {
                self.clauses.push(None);
                self.clauses.len() as u32 - 1
            });
            self.watches[(!literals[0]).code()].push(id);
            self.watches[(!literals[1]).code()].push(id);
            self.clauses[id as usize] = Some(literals.into());
            self.by_content.entry(content).or_default().push(id);
        }
        if let (1, Some(unit)) = (open, first)
            && self.value(unit).is_none()
        {
            self.set(unit);
            self.contradiction |= !self.propagate();
        }
    }

    /// Whether the negation of `clause` leads to a conflict.
    fn follows(&mut self, clause: &[Bit]) -> bool {
        if self.contradiction {
            return true;
        }
        self.grow(clause);
        let kept = self.trail.len();
        let mut conflict = false;
        for &bit in clause {
            match self.value(bit) {
                Some(true) => conflict = true,
                Some(false) => {}
                None => self.set(!bit),
            }
        }
        let conflict = conflict || !self.propagate();
        for bit in self.trail.drain(kept..) {
            self.truth[bit.code()] = None;
            self.truth[(!bit).code()] = None;
        }
        self.seen = kept;
        conflict
    }

    /// Draws conclusions; false at a conflict.
    fn propagate(&mut self) -> bool {
        while self.seen < self.trail.len() {
            let bit = self.trail[self.seen];
            self.seen += 1;
            let watching = std::mem::take(&mut self.watches[bit.code()]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = false;
            for &id in &watching {
                if conflict {
                    kept.push(id);
                    continue;
                }
                // A deleted clause is forgotten here, when somebody comes across it.
                let Some(clause) = &mut self.clauses[id as usize] else { continue };
                if clause[0] == !bit {
                    clause.swap(0, 1);
                }
                let truth = &self.truth;
                let is = |bit: Bit, value| truth[bit.code()] == Some(value);
                if is(clause[0], true) {
                    kept.push(id);
                } else if let Some(next) = (2..clause.len()).find(|&at| !is(clause[at], false)) {
                    clause.swap(1, next);
                    let watched = clause[1];
                    self.watches[(!watched).code()].push(id);
                } else {
                    kept.push(id);
                    let last = clause[0];
                    if is(last, false) { conflict = true } else { self.set(last) }
                }
            }
            self.watches[bit.code()] = kept;
            if conflict {
                return false;
            }
        }
        true
    }

    /// Frees the clause's memory and its watches.
    fn remove(&mut self, clause: &[Bit]) {
        let mut content = clause.to_vec();
        content.sort_unstable();
        content.dedup();
        let Some(ids) = self.by_content.get_mut(&content[..]) else { return };
        let id = ids.pop();
        if ids.is_empty() {
            self.by_content.remove(&content[..]);
        }
        if let Some(id) = id
            && let Some(literals) = self.clauses[id as usize].take()
        {
            for watched in &literals[..2] {
                self.watches[(!*watched).code()].retain(|&other| other != id);
            }
            self.unused.push(id);
        }
    }
}

impl ProofSink for ProofChecker {
    fn input(&mut self, clause: &[Bit]) {
        self.insert(clause);
    }

    fn lemma(&mut self, clause: &[Bit]) {
        self.lemmas.push(clause.to_vec());
        self.insert(clause);
    }

    fn learn(&mut self, clause: &[Bit]) {
        self.steps += 1;
        if self.wrong.is_none() && !self.follows(clause) {
            self.wrong = Some(self.steps);
        }
        if self.wrong.is_none() {
            self.insert(clause);
        }
    }

    fn delete(&mut self, clause: &[Bit]) {
        self.remove(clause);
    }
}
