//! Laws run on known bits: which of them fail?

use crate::{Bit, Constraints, Law, Unknowns};

/// Checks laws where every bit is known and remembers each law that fails.
///
/// ```
/// use zugwerk_logic::{Bit, Checker, Constraints, Law};
/// let mut checker = Checker::new();
/// checker.law(Law::new("exactly one king"));
/// checker.exactly_one(&[Bit::TRUE, Bit::FALSE, Bit::TRUE]);
/// assert_eq!(checker.broken(), [Law::new("exactly one king")]);
/// ```
///
/// A bit that is not known counts as neither true nor false: a clause that hangs on it is neither
/// kept nor broken, and [`Checker::is_complete`] tells that this happened.
#[derive(Clone, Debug)]
pub struct Checker {
    law: Law,
    broken: Vec<Law>,
    complete: bool,
}

impl Default for Checker {
    fn default() -> Checker {
        Checker::new()
    }
}

impl Checker {
    /// A checker that has seen no law yet.
    pub fn new() -> Checker {
        Checker { law: Law::new(""), broken: Vec::new(), complete: true }
    }

    /// Makes the checker as good as new, and keeps its memory.
    pub fn clear(&mut self) {
        self.broken.clear();
        self.complete = true;
    }

    /// The laws that fail, in the order in which they were stated.
    pub fn broken(&self) -> &[Law] {
        &self.broken
    }

    /// Whether no law fails.
    pub fn holds(&self) -> bool {
        self.broken.is_empty()
    }

    /// Whether no constraint hung on an unknown bit.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    fn fail(&mut self) {
        if self.broken.last() != Some(&self.law) {
            self.broken.push(self.law);
        }
    }
}

impl Constraints for Checker {
    fn law(&mut self, law: Law) {
        self.law = law;
    }

    fn clause(&mut self, bits: &[Bit]) {
        if bits.contains(&Bit::TRUE) {
            return;
        }
        if bits.iter().all(|&bit| bit == Bit::FALSE) { self.fail() } else { self.complete = false }
    }

    fn and(&mut self, bits: &[Bit]) -> Bit {
        if bits.contains(&Bit::FALSE) {
            return Bit::FALSE;
        }
        let unknown = bits.iter().copied().find(|&bit| bit != Bit::TRUE);
        self.complete &= unknown.is_none();
        // With one unknown bit the conjunction is that bit; with more it is just as unknown.
        unknown.unwrap_or(Bit::TRUE)
    }

    fn at_most(&mut self, count: usize, bits: &[Bit]) {
        let sure = bits.iter().filter(|&&bit| bit == Bit::TRUE).count();
        let possible = bits.iter().filter(|&&bit| bit != Bit::FALSE).count();
        if sure > count {
            self.fail();
        } else if possible > count {
            self.complete = false;
        }
    }
}

/// A checker runs on known bits, from which every other bit follows: it is never asked for one.
impl Unknowns for Checker {
    fn fresh(&mut self) -> Bit {
        debug_assert!(false, "a bit does not follow from known ones");
        Bit::FALSE
    }
}
