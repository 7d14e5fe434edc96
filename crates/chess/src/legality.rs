//! Questions about a single move: is it legal here, does it give check?

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, Position, Rank, Role, Square, attacks,
};

impl Position {
    /// Whether a move from elsewhere, such as a transposition table, is legal here. Agrees with
    /// [`Position::legal_moves`] for every bit pattern, and is much faster than looking it up there.
    pub fn is_legal(&self, m: Move) -> bool {
        let us = self.turn();
        let (from, to) = (m.from(), m.to());
        let own = self.color(us);
        let Some(role) = self.role_at(from) else { return false };
        if !own.contains(from) || self.role(Role::King).contains(to) {
            return false;
        }
        match m.kind() {
            // Rare, so that looking it up costs little.
            MoveKind::Castling | MoveKind::EnPassant => {
                let plausible = match m.kind() {
                    MoveKind::Castling => self.castling().of(us).contains(to) && !self.is_check(),
                    _ => role == Role::Pawn && self.en_passant() == Some(to),
                };
                return plausible && self.is_generated(m);
            }
            MoveKind::Promotion(_) | MoveKind::Normal => {}
        }
        if own.contains(to) {
            return false;
        }
        let occupied = self.occupied();
        if role == Role::Pawn {
            let on_last = to.rank() == Rank::EIGHTH.relative_to(us);
            if on_last != m.promoted().is_some() || !self.is_pawn_step(us, from, to) {
                return false;
            }
        } else if m.promoted().is_some() || !attacks::of(us, role, from, occupied).contains(to) {
            return false;
        }
        self.is_safe_step(role, from, to)
    }

    /// Whether the own king is safe after a piece that can go from `from` to `to` has gone there, not castling and
    /// not en passant.
    #[inline]
    pub(crate) fn is_safe_step(&self, role: Role, from: Square, to: Square) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let Some(king) = self.king(us) else { return true };
        if role == Role::King {
            let attackers = self.attackers(to, self.occupied() ^ from.into()) & self.color(them);
            return attackers.is_empty();
        }
        if self.pinned().contains(from) && !attacks::line(king, from).contains(to) {
            return false;
        }
        let checkers = self.checkers();
        if checkers.is_empty() {
            return true;
        }
        !checkers.several() && (attacks::between(king, checkers.lowest()) | checkers).contains(to)
    }

    fn is_generated(&self, m: Move) -> bool {
        let mut list = MoveList::new();
        self.generate_all(&mut list);
        list.contains(&m)
    }

    /// Whether a pawn may step or take (not en passant) from `from` to `to`, king safety aside.
    pub(crate) fn is_pawn_step(&self, us: Color, from: Square, to: Square) -> bool {
        let occupied = self.occupied();
        if occupied.contains(to) {
            return attacks::pawn(us, from).contains(to);
        }
        let ahead = |square: Bitboard| if us == Color::White { square << 8 } else { square >> 8 };
        let single = ahead(from.into()) & !occupied;
        let third = Bitboard::rank(Rank::THIRD.relative_to(us));
        (single | ahead(single & third)).contains(to)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, m: Move) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let (from, to) = (m.from(), m.to());
        let Some(king) = self.king(them) else { return false };
        let Some(role) = self.role_at(from) else { return false };
        let occupied = self.occupied();
        let sliders = |after: Bitboard| {
            let queens = self.role(Role::Queen);
            (attacks::rook(king, after) & (self.role(Role::Rook) | queens)
                | attacks::bishop(king, after) & (self.role(Role::Bishop) | queens))
                & self.color(us)
        };
        if m.is_castling() {
            let side = CastlingSide::of(from, to);
            let rook = side.rook_target(us);
            let after =
                (occupied ^ from.into() ^ to.into()) | rook.into() | side.king_target(us).into();
            // The king may also have stood between a slider and the other king.
            return attacks::rook(rook, after).contains(king)
                || (sliders(after) & !Bitboard::of(to)).any();
        }
        let mut after = (occupied ^ from.into()) | to.into();
        if m.kind() == MoveKind::EnPassant {
            after ^= Square::new(to.index() ^ 8).into();
        }
        let moved = m.promoted().unwrap_or(role);
        if moved != Role::King && attacks::of(us, moved, to, after).contains(king) {
            return true;
        }
        // A discovered check: a slider other than the piece that moved now sees the king.
        (sliders(after) & !Bitboard::of(from)).any()
    }

    /// Whether a move of this position takes something.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Castling => false,
            MoveKind::EnPassant => true,
            _ => self.occupied().contains(m.to()),
        }
    }

    /// What a move of this position takes.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<Role> {
        match m.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(Role::Pawn),
            _ => self.role_at(m.to()),
        }
    }
}
