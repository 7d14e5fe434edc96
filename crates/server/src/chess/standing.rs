//! A position as the page needs it: legal moves with their names, the moves so far, how the game stands.

use super::Place;
use crate::Shared;
use crate::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use zugwerk_chess::{Color, End, Game, Move, Position};

/// What is known about a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChessStanding")]
pub(crate) struct Standing {
    fen: String,
    turn: &'static str,
    check: bool,
    legal: Vec<Named>,
    /// The moves so far, each with the position after it.
    moves: Vec<Played>,
    /// How the game has ended, if it has.
    end: Option<Ended>,
    /// The draw that the side to move may claim, if any.
    claim: Option<String>,
}

/// A move under both of its names.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Named {
    pub uci: String,
    pub san: String,
}

#[derive(Serialize, JsonSchema)]
struct Played {
    #[serde(flatten)]
    named: Named,
    fen: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChessEnded")]
struct Ended {
    /// In words.
    reason: String,
    result: &'static str,
}

impl Named {
    pub fn new(position: &Position, m: Move) -> Named {
        Named { uci: position.uci(m), san: position.san(m) }
    }

    /// A line of moves from `position` on.
    pub fn line(position: &Position, line: &[Move]) -> Vec<Named> {
        let mut position = position.clone();
        let mut names = Vec::with_capacity(line.len());
        for &m in line {
            names.push(Named::new(&position, m));
            position = position.play(m);
        }
        names
    }
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) fn answer(_: &Shared, place: Place) -> Result<Standing, ApiError> {
    let game = place.game()?;
    let now = game.position();
    let ended = |end: End| Ended { reason: end.to_string(), result: end.result() };
    Ok(Standing {
        fen: now.to_string(),
        turn: color_name(now.turn()),
        check: now.is_check(),
        legal: now.legal_moves().iter().map(|&m| Named::new(now, m)).collect(),
        moves: played(&game),
        end: game.end().map(ended),
        claim: game.claim().map(|claim| claim.to_string()),
    })
}

fn played(game: &Game) -> Vec<Played> {
    let mut position = game.start().clone();
    let mut moves = Vec::with_capacity(game.moves().len());
    for &m in game.moves() {
        let named = Named::new(&position, m);
        position = position.play(m);
        moves.push(Played { named, fen: position.to_string() });
    }
    moves
}
