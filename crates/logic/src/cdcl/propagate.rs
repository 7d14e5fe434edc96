//! What follows from what is assigned: two watched literals a clause, then the propagator's rule.

use super::arena::ClauseRef;
use super::{Cdcl, FALSE, OPEN, Reason, TRUE};
use crate::Bit;

/// A clause to look at when a literal becomes true that it contains negated.
#[derive(Clone, Copy)]
pub struct Watch {
    /// The place of the clause, times two; and one where it has two literals.
    clause: u32,
    /// Another literal of the clause: while it is true there is nothing to do. In a clause of two
    /// it is the other one, and the clause itself need not be read at all.
    blocker: Bit,
}

impl Watch {
    fn new(clause: ClauseRef, blocker: Bit, binary: bool) -> Watch {
        Watch { clause: clause.0 << 1 | u32::from(binary), blocker }
    }

    fn is_binary(self) -> bool {
        self.clause & 1 != 0
    }

    fn clause(self) -> ClauseRef {
        ClauseRef(self.clause >> 1)
    }
}

impl Cdcl {
    /// Watches the first two literals of the clause.
    pub(super) fn attach(&mut self, clause: ClauseRef) {
        let (a, b) = (self.arena.literal(clause, 0), self.arena.literal(clause, 1));
        let binary = self.arena.len(clause) == 2;
        self.watches[(!a).code()].push(Watch::new(clause, b, binary));
        self.watches[(!b).code()].push(Watch::new(clause, a, binary));
    }

    /// Assigns all that follows from the clauses. Returns a clause that is false, if one is.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        let mut conflict = None;
        while conflict.is_none() && self.head < self.trail.len() {
            let bit = self.trail[self.head];
            self.head += 1;
            self.statistics.propagations += 1;
            conflict = self.visit_watches(bit);
        }
        conflict
    }

    /// Looks at the clauses that contain `!bit` as one of their watched literals.
    fn visit_watches(&mut self, bit: Bit) -> Option<ClauseRef> {
        let mut watches = std::mem::take(&mut self.watches[bit.code()]);
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        while read < watches.len() {
            let watch = watches[read];
            read += 1;
            let blocked = self.value(watch.blocker);
            if blocked == TRUE {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let first = if watch.is_binary() {
                watch.blocker
            } else {
                match self.move_watch(watch, !bit) {
                    None => continue,
                    Some(first) => first,
                }
            };
            watches[write] = Watch { blocker: first, ..watch };
            write += 1;
            match self.value(first) {
                TRUE => {}
                OPEN => self.assign(first, Reason::Clause(watch.clause())),
                _ => {
                    conflict = Some(watch.clause());
                    break;
                }
            }
        }
        watches.copy_within(read.., write);
        watches.truncate(watches.len() - (read - write));
        self.watches[bit.code()] = watches;
        conflict
    }

    /// Finds another literal to watch instead of `gone`, which became false. Where there is none,
    /// returns the other watched literal, on which the clause now hangs.
    fn move_watch(&mut self, watch: Watch, gone: Bit) -> Option<Bit> {
        let clause = watch.clause();
        if self.arena.literal(clause, 0) == gone {
            self.arena.swap(clause, 0, 1);
        }
        let first = self.arena.literal(clause, 0);
        if first != watch.blocker && self.value(first) == TRUE {
            return Some(first);
        }
        let other = self.arena.literals(clause).skip(2).position(|bit| self.value(bit) != FALSE);
        let Some(other) = other else { return Some(first) };
        self.arena.swap(clause, 1, other + 2);
        let watched = self.arena.literal(clause, 1);
        self.watches[(!watched).code()].push(Watch::new(clause, first, false));
        None
    }

    /// Assigns all that follows from the clauses and from the propagator's rule.
    pub(super) fn propagate_all(&mut self) -> Option<ClauseRef> {
        loop {
            let conflict = self.propagate();
            if conflict.is_some() || self.rule.is_none() {
                return conflict;
            }
            match self.tell_rule() {
                Told::Nothing => return None,
                Told::Implied => {}
                Told::Conflict(clause) => return Some(clause),
            }
        }
    }

    /// Tells the propagator what was assigned, until it says that something follows.
    fn tell_rule(&mut self) -> Told {
        let Some(mut rule) = self.rule.take() else { return Told::Nothing };
        let mut outcome = Told::Nothing;
        while rule.told < self.trail.len() && matches!(outcome, Told::Nothing) {
            let bit = self.trail[rule.told];
            rule.told += 1;
            if !rule.observed[bit.code()] {
                continue;
            }
            rule.implied.clear();
            rule.propagator.assigned(bit, &mut rule.implied);
            for &implied in &rule.implied {
                match self.value(implied) {
                    TRUE => {}
                    OPEN => {
                        self.assign(implied, Reason::Rule);
                        outcome = Told::Implied;
                    }
                    _ => {
                        let mut clause = Vec::new();
                        rule.propagator.explain(implied, &mut clause);
                        outcome = Told::Conflict(self.add_lemma(clause));
                        break;
                    }
                }
            }
        }
        self.rule = Some(rule);
        if self.level() == 0 && self.proof.is_some() {
            self.explain_bottom();
        }
        outcome
    }

    /// A clause of the rule, kept from now on like one that was learnt.
    pub(super) fn add_lemma(&mut self, mut literals: Vec<Bit>) -> ClauseRef {
        self.statistics.lemmas += 1;
        if let Some(proof) = &mut self.proof {
            proof.lemma(&literals);
        }
        // Watch the literals that were assigned last (an open or true one counts as later still).
        let when = |bit: &Bit| match self.value(*bit) {
            FALSE => self.levels[bit.index()],
            _ => u32::MAX,
        };
        literals.sort_by_key(|bit| std::cmp::Reverse(when(bit)));
        let clause = self.arena.push(&literals, true, literals.len() as u32);
        self.attach(clause);
        self.learnts.push(clause);
        clause
    }

    /// A proof never asks for reasons on the bottom level, so it gets those of the rule at once.
    fn explain_bottom(&mut self) {
        for at in 0..self.trail.len() {
            let bit = self.trail[at];
            if self.reasons[bit.index()] == Reason::Rule {
                self.explain(bit);
            }
        }
    }

    /// The clause by which `bit` follows from the rule.
    pub(super) fn explain(&mut self, bit: Bit) -> ClauseRef {
        let mut literals = Vec::new();
        if let Some(rule) = &mut self.rule {
            rule.propagator.explain(bit, &mut literals);
        }
        let clause = self.add_lemma(literals);
        self.reasons[bit.index()] = Reason::Clause(clause);
        clause
    }
}

enum Told {
    Nothing,
    Implied,
    Conflict(ClauseRef),
}
