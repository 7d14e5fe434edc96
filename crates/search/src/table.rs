//! The transposition table: what is known about positions met before, shared by all threads of a
//! search without locks.

use crate::Score;
use crate::score::is_decisive;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// The depth of a search that met no horizon: the score is the game's, however deep one looks.
pub(crate) const TO_THE_END: u32 = 1023;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub score: Score,
    pub bound: Bound,
    /// How many plies below the position were searched; [`TO_THE_END`] where nothing was left open.
    pub depth: u32,
    /// The place of the best move in the game's list, where one is known. The place and not the
    /// move, so that the table fits every game.
    pub number: Option<u16>,
}

/// A table of fixed size. Two positions with the same slot push each other out; the older and
/// shallower entry goes first.
pub struct Table {
    slots: Box<[Slot]>,
    age: AtomicU64,
}

/// A key and a packed entry. The key is stored xor the entry, so that a slot torn by two threads
/// writing at once matches no position (Hyatt and Mann, "A lock-less transposition table").
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    packed: AtomicU64,
}

impl Table {
    /// A table of about `mebibytes`, at least one.
    pub fn new(mebibytes: usize) -> Table {
        let count = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<Slot>();
        Table { slots: (0..count).map(|_| Slot::default()).collect(), age: AtomicU64::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Ordering::Relaxed);
            slot.packed.store(0, Ordering::Relaxed);
        }
    }

    /// Marks what is stored so far as old, before a new search.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    /// What is known about the position with this key, `ply` plies below the root.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let slot = self.slot(key);
        let packed = slot.packed.load(Ordering::Relaxed);
        if slot.check.load(Ordering::Relaxed) ^ packed != key || packed == 0 {
            return None;
        }
        let mut entry = unpack(packed);
        entry.score = from_root(entry.score, ply);
        Some(entry)
    }

    /// Stores what a search of depth `entry.depth` found about a position.
    pub(crate) fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        let slot = self.slot(key);
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let old = slot.packed.load(Ordering::Relaxed);
        let same = slot.check.load(Ordering::Relaxed) ^ old == key;
        if old != 0 && (old >> AGE_SHIFT) & AGE_MASK == age {
            let held = unpack(old);
            if same && entry.number.is_none() {
                entry.number = held.number;
            }
            if !same && held.depth > entry.depth + 4 {
                return;
            }
        }
        entry.score = from_position(entry.score, ply);
        let packed = pack(entry, age);
        slot.check.store(key ^ packed, Ordering::Relaxed);
        slot.packed.store(packed, Ordering::Relaxed);
    }
}

/// In the table a forced end is counted from its own position, because the same position can be met
/// at different distances from the root.
fn from_position(score: Score, ply: usize) -> Score {
    if is_decisive(score) { score + score.signum() * ply as Score } else { score }
}

fn from_root(score: Score, ply: usize) -> Score {
    if is_decisive(score) { score - score.signum() * ply as Score } else { score }
}

// 0–31 score, 32–41 depth, 42–43 bound + 1, 44–59 number of the move + 1, 60–63 age
const AGE_SHIFT: u32 = 60;
const AGE_MASK: u64 = 15;

fn pack(entry: Entry, age: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    // A game with more than 65 534 moves in a position goes without a stored move there.
    let number = entry.number.and_then(|number| number.checked_add(1)).unwrap_or(0);
    u64::from(entry.score as u32)
        | u64::from(entry.depth.min(TO_THE_END)) << 32
        | bound << 42
        | u64::from(number) << 44
        | age << AGE_SHIFT
}

fn unpack(packed: u64) -> Entry {
    Entry {
        score: packed as u32 as Score,
        depth: (packed >> 32) as u32 & TO_THE_END,
        bound: match (packed >> 42) & 3 {
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => Bound::Exact,
        },
        number: ((packed >> 44) as u16).checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn an_entry_comes_back_as_it_went_in() {
        let table = Table::new(1);
        for (key, score, depth, number) in
            [(1, -3, 0, None), (u64::MAX, WIN - 7, 1000, Some(0)), (77, 9 - WIN, 12, Some(65_534))]
        {
            let entry = Entry { score, bound: Bound::Lower, depth, number };
            table.put(key, 0, entry);
            assert_eq!(table.get(key, 0), Some(entry));
            assert_eq!(table.get(key ^ 2, 0), None);
        }
    }

    #[test]
    fn a_forced_win_is_counted_from_where_it_is_met() {
        let table = Table::new(1);
        table.put(5, 4, Entry { score: WIN - 7, bound: Bound::Exact, depth: 3, number: None });
        assert_eq!(table.get(5, 6).map(|entry| entry.score), Some(WIN - 9));
    }
}
