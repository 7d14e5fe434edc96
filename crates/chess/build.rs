//! Fills the tables of the sliding pieces once, so that the program starts with them ready.

use std::path::Path;
use std::{env, fs};

#[path = "src/sliders/magics.rs"]
mod magics;
#[path = "src/sliders/rays.rs"]
mod rays;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/sliders");
    let (mut by_magic, mut by_pext) = (Vec::new(), Vec::new());
    for (steps, magics) in
        [(&rays::ROOK_STEPS, &magics::ROOK), (&rays::BISHOP_STEPS, &magics::BISHOP)]
    {
        for (square, magic) in magics.iter().enumerate() {
            append_square(square, *magic, steps, &mut by_magic, &mut by_pext);
        }
    }
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR for a build script");
    let big_endian = env::var("CARGO_CFG_TARGET_ENDIAN").is_ok_and(|endian| endian == "big");
    let bytes = |word: u64| if big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
    let half = |word: u16| if big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
    let write = |name: &str, content: Vec<u8>| {
        fs::write(Path::new(&folder).join(name), content).expect("OUT_DIR can be written to");
    };
    write("magic.bin", by_magic.into_iter().flat_map(bytes).collect());
    write("pext.bin", by_pext.into_iter().flat_map(half).collect());
}

/// Appends a square's slots: the reach itself where the magic number puts it, and the reach squeezed
/// into 16 bits (at most 14 squares can be reached) in the order in which PEXT numbers occupations.
fn append_square(
    square: usize,
    magic: u64,
    steps: &[(i8, i8); 4],
    by_magic: &mut Vec<u64>,
    by_pext: &mut Vec<u16>,
) {
    let mask = rays::relevant(square, steps);
    let empty_reach = rays::walk(square, 0, steps);
    let bits = mask.count_ones();
    let start = by_magic.len();
    by_magic.resize(start + (1 << bits), 0);
    for number in 0..1u64 << bits {
        let occupied = deposit(number, mask);
        let reach = rays::walk(square, occupied, steps);
        by_magic[start + (occupied.wrapping_mul(magic) >> (64 - bits)) as usize] = reach;
        by_pext.push(extract(reach, empty_reach) as u16);
    }
}

/// What the instruction PDEP does.
fn deposit(mut bits: u64, mut mask: u64) -> u64 {
    let mut result = 0;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        result |= if bits & 1 != 0 { lowest } else { 0 };
        bits >>= 1;
        mask ^= lowest;
    }
    result
}

/// What the instruction PEXT does.
fn extract(bits: u64, mut mask: u64) -> u64 {
    let (mut result, mut at) = (0, 0);
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        result |= if bits & lowest != 0 { 1 << at } else { 0 };
        at += 1;
        mask ^= lowest;
    }
    result
}
