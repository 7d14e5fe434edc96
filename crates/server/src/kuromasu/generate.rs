//! New puzzles.

use super::board::Board;
use crate::Shared;
use crate::error::ApiError;
use crate::progress::Work;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zugwerk_kuromasu as kuromasu;
use zugwerk_kuromasu::{Difficulty, GenerateError, Request, Symmetry, symmetry_name};
use zugwerk_logic::Limits;

const TIME: Duration = Duration::from_secs(300);
const MOST_SIDE: usize = 40;

/// What kind of puzzle.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KuromasuGenerateQuestion")]
pub(crate) struct Wanted {
    /// Rows, 1 to 40.
    height: usize,
    /// Columns, 1 to 40.
    width: usize,
    /// `easy`, `medium` or `hard`; any if not given.
    difficulty: Option<String>,
    /// How the clues are laid out, such as `none`, `turn`, `quarter`, `mirror` or `cross`.
    symmetry: Option<String>,
    /// The same seed gives the same puzzle.
    seed: u64,
    /// Whether no clue may be left that could be taken away.
    #[serde(default)]
    minimal: bool,
}

/// What is told while generating.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "KuromasuGenerateNews")]
pub(crate) enum News {
    Progress {
        attempt: usize,
        clues: usize,
        /// How much of this attempt is done, 0 to 1.
        share: f64,
    },
    Done {
        board: Board,
        difficulty: &'static str,
    },
}

pub(crate) fn generate(_: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    for (place, side) in [("height", wanted.height), ("width", wanted.width)] {
        if !(1..=MOST_SIDE).contains(&side) {
            let message = format!("a side of 1 to {MOST_SIDE} cells, please");
            return Err(ApiError::bad("bad_size", message).at(place));
        }
    }
    let request = Request {
        height: wanted.height,
        width: wanted.width,
        seed: wanted.seed,
        symmetry: chosen(wanted.symmetry, &Symmetry::ALL, symmetry_name, "symmetry")?
            .unwrap_or_default(),
        difficulty: chosen(wanted.difficulty, &Difficulty::ALL, Difficulty::name, "difficulty")?,
        minimal: wanted.minimal,
    };
    Ok(Box::new(move |progress| {
        let limits = Limits::none().with_time(TIME).with_flag(progress.flag());
        let (mut attempt, mut most) = (0, 1);
        let generated = kuromasu::generate(&request, &limits, &mut |now| {
            if now.attempt != attempt {
                (attempt, most) = (now.attempt, now.left.max(1));
            }
            let share = 1.0 - now.left.min(most) as f64 / most as f64;
            progress.offer(&News::Progress { attempt, clues: now.clues, share });
        });
        let generated = generated.map_err(|error| match error {
            GenerateError::Size(_) | GenerateError::NoSquare => {
                ApiError::bad("bad_size", error).at("height")
            }
            _ => ApiError::bad("not_found", error),
        })?;
        let board = Board::new(&generated.puzzle);
        progress.send(&News::Done { board, difficulty: generated.difficulty.name() });
        Ok(())
    }))
}

/// The option with this name.
fn chosen<T: Copy>(
    name: Option<String>,
    all: &[T],
    name_of: fn(T) -> &'static str,
    place: &str,
) -> Result<Option<T>, ApiError> {
    let Some(name) = name else { return Ok(None) };
    let found = all.iter().copied().find(|&option| name_of(option) == name);
    let names: Vec<&str> = all.iter().map(|&option| name_of(option)).collect();
    let error = || {
        let message = format!("{name:?} is not one of {}", names.join(", "));
        ApiError::bad("bad_option", message).at(place)
    };
    found.map(Some).ok_or_else(error)
}
