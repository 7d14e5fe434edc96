//! Rooks, bishops and queens, by table: with magic numbers everywhere, with PEXT where it is fast.
//!
//! The two are interchangeable [`Sliders`]. Whole routines (a move generator, a perft) are compiled
//! once for each and chosen at their entry by [`multiversion!`], so that no look-up pays for the choice.

mod cpu;
mod magic;
#[allow(dead_code, reason = "the build script uses the rest")]
mod magics;
#[cfg(target_arch = "x86_64")]
mod pext;
#[allow(dead_code, reason = "the build script uses the rest")]
pub(crate) mod rays;

#[cfg(target_arch = "x86_64")]
pub(crate) use cpu::has_fast_pext;
pub(crate) use cpu::multiversion;
pub(crate) use magic::Magic;
#[cfg(target_arch = "x86_64")]
pub(crate) use pext::Pext;

use crate::{Bitboard, Square};

/// A way to look up what a sliding piece reaches.
pub(crate) trait Sliders: Copy {
    /// What a rook on `square` reaches, the first occupied square of each ray included.
    fn rook(square: Square, occupied: Bitboard) -> Bitboard;
    /// What a bishop on `square` reaches.
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard;
}

/// How many slots the tables have: 102 400 for the rooks, then 5 248 for the bishops.
const SLOTS: usize = 107_648;

/// Where the slots of each square begin; the rooks first, then the bishops.
const fn starts(steps: &[(i8, i8); 4], first: usize) -> [u32; 64] {
    let (mut starts, mut start, mut square) = ([0; 64], first as u32, 0);
    while square < 64 {
        starts[square] = start;
        start += 1 << rays::relevant(square, steps).count_ones();
        square += 1;
    }
    starts
}

const ROOK_STARTS: [u32; 64] = starts(&rays::ROOK_STEPS, 0);
const BISHOP_STARTS: [u32; 64] = starts(&rays::BISHOP_STEPS, 102_400);

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_walking<S: Sliders>() {
        let mut random = 0x1234_5678_9ABC_DEF1u64;
        for square in Square::all() {
            for (steps, lookup) in [
                (&rays::ROOK_STEPS, S::rook as fn(Square, Bitboard) -> Bitboard),
                (&rays::BISHOP_STEPS, S::bishop),
            ] {
                let mask = rays::relevant(square.index(), steps);
                let mut occupied = 0u64;
                loop {
                    // Bits outside the mask must not matter.
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let noise = occupied | random & !mask & !rays::walk(square.index(), 0, steps);
                    let expected = rays::walk(square.index(), occupied, steps);
                    assert_eq!(lookup(square, Bitboard(noise)), Bitboard(expected), "{square}");
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn magic_agrees_with_walking_on_every_occupation() {
        agrees_with_walking::<Magic>();
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn pext_agrees_with_walking_on_every_occupation() {
        if std::is_x86_feature_detected!("bmi2") {
            agrees_with_walking::<Pext>();
        }
    }
}
