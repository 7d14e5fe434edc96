//! The rules of chess and Chess960, fast and to the letter.
//!
//! A [`Position`] knows its legal moves:
//!
//! ```
//! use zugwerk_chess::Position;
//! let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
//! let moves: Vec<String> = position.legal_moves().iter().map(|&m| position.san(m)).collect();
//! assert!(moves.contains(&"O-O".to_string()));
//! ```
//!
//! A [`Game`] is a position with its past, and knows how games end by FIDE's laws:
//!
//! ```
//! use zugwerk_chess::{Color, End, Game};
//! let mut game = Game::default();
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     game.play(game.position().parse_san(san).unwrap());
//! }
//! assert_eq!(game.end().and_then(End::winner), Some(Color::Black));
//! ```
//!
//! [`pgn`] reads the games that people have:
//!
//! ```
//! use zugwerk_chess::pgn::Reader;
//! let text = "[White \"Anna\"]\n\n1. e4 e5 2. Nf3 *\n";
//! let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(game.tag("White"), Some("Anna"));
//! ```
//!
//! Features, all off by default: `laws` (the laws as relations, for reasons and for a solver) and `serde`.

pub mod attacks;
mod bitboard;
mod castling;
mod checks;
mod chess;
mod color;
mod confinement;
mod diagram;
mod epd;
pub mod fen;
mod game;
#[cfg(feature = "laws")]
pub mod laws;
mod legality;
mod movegen;
mod moves;
mod perft;
pub mod pgn;
pub mod picture;
mod piece;
mod piece_list;
mod play;
mod position;
mod san;
mod see;
#[cfg(feature = "serde")]
mod serialized;
mod setup;
mod sliders;
mod square;
mod uci;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide, ExclusiveCastling};
pub use checks::Checks;
pub use chess::Chess;
pub use color::Color;
pub use confinement::Confinement;
pub use diagram::Diagram;
pub use epd::{Epd, EpdError, PerftCase};
pub use fen::FenError;
pub use game::{Claim, End, Game};
pub use moves::{Move, MoveKind, MoveList};
pub use perft::{Perft, perft};
pub use picture::PictureError;
pub use piece::{Piece, Role};
pub use position::Position;
pub use san::SanError;
pub use see::EXCHANGE_VALUES;
pub use setup::{EnPassantError, PositionError, Setup};
pub use square::{File, NotASquare, Rank, Square};
pub use uci::UciError;
