//! Where there are no files there are no tablebases.

use crate::search::RootMove;
use crate::value::Bound;
use zugwerk_chess::{Game, Position};

/// The tablebases at hand: none.
#[derive(Default)]
pub struct Tablebases;

/// What a tablebase would say about a position in the tree.
pub(crate) struct Found {
    pub value: i32,
    pub bound: Bound,
}

impl Tablebases {
    /// None, whatever the path.
    pub fn open(_: &str) -> Tablebases {
        Tablebases
    }

    /// What there is, in words.
    pub fn describe(&self) -> String {
        "no tablebases".to_string()
    }

    pub(crate) fn value(&self, _: &Position, _: usize) -> Option<Found> {
        None
    }

    pub(crate) fn rank(&self, _: &Game, _: &mut [RootMove]) {}

    pub(crate) fn root_value(&self, _: i32, value: i32) -> i32 {
        value
    }
}
