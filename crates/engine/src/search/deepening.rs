//! Iterative deepening: the root of the search, depth after depth, with aspiration windows, several
//! principal variations where wanted, and the decision when enough time has been spent.

use super::history::NO_MOVE;
use super::{BEFORE_ROOT, Shared, Worker};
use crate::progress::{Info, Progress};
use crate::value::{Bound, INFINITE, MATE, MATE_BOUND, MAX_PLY, UNKNOWN};
use std::time::Duration;
use zugwerk_chess::{Game, Move};

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move and what is expected to follow.
    pub line: Vec<Move>,
    /// Its value at the present depth; -INFINITE where it was only shown to be no better than another.
    pub value: i32,
    /// Its value at the last depth.
    previous: i32,
    deepest: usize,
    nodes: u64,
    /// How a tablebase ranks it: higher is better, moves of one rank are equal.
    pub tablebase_rank: i32,
}

impl RootMove {
    pub fn new(m: Move) -> RootMove {
        RootMove {
            line: vec![m],
            value: -INFINITE,
            previous: -INFINITE,
            deepest: 0,
            nodes: 0,
            tablebase_rank: 0,
        }
    }

    /// Whether its value has been searched, not only bounded by a better move's.
    pub fn is_known(&self) -> bool {
        self.best_known_value() != -INFINITE
    }

    /// What the move is worth by the newest complete information.
    pub fn best_known_value(&self) -> i32 {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// The greatest depth of iterative deepening.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 6;

impl Worker {
    /// Searches the position of `game` until a limit is reached. The root moves are ordered best first.
    pub fn deepen(&mut self, shared: &Shared, game: &Game, root_moves: &[RootMove]) {
        let position = game.position();
        self.prepare(game, root_moves);
        let last = shared.limits.depth.filter(|_| self.index == 0).unwrap_or(MAX_DEPTH);
        let mut stable_for = 0;
        let mut last_best = None;
        for depth in 1..=last.clamp(1, MAX_DEPTH) {
            // Helpers take turns to be one ply ahead, so that threads do not all do the same.
            self.root_depth = depth + (self.index % 2) as i32;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.best_known_value();
            }
            let lines = shared.multi_pv.clamp(1, self.root_moves.len());
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.aspiration(shared, position);
                self.root_moves[..=pv_index]
                    .sort_by_key(|m| std::cmp::Reverse((m.tablebase_rank, m.best_known_value())));
                if self.index == 0 && (!self.stopped || pv_index == 0 || depth == 1) {
                    let complete = pv_index + 1 == lines;
                    if complete || self.stopped || shared.control.elapsed() > REPORT_PARTS_AFTER {
                        self.report_lines(shared, lines, pv_index);
                    }
                }
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.index > 0 {
                continue;
            }
            let best = self.root_moves[0].line[0];
            stable_for = if last_best == Some(best) { stable_for + 1 } else { 0 };
            last_best = Some(best);
            if self.is_settled(shared, depth, stable_for) || self.must_stop(shared) {
                break;
            }
        }
        self.publish(shared);
    }

    fn prepare(&mut self, game: &Game, root_moves: &[RootMove]) {
        self.root_moves = root_moves.to_vec();
        self.keys.clear();
        self.keys.extend_from_slice(game.keys());
        self.evaluator.reset(game.position());
        self.moves.clear();
        self.nodes = 0;
        self.tablebase_hits = 0;
        self.deepest = 0;
        self.stopped = false;
        self.completed_depth = 0;
        self.null_moves_from = 0;
        for entry in &mut self.stack {
            entry.evaluation = UNKNOWN;
            entry.moved = NO_MOVE;
            entry.quiet = None;
            entry.excluded = None;
            entry.killers = [None; 2];
            entry.cutoffs = 0;
            entry.extensions = 0;
        }
    }

    /// Searches the root with a window around the expected value, and a wider one where that failed.
    fn aspiration(&mut self, shared: &Shared, position: &zugwerk_chess::Position) {
        self.deepest = 0;
        let expected = self.root_moves[self.pv_index].previous;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut window = self.parameters.aspiration_window;
        if self.root_depth >= 5 && expected.abs() < MATE_BOUND {
            alpha = (expected - window).max(-INFINITE);
            beta = (expected + window).min(INFINITE);
        }
        let mut reduction = 0;
        loop {
            let depth = (self.root_depth - reduction).max(1);
            let value = self.node::<true>(shared, position, alpha, beta, depth, 0, false);
            self.root_moves[self.pv_index..]
                .sort_by_key(|m| std::cmp::Reverse((m.tablebase_rank, m.value)));
            if self.stopped || alpha < value && value < beta {
                return;
            }
            if self.index == 0
                && shared.multi_pv == 1
                && shared.control.elapsed() > REPORT_PARTS_AFTER
            {
                let bound = if value <= alpha { Bound::Upper } else { Bound::Lower };
                self.report_line(shared, 0, bound);
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - window).max(-INFINITE);
                reduction = 0;
            } else {
                beta = (value + window).min(INFINITE);
                reduction = (reduction + 1).min(3);
            }
            window += window / 2 + 5;
            if window > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether a root move belongs to the principal variation being searched.
    pub(super) fn is_root_candidate(&self, m: Move) -> bool {
        let rank = self.root_moves[self.pv_index].tablebase_rank;
        self.root_moves[self.pv_index..]
            .iter()
            .any(|root_move| root_move.line[0] == m && root_move.tablebase_rank == rank)
    }

    /// Keeps what was found about a root move.
    pub(super) fn note_root_move(
        &mut self,
        m: Move,
        number: usize,
        value: i32,
        alpha: i32,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let deepest = self.deepest;
        let below = &self.stack[1 + BEFORE_ROOT].line;
        let Some(found) = self.root_moves.iter_mut().find(|root_move| root_move.line[0] == m)
        else {
            return;
        };
        found.nodes += spent;
        if number == 1 || value > alpha {
            found.value = value;
            found.deepest = deepest;
            found.line.truncate(1);
            found.line.extend_from_slice(below);
        } else {
            found.value = -INFINITE;
        }
    }

    pub(super) fn report_current_move(&self, shared: &Shared, m: Move, number: usize) {
        if self.index == 0 && shared.control.elapsed() > REPORT_MOVES_AFTER {
            let number = number + self.pv_index;
            (shared.report)(&Progress::CurrentMove { depth: self.root_depth, m, number });
        }
    }

    fn report_lines(&self, shared: &Shared, lines: usize, pv_index: usize) {
        for rank in 0..lines {
            // Lines not yet searched at this depth are told with what the last one found.
            if rank <= pv_index || self.root_moves[rank].previous != -INFINITE {
                self.report_line(shared, rank, Bound::Exact);
            }
        }
    }

    fn report_line(&self, shared: &Shared, rank: usize, bound: Bound) {
        self.publish(shared);
        let root_move = &self.root_moves[rank];
        let is_new = root_move.value != -INFINITE && rank <= self.pv_index;
        let value = root_move.best_known_value();
        if value == -INFINITE {
            return;
        }
        (shared.report)(&Progress::Line(Info {
            depth: if is_new { self.root_depth } else { (self.root_depth - 1).max(1) },
            deepest: root_move.deepest + 1,
            rank: rank + 1,
            value: shared.tablebases.root_value(root_move.tablebase_rank, value),
            bound,
            nodes: shared.control.nodes(),
            tablebase_hits: shared.control.tablebase_hits(),
            permille_full: shared.table.permille_full(),
            time: shared.control.elapsed(),
            line: root_move.line.clone(),
        }));
    }

    /// Whether the main thread has found what was asked for, or has spent enough time on it.
    fn is_settled(&mut self, shared: &Shared, depth: i32, stable_for: u32) -> bool {
        let best = &self.root_moves[0];
        let value = best.value;
        if let Some(moves) = shared.limits.mate
            && value.abs() >= MATE_BOUND
            && MATE - value.abs() <= 2 * moves
        {
            return true;
        }
        if shared.limits.soft_nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        if shared.clock.soft.is_none() && shared.clock.hard.is_none() {
            return false;
        }
        // With time to keep, a forced move or a mate that cannot be shortened needs no more thought.
        if shared.clock.soft.is_some() && self.root_moves.len() == 1 && depth >= 6 {
            return !shared.control.is_pondering();
        }
        if value.abs() >= MATE_BOUND && depth > 2 * (MATE - value.abs()) + 4 {
            return !shared.control.is_pondering();
        }
        // Think longer when the best move keeps changing, when its value falls, and when much of the
        // work went into other moves.
        let stability = [1.6, 1.25, 1.1, 0.95, 0.85, 0.78][stable_for.min(5) as usize];
        let fall = f64::from((best.previous - value).clamp(-20, 60));
        let falling = 1.0 + fall / 100.0;
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let effort = (1.65 - share).clamp(0.6, 1.5);
        // On a machine without a free core time may pass before the search has seen anything: the soft limit is for
        // searches that have got somewhere.
        depth >= SENSIBLE_DEPTH
            && shared.clock.is_enough(shared.control, 0.8 * stability * falling * effort)
    }
}

/// Only the hard limit ends a search before this depth, which takes some milliseconds of a core.
const SENSIBLE_DEPTH: i32 = 8;
/// Root moves are told one by one after this time, as GUIs expect.
const REPORT_MOVES_AFTER: Duration = Duration::from_secs(2);
/// Bounds and incomplete sets of lines are told after this time.
const REPORT_PARTS_AFTER: Duration = Duration::from_millis(500);

#[cfg(test)]
mod tests {
    use super::SENSIBLE_DEPTH;
    use crate::limits::GameClock;
    use crate::{Control, Engine, Limits};
    use std::time::Duration;
    use zugwerk_chess::Game;

    /// As on a machine without a free core: the time to be spent is over before the search begins.
    #[test]
    fn a_search_that_was_kept_waiting_still_gets_somewhere() {
        let left = Duration::from_secs(520);
        let clock = GameClock { left, increment: Duration::ZERO, moves_to_go: Some(26) };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let control = Control::began(Duration::from_secs(70));
        let found = Engine::new(4).search(&Game::default(), &limits, &control, &|_| ());
        assert_eq!(found.depth, SENSIBLE_DEPTH);
    }
}
