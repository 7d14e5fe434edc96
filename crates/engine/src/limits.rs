//! How long a search may go on.

use std::time::Duration;
use zugwerk_chess::Move;

/// What a search is asked for. Without any limit it ends at its greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Greatest depth.
    pub depth: Option<i32>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Begin no further iteration after this many nodes.
    pub soft_nodes: Option<u64>,
    /// End when a mate in this many moves is found.
    pub mate: Option<i32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<GameClock>,
    /// Do not answer before being stopped.
    pub infinite: bool,
    /// Search these moves only, if there are any.
    pub only: Vec<Move>,
}

/// The clock of a game, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// Time left.
    pub left: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves until more time is added; the rest of the game if `None`.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A search to this depth.
    pub fn depth(depth: i32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of `nodes`.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of so long.
    pub fn time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}
