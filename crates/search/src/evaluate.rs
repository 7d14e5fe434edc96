//! What a position is worth without looking ahead: the one thing that a search has to be told about
//! a game beyond its rules.

use crate::{Game, Score};

/// An estimate of positions, for the side to move.
pub trait Evaluate<G: Game>: Sync {
    /// What `state` is worth to the side to move, within
    /// [`±MAX_ESTIMATE`](crate::score::MAX_ESTIMATE). Called only while the game goes on.
    fn evaluate(&self, game: &G, state: &G::State) -> Score;

    /// How promising `chosen` looks, to try good moves first; only the order of the numbers counts.
    /// Unless told otherwise, plays the move and evaluates.
    fn move_score(&self, game: &G, state: &G::State, chosen: G::Move) -> Score {
        let after = game.play(state, chosen);
        let value = match game.outcome(&after) {
            Some(end) => crate::score::of_outcome(end, 0),
            None => self.evaluate(game, &after),
        };
        if game.moves_again(state, &after) { value } else { -value }
    }

    /// The best position that the side to move can reach with one move, where the evaluation can tell
    /// without playing every move: most of the positions of a search are one move from its horizon.
    /// May stop at the first move worth at least `beta`. `None`, unless told otherwise, lets the
    /// search play the moves one by one.
    fn frontier(&self, _game: &G, _state: &G::State, _beta: Score) -> Option<Frontier<G::Move>> {
        None
    }

    /// Appends the moves that must be played out before an estimate can be trusted (captures,
    /// say). None unless told otherwise, which switches quiescence search off.
    fn noisy(&self, _game: &G, _state: &G::State, _moves: &mut Vec<G::Move>) {}
}

/// What one look at all positions one move ahead shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier<M> {
    /// The best move.
    pub chosen: M,
    /// Its place in the game's list of moves.
    pub number: u16,
    /// What it is worth to the side to move; `None` where it wins the game.
    pub score: Option<Score>,
    /// How many positions were evaluated.
    pub positions: u64,
}

/// Knows nothing: every position is even. With it a search sees only how games end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Evaluate<G> for Even {
    fn evaluate(&self, _game: &G, _state: &G::State) -> Score {
        0
    }

    fn move_score(&self, _game: &G, _state: &G::State, _chosen: G::Move) -> Score {
        0
    }
}

impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for &E {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        (**self).evaluate(game, state)
    }

    fn move_score(&self, game: &G, state: &G::State, chosen: G::Move) -> Score {
        (**self).move_score(game, state, chosen)
    }

    fn frontier(&self, game: &G, state: &G::State, beta: Score) -> Option<Frontier<G::Move>> {
        (**self).frontier(game, state, beta)
    }

    fn noisy(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) {
        (**self).noisy(game, state, moves)
    }
}
