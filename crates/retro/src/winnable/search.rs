//! The search through everything that can arise, the most promising first: complete when nothing is left.

use super::distance::{Plan, distance_to_mate};
use super::rollout::Gambler;
use crate::limits;
use crate::packed::{Packed, Seen, fingerprint};
use zugwerk_chess::{Color, Confinement, Move, Position};
use zugwerk_game::{Limits, Stop};

/// What came of a search.
pub(super) enum Found {
    /// A line to a mate.
    Line(Vec<Move>),
    /// This many positions can arise, and none of them is a mate.
    Nothing(usize),
    /// A limit came first.
    Stopped(Stop),
}

/// Looks for a mate by `winner` in all positions that can arise from `start`.
pub(super) fn search(start: &Position, winner: Color, plan: Plan, limits: &Limits) -> Found {
    let mut search = Search {
        winner,
        plan,
        seen: Seen::default(),
        steps: Vec::new(),
        queues: Default::default(),
        done: Vec::new(),
        turns: 0,
        walls: Walls::default(),
    };
    search.seen.insert(fingerprint(start));
    search.run(start, limits)
}

struct Search {
    winner: Color,
    plan: Plan,
    seen: Seen,
    /// How each position was come to.
    steps: Vec<Step>,
    /// Positions to be looked at, in three orders: as if there were no plan, with it in mind, and by nothing else.
    /// One of them mostly knows the way.
    queues: [Queue; 3],
    /// The steps whose positions were looked at, where there is a plan.
    done: Vec<bool>,
    turns: usize,
    walls: Walls,
}

#[derive(Clone, Copy)]
struct Step {
    m: Move,
    /// The step before; that of the first is its own.
    before: u32,
}

#[derive(Clone, Copy)]
struct Open {
    position: Packed,
    step: u32,
}

/// Positions by score, of the same score the last first.
#[derive(Default)]
struct Queue {
    by_score: Vec<Vec<Open>>,
    /// No position has a smaller score.
    least: usize,
}

impl Queue {
    fn push(&mut self, open: Open, score: usize) {
        if score >= self.by_score.len() {
            self.by_score.resize(score + 1, Vec::new());
        }
        self.by_score[score].push(open);
        self.least = self.least.min(score);
    }

    fn pop(&mut self) -> Option<Open> {
        while let Some(same) = self.by_score.get_mut(self.least) {
            if let Some(open) = same.pop() {
                return Some(open);
            }
            self.least += 1;
        }
        None
    }
}

/// Positions between two random games from where the search is.
const BETWEEN_GAMES: usize = 64;

/// Positions between two looks at the limits.
const POSITIONS_BETWEEN_CHECKS: usize = 256;

impl Search {
    fn run(&mut self, start: &Position, limits: &Limits) -> Found {
        let mut gambler = Gambler::default();
        let mut looked_at = 0;
        let mut next = Some((start.clone(), None));
        while let Some((position, step)) = next {
            if let Some(mate) = self.expand(&position, step) {
                let before = step.map_or(Vec::new(), |step| self.line_to(step));
                return Found::Line([before, vec![mate]].concat());
            }
            looked_at += 1;
            if looked_at % BETWEEN_GAMES == 0
                && let Some(rest) = gambler.play(&position, self.winner)
            {
                let before = step.map_or(Vec::new(), |step| self.line_to(step));
                return Found::Line([before, rest].concat());
            }
            if looked_at % POSITIONS_BETWEEN_CHECKS == 0
                && let Some(stop) = limits::reached(limits, self.seen.len())
            {
                return Found::Stopped(stop);
            }
            next = self.pop();
        }
        Found::Nothing(self.seen.len())
    }

    /// Puts aside what can follow on `position`, and returns a move that mates.
    fn expand(&mut self, position: &Position, step: Option<u32>) -> Option<Move> {
        // The moves of the king come first in the list, and are to be tried first.
        for &m in position.legal_moves().iter().rev() {
            let next = position.play(m);
            if next.turn() != self.winner && next.is_checkmate() {
                return Some(m);
            }
            if !self.seen.insert(fingerprint(&next)) {
                continue;
            }
            // Only a capture or a pawn's move closes anything for good.
            if next.halfmoves() == 0 && self.walls.exclude(&next, self.winner) {
                continue;
            }
            let number = self.steps.len() as u32;
            self.steps.push(Step { m, before: step.unwrap_or(number) });
            let open = Open { position: Packed::from(&next), step: number };
            let score = distance_to_mate(&next, self.winner);
            self.queues[0].push(open, score);
            if !self.plan.is_empty() {
                let [simple, any] = self.plan.distances(&next);
                self.queues[1].push(open, score / 2 + 2 * any);
                self.queues[2].push(open, score / 16 + simple);
                self.done.push(false);
            }
        }
        None
    }

    fn pop(&mut self) -> Option<(Position, Option<u32>)> {
        self.turns += 1;
        let which = if self.plan.is_empty() { 0 } else { self.turns % self.queues.len() };
        while let Some(open) = self.queues[which].pop() {
            let done = self.done.get_mut(open.step as usize);
            if !done.is_some_and(|done| std::mem::replace(done, true)) {
                return open.position.unpack().map(|position| (position, Some(open.step)));
            }
        }
        None
    }

    /// The moves to the position that a step led to.
    fn line_to(&self, step: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = Some(step);
        while let Some(number) = at {
            let Step { m, before } = self.steps[number as usize];
            line.push(m);
            at = (before != number).then_some(before);
        }
        line.reverse();
        line
    }
}

/// The look at the walls, which costs as much as a hundred positions: taken less often where it seldom helps.
#[derive(Default)]
struct Walls {
    asked: usize,
    taken: usize,
    excluded: usize,
}

impl Walls {
    fn exclude(&mut self, position: &Position, winner: Color) -> bool {
        if position.cannot_mate(winner) {
            return true;
        }
        self.asked += 1;
        let is_worth_it = self.taken < 500 || self.excluded * 50 > self.taken;
        if !is_worth_it && !self.asked.is_multiple_of(16) {
            return false;
        }
        self.taken += 1;
        let excluded = !Confinement::of(position).may_mate(winner);
        self.excluded += usize::from(excluded);
        excluded
    }
}
