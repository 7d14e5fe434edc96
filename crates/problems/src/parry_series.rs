//! Series in which the other side parries each check as well as it can: `pser-#`, `pser-s#`, `pser-r#`.
//!
//! One side moves alone until it gives check; then the other side makes one move, any it likes, and the series must go
//! on after each of them. So the answer is keys with their trees. What was found about a position with the series to go on
//! is kept in a table, for each number of moves left.

use crate::goal::Goal;
use crate::limits::{Shared, Watch};
use crate::solution::{Attack, Defence, Fight};
use crate::solver::Options;
use crate::stipulation::{Play, Stipulation};
use crate::table::Table;
use zugwerk_chess::{Move, MoveList, Position};

/// How the last move of the series must leave things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It reaches the goal.
    Reached,
    /// Every answer reaches the goal.
    Forced,
    /// Some answer reaches the goal, and the last move could not.
    Reflex,
}

pub(crate) struct ParrySeries<'a> {
    goal: Goal,
    end: End,
    exact: bool,
    table: &'a Table,
    watch: Watch<'a>,
}

const SUCCEEDS: u16 = 1;
const FAILS: u16 = 2;

impl<'a> ParrySeries<'a> {
    pub(crate) fn new(
        stipulation: &Stipulation,
        table: &'a Table,
        shared: &'a Shared<'a>,
    ) -> ParrySeries<'a> {
        let end = match stipulation.play {
            Play::SeriesSelf => End::Forced,
            Play::SeriesReflex => End::Reflex,
            _ => End::Reached,
        };
        let Stipulation { goal, exact, .. } = *stipulation;
        ParrySeries { goal, end, exact, table, watch: Watch::new(shared) }
    }

    /// Every first move after which the series succeeds within `moves`.
    pub(crate) fn solve(mut self, position: &Position, moves: u16, options: &Options) -> Fight {
        let mut keys = Vec::new();
        for &m in &self.candidates(position) {
            let length = self.lengths(moves).find(|&length| self.succeeds(position, m, length));
            if let Some(length) = length {
                keys.push(match options.tree {
                    true => self.tree(position, m, length, options.tree_moves),
                    false => Attack::bare(m, length),
                });
            }
        }
        Fight { moves, keys, ..Fight::default() }
    }

    fn lengths(&self, moves: u16) -> std::ops::RangeInclusive<u16> {
        if self.exact { moves..=moves } else { 1..=moves }
    }

    /// The moves of the series, those included that may leave the own king in check to reach the goal.
    fn candidates(&self, position: &Position) -> MoveList {
        match self.end {
            End::Reached => self.goal.moves(position),
            _ => position.legal_moves(),
        }
    }

    /// Whether the series succeeds in exactly `moves`, parries included in which fewer are enough.
    fn solves(&mut self, position: &Position, moves: u16) -> bool {
        let key = self.table.key(self.goal.key(position), u64::from(moves));
        match self.table.get(key) {
            SUCCEEDS => return true,
            FAILS => return false,
            _ if self.watch.tick() => return false,
            _ => {}
        }
        let candidates = self.candidates(position);
        let found = candidates.iter().any(|&m| self.succeeds(position, m, moves));
        if !self.watch.is_stopped() {
            self.table.set(key, if found { SUCCEEDS } else { FAILS });
        }
        found
    }

    fn solves_within(&mut self, position: &Position, moves: u16) -> bool {
        self.lengths(moves).any(|length| self.solves(position, length))
    }

    /// Whether `m`, the first of `moves`, succeeds against every parry.
    fn succeeds(&mut self, position: &Position, m: Move, moves: u16) -> bool {
        let after = position.play(m);
        if moves == 1 {
            return self.ends(position, m, &after);
        }
        if self.goal.is_reached_in_check() && !position.is_legal(m) {
            return false;
        }
        if !after.is_check() {
            return self.solves(&after.pass(), moves - 1);
        }
        let parries = after.legal_moves();
        !parries.is_empty()
            && parries.iter().all(|&parry| self.solves_within(&after.play(parry), moves - 1))
    }

    fn ends(&self, position: &Position, m: Move, after: &Position) -> bool {
        match self.end {
            End::Reached => self.goal.is_reached(position, m, after),
            End::Reflex => !self.goal.is_near(position) && self.goal.is_near(after),
            End::Forced => {
                let replies = self.goal.moves(after);
                let is_reached = |&m: &Move| self.goal.is_reached(after, m, &after.play(m));
                !replies.is_empty() && replies.iter().all(is_reached)
            }
        }
    }

    /// What happens after `m`, which is known to succeed in `length` moves; `depth` moves of it are told.
    fn tree(&mut self, position: &Position, m: Move, length: u16, depth: u16) -> Attack {
        let after = position.play(m);
        let mut attack = Attack::bare(m, length);
        if length == 1 {
            if self.end != End::Reached {
                self.goal.find_moves(&after, |m| {
                    attack.defences.push(Defence { m, reaches_goal: true, replies: Vec::new() });
                    false
                });
            }
        } else if depth <= 1 {
            attack.is_cut = true;
        } else if after.is_check() {
            for &m in &after.legal_moves() {
                let replies = self.continuations(&after.play(m), length - 1, depth - 1);
                attack.defences.push(Defence { m, reaches_goal: false, replies });
            }
        } else {
            attack.next = self.moves_in(&after.pass(), length - 1, depth - 1);
        }
        if self.watch.is_stopped() {
            // What was found before the limit is not the whole truth about this move.
            return Attack { is_cut: true, ..Attack::bare(m, length) };
        }
        attack
    }

    /// What succeeds in the fewest moves, at most `moves`.
    fn continuations(&mut self, position: &Position, moves: u16, depth: u16) -> Vec<Attack> {
        let length = self.lengths(moves).find(|&length| self.solves(position, length));
        length.map_or(Vec::new(), |length| self.moves_in(position, length, depth))
    }

    /// What succeeds in exactly `moves`.
    fn moves_in(&mut self, position: &Position, moves: u16, depth: u16) -> Vec<Attack> {
        let mut found = self.candidates(position).to_vec();
        found.retain(|&m| self.succeeds(position, m, moves));
        found.into_iter().map(|m| self.tree(position, m, moves, depth)).collect()
    }
}
