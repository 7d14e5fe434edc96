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
        let all: Vec<ClauseRef> = self.arena.clauses().collect();
        for clause in all {
            if self.arena.literals(clause).any(|bit| self.value(bit) == TRUE) {
                self.delete(clause);
            }
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
        let moves = self.arena.compact();
        let moved = |old: ClauseRef| {
            moves.binary_search_by_key(&old, |&(old, _)| old).ok().map(|at| moves[at].1)
        };
        for bit in &self.trail {
            let reason = &mut self.reasons[bit.index()];
            if let Reason::Clause(old) = *reason {
                *reason = moved(old).map_or(Reason::Choice, Reason::Clause);
            }
        }
        self.learnts = self.learnts.iter().filter_map(|&old| moved(old)).collect();
        self.watches.iter_mut().for_each(Vec::clear);
        let short = |&&(_, clause): &&(ClauseRef, ClauseRef)| self.arena.len(clause) == 2;
        let (binary, longer): (Vec<_>, Vec<_>) = moves.iter().partition(|&m| short(&m));
        for (_, clause) in binary.into_iter().chain(longer) {
            self.attach(clause);
        }
    }
}
