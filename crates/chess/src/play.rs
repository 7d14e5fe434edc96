//! Playing a move: the position after it, with everything that follows from the board brought up to date.

use crate::sliders::{Magic, Sliders, multiversion};
use crate::{
    Bitboard, CastlingSide, Color, ExclusiveCastling, Move, MoveKind, Position, Rank, Role, Square,
    attacks, zobrist,
};

impl Position {
    /// The position after a legal move.
    ///
    /// The move must be one of [`Position::legal_moves`]; after any other, the position means nothing
    /// (but nothing breaks). See [`Position::try_play`] for moves from elsewhere.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        play_dispatched(self, m)
    }

    /// [`Position::play`] into a position that is there already.
    #[inline]
    pub(crate) fn play_over(&self, m: Move, after: &mut Position) {
        play_over_dispatched(self, m, after);
    }

    /// The position after a move, if that is legal: for moves from elsewhere.
    ///
    /// ```
    /// use zugwerk_chess::{Move, Position, Square};
    /// let start = Position::start();
    /// assert!(start.try_play(Move::normal(Square::G1, Square::F3)).is_some());
    /// assert!(start.try_play(Move::normal(Square::G1, Square::G3)).is_none());
    /// ```
    pub fn try_play(&self, m: Move) -> Option<Position> {
        self.is_legal(m).then(|| self.play(m))
    }

    /// The position if the side to move passes: the null move of a search. Not for use in check.
    pub fn pass(&self) -> Position {
        let mut after = self.clone();
        after.forget_double_step();
        after.turn = !self.turn;
        after.key ^= zobrist::black_to_move();
        after.halfmoves = self.halfmoves.saturating_add(1);
        after.fullmoves = self.fullmoves.saturating_add(u16::from(self.turn == Color::Black));
        after.look_at_king::<Magic>();
        after
    }

    /// Brings everything up to date that follows from the board, the side to move, the rights to castle
    /// and the square passed over.
    pub(crate) fn refresh(&mut self) {
        self.en_passant =
            self.double_push.is_some_and(|passed| self.can_take_en_passant::<Magic>(passed));
        self.key = self.key_from_scratch();
        self.look_at_king::<Magic>();
    }

    #[inline(always)]
    fn forget_double_step(&mut self) {
        if self.en_passant
            && let Some(passed) = self.double_push
        {
            self.key ^= zobrist::en_passant(passed.file());
        }
        self.double_push = None;
        self.en_passant = false;
    }

    #[inline(always)]
    fn put(&mut self, color: Color, role: Role, square: Square) {
        self.pieces[role.index()] ^= square.into();
        self.colors[color.index()] ^= square.into();
        self.board[square.index()] = Some(role);
        self.key ^= zobrist::role(color, role, square);
    }

    #[inline(always)]
    fn take(&mut self, color: Color, role: Role, square: Square) {
        self.pieces[role.index()] ^= square.into();
        self.colors[color.index()] ^= square.into();
        self.board[square.index()] = None;
        self.key ^= zobrist::role(color, role, square);
    }

    /// Whether a pawn of the side to move can legally take on the square `passed` over: one must stand
    /// beside the other pawn, and taking must not leave its own king in check.
    fn can_take_en_passant<S: Sliders>(&self, passed: Square) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let pawn = Square::new(passed.index() ^ 8);
        let takers = attacks::pawn(them, passed) & self.pieces(us, Role::Pawn);
        takers.into_iter().any(|taker| self.is_safe_en_passant::<S>(taker, passed, pawn))
    }

    /// Whether the king of the side to move is safe after `taker` has taken `pawn` on `passed`.
    #[inline(always)]
    pub(crate) fn is_safe_en_passant<S: Sliders>(
        &self,
        taker: Square,
        passed: Square,
        pawn: Square,
    ) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let Some(king) = self.king(us) else { return true };
        let after = (self.occupied() ^ taker.into() ^ pawn.into()) | passed.into();
        let enemies = self.color(them) & !Bitboard::of(pawn);
        let [pawns, knights, bishops, rooks, queens, _] = self.pieces;
        let attackers = S::rook(king, after) & (rooks | queens)
            | S::bishop(king, after) & (bishops | queens)
            | attacks::knight(king) & knights
            | attacks::pawn(us, king) & pawns;
        !(attackers & enemies).any()
    }

    /// Finds the pieces that give check to the side to move, and its own pieces that are pinned.
    #[inline(always)]
    fn look_at_king<S: Sliders>(&mut self) {
        self.checkers = Bitboard::EMPTY;
        self.pinned = Bitboard::EMPTY;
        let (us, them) = (self.turn, !self.turn);
        let Some(king) = self.king(us) else { return };
        let [pawns, knights, bishops, rooks, queens, _] = self.pieces;
        let (own, enemies) = (self.color(us), self.color(them));
        let occupied = own | enemies;
        self.checkers =
            (attacks::knight(king) & knights | attacks::pawn(us, king) & pawns) & enemies;
        let snipers = (attacks::rook_rays(king) & (rooks | queens)
            | attacks::bishop_rays(king) & (bishops | queens))
            & enemies;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                self.checkers |= sniper.into();
            } else if !blockers.several() {
                self.pinned |= blockers & own;
            }
        }
    }
}

multiversion! {
    #[inline]
    fn play_dispatched(position: &Position, m: Move) -> Position = play;
}

multiversion! {
    #[inline]
    fn play_over_dispatched(position: &Position, m: Move, after: &mut Position) = play_over;
}

/// [`Position::play`] for a routine that is itself compiled for the processor.
#[inline(always)]
pub(crate) fn play<S: Sliders>(before: &Position, m: Move) -> Position {
    let mut after = before.clone();
    change::<S>(before, m, &mut after);
    after
}

#[inline(always)]
fn play_over<S: Sliders>(before: &Position, m: Move, after: &mut Position) {
    after.clone_from(before);
    change::<S>(before, m, after);
}

/// Plays a move in `after`, which is the position before it.
#[inline(always)]
fn change<S: Sliders>(before: &Position, m: Move, after: &mut Position) {
    let (us, them) = (before.turn, !before.turn);
    let (from, to) = (m.from(), m.to());
    let Some(role) = before.role_at(from) else {
        debug_assert!(false, "{m:?} is no move of {before}");
        return;
    };
    after.forget_double_step();
    after.halfmoves = before.halfmoves.saturating_add(1);
    after.turn = them;
    after.key ^= zobrist::black_to_move();
    if us == Color::Black {
        after.fullmoves = before.fullmoves.saturating_add(1);
    }

    if m.is_castling() {
        castle(after, us, from, to);
    } else {
        if let Some(captured) = before.role_at(to) {
            after.take(them, captured, to);
            after.halfmoves = 0;
        }
        after.take(us, role, from);
        after.put(us, m.promoted().unwrap_or(role), to);
        if role == Role::Pawn {
            after.halfmoves = 0;
            if m.kind() == MoveKind::EnPassant {
                after.take(them, Role::Pawn, Square::new(to.index() ^ 8));
            } else if from.index() ^ to.index() == 16 {
                let passed = Square::new((from.index() + to.index()) / 2);
                after.double_push = Some(passed);
                if (attacks::pawn(us, passed) & after.pieces(them, Role::Pawn)).any()
                    && after.can_take_en_passant::<S>(passed)
                {
                    after.en_passant = true;
                    after.key ^= zobrist::en_passant(passed.file());
                }
            }
        }
    }
    lose_rights(after, us, role, from, to);
    after.look_at_king::<S>();
}

#[inline(always)]
fn castle(after: &mut Position, us: Color, king: Square, rook: Square) {
    let side = CastlingSide::of(king, rook);
    after.take(us, Role::King, king);
    after.take(us, Role::Rook, rook);
    after.put(us, Role::King, side.king_target(us));
    after.put(us, Role::Rook, side.rook_target(us));
    if after.exclusive_castling() != ExclusiveCastling::NONE {
        lose_excluded(after, us, side);
    }
}

/// Castling takes the rights away that it shows to be none.
#[cold]
fn lose_excluded(after: &mut Position, us: Color, side: CastlingSide) {
    let Some(king) = after.king(!us) else { return };
    for excluded in after.exclusive_castling().excluded(us, side) {
        if let Some(rook) = after.castling.rook(!us, excluded, king) {
            after.castling.0 ^= rook.into();
            after.key ^= zobrist::castling(rook.into());
        }
    }
}

/// A right to castle goes when its king or rook moves or its rook is taken.
#[inline(always)]
fn lose_rights(after: &mut Position, us: Color, role: Role, from: Square, to: Square) {
    let mut touched = Bitboard::of(from) | Bitboard::of(to);
    if role == Role::King {
        touched |= Bitboard::rank(Rank::FIRST.relative_to(us));
    }
    let lost = after.castling.0 & touched;
    if lost.any() {
        after.castling.0 ^= lost;
        after.key ^= zobrist::castling(lost);
    }
}
