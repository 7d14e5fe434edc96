//! Proofs about a chess position's future and past: can it still be won?
//!
//! ```
//! use zugwerk_chess::{Color, Position};
//! use zugwerk_game::Limits;
//! use zugwerk_retro::{Verdict, winnable};
//! let position: Position = "7k/8/8/8/8/8/8/KBN5 w - - 0 1".parse().unwrap();
//! let Verdict::Yes(line) = winnable(&position, Color::White, &Limits::none()) else { unreachable!() };
//! let end = line.iter().fold(position, |position, m| position.play(*m));
//! assert!(end.is_checkmate());
//! ```

mod limits;
mod packed;
mod reachable;
mod stipulation;
mod unmove;
mod winnable;

pub use reachable::{Certificate, Impossible, Reachable, certify_counting, reachable};
pub use stipulation::{Retracted, Retraction};
pub use unmove::{Unmove, unmoves};
pub use winnable::{Reason, Verdict, winnable};
