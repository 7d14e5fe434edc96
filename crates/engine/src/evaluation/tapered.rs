//! A pair of values, for the middlegame and for the endgame, added and multiplied together.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in one word, so that one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

impl Tapered {
    /// The pair of these two.
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered((endgame << 16).wrapping_add(middlegame))
    }

    /// The middlegame value.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        // A negative middlegame value has borrowed one from the endgame's half.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halves_do_not_disturb_each_other(a in -3000..3000, b in -3000..3000, c in -3000..3000, d in -3000..3000, n in -4..4) {
            let sum = Tapered::new(a, b) + Tapered::new(c, d) * n - Tapered::new(d, a);
            prop_assert_eq!(sum.middlegame(), a + c * n - d);
            prop_assert_eq!(sum.endgame(), b + d * n - a);
            prop_assert_eq!((-sum).endgame(), -sum.endgame());
        }
    }
}
