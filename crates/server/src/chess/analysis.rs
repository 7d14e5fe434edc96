//! The engine at work: analysis without end, and moves of an opponent as strong as wanted.

use super::Place;
use super::standing::Named;
use crate::Shared;
use crate::error::{ApiError, within};
use crate::progress::{Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use zugwerk_chess::{Color, Game, Position};
use zugwerk_engine as engine;
use zugwerk_engine::{Bound, Control, Finished, GameClock, Info, Limits, MAX_PLY};

/// What to analyse.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analyse {
    #[serde(default)]
    place: Place,
    /// How many lines at once, 1 to 10.
    lines: Option<i64>,
    /// The game this belongs to, so that the engine remembers it.
    #[serde(default)]
    session: String,
    /// Seconds, at most 600, and as many if not given.
    seconds: Option<f64>,
    /// Greatest depth, 1 to 246.
    depth: Option<i64>,
    /// Threads, 1 to 64; no more are taken than searches may run at once.
    threads: Option<usize>,
    /// Mebibytes of the engine's table, 1 to 1024; no more are taken than a search may have.
    hash: Option<usize>,
}

/// Which move to choose, and how well.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChessMoveQuestion")]
pub(crate) struct Choose {
    #[serde(default)]
    place: Place,
    #[serde(default)]
    session: String,
    /// As strong as this, 800 to 2800; full strength if not given.
    elo: Option<u32>,
    /// Milliseconds for this move, 1 to 60 000; one second if there is no clock either.
    millis: Option<u64>,
    /// The clock of the side to move.
    clock: Option<Clock>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Clock {
    /// Milliseconds left.
    left: u64,
    /// Milliseconds added for each move.
    #[serde(default)]
    increment: u64,
}

/// What the engine tells.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "AnalysisNews")]
pub(crate) enum Event {
    /// A principal variation.
    Line {
        /// Which of several, from 1.
        rank: usize,
        depth: i32,
        score: Score,
        /// White's expected score, 0 to 1.
        chances: f64,
        nodes: u64,
        /// Nodes a second.
        speed: u64,
        millis: u64,
        line: Vec<Named>,
    },
    /// The search is over; there is no move where the game has ended.
    Done { best: Option<Named>, score: Option<Score>, depth: i32, nodes: u64 },
}

/// A value from White's side.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// White mates in this many moves, or is mated if negative; 0 is mate on the board.
    Mate(i32),
}

impl Score {
    /// A search value of the side to move in `position`.
    pub fn new(position: &Position, value: i32) -> Score {
        Score::of_white(if position.turn() == Color::White { value } else { -value })
    }

    /// A value of White's.
    pub fn of_white(value: i32) -> Score {
        match engine::Score::from_value(value) {
            engine::Score::Centipawns(value) => Score::Centipawns(value),
            engine::Score::Mate(moves) => Score::Mate(moves),
        }
    }
}

const MOST_SECONDS: f64 = 600.0;
const MOST_MILLIS: u64 = 60_000;
/// Moves of a variation that are told.
const LINE_LENGTH: usize = 24;

pub(crate) fn analyse(shared: &Shared, wanted: Analyse) -> Result<Work, ApiError> {
    let game = wanted.place.game()?;
    let lines = within("lines", wanted.lines, 1..=10)?.unwrap_or(1);
    let seconds = within("seconds", wanted.seconds, 0.0..=MOST_SECONDS)?.unwrap_or(MOST_SECONDS);
    let depth = within("depth", wanted.depth, 1..=MAX_PLY as i64)?.map(|depth| depth as i32);
    let limits = Limits { depth, ..Limits::time(Duration::from_secs_f64(seconds)) };
    let threads = within("threads", wanted.threads, 1..=64)?.unwrap_or(1);
    let hash = within("hash", wanted.hash, 1..=1024)?;
    let effort = Effort { lines: lines as usize, elo: None, threads, hash };
    Ok(search(shared, game, wanted.session, effort, limits))
}

pub(crate) fn choose(shared: &Shared, wanted: Choose) -> Result<Work, ApiError> {
    let game = wanted.place.game()?;
    let clock = wanted.clock.map(|clock| GameClock {
        left: Duration::from_millis(clock.left),
        increment: Duration::from_millis(clock.increment),
        moves_to_go: None,
    });
    let elo = within("elo", wanted.elo, 800..=2800)?;
    let millis =
        within("millis", wanted.millis, 1..=MOST_MILLIS)?.or(clock.is_none().then_some(1000));
    let millis = millis.unwrap_or(MOST_MILLIS);
    let limits = Limits { clock, ..Limits::time(Duration::from_millis(millis)) };
    let effort = Effort { lines: 1, elo, threads: 1, hash: None };
    Ok(search(shared, game, wanted.session, effort, limits))
}

/// What a search is asked to do beside its limits.
struct Effort {
    lines: usize,
    elo: Option<u32>,
    threads: usize,
    hash: Option<usize>,
}

fn search(shared: &Shared, game: Game, session: String, effort: Effort, limits: Limits) -> Work {
    let shared = shared.clone();
    Box::new(move |progress| {
        let own = shared.engines.of_size(effort.hash);
        let kept = own.is_none();
        let mut engine = own.unwrap_or_else(|| shared.engines.take(&session));
        engine.set_multi_pv(effort.lines);
        engine.set_strength(effort.elo);
        engine.set_threads(effort.threads.min(shared.settings.searches));
        let tell = |info: &Info| progress.offer(&line(game.position(), info));
        let found = run(&mut engine, &game, &limits, progress, &tell);
        engine.set_threads(1);
        if kept {
            shared.engines.give_back(&session, engine);
        }
        let root = game.position();
        let best = found.best.map(|m| Named::new(root, m));
        let score = best.is_some().then(|| Score::new(root, found.value));
        progress.send(&Event::Done { best, score, depth: found.depth, nodes: found.nodes });
        Ok(())
    })
}

/// Searches until the limits are reached or nobody listens; `tell` hears of principal variations.
fn run(
    engine: &mut engine::Engine,
    game: &Game,
    limits: &Limits,
    progress: &Progress,
    tell: &(dyn Fn(&Info) + Sync),
) -> Finished {
    let control = cancelled_by(progress, engine.threads());
    engine.search(game, limits, &control, &|news| {
        if let engine::Progress::Line(info) = news
            && info.bound == Bound::Exact
        {
            tell(info);
        }
    })
}

/// The control of a search that ends when nobody listens.
pub(super) fn cancelled_by(progress: &Progress, threads: usize) -> Arc<Control> {
    let control = Arc::new(Control::new(threads, false));
    let stop = control.clone();
    progress.on_cancel(move || stop.stop());
    control
}

fn line(root: &Position, info: &Info) -> Event {
    let moves = &info.line[..info.line.len().min(LINE_LENGTH)];
    Event::Line {
        rank: info.rank,
        depth: info.depth,
        score: Score::new(root, info.value),
        chances: {
            let expected = engine::expected_score(info.value);
            if root.turn() == Color::White { expected } else { 1.0 - expected }
        },
        nodes: info.nodes,
        speed: info.nodes_per_second(),
        millis: info.time.as_millis() as u64,
        line: Named::line(root, moves),
    }
}
