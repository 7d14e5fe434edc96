//! A PGN game without error is written and read again as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_chess::pgn::Reader;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes).map_while(Result::ok) {
        if game.error.is_none() {
            let written = game.to_string();
            let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
            assert_eq!((again.error, again.line), (None, game.line));
        }
    }
});
