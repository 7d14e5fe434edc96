//! What follows from what is assigned: two watched literals a clause, then the propagator's rule.

use super::arena::ClauseRef;
use super::{Cdcl, FALSE, OPEN, Reason, TRUE};
use crate::Bit;

/// A clause to look at when a literal becomes true that it contains negated.
#[derive(Clone, Copy)]
pub struct Watch {
    /// The place of the clause, and whether it is one of two literals, in one word: these lists are what
    /// a solver reads most.
    clause: u32,
    /// Another literal of the clause: while it is true there is nothing to do. In a clause of two
    /// it is the other one, and the clause itself need not be read at all.
    blocker: Bit,
}

/// Marks a clause of two literals. An arena is full before a place needs this bit.
const BINARY: u32 = 1 << 31;

impl Watch {
    fn new(clause: ClauseRef, blocker: Bit, binary: bool) -> Watch {
        debug_assert!(clause.0 < BINARY);
        Watch { clause: if binary { clause.0 | BINARY } else { clause.0 }, blocker }
    }

    #[inline]
    fn clause(self) -> ClauseRef {
        ClauseRef(self.clause & !BINARY)
    }

    #[inline]
    fn is_binary(self) -> bool {
        self.clause & BINARY != 0
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
        let gone = !bit;
        let mut watches = std::mem::take(&mut self.watches[bit.code()]);
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        while read < watches.len() {
            let mut watch = watches[read];
            read += 1;
            let mut first = self.value(watch.blocker);
            if first != TRUE && !watch.is_binary() {
                // Is there another literal to watch instead of the one that is gone?
                let literals = self.arena.literals_mut(watch.clause());
                if literals[0].literal() == gone {
                    literals.swap(0, 1);
                }
                watch.blocker = literals[0].literal();
                first = self.values[watch.blocker.code()];
                if first != TRUE {
                    let values = &self.values;
                    let mut rest = literals[2..].iter();
                    let other = rest.position(|word| values[word.literal().code()] != FALSE);
                    if let Some(other) = other {
                        literals.swap(1, other + 2);
                        let watched = literals[1].literal();
                        self.watches[(!watched).code()].push(watch);
                        continue;
                    }
                }
            }
            watches[write] = watch;
            write += 1;
            match first {
                TRUE => {}
                OPEN => self.assign(watch.blocker, Reason::Clause(watch.clause())),
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

    /// Assigns all that follows from the clauses and from the propagator's rule.
    pub(super) fn propagate_all(&mut self) -> Option<ClauseRef> {
        loop {
            let conflict = self.propagate();
            if conflict.is_some() || self.attached.is_none() {
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
        let Some(mut attached) = self.attached.take() else { return Told::Nothing };
        let mut outcome = Told::Nothing;
        while matches!(outcome, Told::Nothing) {
            attached.implied.clear();
            if let Some(&bit) = self.trail.get(attached.told) {
                attached.told += 1;
                if !attached.observed[bit.code()] {
                    continue;
                }
                attached.settled = false;
                attached.propagator.assigned(bit, &mut attached.implied);
            } else if !attached.settled {
                attached.settled = true;
                attached.propagator.settle(&mut attached.implied);
            } else {
                break;
            }
            for &implied in &attached.implied {
                match self.value(implied) {
                    TRUE => {}
                    OPEN => {
                        self.assign(implied, Reason::Propagator);
                        outcome = Told::Implied;
                    }
                    _ => {
                        let mut clause = Vec::new();
                        attached.propagator.explain(implied, &mut clause);
                        outcome = Told::Conflict(self.add_lemma(clause));
                        break;
                    }
                }
            }
        }
        self.attached = Some(attached);
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
            if self.reasons[bit.index()] == Reason::Propagator {
                self.explain(bit);
            }
        }
    }

    /// The clause by which `bit` follows from the rule.
    pub(super) fn explain(&mut self, bit: Bit) -> ClauseRef {
        let mut literals = Vec::new();
        if let Some(attached) = &mut self.attached {
            attached.propagator.explain(bit, &mut literals);
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
