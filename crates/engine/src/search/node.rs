//! The search of one inner node: what is known about it, then its moves one after the other. Each heuristic
//! is a short step under its name; the numbers are in [`Parameters`](crate::Parameters), and whole nodes
//! are given up in [`pruning`](super::pruning).

use super::history::NO_MOVE;
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
    was_pv: bool,
}

/// The moves tried at a node without success, to be punished when another one succeeds.
#[derive(Default)]
struct Failed {
    quiets: Short,
    captures: Short,
}

/// A few moves.
#[derive(Default)]
struct Short {
    moves: [Option<Move>; 32],
    count: usize,
}

impl Short {
    fn push(&mut self, m: Move) {
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
            self.frame(ply).line.clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.must_stop(shared) {
            return 0;
        }
        if !is_root {
            if self.is_draw(position, ply) {
                return self.draw_value();
            }
            if ply >= MAX_PLY {
                return if position.is_check() { 0 } else { self.evaluator.value(position) };
            }
            // Mate-distance pruning: no line from here can beat a shorter mate already found.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        self.frame(ply + 2).cutoffs = 0;
        self.frame(ply + 1).killers = [None; 2];
        self.frame(ply + 1).excluded = None;
        let excluded = self.frame(ply).excluded;

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
            self.frame(ply).evaluation = UNKNOWN;
            return node;
        }
        if self.frame(ply).excluded.is_some() {
            // A singular search: the node has just been looked at.
            node.static_evaluation = self.frame(ply).evaluation;
            node.evaluation = node.static_evaluation;
        } else {
            node.raw = match known {
                Some(entry) if entry.evaluation != UNKNOWN => entry.evaluation,
                _ => self.evaluator.value(position),
            };
            node.static_evaluation = self.history.corrected(position, node.raw);
            self.frame(ply).evaluation = node.static_evaluation;
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
        let before = self.moves_before(ply);
        let [first_killer, second_killer] = self.frame(ply).killers;
        let refutations = [first_killer, second_killer, self.history.counter(before[0])];
        let mut picker = Picker::all(self, position, node.hash_move, refutations, before);
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
                self.history.quiet(position, m, before)
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
            self.frame(ply + 1).extensions = self.frame(ply).extensions + i32::from(extension >= 2);
            let depth = node.depth - 1 + extension;

            let mut value = alpha;
            let mut fully = PV && number == 1;
            if node.depth >= 2 && number > 1 + usize::from(is_root) {
                // Late-move reduction: first a look at less depth.
                let refutes = refutations.contains(&Some(m));
                let bad = picker.is_at_bad_captures();
                let reduction =
                    self.reduction::<PV>(&node, number, quiet, bad, refutes, history, &after);
                let reduced = (depth - reduction).clamp(1.min(depth), depth + i32::from(PV));
                value =
                    -self.node::<false>(shared, &after, -alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < depth {
                    // Deeper still where it came out much better than expected.
                    let again = depth + i32::from(value > best + 40 + 2 * depth)
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
                        self.frame(ply).cutoffs += 1;
                        let depth = node.depth + i32::from(best > beta + 80);
                        self.learn_cutoff(position, m, quiet, depth, ply, &failed);
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
            self.remember(shared, &node, best_move, best, bound);
        }
        best
    }

    /// Whether a move is not worth searching, now that one has been searched that is not a loss.
    fn is_move_pruned(
        &mut self,
        node: &Node,
        picker: &mut Picker,
        m: Move,
        number: usize,
        alpha: i32,
        history: i32,
    ) -> bool {
        let position = node.position;
        if !super::pruning::has_pieces(position) {
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
        let enough = (parameters.late_move_base + depth * depth) as usize;
        if number >= if node.improving { enough } else { enough / 2 } {
            picker.skip_quiets = true;
        }
        // Futility pruning.
        let reduced = (depth - self.reductions.of(depth, number)).max(0);
        let hope = node.static_evaluation
            + parameters.futility_base
            + parameters.futility_margin * reduced
            + history / 128;
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

    /// By how many plies to search a move deeper, or the value of the node where that settles it.
    fn extension<const PV: bool>(
        &mut self,
        shared: &Shared,
        node: &Node,
        m: Move,
        excluded: Option<Move>,
    ) -> Result<i32, i32> {
        if let Some(entry) = node.known
            && node.ply > 0
            && Some(m) == node.hash_move
            && excluded.is_none()
            && node.depth >= self.parameters.singular_depth
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && entry.value.abs() < WIN_BOUND
            && (node.ply as i32) < 2 * self.root_depth
        {
            return self.singular::<PV>(shared, node, &entry, m);
        }
        // Check extension, where it cannot explode.
        Ok(i32::from(node.in_check && node.depth <= self.parameters.check_extension_depth))
    }

    /// Singular extension: a hash move that is much better than all others deserves more depth.
    fn singular<const PV: bool>(
        &mut self,
        shared: &Shared,
        node: &Node,
        entry: &Entry,
        m: Move,
    ) -> Result<i32, i32> {
        let bound = entry.value - node.depth * self.parameters.singular_margin / 16;
        self.frame(node.ply).excluded = Some(m);
        let depth = (node.depth - 1) / 2;
        let value = self.node::<false>(
            shared,
            node.position,
            bound - 1,
            bound,
            depth,
            node.ply,
            node.cut_node,
        );
        self.frame(node.ply).excluded = None;
        if self.stopped {
            return Err(0);
        }
        if value < bound {
            let much = !PV && value < bound - self.parameters.double_extension;
            return Ok(1 + i32::from(much && self.frame(node.ply).extensions <= 8));
        }
        if bound >= node.beta {
            // Multi-cut: another move refutes the last one too.
            return Err(bound);
        }
        Ok(if entry.value >= node.beta {
            -2
        } else if node.cut_node {
            -1
        } else {
            0
        })
    }

    /// By how many plies a later move is searched less.
    #[allow(clippy::too_many_arguments)]
    fn reduction<const PV: bool>(
        &mut self,
        node: &Node,
        number: usize,
        quiet: bool,
        bad_capture: bool,
        refutes: bool,
        history: i32,
        after: &Position,
    ) -> i32 {
        let mut reduction = self.reductions.of(node.depth, number);
        if quiet {
            let noisy_hash = node.hash_move.is_some_and(|m| is_noisy(node.position, m));
            reduction += i32::from(!PV) + i32::from(!node.improving) + 2 * i32::from(node.cut_node);
            reduction += i32::from(noisy_hash) - i32::from(refutes);
        } else {
            reduction += i32::from(node.cut_node) + i32::from(bad_capture) - 1;
        }
        reduction -= history / self.parameters.reduction_history;
        reduction -= i32::from(node.was_pv) + i32::from(after.is_check());
        reduction + i32::from(self.frame(node.ply + 1).cutoffs > 3)
    }

    /// Keeps the result of a node: in the table, and as the error of the evaluation.
    fn remember(
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
            self.history.correct(node.position, node.depth, best - node.raw);
        }
    }

    /// Whether the side to move stands better than at its last move, or the one before.
    fn is_improving(&self, ply: usize, evaluation: i32) -> bool {
        let two = self.earlier(ply, 2).evaluation;
        let earlier = if two != UNKNOWN { two } else { self.earlier(ply, 4).evaluation };
        earlier == UNKNOWN || evaluation > earlier
    }

    fn bonus(&self, depth: i32) -> i32 {
        (self.parameters.history_bonus * depth).min(self.parameters.history_bonus_max)
    }

    /// Rewards a quiet hash move that the table knows to be good enough.
    fn learn_known_cutoff(
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
            let (before, bonus) = (self.moves_before(ply), self.bonus(depth));
            self.history.update_quiet(position, m, before, bonus);
        }
    }

    /// Rewards the move that refuted the last one, and punishes those tried before it.
    fn learn_cutoff(
        &mut self,
        position: &Position,
        m: Move,
        quiet: bool,
        depth: i32,
        ply: usize,
        failed: &Failed,
    ) {
        let bonus = self.bonus(depth);
        let before = self.moves_before(ply);
        if quiet {
            let killers = &mut self.frame(ply).killers;
            if killers[0] != Some(m) {
                killers[1] = killers[0];
                killers[0] = Some(m);
            }
            if before[0] != NO_MOVE {
                self.history.set_counter(before[0], m);
            }
            // A first move that cuts off at once at low depth teaches little.
            if depth > 3 || failed.quiets.count > 0 {
                self.history.update_quiet(position, m, before, bonus);
            }
            for other in failed.quiets.iter() {
                self.history.update_quiet(position, other, before, -bonus);
            }
        } else {
            self.history.update_capture(position, m, bonus);
        }
        for other in failed.captures.iter() {
            self.history.update_capture(position, other, -bonus);
        }
    }

    /// Makes the principal variation from `ply` the move and what follows it.
    pub(super) fn extend_line(&mut self, ply: usize, m: Move) {
        let at = ply + super::BEFORE_ROOT;
        let (here, below) = self.frames.split_at_mut(at + 1);
        let line = &mut here[at].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}
