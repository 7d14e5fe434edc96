//! Work shared out among threads, with the results in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The longest stipulations go some hundred plies deep.
const STACK: usize = 32 << 20;

/// Does `work` for 0 to `jobs` - 1 and returns the results in that order; `None` for a job that a
/// panicking thread took with it. Each thread works with a state of its own.
pub(crate) fn map<S, T: Send>(
    threads: usize,
    jobs: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<Option<T>> {
    if threads <= 1 || jobs <= 1 {
        let mut state = state();
        return (0..jobs).map(|job| Some(work(&mut state, job))).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new((0..jobs).map(|_| None).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs) {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let spawned = thread.spawn_scoped(scope, || {
                let mut state = state();
                loop {
                    let job = next.fetch_add(1, Relaxed);
                    if job >= jobs {
                        return;
                    }
                    let result = work(&mut state, job);
                    if let Ok(mut results) = results.lock() {
                        results[job] = Some(result);
                    }
                }
            });
            if spawned.is_err() {
                break;
            }
        }
    });
    results.into_inner().unwrap_or_default()
}
