//! Who plays in a match: a strategy of ours, or anything else that answers with a move.

use crate::{Budget, Game, Root, Score, Strategy};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// One of the two sides of a match. The same player plays many games, first and second in turn.
pub trait Player<G: Game>: Send {
    /// Gets ready for a new game; a player that broke down in the last one starts afresh.
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a move.
    fn choose(&mut self, game: &G, turn: &Turn<G>) -> Result<Choice<G::Move>, PlayerError>;
}

/// What a player is told when it is to move.
pub struct Turn<'a, G: Game> {
    /// The position in which the game began.
    pub start: &'a G::State,
    /// All moves since, those of the opening included.
    pub moves: &'a [G::Move],
    /// The position to move in.
    pub state: &'a G::State,
    /// The keys of the earlier positions, oldest first.
    pub history: &'a [u64],
    /// How long the player may think.
    pub limit: MoveLimit,
    /// Raised when the match is called off.
    pub stop: &'a Arc<AtomicBool>,
}

/// How long a player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// Plies to look ahead.
    Depth(u32),
    /// Positions to visit.
    Nodes(u64),
    /// Time for this move.
    Time(Duration),
    /// A clock for the whole game.
    Clock {
        /// What the player has left.
        own: Duration,
        /// What the opponent has left.
        other: Duration,
        /// What is added after every move.
        increment: Duration,
    },
}

impl MoveLimit {
    /// When the player has overstepped it; `None` where time does not count.
    pub fn time_limit(&self) -> Option<Duration> {
        match *self {
            MoveLimit::Depth(_) | MoveLimit::Nodes(_) => None,
            MoveLimit::Time(time) => Some(time),
            MoveLimit::Clock { own, .. } => Some(own),
        }
    }

    /// What a search should spend under it.
    pub fn budget(&self) -> Budget {
        match *self {
            MoveLimit::Depth(plies) => Budget::depth(plies),
            MoveLimit::Nodes(count) => Budget::nodes(count),
            MoveLimit::Time(time) => Budget::time(time),
            MoveLimit::Clock { own, increment, .. } => {
                let share = own / 25 + increment.mul_f64(0.7);
                // Never the last fifth of the clock: the way to the referee takes time too.
                Budget::time(share.min(own.mul_f64(0.8)))
            }
        }
    }
}

/// A chosen move and, where the player says, what it thinks of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub chosen: M,
    /// The position's worth to the player.
    pub score: Option<Score>,
}

/// Why a player did not choose a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// It ended, or could not be started.
    Crashed(String),
    /// It did not answer.
    Hung,
    /// It chose what is not a legal move.
    Illegal(String),
}

impl std::fmt::Display for PlayerError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            PlayerError::Crashed(how) => write!(f, "crashed: {how}"),
            PlayerError::Hung => f.write_str("does not answer"),
            PlayerError::Illegal(answer) => write!(f, "illegal move {answer}"),
        }
    }
}

/// A [`Strategy`] as a player.
pub struct Searcher<S>(pub S);

impl<G: Game, S: Strategy<G> + Send> Player<G> for Searcher<S> {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.0.new_game();
        Ok(())
    }

    fn choose(&mut self, game: &G, turn: &Turn<G>) -> Result<Choice<G::Move>, PlayerError> {
        let root = Root { state: turn.state.clone(), history: turn.history.to_vec() };
        let budget = turn.limit.budget().stopped_by(turn.stop.clone());
        let found = self.0.search(game, &root, &budget);
        let chosen = found.best.ok_or_else(|| PlayerError::Crashed("found no move".to_string()))?;
        Ok(Choice { chosen, score: Some(found.score) })
    }
}

impl<G: Game> Player<G> for Box<dyn Player<G> + '_> {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        (**self).new_game()
    }

    fn choose(&mut self, game: &G, turn: &Turn<G>) -> Result<Choice<G::Move>, PlayerError> {
        (**self).choose(game, turn)
    }
}

impl<G: Game> Strategy<G> for Box<dyn Strategy<G> + Send + '_> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> crate::Found<G::Move> {
        (**self).search(game, root, budget)
    }

    fn new_game(&mut self) {
        (**self).new_game()
    }
}
