//! A position's future and past: whether it can still be won, and whether a game can lead to it.

use crate::Shared;
use crate::error::{ApiError, within};
use crate::progress::{Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zugwerk_chess::{Bitboard, Color, Move, Position, Setup};
use zugwerk_game::Limits;
use zugwerk_retro::{Reachable, Verdict};

/// A position that is asked about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RetroQuestion")]
pub(crate) struct Wanted {
    fen: String,
    /// 1 to 60; 10 if not given.
    seconds: Option<u64>,
}

impl Wanted {
    fn setup(&self) -> Result<Setup, ApiError> {
        Setup::from_fen_as_written(self.fen.trim())
            .map_err(|error| ApiError::bad("bad_fen", error).at("fen"))
    }

    fn time(&self) -> Result<Duration, ApiError> {
        let seconds = within("seconds", self.seconds, 1..=60)?.unwrap_or(10);
        Ok(Duration::from_secs(seconds))
    }
}

/// What a search may keep in memory.
const MEMORY: usize = 64 << 20;

fn limits(time: Duration, progress: &Progress) -> Limits {
    Limits::none().with_time(time).with_memory(MEMORY).with_flag(progress.flag())
}

/// What is told about whether a position can be won.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "WinnableNews")]
pub(crate) enum WinnableNews {
    /// The answer.
    Answer {
        white: Side,
        black: Side,
        /// Whether neither side can win, by any series of legal moves; null where that is not known.
        dead: Option<bool>,
    },
}

/// Whether a side can still win.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "WinnableSide")]
pub(crate) struct Side {
    /// Null where the time was up first.
    can_win: Option<bool>,
    /// Moves in UCI notation that end with the side's mate, if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// Why it cannot, or why it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The squares that the reason is about, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
}

/// Answers whether each side can still win.
pub(crate) fn winnable(_: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let bad = |message: String| ApiError::bad("bad_fen", message).at("fen");
    let position = wanted.setup()?.position().map_err(|error| bad(error.to_string()))?;
    let time = wanted.time()?;
    Ok(Box::new(move |progress| {
        let [white, black] = Color::ALL.map(|color| {
            let limits = limits(time, progress);
            side(&position, color, &zugwerk_retro::winnable(&position, color, &limits))
        });
        let dead = match (white.can_win, black.can_win) {
            (Some(true), _) | (_, Some(true)) => Some(false),
            (Some(false), Some(false)) => Some(true),
            _ => None,
        };
        progress.send(&WinnableNews::Answer { white, black, dead });
        Ok(())
    }))
}

fn side(position: &Position, color: Color, verdict: &Verdict) -> Side {
    let (line, reason) = match verdict {
        Verdict::Yes(line) => (Some(uci_line(position, line)), None),
        Verdict::No(reason) => (None, Some(reason.words(position, color))),
        Verdict::Unknown(stop) => (None, Some(stop.to_string())),
    };
    let squares = match verdict {
        Verdict::No(reason) => names(reason.squares(position, color)),
        _ => Vec::new(),
    };
    Side { can_win: verdict.known(), line, reason, squares }
}

/// What is told about whether a game can lead to a position.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "ReachableNews")]
pub(crate) enum ReachableNews {
    /// The answer.
    Answer {
        /// Null where it is not known.
        reachable: Option<bool>,
        /// A game that leads there, in UCI notation.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<Vec<String>>,
        /// Why there is none, or why it is not known.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The squares that the reason is about, if any.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        squares: Vec<String>,
    },
}

/// Answers whether a game can lead to a position.
pub(crate) fn reachable(_: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let (setup, time) = (wanted.setup()?, wanted.time()?);
    Ok(Box::new(move |progress| {
        let found = zugwerk_retro::reachable(&setup, &limits(time, progress));
        let (line, reason) = match &found {
            Reachable::Yes(line) => (Some(uci_line(&Position::start(), line)), None),
            Reachable::No(reason) => (None, Some(reason.words(setup.turn))),
            Reachable::Unknown(Some(stop)) => (None, Some(stop.to_string())),
            Reachable::Unknown(None) => {
                (None, Some("neither a game nor a proof was found".to_string()))
            }
        };
        let squares = match &found {
            Reachable::No(reason) => names(reason.squares(&setup)),
            _ => Vec::new(),
        };
        progress.send(&ReachableNews::Answer { reachable: found.known(), line, reason, squares });
        Ok(())
    }))
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn uci_line(start: &Position, line: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let moves = line.iter().map(|&m| {
        let text = position.uci(m);
        position = position.play(m);
        text
    });
    moves.collect()
}
