//! How long a question may take, and how another thread ends it early.

use crate::Instant;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Why a question stayed unanswered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time was up.
    Time,
    /// The allowed number of conflicts was reached.
    Conflicts,
    /// The question has become larger than it may be.
    Memory,
    /// There are as many solutions as were wanted.
    Solutions,
    /// Another thread raised the flag.
    Interrupted,
}

impl Stop {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Stop::Time => "the time was up",
            Stop::Conflicts => "the allowed number of conflicts was reached",
            Stop::Memory => "the memory was full",
            Stop::Solutions => "there are as many solutions as were wanted",
            Stop::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// What one question may cost. Cloning shares the flags.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    conflicts: Option<u64>,
    memory: Option<usize>,
    flags: Vec<Arc<AtomicBool>>,
}

impl Limits {
    /// As long as it takes.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The same limits, but the answer must come within `time` from now.
    pub fn with_time(self, time: Duration) -> Limits {
        match Instant::now().checked_add(time) {
            Some(deadline) => self.with_deadline(deadline),
            None => self,
        }
    }

    /// The same limits, but the answer must come before `deadline` (or an earlier one already set).
    pub fn with_deadline(self, deadline: Instant) -> Limits {
        let deadline = self.deadline.map_or(deadline, |earlier| earlier.min(deadline));
        Limits { deadline: Some(deadline), ..self }
    }

    /// The same limits, with at most `conflicts` a question (or fewer, as already set).
    pub fn with_conflicts(self, conflicts: u64) -> Limits {
        let conflicts = self.conflicts.map_or(conflicts, |fewer| fewer.min(conflicts));
        Limits { conflicts: Some(conflicts), ..self }
    }

    /// The same limits, with about `bytes` for the clauses of a question (or fewer, as already set).
    pub fn with_memory(self, bytes: usize) -> Limits {
        let memory = self.memory.map_or(bytes, |fewer| fewer.min(bytes));
        Limits { memory: Some(memory), ..self }
    }

    /// The bytes that the clauses of a question may take.
    pub fn memory(&self) -> Option<usize> {
        self.memory
    }

    /// The same limits, ended early also when `flag` becomes true.
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Limits {
        self.flags.push(flag);
        self
    }

    /// The reason to stop now, seen from outside a solver: the flags and the clock.
    pub fn reached(&self) -> Option<Stop> {
        if self.flags.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
    }

    /// The same for use with `?` in a long piece of work.
    pub fn check(&self) -> Result<(), Stop> {
        self.reached().map_or(Ok(()), Err)
    }

    /// Whether `conflicts` reach the limit.
    pub fn is_spent(&self, conflicts: u64) -> bool {
        self.conflicts.is_some_and(|limit| conflicts >= limit)
    }

    /// How many conflicts are left after `conflicts`.
    pub fn conflicts_left(&self, conflicts: u64) -> Option<u64> {
        self.conflicts.map(|limit| limit.saturating_sub(conflicts))
    }

    /// The reason to stop after `conflicts`.
    pub fn reached_after(&self, conflicts: u64) -> Option<Stop> {
        if self.is_spent(conflicts) { Some(Stop::Conflicts) } else { self.reached() }
    }
}
