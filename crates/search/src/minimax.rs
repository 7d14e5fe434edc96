//! Plain minimax: looks at every line to the given depth. Slow, and so simple that it is the
//! reference for every other strategy.

use crate::budget::Meter;
use crate::strategy::{Iteration, deepen};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy, score};

/// Minimax in the negamax form: a position is worth the best of its moves, and a move is worth the
/// opposite of the position that it leads to.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// What positions at the horizon are worth.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for Minimax<E> {
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
            let score = tree.value(&root.state, depth, 0, &mut line)?;
            Ok(Iteration { score, line, saw_horizon: tree.saw_horizon })
        })
    }
}

struct Tree<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    meter: &'a mut Meter,
    /// The moves of all positions on the current line, one after the other.
    moves: Vec<G::Move>,
    saw_horizon: bool,
}

impl<G: Game, E: Evaluate<G>> Tree<'_, G, E> {
    fn value(
        &mut self,
        state: &G::State,
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
            let value = -self.value(&after, depth - 1, ply + 1, &mut reply)?;
            if value > best || index == first {
                best = value;
                line.clear();
                line.push(chosen);
                line.append(&mut reply);
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }
}
