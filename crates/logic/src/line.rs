//! A line of play as bits: positions and the moves between them, unrolled ply by ply.

/// Boards `B` of a game, and moves `P` from each to the next.
#[derive(Clone, Debug)]
pub struct Line<B, P> {
    /// The boards, one more than moves.
    pub boards: Vec<B>,
    /// The moves.
    pub plies: Vec<P>,
}

/// Whether laws may be used to make bits known early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// A bit that no possible move sets is false, a place that no possible move touches stays as it
    /// is. Small and fast.
    Laws,
    /// Nothing follows unless a law that is stated says so; needed where laws are put aside.
    Nothing,
}

impl<B, P> Line<B, P> {
    /// The line without moves.
    pub fn new(start: B) -> Line<B, P> {
        Line { boards: vec![start], plies: Vec::new() }
    }

    /// The board after the last move.
    pub fn last(&self) -> &B {
        self.boards.last().expect("a line begins with a board")
    }

    /// The last move, with the boards before and after it; none where there is no move.
    pub fn last_step(&self) -> Option<(&B, &P, &B)> {
        let before = self.boards.len().checked_sub(2)?;
        Some((&self.boards[before], self.plies.last()?, self.last()))
    }

    /// Adds a move and the board after it.
    pub fn push(&mut self, (ply, after): (P, B)) {
        self.plies.push(ply);
        self.boards.push(after);
    }

    /// The pairs of a board and the move made on it.
    pub fn steps(&self) -> Vec<(&B, &P)> {
        self.boards.iter().zip(&self.plies).collect()
    }
}
