//! The evaluation of all positions one move ahead. A move changes two stacks, so what it does to the
//! evaluation can be worked out without playing it, many times faster.

use super::{
    COUNTS, Learned, MOVER_IS_FORCED, MOVER_OWNS, OTHER_IS_FORCED, OTHER_OWNS, STACKS, TEMPO,
    stack_feature,
};
use crate::moves::Move;
use crate::player::Player;
use crate::pos::{PERIOD, SQUARES, Squares, TARGETS, squares};
use crate::position::{Position, TOO_TALL, fewest};
use crate::stack::Stack;
use zugwerk_search::{Frontier, Score};

/// The mover's best move by the evaluation of the position after it.
pub(super) fn frontier<S: Stack>(
    evaluation: &Learned,
    position: &Position<S>,
    beta: Score,
) -> Frontier<Move> {
    let before = Before::new(evaluation, position);
    let mut best = None;
    let mut best_score = Score::MIN;
    let mut seen = 0;
    'moves: for start in squares(position.movable()) {
        let stack = position.stack(start);
        let height = stack.height();
        for steps in fewest(height)..=height {
            let mut rest = stack.clone();
            let lifted = rest.lift(steps);
            let lifting = before.lifting(start.index(), &rest);
            for target in squares(TARGETS[start.index()][steps as usize % PERIOD]) {
                let mut grown = position.stack(target).clone();
                grown.put(lifted.clone());
                let score = lifting.put(&before, target.index(), &grown);
                let number = seen;
                seen += 1;
                if score > best_score {
                    best_score = score;
                    best = Some((Move { start, steps, target }, number));
                    if score >= beta {
                        break 'moves;
                    }
                }
            }
        }
    }
    let (chosen, number) = best.expect("a player who owns a stack has a move");
    Frontier {
        chosen,
        number: u16::try_from(number).unwrap_or(u16::MAX),
        score: (best_score != WINS).then_some(best_score),
        positions: seen,
    }
}

/// Stands for a move that leaves the other side without a stack: better than any score.
const WINS: Score = Score::MAX;

/// What is known before any move.
struct Before<'w> {
    evaluation: &'w Learned<'w>,
    mover: Player,
    own: Squares,
    enemy: Squares,
    tall: Squares,
    /// What the stack on each square is worth to the mover.
    worth: [Score; SQUARES],
    total: Score,
}

impl<'w> Before<'w> {
    fn new<S: Stack>(evaluation: &'w Learned<'w>, position: &Position<S>) -> Before<'w> {
        let mover = position.mover();
        let (own, enemy) = (position.owned(mover), position.owned(mover.other()));
        let mut worth = [0; SQUARES];
        let mut total = 0;
        for (set, sign) in [(own, 1), (enemy, -1)] {
            for pos in squares(set) {
                let feature = STACKS + stack_feature(pos.index(), position.stack(pos));
                worth[pos.index()] = sign * evaluation.weight(feature);
                total += worth[pos.index()];
            }
        }
        Before { evaluation, mover, own, enemy, tall: position.tall(), worth, total }
    }

    /// Takes stones off the stack on `start`, where `rest` is what stays.
    #[inline]
    fn lifting<S: Stack>(&self, start: usize, rest: &S) -> Lifting {
        let elsewhere = !(1 << start);
        let (own, enemy) = (self.own & elsewhere, self.enemy & elsewhere);
        let mut lifting = Lifting {
            worth: self.total - self.worth[start],
            own: own.count_ones() as usize,
            enemy: enemy.count_ones() as usize,
            own_tall: (own & self.tall).count_ones() as usize,
            enemy_tall: (enemy & self.tall).count_ones() as usize,
            counts: [0; 3],
        };
        if let Some(owner) = rest.owner() {
            // At most four stones may stay, so that the rest is not tall.
            let worth = self.evaluation.weight(STACKS + stack_feature(start, rest));
            if owner == self.mover {
                lifting.worth += worth;
                lifting.own += 1;
            } else {
                lifting.worth -= worth;
                lifting.enemy += 1;
            }
        }
        let counts = |own: usize, enemy: usize| match enemy {
            0 => WINS,
            _ => {
                self.evaluation.weight(MOVER_OWNS + enemy.min(COUNTS - 1))
                    + self.evaluation.weight(OTHER_OWNS + own.min(COUNTS - 1))
                    + self.evaluation.weight(TEMPO)
            }
        };
        let (own, enemy) = (lifting.own, lifting.enemy);
        lifting.counts =
            [counts(own + 1, enemy), counts(own, enemy), counts(own + 1, enemy.saturating_sub(1))];
        lifting
    }
}

/// The board while the lifted stones are in the air.
struct Lifting {
    worth: Score,
    own: usize,
    enemy: usize,
    own_tall: usize,
    enemy_tall: usize,
    /// What the numbers of stacks will be worth to the other side when the stones come down on an
    /// empty square, on the mover's own stack, or on the other side's.
    counts: [Score; 3],
}

impl Lifting {
    /// What the position is worth to the mover once the stones have come down on `target`, where
    /// they make the stack `grown`.
    #[inline]
    fn put<S: Stack>(&self, before: &Before, target: usize, grown: &S) -> Score {
        let has = |set: Squares| (set >> target & 1) as usize;
        let (on_own, on_enemy, on_tall) = (has(before.own), has(before.enemy), has(before.tall));
        let counts = self.counts[on_own + 2 * on_enemy];
        if counts == WINS {
            return WINS;
        }
        let grows_tall = usize::from(grown.height() >= TOO_TALL);
        let own_tall = self.own_tall - (on_own & on_tall) + grows_tall;
        let enemy_tall = self.enemy_tall - (on_enemy & on_tall);
        let weight = |feature| before.evaluation.weight(feature);
        self.worth - before.worth[target] + weight(STACKS + stack_feature(target, grown))
            - counts
            - weight(MOVER_IS_FORCED + enemy_tall.min(2))
            - weight(OTHER_IS_FORCED + own_tall.min(2))
    }
}
