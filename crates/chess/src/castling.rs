//! The rights to castle.

use crate::{Bitboard, Color, File, Rank, Square};

/// Which side of the board the king castles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// To the g-file: short castling, `O-O`.
    King,
    /// To the c-file: long castling, `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Short, then long.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// Where the king of `color` ends.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::at(file, Rank::FIRST.relative_to(color))
    }

    /// Where the rook of `color` ends.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::at(file, Rank::FIRST.relative_to(color))
    }

    /// The side on which a rook stands, seen from its king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook.index() > king.index() { CastlingSide::King } else { CastlingSide::Queen }
    }
}

/// The rights to castle, kept as the set of rooks that may still do so.
///
/// In a [`Position`](crate::Position) there is at most one on each side of each king, and all stand on
/// their back rank with the king. A set of rooks is all that Chess960 needs, and a right is lost exactly
/// when something moves from or to such a square or the king moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(pub(crate) Bitboard);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// The rights of the given rooks.
    pub fn new(rooks: Bitboard) -> CastlingRights {
        CastlingRights(rooks & Bitboard::BACK_RANKS)
    }

    /// The rooks of both sides that may still castle.
    #[inline(always)]
    pub fn rooks(self) -> Bitboard {
        self.0
    }

    /// The rooks of `color` that may still castle.
    #[inline(always)]
    pub fn of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::rank(Rank::FIRST.relative_to(color))
    }

    /// The rook of `color` that may castle to `side`, its king standing on `king`.
    pub fn rook(self, color: Color, side: CastlingSide, king: Square) -> Option<Square> {
        self.of(color).into_iter().find(|rook| CastlingSide::of(king, *rook) == side)
    }
}
