//! The chess engines of game sessions. A session is a name that the page chose; the game itself comes
//! with every request, and what is kept here is the engine with all it has learnt about that game.

use crate::settings::Settings;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use zugwerk_engine::Engine;
use zugwerk_game::Instant;

/// Engines that wait for the next move of their games.
pub(crate) struct Engines {
    idle: Mutex<Vec<Idle>>,
    most: usize,
    hash: usize,
    /// How many searches may run, and the mebibytes for each.
    searches: usize,
    search_memory: usize,
}

struct Idle {
    session: String,
    engine: Engine,
    since: Instant,
}

/// Mebibytes of an engine beside its transposition table.
const SMALL_TABLES: usize = 8;

/// Nobody thinks longer about a move than this.
const EXPIRY: Duration = Duration::from_secs(30 * 60);

impl Engines {
    /// No engine yet.
    pub fn new(settings: &Settings) -> Engines {
        Engines {
            idle: Mutex::default(),
            most: settings.sessions,
            hash: settings.hash,
            searches: settings.searches,
            search_memory: settings.search_memory.max(settings.hash + SMALL_TABLES),
        }
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

    /// A new engine with a table of another size than usual, where that is wanted; it is not to be kept.
    pub fn of_size(&self, hash: Option<usize>) -> Option<Engine> {
        let hash = hash.map(|hash| hash.min(self.search_memory - SMALL_TABLES));
        hash.filter(|hash| *hash != self.hash).map(Engine::new)
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
        let surplus = idle.len().saturating_sub(self.most);
        idle.drain(..surplus);
    }

    /// Forgets the sessions idle for longest whose engines do not fit beside `running` searches.
    pub fn make_room(&self, running: usize) {
        let left = self.searches.saturating_sub(running) * self.search_memory;
        let most = left / (self.hash + SMALL_TABLES);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let surplus = idle.len().saturating_sub(most);
        idle.drain(..surplus);
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
        let settings = Settings { sessions: 2, hash: 1, ..Settings::default() };
        let engines = Engines::new(&settings);
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

    #[test]
    fn idle_engines_give_way_to_searches() {
        let settings = Settings {
            searches: 4,
            search_memory: 20,
            hash: 2,
            sessions: 8,
            ..Settings::default()
        };
        let engines = Engines::new(&settings);
        for session in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            engines.give_back(session, Engine::new(2));
        }
        for (running, kept) in [(0, 8), (1, 6), (2, 4), (3, 2), (4, 0), (5, 0)] {
            engines.make_room(running);
            assert_eq!(engines.len(), kept, "beside {running} searches");
        }
    }
}
