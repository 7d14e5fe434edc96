//! Work that takes time: it tells its news to a listener, and ends when nobody listens any more.

use crate::error::{ApiError, Problem};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use zugwerk_game::Instant;

/// A piece of work, ready to run.
pub(crate) type Work = Box<dyn FnOnce(&Progress) -> Result<(), ApiError> + Send>;

/// How long a piece of work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// Some seconds.
    Short,
    /// Perhaps minutes.
    Long,
}

/// A listener who takes nothing for this long is gone.
pub(crate) const LISTENER_TIMEOUT: Duration = Duration::from_secs(10);

/// Who hears the news.
pub(crate) trait Listener: Send + Sync {
    /// Whether there is room for news that may be lost.
    fn has_room(&self) -> bool;
    /// Takes a piece of news, written as JSON.
    fn take(&self, news: &str) -> Taken;
}

/// What became of a piece of news.
pub(crate) enum Taken {
    Heard,
    /// There is no room at the moment.
    #[cfg_attr(not(feature = "http"), allow(dead_code))]
    Full,
    /// The listener is gone.
    #[cfg_attr(not(feature = "http"), allow(dead_code))]
    Gone,
}

#[derive(Serialize)]
struct Failed {
    r#type: &'static str,
    #[serde(flatten)]
    error: Problem,
}

/// How work tells its news and hears that nobody wants it any more. Clones tell the same listener.
#[derive(Clone)]
pub(crate) struct Progress {
    listener: Arc<dyn Listener>,
    cancel: Arc<Cancel>,
}

impl Progress {
    pub fn new(listener: Arc<dyn Listener>, cancel: Arc<Cancel>) -> Progress {
        Progress { listener, cancel }
    }

    /// Tells something that must arrive; gives the work up where the listener takes nothing for long.
    pub fn send(&self, news: &impl Serialize) {
        let Ok(news) = serde_json::to_string(news) else { return self.cancel.raise() };
        let start = Instant::now();
        while !self.cancel.is_raised() {
            match self.listener.take(&news) {
                Taken::Heard => return,
                Taken::Full if start.elapsed() < LISTENER_TIMEOUT => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                _ => return self.cancel.raise(),
            }
        }
    }

    /// Tells something that may be lost when the listener is slow, since newer news will follow.
    pub fn offer(&self, news: &impl Serialize) {
        if self.listener.has_room()
            && let Ok(news) = serde_json::to_string(news)
        {
            self.listener.take(&news);
        }
    }

    /// Tells that the work has failed.
    pub fn fail(&self, error: ApiError) {
        self.send(&Failed { r#type: "error", error: error.problem });
    }

    /// Raised when the work shall end.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.cancel.flag.clone()
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_raised()
    }

    /// Calls `stop` when the work shall end, at once if that is already so.
    pub fn on_cancel(&self, stop: impl FnOnce() + Send + 'static) {
        let mut hooks = self.cancel.hooks.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.is_raised() {
            stop();
        } else {
            hooks.push(Box::new(stop));
        }
    }
}

/// Tells a piece of work that it is no longer wanted.
#[derive(Default)]
pub(crate) struct Cancel {
    flag: Arc<AtomicBool>,
    hooks: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
}

impl Cancel {
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    pub fn raise(&self) {
        let mut hooks = self.hooks.lock().unwrap_or_else(PoisonError::into_inner);
        self.flag.store(true, Ordering::SeqCst);
        hooks.drain(..).for_each(|stop| stop());
    }
}
