//! The fast reading of the ground form: a position is a few machine words, and what the rules ask of it is computed
//! for all cells at once, once a position.

mod bits;
mod code;
mod engine;
mod game;
mod judge;
mod moves;
mod notation;
mod picture;
mod run;
mod state;
mod tables;
mod text;

pub use game::RuleGame;
pub use moves::Move;
pub use state::State;
