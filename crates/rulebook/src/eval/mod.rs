//! The fast reading of the ground form: a position is a few machine words, and what the rules ask of it is computed
//! for all cells at once, once a position.

mod ask;
mod bits;
mod change;
mod code;
mod describe;
mod emit;
mod end;
mod engine;
mod fuse;
mod game;
mod generate;
#[cfg(all(feature = "jit", not(target_family = "wasm")))]
mod jit;
mod judge;
mod least;
mod moves;
mod notation;
mod op;
mod picture;
mod play;
mod random;
mod rows;
mod run;
mod shape;
mod state;
mod tables;
mod text;
mod touch;
mod visit;

pub use ask::Statement;
pub use game::RuleGame;
pub use moves::Move;
pub use notation::plain;
pub use state::State;
