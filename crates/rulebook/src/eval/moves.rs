//! A move: which family it is of, and what was chosen in it.

/// How many bytes a move has at most: enough for the longest chain of captures on a board of a hundred cells.
const LENGTH: usize = 47;
/// A byte that says that a number of two bytes follows.
const LARGE: u8 = 255;

/// A move of a rulebook: the family of its first part with the cells that were chosen, then its further parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    length: u8,
    bytes: [u8; LENGTH],
}

impl Move {
    /// Nothing chosen yet.
    pub(crate) const NONE: Move = Move { length: 0, bytes: [0; LENGTH] };

    /// Adds a number; `false` where there is no room for it.
    #[inline]
    pub(crate) fn push(&mut self, number: usize) -> bool {
        let at = usize::from(self.length);
        if number < usize::from(LARGE) && at < LENGTH {
            self.bytes[at] = number as u8;
            self.length += 1;
            return true;
        }
        if at + 3 > LENGTH || number > usize::from(u16::MAX) {
            return false;
        }
        let [high, low] = (number as u16).to_be_bytes();
        self.bytes[at..at + 3].copy_from_slice(&[LARGE, high, low]);
        self.length += 3;
        true
    }

    /// How many bytes are used.
    #[inline]
    pub(super) fn length(&self) -> u8 {
        self.length
    }

    /// Takes back what was added since it had this length.
    #[inline]
    pub(super) fn truncate(&mut self, length: u8) {
        // Most often that is one byte.
        while self.length > length {
            self.length -= 1;
            self.bytes[usize::from(self.length)] = 0;
        }
    }

    /// Reads the numbers in order.
    #[inline]
    pub(crate) fn numbers(&self) -> Numbers<'_> {
        Numbers { bytes: &self.bytes[..usize::from(self.length)] }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}

/// The numbers of a move.
pub(crate) struct Numbers<'a> {
    pub(super) bytes: &'a [u8],
}

impl Iterator for Numbers<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let (first, rest) = self.bytes.split_first()?;
        if *first != LARGE {
            self.bytes = rest;
            return Some(usize::from(*first));
        }
        let (number, rest) = rest.split_first_chunk::<2>()?;
        self.bytes = rest;
        Some(usize::from(u16::from_be_bytes(*number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let mut chosen = Move::NONE;
        let numbers = [0, 7, 254, 255, 300, 65_535, 1];
        assert!(numbers.iter().all(|number| chosen.push(*number)));
        assert_eq!(chosen.numbers().collect::<Vec<_>>(), numbers);
        assert!((0..100).any(|_| !chosen.push(9)));
    }
}
