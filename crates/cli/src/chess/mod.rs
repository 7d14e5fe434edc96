//! The commands about the rules of chess.

pub mod convert;
pub mod moves;
pub mod perft;
pub mod pgn;
pub mod reachable;
pub mod show;
pub mod unmoves;
pub mod winnable;

use crate::exit::{Failure, complain};
use crate::terminal::read_text;
use zugwerk_chess::{Move, Position, Setup};

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
            let position = Position::from_fen(fen)
                .map_err(|error| Failure::bad_input(format!("bad FEN: {error}")))?;
            tell_what_is_left_out(Setup::from_fen_as_written(fen).ok(), &position);
            Ok(position)
        }
    }
}

/// Tells the person that the position has no square for en passant although one was written.
fn tell_what_is_left_out(written: Option<Setup>, position: &Position) {
    let written = written.and_then(|setup| setup.double_push);
    if let (Some(square), None) = (written, position.double_push_square()) {
        complain(format!(
            "no pawn can have passed {square} in the last move: en passant is left out"
        ));
    }
}

/// A line of legal moves in UCI notation.
pub fn uci_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let moves = line.iter().map(|m| {
        let text = position.uci(*m);
        position = position.play(*m);
        text
    });
    moves.collect()
}
