//! The defence in directmates: any move after which the goal is out of reach.

use super::Fighter;
use zugwerk_chess::Position;

impl Fighter<'_> {
    /// Whether every defence leaves the attacker a success within `moves`. The goal has not been reached
    /// yet, so a defender without a move is safe.
    pub(super) fn fails_to_hinder(&mut self, position: &Position, moves: u16) -> bool {
        let killers = self.killers[usize::from(moves)];
        for m in killers.into_iter().flatten() {
            if position.is_legal(m) && !self.solves(&position.play(m), moves) {
                self.remember_refutation(moves, m);
                return false;
            }
        }
        let defences = self.ordered_defences(position, moves);
        for &m in &defences {
            if !killers.contains(&Some(m)) && !self.solves(&position.play(m), moves) {
                self.remember_refutation(moves, m);
                return false;
            }
        }
        !defences.is_empty()
    }
}
