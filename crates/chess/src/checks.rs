//! Which moves give check, for many moves of one position.

use crate::{Bitboard, Move, MoveKind, Position, Square, attacks};

/// From where the pieces of the side to move would give check: found once by [`Position::checks`], so that each move
/// is a look at two sets of squares.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The other side's king.
    king: Option<Square>,
    /// By the kind of piece: the squares from which it attacks that king.
    squares: [Bitboard; 6],
    /// Own pieces that alone stand between an own slider and that king.
    screens: Bitboard,
}

impl Position {
    /// From where the side to move would give check.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let position: Position = "4k3/8/8/8/4N3/8/8/R3RK2 w - - 0 1".parse().unwrap();
    /// let checks = position.checks();
    /// let gives = |m| checks.is_given_by(&position, position.parse_uci(m).unwrap());
    /// assert!(gives("e4f6") && gives("e4c5") && gives("a1a8"));
    /// assert!(!gives("a1a7") && !gives("f1f2"));
    /// ```
    pub fn checks(&self) -> Checks {
        let (us, them) = (self.turn(), !self.turn());
        let Some(king) = self.king(them) else {
            return Checks { king: None, squares: [Bitboard::EMPTY; 6], screens: Bitboard::EMPTY };
        };
        let (occupied, own) = (self.occupied(), self.color(us));
        let (straight, diagonal) = (attacks::rook(king, occupied), attacks::bishop(king, occupied));
        let pawns = attacks::pawn(them, king);
        let squares = [
            pawns,
            attacks::knight(king),
            diagonal,
            straight,
            straight | diagonal,
            Bitboard::EMPTY,
        ];
        let [_, _, bishops, rooks, queens, _] = self.pieces;
        let behind = (attacks::rook_rays(king) & (rooks | queens)
            | attacks::bishop_rays(king) & (bishops | queens))
            & own;
        let mut screens = Bitboard::EMPTY;
        for slider in behind {
            let blockers = attacks::between(king, slider) & occupied;
            if !blockers.several() {
                screens |= blockers & own;
            }
        }
        Checks { king: Some(king), squares, screens }
    }
}

impl Checks {
    /// Whether a legal move of the position that this was found for gives check; agrees with
    /// [`Position::gives_check`].
    #[inline]
    pub fn is_given_by(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        if m.kind() != MoveKind::Normal {
            return position.gives_check(m);
        }
        let (Some(king), Some(role)) = (self.king, position.role_at(from)) else { return false };
        self.squares[role.index()].contains(to)
            || self.screens.contains(from) && !attacks::line(king, from).contains(to)
    }
}
