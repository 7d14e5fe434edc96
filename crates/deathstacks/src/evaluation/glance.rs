//! The evaluation of all positions one move ahead. A move changes two stacks, so what it does to the
//! evaluation can be worked out without playing it, many times faster.

use super::{
    COUNTS, Learned, MOVER_IS_FORCED, MOVER_OWNS, OTHER_IS_FORCED, OTHER_OWNS, STACKS, TEMPO,
    stack_feature,
};
use crate::moves::Move;
use crate::pos::{PERIOD, Squares, TARGETS, squares};
use crate::position::{Position, TOO_TALL, fewest};
use crate::stack::Stack;
use zugwerk_search::{Glance, Score};

/// What the evaluation depends on: the worth of the stacks to the mover, and how many stacks and
/// tall stacks the mover and the other side own.
#[derive(Clone, Copy)]
struct Sums {
    worth: Score,
    owned: [i32; 2],
    tall: [i32; 2],
}

const OWN: usize = 0;
const ENEMY: usize = 1;

impl Sums {
    /// Puts a stack of this worth and height on the board, or takes one off where `times` is -1.
    #[inline]
    fn add(&mut self, side: usize, worth: Score, height: u32, times: i32) {
        self.worth += times * if side == OWN { worth } else { -worth };
        self.owned[side] += times;
        self.tall[side] += times * i32::from(height >= TOO_TALL);
    }

    /// What the position is worth to the mover when the other side is to move in it.
    #[inline]
    fn after_move(&self, evaluation: &Learned) -> Score {
        let count = |number: i32| (number as usize).min(COUNTS - 1);
        let tall = |number: i32| (number as usize).min(2);
        let weight = |feature: usize| Score::from(evaluation.weights[feature]);
        self.worth
            - weight(MOVER_OWNS + count(self.owned[ENEMY]))
            - weight(OTHER_OWNS + count(self.owned[OWN]))
            - weight(MOVER_IS_FORCED + tall(self.tall[ENEMY]))
            - weight(OTHER_IS_FORCED + tall(self.tall[OWN]))
            - weight(TEMPO)
    }
}

/// The mover's best move by the evaluation of the position after it.
pub(super) fn glance<S: Stack>(
    evaluation: &Learned,
    position: &Position<S>,
    beta: Score,
) -> Glance<Move> {
    let mover = position.mover();
    let (own, enemy) = (position.owned(mover), position.owned(mover.other()));
    let worth = |square: usize, stack: &S| {
        Score::from(evaluation.weights[STACKS + stack_feature(square, stack)])
    };
    let has = |set: Squares, square: usize| set >> square & 1 == 1;
    let now = sums(position, own, enemy, worth);

    let mut best: Option<Glance<Move>> = None;
    let mut seen = 0;
    'moves: for start in squares(position.movable()) {
        let stack = position.stack(start);
        let height = stack.height();
        let mut without = now;
        without.add(OWN, worth(start.index(), stack), height, -1);
        for steps in fewest(height)..=height {
            let mut rest = stack.clone();
            let lifted = rest.lift(steps);
            let mut left = without;
            if let Some(owner) = rest.owner() {
                let side = if owner == mover { OWN } else { ENEMY };
                left.add(side, worth(start.index(), &rest), rest.height(), 1);
            }
            for target in squares(TARGETS[start.index()][steps as usize % PERIOD]) {
                let mut after = left;
                let mut grown = position.stack(target).clone();
                if has(own | enemy, target.index()) {
                    let side = if has(own, target.index()) { OWN } else { ENEMY };
                    after.add(side, worth(target.index(), &grown), grown.height(), -1);
                }
                grown.put(lifted.clone());
                after.add(OWN, worth(target.index(), &grown), grown.height(), 1);
                let number = seen;
                seen += 1;
                let wins = after.owned[ENEMY] == 0;
                let score = after.after_move(evaluation);
                if wins || best.is_none_or(|best| best.score.is_none_or(|held| score > held)) {
                    let chosen = Move { start, steps, target };
                    let number = number.min(u64::from(u16::MAX)) as u16;
                    let score = (!wins).then_some(score);
                    best = Some(Glance { chosen, number, score, positions: 0 });
                    if score.is_none_or(|score| score >= beta) {
                        break 'moves;
                    }
                }
            }
        }
    }
    let best = best.expect("a player who owns a stack has a move");
    Glance { positions: seen, ..best }
}

fn sums<S: Stack>(
    position: &Position<S>,
    own: Squares,
    enemy: Squares,
    worth: impl Fn(usize, &S) -> Score,
) -> Sums {
    let mut sums = Sums { worth: 0, owned: [0; 2], tall: [0; 2] };
    for (side, set) in [(OWN, own), (ENEMY, enemy)] {
        for pos in squares(set) {
            let stack = position.stack(pos);
            sums.add(side, worth(pos.index(), stack), stack.height(), 1);
        }
    }
    sums
}
