//! What grid puzzles share: boards and layers, laws about them, and everything that follows from the laws.

mod board;
pub mod format;
mod puzzle;

pub use board::{Board, Side, Site};
pub use puzzle::{Answer, Layer, Layers, Puzzle, Value};
