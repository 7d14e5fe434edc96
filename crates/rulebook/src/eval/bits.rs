//! Sets of cells as machine words, of the width that the board needs.

use std::cmp::Ordering;
use std::fmt::Debug;

/// A set of cells in one or several machine words.
pub trait Bits: Copy + Eq + Debug + Send + Sync + 'static {
    /// How many words it has.
    const WORDS: usize;
    /// The empty set.
    const NONE: Self;

    /// Reads it from words.
    fn load(words: &[u64]) -> Self;
    /// Writes it to words.
    fn store(self, words: &mut [u64]);
    /// Both sets.
    fn and(self, other: Self) -> Self;
    /// Either set.
    fn or(self, other: Self) -> Self;
    /// The first without the second.
    fn without(self, other: Self) -> Self;
    /// Towards higher cells.
    fn up(self, by: u32) -> Self;
    /// Towards lower cells.
    fn down(self, by: u32) -> Self;
    /// The set of one cell.
    fn bit(cell: usize) -> Self;
    /// Whether the cell is in.
    fn has(self, cell: usize) -> bool;
    /// Whether there is none.
    fn is_none(self) -> bool;
    /// How many there are.
    fn count(self) -> u32;
    /// The lowest cell.
    fn lowest(self) -> Option<usize>;
    /// The highest cell.
    fn highest(self) -> Option<usize>;

    /// One of its words.
    fn word(self, at: usize) -> u64;
    /// All cells below the lowest; every cell where there is none.
    fn below_lowest(self) -> Self;
    /// All cells above the highest; every cell where there is none.
    fn above_highest(self) -> Self;
    /// The cell that `before` others come before.
    fn nth(self, before: u32) -> Option<usize>;

    /// Moved so that what lay `offset` cells further lies here.
    #[inline]
    fn moved(self, offset: i32) -> Self {
        if offset >= 0 { self.down(offset as u32) } else { self.up(offset.unsigned_abs()) }
    }

    /// Calls `visit` with each cell, from the lowest, while it says so; whether it always did.
    fn all(self, visit: impl FnMut(usize) -> bool) -> bool;
}

macro_rules! word {
    ($word:ty, $words:expr) => {
        impl Bits for $word {
            const WORDS: usize = $words;
            const NONE: $word = 0;

            #[inline]
            fn load(words: &[u64]) -> $word {
                let join =
                    |sum: $word, (at, word): (usize, &u64)| sum | (*word as $word) << (64 * at);
                words[..$words].iter().enumerate().fold(0, join)
            }
            #[inline]
            fn store(self, words: &mut [u64]) {
                for (at, word) in words[..$words].iter_mut().enumerate() {
                    *word = (self >> (64 * at)) as u64;
                }
            }
            #[inline]
            fn and(self, other: $word) -> $word {
                self & other
            }
            #[inline]
            fn or(self, other: $word) -> $word {
                self | other
            }
            #[inline]
            fn without(self, other: $word) -> $word {
                self & !other
            }
            #[inline]
            fn up(self, by: u32) -> $word {
                self.checked_shl(by).unwrap_or(0)
            }
            #[inline]
            fn down(self, by: u32) -> $word {
                self.checked_shr(by).unwrap_or(0)
            }
            #[inline]
            fn bit(cell: usize) -> $word {
                1 << cell
            }
            #[inline]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 == 1
            }
            #[inline]
            fn is_none(self) -> bool {
                self == 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn highest(self) -> Option<usize> {
                (self != 0).then(|| (<$word>::BITS - 1 - self.leading_zeros()) as usize)
            }
            #[inline]
            fn word(self, at: usize) -> u64 {
                (self >> (64 * at)) as u64
            }
            #[inline]
            fn all(self, mut visit: impl FnMut(usize) -> bool) -> bool {
                for at in 0..$words {
                    let mut left = self.word(at);
                    while left != 0 {
                        if !visit(64 * at + left.trailing_zeros() as usize) {
                            return false;
                        }
                        left &= left - 1;
                    }
                }
                true
            }
            #[inline]
            fn below_lowest(self) -> $word {
                !self & self.wrapping_sub(1)
            }
            #[inline]
            fn above_highest(self) -> $word {
                match self {
                    0 => <$word>::MAX,
                    _ => (<$word>::MAX << (<$word>::BITS - 1 - self.leading_zeros())) << 1,
                }
            }
            #[inline]
            fn nth(self, before: u32) -> Option<usize> {
                let mut left = before;
                for at in 0..$words {
                    let word = (self >> (64 * at)) as u64;
                    let count = word.count_ones();
                    if left < count {
                        return Some(64 * at + nth_of_word(word, left));
                    }
                    left -= count;
                }
                None
            }
        }
    };
}

/// The place of the bit that `before` others come before; there must be one. A random bit is on no side of a branch
/// more often than on the other, so that there is none: the bits of all bytes are counted at once (Warren, Hacker's
/// Delight, 5-1), then those of the byte that it is in.
#[inline]
fn nth_of_word(word: u64, before: u32) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = EACH << 7;
    /// The first byte whose sum, with the bytes below it, is above a number less than 64; sums are 64 at most.
    #[inline]
    fn first_above(sums: u64, number: u64) -> u32 {
        (((sums | HIGH) - (number + 1) * EACH) & HIGH).trailing_zeros() & !7
    }
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let sums = bytes.wrapping_mul(EACH);
    let at = first_above(sums, u64::from(before)) & 63;
    let left = u64::from(before) - (sums << 8 >> at & 0xFF);
    // Each bit of the byte in a byte of its own.
    let spread = (word >> at & 0xFF).wrapping_mul(EACH) & 0x8040_2010_0804_0201;
    let ones = (((spread & !HIGH) + !HIGH) | spread) >> 7 & EACH;
    (at + first_above(ones.wrapping_mul(EACH), left) / 8) as usize
}

word!(u64, 1);
word!(u128, 2);

/// More than two words.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const WORDS: usize = N;
    const NONE: Self = Wide([0; N]);

    #[inline]
    fn load(words: &[u64]) -> Self {
        Wide(std::array::from_fn(|at| words[at]))
    }
    #[inline]
    fn store(self, words: &mut [u64]) {
        words[..N].copy_from_slice(&self.0);
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let at = |index: usize| index.checked_sub(words).map_or(0, |from| self.0[from]);
        Wide(std::array::from_fn(|index| match bits {
            0 => at(index),
            _ => at(index) << bits | index.checked_sub(1).map_or(0, at) >> (64 - bits),
        }))
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let at = |index: usize| self.0.get(index + words).copied().unwrap_or(0);
        Wide(std::array::from_fn(|index| match bits {
            0 => at(index),
            _ => at(index) >> bits | at(index + 1) << (64 - bits),
        }))
    }
    #[inline]
    fn bit(cell: usize) -> Self {
        let mut words = [0; N];
        words[cell / 64] = 1 << (cell % 64);
        Wide(words)
    }
    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }
    #[inline]
    fn is_none(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }
    #[inline]
    fn highest(self) -> Option<usize> {
        let at = self.0.iter().rposition(|word| *word != 0)?;
        Some(64 * at + 63 - self.0[at].leading_zeros() as usize)
    }
    #[inline]
    fn word(self, at: usize) -> u64 {
        self.0[at]
    }
    #[inline]
    fn below_lowest(self) -> Self {
        let at = self.0.iter().position(|word| *word != 0).unwrap_or(N);
        Wide(std::array::from_fn(|index| match index.cmp(&at) {
            Ordering::Less => u64::MAX,
            Ordering::Equal => self.0[index].below_lowest(),
            Ordering::Greater => 0,
        }))
    }
    #[inline]
    fn above_highest(self) -> Self {
        let Some(at) = self.0.iter().rposition(|word| *word != 0) else {
            return Wide([u64::MAX; N]);
        };
        Wide(std::array::from_fn(|index| match index.cmp(&at) {
            Ordering::Less => 0,
            Ordering::Equal => self.0[index].above_highest(),
            Ordering::Greater => u64::MAX,
        }))
    }
    #[inline]
    fn nth(self, before: u32) -> Option<usize> {
        let mut left = before;
        for (at, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if left < count {
                return Some(64 * at + nth_of_word(*word, left));
            }
            left -= count;
        }
        None
    }
    #[inline]
    fn all(self, mut visit: impl FnMut(usize) -> bool) -> bool {
        for (at, word) in self.0.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                if !visit(64 * at + left.trailing_zeros() as usize) {
                    return false;
                }
                left &= left - 1;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zugwerk_game::Rng;

    /// Words and wide sets do the same.
    fn agree<B: Bits>(places: usize) {
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let cells: Vec<usize> = (0..rng.below(9)).map(|_| rng.below(places)).collect();
            let set = cells.iter().fold(B::NONE, |set, cell| set.or(B::bit(*cell)));
            let mut words = [0; 16];
            set.store(&mut words);
            assert_eq!(B::load(&words), set);
            assert_eq!(set.lowest(), cells.iter().copied().min());
            assert_eq!(set.highest(), cells.iter().copied().max());
            let by = rng.below(places + 3);
            let up = cells.iter().map(|cell| cell + by).filter(|cell| *cell < 64 * B::WORDS);
            assert_eq!(set.up(by as u32), up.fold(B::NONE, |set, cell| set.or(B::bit(cell))));
            let down = cells.iter().filter_map(|cell| cell.checked_sub(by));
            assert_eq!(set.down(by as u32), down.fold(B::NONE, |set, cell| set.or(B::bit(cell))));
            let mut found = Vec::new();
            set.all(|cell| {
                found.push(cell);
                true
            });
            assert_eq!(found.len() as u32, set.count());
            assert!(found.iter().all(|cell| set.has(*cell) && cells.contains(cell)));
            for (before, cell) in (0..).zip(&found) {
                assert_eq!(set.nth(before), Some(*cell));
            }
            assert_eq!(set.nth(set.count()), None);
            for cell in 0..places {
                assert_eq!(set.below_lowest().has(cell), cells.iter().all(|other| cell < *other));
                assert_eq!(set.above_highest().has(cell), cells.iter().all(|other| cell > *other));
            }
        }
    }

    #[test]
    fn every_bit_of_sparse_and_of_full_words_is_found() {
        let mut rng = Rng::new(5);
        let mut bits = || rng.below(usize::MAX) as u64;
        for round in 0..2000 {
            let word = match round % 4 {
                0 => bits(),
                1 => bits() & bits() & bits(),
                2 => bits() | bits() | bits(),
                _ => u64::MAX << (round / 4 % 64),
            };
            let cells = (0..64).filter(|cell| word >> cell & 1 == 1);
            for (before, cell) in (0..).zip(cells) {
                assert_eq!(nth_of_word(word, before), cell, "{word:x}");
            }
        }
    }

    #[test]
    fn all_widths_agree() {
        agree::<u64>(64);
        agree::<u128>(128);
        agree::<Wide<4>>(256);
        agree::<Wide<16>>(1024);
    }
}
