//! Progress for a person who waits: one line on standard error, only where that is a terminal.

use crate::terminal::Terminal;
use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A line that is written over again and again, a few times a second.
pub struct Progress {
    last: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Nothing is shown before the first [`Progress::update`], and nothing at all off a terminal.
    pub fn new() -> Progress {
        Progress { last: Terminal::shows_progress().then(Instant::now), shown: false }
    }

    /// Shows `message()` if the last one is old enough.
    pub fn update(&mut self, message: impl FnOnce() -> String) {
        if self.last.is_some_and(|last| last.elapsed() > Duration::from_millis(150)) {
            self.last = Some(Instant::now());
            self.shown = true;
            // Losing a line of progress harms nobody.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", message());
        }
    }
}

/// Tells how long a piece of work has taken that says nothing itself, until this is dropped.
pub struct Ticking {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Ticking {
    /// Shows `what` says and the seconds since now; nothing off a terminal.
    pub fn new(what: impl Fn() -> String + Send + 'static) -> Ticking {
        let start = Instant::now();
        let (stop, stopped) = mpsc::channel();
        let tick = move || {
            let mut progress = Progress::new();
            while stopped.recv_timeout(Duration::from_millis(250)) == Err(RecvTimeoutError::Timeout)
            {
                progress.update(|| format!("{}, {} s", what(), start.elapsed().as_secs()));
            }
        };
        let thread = Terminal::shows_progress().then(|| (stop, std::thread::spawn(tick)));
        Ticking { thread }
    }
}

impl Drop for Ticking {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            // It has wiped its line when it ends.
            let _ = thread.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
