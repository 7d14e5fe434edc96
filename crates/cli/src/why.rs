//! `zugwerk why`: why a move is legal or not.

use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_chess::{CastlingSide, Piece, Position, SanError, Setup, Square, attacks, laws};

/// Say why a chess move is legal or not: the rule, the men and the squares
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk why \"r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1\" e1g1
  zugwerk why start Nf3

Exit codes: 0 the move is legal, 1 it is not, 2 bad input.")]
pub struct Command {
    /// The position as FEN, or the word start
    fen: String,
    /// The move: two squares like e2e4 or e7e8q, or SAN like Nf3 or O-O
    #[arg(value_name = "MOVE")]
    chosen: String,
}

#[derive(Serialize)]
struct Judgement<'a> {
    #[serde(rename = "move")]
    chosen: String,
    legal: bool,
    laws: &'a [&'static str],
    why: &'a str,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let position = read_position(&self.fen)?;
        let (from, to, promotion) = squares(&position, &self.chosen)?;
        let why = laws::why(&position, from, to, promotion);
        let letter = promotion.map(|piece| piece.letter().to_string()).unwrap_or_default();
        let chosen = format!("{from}{to}{letter}");
        if terminal.json() {
            let judgement = Judgement { chosen, legal: why.legal, laws: &why.laws, why: &why.text };
            terminal.print_json(&judgement)?;
        } else {
            let legal = if why.legal { "legal" } else { "not legal" };
            writeln!(terminal, "{chosen} is {legal}: {}", why.text)?;
        }
        Ok(if why.legal { Exit::Answered } else { Exit::No })
    }
}

/// A position, possible or not: the laws can be asked about any.
fn read_position(fen: &str) -> Result<Position, Failure> {
    if fen == "start" {
        return Ok(Position::start());
    }
    let position = Setup::from_fen(fen).and_then(|setup| Ok(setup.any_position()?));
    position.map_err(|error| Failure::bad_input(format!("the position: {error}")))
}

/// What a move is about: from, to, and the piece of a promotion.
fn squares(position: &Position, text: &str) -> Result<(Square, Square, Option<Piece>), Failure> {
    // The king may also take its rook to castle.
    if let Ok(m) = position.parse_uci(text) {
        return Ok(laws::written(position, m));
    }
    if let Some(squares) = two_squares(text) {
        return Ok(squares);
    }
    let side = match text.trim_end_matches(['+', '#']) {
        "O-O" | "0-0" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" => Some(CastlingSide::Queen),
        _ => None,
    };
    if let Some(side) = side {
        let castle = laws::Castle::all(position)[position.turn().index()][side as usize];
        return Ok((castle.king, castle.written(), None));
    }
    match position.parse_san(text) {
        Ok(m) => Ok(laws::written(position, m)),
        Err(error @ SanError::Illegal(_)) => illegal_san(position, text).ok_or_else(|| {
            Failure::bad_input(format!("{error}, and no man of that kind is there to make it"))
        }),
        Err(error) => Err(Failure::bad_input(error)),
    }
}

/// The man that a SAN move which is not legal most likely means: one that bears on the target, if any.
fn illegal_san(position: &Position, text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let text: String = text.chars().filter(|c| c.is_ascii_alphanumeric() && *c != 'x').collect();
    let promotion = text.chars().last().filter(char::is_ascii_uppercase);
    let promotion = promotion.and_then(Piece::from_letter);
    let text = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let (before, target) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let target: Square = target.parse().ok()?;
    let piece = match before.chars().next() {
        Some(letter) if letter.is_ascii_uppercase() => Piece::from_letter(letter)?,
        _ => Piece::Pawn,
    };
    let hint: Vec<char> = before.chars().filter(|c| !c.is_ascii_uppercase()).collect();
    let us = position.turn();
    let fits = |from: &Square| hint.iter().all(|part| from.to_string().contains(*part));
    let bears = |from: &Square| match piece {
        Piece::Pawn => from.file() == target.file() && hint.is_empty(),
        _ => attacks::of(us, piece, *from, position.occupied()).contains(target),
    };
    let men: Vec<Square> = position.men(us, piece).into_iter().filter(fits).collect();
    let from = men.iter().copied().find(bears).or_else(|| men.first().copied())?;
    Some((from, target, promotion))
}

fn two_squares(text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
    let promotion = match text.get(4..)? {
        "" => None,
        letter => Some(Piece::from_letter(letter.chars().next().filter(|_| letter.len() == 1)?)?),
    };
    Some((square(0)?, square(2)?, promotion))
}
