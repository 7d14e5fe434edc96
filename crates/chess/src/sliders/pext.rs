//! Sliding by the BMI2 instructions PEXT and PDEP: two bytes a slot, a quarter of the magic table.

use super::{BISHOP_STARTS, ROOK_STARTS, SLOTS, Sliders, rays};
use crate::{Bitboard, Square};
use std::arch::x86_64::{_pdep_u64, _pext_u64};

/// Look-up by bit extraction. Only for code that runs after [`super::has_fast_pext`] said yes, or
/// after BMI2 was detected otherwise; [`super::multiversion!`] sees to that.
#[derive(Clone, Copy)]
pub(crate) struct Pext;

// SAFETY: the build script writes exactly 2 bytes a slot in the target's byte order, and every bit
// pattern is a u16; the sizes are compared when this is compiled.
static TABLE: [u16; SLOTS] =
    unsafe { std::mem::transmute(*include_bytes!(concat!(env!("OUT_DIR"), "/pext.bin"))) };

/// What the look-up of one square needs, side by side in one cache line.
struct Entry {
    mask: u64,
    reach: u64,
    start: u32,
}

const fn entries(steps: &[(i8, i8); 4], starts: &[u32; 64]) -> [Entry; 64] {
    let mut entries = [const { Entry { mask: 0, reach: 0, start: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        entries[square] = Entry {
            mask: rays::relevant(square, steps),
            reach: rays::walk(square, 0, steps),
            start: starts[square],
        };
        square += 1;
    }
    entries
}

static ROOK: [Entry; 64] = entries(&rays::ROOK_STEPS, &ROOK_STARTS);
static BISHOP: [Entry; 64] = entries(&rays::BISHOP_STEPS, &BISHOP_STARTS);

#[inline(always)]
fn look_up(entry: &Entry, occupied: Bitboard) -> Bitboard {
    // SAFETY: BMI2 is there (see `Pext`); PEXT yields fewer than 2^bits for a mask of that many bits, and
    // the square owns 2^bits slots from its start on.
    unsafe {
        let slot = entry.start as usize + _pext_u64(occupied.0, entry.mask) as usize;
        Bitboard(_pdep_u64(u64::from(*TABLE.get_unchecked(slot)), entry.reach))
    }
}

impl Sliders for Pext {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&ROOK[square.index()], occupied)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&BISHOP[square.index()], occupied)
    }
}
