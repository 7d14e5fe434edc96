//! The words a board game says itself with.
//!
//! A game implements [`Game`] to be searched, [`Notation`] to be read and written, and [`Depict`] to be
//! drawn and clicked. Everything above this crate knows a game by these three alone. What every room
//! shares besides is here too: how long work may take ([`Limits`]) and where chance comes from ([`Rng`]).
//!
//! ```
//! use zugwerk_game::{Game, Outcome};
//!
//! /// Take one to three matches; whoever takes the last one wins.
//! struct Matches;
//!
//! impl Game for Matches {
//!     type State = u32;
//!     type Move = u32;
//!     fn moves(&self, left: &u32, moves: &mut Vec<u32>) {
//!         moves.extend(1..=3.min(*left));
//!     }
//!     fn play(&self, left: &u32, taken: u32) -> u32 {
//!         left - taken
//!     }
//!     fn outcome(&self, left: &u32) -> Option<Outcome> {
//!         (*left == 0).then_some(Outcome::Loss)
//!     }
//!     fn hash(&self, left: &u32) -> u64 {
//!         u64::from(*left)
//!     }
//!     fn notation(&self, _: &u32, taken: u32) -> String {
//!         taken.to_string()
//!     }
//! }
//!
//! assert_eq!(Matches.count_moves(&2), 2);
//! ```

mod clock;
mod limits;
mod notation;
mod picture;
mod random;
mod rules;

pub use clock::Instant;
pub use limits::{Limits, Stop};
pub use notation::{Judgement, Notation, TextError};
pub use picture::{Cell, Depict, Grid, Picture, Token};
pub use random::Rng;
pub use rules::{Game, Outcome};
