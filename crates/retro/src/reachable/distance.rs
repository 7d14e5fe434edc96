//! How many moves each kind of piece needs from square to square on an empty board.

use zugwerk_chess::{Bitboard, Color, Role, Square, attacks};

/// The moves from square to square, by role.
pub(super) struct Distances(Box<[[[u8; 64]; 64]; 6]>);

/// Farther than any way.
const NEVER: u8 = 99;

impl Distances {
    pub(super) fn new() -> Distances {
        let mut table = Box::new([[[NEVER; 64]; 64]; 6]);
        for role in &Role::ALL[1..] {
            for from in Square::all() {
                let to = &mut table[role.index()][from.index()];
                let mut ring = Bitboard::of(from);
                let mut seen = ring;
                for moves in 0.. {
                    for square in ring {
                        to[square.index()] = moves;
                    }
                    let next = ring.into_iter().fold(Bitboard::EMPTY, |next, square| {
                        next | attacks::of(Color::White, *role, square, Bitboard::EMPTY)
                    });
                    ring = next & !seen;
                    seen |= ring;
                    if ring.is_empty() {
                        break;
                    }
                }
            }
        }
        Distances(table)
    }

    /// The moves of a piece that is no pawn; 99 if it never gets there.
    #[inline]
    pub(super) fn of(&self, role: Role, from: u8, to: u8) -> u8 {
        self.0[role.index()][usize::from(from)][usize::from(to)]
    }
}
