//! The tree of a solution: threats, defences, continuations, set play and tries.

use super::{Combat, Fighter};
use crate::solution::{Attack, Defence, Try};
use zugwerk_chess::{Move, MoveList, Position};

impl Fighter<'_> {
    /// What happens after `m`, which is known to succeed in `length` moves; `depth` moves of it are told.
    pub(super) fn attack_tree(
        &mut self,
        position: &Position,
        m: Move,
        length: u16,
        depth: u16,
    ) -> Attack {
        let after = position.play(m);
        let mut attack = Attack::bare(m, length);
        let direct = self.field.combat == Combat::Direct;
        if direct && self.field.goal.is_reached(position, m, &after) {
            return attack;
        }
        if depth <= 1 && length > 1 {
            attack.is_cut = true;
            return attack;
        }
        let left = if direct { length - 1 } else { length };
        attack.threats = self.threats(&after, left, depth);
        attack.is_zugzwang = attack.threats.is_empty() && !after.is_check() && length > 1;
        let threats: Vec<Move> = attack.threats.iter().map(|threat| threat.m).collect();
        attack.defences = self.defences(&after, left, depth, &threats);
        if self.is_stopped() {
            // What was found before the limit is not the whole truth about this move.
            return Attack { is_cut: true, ..Attack::bare(m, length) };
        }
        attack
    }

    /// What would succeed if the defender passed.
    fn threats(&mut self, after: &Position, left: u16, depth: u16) -> Vec<Attack> {
        let left = if self.field.combat == Combat::Direct { left } else { left - 1 };
        if after.is_check() || left == 0 {
            return Vec::new();
        }
        self.continuations(&after.pass(), left, depth.saturating_sub(1))
    }

    /// The defences, those that the `threats` answer left out.
    fn defences(
        &mut self,
        after: &Position,
        left: u16,
        depth: u16,
        threats: &[Move],
    ) -> Vec<Defence> {
        let Combat::Direct = self.field.combat else {
            return self.self_defences(after, left, depth);
        };
        let mut defences = Vec::new();
        for &m in &after.legal_moves() {
            let position = after.play(m);
            let replies = self.continuations(&position, left, depth.saturating_sub(1));
            let answered = replies.iter().any(|reply| threats.contains(&reply.m));
            let shorter = replies.first().is_some_and(|reply| reply.length < left);
            if !answered || shorter && left > 1 {
                defences.push(Defence { m, reaches_goal: false, replies });
            }
            if self.is_stopped() {
                break;
            }
        }
        defences
    }

    fn self_defences(&mut self, after: &Position, left: u16, depth: u16) -> Vec<Defence> {
        let goal = self.field.goal;
        let must = self.field.combat != Combat::SelfPlay && goal.is_near(after);
        let mut defences = Vec::new();
        for &m in &after.legal_moves() {
            let position = after.play(m);
            let reaches_goal = goal.is_reached(after, m, &position);
            let mut replies = Vec::new();
            if must && !reaches_goal {
                continue;
            }
            if !reaches_goal && left > 1 {
                replies = self.continuations(&position, left - 1, depth.saturating_sub(1));
            }
            defences.push(Defence { m, reaches_goal, replies });
            if self.is_stopped() {
                break;
            }
        }
        defences
    }

    /// The moves that succeed in the fewest moves, at most `moves`.
    fn continuations(&mut self, position: &Position, moves: u16, depth: u16) -> Vec<Attack> {
        for length in 1..=moves {
            if !self.solves(position, length) {
                continue;
            }
            let mut found = MoveList::new();
            for &m in &position.legal_moves() {
                if self.succeeds(position, m, &position.play(m), length) {
                    found.push(m);
                }
            }
            return found.iter().map(|&m| self.attack_tree(position, m, length, depth)).collect();
        }
        Vec::new()
    }

    /// What would happen if the defender were to move: his moves that have an answer.
    pub(super) fn set_play(&mut self, position: &Position, moves: u16, depth: u16) -> Vec<Defence> {
        let direct = self.field.combat == Combat::Direct;
        if position.is_check() || direct && moves == 1 {
            return Vec::new();
        }
        let set = position.pass();
        let left = if direct { moves - 1 } else { moves };
        let mut defences = self.defences(&set, left, depth, &[]);
        defences.retain(|defence| defence.reaches_goal || !defence.replies.is_empty());
        defences
    }

    /// First moves that fail to at most `most` defences.
    pub(super) fn tries(
        &mut self,
        position: &Position,
        moves: u16,
        most: usize,
        is_key: impl Fn(Move) -> bool,
    ) -> Vec<Try> {
        if self.must_reach_goal(position) || moves == 1 && self.field.combat == Combat::Direct {
            return Vec::new();
        }
        let mut tries = Vec::new();
        for &m in position.legal_moves().iter().filter(|&&m| !is_key(m)) {
            let after = position.play(m);
            let mut refutations = MoveList::new();
            for &reply in &after.legal_moves() {
                if !self.meets(&after, reply, moves) {
                    refutations.push(reply);
                }
                if refutations.len() > most || self.is_stopped() {
                    break;
                }
            }
            if (1..=most).contains(&refutations.len()) && !self.is_stopped() {
                tries.push(Try { m, refutations: refutations.to_vec() });
            }
        }
        tries
    }

    /// Whether the defence `reply` to the first of `moves` does not help.
    fn meets(&mut self, after: &Position, reply: Move, moves: u16) -> bool {
        let position = after.play(reply);
        let goal = self.field.goal;
        match self.field.combat {
            Combat::Direct => self.solves(&position, moves - 1),
            Combat::SelfPlay => {
                goal.is_reached(after, reply, &position)
                    || moves > 1 && self.solves(&position, moves - 1)
            }
            Combat::Reflex | Combat::SemiReflex => {
                goal.is_near(after) || moves > 1 && self.solves(&position, moves - 1)
            }
        }
    }
}
