//! What a conflict teaches: the first unique implication point, minimised; and which assumptions
//! a contradiction needs.

use super::arena::ClauseRef;
use super::{Cdcl, Reason};
use crate::Bit;

/// Working memory of the analysis, kept between conflicts.
#[derive(Default)]
pub struct Analysis {
    /// By variable: whether it is part of the clause, or known (not) to follow from it.
    marks: Vec<Mark>,
    marked: Vec<usize>,
    learnt: Vec<Bit>,
    /// By level: the conflict that counted it last.
    stamps: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    None,
    InClause,
    Redundant,
    Needed,
}

/// How deep the minimisation looks for reasons.
const DEPTH: u32 = 64;

impl Analysis {
    pub fn grow(&mut self, variables: usize) {
        self.marks.resize(variables, Mark::None);
        self.stamps.resize(variables + 1, 0);
    }
}

impl Cdcl {
    /// Learns a clause from a false one, goes back to where it would have mattered, and obeys it.
    pub(super) fn learn_from(&mut self, conflict: ClauseRef) {
        // A lemma of the rule may be false from below the current level on.
        let deepest = self.arena.literals(conflict).map(|b| self.levels[b.index()]).max();
        self.backtrack(deepest.unwrap_or(0));
        if self.level() == 0 {
            self.contradict();
            return;
        }
        self.derive(conflict);
        self.minimize();
        let glue = self.count_levels();
        self.glue.learn(glue);
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        let back = self.put_latest_second(&mut learnt);
        self.prove(&learnt);
        self.backtrack(back);
        let reason = match learnt[..] {
            [_] => Reason::Choice,
            _ => {
                let clause = self.arena.push(&learnt, true, glue);
                self.attach(clause);
                self.learnts.push(clause);
                self.bump_clause(clause);
                Reason::Clause(clause)
            }
        };
        self.assign(learnt[0], reason);
        self.analysis.learnt = learnt;
        self.order.decay();
        self.clause_increment /= 0.999;
    }

    /// Resolves backwards along the trail until one literal of the current level is left; puts the
    /// clause into `learnt`, that literal first.
    fn derive(&mut self, conflict: ClauseRef) {
        self.analysis.learnt.clear();
        self.analysis.learnt.push(Bit::TRUE);
        let mut open = 0;
        let mut at = self.trail.len();
        let mut clause = conflict;
        loop {
            open += self.resolve(clause);
            loop {
                at -= 1;
                if self.analysis.marks[self.trail[at].index()] == Mark::InClause {
                    break;
                }
            }
            let bit = self.trail[at];
            open -= 1;
            if open == 0 {
                self.analysis.learnt[0] = !bit;
                return;
            }
            clause = match self.reasons[bit.index()] {
                Reason::Clause(clause) => clause,
                Reason::Propagator => self.explain(bit),
                Reason::Choice => unreachable!("a choice is the last of its level"),
            };
        }
    }

    /// Counts the conflict for the law of a clause, once.
    fn count_owner(&mut self, clause: ClauseRef) {
        let owner = self.arena.owner(clause);
        if let Some((conflicts, last)) = self.involved.get_mut(owner)
            && *last != self.statistics.conflicts
        {
            *conflicts += 1;
            *last = self.statistics.conflicts;
        }
    }

    /// Takes in the literals of a clause; returns how many of the current level are new.
    fn resolve(&mut self, clause: ClauseRef) -> usize {
        if self.arena.is_learnt(clause) {
            self.bump_clause(clause);
        } else {
            self.count_owner(clause);
        }
        let level = self.level();
        let mut open = 0;
        for at in 0..self.arena.len(clause) {
            let bit = self.arena.literal(clause, at);
            let variable = bit.index();
            let at_level = self.levels[variable];
            if self.analysis.marks[variable] != Mark::None || at_level == 0 {
                continue;
            }
            self.analysis.marks[variable] = Mark::InClause;
            self.analysis.marked.push(variable);
            self.order.bump(variable);
            if at_level == level { open += 1 } else { self.analysis.learnt.push(bit) }
        }
        open
    }

    /// Drops literals that follow from the others.
    fn minimize(&mut self) {
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        let mut kept = 1;
        for at in 1..learnt.len() {
            let bit = learnt[at];
            if !self.follows(bit, 0) {
                learnt[kept] = bit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
        self.analysis.learnt = learnt;
        for variable in self.analysis.marked.drain(..) {
            self.analysis.marks[variable] = Mark::None;
        }
    }

    /// Whether the false literal `bit` is false because of other literals of the clause alone.
    fn follows(&mut self, bit: Bit, depth: u32) -> bool {
        let Reason::Clause(reason) = self.reasons[bit.index()] else { return false };
        if depth > DEPTH {
            return false;
        }
        for at in 0..self.arena.len(reason) {
            let other = self.arena.literal(reason, at);
            let variable = other.index();
            if variable == bit.index() || self.levels[variable] == 0 {
                continue;
            }
            let fine = match self.analysis.marks[variable] {
                Mark::InClause | Mark::Redundant => true,
                Mark::Needed => false,
                Mark::None => {
                    let follows = self.follows(other, depth + 1);
                    self.analysis.marks[variable] =
                        if follows { Mark::Redundant } else { Mark::Needed };
                    self.analysis.marked.push(variable);
                    follows
                }
            };
            if !fine {
                return false;
            }
        }
        true
    }

    /// On how many levels the learnt clause depends, its glue.
    fn count_levels(&mut self) -> u32 {
        let stamp = self.statistics.conflicts;
        let mut glue = 0;
        for bit in &self.analysis.learnt {
            let level = self.levels[bit.index()] as usize;
            if self.analysis.stamps[level] != stamp {
                self.analysis.stamps[level] = stamp;
                glue += 1;
            }
        }
        glue
    }

    /// Puts a literal of the second-highest level second, to be watched; returns that level.
    fn put_latest_second(&self, learnt: &mut [Bit]) -> u32 {
        let level = |bit: Bit| self.levels[bit.index()];
        match (1..learnt.len()).max_by_key(|&at| level(learnt[at])) {
            None => 0,
            Some(latest) => {
                learnt.swap(1, latest);
                level(learnt[1])
            }
        }
    }

    fn bump_clause(&mut self, clause: ClauseRef) {
        let activity = self.arena.activity(clause) + self.clause_increment;
        self.arena.set_activity(clause, activity);
        if activity > 1e20 {
            for &learnt in &self.learnts {
                let activity = self.arena.activity(learnt);
                self.arena.set_activity(learnt, activity * 1e-20);
            }
            self.clause_increment *= 1e-20;
        }
    }

    /// The assumptions that make the assumption `wanted` false, and itself.
    pub(super) fn final_core(&mut self, wanted: Bit) -> Vec<Bit> {
        let mut core = vec![wanted];
        let bottom = self.level_starts.first().copied().unwrap_or(self.trail.len());
        if self.levels[wanted.index()] == 0 {
            return core;
        }
        let mut needed = vec![false; self.levels.len()];
        needed[wanted.index()] = true;
        for at in (bottom..self.trail.len()).rev() {
            let bit = self.trail[at];
            if !needed[bit.index()] {
                continue;
            }
            let clause = match self.reasons[bit.index()] {
                Reason::Choice => {
                    core.push(bit);
                    continue;
                }
                Reason::Clause(clause) => clause,
                Reason::Propagator => self.explain(bit),
            };
            for other in self.arena.literals(clause) {
                needed[other.index()] |= self.levels[other.index()] > 0;
            }
        }
        core
    }
}
