//! Castling: FIDE 3.8.2, all its conditions.

use super::board::{king_home, rook_home};
use super::{Board, CASTLING_CHECK, CASTLING_PATH, CASTLING_RIGHT, Ply, safety};
use crate::{CastlingSide, attacks};
use zugwerk_logic::{Bit, Constraints, Law};

/// The king and that rook have not moved, nothing stands between them, and the king is not attacked
/// now nor on the square it passes. (Where it ends is for [`safety`].)
pub(super) fn state(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    for side in CastlingSide::ALL {
        let castle = ply.castle(side);
        if castle == Bit::FALSE {
            continue;
        }
        let (king, rook) = (king_home(ply.turn), rook_home(ply.turn, side));
        c.law(Law::new(CASTLING_RIGHT));
        c.implies(&[castle], &[before.castling(ply.turn, side)]);
        c.law(Law::new(CASTLING_PATH));
        for between in attacks::between(king, rook) {
            c.implies(&[castle], &[before.empty(between)]);
        }
        c.law(Law::new(CASTLING_CHECK));
        for square in [king, side.rook_target(ply.turn)] {
            safety::not_attacked_if(c, before, castle, square, !ply.turn);
        }
    }
}
