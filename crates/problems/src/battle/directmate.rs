//! The defence in directmates: any move after which the goal is out of reach.

use super::{BattleSearch, checks_and_quiet_moves};
use crate::mating::CommonRefutation;
use zugwerk_chess::{Move, Position};

impl BattleSearch<'_> {
    /// Whether every defence leaves the attacker a success within `moves`. The goal has not been reached
    /// yet, so a defender without a move is safe.
    pub(super) fn fails_to_hinder(&mut self, position: &Position, moves: u16) -> bool {
        if self.battle.rules.goal_is_end && self.battle.goal.is_near(position) {
            return false;
        }
        // What refuted a shorter success here is the best guess; a mate in one is found before it is read.
        let best = if moves > 1 { self.known_refutation(position) } else { None };
        let killers = self.killers[usize::from(moves)];
        let mut likely = [best, killers[0], killers[1]];
        for at in 1..likely.len() {
            if likely[..at].contains(&likely[at]) {
                likely[at] = None;
            }
        }
        for m in likely.into_iter().flatten() {
            if position.is_legal(m) && !self.solves(&position.play(m), moves) {
                self.keep_refutation(position, moves, m);
                return false;
            }
        }
        let defences = self.ordered_defences(position, moves);
        for &m in &defences {
            if !likely.contains(&Some(m)) && !self.solves(&position.play(m), moves) {
                self.keep_refutation(position, moves, m);
                return false;
            }
        }
        !defences.is_empty()
    }

    /// Whether some move mates in two.
    pub(super) fn mates_in_two(&mut self, position: &Position) -> bool {
        let (checks, quiet) = checks_and_quiet_moves(position);
        for &m in &checks {
            if self.succeeds(position, m, &position.play(m), 2) {
                return true;
            }
        }
        let (mut common, mut asked): (Option<CommonRefutation>, Option<Move>) = (None, None);
        for &m in &quiet {
            let killer = self.killers[1][0];
            if common.is_none() && killer != asked {
                asked = killer;
                common = killer.and_then(|killer| CommonRefutation::new(position, killer));
            }
            if common.as_mut().is_some_and(|common| common.refutes(position, m)) {
                continue;
            }
            if self.succeeds(position, m, &position.play(m), 2) {
                return true;
            }
        }
        false
    }

    /// The defence that last refuted something in this position.
    fn known_refutation(&self, position: &Position) -> Option<Move> {
        let table = self.battle.table;
        Move::from_bits(table.get(table.key(position.key(), REFUTATION)))
    }

    fn keep_refutation(&mut self, position: &Position, moves: u16, m: Move) {
        self.remember_refutation(moves, m);
        if moves > 1 && !self.is_stopped() {
            let table = self.battle.table;
            table.set(table.key(position.key(), REFUTATION), m.bits());
        }
    }
}

/// What sets refutations apart from the rest of the table.
const REFUTATION: u64 = 1;
