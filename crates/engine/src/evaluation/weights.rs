//! The weights of the features: simple values to begin with.

use super::features::*;
use super::tapered::Tapered;

/// What each feature is worth, by its place in [`features`](super::features).
pub static WEIGHTS: [Tapered; COUNT] = simple();

const fn simple() -> [Tapered; COUNT] {
    let mut weights = [Tapered::new(0, 0); COUNT];
    let worth = [100, 320, 330, 500, 950, 0];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let from_edge_f = if file < 4 { file } else { 7 - file } as i32;
            let from_edge_r = if rank < 4 { rank } else { 7 - rank } as i32;
            let centre = from_edge_f + from_edge_r - 3;
            let (mg, eg) = match piece {
                0 => (2 * centre + 3 * rank as i32 - 6, 6 * rank as i32 - 12),
                1 | 2 => (7 * centre, 7 * centre),
                3 => (2 * from_edge_f, 0),
                4 => (centre, 4 * centre),
                _ => (-8 * centre - 12 * rank as i32, 10 * centre),
            };
            weights[SQUARES + 64 * piece + square] =
                Tapered::new(worth[piece] + mg, worth[piece] + eg);
            square += 1;
        }
        piece += 1;
    }
    let mut i = 0;
    while i < 9 {
        weights[KNIGHT_MOBILITY + i] = Tapered::new(4 * (i as i32 - 4), 4 * (i as i32 - 4));
        i += 1;
    }
    i = 0;
    while i < 14 {
        weights[BISHOP_MOBILITY + i] = Tapered::new(4 * (i as i32 - 6), 4 * (i as i32 - 6));
        i += 1;
    }
    i = 0;
    while i < 15 {
        weights[ROOK_MOBILITY + i] = Tapered::new(2 * (i as i32 - 6), 4 * (i as i32 - 6));
        i += 1;
    }
    i = 0;
    while i < 28 {
        weights[QUEEN_MOBILITY + i] = Tapered::new(i as i32 - 12, 2 * (i as i32 - 12));
        i += 1;
    }
    i = 0;
    while i < 40 {
        weights[KING_DANGER + i] = Tapered::new((i * i / 4) as i32, 0);
        i += 1;
    }
    i = 0;
    while i < 8 {
        weights[PASSED + i] = Tapered::new((3 * i * i / 2) as i32, (3 * i * i) as i32);
        i += 1;
    }
    weights[BISHOP_PAIR] = Tapered::new(30, 40);
    weights[ISOLATED] = Tapered::new(-10, -12);
    weights[DOUBLED] = Tapered::new(-8, -15);
    weights[TEMPO] = Tapered::new(15, 8);
    weights
}
