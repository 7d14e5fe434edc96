//! Threads that share one search: whoever has nothing to do asks, and whoever is at a node with several moves
//! left to try offers them to all.
//!
//! Nothing is divided in advance, so it does not matter that one first move may be most of the work. The
//! results of an offer come back in order.

use crate::spare::Spare;
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The longest stipulations go some hundred plies deep.
const STACK: usize = 32 << 20;

/// One thread's part in a search.
pub(crate) trait Worker {
    /// A place in the search with several pieces of work to do.
    type Node: Send + Sync;
    /// What one of them brings.
    type Found: Send;
    /// What the worker was doing before it went elsewhere.
    type Aside;

    /// Puts everything aside and goes to a node.
    fn go_to(&mut self, node: &Self::Node) -> Self::Aside;

    /// Goes on with what was put aside.
    fn come_back(&mut self, aside: Self::Aside);

    /// Does one piece of the work at the node at which the worker is; `None` if it was stopped.
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
}

/// The threads that a search may have.
#[derive(Clone, Copy)]
pub(crate) struct Hands<'a> {
    /// From the beginning.
    pub(crate) threads: usize,
    /// As soon as they have nothing else to do.
    pub(crate) spare: Option<&'a Spare>,
}

impl Hands<'_> {
    /// For a search that takes less time than a thread to start.
    pub(crate) const ONE: Hands<'static> = Hands { threads: 1, spare: None };

    fn is_one(&self) -> bool {
        self.threads <= 1 && self.spare.is_none_or(|spare| spare.most() == 0)
    }
}

/// The threads of a search and what they offer each other.
pub(crate) struct Crew<W: Worker> {
    /// Whether there may ever be more than one thread.
    shared: AtomicBool,
    /// Whether there is more than one thread.
    several: AtomicBool,
    /// Whether somebody waits for work and nobody offers any.
    hungry: AtomicBool,
    state: Mutex<State<W>>,
    /// Rings when something is offered or done.
    bell: Condvar,
}

struct State<W: Worker> {
    offers: Vec<Arc<Offer<W>>>,
    is_over: bool,
}

/// Pieces of work that whoever has time may do.
pub(crate) struct Offer<W: Worker> {
    node: W::Node,
    pieces: usize,
    /// The next piece that nobody has taken.
    next: AtomicUsize,
    /// Pieces taken or not, but not done.
    undone: AtomicUsize,
    enough: Arc<AtomicBool>,
    found: Mutex<Vec<Option<W::Found>>>,
}

impl<W: Worker> Crew<W> {
    pub(crate) fn new() -> Crew<W> {
        Crew {
            shared: AtomicBool::new(false),
            several: AtomicBool::new(false),
            hungry: AtomicBool::new(false),
            state: Mutex::new(State { offers: Vec::new(), is_over: false }),
            bell: Condvar::new(),
        }
    }

    /// Runs `lead` with a worker while all other threads wait to help.
    pub(crate) fn run<T>(
        &self,
        hands: Hands,
        worker: impl Fn() -> W + Sync,
        lead: impl FnOnce(&mut W) -> T,
    ) -> T {
        if hands.is_one() {
            return lead(&mut worker());
        }
        self.shared.store(true, Relaxed);
        let help = || {
            self.several.store(true, Relaxed);
            self.help(&mut worker(), |state| state.is_over);
        };
        let help_if_spare = || {
            if let Some(spare) = hands.spare
                && spare.borrow(|| self.state().is_over)
            {
                help();
                spare.lend();
            }
        };
        std::thread::scope(|scope| {
            // Whatever happens, the others must not wait for ever.
            let _over = Ending(self, hands.spare);
            let thread = || std::thread::Builder::new().stack_size(STACK);
            // Where no more threads are to be had, the search goes on with those there are.
            let _ =
                (1..hands.threads).try_for_each(|_| thread().spawn_scoped(scope, help).map(drop));
            let _ = (0..hands.spare.map_or(0, Spare::most))
                .try_for_each(|_| thread().spawn_scoped(scope, help_if_spare).map(drop));
            lead(&mut worker())
        })
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

    /// Whether an offer would be taken.
    #[inline]
    pub(crate) fn is_hungry(&self) -> bool {
        self.hungry.load(Relaxed)
    }

    /// Offers all pieces of work at a node to whoever has nothing to do; to be finished by the one who offers.
    pub(crate) fn offer(&self, node: W::Node, pieces: usize) -> Arc<Offer<W>> {
        let offer = Arc::new(Offer {
            node,
            pieces,
            next: AtomicUsize::new(0),
            undone: AtomicUsize::new(pieces),
            enough: Arc::new(AtomicBool::new(false)),
            found: Mutex::new((0..pieces).map(|_| None).collect()),
        });
        self.hungry.store(false, Relaxed);
        self.state().offers.push(offer.clone());
        self.bell.notify_all();
        offer
    }

    /// Does what is left of an offer, at the node of which `worker` is, with the help of others: what was
    /// found, in order; `None` for what was not done, as it was enough or the worker was stopped.
    pub(crate) fn finish(&self, worker: &mut W, offer: &Arc<Offer<W>>) -> Vec<Option<W::Found>> {
        self.take_part(worker, offer);
        self.help(worker, |_| offer.is_done());
        self.state().offers.retain(|other| !Arc::ptr_eq(other, offer));
        if worker.watch().is_called_away() {
            offer.enough.store(true, Relaxed);
            return Vec::new();
        }
        let mut found = std::mem::take(&mut *lock(&offer.found));
        if !offer.enough.load(Relaxed) {
            // Whoever was called away from a piece has left it undone.
            for (at, found) in found.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
                *found = worker.work(&offer.node, at);
            }
        }
        found
    }

    /// Does all pieces of work at a node at which `worker` is, with the help of others.
    pub(crate) fn share(
        &self,
        worker: &mut W,
        node: W::Node,
        pieces: usize,
    ) -> Vec<Option<W::Found>> {
        let offer = self.offer(node, pieces);
        self.finish(worker, &offer)
    }

    /// Works on whatever is offered until `is_done`.
    fn help(&self, worker: &mut W, is_done: impl Fn(&State<W>) -> bool) {
        let mut state = self.state();
        while !is_done(&state) && !worker.watch().is_called_away() {
            let offer = state.offers.iter().rev().find(|offer| offer.is_open()).cloned();
            let Some(offer) = offer else {
                self.hungry.store(true, Relaxed);
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            let aside = worker.go_to(&offer.node);
            self.take_part(worker, &offer);
            worker.come_back(aside);
            state = self.state();
        }
    }

    /// Takes one piece after the other, at the node of the offer.
    fn take_part(&self, worker: &mut W, offer: &Offer<W>) {
        worker.watch().listen(&offer.enough);
        while offer.is_open() {
            let at = offer.next.fetch_add(1, Relaxed);
            if at >= offer.pieces {
                break;
            }
            let _done = Done { crew: self, offer };
            let found = worker.work(&offer.node, at);
            if found.as_ref().is_some_and(|found| W::is_enough(&offer.node, found)) {
                offer.enough.store(true, Relaxed);
            }
            if let Some(slot) = lock(&offer.found).get_mut(at) {
                *slot = found;
            }
        }
        worker.watch().ignore();
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        lock(&self.state)
    }
}

impl<W: Worker> Offer<W> {
    fn is_open(&self) -> bool {
        self.next.load(Relaxed) < self.pieces && !self.enough.load(Relaxed)
    }

    fn is_done(&self) -> bool {
        self.enough.load(Relaxed) || self.undone.load(Acquire) == 0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a piece as done, even if its thread panics.
struct Done<'a, W: Worker> {
    crew: &'a Crew<W>,
    offer: &'a Offer<W>,
}

impl<W: Worker> Drop for Done<'_, W> {
    fn drop(&mut self) {
        self.offer.undone.fetch_sub(1, Release);
        if self.offer.is_done() {
            // Under the lock, so that nobody looks before and waits after.
            let _state = self.crew.state();
            self.crew.bell.notify_all();
        }
    }
}

/// Sends all helpers home.
struct Ending<'a, W: Worker>(&'a Crew<W>, Option<&'a Spare>);

impl<W: Worker> Drop for Ending<'_, W> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.bell.notify_all();
        if let Some(spare) = self.1 {
            spare.wake();
        }
    }
}
