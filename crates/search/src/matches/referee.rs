//! Plays one game between two players and decides how it ended.

use super::opening::Opening;
use super::player::{Choice, MoveLimit, Player, PlayerError, Turn};
use crate::{Game, Outcome, Score};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time control and the rules that end games from outside.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// How long the players may think.
    pub pace: TimeControl,
    /// How much a player may overstep its time before the game is lost.
    pub time_margin: Duration,
    /// The game is drawn after this many plies, those of the opening included.
    pub max_plies: usize,
    /// The game is drawn when a position occurs for this many times; `None` for never.
    pub repetitions: Option<usize>,
    /// The game is given to the side that both players hold to be winning; off where `None`.
    pub adjudication: Option<Adjudication>,
}

/// How long players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Plies to look ahead.
    Depth(u32),
    /// Positions to visit.
    Nodes(u64),
    /// Time for each move.
    Time(Duration),
    /// Time for the whole game, and what is added after each move.
    Clock(Duration, Duration),
}

/// A game ends once both players have agreed for this many plies in a row that one of them is ahead
/// by at least this score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// How far ahead.
    pub score: Score,
    /// For how many plies in a row.
    pub plies: usize,
}

/// Who of the two that sit at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The side that moves first in the starting position of the opening.
    First,
    /// The other one.
    Second,
}

impl Seat {
    /// The other seat.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None` for a draw.
    pub winner: Option<Seat>,
    /// Why it was over.
    pub reason: Reason,
}

/// Why a game was over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// A position occurred too often.
    Repetition,
    /// It had too many plies.
    TooLong,
    /// Both players agreed who was winning.
    Adjudicated,
    /// The loser overstepped the time; a draw where the other side could not have won.
    Time,
    /// The loser did not choose a legal move.
    PlayerError(PlayerError),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Reason::Rules => f.write_str("by the rules"),
            Reason::Repetition => f.write_str("repetition"),
            Reason::TooLong => f.write_str("too many plies"),
            Reason::Adjudicated => f.write_str("adjudicated"),
            Reason::Time => f.write_str("time"),
            Reason::PlayerError(trouble) => trouble.fmt(f),
        }
    }
}

/// A game on the board.
struct Table<'a, G: Game> {
    game: &'a G,
    conditions: &'a Conditions,
    stop: &'a Arc<AtomicBool>,
    start: G::State,
    state: G::State,
    moves: Vec<G::Move>,
    /// Whose turn it is.
    seat: Seat,
    history: Vec<u64>,
    clocks: [Duration; 2],
    /// Who has been held to be winning, and for how many plies.
    agreed: (Option<Seat>, usize),
}

/// Plays a game from `opening`; `None` where `stop` was raised meanwhile.
pub fn play<'p, G: Game>(
    game: &G,
    opening: &Opening<G>,
    conditions: &Conditions,
    first: &'p mut dyn Player<G>,
    second: &'p mut dyn Player<G>,
    stop: &Arc<AtomicBool>,
) -> Option<(Vec<G::Move>, Ending)> {
    let clock = match conditions.pace {
        TimeControl::Clock(time, _) => time,
        _ => Duration::ZERO,
    };
    let mut table = Table {
        game,
        conditions,
        stop,
        start: opening.start.clone(),
        state: opening.start.clone(),
        moves: Vec::new(),
        seat: Seat::First,
        history: Vec::new(),
        clocks: [clock; 2],
        agreed: (None, 0),
    };
    for &chosen in &opening.moves {
        table.advance(chosen);
    }
    let mut players = [first, second];
    for (seat, player) in [Seat::First, Seat::Second].into_iter().zip(&mut players) {
        if let Err(trouble) = guarded(|| player.new_game()) {
            let reason = Reason::PlayerError(trouble);
            return Some((table.moves, Ending { winner: Some(seat.other()), reason }));
        }
    }
    loop {
        if let Some(ending) = table.ending() {
            return Some((table.moves, ending));
        }
        let mover = table.mover();
        let result = table.turn(&mut *players[mover as usize]);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Err(reason) = result {
            let drawn = reason == Reason::Time && !game.opponent_can_win(&table.state);
            let winner = (!drawn).then_some(mover.other());
            return Some((table.moves, Ending { winner, reason }));
        }
    }
}

impl<G: Game> Table<'_, G> {
    fn mover(&self) -> Seat {
        self.seat
    }

    fn advance(&mut self, chosen: G::Move) {
        self.history.push(self.game.hash(&self.state));
        let after = self.game.play(&self.state, chosen);
        if !self.game.moves_again(&self.state, &after) {
            self.seat = self.seat.other();
        }
        self.state = after;
        self.moves.push(chosen);
    }

    /// How the game has ended, if it has, before anyone thinks.
    fn ending(&self) -> Option<Ending> {
        let mover = self.mover();
        if let Some(outcome) = self.game.outcome(&self.state) {
            let winner = match outcome {
                Outcome::Win => Some(mover),
                Outcome::Loss => Some(mover.other()),
                Outcome::Draw => None,
            };
            return Some(Ending { winner, reason: Reason::Rules });
        }
        if let Some(allowed) = self.conditions.repetitions {
            let now = self.game.hash(&self.state);
            let earlier = self.history.iter().filter(|&&key| key == now).count();
            if earlier + 1 >= allowed {
                return Some(Ending { winner: None, reason: Reason::Repetition });
            }
        }
        if let (Some(rule), (Some(leader), plies)) = (self.conditions.adjudication, self.agreed)
            && plies >= rule.plies
        {
            return Some(Ending { winner: Some(leader), reason: Reason::Adjudicated });
        }
        let too_long = self.moves.len() >= self.conditions.max_plies;
        too_long.then_some(Ending { winner: None, reason: Reason::TooLong })
    }

    /// Lets a player move.
    fn turn(&mut self, player: &mut dyn Player<G>) -> Result<(), Reason> {
        let mover = self.mover();
        let limit = self.limit(mover);
        let turn = Turn {
            start: &self.start,
            moves: &self.moves,
            state: &self.state,
            history: &self.history,
            limit,
            stop: self.stop,
        };
        let begin = Instant::now();
        let answer = guarded(|| player.choose(self.game, &turn));
        let used = begin.elapsed();
        let Choice { chosen, score } = answer.map_err(Reason::PlayerError)?;
        if limit.time_limit().is_some_and(|limit| used > limit + self.conditions.time_margin) {
            return Err(Reason::Time);
        }
        if let TimeControl::Clock(_, increment) = self.conditions.pace {
            let clock = &mut self.clocks[mover as usize];
            *clock = clock.saturating_sub(used) + increment;
        }
        let mut legal = Vec::new();
        self.game.moves(&self.state, &mut legal);
        if !legal.contains(&chosen) {
            let written = self.game.notation(&self.state, chosen);
            return Err(Reason::PlayerError(PlayerError::Illegal(written)));
        }
        self.note_score(mover, score);
        self.advance(chosen);
        Ok(())
    }

    fn limit(&self, mover: Seat) -> MoveLimit {
        match self.conditions.pace {
            TimeControl::Depth(plies) => MoveLimit::Depth(plies),
            TimeControl::Nodes(count) => MoveLimit::Nodes(count),
            TimeControl::Time(time) => MoveLimit::Time(time),
            TimeControl::Clock(_, increment) => MoveLimit::Clock {
                own: self.clocks[mover as usize],
                other: self.clocks[mover.other() as usize],
                increment,
            },
        }
    }

    /// Keeps count of how long both players have held the same side to be winning.
    fn note_score(&mut self, mover: Seat, score: Option<Score>) {
        let Some(rule) = self.conditions.adjudication else { return };
        let leader = match score {
            Some(score) if score >= rule.score => Some(mover),
            Some(score) if score <= -rule.score => Some(mover.other()),
            _ => None,
        };
        let plies = if leader == self.agreed.0 { self.agreed.1 + 1 } else { 1 };
        self.agreed = (leader, plies);
    }
}

/// A player that panics has crashed; the match goes on.
fn guarded<T>(act: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, PlayerError> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        Err(PlayerError::Crashed(text.unwrap_or_else(|| "panic".to_string())))
    })
}
