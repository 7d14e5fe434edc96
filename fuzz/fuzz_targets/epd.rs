//! EPD lines and perft suites.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_chess::{Epd, PerftCase};

fuzz_target!(|text: &str| {
    let _ = text.parse::<Epd>();
    let _ = text.parse::<PerftCase>();
});
