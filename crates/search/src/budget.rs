//! How much a search may spend, and the meter that holds it to that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zugwerk_game::Instant;

/// Limits of one search; whichever is reached first ends it. Without any limit a search of an
/// endless game runs until it is stopped from outside.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// How many plies to look ahead.
    pub depth: Option<u32>,
    /// How many positions to visit.
    pub nodes: Option<u64>,
    /// How long to think.
    pub time: Option<Duration>,
    /// Raised by someone else to end the search at once.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Looks exactly `plies` ahead.
    pub fn depth(plies: u32) -> Budget {
        Budget { depth: Some(plies), ..Budget::default() }
    }

    /// Visits at most `count` positions.
    pub fn nodes(count: u64) -> Budget {
        Budget { nodes: Some(count), ..Budget::default() }
    }

    /// Thinks for at most `time`.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// The same limits, and `flag` as a way to end the search from outside.
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.stop = Some(flag);
        self
    }
}

/// The search has to end now: the budget is spent or somebody raised the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts visited positions against a budget.
#[derive(Debug)]
pub(crate) struct Meter {
    nodes: u64,
    max_nodes: u64,
    next_check: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

/// Clock and flag are looked at once in this many positions.
const CHECK_INTERVAL: u64 = 1024;

impl Meter {
    pub fn new(budget: &Budget) -> Meter {
        Meter {
            nodes: 0,
            next_check: CHECK_INTERVAL,
            max_nodes: budget.nodes.unwrap_or(u64::MAX),
            // A time too long for the clock is no limit at all.
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            stop: budget.stop.clone(),
        }
    }

    /// Counts one more position.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stopped> {
        self.visit_many(1)
    }

    /// Counts `count` more positions, or as many of them as the budget allows.
    #[inline]
    pub fn visit_many(&mut self, count: u64) -> Result<(), Stopped> {
        if self.max_nodes - self.nodes < count {
            self.nodes = self.max_nodes;
            return Err(Stopped);
        }
        self.nodes += count;
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK_INTERVAL;
            if self.is_over() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Whether time is up or the flag is raised.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
