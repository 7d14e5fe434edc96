//! The commands about the rules of chess.

pub mod convert;
pub mod moves;
pub mod perft;
pub mod pgn;
pub mod show;

use crate::exit::Failure;
use crate::terminal::read_text;
use zugwerk_chess::Position;

/// Reads a position from an argument: a FEN, `start`, or `-` for a FEN on standard input.
pub fn position(text: &str) -> Result<Position, Failure> {
    let from_stdin;
    let text = match text {
        "-" => {
            from_stdin = read_text("-")?;
            from_stdin.trim()
        }
        text => text.trim(),
    };
    match text {
        "start" | "startpos" => Ok(Position::start()),
        fen => {
            Position::from_fen(fen).map_err(|error| Failure::bad_input(format!("bad FEN: {error}")))
        }
    }
}
