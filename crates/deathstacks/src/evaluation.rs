//! What a position is worth without looking ahead. Every stack counts by its place and its topmost
//! stones, and the players by how many stacks they own, reach and threaten. How much each of these
//! counts was learned from games that the bot played against itself (`docs/deathstacks.md`).

use crate::moves::Move;
use crate::pos::{SQUARES, Squares, squares};
use crate::position::{Position, TOO_TALL};
use crate::rules::DeathStacks;
use crate::stack::Stack;
use crate::weights::WEIGHTS;
use zugwerk_search::{Evaluate, Frontier, Score};

mod frontier;

/// The first version: the number of stacks that a player owns, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ownership;

impl<S: Stack> Evaluate<DeathStacks<S>> for Ownership {
    fn evaluate(&self, _: &DeathStacks<S>, position: &Position<S>) -> Score {
        let count = |player| position.owned(player).count_ones() as Score;
        100 * (count(position.mover()) - count(position.mover().other()))
    }

    fn move_score(&self, _: &DeathStacks<S>, position: &Position<S>, chosen: Move) -> Score {
        capture_first(position, chosen)
    }
}

/// The learned evaluation; about 100 points make the better side win three games in four.
#[derive(Clone, Copy, Debug)]
pub struct Learned<'w> {
    /// What each feature is worth.
    pub weights: &'w [i16; FEATURES],
}

impl Default for Learned<'_> {
    fn default() -> Self {
        Learned { weights: &WEIGHTS }
    }
}

impl Learned<'_> {
    #[inline]
    fn weight(&self, feature: usize) -> Score {
        self.weights[feature].into()
    }
}

impl<S: Stack> Evaluate<DeathStacks<S>> for Learned<'_> {
    fn evaluate(&self, _: &DeathStacks<S>, position: &Position<S>) -> Score {
        let mut total = 0;
        features(position, |feature, times| total += self.weight(feature) * times);
        total
    }

    fn move_score(&self, _: &DeathStacks<S>, position: &Position<S>, chosen: Move) -> Score {
        capture_first(position, chosen)
    }

    fn frontier(
        &self,
        _: &DeathStacks<S>,
        position: &Position<S>,
        beta: Score,
    ) -> Option<Frontier<Move>> {
        Some(frontier::frontier(self, position, beta))
    }
}

/// A move that buries an enemy stack and uncovers none looks better than one that does neither.
fn capture_first<S: Stack>(position: &Position<S>, chosen: Move) -> Score {
    let enemy = position.owned(position.mover().other());
    let captures = enemy >> chosen.target.index() & 1;
    2000 * captures as Score
}

/// How many features there are.
pub const FEATURES: usize = TEMPO + 1;

// Where each group of features starts.
const STACKS: usize = 0;
const SHAPES: usize = 48;
const MOVER_OWNS: usize = STACKS + PLACES * SHAPES;
const OTHER_OWNS: usize = MOVER_OWNS + COUNTS;
const MOVER_IS_FORCED: usize = OTHER_OWNS + COUNTS;
const OTHER_IS_FORCED: usize = MOVER_IS_FORCED + 3;
const TEMPO: usize = OTHER_IS_FORCED + 3;

/// Numbers of stacks, the last one standing for it and everything above.
const COUNTS: usize = 13;

/// Reports every feature of the position and how often it counts for the mover, as a negative number
/// where it speaks for the other side.
#[inline]
pub fn features<S: Stack>(position: &Position<S>, mut report: impl FnMut(usize, Score)) {
    let mover = position.mover();
    for (player, sign) in [(mover, 1), (mover.other(), -1)] {
        for pos in squares(position.owned(player)) {
            report(STACKS + stack_feature(pos.index(), position.stack(pos)), sign);
        }
    }
    let count = |set: Squares| (set.count_ones() as usize).min(COUNTS - 1);
    let tall = |set: Squares| ((set & position.tall()).count_ones() as usize).min(2);
    let (own, enemy) = (position.owned(mover), position.owned(mover.other()));
    report(MOVER_OWNS + count(own), 1);
    report(OTHER_OWNS + count(enemy), 1);
    report(MOVER_IS_FORCED + tall(own), 1);
    report(OTHER_IS_FORCED + tall(enemy), 1);
    report(TEMPO, 1);
}

/// The feature that a stack on this square is.
#[inline]
fn stack_feature<S: Stack>(square: usize, stack: &S) -> usize {
    let taller = if stack.height() > TOO_TALL { 16 } else { 0 };
    PLACE[square] * SHAPES + taller + stack.profile()
}

/// The kinds of squares that no turn or reflection of the board makes equal.
const PLACES: usize = 6;

/// The kind of each square: corner, edge, …, centre.
static PLACE: [usize; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (x, y) = (square % 6, square / 6);
        let x = if x < 3 { x } else { 5 - x };
        let y = if y < 3 { y } else { 5 - y };
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        table[square] = low + high * (high + 1) / 2;
        square += 1;
    }
    table
};
