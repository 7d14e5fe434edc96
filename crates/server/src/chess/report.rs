//! A whole game under the engine's eyes: the value after every move, and the moves that gave something
//! away.

use super::Place;
use super::analysis::{Score, run};
use super::standing::Named;
use crate::Shared;
use crate::error::{ApiError, within};
use crate::work::{Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zugwerk_chess::{Color, Game};
use zugwerk_engine::{Engine, Limits};

/// Which game, and how thoroughly.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    place: Place,
    /// Milliseconds for each position, 1 to 5000; 150 if not given.
    millis: Option<u64>,
}

/// What is told after each position.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum News {
    /// The position after so many plies.
    Ply {
        ply: usize,
        score: Score,
        /// White's chances, 0 to 1.
        chances: f64,
        /// What should be played here.
        best: Option<Named>,
        /// What is wrong with the move that led here.
        mark: Option<Mark>,
    },
    /// All positions have been told.
    Done { plies: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    /// The mark of a move that cost its side so much of its chances.
    fn of(lost: f64) -> Option<Mark> {
        match lost {
            lost if lost >= 0.30 => Some(Mark::Blunder),
            lost if lost >= 0.20 => Some(Mark::Mistake),
            lost if lost >= 0.10 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

pub(crate) fn report(shared: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let game = wanted.place.game()?;
    let millis = within("millis", wanted.millis, 1..=5000)?.unwrap_or(150);
    let hash = shared.settings.hash;
    Ok(Box::new(move |progress| {
        evaluate_all(&game, Duration::from_millis(millis), hash, progress);
        Ok(())
    }))
}

fn evaluate_all(game: &Game, time: Duration, hash: usize, progress: &Progress) {
    let mut engine = Engine::new(hash);
    let mut replayed = Game::from_position(game.start().clone());
    let mut before = None;
    for ply in 0..=game.moves().len() {
        if ply > 0 {
            replayed.play(game.moves()[ply - 1]);
        }
        if progress.is_cancelled() {
            return;
        }
        let (score, best) = value(&mut engine, &replayed, time, progress);
        let chances = chances(score, replayed.position().turn());
        let mark = before.and_then(|before: f64| {
            let lost = match replayed.position().turn() {
                Color::Black => before - chances,
                Color::White => chances - before,
            };
            Mark::of(lost)
        });
        before = Some(chances);
        progress.send(&News::Ply { ply, score, chances, best, mark });
    }
    progress.send(&News::Done { plies: game.moves().len() });
}

fn value(
    engine: &mut Engine,
    game: &Game,
    time: Duration,
    progress: &Progress,
) -> (Score, Option<Named>) {
    let position = game.position();
    match game.end() {
        Some(end) if end.winner().is_some() => (Score::Mate(0), None),
        Some(_) => (Score::Centipawns(0), None),
        None => {
            let found = run(engine, game, &Limits::time(time), progress, &|_| ());
            let best = found.best.map(|m| Named::new(position, m));
            (Score::new(position, found.value), best)
        }
    }
}

/// What a score says about White's result, 0 to 1, as a logistic curve.
fn chances(score: Score, turn: Color) -> f64 {
    match score {
        Score::Centipawns(value) => 1.0 / (1.0 + (-0.0037 * f64::from(value)).exp()),
        Score::Mate(0) => f64::from(u8::from(turn == Color::Black)),
        Score::Mate(moves) => f64::from(u8::from(moves > 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_fit_the_two_sides() {
        assert!((chances(Score::Centipawns(0), Color::White) - 0.5).abs() < 1e-9);
        assert!(chances(Score::Centipawns(300), Color::Black) > 0.7);
        assert_eq!(chances(Score::Mate(-2), Color::White), 0.0);
        assert_eq!(chances(Score::Mate(0), Color::White), 0.0, "White has been mated");
        assert_eq!(Mark::of(0.35), Some(Mark::Blunder));
        assert_eq!(Mark::of(0.05), None);
    }
}
