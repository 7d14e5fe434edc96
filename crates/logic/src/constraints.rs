//! The trait that laws are written against.
//!
//! A law states relations between bits under its name. The [`Checker`](crate::Checker) runs it on
//! known bits and names the law that fails; the [`Encoder`](crate::Encoder) turns it into clauses
//! for a solver. One text of the laws serves both.

use crate::Bit;
use std::sync::Arc;

/// The name of a law, and which of its instances is meant: a square, a clue, a ply.
///
/// The number is the game's own; the game that stated the law knows how to say it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Law {
    /// What profiles and messages call the law.
    pub name: &'static str,
    /// Which instance of the law, 0 where there is only one.
    pub subject: u32,
}

impl Law {
    /// The only instance of the law `name`.
    pub const fn new(name: &'static str) -> Law {
        Law { name, subject: 0 }
    }

    /// The law `name` about `subject`.
    pub const fn about(name: &'static str, subject: u32) -> Law {
        Law { name, subject }
    }
}

/// Something that takes in constraints, each under the law that was named last.
pub trait Constraints {
    /// Everything that follows belongs to `law`, until another law is named.
    fn law(&mut self, law: Law);

    /// One of `bits` is true.
    fn clause(&mut self, bits: &[Bit]);

    /// The bit defined to be true exactly when all of `bits` are.
    ///
    /// A definition belongs to no law: it holds even where the law that uses it is put aside.
    fn and(&mut self, bits: &[Bit]) -> Bit;

    /// At most `count` of `bits` are true.
    fn at_most(&mut self, count: usize, bits: &[Bit]);

    /// Whether a limit was reached, so that nothing more is taken in. Whoever states many laws asks now and then.
    fn is_stopped(&mut self) -> bool {
        false
    }

    /// When all of `premises` are true, so is one of `conclusions`.
    fn implies(&mut self, premises: &[Bit], conclusions: &[Bit]) {
        let mut clause = Vec::with_capacity(premises.len() + conclusions.len());
        clause.extend(premises.iter().map(|&bit| !bit));
        clause.extend(conclusions);
        self.clause(&clause);
    }

    /// When all of `premises` are true, the bits `a` and `b` are equal.
    fn equal_if(&mut self, premises: &[Bit], a: Bit, b: Bit) {
        let mut clause: Vec<Bit> = premises.iter().map(|&bit| !bit).collect();
        clause.extend([a, !b]);
        self.clause(&clause);
        clause.truncate(premises.len());
        clause.extend([!a, b]);
        self.clause(&clause);
    }

    /// The bits `a` and `b` are equal.
    fn equal(&mut self, a: Bit, b: Bit) {
        self.equal_if(&[], a, b);
    }

    /// The bit is true.
    fn hold(&mut self, bit: Bit) {
        self.clause(&[bit]);
    }

    /// At most one of `bits` is true.
    fn at_most_one(&mut self, bits: &[Bit]) {
        self.at_most(1, bits);
    }

    /// Exactly one of `bits` is true.
    fn exactly_one(&mut self, bits: &[Bit]) {
        self.clause(bits);
        self.at_most_one(bits);
    }

    /// At least `count` of `bits` are true.
    fn at_least(&mut self, count: usize, bits: &[Bit]) {
        match count {
            0 => {}
            1 => self.clause(bits),
            _ if count > bits.len() => self.clause(&[]),
            _ => {
                let negated: Vec<Bit> = bits.iter().map(|&bit| !bit).collect();
                self.at_most(bits.len() - count, &negated);
            }
        }
    }

    /// Exactly `count` of `bits` are true.
    fn exactly(&mut self, count: usize, bits: &[Bit]) {
        self.at_least(count, bits);
        self.at_most(count, bits);
    }

    /// The bit defined to be true exactly when one of `bits` is.
    fn or(&mut self, bits: &[Bit]) -> Bit {
        let negated: Vec<Bit> = bits.iter().map(|&bit| !bit).collect();
        !self.and(&negated)
    }

    /// The bit defined to be `a` where `condition` is true, `b` elsewhere.
    fn choose(&mut self, condition: Bit, a: Bit, b: Bit) -> Bit {
        let first = self.and(&[condition, a]);
        let second = self.and(&[!condition, b]);
        self.or(&[first, second])
    }

    /// The bit defined to be true exactly when `a` and `b` are equal.
    fn same(&mut self, a: Bit, b: Bit) -> Bit {
        self.choose(a, b, !b)
    }

    /// The bit defined to be true exactly when two lists of as many bits are equal place by place. The
    /// lists are shared, because whoever compares one list compares it with many.
    fn same_lists(&mut self, a: &Arc<[Bit]>, b: &Arc<[Bit]>) -> Bit {
        let equal: Vec<Bit> = a.iter().zip(&b[..]).map(|(&a, &b)| self.same(a, b)).collect();
        self.and(&equal)
    }

    /// The bit defined to be true exactly when at least `count` of `bits` are.
    fn counts(&mut self, count: usize, bits: &[Bit]) -> Bit {
        // seen[k]: at least k + 1 of the bits so far, as in a sequential counter.
        let mut seen = vec![Bit::FALSE; count];
        for &bit in bits {
            for k in (0..count).rev() {
                let below = if k == 0 { Bit::TRUE } else { seen[k - 1] };
                let reached = self.and(&[below, bit]);
                seen[k] = self.or(&[seen[k], reached]);
            }
        }
        seen.last().copied().unwrap_or(Bit::TRUE)
    }
}

/// Constraints that may speak of bits nobody knows yet.
pub trait Unknowns: Constraints {
    /// A new unknown bit.
    fn fresh(&mut self) -> Bit;
}
