//! Stipulations: any text is one or gets an error; what is accepted is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_problems::Stipulation;

fuzz_target!(|text: &str| {
    if let Ok(stipulation) = text.parse::<Stipulation>() {
        assert_eq!(stipulation.to_string().parse().ok(), Some(stipulation));
    }
});
