//! The defence in selfmates (any move that does not reach the goal) and in reflexmates (the same, but a
//! goal within reach must be taken).

use super::BattleSearch;
use zugwerk_chess::Position;

impl BattleSearch<'_> {
    /// Whether every defence reaches the goal, now or within the attacker's `moves`, the one just made
    /// included.
    pub(super) fn is_forced(&mut self, position: &Position, moves: u16) -> bool {
        let killers = self.killers[usize::from(moves)];
        for m in killers.into_iter().flatten() {
            if position.is_legal(m) && !self.serves(position, m, moves) {
                self.remember_refutation(moves, m);
                return false;
            }
        }
        let defences = self.battle.goal.moves(position);
        // Moves that give no check are the cheapest refutations of a last move.
        if moves == 1
            && self.battle.goal.needs_check()
            && let Some(&m) = defences.iter().find(|&&m| !position.gives_check(m))
        {
            self.remember_refutation(moves, m);
            return false;
        }
        for &m in &defences {
            if !killers.contains(&Some(m)) && !self.serves(position, m, moves) {
                self.remember_refutation(moves, m);
                return false;
            }
        }
        !defences.is_empty()
    }

    /// Whether the defender's move `m` reaches the goal or lets the attacker force it.
    fn serves(&mut self, position: &Position, m: zugwerk_chess::Move, moves: u16) -> bool {
        let after = position.play(m);
        if self.battle.goal.is_reached(position, m, &after) {
            return !self.battle.exact || moves == 1;
        }
        moves > 1 && self.solves(&after, moves - 1)
    }

    /// Whether the defender can reach the goal, and so must, or every defence lets the attacker make
    /// him within `moves`, the one just made included.
    pub(super) fn is_obliged(&mut self, position: &Position, moves: u16) -> bool {
        if self.battle.goal.is_near(position) {
            return !self.battle.exact || moves == 1;
        }
        if moves == 1 {
            return false;
        }
        let defences = position.legal_moves();
        for &m in &defences {
            if !self.solves(&position.play(m), moves - 1) {
                return false;
            }
        }
        !defences.is_empty()
    }
}
