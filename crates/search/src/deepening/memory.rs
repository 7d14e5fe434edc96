//! What the search remembers about moves, apart from positions: killers, which refuted a sister
//! position, and history, which counts how often a move did so anywhere.

use crate::Score;
use std::hash::{Hash, Hasher};

/// Killer moves of each ply and the history of all moves.
pub(super) struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Box<[Score; SLOTS]>,
}

/// The history is kept by a hash of the move: rare collisions only blur it.
const SLOTS: usize = 1 << 12;

/// Above anything that history or an evaluation's score of a move is likely to say.
const KILLER: Score = 1 << 24;

/// History stays within `±MAX_HISTORY`.
const MAX_HISTORY: Score = 1 << 14;

impl<M> Default for Memory<M> {
    fn default() -> Memory<M> {
        Memory { killers: Vec::new(), history: Box::new([0; SLOTS]) }
    }
}

impl<M: Copy + Eq + Hash> Memory<M> {
    /// How promising the move looks from experience.
    #[inline]
    pub fn move_score(&self, ply: usize, chosen: M) -> Score {
        let killer = match self.killers.get(ply) {
            Some([Some(first), _]) if *first == chosen => KILLER,
            Some([_, Some(second)]) if *second == chosen => KILLER - MAX_HISTORY * 2,
            _ => 0,
        };
        killer + self.history[slot(chosen)]
    }

    /// The move made the rest of its list unnecessary.
    pub fn reward(&mut self, ply: usize, chosen: M, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(chosen) {
            killers[1] = killers[0].replace(chosen);
        }
        self.nudge(chosen, weight(depth));
    }

    /// The move was tried first and did not.
    pub fn punish(&mut self, chosen: M, depth: u32) {
        self.nudge(chosen, -weight(depth));
    }

    /// Moves the entry towards ±`MAX_HISTORY`, the less the nearer it is.
    fn nudge(&mut self, chosen: M, by: Score) {
        let entry = &mut self.history[slot(chosen)];
        *entry += by - *entry * by.abs() / MAX_HISTORY;
    }
}

fn weight(depth: u32) -> Score {
    (depth * depth).min(400) as Score * 4
}

#[inline]
fn slot(chosen: impl Hash) -> usize {
    let mut hasher = Multiply(0);
    chosen.hash(&mut hasher);
    (hasher.0 >> 52) as usize % SLOTS
}

/// A few multiplications: good enough to spread moves, and fast.
struct Multiply(u64);

impl Multiply {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
