//! The rules of Death Stacks and a bot that plays it.
//!
//! [`rules`] has the rules in prose. [`Position`] is the fast form of a position, made from a
//! [`Board`]; the seven functions of the course are a thin view of it.
//!
//! ```
//! use zugwerk_deathstacks::{Player, START, build_board, list_moves, player_won};
//! let board = build_board(START)?;
//! assert_eq!(player_won(&board), None);
//! let moves = list_moves(&board, Player::Red);
//! assert_eq!(moves[0].to_string(), "a6-1-b6");
//! # Ok::<(), zugwerk_deathstacks::FenError>(())
//! ```

mod board;
mod bot;
mod course;
mod evaluation;
pub mod laws;
mod moves;
mod notation;
mod player;
mod pos;
mod position;
pub mod rules;
mod stack;
mod weights;
mod why;

pub use board::{Board, Cell, FenError, START};
pub use moves::{Move, MoveError};
pub use player::Player;
pub use pos::{Dir, Pos, PosError};

pub use course::{
    build_board, is_valid_move, list_moves, path, player_won, possible_moves, validate_fen,
};

pub use bot::Bot;
pub use evaluation::{FEATURES, Learned, Ownership, features};
pub use position::{Position, TooManyStones};
pub use rules::{DeathStacks, End, Playing, Repetition};
pub use stack::{PackedStack, Stack, VecStack};
