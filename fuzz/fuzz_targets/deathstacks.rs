//! Boards of Death Stacks: what is accepted is written and read again, and its moves are valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_deathstacks::{Board, Player, is_valid_move, list_moves, validate_fen};

fuzz_target!(|text: &str| {
    assert_eq!(validate_fen(text), Board::from_fen(text).is_ok());
    let Ok(board) = Board::from_fen(text) else { return };
    assert_eq!(Board::from_fen(&board.to_string()), Ok(board.clone()));
    for player in Player::ALL {
        for chosen in list_moves(&board, player) {
            assert!(is_valid_move(&board, chosen), "{chosen}");
        }
    }
});
