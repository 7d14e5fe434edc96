//! Values of nodes on a position of which bits may be unknown.

use std::rc::Rc;
use zugwerk_logic::{Bit, Constraints};

/// What a node of the ground form is worth.
#[derive(Clone, Debug)]
pub enum Value {
    /// A formula.
    Truth(Bit),
    /// A number, a cell or a content.
    Cases(Cases),
    /// A set: a bit for each place of the board.
    Set(Rc<[Bit]>),
}

/// No cell, among the cases of one.
pub const NO_CELL: i32 = -1;

/// The values that something can have, each with the bit that is true where it has it: exactly one of them is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases(Rc<[(i32, Bit)]>);

impl Cases {
    /// A known value.
    pub fn known(value: i32) -> Cases {
        Cases(Rc::new([(value, Bit::TRUE)]))
    }

    /// Values with their bits, of which exactly one is true; a value may be there several times.
    pub fn new(c: &mut impl Constraints, mut cases: Vec<(i32, Bit)>) -> Cases {
        if let Some((value, _)) = cases.iter().find(|(_, bit)| *bit == Bit::TRUE) {
            return Cases::known(*value);
        }
        cases.retain(|(_, bit)| *bit != Bit::FALSE);
        cases.sort_unstable();
        let mut merged: Vec<(i32, Bit)> = Vec::with_capacity(cases.len());
        for same in cases.chunk_by(|one, two| one.0 == two.0) {
            let bits: Vec<Bit> = same.iter().map(|(_, bit)| *bit).collect();
            merged.push((same[0].0, if bits.len() == 1 { bits[0] } else { c.or(&bits) }));
        }
        // One case alone is the one that is true.
        if let [(only, _)] = merged[..] {
            return Cases::known(only);
        }
        Cases(merged.into())
    }

    /// The values and their bits.
    pub fn iter(&self) -> impl Iterator<Item = (i32, Bit)> + '_ {
        self.0.iter().copied()
    }

    /// The value, where it is known.
    pub fn value(&self) -> Option<i32> {
        match self.0[..] {
            [(only, _)] => Some(only),
            _ => None,
        }
    }

    /// The bit that is true where this is the value.
    pub fn bit(&self, value: i32) -> Bit {
        let found = self.0.binary_search_by_key(&value, |(value, _)| *value);
        found.map_or(Bit::FALSE, |at| self.0[at].1)
    }

    /// The bit defined to be true where the value is one that is wanted.
    pub fn any(&self, c: &mut impl Constraints, wanted: impl Fn(i32) -> bool) -> Bit {
        let bits: Vec<Bit> = self.iter().filter(|(v, _)| wanted(*v)).map(|(_, bit)| bit).collect();
        if bits.len() == self.0.len() { Bit::TRUE } else { c.or(&bits) }
    }

    /// Another value for each.
    pub fn map(&self, c: &mut impl Constraints, map: impl Fn(i32) -> i32) -> Cases {
        let cases = self.iter().map(|(value, bit)| (map(value), bit)).collect();
        Cases::new(c, cases)
    }

    /// A value for each two.
    pub fn combine(
        &self,
        c: &mut impl Constraints,
        other: &Cases,
        combine: impl Fn(i32, i32) -> i32,
    ) -> Cases {
        let mut cases = Vec::with_capacity(self.0.len() * other.0.len());
        for (one, first) in self.iter() {
            for (two, second) in other.iter() {
                cases.push((combine(one, two), c.and(&[first, second])));
            }
        }
        Cases::new(c, cases)
    }

    /// These where a condition is true, the others elsewhere.
    pub fn choose(&self, c: &mut impl Constraints, condition: Bit, other: &Cases) -> Cases {
        if self == other {
            return self.clone();
        }
        let mut cases: Vec<(i32, Bit)> = Vec::new();
        for (value, bit) in self.iter() {
            cases.push((value, c.and(&[condition, bit])));
        }
        for (value, bit) in other.iter() {
            cases.push((value, c.and(&[!condition, bit])));
        }
        Cases::new(c, cases)
    }

    /// The bit defined to be true where both have the same value, and one that is wanted.
    pub fn same(
        &self,
        c: &mut impl Constraints,
        other: &Cases,
        wanted: impl Fn(i32) -> bool,
    ) -> Bit {
        let mut bits = Vec::new();
        for (value, bit) in self.iter().filter(|(value, _)| wanted(*value)) {
            bits.push(c.and(&[bit, other.bit(value)]));
        }
        c.or(&bits)
    }

    /// The bit defined to be true where a relation holds between both.
    pub fn relation(
        &self,
        c: &mut impl Constraints,
        other: &Cases,
        holds: impl Fn(i32, i32) -> bool,
    ) -> Bit {
        let mut bits = Vec::new();
        for (one, first) in self.iter() {
            let fits = other.any(c, |two| holds(one, two));
            bits.push(c.and(&[first, fits]));
        }
        c.or(&bits)
    }
}

/// The bit that is `yes` where a condition is true, `no` elsewhere.
pub fn choose(c: &mut impl Constraints, condition: Bit, yes: Bit, no: Bit) -> Bit {
    if yes == no { yes } else { c.choose(condition, yes, no) }
}

/// How many of the bits are true.
pub fn count(c: &mut impl Constraints, bits: &[Bit]) -> Cases {
    let sure = bits.iter().filter(|bit| **bit == Bit::TRUE).count();
    // at_least[k]: at least k + 1 of those that are not known.
    let mut at_least: Vec<Bit> = Vec::new();
    for bit in bits.iter().copied().filter(|bit| bit.value().is_none()) {
        at_least.push(Bit::FALSE);
        for k in (0..at_least.len()).rev() {
            let below = if k == 0 { Bit::TRUE } else { at_least[k - 1] };
            let reached = c.and(&[below, bit]);
            at_least[k] = c.or(&[at_least[k], reached]);
        }
    }
    let mut cases = Vec::new();
    for k in 0..=at_least.len() {
        let least = if k == 0 { Bit::TRUE } else { at_least[k - 1] };
        let more = at_least.get(k).copied().unwrap_or(Bit::FALSE);
        cases.push(((sure + k) as i32, c.and(&[least, !more])));
    }
    Cases::new(c, cases)
}

/// The bit defined to be true where at least `number` of the bits are.
pub fn at_least(c: &mut impl Constraints, number: i32, bits: &[Bit]) -> Bit {
    let sure = bits.iter().filter(|bit| **bit == Bit::TRUE).count();
    let open: Vec<Bit> = bits.iter().copied().filter(|bit| bit.value().is_none()).collect();
    match usize::try_from(number).map_or(0, |number| number.saturating_sub(sure)) {
        0 => Bit::TRUE,
        more if more > open.len() => Bit::FALSE,
        // The shorter of both counters.
        more if more > open.len() / 2 => {
            let missing: Vec<Bit> = open.iter().map(|bit| !*bit).collect();
            !c.counts(open.len() - more + 1, &missing)
        }
        more => c.counts(more, &open),
    }
}
