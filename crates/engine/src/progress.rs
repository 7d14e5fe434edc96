//! What a search tells about itself while it runs.

use crate::value::{Bound, Score};
use std::time::Duration;
use zugwerk_chess::Move;

/// News from a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A principal variation.
    Line(Info),
    /// The root move now being searched, after a while.
    CurrentMove {
        /// The depth.
        depth: i32,
        /// The move.
        m: Move,
        /// Its number, from 1.
        number: usize,
    },
}

/// A principal variation and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: i32,
    /// Plies of the longest line looked at.
    pub deepest: usize,
    /// Which of several principal variations, from 1.
    pub rank: usize,
    /// The value for the side to move.
    pub value: i32,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Positions found in tablebases so far.
    pub tablebase_hits: u64,
    /// Thousandths of the transposition table in use.
    pub permille_full: u32,
    /// Time so far.
    pub time: Duration,
    /// The moves, all legal.
    pub line: Vec<Move>,
}

impl Info {
    /// The value as people read it.
    pub fn score(&self) -> Score {
        Score::from_value(self.value)
    }

    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}
