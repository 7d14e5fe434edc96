//! Moves in UCI and SAN, played one after the other as far as they are legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_chess::Game;

fuzz_target!(|text: &str| {
    let mut game = Game::default();
    for word in text.split_whitespace() {
        if let Ok(m) = game.position().parse_move(word) {
            assert!(game.position().is_legal(m));
            assert_eq!(game.position().parse_san(&game.position().san(m)), Ok(m));
            game.play(m);
        }
    }
});
