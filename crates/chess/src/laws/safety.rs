//! No king is left in check: asserted, not computed. For every square of the king and every enemy
//! that could attack it from elsewhere, something stands between, or not both are there.

use super::attack::origins;
use super::{Board, SAFETY};
use crate::{Color, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints, Law};

/// FIDE 3.9.2: no move exposes the king of the side that made it to check. `after` is the board after
/// the move, so the king is that of the side not to move.
pub fn state(c: &mut impl Constraints, after: &Board) {
    c.law(Law::new(SAFETY));
    let us = !after.turn;
    for square in after.possible(us, Role::King) {
        let king = after.pieces[us.index()][Role::King.index()][square.index()];
        not_attacked_if(c, after, king, square, !us);
    }
}

/// When `condition` is true, no piece of `by` attacks `square`.
pub(super) fn not_attacked_if(
    c: &mut impl Constraints,
    board: &Board,
    condition: Bit,
    square: Square,
    by: Color,
) {
    let mut clause: Vec<Bit> = Vec::with_capacity(8);
    for role in Role::ALL {
        let pieces = &board.pieces[by.index()][role.index()];
        for origin in origins(by, role, square) {
            let attacker = pieces[origin.index()];
            if attacker == Bit::FALSE {
                continue;
            }
            clause.clear();
            clause.extend([!condition, !attacker]);
            clause.extend(attacks::between(square, origin).into_iter().map(|s| !board.empty(s)));
            c.clause(&clause);
        }
    }
}
