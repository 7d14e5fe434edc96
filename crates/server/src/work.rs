//! Work over the network: a number of searches run at once, a number of others wait, the rest is refused. Each
//! tells its news as server-sent events. Work that may take minutes leaves room for work that does not: a move is
//! answered however many tabs analyse.

use crate::error::ApiError;
use crate::progress::{Cancel, LISTENER_TIMEOUT, Length, Listener, Progress, Taken, Work};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::{Stream, StreamExt, wrappers::ReceiverStream};

/// Where work waits its turn.
pub(crate) struct JobQueue {
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

/// Events kept for a listener who does not listen.
const BUFFER: usize = 64;

impl JobQueue {
    pub fn new(running: usize, waiting: usize) -> JobQueue {
        JobQueue {
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
        let progress = Progress::new(Arc::new(Channel(sender)), cancel.clone());
        let kept = place.clone();
        let mut queues = vec![self.running.clone()];
        if length == Length::Long {
            queues.insert(0, self.long.clone());
        }
        tokio::spawn(async move {
            let Some(permits) = wait_for(&progress, queues).await else { return };
            tokio::task::spawn_blocking(move || {
                let ended = catch_unwind(AssertUnwindSafe(|| work(&progress)));
                if let Err(error) = ended.unwrap_or_else(|_| Err(ApiError::internal())) {
                    progress.fail(error);
                }
                drop((permits, place));
            });
        });
        let events = Listening { events: ReceiverStream::new(receiver), cancel, _place: kept };
        let events = events.map(Ok::<Event, Infallible>);
        Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(LISTENER_TIMEOUT)).into_response())
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

/// A permit of each queue, one after the other; tells the listener where that takes time. None when the
/// work shall end first.
async fn wait_for(
    progress: &Progress,
    queues: Vec<Arc<Semaphore>>,
) -> Option<Vec<OwnedSemaphorePermit>> {
    let raised = Arc::new(Notify::new());
    let raise = raised.clone();
    progress.on_cancel(move || raise.notify_one());
    let mut permits = Vec::with_capacity(queues.len());
    let mut told = false;
    for queue in queues {
        let permit = match queue.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                if !std::mem::replace(&mut told, true) {
                    progress.offer(&Waiting { r#type: "waiting" });
                }
                tokio::select! {
                    permit = queue.acquire_owned() => permit.expect("it is never closed"),
                    () = raised.notified() => return None,
                }
            }
        };
        permits.push(permit);
    }
    Some(permits)
}

/// The way of news to a client.
struct Channel(mpsc::Sender<Event>);

impl Listener for Channel {
    fn has_room(&self) -> bool {
        self.0.capacity() > BUFFER / 2
    }

    fn take(&self, news: &str) -> Taken {
        match self.0.try_send(Event::default().data(news)) {
            Ok(()) => Taken::Heard,
            Err(TrySendError::Full(_)) => Taken::Full,
            Err(TrySendError::Closed(_)) => Taken::Gone,
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
