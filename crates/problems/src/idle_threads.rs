//! Threads that have no problem of their own any more, lent to searches that go on.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Counts the threads that solve problems side by side and have run out of them, so that those of a last
/// long problem are as many as those of many short ones.
///
/// ```
/// use std::sync::Arc;
/// use zugwerk_problems::{Options, Problem, Solver, IdleThreads};
/// let idle = Arc::new(IdleThreads::new(2));
/// idle.lend();
/// let options = Options { idle: Some(idle), ..Options::default() };
/// let problem = Problem::new("8/8/8/3Q4/8/1r1p4/k7/2K5 w - -", "#4", false).unwrap();
/// assert_eq!(Solver::default().solve(&problem, &options).count(), 0);
/// ```
#[derive(Debug)]
pub struct IdleThreads {
    most: usize,
    idle: Mutex<usize>,
    bell: Condvar,
}

impl IdleThreads {
    /// For `threads` side by side.
    pub fn new(threads: usize) -> IdleThreads {
        IdleThreads { most: threads.saturating_sub(1), idle: Mutex::new(0), bell: Condvar::new() }
    }

    /// Lends one thread's time, from one that has nothing more to do.
    pub fn lend(&self) {
        *self.idle() += 1;
        self.bell.notify_all();
    }

    /// How many threads one search may get.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Waits for a thread's time; false if it `is_over` before.
    pub(crate) fn borrow(&self, is_over: impl Fn() -> bool) -> bool {
        let mut idle = self.idle();
        while !is_over() {
            if *idle > 0 {
                *idle -= 1;
                return true;
            }
            idle = self.bell.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
        false
    }

    /// Has all who wait look whether it is over.
    pub(crate) fn wake(&self) {
        // Under the lock, so that nobody looks before and waits after.
        let _idle = self.idle();
        self.bell.notify_all();
    }

    fn idle(&self) -> MutexGuard<'_, usize> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
