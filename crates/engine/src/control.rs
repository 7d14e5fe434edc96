//! The strings on which a running search hangs: to stop it, to tell it that the pondered move was
//! played, and to see how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use zugwerk_game::Instant;

/// Shared between a search and whoever started it.
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Raised when the main thread is done, for the others to end too.
    finished: AtomicBool,
    /// Raised before the last word is said, so that whoever hears it finds the search over.
    answered: AtomicBool,
    start: Instant,
    /// When pondering became thinking, in microseconds after the start.
    hit: AtomicU64,
    wake: (Mutex<()>, Condvar),
    /// Nodes and tablebase hits of each thread.
    counts: Vec<[AtomicU64; 2]>,
}

impl Control {
    /// For a search that begins now with `threads`, in the opponent's time if `pondering`.
    pub fn new(threads: usize, pondering: bool) -> Control {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            finished: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            start: Instant::now(),
            hit: AtomicU64::new(0),
            wake: Default::default(),
            counts: (0..threads.max(1)).map(|_| Default::default()).collect(),
        }
    }

    /// The same for a search that began so long ago.
    #[cfg(test)]
    pub(crate) fn began(ago: Duration) -> Control {
        let start = Instant::now().checked_sub(ago).expect("the clock has run for longer");
        Control { start, ..Control::new(1, false) }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// Tells the search that the opponent has played the expected move: the own clock runs from now.
    pub fn ponder_hit(&self) {
        self.change(|| {
            self.hit.store(self.start.elapsed().as_micros() as u64, Relaxed);
            self.pondering.store(false, std::sync::atomic::Ordering::Release);
        });
    }

    fn change(&self, change: impl FnOnce()) {
        let _guard = self.wake.0.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.wake.1.notify_all();
    }

    /// Whether the search has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Whether the main thread is done.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// Notes that the answer is about to be said.
    pub(crate) fn answer(&self) {
        self.answered.store(true, std::sync::atomic::Ordering::Release);
    }

    /// Whether the answer has been said, or is being said.
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Whether the search runs in the opponent's time.
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Waits until the search is stopped or, unless it is `infinite`, no longer ponders.
    pub(crate) fn wait_for_release(&self, infinite: bool) {
        let mut guard = self.wake.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.wake.1.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time since the own clock runs.
    pub(crate) fn elapsed_on_clock(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_micros(self.hit.load(Relaxed)))
    }

    pub(crate) fn report_nodes(&self, thread: usize, nodes: u64, tablebase_hits: u64) {
        if let Some(count) = self.counts.get(thread) {
            count[0].store(nodes, Relaxed);
            count[1].store(tablebase_hits, Relaxed);
        }
    }

    /// Nodes searched by all threads so far.
    pub fn nodes(&self) -> u64 {
        self.counts.iter().map(|count| count[0].load(Relaxed)).sum()
    }

    /// Positions found in tablebases by all threads so far.
    pub fn tablebase_hits(&self) -> u64 {
        self.counts.iter().map(|count| count[1].load(Relaxed)).sum()
    }
}
