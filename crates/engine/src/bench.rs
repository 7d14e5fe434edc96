//! A fixed amount of work: positions searched to a fixed depth by one thread. The number of nodes is the
//! signature of the search; a change that should not change the search keeps it.

use crate::control::Control;
use crate::engine::Engine;
use crate::limits::Limits;
use std::time::{Duration, Instant};
use zugwerk_chess::Game;

/// The positions: openings, middlegames, endgames, mates and a stalemate trap.
pub const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r1bqk2r/ppp2ppp/2n1pn2/3p4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/8/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 4 11",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 2 15",
    "3r1rk1/pp1n1pp1/1qp1p2p/8/2PP4/1P3NP1/PQ3PKP/3RR3 b - - 0 20",
    "8/pp2r1k1/2p1p3/3pP2p/1P1P1P1P/P5KR/8/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 0 21",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    "1r3k2/4q3/2Pp3b/3Bp3/2Q2p2/1p1P2P1/1P2KP2/3N4 w - - 0 1",
    "8/5p2/pk2p3/4P2p/2b1pP1P/P3P2B/8/7K w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4k3/8/8/3QK3/8/8 w - - 0 1",
    "8/8/8/2k5/8/4KBN1/8/8 w - - 0 1",
    "8/5k2/8/8/4P3/4K3/8/8 w - - 0 1",
    "2kr3r/ppp2ppp/8/4q3/1b2n3/2N1B3/PPP1QPPP/R3KB1R b KQ - 3 13",
    "r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4PpP1/1BNP4/PPP2P1P/3R1RK1 b - g3 0 14",
    "3r2k1/1p3ppp/2pq4/p1n5/P6P/1P6/1PB2QP1/1K2R3 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// The depth to which they are searched.
pub const DEPTH: i32 = 13;

/// The nodes of a run to [`DEPTH`]. A commit that changes the search or the evaluation changes this number.
pub const SIGNATURE: u64 = 1_252_159;

/// What a run has counted and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The signature.
    pub nodes: u64,
    /// Nodes of each position.
    pub each: Vec<u64>,
    /// Time of all.
    pub time: Duration,
}

/// Searches the positions to `depth` with an engine that knows nothing yet; `stop` is asked in between.
pub fn run(depth: i32, stop: impl Fn() -> bool) -> Bench {
    let mut engine = Engine::new(16);
    let start = Instant::now();
    let mut each = Vec::new();
    for fen in POSITIONS {
        if stop() {
            break;
        }
        engine.clear();
        let game = Game::from_position(fen.parse().expect("the positions of the bench are valid"));
        let control = Control::new(1, false);
        let found = engine.search(&game, &Limits::depth(depth), &control, &|_| ());
        each.push(found.nodes);
    }
    Bench { nodes: each.iter().sum(), each, time: start.elapsed() }
}
