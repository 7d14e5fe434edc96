//! Alpha-beta: minimax that stops looking at a position as soon as the other side is known to avoid
//! it. The value is the same, the work about the square root.

use crate::score::WIN;
use crate::walk::{self, Best, Order, Walk};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy, score};

/// Alpha-beta, with the moves in the order in which the game lists them.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    /// What positions at the horizon are worth.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for AlphaBeta<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        walk::search(game, &self.evaluation, root, budget, Order::Listed, |walk, depth, line| {
            value(walk, &root.state, -WIN, WIN, depth, 0, line)
        })
    }
}

/// The value of `state` if it lies between `alpha` and `beta`, else a bound on its side of them.
pub(crate) fn value<G: Game, E: Evaluate<G>>(
    walk: &mut Walk<G, E>,
    state: &G::State,
    mut alpha: Score,
    beta: Score,
    depth: u32,
    ply: usize,
    line: &mut Vec<G::Move>,
) -> Result<Score, Stopped> {
    if let Some(value) = walk.leaf(state, depth, ply)? {
        return Ok(value);
    }
    let list = walk.list(state);
    let mut best = Best::new(line);
    for index in list.clone() {
        let chosen = walk.choose(index, &list);
        let after = walk.game.play(state, chosen);
        let mut reply = Vec::new();
        let again = walk.game.moves_again(state, &after);
        let value = score::passed_on(again, (alpha, beta), |alpha, beta| {
            value(walk, &after, alpha, beta, depth - 1, ply + 1, &mut reply)
        })?;
        best.improve(value, chosen, reply);
        alpha = alpha.max(best.score);
        if alpha >= beta {
            break;
        }
    }
    walk.moves.release(list);
    Ok(best.score)
}
