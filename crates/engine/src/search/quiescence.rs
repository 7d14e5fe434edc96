//! The search at the leaves: captures and promotions only, until the position is quiet enough to be
//! evaluated. In check every evasion is tried.

use super::picker::{Picker, is_noisy};
use super::{Shared, Worker};
use crate::table::Entry;
use crate::value::{Bound, INFINITE, MAX_PLY, UNKNOWN, WIN_BOUND, mated_in};
use zugwerk_chess::{EXCHANGE_VALUES, Position, Role};

impl Worker {
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        shared: &Shared,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if PV {
            self.entry(ply).line.clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.drawn(position, ply) {
            return value;
        }
        let in_check = position.is_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.evaluated(position) };
        }
        let known = shared.table.probe(position.key(), ply);
        if let Some(entry) = known
            && !PV
            && entry.cuts_off(alpha, beta)
        {
            return entry.value;
        }

        // Stand pat: nobody has to take.
        let (mut best, mut evaluation) = (-INFINITE, UNKNOWN);
        if !in_check {
            let corrections = self.history.corrections(position, self.moves_before(ply));
            evaluation = match known {
                Some(entry) if entry.evaluation != UNKNOWN => entry.evaluation,
                _ => self.evaluated(position),
            };
            best = self.history.corrected(corrections, evaluation, &self.parameters);
            if let Some(entry) = known
                && entry.is_better_guess(best)
            {
                best = entry.value;
            }
            if best >= beta {
                // Between the two: the evaluation alone is no proof of more than was asked for.
                if best.abs() < WIN_BOUND {
                    best = (best + beta) / 2;
                }
                if known.is_none() {
                    let entry = Entry {
                        best: None,
                        value: best,
                        evaluation,
                        depth: 0,
                        bound: Bound::Lower,
                        was_pv: false,
                    };
                    shared.table.store(position.key(), ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let futility = best + self.parameters.delta_margin;
        let first_alpha = alpha;
        let hash_move = known.and_then(|entry| entry.best);
        let mut picker = if in_check {
            let setting = self.setting(position, ply);
            Picker::all(self, position, hash_move, [None; 2], setting)
        } else {
            Picker::captures(self, position, hash_move, 0)
        };
        let mut best_move = None;
        let mut searched = 0;
        while let Some(m) = picker.next(self, position) {
            let quiet = in_check && !is_noisy(position, m);
            if best > -WIN_BOUND {
                // One evasion has held: quiet and losing ones need not be tried.
                if quiet && searched > 0 {
                    picker.skip_quiets = true;
                    continue;
                }
                if in_check && picker.is_at_bad_captures() {
                    break;
                }
                // Delta pruning: even the whole victim does not reach alpha.
                if !in_check && m.promoted().is_none() {
                    let gain = position.captured(m).map_or(0, |p| EXCHANGE_VALUES[p.index()]);
                    if futility + gain <= alpha && gain < EXCHANGE_VALUES[Role::Queen.index()] {
                        best = best.max(futility + gain);
                        continue;
                    }
                }
            }
            let after = self.play(shared, position, m, ply);
            let value = -self.quiescence::<PV>(shared, &after, -beta, -alpha, ply + 1);
            self.take_back();
            searched += 1;
            if self.stopped {
                picker.finish(self);
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if PV {
                        self.extend_line(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        picker.finish(self);
        if in_check && searched == 0 && best == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let was_pv = known.is_some_and(|entry| entry.was_pv);
        let entry = Entry { best: best_move, value: best, evaluation, depth: 0, bound, was_pv };
        shared.table.store(position.key(), ply, entry);
        best
    }
}
