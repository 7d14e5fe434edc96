//! Why an answer did not come.

use zugwerk_game::Limits;

/// Why a question was left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit of the asker's: the time, or a flag.
    Limits(zugwerk_game::Stop),
    /// There were as many positions in memory as are kept.
    Memory,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Stop::Limits(zugwerk_game::Stop::Interrupted) => "interrupted",
            Stop::Limits(_) => "the time was up",
            Stop::Memory => "the memory was full",
        })
    }
}

/// A search keeps at most this many positions, of some [`POSITION`] bytes each.
const MOST_POSITIONS: usize = 15_000_000;
const POSITION: usize = 150;

/// The reason to stop with `positions` in memory, if there is one.
pub(crate) fn reached(limits: &Limits, positions: usize) -> Option<Stop> {
    if positions >= fitting(limits, MOST_POSITIONS, POSITION) {
        return Some(Stop::Memory);
    }
    limits.reached().map(Stop::Limits)
}

/// How many things of `size` bytes fit into the memory that is allowed, `most` at most.
pub(crate) fn fitting(limits: &Limits, most: usize, size: usize) -> usize {
    limits.memory().map_or(most, |bytes| most.min(bytes / size))
}
