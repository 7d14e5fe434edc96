//! A player for any game: alpha-beta where an evaluation says what positions are worth, Monte-Carlo tree
//! search where nothing does; and perfect play where the rest of the game can be searched to its end.

use crate::{
    Attacker, Budget, Deepening, Evaluate, Even, Found, Game, MonteCarlo, ProofSearch, Root,
    Strategy, Verdict, score,
};

/// The shares of the budget that a bot without evaluation spends on searching the game to its end: by
/// deepening, which sees short wins and small games, and by proof numbers, which see narrow ones.
const DEEPENING_SHARE: f64 = 0.2;
const PROOF_SHARE: f64 = 0.15;

/// A player for any game.
pub struct Bot<E> {
    deepening: Deepening<E>,
    /// What plays where the evaluation knows nothing.
    monte_carlo: Option<MonteCarlo<Even>>,
}

impl<E> Bot<E> {
    /// A bot that trusts an evaluation, with a table of `mebibytes`.
    pub fn with_evaluation(evaluation: E, mebibytes: usize) -> Bot<E> {
        Bot { deepening: Deepening::new(evaluation, mebibytes), monte_carlo: None }
    }
}

impl Bot<Even> {
    /// A bot that knows nothing but the rules.
    pub fn without_evaluation(mebibytes: usize, seed: u64) -> Bot<Even> {
        let monte_carlo = Some(MonteCarlo::whole_games(Even, seed));
        Bot { deepening: Deepening::new(Even, mebibytes), monte_carlo }
    }
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for Bot<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        let Some(monte_carlo) = &mut self.monte_carlo else {
            return self.deepening.search(game, root, budget);
        };
        let solved = self.deepening.search(game, root, &share(budget, DEEPENING_SHARE));
        // A depth alone is a question about that depth.
        if solved.proven || budget.nodes.is_none() && budget.time.is_none() {
            return solved;
        }
        let proof_budget = Budget { depth: None, ..share(budget, PROOF_SHARE) };
        let (verdict, nodes) =
            ProofSearch::default().prove(game, root, Attacker::Mover, &proof_budget);
        if let Verdict::Win(line) = verdict
            && let Some(&best) = line.first()
        {
            let score = score::WIN - line.len() as score::Score;
            let nodes = solved.nodes + nodes;
            return Found {
                best: Some(best),
                score,
                line,
                nodes,
                depth: solved.depth,
                proven: true,
            };
        }
        let rest = share(budget, 1.0 - DEEPENING_SHARE - PROOF_SHARE);
        let mut found = monte_carlo.search(game, root, &rest);
        found.nodes += solved.nodes + nodes;
        found
    }

    fn new_game(&mut self) {
        Strategy::<G>::new_game(&mut self.deepening);
    }
}

/// A part of a budget.
fn share(budget: &Budget, part: f64) -> Budget {
    Budget {
        nodes: budget.nodes.map(|nodes| ((nodes as f64 * part) as u64).max(1)),
        time: budget.time.map(|time| time.mul_f64(part)),
        ..budget.clone()
    }
}
