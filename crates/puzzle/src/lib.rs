//! What grid puzzles share: boards and layers, laws about them, and everything that follows from the laws.

mod board;
pub mod format;
mod global;
mod ground;
mod number;
mod puzzle;
mod statement;

pub use board::{Board, Side, Site};
pub use puzzle::{Answer, Layer, Layers, Puzzle, Value};
