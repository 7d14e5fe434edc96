//! The search of one inner node: what is known about it, then its moves one after the other. Each heuristic
//! is a short step under its name, in [`pruning`](super::pruning), [`extensions`](super::extensions) or
//! [`reductions`](super::reductions); the numbers are in [`Parameters`](crate::Parameters).

use super::history_update::Failed;
use super::picker::{Picker, is_noisy};
use super::{Shared, Worker};
use crate::table::Entry;
use crate::value::{Bound, INFINITE, MATE, MAX_PLY, UNKNOWN, WIN_BOUND, mated_in};
use zugwerk_chess::{Move, Position};

/// What a node is asked and what is found out about it before its moves are searched.
pub(super) struct Node<'a> {
    pub position: &'a Position,
    pub ply: usize,
    pub beta: i32,
    pub depth: i32,
    /// Whether a move is expected to be good enough at once.
    pub cut_node: bool,
    pub in_check: bool,
    /// What the table knew.
    pub known: Option<Entry>,
    pub hash_move: Option<Move>,
    /// The evaluation as it was computed, or [`UNKNOWN`] in check.
    pub raw: i32,
    /// The evaluation put right by earlier errors.
    pub static_evaluation: i32,
    /// The best guess at the value: the table's where it says more.
    pub evaluation: i32,
    pub improving: bool,
    /// Whether it is, or once was, on a principal variation.
    pub was_pv: bool,
}

impl Worker {
    /// Searches a node and returns its value: exact inside the window, a bound outside it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn node<const PV: bool>(
        &mut self,
        shared: &Shared,
        position: &Position,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(shared, position, alpha, beta, ply);
        }
        let is_root = ply == 0;
        if PV {
            self.entry(ply).line.clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.must_stop(shared) {
            return 0;
        }
        if !is_root {
            if let Some(value) = self.drawn(position, ply) {
                return value;
            }
            if ply >= MAX_PLY {
                return if position.is_check() { 0 } else { self.evaluated(position) };
            }
            // Mate-distance pruning: no line from here can beat a shorter mate already found.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        self.entry(ply + 2).cutoffs = 0;
        self.entry(ply + 1).killers = [None; 2];
        self.entry(ply + 1).excluded = None;
        let excluded = self.entry(ply).excluded;

        let known = if excluded.is_none() { shared.table.probe(position.key(), ply) } else { None };
        if !PV
            && let Some(entry) = known
            && entry.depth >= depth
            && entry.cuts_off(alpha, beta)
            && position.halfmoves() < 90
        {
            self.learn_known_cutoff(position, &entry, beta, depth, ply);
            return entry.value;
        }
        if !is_root
            && excluded.is_none()
            && let Some(value) = self.tablebase_value(shared, position, alpha, beta, depth, ply)
        {
            return value;
        }

        let mut node = self.look_at::<PV>(position, beta, depth, ply, cut_node, known);
        if !PV && !node.in_check && excluded.is_none() {
            if let Some(value) = self.prune_node(shared, &node, alpha) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }
        // Internal iterative reduction: a node without a hash move is not worth its full depth yet.
        if node.depth >= 4 && node.hash_move.is_none() && excluded.is_none() && (PV || cut_node) {
            node.depth -= 1;
        }
        self.moves_of_node::<PV>(shared, node, alpha, excluded)
    }

    /// Finds out what there is to know about a node before any move is tried.
    fn look_at<'a, const PV: bool>(
        &mut self,
        position: &'a Position,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
        known: Option<Entry>,
    ) -> Node<'a> {
        let hash_move = match ply {
            0 => Some(self.root_moves[self.pv_index].line[0]),
            _ => known.and_then(|entry| entry.best),
        };
        let in_check = position.is_check();
        let mut node = Node {
            position,
            ply,
            beta,
            depth,
            cut_node,
            in_check,
            known,
            hash_move,
            raw: UNKNOWN,
            static_evaluation: UNKNOWN,
            evaluation: UNKNOWN,
            improving: false,
            was_pv: PV || known.is_some_and(|entry| entry.was_pv),
        };
        if in_check {
            self.entry(ply).evaluation = UNKNOWN;
            return node;
        }
        if self.entry(ply).excluded.is_some() {
            // A singular search: the node has just been looked at.
            node.static_evaluation = self.entry(ply).evaluation;
            node.evaluation = node.static_evaluation;
        } else {
            let corrections = self.history.corrections(position, self.moves_before(ply));
            node.raw = match known {
                Some(entry) if entry.evaluation != UNKNOWN => entry.evaluation,
                _ => self.evaluated(position),
            };
            node.static_evaluation =
                self.history.corrected(corrections, node.raw, &self.parameters);
            self.entry(ply).evaluation = node.static_evaluation;
            self.learn_change(position, ply, node.static_evaluation);
            node.evaluation = match known {
                Some(entry) if entry.is_better_guess(node.static_evaluation) => entry.value,
                _ => node.static_evaluation,
            };
        }
        node.improving = self.is_improving(ply, node.static_evaluation);
        node
    }

    /// Searches the moves of a node.
    fn moves_of_node<const PV: bool>(
        &mut self,
        shared: &Shared,
        mut node: Node,
        mut alpha: i32,
        excluded: Option<Move>,
    ) -> i32 {
        let (position, ply, beta) = (node.position, node.ply, node.beta);
        let is_root = ply == 0;
        let setting = self.setting(position, ply);
        self.entry(ply).threats = setting.threats;
        let killers = self.entry(ply).killers;
        let mut picker = Picker::all(self, position, node.hash_move, killers, setting);
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut failed = Failed::default();

        while let Some(m) = picker.next(self, position) {
            if Some(m) == excluded || is_root && !self.is_root_candidate(m) {
                continue;
            }
            number += 1;
            shared.table.prefetch(position.likely_key_after(m));
            let quiet = !is_noisy(position, m);
            let history = if quiet {
                self.history.quiet(position, m, &setting, &self.parameters)
            } else {
                self.history.capture(position, m)
            };
            if !is_root
                && best > -WIN_BOUND
                && self.is_move_pruned(&node, &mut picker, m, number, alpha, history)
            {
                continue;
            }
            let extension = match self.extension::<PV>(shared, &node, m, excluded) {
                Ok(extension) => extension,
                Err(value) => {
                    picker.finish(self);
                    return value;
                }
            };
            if is_root {
                self.report_current_move(shared, m, number);
            }
            let nodes_before = self.nodes;
            let after = self.play(shared, position, m, ply);
            self.entry(ply + 1).extensions = self.entry(ply).extensions + i32::from(extension >= 2);
            let depth = node.depth - 1 + extension;

            let mut value = alpha;
            let mut fully = PV && number == 1;
            if node.depth >= 2 && number > 1 + usize::from(is_root) {
                // Late-move reduction: first a look at less depth.
                let refutes = killers.contains(&Some(m));
                let bad = picker.is_at_bad_captures();
                let reduction =
                    self.reduction::<PV>(&node, number, quiet, bad, refutes, history, &after);
                let reduced = (depth - reduction).clamp(1.min(depth), depth + i32::from(PV));
                value =
                    -self.node::<false>(shared, &after, -alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < depth {
                    // Deeper still where it came out much better than expected.
                    let again = depth
                        + i32::from(value > best + self.parameters.deeper_margin + 2 * depth)
                        - i32::from(value < best + depth);
                    if again > reduced {
                        let cut = !node.cut_node;
                        value = -self.node::<false>(
                            shared,
                            &after,
                            -alpha - 1,
                            -alpha,
                            again,
                            ply + 1,
                            cut,
                        );
                    }
                }
                fully = PV && value > alpha;
            } else if !PV || number > 1 {
                let cut = !node.cut_node;
                value =
                    -self.node::<false>(shared, &after, -alpha - 1, -alpha, depth, ply + 1, cut);
                fully = PV && value > alpha;
            }
            if fully {
                value = -self.node::<true>(shared, &after, -beta, -alpha, depth, ply + 1, false);
            }
            self.take_back();
            if self.stopped {
                break;
            }
            if is_root {
                self.note_root_move(m, number, value, alpha, nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if PV && !is_root {
                        self.extend_line(ply, m);
                    }
                    if value >= beta {
                        self.entry(ply).cutoffs += 1;
                        let depth = node.depth + i32::from(best > beta + 80);
                        self.learn_cutoff(position, m, quiet, depth, &setting, ply, &failed);
                        break;
                    }
                    alpha = value;
                    // The rest has to beat this one, which is unlikely.
                    if (3..12).contains(&node.depth) && !is_root && value.abs() < WIN_BOUND {
                        node.depth -= 1;
                    }
                }
            }
            if Some(m) != best_move {
                if quiet { &mut failed.quiets } else { &mut failed.captures }.push(m);
            }
        }
        picker.finish(self);
        if self.stopped {
            return 0;
        }
        if number == 0 {
            return match excluded {
                Some(_) => alpha,
                None if node.in_check => mated_in(ply),
                None => 0,
            };
        }
        if excluded.is_none() && !(is_root && self.pv_index > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if bound == Bound::Upper {
                self.learn_no_refutation(&node);
            }
            self.remember(shared, &node, best_move, best, bound);
        }
        best
    }

    /// Whether the side to move stands better than at its last move, or the one before.
    fn is_improving(&self, ply: usize, evaluation: i32) -> bool {
        let two = self.earlier(ply, 2).evaluation;
        let earlier = if two != UNKNOWN { two } else { self.earlier(ply, 4).evaluation };
        earlier == UNKNOWN || evaluation > earlier
    }

    /// Makes the principal variation from `ply` the move and what follows it.
    pub(super) fn extend_line(&mut self, ply: usize, m: Move) {
        let at = ply + super::BEFORE_ROOT;
        let (here, below) = self.stack.split_at_mut(at + 1);
        let line = &mut here[at].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}
