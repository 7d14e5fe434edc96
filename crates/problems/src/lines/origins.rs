//! Where the pieces on the board stood in the diagram, for goals that ask about it.

use crate::goal::{Goal, steps};
use zugwerk_chess::{Bitboard, Move, Position, Square, attacks};

/// For each square, where the piece that stands there stood in the diagram.
#[derive(Clone)]
pub(super) struct Origins([Square; 64]);

impl Origins {
    pub(super) fn of_diagram() -> Origins {
        Origins(std::array::from_fn(Square::new))
    }

    /// The origins after a move of `position`.
    pub(super) fn after(&self, position: &Position, m: Move) -> Origins {
        let mut next = self.clone();
        for (from, to) in steps(position.turn(), m) {
            next.0[to.index()] = self.0[from.index()];
        }
        next
    }

    /// Whether `m` reaches the goal, one that depends on the diagram.
    pub(super) fn reach(&self, goal: Goal, position: &Position, m: Move) -> bool {
        let (next, after) = (self.after(position, m), position.play(m));
        let own = after.color(position.turn());
        let origin = |square: Square| next.0[square.index()];
        steps(position.turn(), m).any(|(_, to)| match goal {
            Goal::Circuit => origin(to) == to,
            Goal::Exchange => {
                let home = origin(to);
                home != to && own.contains(home) && origin(home) == to
            }
            Goal::Kiss(kissed) => {
                let neighbours = attacks::king(to) & after.occupied();
                let is_alone =
                    |square: Square| attacks::king(square) & after.occupied() == Bitboard::of(to);
                neighbours.into_iter().any(|square| origin(square) == kissed && is_alone(square))
            }
            _ => false,
        })
    }
}
