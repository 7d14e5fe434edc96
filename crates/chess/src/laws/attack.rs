//! What attacks what, as defined bits: for formulas, for check and for mate.

use super::Board;
use crate::{Bitboard, Color, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints};

/// The bit defined to be true when a piece of `by` attacks `square`.
pub fn attacked(c: &mut impl Constraints, board: &Board, square: Square, by: Color) -> Bit {
    let mut ways = Vec::new();
    for role in Role::ALL {
        let pieces = &board.pieces[by.index()][role.index()];
        for origin in origins(by, role, square) {
            if pieces[origin.index()] == Bit::FALSE {
                continue;
            }
            let mut way = vec![pieces[origin.index()]];
            way.extend(attacks::between(square, origin).into_iter().map(|s| board.empty(s)));
            ways.push(c.and(&way));
        }
    }
    c.or(&ways)
}

/// From where a `role` of `by` attacks `square` if nothing stands between.
pub(super) fn origins(by: Color, role: Role, square: Square) -> Bitboard {
    match role {
        // A pawn attacks a square from where a pawn of the other side on it would attack.
        Role::Pawn => attacks::pawn(!by, square),
        Role::Knight => attacks::knight(square),
        Role::King => attacks::king(square),
        Role::Bishop => attacks::bishop_rays(square),
        Role::Rook => attacks::rook_rays(square),
        Role::Queen => attacks::bishop_rays(square) | attacks::rook_rays(square),
    }
}

/// The bit defined to be true when the king of `color` is attacked; false where there is no king.
pub fn in_check(c: &mut impl Constraints, board: &Board, color: Color) -> Bit {
    let mut ways = Vec::new();
    for square in board.possible(color, Role::King) {
        let king = board.pieces[color.index()][Role::King.index()][square.index()];
        let attack = attacked(c, board, square, !color);
        ways.push(c.and(&[king, attack]));
    }
    c.or(&ways)
}

/// The eight directions; the one opposite to `d` is `d ^ 1`, and `d / 2` is the axis of both.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The pieces that slide in a direction.
pub(super) fn sliders(direction: usize) -> [Role; 2] {
    [if direction < 4 { Role::Rook } else { Role::Bishop }, Role::Queen]
}

/// A bit for every direction and square.
pub(super) type Rays = [[Bit; 64]; 8];

/// For every direction `d` and square `s`: whether, going from `s` against `d`, through squares that
/// are `open`, one meets a square where `source(d)` holds. So rays run from their sources in direction
/// `d`, up to and including the first square that is not open.
pub(super) fn rays(
    c: &mut impl Constraints,
    open: &[Bit; 64],
    mut source: impl FnMut(&mut dyn FnMut(&[Bit]) -> Bit, usize, Square) -> Bit,
) -> Rays {
    let mut rays = [[Bit::FALSE; 64]; 8];
    for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
        // Squares in the order in which a ray runs over them.
        let mut squares: Vec<Square> = Square::all().collect();
        if (ranks, files) < (0, 0) {
            squares.reverse();
        }
        for square in squares {
            let Some(before) = square.offset(-files, -ranks) else { continue };
            let begins = source(&mut |bits| c.or(bits), direction, before);
            let runs = c.and(&[rays[direction][before.index()], open[before.index()]]);
            rays[direction][square.index()] = c.or(&[begins, runs]);
        }
    }
    rays
}
