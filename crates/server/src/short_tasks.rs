//! Short questions, answered off the threads that serve the network: a few at once, a few more wait,
//! the rest is refused. However much there is to read in a question, other clients are heard.

use crate::error::ApiError;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Where short questions are answered.
pub(crate) struct ShortTasks {
    /// One for each question that may be worked on.
    running: Arc<Semaphore>,
    /// One for each question that may be worked on or wait.
    places: Arc<Semaphore>,
}

impl ShortTasks {
    pub fn new(running: usize, waiting: usize) -> ShortTasks {
        let running = running.max(1);
        ShortTasks {
            running: Arc::new(Semaphore::new(running)),
            places: Arc::new(Semaphore::new(running + waiting)),
        }
    }

    /// Works an answer out as soon as there is room.
    pub async fn run<A: Send + 'static>(
        &self,
        answer: impl FnOnce() -> Result<A, ApiError> + Send + 'static,
    ) -> Result<A, ApiError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| ApiError::busy())?;
        let permit = self.running.clone().acquire_owned().await.map_err(|_| ApiError::busy())?;
        let answered = tokio::task::spawn_blocking(move || {
            // The work goes on when the client leaves: its place is taken until then.
            let _held = (place, permit);
            answer()
        });
        answered.await.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn one_runs_one_waits_and_the_next_is_refused() {
        let short_tasks = Arc::new(ShortTasks::new(1, 1));
        let (release, released) = mpsc::channel::<()>();
        let (started, starts) = tokio::sync::oneshot::channel();
        let asks = short_tasks.clone();
        let first = tokio::spawn(async move {
            let answer = move || {
                let _ = started.send(());
                Ok(released.recv().is_ok())
            };
            asks.run(answer).await
        });
        starts.await.unwrap();
        let asks = short_tasks.clone();
        let second = tokio::spawn(async move { asks.run(|| Ok(2)).await });
        while short_tasks.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(short_tasks.run(|| Ok(3)).await, Err(ApiError::busy()));
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(short_tasks.run(|| Ok(4)).await, Ok(4));
    }

    #[tokio::test]
    async fn a_breakdown_is_told_and_frees_its_place() {
        let short_tasks = ShortTasks::new(1, 0);
        let broken = short_tasks.run(|| -> Result<(), ApiError> { panic!("on purpose") }).await;
        assert_eq!(broken, Err(ApiError::internal()));
        assert_eq!(short_tasks.run(|| Ok(1)).await, Ok(1));
    }
}
