//! The board as pieces of the start: who stands where, and which retractions leave the other king in check.

use super::State;
use crate::reachable::cast::{ABSENT, first_role};
use crate::reachable::plan::color_of;
use crate::reachable::ranks::home;
use zugwerk_chess::{Bitboard, Color, Role, Square, attacks};

/// The bit of a king or rook in `moved`.
pub(super) fn castler(piece: u8) -> u8 {
    let black = if piece >= 24 { 3 } else { 0 };
    match piece & 7 {
        _ if piece < 16 => 0,
        0 => 1 << black,
        4 => 2 << black,
        7 => 4 << black,
        _ => 0,
    }
}

pub(super) fn role(state: &State, piece: u8) -> Role {
    if piece < 16 { state.roles[usize::from(piece)] } else { first_role(piece) }
}

/// Whether a piece, or its twin, is where it started.
pub(super) fn is_home(state: &State, piece: u8) -> bool {
    let home = home(piece).index() as u8;
    state.squares[usize::from(piece)] == home || state.squares[usize::from(twin(piece))] == home
}

/// The other rook or knight of its colour; every other piece is alone.
pub(super) fn twin(piece: u8) -> u8 {
    match piece & 7 {
        0 | 1 | 6 | 7 if piece >= 16 => piece ^ 7,
        _ => piece,
    }
}

pub(super) fn occupied(state: &State) -> Bitboard {
    let squares = state.squares.iter().filter(|&&square| square != ABSENT);
    squares.fold(Bitboard::EMPTY, |all, &square| all | bit(square))
}

pub(super) fn bit(square: u8) -> Bitboard {
    Bitboard(1 << square)
}

/// The way towards the enemy.
pub(super) fn up(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// How far a pawn on a square has come.
pub(super) fn advance(pawn: u8, square: u8) -> u8 {
    let rank = square >> 3;
    match color_of(pawn) {
        Color::White => rank.wrapping_sub(1),
        Color::Black => 6_u8.wrapping_sub(rank),
    }
}

/// The pieces of the side that takes back, and who stands where.
pub(super) struct Board {
    pub(super) occupied: Bitboard,
    /// By role, the pieces of the mover.
    own: [Bitboard; 6],
    /// The king that must not be in check before the move.
    pub(super) king: Square,
    pub(super) mover: Color,
}

impl Board {
    pub(super) fn of(state: &State) -> Board {
        let mover = !state.turn;
        let mut own = [Bitboard::EMPTY; 6];
        let mut occupied = Bitboard::EMPTY;
        for piece in 0..32_u8 {
            let square = state.squares[usize::from(piece)];
            if square != ABSENT {
                occupied |= bit(square);
                if color_of(piece) == mover {
                    own[role(state, piece).index()] |= bit(square);
                }
            }
        }
        let king = 20 + 8 * state.turn.index();
        Board { occupied, own, king: Square::new(usize::from(state.squares[king])), mover }
    }

    /// Whether the king of the other side is safe once a piece stands on `from` again, as `before` what is `after` on
    /// `to` now.
    pub(super) fn is_legal(
        &self,
        from: u8,
        to: u8,
        before: Role,
        after: Role,
        taken: bool,
    ) -> bool {
        let mut occupied = self.occupied | bit(from);
        if !taken {
            occupied &= !bit(to);
        }
        let mut own = self.own;
        own[after.index()] &= !bit(to);
        own[before.index()] |= bit(from);
        !attacked(&own, self.mover, self.king, occupied)
    }

    /// Whether the side that takes back attacks a square.
    pub(super) fn is_attacked(&self, square: Square) -> bool {
        attacked(&self.own, self.mover, square, self.occupied)
    }
}

/// Whether pieces of `color`, by role, attack a square.
pub(super) fn attacked(
    own: &[Bitboard; 6],
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> bool {
    let hit = attacks::knight(square) & own[Role::Knight.index()]
        | attacks::king(square) & own[Role::King.index()]
        | attacks::pawn(!color, square) & own[Role::Pawn.index()];
    let queens = own[Role::Queen.index()];
    let straight = own[Role::Rook.index()] | queens;
    let diagonal = own[Role::Bishop.index()] | queens;
    let sees = |rays: Bitboard, pieces: Bitboard| (rays & pieces).any();
    hit.any()
        || sees(attacks::rook_rays(square), straight)
            && sees(attacks::rook(square, occupied), straight)
        || sees(attacks::bishop_rays(square), diagonal)
            && sees(attacks::bishop(square, occupied), diagonal)
}
