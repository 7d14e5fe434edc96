//! Search and solver at the same time: the first to be done wins, and the other is told to stop.
//!
//! Each is at its best on other questions, and nobody can tell beforehand. The search begins alone, so
//! that questions that it answers at once cost nothing more.

use crate::answer::Found;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use zugwerk_logic::Limits;

/// How long the search is alone.
const HEAD_START: Duration = Duration::from_millis(500);
/// How long the search tries where the solver can only come after it.
const TURN: Duration = Duration::from_secs(5);
/// Room for the longest line.
const STACK: usize = 32 << 20;

/// What the winner has found, and its name. `search` gets its limits; `solve` must stop when `outrun` is
/// raised, which it no longer is afterwards.
pub fn race(
    limits: &Limits,
    outrun: &AtomicBool,
    search: impl Fn(&Limits) -> Found + Sync,
    solve: impl FnOnce() -> Found,
) -> (&'static str, Found) {
    let solved = Arc::new(AtomicBool::new(false));
    let limits = limits.clone().with_flag(solved.clone());
    let result = std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let (search, limits) = (&search, &limits);
        let run = move || {
            let found = search(limits);
            if found.stopped.is_none() {
                outrun.store(true, Ordering::Relaxed);
            }
            // Nobody listens any more where the solver has won.
            let _ = send.send(found);
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        if thread.spawn_scoped(scope, run).is_err() {
            // Without threads, as in a browser, they take turns.
            let found = search(&limits.clone().with_time(TURN));
            return if found.stopped.is_none() { ("search", found) } else { ("sat", solve()) };
        }
        if let Ok(found) = receive.recv_timeout(HEAD_START) {
            return ("search", found);
        }
        let found = solve();
        if found.stopped.is_none() {
            solved.store(true, Ordering::Relaxed);
            return ("sat", found);
        }
        // The solver was outrun, or both gave up: then the one that has found more answers.
        match receive.recv() {
            Ok(searched)
                if searched.stopped.is_none()
                    || searched.solutions.len() >= found.solutions.len() =>
            {
                ("search", searched)
            }
            _ => ("sat", found),
        }
    });
    outrun.store(false, Ordering::Relaxed);
    result
}
