//! Threads that share one search at *split points*: whoever has nothing to do asks, and whoever is at a node with
//! several moves left to try makes it a split point whose moves all may take.
//!
//! Nothing is divided in advance, so it does not matter that one first move may be most of the work. The
//! results of a split point come back in order. How threads wait for each other is in [`protocol`], which a model
//! checker runs in every order of events.

mod protocol;

#[cfg(test)]
mod model;

/// What the protocol stands on; a model checker has its own.
mod sync {
    pub(super) use std::sync::atomic;
    pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard};
}

use crate::idle_threads::IdleThreads;
pub(crate) use protocol::{Listener, SplitPoint, SplitPool, Worker};

/// The longest stipulations go some hundred plies deep.
const STACK: usize = 32 << 20;

/// The threads that a search may have.
#[derive(Clone, Copy)]
pub(crate) struct ThreadCount<'a> {
    /// From the beginning.
    pub(crate) threads: usize,
    /// As soon as they have nothing else to do.
    pub(crate) idle: Option<&'a IdleThreads>,
}

impl ThreadCount<'_> {
    /// For a search that takes less time than a thread to start.
    pub(crate) const ONE: ThreadCount<'static> = ThreadCount { threads: 1, idle: None };

    fn is_one(&self) -> bool {
        self.threads <= 1 && self.idle.is_none_or(|idle| idle.most() == 0)
    }
}

impl<W: Worker> SplitPool<W> {
    /// Runs `lead` with a worker while all other threads wait to help.
    pub(crate) fn run<T>(
        &self,
        threads: ThreadCount,
        worker: impl Fn() -> W + Sync,
        lead: impl FnOnce(&mut W) -> T,
    ) -> T {
        if threads.is_one() {
            return lead(&mut worker());
        }
        self.expect_helpers();
        let help = || self.help_until_over(&mut worker());
        let help_when_idle = || {
            if let Some(idle) = threads.idle
                && idle.borrow(|| self.is_over())
            {
                help();
                idle.lend();
            }
        };
        std::thread::scope(|scope| {
            // Whatever happens, the others must not wait for ever.
            let _ending = Ending(self, threads.idle);
            let thread = || std::thread::Builder::new().stack_size(STACK);
            // Where no more threads are to be had, the search goes on with those there are.
            let _ =
                (1..threads.threads).try_for_each(|_| thread().spawn_scoped(scope, help).map(drop));
            let _ = (0..threads.idle.map_or(0, IdleThreads::most))
                .try_for_each(|_| thread().spawn_scoped(scope, help_when_idle).map(drop));
            lead(&mut worker())
        })
    }
}

/// Sends all helpers home.
struct Ending<'a, W: Worker>(&'a SplitPool<W>, Option<&'a IdleThreads>);

impl<W: Worker> Drop for Ending<'_, W> {
    fn drop(&mut self) {
        self.0.end();
        if let Some(idle) = self.1 {
            idle.wake();
        }
    }
}
