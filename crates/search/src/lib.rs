//! Game-tree search for any two-player game of perfect information.
//!
//! A game implements [`Game`], an estimate of its positions [`Evaluate`]; every [`Strategy`] then
//! plays it. [`Minimax`] is the reference; [`AlphaBeta`], [`OrderedAlphaBeta`],
//! [`PrincipalVariation`] and [`Deepening`] find the same value with less work.
//!
//! ```
//! use zugwerk_search::{Budget, Deepening, Even, Game, Outcome, Root, Strategy};
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
//! let found = Deepening::new(Even, 1).search(&Matches, &Root::new(10), &Budget::depth(12));
//! assert_eq!(found.best, Some(2)); // leaves eight, and four after every reply
//! assert!(found.proven && found.score > 0);
//! ```

mod alpha_beta;
mod bot;
mod budget;
mod deepening;
mod evaluate;
pub mod matches;
mod minimax;
mod monte_carlo;
mod order;
mod ordered;
mod parallel;
mod perft;
mod principal_variation;
mod proof;
mod random;
pub mod score;
mod strategy;
mod table;
mod walk;

pub use zugwerk_game::{Game, Outcome, Rng};

pub use evaluate::{Evaluate, Even, Frontier};
pub use score::Score;

pub use budget::{Budget, Stopped};
pub use strategy::{Found, Root, Strategy};

pub use alpha_beta::AlphaBeta;
pub use bot::Bot;
pub use deepening::{Deepening, OnRound, Options};
pub use minimax::Minimax;
pub use monte_carlo::MonteCarlo;
pub use ordered::OrderedAlphaBeta;
pub use parallel::Parallel;
pub use principal_variation::PrincipalVariation;
pub use proof::{Attacker, ProofSearch, Verdict};
pub use random::{Greedy, Random};
pub use table::Table;

pub use perft::{divide, perft};
