//! A table of what is known about positions, shared by all threads of a solver.
//!
//! An entry is one word: the upper bits of the key and 16 bits of knowledge. It is read and written in
//! one piece, so threads need no lock. A salt for each problem makes the entries of earlier problems
//! unreadable, so the table is never cleared.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zugwerk_chess::{Bitboard, Color, Move, Position, Role};

/// What is known about positions.
pub(crate) struct Table {
    entries: Vec<AtomicU64>,
    salt: u64,
    problems: u64,
}

const KNOWLEDGE: u64 = 0xFFFF;

impl Table {
    /// A table of 2^`bits` entries of eight bytes.
    pub(crate) fn new(bits: u32) -> Table {
        let entries = (0..1usize << bits).map(|_| AtomicU64::new(0)).collect();
        Table { entries, salt: 0, problems: 0 }
    }

    /// Forgets everything and grows to 2^`bits` entries if it is smaller.
    pub(crate) fn start(&mut self, bits: u32) {
        if self.entries.len() < 1 << bits {
            *self = Table { problems: self.problems, ..Table::new(bits) };
        }
        self.problems += 1;
        self.salt = mix(self.problems);
    }

    /// The key under which `key` with something more, such as the moves left, is stored.
    #[inline]
    pub(crate) fn key(&self, key: u64, more: u64) -> u64 {
        (key ^ self.salt).wrapping_add(more.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        // The low bits are checked by nothing else, the rest by the entry.
        &self.entries[key as usize & (self.entries.len() - 1)]
    }

    /// What is known under `key`; 0 when nothing is.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> u16 {
        let entry = self.slot(key).load(Relaxed);
        if (entry ^ key) & !KNOWLEDGE == 0 { entry as u16 } else { 0 }
    }

    /// Remembers something, in place of what was there.
    #[inline]
    pub(crate) fn set(&self, key: u64, knowledge: u16) {
        self.slot(key).store(key & !KNOWLEDGE | u64::from(knowledge), Relaxed);
    }
}

/// A well mixed function of `n` (SplitMix64's).
pub(crate) fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A key of the pieces of one colour and its rights to castle.
#[inline]
pub(crate) fn placement_key(position: &Position, color: Color) -> u64 {
    let mut key = position.castling().of(color).0.wrapping_mul(0x8EBC_6AF0_9C88_C6E3);
    for role in Role::ALL {
        key = key.wrapping_add(part_of_key(role, position.pieces(color, role)));
    }
    key
}

/// The key of the mover's pieces after a move that neither takes nor promotes nor castles nor ends a right
/// to castle, from the key before it.
#[inline]
pub(crate) fn placement_key_after(key: u64, position: &Position, role: Role, m: Move) -> u64 {
    let pieces = position.pieces(position.turn(), role);
    let after = pieces ^ m.from().into() ^ m.to().into();
    key.wrapping_sub(part_of_key(role, pieces)).wrapping_add(part_of_key(role, after))
}

#[inline]
fn part_of_key(role: Role, pieces: Bitboard) -> u64 {
    // Odd constants without pattern.
    const FACTORS: [u64; 6] = [
        0x9E37_79B9_7F4A_7C15,
        0xBF58_476D_1CE4_E5B9,
        0x94D0_49BB_1331_11EB,
        0xD6E8_FEB8_6659_FD93,
        0xA076_1D64_78BD_642F,
        0xE703_7ED1_A0B4_28DB,
    ];
    let product = u128::from(pieces.0) * u128::from(FACTORS[role.index()]);
    (product >> 64) as u64 ^ product as u64
}

/// Hashes keys that are mixed already.
pub(crate) type BuildMixed = std::hash::BuildHasherDefault<Mixed>;

#[derive(Default)]
pub(crate) struct Mixed(u64);

impl std::hash::Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_problem_knows_nothing_of_the_last() {
        let mut table = Table::new(4);
        table.start(4);
        let key = table.key(77, 3);
        table.set(key, 5);
        assert_eq!(table.get(key), 5);
        assert_eq!(table.get(table.key(77, 4)), 0);
        table.start(4);
        assert_eq!(table.get(table.key(77, 3)), 0);
    }
}
