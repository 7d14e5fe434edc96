//! Forced mates of unknown length: a proof search looks for any mate, then one length after the other is
//! ruled out until the shortest is found.

use super::proof::Proof;
use super::{Battle, BattleSearch, Combat};
use crate::goal::Goal;
use crate::solution::{Attack, Fight};
use crate::solver::Options;
use crate::stipulation::FightRules;
use zugwerk_chess::{Move, Position};

/// Lengths that are tried before the proof search, which would not be faster.
const SHORT: u16 = 3;

/// Lengths that may well take longer than anyone waits.
const LONG: u16 = 7;

/// Nodes that the proof search may spend on each bound.
const PROOF_NODES: u64 = 200_000;

impl Battle<'_> {
    /// The keys of the shortest mate of at most `most` moves.
    pub(crate) fn solve_shortest(
        &self,
        position: &Position,
        most: u16,
        options: &Options,
    ) -> Fight {
        self.pool.run(
            options.thread_count(true, true),
            || BattleSearch::new(*self),
            |search| search.solve_shortest(position, most, options),
        )
    }
}

impl BattleSearch<'_> {
    fn solve_shortest(&mut self, position: &Position, most: u16, options: &Options) -> Fight {
        let mut ruled_out = None;
        let mut any: Option<(Move, u16)> = None;
        for moves in 1..=most {
            if moves == SHORT + 1 {
                any = self.any_mate(position, most);
            }
            if self.solves(position, moves) {
                let mut fight = self.solve(position, moves, options);
                fight.no_solution_in = ruled_out;
                return fight;
            }
            if self.is_stopped() {
                break;
            }
            ruled_out = Some(moves);
        }
        // The time was up: what was found need not be the shortest.
        let keys: Vec<Attack> = any.iter().map(|&(m, moves)| Attack::bare(m, moves)).collect();
        let moves = any.map_or(ruled_out.unwrap_or(0), |(_, moves)| moves);
        Fight { moves, keys, no_solution_in: ruled_out, ..Fight::default() }
    }

    /// Some first move that mates by force within `moves`, if that is hard to search completely.
    pub(super) fn any_long_mate(&mut self, position: &Position, moves: u16) -> Option<Move> {
        if !self.is_long_mate(moves) {
            return None;
        }
        Proof::new(self, 5 * PROOF_NODES).find(position, moves)
    }

    /// Whether a proof search finds the defender, who is to move, mated within `moves`, if that is hard to search
    /// completely.
    pub(super) fn is_surely_mated(&mut self, position: &Position, moves: u16) -> bool {
        self.is_long_mate(moves) && Proof::new(self, 5 * PROOF_NODES).is_mated(position, moves)
    }

    /// Whether a plain mate is asked for that may well take longer than anyone waits.
    fn is_long_mate(&self, moves: u16) -> bool {
        let Battle { combat, goal, exact, rules, .. } = self.battle;
        let is_plain = FightRules { post_key: false, ..rules } == FightRules::default();
        moves >= LONG && combat == Combat::Direct && goal == Goal::Mate && !exact && is_plain
    }

    /// Some first move that mates by force, with the bound within which it does.
    fn any_mate(&mut self, position: &Position, most: u16) -> Option<(Move, u16)> {
        if self.battle.rules != FightRules::default() {
            return None;
        }
        let mut proof = Proof::new(self, PROOF_NODES);
        let bounds = [5, 8, 12, 20, 40].into_iter().filter(|&bound| bound <= most);
        bounds.into_iter().find_map(|bound| Some((proof.find(position, bound)?, bound)))
    }
}
