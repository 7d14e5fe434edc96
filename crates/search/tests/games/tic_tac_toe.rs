//! Tic-tac-toe.

use zugwerk_search::{Game, Outcome};

pub struct TicTacToe;

/// The squares of the side to move and of the other side, as sets of bits 0 to 8.
pub type Board = (u16, u16);

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for TicTacToe {
    type State = Board;
    type Move = u8;

    fn moves(&self, (own, other): &Board, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|square| (own | other) >> square & 1 == 0));
    }

    fn play(&self, (own, other): &Board, square: u8) -> Board {
        (*other, own | 1 << square)
    }

    fn outcome(&self, (own, other): &Board) -> Option<Outcome> {
        if ROWS.iter().any(|row| other & row == *row) {
            Some(Outcome::Loss)
        } else {
            (own | other == 0o777).then_some(Outcome::Draw)
        }
    }

    fn opponent_can_win(&self, (own, _): &Board) -> bool {
        ROWS.iter().any(|row| own & row == 0)
    }

    fn hash(&self, (own, other): &Board) -> u64 {
        (u64::from(*own) << 16 | u64::from(*other) | 1 << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn notation(&self, _: &Board, square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % 3), square / 3 + 1)
    }
}
