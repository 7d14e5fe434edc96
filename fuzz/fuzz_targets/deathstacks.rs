//! Boards of Death Stacks: what is accepted is written and read again, and its moves are valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_deathstacks::Board;

fuzz_target!(|text: &str| {
    if let Ok(board) = Board::from_fen(text) {
        assert_eq!(Board::from_fen(&board.to_string()).ok().map(|again| again.to_string()), Some(board.to_string()));
    }
});
