//! How games of a match begin. Each opening is played twice, once with either player first, so that
//! neither gains from it.

use crate::{Game, Rng};

/// A position and the moves that are played before the players take over.
pub struct Opening<G: Game> {
    /// Where the game begins.
    pub start: G::State,
    /// What is played at once.
    pub moves: Vec<G::Move>,
}

// Derived, it would ask the game itself to be cloned.
impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Opening<G> {
        Opening { start: self.start.clone(), moves: self.moves.clone() }
    }
}

impl<G: Game> Opening<G> {
    /// A game from `start` without any moves.
    pub fn from_start(start: G::State) -> Opening<G> {
        Opening { start, moves: Vec::new() }
    }

    /// Exactly `plies` random moves from `start` that do not end the game; fewer where a hundred
    /// attempts all ended it.
    pub fn random(game: &G, start: &G::State, plies: usize, rng: &mut Rng) -> Opening<G> {
        let mut longest = Vec::new();
        for _ in 0..100 {
            let moves = random_line(game, start, plies, rng);
            if moves.len() == plies {
                return Opening { start: start.clone(), moves };
            }
            if moves.len() > longest.len() {
                longest = moves;
            }
        }
        Opening { start: start.clone(), moves: longest }
    }
}

/// Random moves, up to but not including the one that ends the game.
fn random_line<G: Game>(game: &G, start: &G::State, plies: usize, rng: &mut Rng) -> Vec<G::Move> {
    let mut state = start.clone();
    let mut line = Vec::new();
    while line.len() < plies && game.outcome(&state).is_none() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let chosen = moves[rng.below(moves.len())];
        state = game.play(&state, chosen);
        if game.outcome(&state).is_some() {
            break;
        }
        line.push(chosen);
    }
    line
}
