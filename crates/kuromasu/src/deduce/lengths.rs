//! Sets of small numbers, for the lengths of sight that add up to a clue: one bit a number, so that all
//! sums of two sets take a few shifts.

/// A set of small numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths(u128);

impl Lengths {
    /// The largest number a set can hold.
    pub const MOST: u32 = 127;

    /// Adds a number.
    pub fn insert(&mut self, length: u32) {
        self.0 |= 1 << length;
    }

    fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let least = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                least
            })
        })
    }

    /// The least member, if there is one.
    pub fn least(self) -> Option<u32> {
        (self.0 != 0).then(|| self.0.trailing_zeros())
    }

    /// The largest member, if there is one.
    pub fn most(self) -> Option<u32> {
        (self.0 != 0).then(|| Lengths::MOST - self.0.leading_zeros())
    }

    /// What is in both.
    pub fn and(self, other: Lengths) -> Lengths {
        Lengths(self.0 & other.0)
    }

    /// All sums of a member of each; what is too large for a set falls off.
    pub fn plus(self, other: Lengths) -> Lengths {
        let (few, many) =
            if self.0.count_ones() < other.0.count_ones() { (self, other) } else { (other, self) };
        Lengths(few.iter().fold(0, |sums, length| sums | many.0 << length))
    }

    /// `total` minus each member.
    pub fn mirrored(self, total: u32) -> Lengths {
        Lengths(self.0.reverse_bits() >> (Lengths::MOST - total))
    }

    /// The members that some member of `other` completes to one of `sums`.
    pub fn fitting(self, other: Lengths, sums: Lengths) -> Lengths {
        let mut fitting = Lengths::default();
        self.iter()
            .filter(|&length| other.0 << length & sums.0 != 0)
            .for_each(|l| fitting.insert(l));
        fitting
    }
}
