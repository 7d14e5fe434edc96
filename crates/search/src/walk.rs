//! What the plain strategies share: a walk through the tree to a fixed depth, the value of its
//! leaves, and the best line of a position. How the moves of a position are searched is their own.

use crate::budget::Meter;
use crate::order::Buffer;
use crate::strategy::{Iteration, deepen};
use crate::{Budget, Evaluate, Found, Game, Root, Score, Stopped, score};
use std::ops::Range;

/// In which order the moves of a position are tried.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// As the game lists them.
    Listed,
    /// The most promising first.
    Promising,
}

/// One walk through the tree below a root.
pub(crate) struct Walk<'a, G: Game, E> {
    pub game: &'a G,
    pub moves: Buffer<G::Move>,
    order: Order,
    evaluation: &'a E,
    meter: &'a mut Meter,
    saw_horizon: bool,
}

/// Searches `root` within `budget`; `value` finds the value of the root to a given depth, and its
/// best line.
pub(crate) fn search<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluation: &E,
    root: &Root<G>,
    budget: &Budget,
    order: Order,
    value: impl Fn(&mut Walk<G, E>, u32, &mut Vec<G::Move>) -> Result<Score, Stopped>,
) -> Found<G::Move> {
    deepen(game, root, budget, |depth, meter| {
        let moves = Buffer::default();
        let mut walk = Walk { game, moves, order, evaluation, meter, saw_horizon: false };
        let mut line = Vec::new();
        let score = value(&mut walk, depth, &mut line)?;
        Ok(Iteration { score, line, saw_horizon: walk.saw_horizon })
    })
}

impl<G: Game, E: Evaluate<G>> Walk<'_, G, E> {
    /// Counts a visit to `state`, and gives its value if no move is to be tried there: the game is
    /// over, or the horizon is reached.
    pub fn leaf(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: usize,
    ) -> Result<Option<Score>, Stopped> {
        self.meter.visit()?;
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(Some(score::of_outcome(outcome, ply)));
        }
        if depth == 0 {
            self.saw_horizon = true;
            return Ok(Some(self.evaluation.evaluate(self.game, state)));
        }
        Ok(None)
    }

    /// The moves of `state`, to be chosen one by one.
    pub fn list(&mut self, state: &G::State) -> Range<usize> {
        let (game, evaluation) = (self.game, self.evaluation);
        match self.order {
            Order::Listed => self.moves.fill(game, state, |_, _| 0),
            Order::Promising => {
                self.moves.fill(game, state, |_, chosen| evaluation.move_score(game, state, chosen))
            }
        }
    }

    /// The next move of a list, after those before `index`.
    pub fn choose(&mut self, index: usize, list: &Range<usize>) -> G::Move {
        match self.order {
            Order::Listed => self.moves.at(index),
            Order::Promising => self.moves.pick(index, list).chosen,
        }
    }
}

/// The best of the moves tried so far in a position, and the line that begins with it.
pub(crate) struct Best<'a, M> {
    pub score: Score,
    line: &'a mut Vec<M>,
}

impl<M> Best<'_, M> {
    /// No move yet; `line` is empty and will hold the best line.
    pub fn new(line: &mut Vec<M>) -> Best<'_, M> {
        Best { score: -score::WIN, line }
    }

    /// Takes `chosen` and the replies to it as the best line if its value is higher than all before.
    pub fn improve(&mut self, value: Score, chosen: M, mut reply: Vec<M>) {
        if value > self.score || self.line.is_empty() {
            self.score = value;
            self.line.clear();
            self.line.push(chosen);
            self.line.append(&mut reply);
        }
    }
}
