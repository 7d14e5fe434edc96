//! Long work without the interpreter's lock, which Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use zugwerk_engine::Engine;

/// How often a waiting thread asks Python whether somebody pressed Ctrl-C.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own while others may run Python. When a signal raises an exception, the flag
/// that `work` was given is raised, and the exception comes once `work` has ended.
pub fn interruptible<T: Send>(
    py: Python,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            let stop = &stop;
            let run = move || drop(sender.send(catch_unwind(AssertUnwindSafe(|| work(stop)))));
            // Searches and parsers that recurse want the stack of the engine.
            std::thread::Builder::new().stack_size(Engine::STACK).spawn_scoped(scope, run)?;
            let done = loop {
                match finished.recv_timeout(PATIENCE) {
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(signal) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            return Err(signal);
                        }
                    }
                    done => break done,
                }
            };
            match done {
                Ok(Ok(done)) => Ok(done),
                _ => Err(PyRuntimeError::new_err("internal error")),
            }
        })
    })
}
