//! Games as PGN, read into a tree of moves for the page and written from one.

use super::MOST_MOVES;
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
#[schemars(rename = "PgnText")]
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
    /// Who played the first thousand of them.
    headings: Vec<Heading>,
    /// Name and value of each tag.
    tags: Vec<(String, String)>,
    /// The start.
    fen: String,
    result: &'static str,
    line: Line,
    /// The first thing wrong with it: the moves before that are told all the same.
    error: Option<String>,
}

/// A game of several, to choose it by.
#[derive(Serialize, JsonSchema)]
struct Heading {
    white: String,
    black: String,
    result: &'static str,
    date: String,
    event: String,
}

impl Heading {
    fn new(game: &PgnGame) -> Heading {
        let tag = |name: &str| {
            let tag = game.tags.iter().find(|(known, _)| known == name);
            tag.map_or_else(|| "?".to_string(), |(_, value)| value.chars().take(80).collect())
        };
        let (white, black) = (tag("White"), tag("Black"));
        Heading { white, black, result: game.result, date: tag("Date"), event: tag("Event") }
    }
}

/// The most games whose headings are told.
const MOST_HEADINGS: usize = 1000;

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
    let mut headings = Vec::new();
    for game in Reader::new(text.pgn.as_bytes()) {
        let game = game.map_err(|error| ApiError::bad("bad_pgn", error).at("pgn"))?;
        if games < MOST_HEADINGS {
            headings.push(Heading::new(&game));
        }
        if games == text.game {
            wanted = Some(game);
        }
        games += 1;
    }
    let game = wanted.ok_or_else(|| {
        ApiError::bad("bad_pgn", format!("there is no such game; the text has {games}")).at("pgn")
    })?;
    check_length(game.line.moves.len(), game.line.moves.iter().map(plies).sum(), "pgn")?;
    if let Some(error) = &game.error
        && game.line.moves.is_empty()
    {
        return Err(ApiError::bad("bad_pgn", &error.what).at(format!("line {}", error.line)));
    }
    Ok(Record {
        games,
        headings,
        fen: game.start.to_string(),
        result: game.result,
        line: Line::told(&game.start, &game.line),
        error: game.error.map(|error| error.to_string()),
        tags: game.tags,
    })
}

/// The longest game with all of its variations that is taken on.
const MOST_PLIES: usize = 10_000;

/// How many plies a move stands for with all of its variations.
fn plies(ply: &pgn::Ply) -> usize {
    1 + ply.variations.iter().flat_map(|line| &line.moves).map(plies).sum::<usize>()
}

fn check_length(moves: usize, with_variations: usize, place: &str) -> Result<(), ApiError> {
    let message = if moves > MOST_MOVES {
        format!("the game has more than {MOST_MOVES} plies")
    } else if with_variations > MOST_PLIES {
        format!("the game has more than {MOST_PLIES} plies with its variations")
    } else {
        return Ok(());
    };
    Err(ApiError::bad("too_long", message).at(place))
}

/// Whether a tag may have this name: PGN allows letters, digits and a few signs.
fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.len() <= 255
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte))
}

pub(crate) fn write(_: &Shared, wanted: Unwritten) -> Result<Written, ApiError> {
    check_length(wanted.line.moves.len(), wanted.line.moves.iter().map(Ply::plies).sum(), "line")?;
    if let Some(at) = wanted.tags.iter().position(|(name, _)| !is_tag_name(name)) {
        let message = format!(
            "{:?} is no name of a tag; expected letters, digits and _ + # = : -",
            wanted.tags[at].0
        );
        return Err(ApiError::bad("bad_tag", message).at(format!("tags/{at}")));
    }
    let known = ["1-0", "0-1", "1/2-1/2", "*"].into_iter().find(|known| *known == wanted.result);
    if known.is_none() && !wanted.result.is_empty() {
        let message = format!("{:?} is not 1-0, 0-1, 1/2-1/2 or *", wanted.result);
        return Err(ApiError::bad("bad_result", message).at("result"));
    }
    let start = super::position(wanted.fen.as_deref())?;
    let line = wanted.line.played(&start)?;
    let game =
        PgnGame { tags: wanted.tags, line, result: known.unwrap_or("*"), ..PgnGame::new(start) };
    Ok(Written { pgn: game.to_string() })
}

impl Ply {
    fn plies(&self) -> usize {
        1 + self.variations.iter().flat_map(|line| &line.moves).map(Ply::plies).sum::<usize>()
    }
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
