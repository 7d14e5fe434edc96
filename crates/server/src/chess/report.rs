//! A whole game under the engine's eyes: the value after every move, and the moves that gave something
//! away.

use super::Place;
use super::analysis::{Score, cancelled_by};
use super::standing::Named;
use crate::Shared;
use crate::error::{ApiError, within};
use crate::progress::{Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::time::Duration;
use zugwerk_chess::Game;
use zugwerk_engine as engine;
use zugwerk_engine::{Engine, Limits, Opinion, judge};
use zugwerk_game::Instant;

/// Which game, and how thoroughly.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ReportQuestion")]
pub(crate) struct Wanted {
    place: Place,
    /// Milliseconds for each position, 1 to 5000; 150 if not given.
    millis: Option<u64>,
    /// The first ply that is told; 0 if not given. A long game can be asked for in parts, side by side.
    first: Option<usize>,
    /// The last ply that is told; that of the end if not given.
    last: Option<usize>,
}

/// What is told after each position.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "ReportNews")]
pub(crate) enum Event {
    /// The position after this many plies.
    Ply {
        ply: usize,
        score: Score,
        /// White's expected score, 0 to 1.
        chances: f64,
        /// What should be played here.
        best: Option<Named>,
        /// What is wrong with the move that led here.
        mark: Option<Mark>,
        /// What should have been played instead of a marked move.
        better: Vec<Named>,
    },
    /// All positions have been told.
    Done { plies: usize },
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl From<engine::Mark> for Mark {
    fn from(mark: engine::Mark) -> Mark {
        match mark {
            engine::Mark::Inaccuracy => Mark::Inaccuracy,
            engine::Mark::Mistake => Mark::Mistake,
            engine::Mark::Blunder => Mark::Blunder,
        }
    }
}

pub(crate) fn report(shared: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let game = wanted.place.game()?;
    let millis = within("millis", wanted.millis, 1..=5000)?.unwrap_or(150);
    let end = game.moves().len();
    let last = within("last", wanted.last, 0..=end)?.unwrap_or(end);
    let first = within("first", wanted.first, 0..=last)?.unwrap_or(0);
    let hash = shared.settings.hash;
    Ok(Box::new(move |progress| {
        evaluate(&game, first..=last, Duration::from_millis(millis), hash, progress);
        Ok(())
    }))
}

/// A report takes no longer than this, whatever is asked for.
const LONGEST: Duration = Duration::from_secs(600);

/// The time for the next of `positions`: as long as wanted, while there is enough for the others.
fn time_for_next(wanted: Duration, left: Duration, positions: usize) -> Duration {
    wanted.min(left / u32::try_from(positions.max(1)).unwrap_or(u32::MAX))
}

fn evaluate(
    game: &Game,
    plies: RangeInclusive<usize>,
    wanted: Duration,
    hash: usize,
    progress: &Progress,
) {
    let start = Instant::now();
    let mut engine = Engine::new(hash);
    let mut replayed = Game::from_position(game.start().clone());
    let mut before: Option<Opinion> = None;
    for ply in 0..=*plies.end() {
        let last = replayed.position().clone();
        if ply > 0 {
            replayed.play(game.moves()[ply - 1]);
        }
        // The move to the first ply is judged by the position before it.
        if ply + 1 < *plies.start() {
            continue;
        }
        if progress.is_cancelled() {
            return;
        }
        let left = LONGEST.saturating_sub(start.elapsed());
        let time = time_for_next(wanted, left, plies.end() + 1 - ply);
        let now = opinion(&mut engine, &replayed, time, progress);
        if ply < *plies.start() {
            before = Some(now);
            continue;
        }
        let judgement =
            before.map(|before| judge(last.turn(), &before, game.moves()[ply - 1], &now));
        progress.send(&Event::Ply {
            ply,
            score: Score::of_white(now.value),
            chances: now.expected(),
            best: now.best.map(|m| Named::new(replayed.position(), m)),
            mark: judgement.as_ref().and_then(|judgement| judgement.mark).map(Mark::from),
            better: judgement
                .map_or_else(Vec::new, |judgement| Named::line(&last, &judgement.better)),
        });
        before = Some(now);
    }
    progress.send(&Event::Done { plies: game.moves().len() });
}

fn opinion(engine: &mut Engine, game: &Game, time: Duration, progress: &Progress) -> Opinion {
    let control = cancelled_by(progress, engine.threads());
    Opinion::of(engine, game, &Limits::time(time), &control, &|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_2001_positions_ends_within_ten_minutes() {
        let wanted = Duration::from_secs(5);
        let mut spent = Duration::ZERO;
        for position in 0..2001 {
            spent += time_for_next(wanted, LONGEST - spent, 2001 - position);
        }
        assert!(spent <= LONGEST && spent > LONGEST / 2, "{spent:?}");
        assert_eq!(time_for_next(wanted, LONGEST, 100), wanted);
    }
}
