//! Puzzles and answers as text: addresses of puzz.link, `pzprv3` files, game IDs of Simon Tatham's collection, plain grids.

use crate::{Answer, Puzzle};

/// What a text holds: a puzzle, and an answer to it where one is written in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What is given.
    pub puzzle: Puzzle,
    /// What is filled in.
    pub answer: Option<Answer>,
}
