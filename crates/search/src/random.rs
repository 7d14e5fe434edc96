//! The two weakest players, as a yardstick: one plays at random, the other looks one move ahead.

use crate::{Budget, Evaluate, Found, Game, Rng, Root, Strategy, score};

/// Plays any legal move.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Game> Strategy<G> for Random {
    fn search(&mut self, game: &G, root: &Root<G>, _budget: &Budget) -> Found<G::Move> {
        let mut found = Found::without_search(game, &root.state);
        if found.best.is_some() {
            let mut moves = Vec::new();
            game.moves(&root.state, &mut moves);
            let chosen = moves[self.rng.below(moves.len())];
            (found.best, found.line) = (Some(chosen), vec![chosen]);
        }
        found
    }
}

/// Plays the move after which the position looks best, at random among equals.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluation: E,
    rng: Rng,
}

impl<E> Greedy<E> {
    /// A player that judges positions by `evaluation` and breaks ties by `seed`.
    pub fn new(evaluation: E, seed: u64) -> Greedy<E> {
        Greedy { evaluation, rng: Rng::new(seed) }
    }
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for Greedy<E> {
    fn search(&mut self, game: &G, root: &Root<G>, _budget: &Budget) -> Found<G::Move> {
        let found = Found::without_search(game, &root.state);
        if found.proven {
            return found;
        }
        let mut moves = Vec::new();
        game.moves(&root.state, &mut moves);
        let values: Vec<_> = moves
            .iter()
            .map(|&chosen| {
                let after = game.play(&root.state, chosen);
                let value = match game.outcome(&after) {
                    Some(outcome) => score::of_outcome(outcome, 1),
                    None => self.evaluation.evaluate(game, &after),
                };
                if game.moves_again(&root.state, &after) { value } else { -value }
            })
            .collect();
        let score = *values.iter().max().expect("a game that goes on has a move");
        let best: Vec<_> = (0..moves.len()).filter(|&index| values[index] == score).collect();
        let chosen = moves[best[self.rng.below(best.len())]];
        Found {
            best: Some(chosen),
            score,
            line: vec![chosen],
            nodes: moves.len() as u64,
            depth: 1,
            // A loss after one move proves nothing: another move may not lose.
            proven: score == score::WIN - 1,
        }
    }
}
