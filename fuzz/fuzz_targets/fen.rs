//! A FEN that is accepted is written and read again as the same position, and its moves can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_chess::Position;

fuzz_target!(|text: &str| {
    if let Ok(position) = Position::from_fen(text) {
        assert_eq!(Position::from_fen(&position.to_string()), Ok(position.clone()));
        for m in &position.legal_moves() {
            let after = position.play(*m);
            assert_eq!(after.count_moves(), after.legal_moves().len());
        }
    }
});
