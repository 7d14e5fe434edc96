//! How threads take tasks from split points and wait for each other.

use super::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use super::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::sync::PoisonError;

/// One thread's part in a search.
pub(crate) trait Worker {
    /// A node of the search with several tasks.
    type Node: Send + Sync;
    /// What one of them brings.
    type Found: Send;
    /// What the worker was doing before it went elsewhere.
    type Suspended;

    /// Puts everything aside and goes to a node.
    fn go_to(&mut self, node: &Self::Node) -> Self::Suspended;

    /// Goes on with what was put aside.
    fn come_back(&mut self, suspended: Self::Suspended);

    /// Does one task at the node at which the worker is; `None` if it was stopped.
    fn work(&mut self, node: &Self::Node, at: usize) -> Option<Self::Found>;

    /// Whether, with this found, the rest of the node does not matter; unless said otherwise, all matters.
    fn is_enough(_: &Self::Node, _: &Self::Found) -> bool {
        false
    }

    /// What stops the worker when others have found enough.
    type Watch: Listener;
    fn watch(&mut self) -> &mut Self::Watch;
}

/// Something that can be stopped by calls.
pub(crate) trait Listener {
    /// Stops as well when `call` is raised, until told to ignore it.
    fn listen(&mut self, call: &Arc<AtomicBool>);

    /// Ignores the last call that was listened to, and goes on if nothing else has stopped it.
    fn ignore(&mut self);

    /// Whether a call was raised.
    fn is_called_away(&self) -> bool;

    /// Stops at once if a call was raised: what is returned from here on means nothing.
    fn heed(&mut self);
}

/// The threads of a search and their split points.
pub(crate) struct SplitPool<W: Worker> {
    /// Whether there may ever be more than one thread.
    shared: AtomicBool,
    /// Whether there is more than one thread.
    several: AtomicBool,
    /// Whether somebody waits for work and there is no split point to help at.
    idle_helper: AtomicBool,
    state: Mutex<State<W>>,
    /// Rings when a node is split or a task done.
    bell: Condvar,
}

struct State<W: Worker> {
    split_points: Vec<Arc<SplitPoint<W>>>,
    is_over: bool,
}

/// A node whose tasks whoever has time may do.
pub(crate) struct SplitPoint<W: Worker> {
    node: W::Node,
    tasks: usize,
    /// The next task that nobody has taken.
    next: AtomicUsize,
    /// Tasks taken or not, but not done.
    undone: AtomicUsize,
    enough: Arc<AtomicBool>,
    found: Mutex<Vec<Option<W::Found>>>,
}

impl<W: Worker> SplitPool<W> {
    pub(crate) fn new() -> SplitPool<W> {
        SplitPool {
            shared: AtomicBool::new(false),
            several: AtomicBool::new(false),
            idle_helper: AtomicBool::new(false),
            state: Mutex::new(State { split_points: Vec::new(), is_over: false }),
            bell: Condvar::new(),
        }
    }

    /// There may be helpers from now on.
    pub(super) fn expect_helpers(&self) {
        self.shared.store(true, Relaxed);
    }

    /// Helps until the search is over.
    pub(super) fn help_until_over(&self, worker: &mut W) {
        self.several.store(true, Relaxed);
        self.help(worker, |state| state.is_over);
    }

    /// Sends all helpers home.
    pub(super) fn end(&self) {
        self.state().is_over = true;
        self.bell.notify_all();
    }

    pub(super) fn is_over(&self) -> bool {
        self.state().is_over
    }

    /// Whether it is of use to keep ready what others could do.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.shared.load(Relaxed)
    }

    /// Whether more than one thread works on the search, or has worked on it.
    #[inline]
    pub(crate) fn has_several(&self) -> bool {
        self.several.load(Relaxed)
    }

    /// Whether a new split point would find help.
    #[inline]
    pub(crate) fn has_idle_helper(&self) -> bool {
        self.idle_helper.load(Relaxed)
    }

    /// Makes a node a split point, for whoever has nothing to do; to be joined by the one who splits.
    pub(crate) fn split(&self, node: W::Node, tasks: usize) -> Arc<SplitPoint<W>> {
        let split_point = Arc::new(SplitPoint {
            node,
            tasks,
            next: AtomicUsize::new(0),
            undone: AtomicUsize::new(tasks),
            enough: Arc::new(AtomicBool::new(false)),
            found: Mutex::new((0..tasks).map(|_| None).collect()),
        });
        self.idle_helper.store(false, Relaxed);
        self.state().split_points.push(split_point.clone());
        self.bell.notify_all();
        split_point
    }

    /// Does what is left of a split point, at the node of which `worker` is, with the help of others: what was
    /// found, in order; `None` for what was not done, as it was enough or the worker was stopped.
    pub(crate) fn join(
        &self,
        worker: &mut W,
        split_point: &Arc<SplitPoint<W>>,
    ) -> Vec<Option<W::Found>> {
        self.work_on(worker, split_point);
        self.help(worker, |_| split_point.is_done());
        self.state().split_points.retain(|other| !Arc::ptr_eq(other, split_point));
        if worker.watch().is_called_away() {
            split_point.enough.store(true, Relaxed);
            worker.watch().heed();
            return Vec::new();
        }
        let mut found = std::mem::take(&mut *lock(&split_point.found));
        if !split_point.enough.load(Relaxed) {
            // Whoever was called away from a task has left it undone.
            for (at, found) in found.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
                *found = worker.work(&split_point.node, at);
            }
        }
        found
    }

    /// Does all tasks at a node at which `worker` is, with the help of others.
    pub(crate) fn share(
        &self,
        worker: &mut W,
        node: W::Node,
        tasks: usize,
    ) -> Vec<Option<W::Found>> {
        let split_point = self.split(node, tasks);
        self.join(worker, &split_point)
    }

    /// Works at whatever split point is open until `is_done`.
    fn help(&self, worker: &mut W, is_done: impl Fn(&State<W>) -> bool) {
        let mut state = self.state();
        while !is_done(&state) && !worker.watch().is_called_away() {
            let split_point =
                state.split_points.iter().rev().find(|split_point| split_point.is_open()).cloned();
            let Some(split_point) = split_point else {
                self.idle_helper.store(true, Relaxed);
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            let suspended = worker.go_to(&split_point.node);
            self.work_on(worker, &split_point);
            worker.come_back(suspended);
            state = self.state();
        }
    }

    /// Takes one task after the other, at the node of the split point.
    fn work_on(&self, worker: &mut W, split_point: &SplitPoint<W>) {
        worker.watch().listen(&split_point.enough);
        while split_point.is_open() {
            let at = split_point.next.fetch_add(1, Relaxed);
            if at >= split_point.tasks {
                break;
            }
            let _done = Done { pool: self, split_point };
            let found = worker.work(&split_point.node, at);
            let is_enough =
                found.as_ref().is_some_and(|found| W::is_enough(&split_point.node, found));
            if let Some(slot) = lock(&split_point.found).get_mut(at) {
                *slot = found;
            }
            // Only now: whoever hears that it is enough looks for what was found.
            if is_enough {
                split_point.enough.store(true, Release);
            }
        }
        worker.watch().ignore();
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        lock(&self.state)
    }
}

impl<W: Worker> SplitPoint<W> {
    fn is_open(&self) -> bool {
        self.next.load(Relaxed) < self.tasks && !self.enough.load(Relaxed)
    }

    fn is_done(&self) -> bool {
        self.enough.load(Acquire) || self.undone.load(Acquire) == 0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a task as done, even if its thread panics.
struct Done<'a, W: Worker> {
    pool: &'a SplitPool<W>,
    split_point: &'a SplitPoint<W>,
}

impl<W: Worker> Drop for Done<'_, W> {
    fn drop(&mut self) {
        self.split_point.undone.fetch_sub(1, Release);
        if self.split_point.is_done() {
            // Under the lock, so that nobody looks before and waits after.
            let _state = self.pool.state();
            self.pool.bell.notify_all();
        }
    }
}
