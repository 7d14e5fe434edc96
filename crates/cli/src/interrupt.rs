//! Ctrl-C. A command that can hand over what it has so far takes the [`flag`] and watches it; any
//! other command ends at once. A second Ctrl-C always ends the process. Either way the exit code is 130.

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

/// The flag that Ctrl-C raises; asking for it is the promise to watch it.
pub fn flag() -> Arc<AtomicBool> {
    FLAG.get_or_init(Default::default).clone()
}
