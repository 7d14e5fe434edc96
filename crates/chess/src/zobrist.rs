//! Zobrist keys: a random number for each fact about a position; a position's key is their exclusive or.

use crate::{Bitboard, Color, File, Piece, Role, Square};

struct Table {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static TABLE: Table = Table::new();

impl Table {
    const fn new() -> Table {
        let mut table = Table {
            pieces: [[[0; 64]; 6]; 2],
            castling: [0; 64],
            en_passant: [0; 8],
            black_to_move: split_mix(0),
        };
        let mut square = 0;
        while square < 64 {
            let mut piece = 0;
            while piece < 12 {
                table.pieces[piece / 6][piece % 6][square] =
                    split_mix(1 + (piece * 64 + square) as u64);
                piece += 1;
            }
            table.castling[square] = split_mix(1 + (12 * 64 + square) as u64);
            table.en_passant[square % 8] = split_mix(1 + (13 * 64 + square % 8) as u64);
            square += 1;
        }
        table
    }
}

/// The `n`th output of the generator SplitMix64.
const fn split_mix(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x5A75_6757_6572_6B21);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The key of a piece on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    role(piece.color, piece.role, square)
}

/// The key of a piece of `color` on a square.
#[inline(always)]
pub(crate) fn role(color: Color, role: Role, square: Square) -> u64 {
    TABLE.pieces[color.index()][role.index()][square.index()]
}

/// The key of the rights to castle of these rooks.
#[inline(always)]
pub(crate) fn castling(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ TABLE.castling[rook.index()])
}

/// The key of a capture en passant being possible on a file.
#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    TABLE.en_passant[file.index()]
}

/// The key of Black being to move.
#[inline(always)]
pub(crate) fn black_to_move() -> u64 {
    TABLE.black_to_move
}
