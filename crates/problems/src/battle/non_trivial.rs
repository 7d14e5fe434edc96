//! `nontrivial`: the attacker may leave the defender only a few defences that need a long answer, which makes
//! fights of twenty moves short ones.

use super::{BattleSearch, Combat};
use crate::stipulation::NonTrivial;
use zugwerk_chess::Position;

/// What sets positions in which something may still be granted apart from the rest of the table.
const GRANTED: u64 = 1 << 40;

impl BattleSearch<'_> {
    /// What distinguishes this position here from the same one elsewhere: how much may still be granted.
    pub(super) fn salt(&self) -> u64 {
        self.granted.map_or(0, |granted| GRANTED + (u64::from(granted) << 41))
    }

    /// What `ask` says of the defences after the first of `moves`, with what is left to be granted then; `None` where
    /// that move grants too much.
    pub(super) fn granting<T>(
        &mut self,
        after: &Position,
        moves: u16,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let (Some(rule), Some(granted)) = (self.battle.rules.non_trivial, self.granted) else {
            return Some(ask(self));
        };
        let mut left = granted;
        if moves > rule.trivial + 1 {
            // One that is not trivial is there at every stage, or the fight would be a short one.
            left = (granted + 1).checked_sub(self.count_non_trivial(after, rule, granted + 2))?;
        }
        self.granted = Some(left);
        let answer = ask(self);
        self.granted = Some(granted);
        Some(answer)
    }

    /// How many defences, at most `most`, are not met within the length of a trivial answer.
    fn count_non_trivial(&mut self, after: &Position, rule: NonTrivial, most: u16) -> u16 {
        let moves = rule.trivial + 1 + u16::from(self.battle.combat == Combat::Direct);
        // Within trivial answers nothing is limited.
        let granted = self.granted.take();
        let mut count = 0;
        for &reply in &after.legal_moves() {
            if !self.meets(after, reply, moves) {
                count += 1;
            }
            if count == most || self.is_stopped() {
                break;
            }
        }
        self.granted = granted;
        count
    }
}
