//! What a position is worth without looking ahead. Every stack counts by its place and its topmost
//! stones, and the players by how many stacks they own, reach and threaten. How much each of these
//! counts was learned from games that the bot played against itself (`docs/deathstacks.md`).

use crate::pos::{PERIOD, SQUARES, Squares, TARGETS, squares, targets};
use crate::position::{Position, TOO_TALL};
use crate::rules::DeathStacks;
use crate::stack::Stack;
use crate::weights::WEIGHTS;
use zugwerk_search::{Evaluate, Score};

/// The first version: the number of stacks that a player owns, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ownership;

impl<S: Stack> Evaluate<DeathStacks<S>> for Ownership {
    fn evaluate(&self, _: &DeathStacks<S>, position: &Position<S>) -> Score {
        let count = |player| position.owned(player).count_ones() as Score;
        100 * (count(position.mover()) - count(position.mover().other()))
    }

    fn promise(&self, _: &DeathStacks<S>, position: &Position<S>, chosen: crate::Move) -> Score {
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

impl<S: Stack> Evaluate<DeathStacks<S>> for Learned<'_> {
    fn evaluate(&self, _: &DeathStacks<S>, position: &Position<S>) -> Score {
        let mut total = 0;
        features(position, |feature, times| total += Score::from(self.weights[feature]) * times);
        total
    }

    fn promise(&self, _: &DeathStacks<S>, position: &Position<S>, chosen: crate::Move) -> Score {
        capture_first(position, chosen)
    }
}

/// A move that buries an enemy stack and uncovers none looks better than one that does neither.
fn capture_first<S: Stack>(position: &Position<S>, chosen: crate::Move) -> Score {
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
const MOVER_THREATENS: usize = OTHER_OWNS + COUNTS;
const OTHER_THREATENS: usize = MOVER_THREATENS + COUNTS;
const MOVER_REACHES: usize = OTHER_THREATENS + COUNTS;
const OTHER_REACHES: usize = MOVER_REACHES + 1;
const MOVER_IS_FORCED: usize = OTHER_REACHES + 1;
const OTHER_IS_FORCED: usize = MOVER_IS_FORCED + 1;
const TEMPO: usize = OTHER_IS_FORCED + 1;

/// Numbers of stacks, the last one standing for it and everything above.
const COUNTS: usize = 13;

/// Reports every feature of the position and how often it counts for the mover, as a negative number
/// where it speaks for the other side.
#[inline]
pub fn features<S: Stack>(position: &Position<S>, mut report: impl FnMut(usize, Score)) {
    let mover = position.mover();
    let sides = [(mover, 1), (mover.other(), -1)].map(|(player, sign)| {
        let owned = position.owned(player);
        let is_forced = owned & position.tall() != 0;
        let mut reach = 0;
        for pos in squares(owned) {
            let stack = position.stack(pos);
            let height = stack.height();
            let shape = if height > TOO_TALL { 16 + stack.profile() } else { stack.profile() };
            report(STACKS + PLACE[pos.index()] * SHAPES + shape, sign);
            if height >= TOO_TALL {
                reach |= reach_of_tall(pos.index(), height);
            } else if !is_forced {
                reach |= REACH[pos.index()][height as usize];
            }
        }
        (owned, reach, is_forced)
    });
    let [(own, own_reach, own_forced), (enemy, enemy_reach, enemy_forced)] = sides;
    let count = |set: Squares| (set.count_ones() as usize).min(COUNTS - 1);
    report(MOVER_OWNS + count(own), 1);
    report(OTHER_OWNS + count(enemy), 1);
    report(MOVER_THREATENS + count(own_reach & enemy), 1);
    report(OTHER_THREATENS + count(enemy_reach & own), 1);
    report(MOVER_REACHES, own_reach.count_ones() as Score);
    report(OTHER_REACHES, enemy_reach.count_ones() as Score);
    report(MOVER_IS_FORCED, Score::from(own_forced));
    report(OTHER_IS_FORCED, Score::from(enemy_forced));
    report(TEMPO, 1);
}

/// Where the stack may go that must shrink to four stones.
fn reach_of_tall(square: usize, height: u32) -> Squares {
    let steps = height + 1 - TOO_TALL..=height;
    steps.fold(0, |reach, steps| reach | TARGETS[square][steps as usize % PERIOD])
}

/// `REACH[square][height]`: where a stack of up to four stones can go with some of them.
static REACH: [[Squares; 5]; SQUARES] = {
    let targets = targets();
    let mut table = [[0; 5]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut height = 1;
        while height < 5 {
            table[square][height] = table[square][height - 1] | targets[square][height];
            height += 1;
        }
        square += 1;
    }
    table
};

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
