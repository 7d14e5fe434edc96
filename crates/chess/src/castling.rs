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

/// Pairs of castlings, one of each side, of which only one can be right: the past of a diagram may show that White or Black
/// has lost a right, but not who. Whoever castles first takes the other's right away.
///
/// ```
/// use zugwerk_chess::{CastlingSide, ExclusiveCastling, Position};
/// let mut position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
/// let pair = ExclusiveCastling::pair(CastlingSide::Queen, CastlingSide::King);
/// position.set_exclusive_castling(pair);
/// let after = position.play(position.parse_san("O-O-O").unwrap());
/// assert!(after.to_string().ends_with(" b q - 1 1"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExclusiveCastling(u8);

impl ExclusiveCastling {
    /// No castling excludes another.
    pub const NONE: ExclusiveCastling = ExclusiveCastling(0);

    /// White's castling to one side, Black's to another.
    pub fn pair(white: CastlingSide, black: CastlingSide) -> ExclusiveCastling {
        ExclusiveCastling(1 << (2 * white as u8 + black as u8))
    }

    /// The pairs of both.
    pub fn union(self, other: ExclusiveCastling) -> ExclusiveCastling {
        ExclusiveCastling(self.0 | other.0)
    }

    /// The pairs with the colours exchanged.
    pub fn mirrored(self) -> ExclusiveCastling {
        let turned = self.pairs().map(|(white, black)| ExclusiveCastling::pair(black, white));
        turned.fold(ExclusiveCastling::NONE, ExclusiveCastling::union)
    }

    /// Each pair: White's side, Black's side.
    pub fn pairs(self) -> impl Iterator<Item = (CastlingSide, CastlingSide)> {
        let all = CastlingSide::ALL;
        let pairs = all.into_iter().flat_map(move |white| all.map(|black| (white, black)));
        pairs.filter(move |&(white, black)| self.0 & ExclusiveCastling::pair(white, black).0 != 0)
    }

    /// The sides to which the other side may no longer castle when `color` has castled to `side`.
    pub(crate) fn excluded(
        self,
        color: Color,
        side: CastlingSide,
    ) -> impl Iterator<Item = CastlingSide> {
        self.pairs().filter_map(move |(white, black)| match color {
            Color::White => (white == side).then_some(black),
            Color::Black => (black == side).then_some(white),
        })
    }
}

/// What holds for a whole game: how castling is written, and which castlings exclude each other. One byte, since a position
/// is copied with each move.
#[derive(Clone, Copy, Default)]
pub(crate) struct Modes(u8);

const CHESS960: u8 = 1 << 4;

impl Modes {
    pub(crate) fn is_chess960(self) -> bool {
        self.0 & CHESS960 != 0
    }

    pub(crate) fn set_chess960(&mut self, chess960: bool) {
        self.0 = self.0 & !CHESS960 | if chess960 { CHESS960 } else { 0 };
    }

    pub(crate) fn exclusive_castling(self) -> ExclusiveCastling {
        ExclusiveCastling(self.0 & !CHESS960)
    }

    pub(crate) fn set_exclusive_castling(&mut self, pairs: ExclusiveCastling) {
        self.0 = self.0 & CHESS960 | pairs.0;
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
