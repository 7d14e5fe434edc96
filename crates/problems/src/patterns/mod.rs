//! Mates and stalemates worked out backwards: who must stand where.
//!
//! A pattern is a square of the mated king and tasks for some pieces of both sides, so that the king is in
//! check and each square next to it is guarded or blocked. Every mate that can arise contains one of the patterns,
//! so a position from which no pattern can be reached in the moves left leads to no mate.

mod builder;
mod distances;
mod open;
mod parry;
mod stalemate;

use crate::goal::Goal;
use builder::{Budget, Builder, Found};
use distances::{Distances, Task};
pub(crate) use open::OpenPatterns;
use stalemate::StalemateBuilder;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use zugwerk_chess::{Color, Position, Square};

/// The patterns that can be reached from a position.
pub(crate) struct Patterns {
    mating: Color,
    distances: Distances,
    /// For each piece, known by its number, its task in each pattern.
    tasks: Vec<Vec<Task>>,
    first: Vec<Open>,
    numbers: Numbers,
}

/// A pattern and the moves that each side needs to reach it.
#[derive(Clone, Copy)]
struct Open {
    pattern: u32,
    /// Of the mating side and of the mated side.
    moves: [u8; 2],
    /// How many pieces of the mated side are still to be taken.
    taken: u8,
}

/// Which piece stands on each square.
type Numbers = [u8; 64];
const NOBODY: u8 = u8::MAX;

impl Patterns {
    /// All patterns that can be reached in `moves` of the mating and of the mated side, found by `threads`
    /// threads; `None` if that takes more than `attempts` drafts, or before it `is_over`.
    pub(crate) fn new(
        position: &Position,
        goal: Goal,
        mating: Color,
        moves: (u16, u16),
        attempts: usize,
        threads: usize,
        is_over: impl Fn() -> bool + Sync,
    ) -> Option<Patterns> {
        position.king(!mating)?;
        let is_mate = goal == Goal::Mate;
        let distances = Distances::new(position, mating, is_mate);
        let mut numbers = [NOBODY; 64];
        for (number, square) in (0..).zip(position.occupied()) {
            numbers[square.index()] = number;
        }
        let budget = Budget::new(attempts, &is_over);
        let (mut tasks, mut costs) = (vec![Vec::new(); position.occupied().len()], Vec::new());
        let mut taken = Vec::new();
        let all = match is_mate {
            true => build(threads, || {
                let mut builder = Builder::new(position, mating, moves, &distances, &budget);
                move |square| builder.build(square)
            }),
            false => build(threads, || {
                let mut builder =
                    StalemateBuilder::new(position, mating, moves, &distances, &budget);
                move |square| builder.build(square)
            }),
        };
        for found in all? {
            for (column, more) in tasks.iter_mut().zip(found.tasks) {
                column.extend(more);
            }
            costs.extend(found.costs);
            taken.extend(found.taken);
        }
        taken.resize(costs.len(), 0);
        let costs = costs.into_iter().map(|(mating, mated)| [mating, mated]).zip(taken);
        let open = |(pattern, (moves, taken))| Open { pattern, moves, taken };
        let first = (0..).zip(costs).map(open).collect();
        Some(Patterns { mating, distances, tasks, first, numbers })
    }

    /// Whether no mate can arise.
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.first.len()
    }
}

/// The patterns for each square of the king; each thread takes one square after the other with a builder of its own.
fn build<B>(threads: usize, builder: impl Fn() -> B + Sync) -> Option<Vec<Found>>
where
    B: FnMut(Square) -> Option<Found>,
{
    if threads <= 1 {
        return Square::all().map(builder()).collect();
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let work = || {
        let mut builder = builder();
        loop {
            let at = next.fetch_add(1, Relaxed);
            if at >= 64 {
                return;
            }
            let patterns = builder(Square::new(at));
            if patterns.is_none() {
                next.store(64, Relaxed);
            }
            found.lock().unwrap_or_else(PoisonError::into_inner).insert(at, patterns);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(64) {
            scope.spawn(work);
        }
        work();
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.into_values().collect()
}

#[cfg(test)]
mod tests;
