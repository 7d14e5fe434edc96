//! Giving up whole nodes, where the evaluation, a null move, a capture or a tablebase settles the outcome,
//! and moves that are not worth searching.

use super::history::NO_MOVE;
use super::node::Node;
use super::picker::{Picker, is_noisy};
use super::{Shared, Worker};
use crate::table::Entry;
use crate::value::{Bound, MATE_BOUND, MAX_PLY, UNKNOWN, WIN_BOUND};
use zugwerk_chess::{Move, Position, Role};

/// Whether the side to move has more than king and pawns: without, zugzwang is near.
#[inline(always)]
pub(super) fn has_pieces(position: &Position) -> bool {
    let few = position.role(Role::Pawn) | position.role(Role::King);
    (position.color(position.turn()) & !few).any()
}

impl Entry {
    /// Whether the value settles a node with this window.
    #[inline(always)]
    pub(super) fn cuts_off(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Whether the value says more about the position than this static evaluation.
    #[inline(always)]
    pub(super) fn is_better_guess(&self, evaluation: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > evaluation,
            Bound::Upper => self.value < evaluation,
        }
    }
}

impl Worker {
    /// The value of a node outside the principal variation and not in check, where it needs no moves.
    pub(super) fn prune_node(&mut self, shared: &Shared, node: &Node, alpha: i32) -> Option<i32> {
        if let Some(value) = self.reverse_futility(node) {
            return Some(value);
        }
        if let Some(value) = self.razoring(shared, node, alpha) {
            return Some(value);
        }
        if let Some(value) = self.null_move(shared, node) {
            return Some(value);
        }
        if self.stopped { None } else { self.probcut(shared, node) }
    }

    /// So far ahead that a quiet move will do.
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let plies = node.depth - i32::from(node.improving);
        let margin = self.parameters.reverse_futility_margin * plies;
        let holds = node.depth <= self.parameters.reverse_futility_depth
            && node.evaluation.abs() < WIN_BOUND
            && node.beta.abs() < WIN_BOUND
            && node.evaluation - margin >= node.beta;
        holds.then_some((node.evaluation + node.beta) / 2)
    }

    /// So far behind that only captures can help.
    fn razoring(&mut self, shared: &Shared, node: &Node, alpha: i32) -> Option<i32> {
        let margin = self.parameters.razoring_base + self.parameters.razoring_margin * node.depth;
        if node.depth > self.parameters.razoring_depth || node.evaluation + margin >= alpha {
            return None;
        }
        let value = self.quiescence::<false>(shared, node.position, alpha, alpha + 1, node.ply);
        (value <= alpha).then_some(value)
    }

    /// If even passing is good enough, a move will be.
    fn null_move(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let (depth, beta, ply) = (node.depth, node.beta, node.ply);
        if depth < self.parameters.null_depth
            || node.evaluation < beta
            || node.static_evaluation
                < beta - self.parameters.null_slope * depth - self.parameters.null_margin
            || self.earlier(ply, 1).moved == NO_MOVE
            || ply < self.null_moves_from
            || beta <= -WIN_BOUND
            || !has_pieces(node.position)
        {
            return None;
        }
        let lead = ((node.evaluation - beta) / self.parameters.null_lead).clamp(0, 3);
        let reduction = self.parameters.null_base + depth / self.parameters.null_divisor + lead;
        let reduced = depth - reduction;
        let after = self.pass(shared, node.position, ply);
        let value =
            -self.node::<false>(shared, &after, -beta, 1 - beta, reduced, ply + 1, !node.cut_node);
        self.take_back();
        if self.stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        // A mate after a null move is no proof.
        let value = if value >= WIN_BOUND { beta } else { value };
        if depth < 14 || self.null_moves_from > 0 {
            return Some(value);
        }
        // Deep down it is verified without null moves, against zugzwang.
        self.null_moves_from = ply + 3 * reduced.max(1) as usize / 4;
        let verified =
            self.node::<false>(shared, node.position, beta - 1, beta, reduced, ply, false);
        self.null_moves_from = 0;
        (verified >= beta).then_some(value)
    }

    /// ProbCut (Buro): a good capture that beats beta by far in a shallow search will in a deep one.
    fn probcut(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let (position, ply, beta) = (node.position, node.ply, node.beta);
        let raised = beta + self.parameters.probcut_margin;
        let doubted = |entry: Entry| entry.depth >= node.depth - 3 && entry.value < raised;
        if node.depth < self.parameters.probcut_depth
            || beta.abs() >= WIN_BOUND
            || node.known.is_some_and(doubted)
        {
            return None;
        }
        let needed = raised - node.static_evaluation;
        let mut picker = Picker::captures(self, position, node.hash_move, needed);
        let mut cut = None;
        while let Some(m) = picker.next(self, position) {
            let after = self.play(shared, position, m, ply);
            let (low, high) = (-raised, 1 - raised);
            let mut value = -self.quiescence::<false>(shared, &after, low, high, ply + 1);
            if value >= raised {
                let depth = node.depth - 4;
                value =
                    -self.node::<false>(shared, &after, low, high, depth, ply + 1, !node.cut_node);
            }
            self.take_back();
            if self.stopped {
                break;
            }
            if value >= raised {
                let entry = Entry {
                    best: Some(m),
                    value,
                    evaluation: node.raw,
                    depth: node.depth - 3,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                shared.table.store(position.key(), ply, entry);
                cut = Some(if value < MATE_BOUND { value - (raised - beta) } else { value });
                break;
            }
        }
        picker.finish(self);
        cut
    }

    /// The value that a tablebase has for a node, where it settles the window.
    pub(super) fn tablebase_value(
        &mut self,
        shared: &Shared,
        position: &Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let found = shared.tablebases.value(position, ply)?;
        self.tablebase_hits += 1;
        let entry = Entry {
            best: None,
            value: found.value,
            evaluation: UNKNOWN,
            depth: (depth + 6).min(MAX_PLY as i32),
            bound: found.bound,
            was_pv: false,
        };
        if !entry.cuts_off(alpha, beta) {
            return None;
        }
        shared.table.store(position.key(), ply, entry);
        Some(found.value)
    }

    /// Whether a move is not worth searching, now that one has been searched that is not a loss.
    pub(super) fn is_move_pruned(
        &mut self,
        node: &Node,
        picker: &mut Picker,
        m: Move,
        number: usize,
        alpha: i32,
        history: i32,
    ) -> bool {
        let position = node.position;
        if !has_pieces(position) {
            return false;
        }
        let parameters = &self.parameters;
        let depth = node.depth;
        if is_noisy(position, m) {
            // Captures that lose too much.
            return picker.is_at_bad_captures()
                && !position.see_at_least(m, -parameters.see_capture * depth);
        }
        // Late-move pruning.
        let enough =
            (parameters.late_move_base + depth * depth * parameters.late_move_slope / 100) as usize;
        if number >= if node.improving { enough } else { enough / 2 } {
            picker.skip_quiets = true;
        }
        // Futility pruning.
        let reduced = (depth - self.reductions.of(depth, number) / 100).max(0);
        let hope = node.static_evaluation
            + parameters.futility_base
            + parameters.futility_margin * reduced
            + history / parameters.futility_history;
        if !node.in_check
            && reduced <= parameters.futility_depth
            && hope <= alpha
            && !position.gives_check(m)
        {
            return true;
        }
        // History pruning.
        if depth <= 5 && history < -parameters.history_pruning * depth {
            return true;
        }
        // Quiet moves that lose material.
        !position.see_at_least(m, -parameters.see_quiet * reduced * reduced)
    }
}
