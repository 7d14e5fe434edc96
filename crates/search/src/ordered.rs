//! Alpha-beta with move ordering: the most promising move first, since a good first move is what
//! lets alpha-beta skip the others.

use crate::score::WIN;
use crate::walk::{self, Best, Walk};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy};

/// Alpha-beta that tries moves in the order of [`Evaluate::promise`].
#[derive(Clone, Debug)]
pub struct OrderedAlphaBeta<E> {
    /// What positions at the horizon are worth, and which moves look good.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for OrderedAlphaBeta<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        walk::search(game, &self.evaluation, root, budget, |walk, depth, line| {
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
    let list = walk.ordered(state);
    let mut best = Best::new(line);
    for index in list.clone() {
        let chosen = walk.moves.pick(index, &list).chosen;
        let after = walk.game.play(state, chosen);
        let mut reply = Vec::new();
        let value = -value(walk, &after, -beta, -alpha, depth - 1, ply + 1, &mut reply)?;
        best.improve(value, chosen, reply);
        alpha = alpha.max(best.score);
        if alpha >= beta {
            break;
        }
    }
    walk.moves.release(list);
    Ok(best.score)
}
