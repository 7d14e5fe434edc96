//! Games as PGN, read into a tree of moves for the page and written from one.

use super::standing::Named;
use crate::Shared;
use crate::error::ApiError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zugwerk_chess::Position;
use zugwerk_chess::pgn::{self, PgnGame, Reader};

/// A PGN text, and which of its games.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    pgn: String,
    /// Counted from 0.
    #[serde(default)]
    game: usize,
}

/// A game of a PGN text.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Record {
    /// How many games the text has.
    games: usize,
    /// Name and value of each tag.
    tags: Vec<(String, String)>,
    /// The start.
    fen: String,
    result: &'static str,
    line: Line,
    /// The first thing wrong with it: the moves before that are told all the same.
    error: Option<String>,
}

/// A series of moves, with what is said of them.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Line {
    #[serde(default)]
    comment: String,
    moves: Vec<Ply>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Ply {
    uci: String,
    #[serde(default)]
    san: String,
    /// The position after it.
    #[serde(default)]
    fen: String,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    variations: Vec<Line>,
}

/// A game to be written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unwritten {
    fen: Option<String>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default)]
    result: String,
    line: Line,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Written {
    pgn: String,
}

pub(crate) fn read(_: &Shared, text: Text) -> Result<Record, ApiError> {
    let mut games = 0;
    let mut wanted = None;
    for game in Reader::new(text.pgn.as_bytes()) {
        let game = game.map_err(|error| ApiError::bad("bad_pgn", error).at("pgn"))?;
        if games == text.game {
            wanted = Some(game);
        }
        games += 1;
    }
    let game = wanted.ok_or_else(|| {
        ApiError::bad("bad_pgn", format!("there is no such game; the text has {games}")).at("pgn")
    })?;
    if let Some(error) = &game.error
        && game.line.moves.is_empty()
    {
        return Err(ApiError::bad("bad_pgn", &error.what).at(format!("line {}", error.line)));
    }
    Ok(Record {
        games,
        fen: game.start.to_string(),
        result: game.result,
        line: Line::told(&game.start, &game.line),
        error: game.error.map(|error| error.to_string()),
        tags: game.tags,
    })
}

pub(crate) fn write(_: &Shared, wanted: Unwritten) -> Result<Written, ApiError> {
    let start = super::position(wanted.fen.as_deref())?;
    let line = wanted.line.played(&start)?;
    let known = ["1-0", "0-1", "1/2-1/2"].into_iter().find(|known| *known == wanted.result);
    let game =
        PgnGame { tags: wanted.tags, line, result: known.unwrap_or("*"), ..PgnGame::new(start) };
    Ok(Written { pgn: game.to_string() })
}

impl Line {
    fn told(start: &Position, line: &pgn::Line) -> Line {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(line.moves.len());
        for ply in &line.moves {
            let Named { uci, san } = Named::new(&position, ply.m);
            let told = |line| Line::told(&position, line);
            let variations = ply.variations.iter().map(told).collect();
            position = position.play(ply.m);
            let (nags, comment) = (ply.nags.clone(), ply.comment.clone());
            moves.push(Ply { uci, san, fen: position.to_string(), nags, comment, variations });
        }
        Line { comment: line.comment.clone(), moves }
    }

    fn played(&self, start: &Position) -> Result<pgn::Line, ApiError> {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for ply in &self.moves {
            let m = position
                .parse_uci(&ply.uci)
                .map_err(|error| ApiError::bad("bad_move", error).at("line"))?;
            let variations: Result<Vec<pgn::Line>, ApiError> =
                ply.variations.iter().map(|line| line.played(&position)).collect();
            position = position.play(m);
            let (nags, comment) = (ply.nags.clone(), ply.comment.clone());
            moves.push(pgn::Ply { m, nags, comment, variations: variations? });
        }
        Ok(pgn::Line { comment: self.comment.clone(), moves })
    }
}
