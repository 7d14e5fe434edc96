//! The two weakest players, as a yardstick: one plays at random, the other looks one move ahead.

use crate::{Budget, Evaluate, Found, Game, Root, Strategy, score};

/// A small reproducible generator of random numbers (SplitMix64, Steele, Lea and Flood 2014): the
/// same seed gives the same games on every machine and in every version.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }
}

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
                match game.outcome(&after) {
                    Some(outcome) => -score::of_outcome(outcome, 1),
                    None => -self.evaluation.evaluate(game, &after),
                }
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
