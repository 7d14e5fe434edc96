//! What the pieces on the board tell by their number.

use zugwerk_chess::{Bitboard, Color, Position, Role};

/// The pieces of each colour, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Material {
    /// By colour: pawns, knights, bishops on light and on dark squares, rooks, queens.
    counts: [[usize; 6]; 2],
}

/// A full set, in the same order.
const FULL: [usize; 6] = [8, 2, 1, 1, 2, 1];

impl Material {
    pub(crate) fn of(position: &Position) -> Material {
        let counts = Color::ALL.map(|color| {
            let own = |role| position.pieces(color, role);
            let bishops = own(Role::Bishop);
            [
                own(Role::Pawn).len(),
                own(Role::Knight).len(),
                (bishops & Bitboard::LIGHT).len(),
                (bishops & !Bitboard::LIGHT).len(),
                own(Role::Rook).len(),
                own(Role::Queen).len(),
            ]
        });
        Material { counts }
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
        let counts = self.counts[color.index()];
        (1..6).map(|kind| counts[kind].saturating_sub(FULL[kind])).sum()
    }

    /// The pieces of `color` taken that never were pawns, if none was replaced by a promotion.
    pub(crate) fn missing_officers(&self, color: Color) -> usize {
        let counts = self.counts[color.index()];
        (1..6).map(|kind| FULL[kind].saturating_sub(counts[kind])).sum()
    }

    /// The bishops, on light and on dark squares, that can only come from promotions.
    pub(crate) fn promoted_bishops(&self) -> [[usize; 2]; 2] {
        self.counts.map(|counts| [2, 3].map(|kind| counts[kind].saturating_sub(FULL[kind])))
    }

    /// The pawns of `color` that may have been taken as pawns: neither on the board nor promoted.
    pub(crate) fn spare_pawns(&self, color: Color) -> usize {
        let gone = 8 - self.counts[color.index()][0].min(8);
        gone.saturating_sub(self.promoted(color)).min(self.missing(color))
    }

    /// Whether each side has at most as many pieces as a game allows.
    pub(crate) fn excess(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            let counts = self.counts[color.index()];
            counts[0] + self.promoted(color) > 8 || counts.iter().sum::<usize>() > 15
        })
    }
}
