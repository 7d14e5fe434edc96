//! How many positions a search keeps, and the reason to stop.

use zugwerk_game::{Limits, Stop};

/// A search keeps at most this many positions, of some [`POSITION`] bytes each.
const MOST_POSITIONS: usize = 15_000_000;
const POSITION: usize = 150;

/// The reason to stop with `positions` in memory, if there is one.
pub(crate) fn reached(limits: &Limits, positions: usize) -> Option<Stop> {
    if positions >= fitting(limits, MOST_POSITIONS, POSITION) {
        return Some(Stop::Memory);
    }
    limits.reached()
}

/// How many things of `size` bytes fit into the memory that is allowed, `most` at most.
pub(crate) fn fitting(limits: &Limits, most: usize, size: usize) -> usize {
    limits.memory().map_or(most, |bytes| most.min(bytes / size))
}
