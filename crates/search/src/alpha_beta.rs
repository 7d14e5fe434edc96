//! Alpha-beta: minimax that stops looking at a position as soon as the other side is known to avoid
//! it. The value is the same, the work about the square root.

use crate::budget::Meter;
use crate::strategy::{Iteration, deepen};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy, score};

/// Alpha-beta, with the moves in the order in which the game lists them.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    /// What positions at the horizon are worth.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for AlphaBeta<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        deepen(game, root, budget, |depth, meter| {
            let mut tree = Tree {
                game,
                evaluation: &self.evaluation,
                meter,
                moves: vec![],
                saw_horizon: false,
            };
            let mut line = Vec::new();
            let score = tree.value(&root.state, -score::WIN, score::WIN, depth, 0, &mut line)?;
            Ok(Iteration { score, line, saw_horizon: tree.saw_horizon })
        })
    }
}

struct Tree<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    meter: &'a mut Meter,
    moves: Vec<G::Move>,
    saw_horizon: bool,
}

impl<G: Game, E: Evaluate<G>> Tree<'_, G, E> {
    /// The value of `state` if it lies between `alpha` and `beta`, else a bound on its side of them.
    fn value(
        &mut self,
        state: &G::State,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        line: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped> {
        self.meter.visit()?;
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(score::of_outcome(outcome, ply));
        }
        if depth == 0 {
            self.saw_horizon = true;
            return Ok(self.evaluation.evaluate(self.game, state));
        }
        let first = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let mut best = -score::WIN;
        for index in first..self.moves.len() {
            let chosen = self.moves[index];
            let mut reply = Vec::new();
            let after = self.game.play(state, chosen);
            let value = -self.value(&after, -beta, -alpha, depth - 1, ply + 1, &mut reply)?;
            if value > best || index == first {
                best = value;
                line.clear();
                line.push(chosen);
                line.append(&mut reply);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }
}
