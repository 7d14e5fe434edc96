//! What a searched node teaches: its value goes into the table, the error of its evaluation and the moves
//! that succeeded or failed into the histories.

use super::history::Setting;
use super::node::Node;
use super::picker::is_noisy;
use super::{Shared, Worker};
use crate::table::Entry;
use crate::value::{Bound, UNKNOWN, WIN_BOUND};
use zugwerk_chess::{Move, Position};

/// The moves tried at a node without success, to be punished when another one succeeds.
#[derive(Default)]
pub(super) struct Failed {
    pub quiets: TriedMoves,
    pub captures: TriedMoves,
}

/// A few moves.
#[derive(Default)]
pub(super) struct TriedMoves {
    moves: [Option<Move>; 32],
    count: usize,
}

impl TriedMoves {
    pub fn push(&mut self, m: Move) {
        if let Some(free) = self.moves.get_mut(self.count) {
            *free = Some(m);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves[..self.count].iter().flatten().copied()
    }
}

impl Worker {
    /// Keeps the result of a node: in the table, and as the error of the evaluation.
    pub(super) fn remember(
        &mut self,
        shared: &Shared,
        node: &Node,
        best_move: Option<Move>,
        best: i32,
        bound: Bound,
    ) {
        let entry = Entry {
            best: best_move,
            value: best,
            evaluation: node.raw,
            depth: node.depth,
            bound,
            was_pv: node.was_pv,
        };
        shared.table.store(node.position.key(), node.ply, entry);
        let quiet = best_move.is_none_or(|m| !is_noisy(node.position, m));
        let says_nothing = match bound {
            Bound::Lower => best <= node.static_evaluation,
            Bound::Upper => best >= node.static_evaluation,
            Bound::Exact => false,
        };
        if !node.in_check && quiet && best.abs() < WIN_BOUND && !says_nothing {
            let before = self.moves_before(node.ply);
            self.history.correct(node.position, before, node.depth, best - node.raw);
        }
    }

    fn bonus(&self, depth: i32) -> i32 {
        (self.parameters.history_bonus * depth).min(self.parameters.history_bonus_max)
    }

    fn malus(&self, depth: i32) -> i32 {
        (self.parameters.history_malus * depth).min(self.parameters.history_malus_max)
    }

    /// Rewards a quiet hash move that the table knows to be good enough.
    pub(super) fn learn_known_cutoff(
        &mut self,
        position: &Position,
        entry: &Entry,
        beta: i32,
        depth: i32,
        ply: usize,
    ) {
        if let Some(m) = entry.best
            && entry.value >= beta
            && position.is_legal(m)
            && !is_noisy(position, m)
        {
            let (setting, bonus) = (self.setting(position, ply), self.bonus(depth));
            self.history.update_quiet(position, m, &setting, bonus);
        }
    }

    /// Rewards the quiet move that led to a node, where nothing refutes it.
    pub(super) fn learn_no_refutation(&mut self, node: &Node) {
        let ply = node.ply;
        if ply > 0
            && let Some(m) = self.earlier(ply, 1).quiet
        {
            let bonus = self.parameters.prior_bonus * node.depth;
            let bonus = bonus.min(self.parameters.history_bonus_max);
            let (here, before) = (self.earlier(ply, 1).moved, self.moves_before(ply - 1));
            let threats = self.earlier(ply, 1).threats;
            self.history.update_main(!node.position.turn(), m, threats, bonus);
            self.history.update_continuation(here, before, bonus);
        }
    }

    /// Rewards or punishes the quiet move that led to a position by how it changed the evaluation.
    pub(super) fn learn_change(&mut self, position: &Position, ply: usize, evaluation: i32) {
        if ply == 0 {
            return;
        }
        let last = self.earlier(ply, 1);
        if let Some(m) = last.quiet
            && last.evaluation != UNKNOWN
        {
            let gain = -(last.evaluation + evaluation);
            let bonus = (gain * self.parameters.evaluation_bonus / 4).clamp(-800, 800);
            let threats = last.threats;
            self.history.update_main(!position.turn(), m, threats, bonus);
        }
    }

    /// Rewards the move that refuted the last one, and punishes those tried before it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn learn_cutoff(
        &mut self,
        position: &Position,
        m: Move,
        quiet: bool,
        depth: i32,
        setting: &Setting,
        ply: usize,
        failed: &Failed,
    ) {
        let (bonus, malus) = (self.bonus(depth), self.malus(depth));
        if quiet {
            let killers = &mut self.entry(ply).killers;
            if killers[0] != Some(m) {
                killers[1] = killers[0];
                killers[0] = Some(m);
            }
            // A first move that cuts off at once at low depth teaches little.
            if depth > 3 || failed.quiets.count > 0 {
                self.history.update_quiet(position, m, setting, bonus);
            }
            for other in failed.quiets.iter() {
                self.history.update_quiet(position, other, setting, -malus);
            }
        } else {
            self.history.update_capture(position, m, bonus);
        }
        for other in failed.captures.iter() {
            self.history.update_capture(position, other, -malus);
        }
    }
}
