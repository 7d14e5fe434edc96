//! What grid puzzles share: boards and layers, laws about them, and everything that follows from the laws.

mod board;
pub mod format;
mod global;
mod ground;
mod kind;
mod number;
mod puzzle;
mod solve;
mod statement;

pub use board::{Board, Side, Site};
pub use ground::GroundError;
pub use kind::Kind;
pub use puzzle::{Answer, Layer, Layers, Puzzle, Value};
pub use solve::{Certificate, Next, Search};
