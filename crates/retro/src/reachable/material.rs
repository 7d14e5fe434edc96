//! What the pieces on the board tell by their number.

use super::homes::Homes;
use zugwerk_chess::{Bitboard, Color, Position, Role};

/// The pieces of each colour, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Material {
    /// By colour: pawns, knights, bishops on light and on dark squares, rooks, queens.
    counts: [[usize; 6]; 2],
    /// The same, but only those that can be pieces of the start.
    originals: [[usize; 6]; 2],
    /// By colour, whether the king stands where it cannot have come to.
    stray_king: [bool; 2],
}

/// A full set, in the same order.
pub(super) const FULL: [usize; 6] = [8, 2, 1, 1, 2, 1];

impl Material {
    pub(crate) fn of(position: &Position) -> Material {
        let homes = Homes::of(position, Bitboard::EMPTY);
        let kinds = |color: Color| {
            let own = |role| (role, position.pieces(color, role));
            let (role, bishops) = own(Role::Bishop);
            [
                own(Role::Pawn),
                own(Role::Knight),
                (role, bishops & Bitboard::LIGHT),
                (role, bishops & !Bitboard::LIGHT),
                own(Role::Rook),
                own(Role::Queen),
            ]
        };
        let original = |color, (role, squares)| match role {
            Role::Pawn => Bitboard::len(squares),
            _ => homes.originals(color, role, squares),
        };
        let stray = |color| {
            let kings = position.pieces(color, Role::King);
            kings.any() && homes.originals(color, Role::King, kings) == 0
        };
        Material {
            counts: Color::ALL.map(|color| kinds(color).map(|(_, squares)| squares.len())),
            originals: Color::ALL.map(|color| kinds(color).map(|kind| original(color, kind))),
            stray_king: Color::ALL.map(stray),
        }
    }

    /// How many pieces of a kind, as they are ordered here, `color` has.
    pub(super) fn count(&self, color: Color, kind: usize) -> usize {
        self.counts[color.index()][kind]
    }

    /// How many of these can be pieces of the start.
    pub(super) fn original(&self, color: Color, kind: usize) -> usize {
        self.originals[color.index()][kind]
    }

    /// The pieces of `color` that were taken.
    pub(crate) fn missing(&self, color: Color) -> usize {
        15_usize.saturating_sub(self.counts[color.index()].iter().sum())
    }

    /// The captures that `color` has made.
    pub(crate) fn captures(&self, color: Color) -> usize {
        self.missing(!color)
    }

    /// The pieces of `color` that can only come from promotions.
    pub(crate) fn promoted(&self, color: Color) -> usize {
        let (counts, originals) = (self.counts[color.index()], self.originals[color.index()]);
        (1..6).map(|kind| counts[kind].saturating_sub(originals[kind])).sum()
    }

    /// The pieces of `color` taken that never were pawns, if none was replaced by a promotion.
    pub(crate) fn missing_officers(&self, color: Color) -> usize {
        let originals = self.originals[color.index()];
        (1..6).map(|kind| FULL[kind].saturating_sub(originals[kind])).sum()
    }

    /// The bishops, on light and on dark squares, that can only come from promotions.
    pub(crate) fn promoted_bishops(&self) -> [[usize; 2]; 2] {
        let promoted = |color: usize, kind: usize| {
            self.counts[color][kind].saturating_sub(self.originals[color][kind])
        };
        [0, 1].map(|color| [2, 3].map(|kind| promoted(color, kind)))
    }

    /// The pawns of `color` that may have been taken as pawns: neither on the board nor promoted.
    pub(crate) fn spare_pawns(&self, color: Color) -> usize {
        let gone = 8 - self.counts[color.index()][0].min(8);
        gone.saturating_sub(self.promoted(color)).min(self.missing(color))
    }

    /// Whether the king of `color` stands where it cannot have come to.
    pub(super) fn has_stray_king(&self, color: Color) -> bool {
        self.stray_king[color.index()]
    }

    /// A side that has more pieces than a game allows, or its king where it cannot be.
    pub(crate) fn excess(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            let counts = self.counts[color.index()];
            let pieces = counts.iter().sum::<usize>();
            counts[0] + self.promoted(color) > 8 || pieces > 15 || self.has_stray_king(color)
        })
    }
}
