//! How many moves a piece needs from square to square on an empty board, and what it can become.

use std::sync::OnceLock;
use zugwerk_chess::{Bitboard, Color, Rank, Role, Square, attacks};

/// Moves are counted up to this many; farther squares count as this far.
pub(super) const FAR: u16 = 8;

/// For each number of moves, where a piece can be by then, and as what.
pub(super) struct Reach {
    /// By moves and kind of piece, moves below [`FAR`].
    by: [[Bitboard; 6]; FAR as usize],
}

impl Reach {
    fn new(color: Color, role: Role, from: Square) -> Reach {
        let mut now = [Bitboard::EMPTY; 6];
        now[role.index()] = from.into();
        let mut by = [now; FAR as usize];
        for slot in by.iter_mut().skip(1) {
            now = step(color, &now);
            *slot = now;
        }
        Reach { by }
    }

    /// Where the piece can be after at most `moves`, by kind of piece.
    pub(super) fn after(&self, moves: u16) -> &[Bitboard; 6] {
        &self.by[usize::from(moves.min(FAR - 1))]
    }

    /// The fewest moves to `square`, as any piece; [`FAR`] where they are many.
    pub(super) fn moves_to(&self, square: Square) -> u16 {
        let there = |now: &[Bitboard; 6]| now.iter().any(|set| set.contains(square));
        self.by.iter().position(there).map_or(FAR, |moves| moves as u16)
    }
}

/// Where a piece can be one move later, if it may also stay.
fn step(color: Color, now: &[Bitboard; 6]) -> [Bitboard; 6] {
    let mut next = *now;
    for role in Role::ALL {
        for square in now[role.index()] {
            next[role.index()] |= match role {
                Role::Pawn => pawn_step(color, square),
                _ => attacks::of(color, role, square, Bitboard::EMPTY),
            };
        }
    }
    let last = Bitboard::rank(Rank::EIGHTH.relative_to(color));
    let promoted = next[Role::Pawn.index()] & last;
    for role in Role::PROMOTIONS {
        next[role.index()] |= promoted;
    }
    next[Role::Pawn.index()] &= !last;
    next
}

/// Steps and captures of a pawn.
fn pawn_step(color: Color, square: Square) -> Bitboard {
    let ahead = |set: Bitboard| match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    };
    let single = ahead(square.into());
    let third = Bitboard::rank(Rank::THIRD.relative_to(color));
    single | ahead(single & third) | attacks::pawn(color, square)
}

/// The reach of a piece, computed when it is first asked for.
pub(super) fn reach(color: Color, role: Role, from: Square) -> &'static Reach {
    static TABLE: [[[OnceLock<Reach>; 64]; 6]; 2] =
        [const { [const { [const { OnceLock::new() }; 64] }; 6] }; 2];
    TABLE[color.index()][role.index()][from.index()].get_or_init(|| Reach::new(color, role, from))
}
