//! Limits on a search, and the watch that keeps them.

use crate::split_pool::Listener;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use zugwerk_game::{Limits, Stop};

/// When to stop before the search is complete.
#[derive(Clone, Debug, Default)]
pub struct SolveLimits {
    /// The time and the flags.
    pub limits: Limits,
    /// Stop when there are this many solutions; keys are not counted.
    pub solutions: Option<usize>,
    /// Who hears how the search goes on.
    pub report: Option<Report>,
}

/// Hears now and then how many more positions were looked at.
#[derive(Clone)]
pub struct Report(Arc<dyn Fn(u64) + Send + Sync>);

impl Report {
    /// Calls `hear` from whatever thread, often: it should be quick.
    pub fn new(hear: impl Fn(u64) + Send + Sync + 'static) -> Report {
        Report(Arc::new(hear))
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Report")
    }
}

impl SolveLimits {
    /// How many lines of `plies` can be kept: by the hundred thousand they help nobody and fill the
    /// memory.
    pub fn most_lines(plies: usize) -> usize {
        const MOST_PLIES: usize = 2_000_000;
        MOST_PLIES / plies.max(10)
    }
}

/// What all threads of a search share: whether to go on, and how much was done.
pub(crate) struct Shared<'a> {
    limits: &'a SolveLimits,
    stopped: AtomicBool,
    nodes: AtomicU64,
    solutions: AtomicUsize,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(limits: &'a SolveLimits) -> Shared<'a> {
        Shared {
            limits,
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            solutions: AtomicUsize::new(0),
        }
    }

    /// Positions looked at by the watches that have ended.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Why the search stopped, if it did.
    pub(crate) fn stop(&self) -> Option<Stop> {
        let stopped = self.stopped.load(Relaxed);
        stopped.then(|| self.limits.limits.reached().unwrap_or(Stop::Solutions))
    }

    /// Whether a limit on the time has been reached.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.limits.reached().is_some()
    }
}

/// One thread's watch: counts nodes and looks at the limits now and then.
pub(crate) struct Watch<'a> {
    shared: &'a Shared<'a>,
    nodes: u64,
    /// How many of them were reported.
    told: u64,
    stopped: bool,
    /// Raised when what this thread does is not needed any more, the last in the innermost search.
    calls: Vec<Arc<AtomicBool>>,
}

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1024;

impl<'a> Watch<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Watch<'a> {
        Watch { shared, nodes: 0, told: 0, stopped: false, calls: Vec::new() }
    }

    /// Counts a node; returns whether to stop.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look();
        }
        self.stopped
    }

    /// Whether the search has been stopped, so that what it returns means nothing.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The positions that this watch has counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Takes back solutions that will be found again.
    pub(crate) fn forget_solutions(&mut self, found: usize) {
        self.shared.solutions.fetch_sub(found, Relaxed);
    }

    /// Counts a solution, and stops all threads if there are as many as wanted.
    pub(crate) fn count_solution(&mut self) {
        let found = self.shared.solutions.fetch_add(1, Relaxed) + 1;
        if self.shared.limits.solutions.is_some_and(|most| found >= most) {
            self.shared.stopped.store(true, Relaxed);
            self.stopped = true;
        }
    }

    /// Looks at the limits now.
    #[cold]
    pub(crate) fn look(&mut self) {
        if let Some(Report(hear)) = &self.shared.limits.report {
            hear(self.nodes - std::mem::replace(&mut self.told, self.nodes));
        }
        if self.shared.is_over() {
            self.shared.stopped.store(true, Relaxed);
        }
        self.stopped = self.shared.stopped.load(Relaxed) || self.is_called_away();
    }
}

impl Listener for Watch<'_> {
    fn listen(&mut self, call: &Arc<AtomicBool>) {
        self.calls.push(call.clone());
    }

    fn ignore(&mut self) {
        self.calls.pop();
        if self.stopped {
            self.look();
        }
    }

    fn is_called_away(&self) -> bool {
        self.calls.iter().any(|call| call.load(Relaxed))
    }

    fn heed(&mut self) {
        self.look();
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Relaxed);
    }
}
