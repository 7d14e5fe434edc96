//! Ctrl-C. A command that can hand over what it has so far takes the [`flag`] and watches it; any
//! other command ends at once. A second Ctrl-C always ends the process. Either way the exit code is 130.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use zugwerk_engine::Control;

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Starts listening for Ctrl-C.
pub fn install() {
    // Without a handler Ctrl-C still ends the process, so a failure here costs only the tidy ending.
    let _ = ctrlc::set_handler(|| match FLAG.get() {
        Some(flag) if !flag.swap(true, Ordering::SeqCst) => {}
        _ => std::process::exit(130),
    });
}

/// Runs a search of the chess engine that ends early when `flag` is raised.
pub fn watched<T>(flag: &AtomicBool, control: &Control, search: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !control.is_stopped() && !flag.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(20));
            }
            control.stop();
        });
        let found = search();
        control.stop();
        watch.thread().unpark();
        found
    })
}

/// The flag that Ctrl-C raises, or the one this thread was given instead; asking for it is the promise to
/// watch it. Threads that work for another one get its flag from it.
pub fn flag() -> Arc<AtomicBool> {
    OWN.with_borrow(Clone::clone).unwrap_or_else(|| FLAG.get_or_init(Default::default).clone())
}

thread_local! {
    /// What this thread watches instead of Ctrl-C.
    static OWN: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Runs `work`, which `flag` ends instead of Ctrl-C.
pub fn with_flag<T>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    let before = OWN.replace(Some(flag.clone()));
    let done = work();
    OWN.set(before);
    done
}
