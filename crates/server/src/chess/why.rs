//! Why a move is illegal, in a sentence.

use super::Place;
use crate::Shared;
use crate::error::ApiError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zugwerk_chess::{Position, laws};

/// A move and where it is tried.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WhyQuestion")]
pub(crate) struct Wanted {
    #[serde(default)]
    place: Place,
    /// In UCI notation or SAN.
    r#move: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Reason {
    legal: bool,
    /// A sentence.
    reason: String,
    /// The laws that the move breaks.
    laws: Vec<&'static str>,
}

pub(crate) fn answer(_: &Shared, wanted: Wanted) -> Result<Reason, ApiError> {
    let game = wanted.place.game()?;
    let text = wanted.r#move.trim();
    let Ok((from, to, promotion)) = laws::intended_move(game.position(), text) else {
        let message = format!("{text:?} is not a move; expected one such as e2e4");
        return Err(ApiError::bad("bad_move", message).at("move"));
    };
    let why = laws::why(game.position(), from, to, promotion);
    Ok(Reason { legal: why.legal, reason: format!("{text}: {}", why.text), laws: why.laws })
}

/// Why the move `text` is illegal; `None` where it is legal or no move.
pub(super) fn sentence(position: &Position, text: &str) -> Option<String> {
    let (from, to, promotion) = laws::intended_move(position, text).ok()?;
    let why = laws::why(position, from, to, promotion);
    (!why.legal).then(|| format!("{text}: {}", why.text))
}
