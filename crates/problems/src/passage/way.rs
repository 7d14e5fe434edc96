//! The way to the end: which moves still leave enough moves and captures to arrive.

use super::journey::{Bounds, Journey};
use std::sync::Arc;
use zugwerk_chess::{Color, Move, Position};

/// What bounds say about positions between a start and an end. A clone knows no bounds yet.
pub(crate) struct Way {
    journey: Arc<Journey>,
    bounds: Bounds,
}

impl Clone for Way {
    fn clone(&self) -> Way {
        Way { journey: self.journey.clone(), bounds: Bounds::default() }
    }
}

impl Way {
    pub(crate) fn new(start: &Position, end: &Position, rights_count: bool) -> Way {
        let journey = Arc::new(Journey::new(start, end, rights_count));
        Way { journey, bounds: Bounds::default() }
    }

    /// The position after `m` if the end may be reached in `left` more plies.
    pub(crate) fn step(&mut self, position: &Position, m: Move, left: u16) -> Option<Position> {
        if self.journey.stays(m, position) {
            return None;
        }
        let us = position.turn();
        let after = position.play(m);
        let possible = self.is_possible(&after, us, left)
            && (!position.is_capture(m) || self.is_possible(&after, !us, left));
        possible.then_some(after)
    }

    /// Whether `color` can have its men where they belong after `left` plies from here.
    pub(crate) fn is_possible(&mut self, position: &Position, color: Color, left: u16) -> bool {
        let own_plies = if position.turn() == color { left.div_ceil(2) } else { left / 2 };
        self.bounds.least_moves(&self.journey, position, color) <= own_plies
    }
}
