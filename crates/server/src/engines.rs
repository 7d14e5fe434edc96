//! The chess engines of game sessions. A session is a name that the page chose; the game itself comes
//! with every request, and what is kept here is the engine with all it has learnt about that game.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use zugwerk_engine::Engine;

/// Engines that wait for the next move of their games.
pub(crate) struct Engines {
    idle: Mutex<Vec<Idle>>,
    most: usize,
    hash: usize,
}

struct Idle {
    session: String,
    engine: Engine,
    since: Instant,
}

/// Nobody thinks longer about a move than this.
const EXPIRY: Duration = Duration::from_secs(30 * 60);

impl Engines {
    /// At most `most` idle engines with tables of `hash` mebibytes.
    pub fn new(most: usize, hash: usize) -> Engines {
        Engines { idle: Mutex::default(), most, hash }
    }

    /// The engine of a session, or a new one.
    pub fn take(&self, session: &str) -> Engine {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().position(|idle| idle.session == session);
        if let Some(at) = known.filter(|_| !session.is_empty()) {
            return idle.remove(at).engine;
        }
        drop(idle);
        Engine::new(self.hash)
    }

    /// Keeps the engine for the session's next move; the one idle for longest goes when there are too
    /// many.
    pub fn give_back(&self, session: &str, engine: Engine) {
        if session.is_empty() {
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|other| other.session != session);
        idle.push(Idle { session: session.to_string(), engine, since: Instant::now() });
        while idle.len() > self.most {
            idle.remove(0);
        }
    }

    /// Forgets sessions that nobody has used for long.
    pub fn expire(&self) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|idle| idle.since.elapsed() < EXPIRY);
    }

    /// How many engines are kept.
    pub fn len(&self) -> usize {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_engines_is_bounded_and_sessions_keep_theirs() {
        let engines = Engines::new(2, 1);
        for session in ["a", "b", "c", "b"] {
            let engine = engines.take(session);
            engines.give_back(session, engine);
        }
        engines.give_back("", Engine::new(1));
        assert_eq!(engines.len(), 2);
        engines.take("b");
        assert_eq!(engines.len(), 1);
        engines.take("a");
        assert_eq!(engines.len(), 1, "the oldest session was forgotten");
    }
}
