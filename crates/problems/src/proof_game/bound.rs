//! A bound on the moves that a side needs to bring its pieces to their places, and who cannot move any more
//! if that bound is nearly reached.
//!
//! Each piece of the end must come from a piece of the same kind, or from a pawn that promotes; all others are taken,
//! some of them where the other side's pawns must make their captures. The cheapest assignment of pieces to all
//! this, as if nothing but settled pieces stood in the way, is a bound.

use super::assignment::{Costs, IMPOSSIBLE, MOST_MEN};
use super::board::{Board, CaptureDistances, NEVER};
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Role, Square};

/// What is known of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// The moves that it needs, at least.
    pub(super) moves: u16,
    /// Its pieces that stay where they are in every line that is short enough.
    pub(super) settled: Bitboard,
}

impl Bound {
    pub(super) const IMPOSSIBLE: Bound =
        Bound { moves: IMPOSSIBLE as u16, settled: Bitboard::EMPTY };
}

/// One side on its way.
pub(super) struct Side<'a> {
    pub(super) board: &'a Board,
    pub(super) position: &'a Position,
    pub(super) color: Color,
    /// The captures that it has to make.
    pub(super) captures: usize,
    /// How many of its pieces must be taken by pawns, and the ways to where that may be.
    pub(super) taken_by_pawns: usize,
    pub(super) capture_distances: Option<&'a CaptureDistances>,
    /// The rights to castle that it must lose, if that is known.
    pub(super) rights_to_lose: Bitboard,
}

/// What king and rooks do.
struct Variant {
    pieces: [(Role, Square); MOST_MEN],
    /// Moves made before the pieces stand so.
    made: i32,
    /// Pieces that move away, and back if they belong there.
    restless: Bitboard,
    /// Squares whose pieces are not those that stand there now.
    castled: Bitboard,
}

impl Variant {
    fn of(pieces: [(Role, Square); MOST_MEN]) -> Variant {
        Variant { pieces, made: 0, restless: Bitboard::EMPTY, castled: Bitboard::EMPTY }
    }
}

impl Side<'_> {
    /// The bound, if the side has `available` moves.
    pub(super) fn bound(&self, available: u16) -> Bound {
        let own = self.position.color(self.color) & !self.board.settled;
        let goals = &self.board.goals[self.color.index()];
        if own.len() < goals.len() + self.taken_by_pawns {
            return Bound::IMPOSSIBLE;
        }
        if own.len() > MOST_MEN {
            return Bound { moves: self.captures as u16, settled: Bitboard::EMPTY };
        }
        let mut least = IMPOSSIBLE;
        let mut settled = own;
        self.each_variant(own, |variant| {
            let (cost, stay) = self.assign(own.len(), variant, i32::from(available));
            least = least.min(cost);
            if cost <= i32::from(available) {
                settled &= stay;
            }
        });
        let moves = least.max(self.captures as i32).min(IMPOSSIBLE) as u16;
        if moves > available {
            Bound { moves, ..Bound::IMPOSSIBLE }
        } else {
            Bound { moves, settled }
        }
    }

    /// Calls `look` with the pieces as they are, and as each castling would leave them.
    fn each_variant(&self, own: Bitboard, mut look: impl FnMut(&Variant)) {
        let mut pieces = [(Role::King, Square::A1); MOST_MEN];
        for (slot, square) in pieces.iter_mut().zip(own) {
            *slot = (self.position.role_at(square).unwrap_or(Role::King), square);
        }
        let king = self.position.king(self.color).filter(|&king| own.contains(king));
        let goals = &self.board.goals[self.color.index()];
        let king_stays = king.is_some_and(|king| {
            goals.iter().any(|goal| (goal.role, goal.square) == (Role::King, king))
        });
        let rooks = self.rights_to_lose & own;
        if king_stays && rooks.any() {
            // Either the king goes and comes back, or the rooks move or are taken.
            look(&Variant { restless: rooks, ..Variant::of(pieces) });
            look(&Variant {
                restless: own & self.position.role(Role::King),
                ..Variant::of(pieces)
            });
        } else {
            look(&Variant::of(pieces));
        }
        let Some(king) = king else { return };
        for rook in self.position.castling().of(self.color) & own {
            let side = CastlingSide::of(king, rook);
            let mut castled = pieces;
            for (role, square) in &mut castled[..own.len()] {
                match (*role, *square == rook, *square == king) {
                    (Role::Rook, true, _) => *square = side.rook_target(self.color),
                    (Role::King, _, true) => *square = side.king_target(self.color),
                    _ => {}
                }
            }
            let squares = Bitboard::of(side.rook_target(self.color))
                | Bitboard::of(side.king_target(self.color));
            look(&Variant { made: 1, castled: squares, ..Variant::of(castled) });
        }
    }

    /// The moves of a variant, and the pieces that stay in each assignment of at most `available` moves.
    fn assign(&self, len: usize, variant: &Variant, available: i32) -> (i32, Bitboard) {
        let goals = &self.board.goals[self.color.index()];
        let mut costs = Costs::new(len, goals.len() + self.taken_by_pawns);
        let known = |moves: u8| if moves < NEVER { i32::from(moves) } else { IMPOSSIBLE };
        for (piece, &(role, from)) in variant.pieces[..len].iter().enumerate() {
            for (place, goal) in goals.iter().enumerate() {
                let moves = match goal.moves(role, from, self.captures) {
                    0 if variant.restless.contains(from) => 2,
                    moves => known(moves),
                };
                costs.set(piece, place, moves);
            }
            if let Some(capture_distances) = self.capture_distances {
                let moves = known(capture_distances.moves(role, from, self.captures));
                for place in 0..self.taken_by_pawns {
                    costs.set(piece, goals.len() + place, moves);
                }
            }
        }
        let assignment = costs.assign();
        let cost = assignment.cost + variant.made;
        let slack = available - cost;
        let mut settled = Bitboard::EMPTY;
        if slack < 0 {
            return (cost, settled);
        }
        for (piece, &(role, from)) in variant.pieces[..len].iter().enumerate() {
            let home = goals.iter().position(|goal| (goal.role, goal.square) == (role, from));
            let Some(place) = home else { continue };
            // Only pawns cannot come back; others need two moves for it.
            let cannot_return = role == Role::Pawn || slack < 2;
            let may_leave = variant.restless | variant.castled;
            if cannot_return
                && !may_leave.contains(from)
                && assignment.is_certain(piece, place, slack)
            {
                settled |= from.into();
            }
        }
        (cost, settled)
    }
}
