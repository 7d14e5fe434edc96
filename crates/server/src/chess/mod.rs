//! The chess table: positions and their moves, analysis, an opponent, PGN, pictures.

mod analysis;
mod picture;
mod records;
mod report;
mod retro;
mod standing;
mod why;

use crate::api::Api;
use crate::error::ApiError;
use crate::progress::Length;
use schemars::JsonSchema;
use serde::Deserialize;
use zugwerk_chess::{Game, Position, Setup};

pub(crate) fn endpoints(api: Api) -> Api {
    let api = api
        .answers(
            "/chess/position",
            "A position: its legal moves, and how the game stands",
            standing::answer,
        )
        .answers("/chess/why", "Why a move is illegal, or that it is legal", why::answer)
        .answers("/chess/pgn/read", "Read a game of a PGN text", records::read)
        .answers("/chess/pgn/write", "Write a game as PGN", records::write)
        .streams::<_, analysis::Event>(
            "/chess/analyse",
            Length::Long,
            "Search a position until the listener goes away",
            analysis::analyse,
        )
        .streams::<_, analysis::Event>(
            "/chess/move",
            Length::Short,
            "Choose a move to play",
            analysis::choose,
        )
        .streams::<_, report::Event>(
            "/chess/report",
            Length::Long,
            "Evaluate a whole game and mark mistakes",
            report::report,
        )
        .streams::<_, retro::WinnableNews>(
            "/chess/winnable",
            Length::Short,
            "Whether each side can still win by any series of legal moves",
            retro::winnable,
        )
        .streams::<_, retro::ReachableNews>(
            "/chess/reachable",
            Length::Short,
            "Whether a game can lead to a position",
            retro::reachable,
        );
    api.gets(
        "/chess/diagram.svg",
        "A position as a picture: fen, flip, last",
        "image/svg+xml",
        picture::diagram,
    )
}

/// The longest game that is taken on.
const MOST_MOVES: usize = 2000;

/// A position: a start and the moves played since.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChessPlace")]
pub(crate) struct Place {
    /// The start; the usual one if there is none.
    pub fen: Option<String>,
    /// Moves in UCI or SAN notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Whether positions that cannot arise in a game, even without kings, are taken too.
    #[serde(default)]
    pub any_position: bool,
}

impl Place {
    /// The game that leads here.
    pub fn game(&self) -> Result<Game, ApiError> {
        let start = match &self.fen {
            Some(fen) if self.any_position => {
                let bad =
                    |error: &dyn ToString| ApiError::bad("bad_fen", error.to_string()).at("fen");
                let setup = Setup::from_fen(fen.trim()).map_err(|error| bad(&error))?;
                setup.any_position().map_err(|error| bad(&error))?
            }
            fen => position(fen.as_deref())?,
        };
        let mut game = Game::from_position(start);
        if self.moves.len() > MOST_MOVES {
            let message = format!("more than {MOST_MOVES} moves");
            return Err(ApiError::bad("too_long", message).at("moves"));
        }
        for (number, text) in self.moves.iter().enumerate() {
            let m = game.position().parse_move(text).map_err(|error| {
                let message = why::sentence(game.position(), text).unwrap_or(error.to_string());
                ApiError::bad("bad_move", message).at(format!("moves/{number}"))
            })?;
            game.play(m);
        }
        Ok(game)
    }
}

fn position(fen: Option<&str>) -> Result<Position, ApiError> {
    match fen {
        None => Ok(Position::start()),
        Some(fen) => Position::from_fen(fen.trim())
            .map_err(|error| ApiError::bad("bad_fen", error).at("fen")),
    }
}
