//! A text picture that is accepted is drawn and read again as the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_chess::Position;

fuzz_target!(|text: &str| {
    if let Ok(position) = Position::from_picture(text) {
        assert_eq!(Position::from_picture(&position.picture()), Ok(position));
    }
});
