//! Sliding by magic numbers: runs on every processor.

use super::{BISHOP_STARTS, ROOK_STARTS, SLOTS, Sliders, magics, rays};
use crate::{Bitboard, Square};

/// Look-up by multiplication.
#[derive(Clone, Copy)]
pub(crate) struct Magic;

// SAFETY: the build script writes exactly 8 bytes a slot in the target's byte order, and every bit
// pattern is a u64; the sizes are compared when this is compiled.
static TABLE: [u64; SLOTS] =
    unsafe { std::mem::transmute(*include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin"))) };

/// What the look-up of one square needs, side by side in one cache line.
struct Entry {
    mask: u64,
    magic: u64,
    start: u32,
    shift: u32,
}

const fn entries(steps: &[(i8, i8); 4], magics: &[u64; 64], starts: &[u32; 64]) -> [Entry; 64] {
    let mut entries = [const { Entry { mask: 0, magic: 0, start: 0, shift: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = rays::relevant(square, steps);
        let shift = 64 - mask.count_ones();
        entries[square] = Entry { mask, magic: magics[square], start: starts[square], shift };
        square += 1;
    }
    entries
}

static ROOK: [Entry; 64] = entries(&rays::ROOK_STEPS, &magics::ROOK, &ROOK_STARTS);
static BISHOP: [Entry; 64] = entries(&rays::BISHOP_STEPS, &magics::BISHOP, &BISHOP_STARTS);

#[inline(always)]
fn look_up(entry: &Entry, occupied: Bitboard) -> Bitboard {
    let product = (occupied.0 & entry.mask).wrapping_mul(entry.magic);
    let slot = entry.start as usize + (product >> entry.shift) as usize;
    // SAFETY: the shift leaves as many bits as the mask has, and the square owns 2^bits slots from its
    // start on; `starts` adds the same numbers up to SLOTS.
    Bitboard(unsafe { *TABLE.get_unchecked(slot) })
}

impl Sliders for Magic {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&ROOK[square.index()], occupied)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&BISHOP[square.index()], occupied)
    }
}
