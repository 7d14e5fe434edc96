//! What the server may cost, and whom it answers.

use std::time::Duration;

/// The bounds of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many searches run at once, each on a thread of its own.
    pub searches: usize,
    /// How many more may wait for one of them to end; the next is refused.
    pub waiting: usize,
    /// How many short questions are worked on at once, each on a thread of its own.
    pub answers: usize,
    /// How many more may wait for one of them; the next is refused.
    pub waiting_answers: usize,
    /// Mebibytes of an engine's transposition table.
    pub hash: usize,
    /// Mebibytes that a search may take. As many times as searches may run is what searches and idle
    /// engines take together.
    pub search_memory: usize,
    /// How many engines are kept for games that are not searched now; fewer where searches need the room.
    pub sessions: usize,
    /// Bytes of a request's body.
    pub body_limit: usize,
    /// Bytes of all bodies and answers on their way together; short ones are not counted.
    pub in_flight: usize,
    /// How long a request may take to arrive and to be answered; streams may go on after that.
    pub request_time: Duration,
    /// How long a connection may stay silent before a request.
    pub idle_time: Duration,
    /// How many connections may be open.
    pub connections: usize,
    /// Names that the server answers to, besides `localhost` and addresses.
    pub hosts: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            searches: cores.max(4),
            waiting: 32,
            answers: cores,
            waiting_answers: 64,
            hash: 32,
            search_memory: 96,
            sessions: 8,
            body_limit: 1 << 20,
            in_flight: 48 << 20,
            request_time: Duration::from_secs(30),
            idle_time: Duration::from_secs(60),
            connections: 512,
            hosts: Vec::new(),
        }
    }
}

impl Settings {
    /// One thread in a browser's tab.
    pub fn browser() -> Settings {
        Settings { searches: 1, answers: 1, hash: 16, sessions: 2, ..Settings::default() }
    }
}
