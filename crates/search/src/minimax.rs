//! Plain minimax: looks at every line to the given depth. Slow, and so simple that it is the
//! reference for every other strategy.

use crate::walk::{self, Best, Order, Walk};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, Strategy};

/// Minimax in the negamax form: a position is worth the best of its moves, and a move is worth the
/// opposite of the position that it leads to.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// What positions at the horizon are worth.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for Minimax<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        walk::search(game, &self.evaluation, root, budget, Order::Listed, |walk, depth, line| {
            value(walk, &root.state, depth, 0, line)
        })
    }
}

fn value<G: Game, E: Evaluate<G>>(
    walk: &mut Walk<G, E>,
    state: &G::State,
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
        let value = value(walk, &after, depth - 1, ply + 1, &mut reply)?;
        let value = if again { value } else { -value };
        best.improve(value, chosen, reply);
    }
    walk.moves.release(list);
    Ok(best.score)
}
