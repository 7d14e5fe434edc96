//! Successes of an exact length: neither side may end the play before.

use super::{Battle, BattleSearch};
use zugwerk_chess::Position;

/// What sets exact lengths apart from the rest of the table.
const EXACTLY: u64 = 1 << 32;
const SUCCEEDS: u16 = 1;
const FAILS: u16 = 2;

impl BattleSearch<'_> {
    /// Whether the side to move succeeds in exactly `moves`.
    pub(super) fn solves_exactly(&mut self, position: &Position, moves: u16) -> bool {
        let Battle { goal, table, .. } = self.battle;
        let key = table.key(goal.key(position), EXACTLY + u64::from(moves) + self.salt());
        match table.get(key) {
            SUCCEEDS => return true,
            FAILS => return false,
            _ => {}
        }
        if self.watch.tick() || self.must_reach_goal(position) {
            return false;
        }
        let list = self.ordered(position, moves);
        let found = list.iter().any(|&m| self.succeeds(position, m, &position.play(m), moves));
        if !self.is_stopped() {
            table.set(key, if found { SUCCEEDS } else { FAILS });
        }
        found
    }
}
