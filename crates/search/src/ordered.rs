//! Alpha-beta with move ordering: the most promising move first, since a good first move is what
//! lets alpha-beta skip the others.

use crate::budget::Meter;
use crate::order::Buffer;
use crate::strategy::{Iteration, deepen};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy, score};

/// Alpha-beta that tries moves in the order of [`Evaluate::promise`].
#[derive(Clone, Debug)]
pub struct OrderedAlphaBeta<E> {
    /// What positions at the horizon are worth, and which moves look good.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for OrderedAlphaBeta<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        deepen(game, root, budget, |depth, meter| {
            let mut tree = Tree {
                game,
                evaluation: &self.evaluation,
                meter,
                moves: Buffer::default(),
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
    moves: Buffer<G::Move>,
    saw_horizon: bool,
}

impl<G: Game, E: Evaluate<G>> Tree<'_, G, E> {
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
        let (game, evaluation) = (self.game, self.evaluation);
        let list =
            self.moves.fill(game, state, |_, chosen| evaluation.promise(game, state, chosen));
        let mut best = -score::WIN;
        for index in list.clone() {
            let chosen = self.moves.pick(index, &list).chosen;
            let mut reply = Vec::new();
            let after = game.play(state, chosen);
            let value = -self.value(&after, -beta, -alpha, depth - 1, ply + 1, &mut reply)?;
            if value > best || index == list.start {
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
        self.moves.release(list);
        Ok(best)
    }
}
