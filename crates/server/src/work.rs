//! Work that takes time: so many searches run at once, so many more wait, the rest is refused. Each
//! tells its news as server-sent events, and ends when nobody listens any more. Work that may take minutes
//! leaves room for work that does not: a move is answered however many tabs analyse.

use crate::error::{ApiError, Problem};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::{Stream, StreamExt, wrappers::ReceiverStream};

/// A piece of work, ready to run on a thread of its own.
pub(crate) type Work = Box<dyn FnOnce(&Progress) -> Result<(), ApiError> + Send>;

/// Where work waits its turn.
pub(crate) struct Desk {
    /// One for each search that may run.
    running: Arc<Semaphore>,
    /// One for each long search that may run: one less, where there are several.
    long: Arc<Semaphore>,
    /// One for each search that may run or wait.
    places: Arc<Semaphore>,
    /// Everything not yet ended, to be cancelled when the server stops.
    open: Mutex<Vec<Weak<Cancel>>>,
    most_running: usize,
}

/// How long a piece of work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// Some seconds.
    Short,
    /// Perhaps minutes.
    Long,
}

/// News kept for a listener who does not listen.
const BUFFER: usize = 64;
/// A listener who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

impl Desk {
    pub fn new(running: usize, waiting: usize) -> Desk {
        Desk {
            running: Arc::new(Semaphore::new(running)),
            long: Arc::new(Semaphore::new(running.saturating_sub(1).max(1))),
            places: Arc::new(Semaphore::new(running + waiting)),
            open: Mutex::default(),
            most_running: running,
        }
    }

    /// How many searches run now.
    pub fn running(&self) -> usize {
        self.most_running - self.running.available_permits()
    }

    /// Runs `work` as soon as there is room, and answers with its news.
    pub fn stream(&self, length: Length, work: Work) -> Result<Response, ApiError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| ApiError::busy())?;
        // Held by the work, and by the listener as long as there is news to take.
        let place = Arc::new(place);
        let cancel = self.register();
        let (sender, receiver) = mpsc::channel(BUFFER);
        let progress = Progress { sender, cancel: cancel.clone() };
        let kept = place.clone();
        let mut queues = vec![self.running.clone()];
        if length == Length::Long {
            queues.insert(0, self.long.clone());
        }
        tokio::spawn(async move {
            let Some(permits) = progress.wait_for(queues).await else { return };
            tokio::task::spawn_blocking(move || {
                let ended = catch_unwind(AssertUnwindSafe(|| work(&progress)));
                if let Err(error) = ended.unwrap_or_else(|_| Err(ApiError::internal())) {
                    progress.send(&Failed { r#type: "error", error: error.problem });
                }
                drop((permits, place));
            });
        });
        let events = Listening { events: ReceiverStream::new(receiver), cancel, _place: kept };
        let events = events.map(Ok::<Event, Infallible>);
        Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE)).into_response())
    }

    fn register(&self) -> Arc<Cancel> {
        let cancel = Arc::new(Cancel::default());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|other| other.strong_count() > 0);
        open.push(Arc::downgrade(&cancel));
        cancel
    }

    /// Cancels everything.
    pub fn close(&self) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.iter().filter_map(Weak::upgrade).for_each(|cancel| cancel.raise());
    }
}

#[derive(Serialize)]
struct Waiting {
    r#type: &'static str,
}

#[derive(Serialize)]
struct Failed {
    r#type: &'static str,
    #[serde(flatten)]
    error: Problem,
}

/// How work tells its news and hears that nobody wants it any more.
pub(crate) struct Progress {
    sender: mpsc::Sender<Event>,
    cancel: Arc<Cancel>,
}

impl Progress {
    /// A permit of each queue, one after the other; tells the listener where that takes time. None when the
    /// work shall end first.
    async fn wait_for(&self, queues: Vec<Arc<Semaphore>>) -> Option<Vec<OwnedSemaphorePermit>> {
        let mut permits = Vec::with_capacity(queues.len());
        let mut told = false;
        for queue in queues {
            let permit = match queue.clone().try_acquire_owned() {
                Ok(permit) => permit,
                Err(_) => {
                    if !std::mem::replace(&mut told, true) {
                        self.offer(&Waiting { r#type: "waiting" });
                    }
                    tokio::select! {
                        permit = queue.acquire_owned() => permit.expect("it is never closed"),
                        () = self.cancel.raised() => return None,
                    }
                }
            };
            permits.push(permit);
        }
        Some(permits)
    }

    /// Tells something that must arrive; gives the work up where the listener takes nothing for long.
    pub fn send(&self, news: &impl Serialize) {
        let Ok(event) = Event::default().json_data(news) else { return self.cancel.raise() };
        let start = Instant::now();
        while !self.cancel.is_raised() {
            match self.sender.try_send(event.clone()) {
                Ok(()) => return,
                Err(mpsc::error::TrySendError::Full(_)) if start.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(_) => return self.cancel.raise(),
            }
        }
    }

    /// Tells something that may be lost when the listener is slow, since newer news will follow.
    pub fn offer(&self, news: &impl Serialize) {
        if self.sender.capacity() > BUFFER / 2
            && let Ok(event) = Event::default().json_data(news)
        {
            let _ = self.sender.try_send(event);
        }
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
        let mut hook = self.cancel.hook.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.is_raised() {
            stop();
        } else {
            *hook = Some(Box::new(stop));
        }
    }
}

/// Tells a piece of work that it is no longer wanted.
#[derive(Default)]
struct Cancel {
    flag: Arc<AtomicBool>,
    notify: Notify,
    hook: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Cancel {
    fn is_raised(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    fn raise(&self) {
        let mut hook = self.hook.lock().unwrap_or_else(PoisonError::into_inner);
        self.flag.store(true, Ordering::SeqCst);
        if let Some(stop) = hook.take() {
            stop();
        }
        self.notify.notify_one();
    }

    async fn raised(&self) {
        while !self.is_raised() {
            self.notify.notified().await;
        }
    }
}

/// The news on their way to the listener; dropped when the listener goes away.
struct Listening {
    events: ReceiverStream<Event>,
    cancel: Arc<Cancel>,
    _place: Arc<OwnedSemaphorePermit>,
}

impl Stream for Listening {
    type Item = Event;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context,
    ) -> std::task::Poll<Option<Event>> {
        std::pin::Pin::new(&mut self.events).poll_next(context)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}
