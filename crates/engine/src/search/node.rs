//! The search of one inner node. Each heuristic is a short step under its name; the numbers are in
//! [`Parameters`](crate::Parameters).

use super::picker::{Picker, is_noisy};
use super::{Shared, Worker};
use crate::table::Entry;
use crate::value::{Bound, INFINITE, MATE, MATE_BOUND, MAX_PLY, UNKNOWN, WIN_BOUND, mated_in};
use zugwerk_chess::{Move, Piece, Position};

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

/// The moves tried at a node without success, to be punished when another one succeeds.
struct Failed {
    quiets: [Option<Move>; 32],
    quiet_count: usize,
    captures: [Option<Move>; 32],
    capture_count: usize,
}

impl Failed {
    fn new() -> Failed {
        Failed { quiets: [None; 32], quiet_count: 0, captures: [None; 32], capture_count: 0 }
    }

    fn add(&mut self, m: Move, quiet: bool) {
        let (list, count) = if quiet {
            (&mut self.quiets, &mut self.quiet_count)
        } else {
            (&mut self.captures, &mut self.capture_count)
        };
        if *count < list.len() {
            list[*count] = Some(m);
            *count += 1;
        }
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
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(shared, position, alpha, beta, ply);
        }
        let is_root = ply == 0;
        let in_check = position.is_check();
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
                return if in_check { 0 } else { self.evaluator.value(position) };
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

        // Transposition table.
        let known = if excluded.is_none() { shared.table.probe(position.key(), ply) } else { None };
        let hash_move = if is_root {
            Some(self.root_moves[self.pv_index].line[0])
        } else {
            known.and_then(|entry| entry.best)
        };
        let was_pv = PV || known.is_some_and(|entry| entry.was_pv);
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && entry.cuts_off(alpha, beta)
            && position.halfmoves() < 90
        {
            if entry.value >= beta
                && let Some(m) = entry.best
                && position.is_legal(m)
                && !is_noisy(position, m)
            {
                let (before, bonus) = (self.moves_before(ply), self.bonus(depth));
                self.history.update_quiet(position, m, before, bonus);
            }
            return entry.value;
        }

        // Tablebases.
        if !is_root
            && excluded.is_none()
            && let Some(found) = shared.tablebases.value(position, ply, depth)
        {
            self.tablebase_hits += 1;
            let bound = found.bound;
            if bound == Bound::Exact
                || bound == Bound::Lower && found.value >= beta
                || bound == Bound::Upper && found.value <= alpha
            {
                let entry = Entry {
                    best: None,
                    value: found.value,
                    evaluation: UNKNOWN,
                    depth: (depth + 6).min(MAX_PLY as i32),
                    bound,
                    was_pv,
                };
                shared.table.store(position.key(), ply, entry);
                return found.value;
            }
        }

        // Static evaluation.
        let mut raw = UNKNOWN;
        let mut evaluation = UNKNOWN;
        if in_check {
            self.frame(ply).evaluation = UNKNOWN;
        } else if excluded.is_some() {
            evaluation = self.frame(ply).evaluation;
        } else {
            raw = match known {
                Some(entry) if entry.evaluation != UNKNOWN => entry.evaluation,
                _ => self.evaluator.value(position),
            };
            let corrected = self.history.corrected(position, raw);
            self.frame(ply).evaluation = corrected;
            evaluation = match known {
                Some(entry) if entry.is_better_guess(corrected) => entry.value,
                _ => corrected,
            };
        }
        let static_evaluation = self.frame(ply).evaluation;
        let improving = !in_check && self.is_improving(ply, static_evaluation);

        if !PV && !in_check && excluded.is_none() {
            if let Some(value) = self.prune_node(
                shared, position, alpha, beta, depth, ply, cut_node, evaluation, improving,
            ) {
                return value;
            }
            if let Some(value) = self.probcut(
                shared,
                position,
                beta,
                depth,
                ply,
                cut_node,
                static_evaluation,
                known,
                raw,
            ) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        // Internal iterative reduction: a node without a hash move is not worth its full depth yet.
        if depth >= 4 && hash_move.is_none() && excluded.is_none() && (PV || cut_node) {
            depth -= 1;
        }

        let before = self.moves_before(ply);
        let killers = self.frame(ply).killers;
        let refutations = [killers[0], killers[1], self.history.counter(before[0])];
        let mut picker = Picker::all(self, position, hash_move, refutations, before);
        let hash_is_noisy = hash_move.is_some_and(|m| is_noisy(position, m));
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut failed = Failed::new();

        while let Some(m) = picker.next(self, position) {
            if Some(m) == excluded || is_root && !self.is_root_candidate(m) {
                continue;
            }
            number += 1;
            let quiet = !is_noisy(position, m);
            let history = if quiet {
                self.history.quiet(position, m, before)
            } else {
                self.history.capture(position, m)
            };

            // Pruning of single moves, once one has been searched that is not a loss.
            if !is_root && best > -WIN_BOUND && self.has_pieces(position) {
                let reduced = (depth - self.reductions.of(depth, number)).max(0);
                if quiet {
                    // Late-move pruning.
                    let enough = (self.parameters.late_move_base + depth * depth) as usize;
                    if number >= if improving { enough } else { enough / 2 } {
                        picker.skip_quiets = true;
                    }
                    // Futility pruning.
                    if !in_check
                        && reduced <= self.parameters.futility_depth
                        && static_evaluation
                            + self.parameters.futility_base
                            + self.parameters.futility_margin * reduced
                            + history / 128
                            <= alpha
                    {
                        picker.skip_quiets = true;
                        continue;
                    }
                    // History pruning.
                    if depth <= 5 && history < -self.parameters.history_pruning * depth {
                        continue;
                    }
                    // Quiet moves that lose material.
                    if !position.see_at_least(m, -self.parameters.see_quiet * reduced * reduced) {
                        continue;
                    }
                } else if picker.is_at_bad_captures()
                    && !position.see_at_least(m, -self.parameters.see_capture * depth)
                {
                    continue;
                }
            }

            let mut extension = 0;
            // Singular extension: a hash move that is much better than all others deserves more.
            if let Some(entry) = known
                && !is_root
                && Some(m) == hash_move
                && excluded.is_none()
                && depth >= self.parameters.singular_depth
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && entry.value.abs() < WIN_BOUND
                && (ply as i32) < 2 * self.root_depth
            {
                let bound = entry.value - depth * self.parameters.singular_margin / 16;
                self.frame(ply).excluded = Some(m);
                let value = self.node::<false>(
                    shared,
                    position,
                    bound - 1,
                    bound,
                    (depth - 1) / 2,
                    ply,
                    cut_node,
                );
                self.frame(ply).excluded = None;
                if self.stopped {
                    break;
                }
                if value < bound {
                    extension = 1;
                    if !PV
                        && value < bound - self.parameters.double_extension
                        && self.frame(ply).extensions <= 8
                    {
                        extension = 2;
                    }
                } else if bound >= beta {
                    // Multi-cut: another move refutes the last one too.
                    picker.finish(self);
                    return bound;
                } else if entry.value >= beta {
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            } else if in_check && depth <= 8 && PV {
                // Check extension, where it cannot explode.
                extension = 1;
            }

            if is_root {
                self.report_current_move(shared, m, number);
            }
            let nodes_before = self.nodes;
            let after = self.play(shared, position, m, ply);
            let gives_check = after.is_check();
            self.frame(ply + 1).extensions = self.frame(ply).extensions + i32::from(extension >= 2);
            let new_depth = depth - 1 + extension;

            let mut value = alpha;
            let mut searched_fully = PV && number == 1;
            if depth >= 2 && number > 1 + usize::from(is_root) {
                // Late-move reduction.
                let mut reduction = self.reductions.of(depth, number);
                if quiet {
                    reduction += i32::from(!PV) + i32::from(!improving) + 2 * i32::from(cut_node);
                    reduction += i32::from(hash_is_noisy);
                    reduction -= i32::from(refutations.contains(&Some(m)));
                    reduction -= history / self.parameters.reduction_history;
                } else {
                    reduction += i32::from(cut_node) + i32::from(picker.is_at_bad_captures()) - 1;
                    reduction -= history / self.parameters.reduction_history;
                }
                reduction -= i32::from(was_pv) + i32::from(gives_check);
                reduction += i32::from(self.frame(ply + 1).cutoffs > 3);
                let reduced =
                    (new_depth - reduction).clamp(1.min(new_depth), new_depth + i32::from(PV));
                value =
                    -self.node::<false>(shared, &after, -alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < new_depth {
                    let deeper = i32::from(value > best + 40 + 2 * new_depth)
                        - i32::from(value < best + new_depth);
                    let again = new_depth + deeper;
                    if again > reduced {
                        value = -self.node::<false>(
                            shared,
                            &after,
                            -alpha - 1,
                            -alpha,
                            again,
                            ply + 1,
                            !cut_node,
                        );
                    }
                }
                searched_fully = PV && value > alpha;
            } else if !PV || number > 1 {
                value = -self.node::<false>(
                    shared,
                    &after,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
                searched_fully = PV && value > alpha;
            }
            if searched_fully {
                value =
                    -self.node::<true>(shared, &after, -beta, -alpha, new_depth, ply + 1, false);
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
                        self.learn_cutoff(
                            position,
                            m,
                            quiet,
                            depth + i32::from(best > beta + 80),
                            ply,
                            &failed,
                        );
                        break;
                    }
                    alpha = value;
                    // The rest has to beat this one, which is unlikely.
                    if (3..12).contains(&depth) && !is_root && value.abs() < WIN_BOUND {
                        depth -= 1;
                    }
                }
            }
            if Some(m) != best_move {
                failed.add(m, quiet);
            }
        }
        picker.finish(self);
        if self.stopped {
            return 0;
        }
        if number == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                0
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
            let entry =
                Entry { best: best_move, value: best, evaluation: raw, depth, bound, was_pv };
            shared.table.store(position.key(), ply, entry);
            let quiet_best = best_move.is_none_or(|m| !is_noisy(position, m));
            if !in_check
                && quiet_best
                && best.abs() < WIN_BOUND
                && !(bound == Bound::Lower && best <= static_evaluation)
                && !(bound == Bound::Upper && best >= static_evaluation)
            {
                self.history.correct(position, depth, best - raw_or(static_evaluation, raw));
            }
        }
        best
    }

    /// Whether the side to move stands better than at its last move, or the one before.
    fn is_improving(&self, ply: usize, evaluation: i32) -> bool {
        let two = self.earlier(ply, 2).evaluation;
        let four = self.earlier(ply, 4).evaluation;
        let earlier = if two != UNKNOWN { two } else { four };
        earlier == UNKNOWN || evaluation > earlier
    }

    /// Whether the side to move has more than king and pawns: without, zugzwang is near.
    #[inline(always)]
    fn has_pieces(&self, position: &Position) -> bool {
        let few = position.piece(Piece::Pawn) | position.piece(Piece::King);
        (position.color(position.turn()) & !few).any()
    }

    /// Gives up a node whose outcome the evaluation or a null move settles.
    #[allow(clippy::too_many_arguments)]
    fn prune_node(
        &mut self,
        shared: &Shared,
        position: &Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
        evaluation: i32,
        improving: bool,
    ) -> Option<i32> {
        // Reverse futility: so far ahead that a quiet move will do.
        if depth <= self.parameters.reverse_futility_depth
            && evaluation.abs() < WIN_BOUND
            && beta.abs() < WIN_BOUND
            && evaluation - self.parameters.reverse_futility_margin * (depth - i32::from(improving))
                >= beta
        {
            return Some((evaluation + beta) / 2);
        }
        // Razoring: so far behind that only captures can help.
        if depth <= self.parameters.razoring_depth
            && evaluation + self.parameters.razoring_base + self.parameters.razoring_margin * depth
                < alpha
        {
            let value = self.quiescence::<false>(shared, position, alpha, alpha + 1, ply);
            if value <= alpha {
                return Some(value);
            }
        }
        // Null move: if even passing is good enough, a move will be.
        if depth >= 3
            && evaluation >= beta
            && self.frame(ply).evaluation >= beta - 20 * depth + 150
            && self.earlier(ply, 1).moved != super::history::NO_MOVE
            && ply >= self.null_moves_from
            && beta > -WIN_BOUND
            && self.has_pieces(position)
        {
            let lead = ((evaluation - beta) / self.parameters.null_lead).clamp(0, 3);
            let reduction = self.parameters.null_base + depth / self.parameters.null_divisor + lead;
            let after = self.pass(shared, position, ply);
            let value = -self.node::<false>(
                shared,
                &after,
                -beta,
                1 - beta,
                depth - reduction,
                ply + 1,
                !cut_node,
            );
            self.take_back();
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                let value = if value >= WIN_BOUND { beta } else { value };
                if depth < 14 || self.null_moves_from > 0 {
                    return Some(value);
                }
                // Deep down it is verified without null moves, against zugzwang.
                self.null_moves_from = ply + 3 * (depth - reduction).max(1) as usize / 4;
                let verified = self.node::<false>(
                    shared,
                    position,
                    beta - 1,
                    beta,
                    depth - reduction,
                    ply,
                    false,
                );
                self.null_moves_from = 0;
                if verified >= beta {
                    return Some(value);
                }
            }
        }
        None
    }

    /// ProbCut: a good capture that beats beta by far in a shallow search will beat it in a deep one.
    #[allow(clippy::too_many_arguments)]
    fn probcut(
        &mut self,
        shared: &Shared,
        position: &Position,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
        static_evaluation: i32,
        known: Option<Entry>,
        raw: i32,
    ) -> Option<i32> {
        let raised = beta + self.parameters.probcut_margin;
        if depth < self.parameters.probcut_depth
            || beta.abs() >= WIN_BOUND
            || known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < raised)
        {
            return None;
        }
        let hash_move = known.and_then(|entry| entry.best);
        let mut picker = Picker::captures(self, position, hash_move, raised - static_evaluation);
        let mut cut = None;
        while let Some(m) = picker.next(self, position) {
            let after = self.play(shared, position, m, ply);
            let mut value = -self.quiescence::<false>(shared, &after, -raised, 1 - raised, ply + 1);
            if value >= raised {
                value = -self.node::<false>(
                    shared,
                    &after,
                    -raised,
                    1 - raised,
                    depth - 4,
                    ply + 1,
                    !cut_node,
                );
            }
            self.take_back();
            if self.stopped {
                break;
            }
            if value >= raised {
                let entry = Entry {
                    best: Some(m),
                    value,
                    evaluation: raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                shared.table.store(position.key(), ply, entry);
                cut = Some(if value.abs() < MATE_BOUND { value - (raised - beta) } else { value });
                break;
            }
        }
        picker.finish(self);
        cut
    }

    fn bonus(&self, depth: i32) -> i32 {
        (self.parameters.history_bonus * depth).min(self.parameters.history_bonus_max)
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
            self.history.set_counter(before[0], m);
            // A first move that cuts off at once at low depth teaches little.
            if depth > 3 || failed.quiet_count > 0 {
                self.history.update_quiet(position, m, before, bonus);
            }
            for other in failed.quiets[..failed.quiet_count].iter().flatten() {
                self.history.update_quiet(position, *other, before, -bonus);
            }
        } else {
            self.history.update_capture(position, m, bonus);
        }
        for other in failed.captures[..failed.capture_count].iter().flatten() {
            self.history.update_capture(position, *other, -bonus);
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

/// The evaluation before its correction, where it is known.
fn raw_or(static_evaluation: i32, raw: i32) -> i32 {
    if raw == UNKNOWN { static_evaluation } else { raw }
}
