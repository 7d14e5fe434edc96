//! What grid puzzles share: boards and layers, laws about them, and everything that follows from the laws.

mod board;
mod check;
mod explain;
pub mod format;
mod generate;
mod global;
mod ground;
mod kind;
mod local;
mod number;
pub mod picture;
mod place;
mod puzzle;
pub mod report;
mod solve;
mod statement;
pub mod table;
pub mod text;
mod typing;
mod union_find;
mod unit;

pub use board::{Board, Side, Site};
pub use check::{Broken, Verdict, check, conflicts, is_blank};
pub use explain::{BELONGS, Ending, Explainer, Fact, Link, Step, Technique};
pub use generate::{Difficulty, GenerateError, Generated, Symmetry, Wish, generate, grade};
pub use ground::GroundError;
pub use kind::{Kind, read, recognises};
pub use number::{Number, adds_up};
pub use place::{Place, place_name};
pub use puzzle::{Answer, Layer, Layers, Puzzle, Value};
pub use solve::{Certificate, Next, Search};
pub use statement::Instance;
pub use union_find::UnionFind;
