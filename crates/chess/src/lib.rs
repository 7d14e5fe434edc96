//! The rules of chess.

pub mod attacks;
mod bitboard;
mod castling;
mod color;
pub mod fen;
mod game;
mod legality;
mod movegen;
mod moves;
mod perft;
mod piece;
mod play;
mod position;
mod san;
mod see;
mod setup;
mod sliders;
mod square;
mod uci;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use fen::FenError;
pub use game::{Claim, End, Game};
pub use moves::{Move, MoveKind, MoveList};
pub use perft::perft;
pub use piece::{Man, Piece};
pub use position::Position;
pub use san::SanError;
pub use see::EXCHANGE_VALUES;
pub use setup::{EnPassantError, PositionError, Setup};
pub use square::{File, NotASquare, Rank, Square};
pub use uci::UciError;
