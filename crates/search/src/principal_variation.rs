//! Principal-variation search: after the first move, merely asks of every other move whether it is
//! better, with a window of no width, and looks closer only where the answer is yes.

use crate::score::WIN;
use crate::walk::{self, Best, Order, Walk};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy, score};

/// Principal-variation search with the moves in the order of [`Evaluate::move_score`].
#[derive(Clone, Debug)]
pub struct PrincipalVariation<E> {
    /// What positions at the horizon are worth, and which moves look good.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for PrincipalVariation<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        walk::search(game, &self.evaluation, root, budget, Order::Promising, |walk, depth, line| {
            value(walk, &root.state, -WIN, WIN, depth, 0, line)
        })
    }
}

fn value<G: Game, E: Evaluate<G>>(
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
        let again = walk.game.moves_again(state, &after);
        let mut reply = Vec::new();
        let mut search = |alpha: Score, beta: Score, reply: &mut Vec<G::Move>| {
            score::passed_on(again, (alpha, beta), |alpha, beta| {
                value(walk, &after, alpha, beta, depth - 1, ply + 1, reply)
            })
        };
        let value = if index == list.start {
            search(alpha, beta, &mut reply)?
        } else {
            let scout = search(alpha, alpha + 1, &mut reply)?;
            if scout > alpha && scout < beta {
                reply.clear();
                search(alpha, beta, &mut reply)?
            } else {
                scout
            }
        };
        best.improve(value, chosen, reply);
        alpha = alpha.max(best.score);
        if alpha >= beta {
            break;
        }
    }
    walk.moves.release(list);
    Ok(best.score)
}
