//! The laws of chess as relations over bits, for the checker and the solver.
//!
//! A [`Board`] holds a bit for every piece on every square, a [`Ply`] the bits of one move and the
//! board after it. The laws relate them: [`movement`] says which moves are possible and [`Ply::change`]
//! what a move does, [`safety`] that no king is left in check; [`Replies`] defines check, mate and
//! stalemate. Bits may be known or not, so that the same text checks a move, plays it and solves
//! for it. It shares nothing with the fast generator but the tables of empty-board geometry: each is
//! the other's test.
//!
//! ```
//! use zugwerk_chess::{Position, Square, laws};
//! let start = Position::start();
//! assert!(laws::broken(&start, Square::G1, Square::F3, None).is_empty());
//! let broken = laws::broken(&start, Square::F1, Square::C4, None);
//! assert_eq!(broken, [laws::PATH]);
//! ```

mod attack;
mod board;
mod castling;
mod change;
mod check;
mod draws;
mod fixed;
mod intended;
mod legal_position;
mod line;
mod mate;
mod ply;
mod reachability;
mod replies;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests960;
mod why;

pub mod movement;
pub mod safety;

pub use attack::{attacked, in_check};
pub use board::Board;
pub use castling::{Castle, written};
pub use check::{broken, legal_moves, play};
pub use draws::{fifty_moves, identity, insufficient_material};
pub use fixed::{FixedMove, candidates, fixed_move, loose_move, stated_move, thinkable};
pub use intended::{IntendedMove, intended_move};
pub use legal_position::{agreement, can_be_taken_in_passing, legal_position};
pub use line::{Line, step};
pub use mate::state_mate;
pub use ply::{Allowed, Ply};
pub use reachability::{Horizon, horizons};
pub use replies::Replies;
pub use why::{Why, why};
pub use zugwerk_logic::{Folding, Unknowns};

/// Only the side to move moves, and one of its own pieces.
pub const TURN: &str = "the side to move moves one of its own pieces";
/// How each piece moves, by [`Role::index`](crate::Piece::index).
pub const MOVEMENT: [&str; 6] = [
    "how a pawn moves",
    "how a knight moves",
    "how a bishop moves",
    "how a rook moves",
    "how a queen moves",
    "how a king moves",
];
/// Nothing but a knight jumps over pieces.
pub const PATH: &str = "no piece but the knight jumps over others";
/// No piece takes a piece of its own side.
pub const OWN: &str = "no piece takes one of its own side";
/// Kings are not taken.
pub const KING_TAKEN: &str = "a king is never taken";
/// A pawn steps straight ahead to an empty square.
pub const PAWN_STEP: &str = "a pawn steps straight ahead only to an empty square";
/// A pawn takes diagonally, en passant included.
pub const PAWN_CAPTURE: &str = "a pawn moves diagonally only to take";
/// A pawn on the last rank becomes a piece; nothing else does.
pub const PROMOTION: &str = "a pawn on the last rank is promoted, and nothing else is";
/// The right to castle.
pub const CASTLING_RIGHT: &str = "castling needs a king and a rook that have not moved";
/// The squares between king and rook.
pub const CASTLING_PATH: &str = "castling needs empty squares between king and rook";
/// The king's way when it castles.
pub const CASTLING_CHECK: &str = "the king does not castle out of check or through it";
/// The king is not left in check.
pub const SAFETY: &str = "no move leaves its own king in check";
/// A pass, in questions that have one: no rule of play.
pub const PASS: &str = "a side in check does not pass";
/// What a move does to the board; not a rule one could do without.
pub const CHANGE: &str = "what a move does to the board";
/// One piece goes from one square to one other; not a rule one could do without.
pub const ONE_MOVE: &str = "one piece moves at a time";
/// What a legal position is.
pub const POSITION: &str = "what a legal position is";
