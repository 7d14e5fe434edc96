//! Perft: the number of leaves of the game tree, the usual proof of a move generator.

use crate::movegen::{count, list_stage_all};
use crate::play::play;
use crate::sliders::{Sliders, multiversion};
use crate::{Move, MoveList, Position};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The number of ways to play `depth` plies from `position`.
///
/// ```
/// use zugwerk_chess::{Position, perft};
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => below(position, depth),
    }
}

multiversion! { fn below(position: &Position, depth: u32) -> u64 = leaves; }

#[inline(always)]
fn leaves<S: Sliders>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return count::<S>(position) as u64;
    }
    let mut moves = MoveList::new();
    list_stage_all::<S>(position, &mut moves);
    if depth == 2 {
        return moves.iter().map(|&m| count::<S>(&play::<S>(position, m)) as u64).sum();
    }
    moves.iter().map(|&m| below(&play::<S>(position, m), depth - 1)).sum()
}

/// Perft on several threads and with a table of positions already counted.
///
/// ```
/// use zugwerk_chess::{Perft, Position};
/// let perft = Perft::new(2, 16);
/// assert_eq!(perft.count(&Position::start(), 4), 197_281);
/// ```
pub struct Perft {
    threads: usize,
    table: Option<Table>,
}

impl Perft {
    /// With this many threads and a table of this many MiB, none if 0.
    pub fn new(threads: usize, table_mib: usize) -> Perft {
        Perft { threads: threads.max(1), table: (table_mib > 0).then(|| Table::new(table_mib)) }
    }

    /// The number of ways to play `depth` plies from `position`; `u64::MAX` if there are more.
    pub fn count(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self
                .divide(position, depth)
                .iter()
                .fold(0, |total, (_, leaves)| total.saturating_add(*leaves)),
        }
    }

    /// The same for each move of `position`, of which `depth` counts the first; in the order of
    /// generation. At depth 0 there is no move to divide by.
    pub fn divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        self.divide_telling(position, depth, &|_, _, _| ())
    }

    /// The same; `tell` hears from any thread how many of how many parts are done, and the leaves so far.
    pub fn divide_telling(
        &self,
        position: &Position,
        depth: u32,
        tell: &(dyn Fn(usize, usize, u64) + Sync),
    ) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let roots = position.legal_moves();
        let totals: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        // Two plies make enough jobs of like size to keep all threads busy to the end.
        let mut jobs = Vec::new();
        for (root, m) in roots.iter().enumerate() {
            let after = position.play(*m);
            if depth < 4 {
                totals[root].store(self.below(&after, depth - 1), Ordering::Relaxed);
            } else {
                jobs.extend(after.legal_moves().iter().map(|reply| (root, after.play(*reply))));
            }
        }
        let (next, done, counted) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            while let Some((root, after)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let leaves = self.below(after, depth - 2);
                let add = |total: u64| Some(total.saturating_add(leaves));
                let _ = totals[*root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
                let before = counted.fetch_add(leaves, Ordering::Relaxed);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                tell(done, jobs.len(), before.saturating_add(leaves));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(jobs.len()) {
                scope.spawn(work);
            }
            work();
        });
        roots.iter().copied().zip(totals.into_iter().map(AtomicU64::into_inner)).collect()
    }

    fn below(&self, position: &Position, depth: u32) -> u64 {
        match &self.table {
            Some(table) => table.count(position, depth),
            None => perft(position, depth),
        }
    }
}

/// Positions already counted. A slot is two words: the count, and the key mixed with it, so that a slot torn by two threads writing at once is taken for another position's, not for a wrong count.
struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

impl Table {
    fn new(mib: usize) -> Table {
        let slots = mib.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        Table { slots: std::iter::repeat_with(Default::default).take(slots.max(1)).collect() }
    }

    fn count(&self, position: &Position, depth: u32) -> u64 {
        // Counting one or two plies anew is faster than a look-up that misses the cache.
        if depth <= 2 {
            return perft(position, depth);
        }
        // The depth is part of the key, so that a position seen at two depths has two slots.
        let key = position.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize];
        let known = slot[1].load(Ordering::Relaxed);
        if slot[0].load(Ordering::Relaxed) ^ known == key {
            return known;
        }
        let leaves = position
            .legal_moves()
            .iter()
            .map(|m| self.count(&position.play(*m), depth - 1))
            .fold(0, u64::saturating_add);
        slot[0].store(key ^ leaves, Ordering::Relaxed);
        slot[1].store(leaves, Ordering::Relaxed);
        leaves
    }
}
