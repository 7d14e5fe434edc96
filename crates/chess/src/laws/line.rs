//! A line of play: boards and the moves between them, unrolled ply by ply.

use super::{Allowed, Board, Horizon, Ply, movement, safety};
use zugwerk_logic::{Folding, Unknowns};

/// Boards, and moves with all their laws stated.
pub type Line = zugwerk_logic::Line<Board, Ply>;

/// A legal move on `before` and the board after it, one of those allowed where bits may be folded;
/// otherwise the caller states what is allowed, under a name of its own: see [`Ply::restrict`]. Where the
/// end of the line is known, a horizon says what that means for this move.
pub fn step(
    c: &mut impl Unknowns,
    before: &Board,
    allowed: &Allowed,
    folding: Folding,
    horizon: Option<&Horizon>,
) -> (Ply, Board) {
    let ply = Ply::new(c, before, allowed, folding, horizon);
    movement::state(c, before, &ply);
    let after = ply.change_within(c, before, horizon);
    if let Some(horizon) = horizon {
        horizon.state(c, &after);
    }
    safety::state(c, &after);
    (ply, after)
}
