//! Mates worked out backwards: who must stand where.
//!
//! A pattern is a square of the mated king and places for some men of both sides, so that the king is in
//! check and each square next to it is guarded or blocked. Every mate that can arise contains one of the patterns,
//! so a position from which no pattern can be reached in the moves left leads to no mate.

mod builder;
mod parry;
mod trail;
mod ways;

use builder::Builder;
pub(crate) use trail::Trail;
use ways::{Place, Ways};
use zugwerk_chess::{Color, Position};

/// The patterns that can be reached from a position.
pub(crate) struct Patterns {
    mating: Color,
    ways: Ways,
    /// For each man, known by its number, its place in each pattern.
    places: Vec<Vec<Place>>,
    first: Vec<Open>,
    numbers: Numbers,
}

/// A pattern and the moves that each side needs to reach it.
#[derive(Clone, Copy)]
struct Open {
    pattern: u32,
    /// Of the mating side and of the mated side.
    moves: [u8; 2],
}

/// Which man stands on each square.
type Numbers = [u8; 64];
const NOBODY: u8 = u8::MAX;

impl Patterns {
    /// All patterns that can be reached in so many moves of the mating and of the mated side; `None` if they
    /// are not found in so many `attempts`, or before it `is_over`.
    pub(crate) fn new(
        position: &Position,
        mating: Color,
        moves: (u16, u16),
        attempts: usize,
        is_over: impl Fn() -> bool,
    ) -> Option<Patterns> {
        position.king(!mating)?;
        let ways = Ways::new(position, mating);
        let mut numbers = [NOBODY; 64];
        for (number, square) in (0..).zip(position.occupied()) {
            numbers[square.index()] = number;
        }
        let mut patterns =
            Patterns { mating, ways, places: Vec::new(), first: Vec::new(), numbers };
        let mut builder =
            Builder::new(position, mating, moves, &patterns.ways, (attempts, &is_over));
        if !builder.build() {
            return None;
        }
        let found = std::mem::take(&mut builder.found);
        let costs = found.costs.iter().map(|&(mating, mated)| [mating, mated]);
        patterns.first = (0..).zip(costs).map(|(pattern, moves)| Open { pattern, moves }).collect();
        patterns.places = found.places;
        Some(patterns)
    }

    /// Whether no mate can arise.
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.first.len()
    }
}

#[cfg(test)]
mod tests;
