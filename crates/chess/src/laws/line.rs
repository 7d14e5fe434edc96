//! A line of play: boards and the moves between them, unrolled ply by ply.

use super::{Allowed, Board, Folding, Horizon, Ply, Unknowns, movement, safety};

/// A board, and moves from it with all their laws stated.
#[derive(Clone, Debug)]
pub struct Line {
    /// The boards, one more than moves.
    pub boards: Vec<Board>,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl Line {
    /// The line without moves.
    pub fn new(start: Board) -> Line {
        Line { boards: vec![start], plies: Vec::new() }
    }

    /// The board after the last move.
    pub fn last(&self) -> &Board {
        self.boards.last().expect("a line begins with a board")
    }

    /// Adds a legal move, one of those allowed where bits may be folded. Otherwise the caller states
    /// what is allowed, under a name of its own: see [`Ply::restrict`].
    pub fn step(&mut self, c: &mut impl Unknowns, allowed: &Allowed, folding: Folding) {
        self.step_within(c, allowed, folding, None);
    }

    /// The same, where the end of the line is known.
    pub fn step_within(
        &mut self,
        c: &mut impl Unknowns,
        allowed: &Allowed,
        folding: Folding,
        horizon: Option<&Horizon>,
    ) {
        let before = self.last();
        let ply = Ply::new(c, before, allowed, folding, horizon);
        movement::state(c, before, &ply);
        let after = ply.change_within(c, before, horizon);
        if let Some(horizon) = horizon {
            horizon.state(c, &after);
        }
        safety::state(c, &after);
        self.boards.push(after);
        self.plies.push(ply);
    }

    /// The pairs of a board and the move made on it.
    pub fn steps(&self) -> Vec<(&Board, &Ply)> {
        self.boards.iter().zip(&self.plies).collect()
    }
}
