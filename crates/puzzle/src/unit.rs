//! What follows from clauses and global laws by one consequence after the other, without any search, and why.

use crate::global::{Global, Values};
use zugwerk_logic::{Bit, Cnf, Limits, Stop};

/// Clauses and global laws that are followed from given bits to everything they force.
pub struct Unit {
    /// All clauses, one after the other, and where each begins. The first two literals of a clause are watched.
    bits: Vec<Bit>,
    starts: Vec<u32>,
    /// Clauses that say something before anything is given.
    short: Vec<u32>,
    /// By literal: the clauses to look at once it is false.
    watchers: Vec<Vec<u32>>,
    laws: Vec<Box<dyn Global>>,
    values: Values,
    trail: Vec<Bit>,
    /// By variable.
    reasons: Vec<Reason>,
    /// Whether the laws had nothing more to say when they were last followed.
    is_exhausted: bool,
    /// By law: how many bits it speaks of.
    sizes: Vec<usize>,
    /// How many bits of laws have been looked at.
    looked_at: usize,
}

/// Why something is known.
#[derive(Clone)]
enum Reason {
    Given,
    /// A clause, by its number.
    Clause(u32),
    /// A law about the board as a whole gave this clause.
    Law(Vec<Bit>),
}

impl Unit {
    /// Nothing given yet.
    pub fn new(cnf: &Cnf, laws: Vec<Box<dyn Global>>) -> Unit {
        let in_laws = laws.iter().flat_map(|law| law.bits());
        let variables = cnf.clauses().flatten().copied().chain(in_laws);
        let open = variables.filter(|bit| bit.value().is_none()).map(|bit| bit.index() + 1);
        let count = open.max().unwrap_or(0).max(cnf.variables());
        let mut unit = Unit {
            sizes: laws.iter().map(|law| law.bits().len()).collect(),
            looked_at: 0,
            bits: Vec::new(),
            starts: vec![0],
            short: Vec::new(),
            watchers: vec![Vec::new(); 2 * count],
            laws,
            values: Values::for_variables(count),
            trail: Vec::new(),
            reasons: vec![Reason::Given; count],
            is_exhausted: false,
        };
        for (clause, at) in cnf.clauses().zip(0..) {
            match clause {
                [first, second, ..] => {
                    unit.watchers[literal(*first)].push(at);
                    unit.watchers[literal(*second)].push(at);
                }
                _ => unit.short.push(at),
            }
            unit.bits.extend(clause);
            unit.starts.push(unit.bits.len() as u32);
        }
        unit
    }

    fn clause(&self, at: u32) -> &[Bit] {
        &self.bits[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    /// Follows everything from these bits. A clause without a true or open literal where they contradict the laws.
    pub fn follow(&mut self, given: &[Bit], limits: &Limits) -> Result<Option<Vec<Bit>>, Stop> {
        self.forget(0);
        // A bit that no clause knows says nothing.
        let count = self.reasons.len();
        let heard = |bit: &&Bit| bit.value().is_some() || bit.index() < count;
        for &bit in given.iter().filter(heard) {
            if self.values.of(bit) == Some(false) {
                return Ok(Some(vec![bit]));
            }
            self.note(bit, Reason::Given);
        }
        for at in 0..self.short.len() {
            let clause = self.short[at];
            match self.clause(clause).first().map(|&bit| (bit, self.values.of(bit))) {
                Some((_, Some(true))) => {}
                Some((bit, None)) => self.note(bit, Reason::Clause(clause)),
                _ => return Ok(Some(self.clause(clause).to_vec())),
            }
        }
        self.spread_all(0, usize::MAX, limits)
    }

    /// The same in turn: what the first bits show by themselves does not rest on the others.
    pub fn follow_in_turn(
        &mut self,
        first: &[Bit],
        then: &[Bit],
        limits: &Limits,
    ) -> Result<Option<Vec<Bit>>, Stop> {
        if let Some(broken) = self.follow(first, limits)? {
            return Ok(Some(broken));
        }
        let before = self.trail.len();
        let count = self.reasons.len();
        for &bit in then.iter().filter(|bit| bit.value().is_some() || bit.index() < count) {
            if self.values.of(bit) == Some(false) {
                return Ok(Some(vec![bit]));
            }
            self.note(bit, Reason::Given);
        }
        self.spread_all(before, usize::MAX, limits)
    }

    /// Follows clauses and laws from what is on the trail from `next` on, with at most this many rounds of laws. A clause that is
    /// broken, where there is one.
    fn spread_all(
        &mut self,
        mut next: usize,
        rounds: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Bit>>, Stop> {
        self.is_exhausted = false;
        for round in 0.. {
            limits.check()?;
            if let Some(broken) = self.spread(&mut next) {
                return Ok(Some(self.clause(broken).to_vec()));
            }
            if round == rounds {
                break;
            }
            let mut found = Vec::new();
            for at in 0..self.laws.len() {
                self.looked_at += self.sizes[at];
                self.laws[at].consequences(&self.values, &mut found);
                for (bit, clause) in found.drain(..) {
                    match self.values.of(bit) {
                        Some(true) => {}
                        Some(false) => return Ok(Some(clause)),
                        None => self.note(bit, Reason::Law(clause)),
                    }
                }
                if next < self.trail.len() {
                    break;
                }
            }
            if next == self.trail.len() {
                self.is_exhausted = true;
                break;
            }
        }
        Ok(None)
    }

    /// Looks at the clauses of everything on the trail from `next` on; a broken one, where there is one.
    fn spread(&mut self, next: &mut usize) -> Option<u32> {
        while let Some(&bit) = self.trail.get(*next) {
            *next += 1;
            let mut watching = std::mem::take(&mut self.watchers[literal(!bit)]);
            let mut broken = None;
            watching.retain(|&clause| broken.is_some() || self.look(clause, !bit, &mut broken));
            let moved = std::mem::replace(&mut self.watchers[literal(!bit)], watching);
            self.watchers[literal(!bit)].extend(moved);
            if broken.is_some() {
                return broken;
            }
        }
        None
    }

    /// Looks at a clause one of whose watched literals has become false: another is watched, or its last open literal
    /// follows. Whether the clause still watches the literal.
    fn look(&mut self, at: u32, gone: Bit, broken: &mut Option<u32>) -> bool {
        let range = self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize;
        let clause = &mut self.bits[range];
        if clause[0] == gone {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.values.of(other) == Some(true) {
            return true;
        }
        let free = (2..clause.len()).find(|&place| self.values.of(clause[place]) != Some(false));
        if let Some(place) = free {
            clause.swap(1, place);
            let watched = clause[1];
            if watched.value().is_none() {
                self.watchers[literal(watched)].push(at);
            }
            return false;
        }
        match self.values.of(other) {
            None => self.note(other, Reason::Clause(at)),
            _ => *broken = Some(at),
        }
        true
    }

    /// Supposes one bit more and follows the clauses, and `rounds` of laws about the board as a whole. Where that leads
    /// to a contradiction, the given bits that it rests on, the supposed one among them; where not, what follows is noted as
    /// fine, for none of it can lead to more by itself. Afterwards everything is as before.
    pub fn refute(
        &mut self,
        bit: Bit,
        rounds: usize,
        fine: &mut Fine,
        limits: &Limits,
    ) -> Result<Option<Vec<Bit>>, Stop> {
        let before = self.trail.len();
        if bit.index() >= self.reasons.len() || self.values.of(bit).is_some() || fine.has(bit) {
            return Ok(None);
        }
        self.note(bit, Reason::Given);
        let mut broken = self.spread_all(before, 0, limits);
        let mut sure = self.trail.len();
        if rounds > 0 && matches!(broken, Ok(None)) {
            broken = self.spread_all(sure, rounds, limits);
            // What needed laws has more rounds left by itself, unless nothing more was to be found.
            if self.is_exhausted {
                sure = self.trail.len();
            }
        }
        let grounds = broken.map(|broken| broken.map(|clause| self.grounds(&clause, None)));
        if let Ok(None) = grounds {
            self.trail[before..sure].iter().for_each(|&bit| fine.note(bit));
        }
        self.forget(before);
        grounds
    }

    /// What following laws about the board as a whole has cost so far: how many bits they looked at.
    pub fn cost(&self) -> usize {
        self.looked_at
    }

    fn forget(&mut self, before: usize) {
        for bit in self.trail.drain(before..) {
            self.values.set(bit, false);
        }
    }

    fn note(&mut self, bit: Bit, reason: Reason) {
        if self.values.of(bit).is_none() {
            self.values.set(bit, true);
            self.trail.push(bit);
            self.reasons[bit.index()] = reason;
        }
    }

    /// The value of a bit after the last [`Unit::follow`].
    pub fn value(&self, bit: Bit) -> Option<bool> {
        self.values.of(bit)
    }

    /// Everything that was given or followed, in order.
    pub fn trail(&self) -> &[Bit] {
        &self.trail
    }

    /// The clause by which a bit followed.
    pub fn reason(&self, bit: Bit) -> &[Bit] {
        match self.reasons.get(bit.index()) {
            Some(Reason::Clause(at)) => self.clause(*at),
            Some(Reason::Law(clause)) => clause,
            _ => &[],
        }
    }

    /// The given bits that a clause rests on, all of whose literals but perhaps `shown` are false.
    pub fn grounds(&self, clause: &[Bit], shown: Option<Bit>) -> Vec<Bit> {
        self.near_grounds(clause, shown, |_| false)
    }

    /// The same, but no further back than to bits of variables that are told.
    pub fn near_grounds(
        &self,
        clause: &[Bit],
        shown: Option<Bit>,
        is_told: impl Fn(usize) -> bool,
    ) -> Vec<Bit> {
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
                _ if is_told(bit.index()) => grounds.push(!bit),
                reason => {
                    waiting.extend(reason.iter().filter(|other| other.index() != bit.index()))
                }
            }
        }
        grounds.sort_unstable();
        grounds
    }
}

/// Suppositions of which it is known that they lead to no contradiction.
pub struct Fine(Vec<bool>);

impl Fine {
    /// None yet.
    pub fn none() -> Fine {
        Fine(Vec::new())
    }

    fn has(&self, bit: Bit) -> bool {
        self.0.get(literal(bit)).copied().unwrap_or(false)
    }

    fn note(&mut self, bit: Bit) {
        if self.0.len() <= literal(bit) {
            self.0.resize(literal(bit) + 1, false);
        }
        self.0[literal(bit)] = true;
    }
}

fn literal(bit: Bit) -> usize {
    2 * bit.index() + usize::from(bit.is_negative())
}
