//! A line of known moves: the position, and the same line as known bits.

use crate::answer::MoveName;
use crate::laws::{Laws, LineOf};
use zugwerk_logic::{Checker, Line, Model};

/// Moves that have been played from a known start.
pub struct Played<L: Laws> {
    /// The position now.
    pub state: L::State,
    /// The line so far, every bit known.
    pub line: LineOf<L>,
    /// The moves so far.
    pub names: Vec<MoveName>,
}

impl<L: Laws> Clone for Played<L> {
    fn clone(&self) -> Played<L> {
        let Played { state, line, names } = self;
        Played { state: state.clone(), line: line.clone(), names: names.clone() }
    }
}

impl<L: Laws> Played<L> {
    /// Nothing played yet.
    pub fn new(laws: &L, state: L::State) -> Played<L> {
        let line = Line::new(laws.board(&state));
        Played { state, line, names: Vec::new() }
    }

    /// The start that a model gives to the board of a sketch; none where no game has that position.
    pub fn start(laws: &L, start: &L::Start, board: &L::Board, m: &Model) -> Option<Played<L>> {
        let state = laws.known(start).or_else(|| laws.filled(start, board, m))?;
        Some(Played::new(laws, state))
    }

    /// Plays a legal move.
    pub fn play(&mut self, laws: &L, chosen: L::Move) {
        let fixed = laws.fixed(&self.state, chosen);
        let (_, ply, after) = laws.fixed_move(&mut Checker::new(), self.line.last(), fixed);
        self.names.push(laws.name(&self.state, chosen));
        self.state = laws.play(&self.state, chosen);
        self.line.push((ply, after));
    }
}
