//! Castling: FIDE 3.8.2 with all its conditions, and its general form for Chess960 (FIDE's guidelines II.3), where
//! king and rook may start elsewhere on the first rank and end on the usual squares.

use super::attack::{attacked, origins};
use super::{Board, CASTLING_CHECK, CASTLING_PATH, CASTLING_RIGHT, Ply, safety};
use crate::{Bitboard, CastlingSide, Color, Move, Position, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints, Law};

/// One castling: whose, to which side, and where king and rook start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Whose king and rook.
    pub color: Color,
    /// To which side.
    pub side: CastlingSide,
    /// Where the king starts.
    pub king: Square,
    /// Where the rook starts.
    pub rook: Square,
}

impl Castle {
    /// The castling of usual chess: the king on the e-file, the rook in the corner.
    pub fn usual(color: Color, side: CastlingSide) -> Castle {
        let rook = match side {
            CastlingSide::King => Square::H1,
            CastlingSide::Queen => Square::A1,
        };
        Castle { color, side, king: Square::E1.relative_to(color), rook: rook.relative_to(color) }
    }

    /// The four castlings of a position, by colour and side: the usual ones where there is no right.
    pub fn all(position: &Position) -> [[Castle; 2]; 2] {
        Color::ALL.map(|color| {
            CastlingSide::ALL.map(|side| {
                let rook = |king| position.castling().rook(color, side, king).map(|r| (king, r));
                match position.king(color).and_then(rook) {
                    Some((king, rook)) => Castle { color, side, king, rook },
                    None => Castle::usual(color, side),
                }
            })
        })
    }

    /// Where the king ends.
    pub fn king_target(self) -> Square {
        self.side.king_target(self.color)
    }

    /// Where the rook ends.
    pub fn rook_target(self) -> Square {
        self.side.rook_target(self.color)
    }

    /// The square to which the king's move is written: two squares on in usual chess. Elsewhere that might be
    /// a king's step, or no move at all, and the king is written to take its rook.
    pub fn written(self) -> Square {
        let usual = self == Castle::usual(self.color, self.side);
        if usual { self.king_target() } else { self.rook }
    }

    /// Whether the same squares could be a step of the king, with the rook gone.
    pub(super) fn is_like_a_step(self) -> bool {
        attacks::king(self.king).contains(self.written())
    }

    /// The squares over which king and rook go and on which they end: empty but for these two.
    pub(super) fn free(self) -> Bitboard {
        let way = |from, to| attacks::between(from, to) | Bitboard::of(to);
        let all = way(self.king, self.king_target()) | way(self.rook, self.rook_target());
        all & !Bitboard::of(self.king) & !Bitboard::of(self.rook)
    }

    /// The squares on which the king must not be attacked before it ends: its own, and those that it passes.
    pub(super) fn passed(self) -> Bitboard {
        Bitboard::of(self.king) | attacks::between(self.king, self.king_target())
    }
}

/// A legal move as the laws write it: from, to, and the piece of a promotion.
pub fn written(position: &Position, m: Move) -> (Square, Square, Option<Role>) {
    if !m.is_castling() {
        return (m.from(), m.to(), m.promoted());
    }
    let (king, rook, color) = (m.from(), m.to(), position.turn());
    let castle = Castle { color, side: CastlingSide::of(king, rook), king, rook };
    (king, castle.written(), None)
}

/// The king and that rook have not moved, nothing else stands where they go, and the king is not attacked
/// now nor on a square that it passes. (Where it ends is for [`safety`].)
pub(super) fn state(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    for side in CastlingSide::ALL {
        let castles = ply.castle(side);
        if castles == Bit::FALSE {
            continue;
        }
        let castle = before.castle(ply.turn, side);
        c.law(Law::new(CASTLING_RIGHT));
        c.implies(&[castles], &[before.castling(ply.turn, side)]);
        c.law(Law::new(CASTLING_PATH));
        for square in castle.free() {
            c.implies(&[castles], &[before.empty(square)]);
        }
        c.law(Law::new(CASTLING_CHECK));
        for square in castle.passed() {
            safety::not_attacked_if(c, before, castles, square, !ply.turn);
        }
    }
}

/// Whether a castling may be possible as far as the bits of the board are known.
pub(super) fn may_castle(before: &Board, castle: Castle) -> bool {
    let king = before.pieces[castle.color.index()][Role::King.index()][castle.king.index()];
    before.castling(castle.color, castle.side) != Bit::FALSE
        && king != Bit::FALSE
        && castle.free().into_iter().all(|square| before.empty(square) != Bit::FALSE)
}

/// The bit defined to be true where the conditions of a castling hold, but for the safety of the king where
/// it ends.
pub(super) fn possible(c: &mut impl Constraints, before: &Board, castle: Castle) -> Bit {
    if !may_castle(before, castle) {
        return Bit::FALSE;
    }
    let mut all = vec![
        before.castling(castle.color, castle.side),
        before.pieces[castle.color.index()][Role::King.index()][castle.king.index()],
    ];
    all.extend(castle.free().into_iter().map(|square| before.empty(square)));
    for square in castle.passed() {
        all.push(!attacked(c, before, square, !castle.color));
    }
    c.and(&all)
}

/// The bit defined to be true where a castling is legal. The rook may have shielded the king from a piece on
/// the first rank, and does so no more; or it does only now.
pub(super) fn legal(c: &mut impl Constraints, before: &Board, castle: Castle) -> Bit {
    let mut all = vec![possible(c, before, castle)];
    if all == [Bit::FALSE] {
        return Bit::FALSE;
    }
    let (them, end) = (!castle.color, castle.king_target());
    let left = Bitboard::of(castle.king) | Bitboard::of(castle.rook);
    for role in Role::ALL {
        for origin in origins(them, role, end) {
            let between = attacks::between(end, origin);
            if between.contains(castle.rook_target()) {
                continue;
            }
            let mut way = vec![before.pieces[them.index()][role.index()][origin.index()]];
            way.extend((between & !left).into_iter().map(|square| before.empty(square)));
            all.push(!c.and(&way));
        }
    }
    c.and(&all)
}
