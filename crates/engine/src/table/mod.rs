//! The transposition table: what is known about positions already searched, shared by all threads.
//!
//! It is lock-free and sound (Hyatt and Mann, "A lock-less transposition table implementation"): an
//! entry is two atomic words, the data and the data mixed with the key. Two threads that write the
//! same entry at once leave words that do not match, which reads as no entry.

mod memory;
mod slot;

use crate::prefetch::prefetch;
use crate::value::{Bound, MATE_BOUND, UNKNOWN, WIN_BOUND};
use memory::{Bucket, Memory};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use zugwerk_chess::Move;

/// The table.
pub struct Table {
    buckets: Memory,
    /// Counts searches, so that entries of old ones give way first.
    age: AtomicU8,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub best: Option<Move>,
    /// The value, with mates counted from the root of the search that asks.
    pub value: i32,
    /// The static evaluation, or [`UNKNOWN`].
    pub evaluation: i32,
    pub depth: i32,
    pub bound: Bound,
    /// Whether the position was on a principal variation once.
    pub was_pv: bool,
}

const AGES: u8 = 32;

impl Table {
    /// A table of `mebibytes`, or nothing where the memory cannot be had.
    pub fn new(mebibytes: usize) -> Option<Table> {
        let buckets = mebibytes.checked_mul(1 << 20)? / size_of::<Bucket>();
        Some(Table { buckets: Memory::new(buckets)?, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = AtomicU8::new(0);
        self.buckets.clear();
    }

    /// Tells that a new search begins.
    pub(crate) fn next_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits of the key, scaled to the number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Fetches what [`Table::probe`] will need.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known about the position with this key, `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| Some(unpack(slot::read(slot, key)?, ply)))
    }

    /// Stores what was found out about a position, in place of what is worth least in its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut least = (i32::MAX, 0);
        for (at, slot) in self.bucket(key).0.iter().enumerate() {
            let bits = slot[1].load(Relaxed);
            if bits == 0 {
                least = (i32::MIN, at);
                break;
            }
            if let Some(bits) = slot::read(slot, key) {
                let old = unpack(bits, ply);
                let keeps = entry.bound != Bound::Exact
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= old.depth
                    && age_of(bits) == age;
                if keeps {
                    return;
                }
                entry.best = entry.best.or(old.best);
                least = (i32::MIN, at);
                break;
            }
            let older = i32::from((age + AGES - age_of(bits)) % AGES);
            let worth = depth_of(bits) - 8 * older;
            if worth < least.0 {
                least = (worth, at);
            }
        }
        let bits = pack(&entry, ply, age);
        slot::write(&self.bucket(key).0[least.1], key, bits);
    }

    /// How many of a thousand entries this search has used.
    pub(crate) fn permille_full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let used = entries
            .filter(|[_, data]| {
                let bits = data.load(Relaxed);
                bits != 0 && age_of(bits) == age
            })
            .count();
        (used * 1000 / (4 * sample.len())) as u32
    }
}

// An entry in 64 bits: move 16, value 16, evaluation 16, depth 8, bound 2, was_pv 1, age 5.

fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let value = to_table(entry.value, ply) as i16 as u16;
    let evaluation =
        if entry.evaluation == UNKNOWN { i16::MIN } else { entry.evaluation as i16 } as u16;
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best.map_or(0, Move::bits))
        | u64::from(value) << 16
        | u64::from(evaluation) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(age) << 59
}

fn unpack(bits: u64, ply: usize) -> Entry {
    let evaluation = (bits >> 32) as u16 as i16;
    Entry {
        best: Move::from_bits(bits as u16),
        value: from_table(i32::from((bits >> 16) as u16 as i16), ply),
        evaluation: if evaluation == i16::MIN { UNKNOWN } else { i32::from(evaluation) },
        depth: depth_of(bits),
        bound: match bits >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        was_pv: bits >> 58 & 1 == 1,
    }
}

fn depth_of(bits: u64) -> i32 {
    i32::from((bits >> 48) as u8)
}

fn age_of(bits: u64) -> u8 {
    (bits >> 59) as u8
}

/// Wins are counted from the root in the search, but from the position itself in the table.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        WIN_BOUND.. => value + ply as i32,
        v if v <= -WIN_BOUND => value - ply as i32,
        _ => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        // A tablebase win far from the root must not come out as less than a win.
        WIN_BOUND.. => {
            (value - ply as i32).max(if value >= MATE_BOUND { MATE_BOUND } else { WIN_BOUND })
        }
        v if v <= -WIN_BOUND => {
            (value + ply as i32).min(if value <= -MATE_BOUND { -MATE_BOUND } else { -WIN_BOUND })
        }
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::MATE;
    use zugwerk_chess::Square;

    fn entry(value: i32, depth: i32) -> Entry {
        let best = Some(Move::normal(Square::E2, Square::E4));
        Entry { best, value, evaluation: -17, depth, bound: Bound::Lower, was_pv: true }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = Table::new(1).unwrap();
        let key = 0x0123_4567_89AB_CDEF;
        assert_eq!(table.probe(key, 0), None);
        for value in [0, 5, -300, 29_000, MATE - 7, 9 - MATE] {
            table.store(key, 3, entry(value, 9));
            assert_eq!(table.probe(key, 3), Some(entry(value, 9)));
            assert_eq!(table.probe(key ^ 1, 3), None);
        }
    }

    #[test]
    fn a_mate_is_counted_from_the_root_that_asks() {
        let table = Table::new(1).unwrap();
        table.store(1 << 60, 5, entry(MATE - 8, 4));
        assert_eq!(table.probe(1 << 60, 2).unwrap().value, MATE - 5);
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = Table::new(1).unwrap();
        // These keys share a bucket: only low bits differ.
        for key in 1..=4 {
            table.store(key, 0, entry(0, 10 + key as i32));
        }
        table.store(5, 0, entry(0, 1));
        assert_eq!(table.probe(1, 0), None, "the shallowest of the four");
        assert!(table.probe(2, 0).is_some() && table.probe(5, 0).is_some());
        table.next_search();
        table.next_search();
        table.store(6, 0, entry(0, 3));
        table.store(7, 0, entry(0, 3));
        assert!(table.probe(6, 0).is_some() && table.probe(7, 0).is_some());
    }

    #[test]
    fn threads_that_write_at_once_never_make_up_an_entry() {
        let table = Table::new(1).unwrap();
        let rounds = if cfg!(miri) { 50 } else { 20_000 };
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..rounds {
                        let key = 1 + (round + thread) % 7;
                        // Depth and value say which key the entry was written for.
                        if let Some(found) = table.probe(key, 0) {
                            assert_eq!((found.value, found.depth), (100 * key as i32, key as i32));
                        }
                        table.store(key, 0, entry(100 * key as i32, key as i32));
                    }
                });
            }
        });
    }

    #[test]
    fn every_bucket_is_cleared_whatever_the_size() {
        for count in [1, 1000, 1024, 1025, 40_000] {
            let mut memory = Memory::new(count).unwrap();
            for bucket in memory.iter() {
                bucket.0.iter().flatten().for_each(|word| word.store(7, Relaxed));
            }
            memory.clear();
            let words = memory.iter().flat_map(|bucket| bucket.0.iter().flatten());
            assert!(words.clone().all(|word| word.load(Relaxed) == 0), "{count}");
            assert_eq!(words.count(), 8 * count);
        }
    }

    #[test]
    fn a_table_can_be_cleared_and_counts_its_use() {
        let mut table = Table::new(1).unwrap();
        table.store(7, 0, entry(1, 1));
        assert_eq!(table.permille_full(), 1);
        table.clear();
        assert_eq!((table.probe(7, 0), table.permille_full()), (None, 0));
        assert!(Table::new(usize::MAX >> 10).is_none());
    }
}
