//! What a game has to say about itself before it can be searched: its positions, its moves, and how
//! it ends. A game of a page of rules needs a page of code here.

use crate::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// A two-player game of perfect information without chance.
///
/// The value that implements it holds what is fixed for a whole game (a board size, an option of the
/// rules, an explicit tree); what changes with a move is the [`State`](Game::State).
pub trait Game: Sync {
    /// A position, with the side to move.
    type State: Clone + Send + Sync;
    /// A move. Small: it is copied and compared a lot.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Appends every legal move of `state` to `moves`, always in the same order.
    ///
    /// Called only while the game goes on, that is while [`outcome`](Game::outcome) is `None`, and
    /// must then append at least one move.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The position after the legal move `chosen`.
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// How the game has ended for the side to move; `None` while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether the side that is not to move can still win: where it cannot, the other side's time may run out without
    /// a loss. Only games in which that happens have to say.
    fn opponent_can_win(&self, _state: &Self::State) -> bool {
        true
    }

    /// Whether the side that moved from `before` to `after` moves again. Only games in which the turn
    /// does not always pass have to say.
    fn moves_again(&self, _before: &Self::State, _after: &Self::State) -> bool {
        false
    }

    /// A key of the position and the side to move: equal positions have equal keys, and different
    /// ones differ with overwhelming probability.
    fn hash(&self, state: &Self::State) -> u64;

    /// The move as people write it. A match asks for illegal ones too, to say what a player tried.
    fn notation(&self, state: &Self::State, chosen: Self::Move) -> String;

    /// How many legal moves there are. Worth writing where counting is cheaper than listing.
    fn count_moves(&self, state: &Self::State) -> u64 {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    /// Plays random moves, every legal one as likely, until the game is over or `most` were played: the position
    /// then, and whether the side to move is the same as at the beginning. Worth writing where a random move can be
    /// found without a list.
    fn play_randomly(
        &self,
        state: &Self::State,
        most: usize,
        rng: &mut Rng,
    ) -> (Self::State, bool) {
        let (mut state, mut same) = (state.clone(), true);
        let mut moves = Vec::new();
        for _ in 0..most {
            if self.outcome(&state).is_some() {
                break;
            }
            moves.clear();
            self.moves(&state, &mut moves);
            let after = self.play(&state, moves[rng.below(moves.len())]);
            same ^= !self.moves_again(&state, &after);
            state = after;
        }
        (state, same)
    }
}

/// How a game has ended, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The same end seen by the other side.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }
}
