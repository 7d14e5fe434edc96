//! A bit of a position, a move or anything else that laws speak of: known, or unknown.
//!
//! A known bit is a constant and folds away wherever it is used; an unknown bit is a literal of a
//! solver's variable. Both are one word, so that laws need not tell them apart.

use std::fmt;
use std::ops::Not;

/// A truth value: `TRUE`, `FALSE`, or a literal of a variable that a solver may choose.
///
/// ```
/// use zugwerk_logic::Bit;
/// assert_eq!(!Bit::TRUE, Bit::FALSE);
/// assert_eq!(Bit::from(true).value(), Some(true));
/// assert_eq!(Bit::variable(7).value(), None);
/// assert_eq!((!Bit::variable(7)).dimacs(), -7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(u32);

impl Bit {
    /// The bit known to be true. It is the positive literal of variable 0, which no solver sees.
    pub const TRUE: Bit = Bit(0);
    /// The bit known to be false.
    pub const FALSE: Bit = Bit(1);

    /// The positive literal of variable `index`, counted from 1.
    pub const fn variable(index: u32) -> Bit {
        debug_assert!(index > 0);
        Bit(index << 1)
    }

    /// The truth value, if the bit is known.
    pub const fn value(self) -> Option<bool> {
        match self.0 {
            0 => Some(true),
            1 => Some(false),
            _ => None,
        }
    }

    /// The number of the variable, 0 for a known bit.
    pub const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether this is the negative literal of its variable.
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Twice the variable, plus one for a negative literal: an index into tables by literal.
    pub(crate) const fn code(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_code(code: u32) -> Bit {
        Bit(code)
    }

    /// The literal as the formats of the SAT competitions write it.
    pub const fn dimacs(self) -> i32 {
        let index = self.index() as i32;
        if self.is_negative() { -index } else { index }
    }

    /// The literal of a number that is not 0, as the formats of the SAT competitions write it.
    pub const fn from_dimacs(literal: i32) -> Bit {
        let positive = Bit::variable(literal.unsigned_abs());
        if literal < 0 { Bit(positive.0 | 1) } else { positive }
    }
}

impl From<bool> for Bit {
    fn from(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

impl fmt::Debug for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}", self.dimacs()),
        }
    }
}
