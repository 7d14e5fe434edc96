//! Hands out the moves of a position one by one, the most promising first, and makes them no sooner
//! than they are needed: the hash move, captures that do not lose, killers, the
//! other quiet moves, and last the captures that lose.

use super::Worker;
use super::history::Setting;
use crate::parameters::Parameters;
use zugwerk_chess::{Checks, EXCHANGE_VALUES, Move, MoveList, Position, Role};

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    m: Move,
    score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    HashMove,
    MakeCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// The state of picking at one node. The moves lie on the worker's common stack, from `start` on.
pub(super) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    killers: [Option<Move>; 2],
    setting: Option<Setting>,
    /// A capture is good if its exchange wins at least this much.
    threshold: i32,
    only_captures: bool,
    pub skip_quiets: bool,
    start: usize,
    /// Bad captures lie between `start` and here.
    bad_end: usize,
    next: usize,
    end: usize,
}

/// A check that loses no more than this is tried early.
const CHECK_LOSS: i32 = 75;

impl Picker {
    /// All moves of a node.
    pub fn all(
        worker: &Worker,
        position: &Position,
        hash_move: Option<Move>,
        killers: [Option<Move>; 2],
        setting: Setting,
    ) -> Picker {
        let hash_move = hash_move.filter(|m| position.is_legal(*m));
        Picker { killers, setting: Some(setting), ..Picker::new(worker, hash_move, 0, false) }
    }

    /// Captures and promotions alone, whose exchange wins at least `threshold`.
    pub fn captures(
        worker: &Worker,
        position: &Position,
        hash_move: Option<Move>,
        threshold: i32,
    ) -> Picker {
        let hash_move = hash_move.filter(|m| {
            position.is_legal(*m) && is_noisy(position, *m) && position.see_at_least(*m, threshold)
        });
        Picker::new(worker, hash_move, threshold, true)
    }

    fn new(
        worker: &Worker,
        hash_move: Option<Move>,
        threshold: i32,
        only_captures: bool,
    ) -> Picker {
        let start = worker.moves.len();
        Picker {
            stage: Stage::HashMove,
            hash_move,
            killers: [None; 2],
            setting: None,
            threshold,
            only_captures,
            skip_quiets: false,
            start,
            bad_end: start,
            next: start,
            end: start,
        }
    }

    /// Whether the moves still to come are captures that lose.
    pub fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The next move.
    #[inline]
    pub fn next(&mut self, worker: &mut Worker, position: &Position) -> Option<Move> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::MakeCaptures;
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                Stage::MakeCaptures => {
                    self.make_captures(worker, position);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.good_capture(worker, position) {
                    Some(m) => return Some(m),
                    None if self.only_captures => self.stage = Stage::Done,
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(m) = self.killer(position, 0) {
                        return Some(m);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::MakeQuiets;
                    if let Some(m) = self.killer(position, 1) {
                        return Some(m);
                    }
                }
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(worker, position);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets && self.next < self.end {
                        return Some(self.best(worker).m);
                    }
                    self.stage = Stage::BadCaptures;
                    self.next = self.start;
                    self.end = self.bad_end;
                }
                Stage::BadCaptures => {
                    if self.next < self.end {
                        let m = worker.moves[self.next].m;
                        self.next += 1;
                        return Some(m);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Gives back the room on the stack.
    pub fn finish(self, worker: &mut Worker) {
        worker.moves.truncate(self.start);
    }

    fn make_captures(&mut self, worker: &mut Worker, position: &Position) {
        let mut list = MoveList::new();
        position.generate_captures(&mut list);
        for &m in &list {
            if Some(m) != self.hash_move {
                let victim = position.captured(m).map_or(0, |p| EXCHANGE_VALUES[p.index()]);
                let promoted = m.promoted().map_or(0, |p| match p {
                    Role::Queen => 900,
                    _ => -900,
                });
                let score = 16 * (victim + promoted) + worker.history.capture(position, m) / 2;
                worker.moves.push(Scored { m, score });
            }
        }
        self.next = self.start;
        self.end = worker.moves.len();
    }

    fn make_quiets(&mut self, worker: &mut Worker, position: &Position) {
        let Some(setting) = &self.setting else { return };
        let mut list = MoveList::new();
        position.generate_quiets(&mut list);
        self.next = worker.moves.len();
        let checks = position.checks();
        for &m in &list {
            if Some(m) != self.hash_move && !self.killers.contains(&Some(m)) {
                let score = worker.history.quiet(position, m, setting, &worker.parameters)
                    + quiet_bonus(position, m, setting, &checks, &worker.parameters);
                worker.moves.push(Scored { m, score });
            }
        }
        self.end = worker.moves.len();
    }

    fn good_capture(&mut self, worker: &mut Worker, position: &Position) -> Option<Move> {
        while self.next < self.end {
            let best = self.best(worker);
            if position.see_at_least(
                best.m,
                self.threshold - best.score / 64 * i32::from(!self.only_captures),
            ) {
                return Some(best.m);
            }
            worker.moves[self.bad_end] = best;
            self.bad_end += 1;
        }
        None
    }

    /// Takes the move with the highest score.
    #[inline(always)]
    fn best(&mut self, worker: &mut Worker) -> Scored {
        let moves = &mut worker.moves[self.next..self.end];
        // Score and place in one number: the greatest is found without a branch that is hard to foresee.
        let ranks = moves.iter().zip(0..).map(|(scored, at)| scored.score << 8 | (255 - at));
        let best = ranks.max().map_or(0, |rank| 255 - (rank & 255)) as usize;
        moves.swap(0, best);
        self.next += 1;
        moves[0]
    }

    fn killer(&self, position: &Position, which: usize) -> Option<Move> {
        let m = self.killers[which]?;
        let seen = Some(m) == self.hash_move || self.killers[..which].contains(&Some(m));
        (!seen && !self.skip_quiets && !is_noisy(position, m) && position.is_legal(m)).then_some(m)
    }
}

/// What speaks for a quiet move beside what is known of its history: a check, or the flight of an attacked piece.
#[inline(always)]
fn quiet_bonus(
    position: &Position,
    m: Move,
    setting: &Setting,
    checks: &Checks,
    parameters: &Parameters,
) -> i32 {
    let mut points = 0;
    if checks.is_given_by(position, m) && position.see_at_least(m, -CHECK_LOSS) {
        points += parameters.check_bonus;
    }
    let weight = match position.role_at(m.from()) {
        Some(Role::Knight | Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => return points,
    };
    let attacked = |square| i32::from(setting.threats.contains(square));
    points + parameters.flight_bonus * weight / 4 * (attacked(m.from()) - attacked(m.to()))
}

/// Whether a move is a capture or a promotion.
#[inline(always)]
pub(super) fn is_noisy(position: &Position, m: Move) -> bool {
    position.is_capture(m) || m.promoted().is_some()
}
