//! Alpha-beta with move ordering: the most promising move first, since a good first move is what
//! lets alpha-beta skip the others.

use crate::score::WIN;
use crate::walk::{self, Order};
use crate::{Budget, Evaluate, Found, Game, Root, Strategy, alpha_beta};

/// Alpha-beta that tries moves in the order of [`Evaluate::move_score`].
#[derive(Clone, Debug)]
pub struct OrderedAlphaBeta<E> {
    /// What positions at the horizon are worth, and which moves look good.
    pub evaluation: E,
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for OrderedAlphaBeta<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        walk::search(game, &self.evaluation, root, budget, Order::Promising, |walk, depth, line| {
            alpha_beta::value(walk, &root.state, -WIN, WIN, depth, 0, line)
        })
    }
}
