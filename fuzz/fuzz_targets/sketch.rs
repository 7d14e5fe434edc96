//! Sketches: any text is a sketch or gets a diagnosis.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_query::sketch;

fuzz_target!(|text: &str| {
    let _ = sketch::parse(text);
});
