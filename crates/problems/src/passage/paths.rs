//! How many moves each piece needs from square to square on a board with obstacles.

use zugwerk_chess::{Bitboard, Color, Piece, Square, attacks};

/// Not to be reached.
pub(super) const NEVER: u8 = 100;

/// The fewest moves of a kind of piece from each square to each other.
pub(super) struct Paths(Box<[[u8; 64]; 64]>);

impl Paths {
    /// Paths that never enter `closed` squares, and of sliders never cross `obstacles`.
    pub(super) fn new(color: Color, piece: Piece, obstacles: Bitboard, closed: Bitboard) -> Paths {
        let mut moves = Box::new([[NEVER; 64]; 64]);
        for from in Square::all() {
            let mut reached = Bitboard::of(from);
            let mut border = reached;
            moves[from.index()][from.index()] = 0;
            for length in 1.. {
                let mut next = Bitboard::EMPTY;
                for square in border {
                    next |= attacks::of(color, piece, square, obstacles);
                }
                border = next & !closed & !obstacles & !reached;
                if border.is_empty() {
                    break;
                }
                reached |= border;
                for square in border {
                    moves[from.index()][square.index()] = length;
                }
            }
        }
        Paths(moves)
    }

    /// The fewest moves from `from` to `to`.
    #[inline]
    pub(super) fn moves(&self, from: Square, to: Square) -> u8 {
        self.0[from.index()][to.index()]
    }
}
