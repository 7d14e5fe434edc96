//! Keeping the clauses few: those that are satisfied for good go, and of the learnt ones the half
//! that helps least.

use super::arena::ClauseRef;
use super::{Cdcl, Reason, TRUE};
use crate::Bit;

/// Learnt clauses that join so few levels are kept for good.
const GLUE_KEPT: u32 = 3;
/// Conflicts by which the pause between two reductions grows.
const PAUSE_GROWTH: u64 = 300;

impl Cdcl {
    /// Deletes half of the learnt clauses.
    pub(super) fn reduce(&mut self) {
        self.reductions += 1;
        self.next_reduction = self.statistics.conflicts + 2000 + PAUSE_GROWTH * self.reductions;
        let mut candidates: Vec<ClauseRef> = self.learnts.clone();
        candidates.retain(|&clause| {
            self.arena.len(clause) > 2
                && self.arena.glue(clause) > GLUE_KEPT
                && !self.is_reason(clause)
        });
        let arena = &self.arena;
        candidates.sort_by(|&a, &b| arena.activity(a).total_cmp(&arena.activity(b)));
        for &clause in &candidates[..candidates.len() / 2] {
            self.delete(clause);
        }
        self.collect();
    }

    /// Deletes the clauses that are satisfied on the bottom level, when there is news there.
    pub(super) fn simplify(&mut self) {
        if self.trail.len() == self.simplified || self.level() > 0 || self.head < self.trail.len() {
            return;
        }
        self.simplified = self.trail.len();
        for &bit in &self.trail {
            // Nothing asks for the reasons of the bottom level, so that their clauses may go. The
            // reasons of the rule stay: a proof still wants them explained.
            if let Reason::Clause(_) = self.reasons[bit.index()] {
                self.reasons[bit.index()] = Reason::Choice;
            }
        }
        let mut place = 0;
        while let Some((clause, behind)) = self.arena.next(place) {
            if self.arena.literals(clause).any(|bit| self.value(bit) == TRUE) {
                self.delete(clause);
            }
            place = behind;
        }
        self.collect();
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        let holds = |at| {
            let bit = self.arena.literal(clause, at);
            self.value(bit) == TRUE && self.reasons[bit.index()] == Reason::Clause(clause)
        };
        holds(0) || holds(1)
    }

    fn delete(&mut self, clause: ClauseRef) {
        if let Some(proof) = &mut self.proof {
            let literals: Vec<Bit> = self.arena.literals(clause).collect();
            proof.delete(&literals);
        }
        self.arena.delete(clause);
    }

    /// Gives back the memory of deleted clauses and watches the others anew, short ones first.
    fn collect(&mut self) {
        self.learnts.retain(|&clause| !self.arena.is_deleted(clause));
        for bit in &self.trail {
            let reason = &mut self.reasons[bit.index()];
            if matches!(*reason, Reason::Clause(clause) if self.arena.is_deleted(clause)) {
                *reason = Reason::Choice;
            }
        }
        let moves = self.arena.compact();
        for bit in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[bit.index()] {
                *clause = moves.of(*clause);
            }
        }
        self.learnts.iter_mut().for_each(|clause| *clause = moves.of(*clause));
        self.watches.iter_mut().for_each(Vec::clear);
        for binary in [true, false] {
            let mut place = 0;
            while let Some((clause, behind)) = self.arena.next(place) {
                if (self.arena.len(clause) == 2) == binary {
                    self.attach(clause);
                }
                place = behind;
            }
        }
    }
}
