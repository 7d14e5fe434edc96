//! What follows from clauses and global laws by one consequence after the other, without any search, and why.

use crate::global::{Global, Values};
use zugwerk_logic::{Bit, Cnf, Limits, Stop};

/// Clauses and global laws that are followed from given bits to everything they force.
pub struct Unit {
    clauses: Vec<Vec<Bit>>,
    /// By literal: the clauses that it occurs in.
    occurs: Vec<Vec<u32>>,
    laws: Vec<Box<dyn Global>>,
    values: Values,
    trail: Vec<Bit>,
    /// By variable: the clause by which it followed; none for what was given.
    reasons: Vec<Vec<Bit>>,
}

impl Unit {
    /// Nothing given yet.
    pub fn new(cnf: &Cnf, laws: Vec<Box<dyn Global>>) -> Unit {
        let mut unit = Unit {
            clauses: cnf.clauses().map(<[Bit]>::to_vec).collect(),
            occurs: Vec::new(),
            laws,
            values: Values::default(),
            trail: Vec::new(),
            reasons: Vec::new(),
        };
        let in_clauses = unit.clauses.iter().flatten().copied();
        let in_laws = unit.laws.iter().flat_map(|law| law.bits());
        let variables = in_clauses.chain(in_laws).filter(|bit| bit.value().is_none());
        let count = variables.map(|bit| bit.index() + 1).max().unwrap_or(0).max(cnf.variables());
        unit.occurs.resize_with(2 * count, Vec::new);
        unit.reasons.resize_with(count, Vec::new);
        for (at, clause) in unit.clauses.iter().enumerate() {
            clause.iter().for_each(|&bit| unit.occurs[literal(bit)].push(at as u32));
        }
        if count > 0 {
            unit.values.grow(Bit::variable(count as u32 - 1));
        }
        unit
    }

    /// Follows everything from these bits. A clause without a true or open literal where they contradict the laws.
    pub fn follow(&mut self, given: &[Bit], limits: &Limits) -> Result<Option<Vec<Bit>>, Stop> {
        for bit in self.trail.drain(..) {
            self.values.set(bit, false);
        }
        // A bit that no clause knows says nothing.
        let count = self.reasons.len();
        let heard = |bit: &&Bit| bit.value().is_some() || bit.index() < count;
        for &bit in given.iter().filter(heard) {
            if self.values.of(bit) == Some(false) {
                return Ok(Some(vec![bit]));
            }
            self.note(bit, Vec::new());
        }
        for at in 0..self.clauses.len() {
            if self.clauses[at].len() < 2
                && let Some(broken) = self.look(at)
            {
                return Ok(Some(broken));
            }
        }
        let mut next = 0;
        loop {
            limits.check()?;
            if let Some(broken) = self.spread(&mut next) {
                return Ok(Some(broken));
            }
            let mut found = Vec::new();
            for at in 0..self.laws.len() {
                self.laws[at].consequences(&self.values, &mut found);
                for (bit, clause) in found.drain(..) {
                    match self.values.of(bit) {
                        Some(true) => {}
                        Some(false) => return Ok(Some(clause)),
                        None => self.note(bit, clause),
                    }
                }
                if next < self.trail.len() {
                    break;
                }
            }
            if next == self.trail.len() {
                return Ok(None);
            }
        }
    }

    /// Looks at the clauses of everything on the trail from `next` on.
    fn spread(&mut self, next: &mut usize) -> Option<Vec<Bit>> {
        while let Some(&bit) = self.trail.get(*next) {
            *next += 1;
            let clauses = std::mem::take(&mut self.occurs[literal(!bit)]);
            let broken = clauses.iter().find_map(|&clause| self.look(clause as usize));
            self.occurs[literal(!bit)] = clauses;
            if broken.is_some() {
                return broken;
            }
        }
        None
    }

    /// Supposes one bit more and follows the clauses. Where that leads to a contradiction, the given bits that it rests on,
    /// the supposed one among them. Afterwards everything is as before.
    pub fn refute(&mut self, bit: Bit) -> Option<Vec<Bit>> {
        let before = self.trail.len();
        if bit.index() >= self.reasons.len() || self.values.of(bit).is_some() {
            return None;
        }
        self.note(bit, Vec::new());
        let mut next = before;
        let grounds = self.spread(&mut next).map(|broken| self.grounds(&broken, None));
        for bit in self.trail.drain(before..) {
            self.values.set(bit, false);
        }
        grounds
    }

    /// Looks at a clause: its last open literal follows. The clause itself where nothing is left.
    fn look(&mut self, at: usize) -> Option<Vec<Bit>> {
        let mut open = None;
        for &bit in &self.clauses[at] {
            match self.values.of(bit) {
                Some(true) => return None,
                Some(false) => {}
                None if open.is_some() => return None,
                None => open = Some(bit),
            }
        }
        let Some(bit) = open else { return Some(self.clauses[at].clone()) };
        let clause = self.clauses[at].clone();
        self.note(bit, clause);
        None
    }

    fn note(&mut self, bit: Bit, clause: Vec<Bit>) {
        if self.values.of(bit).is_none() {
            self.values.set(bit, true);
            self.trail.push(bit);
            self.reasons[bit.index()] = clause;
        }
    }

    /// The value of a bit after the last [`Unit::follow`].
    pub fn value(&self, bit: Bit) -> Option<bool> {
        self.values.of(bit)
    }

    /// The clause by which a bit followed.
    pub fn reason(&self, bit: Bit) -> &[Bit] {
        self.reasons.get(bit.index()).map_or(&[], Vec::as_slice)
    }

    /// The given bits that a clause rests on, all of whose literals but perhaps `shown` are false.
    pub fn grounds(&self, clause: &[Bit], shown: Option<Bit>) -> Vec<Bit> {
        let mut seen = vec![false; self.reasons.len()];
        let mut grounds = Vec::new();
        let mut waiting: Vec<Bit> =
            clause.iter().copied().filter(|&bit| Some(bit) != shown).collect();
        while let Some(bit) = waiting.pop() {
            if bit.value().is_some() || std::mem::replace(&mut seen[bit.index()], true) {
                continue;
            }
            match self.reason(bit) {
                [] => grounds.push(!bit),
                reason => {
                    waiting.extend(reason.iter().filter(|other| other.index() != bit.index()))
                }
            }
        }
        grounds.sort_unstable();
        grounds
    }
}

fn literal(bit: Bit) -> usize {
    2 * bit.index() + usize::from(bit.is_negative())
}
