//! Connect four on a board of any size up to 8×7, with a simple estimate.

use zugwerk_search::{Evaluate, Game, Outcome, Score};

#[derive(Clone, Copy)]
pub struct ConnectFour {
    pub columns: u32,
    pub rows: u32,
}

/// Stones of the side to move and of the other side; column `c`, row `r` is bit `8c + r`.
pub type Board = (u64, u64);

impl ConnectFour {
    fn height(&self, board: &Board, column: u32) -> u32 {
        ((board.0 | board.1) >> (8 * column) & 0xFF).trailing_ones()
    }
}

fn has_four(stones: u64) -> bool {
    [1, 7, 8, 9].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    type State = Board;
    type Move = u8;

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        moves.extend(
            (0..self.columns).filter(|&c| self.height(board, c) < self.rows).map(|c| c as u8),
        );
    }

    fn play(&self, board: &Board, column: u8) -> Board {
        let bit = 8 * u32::from(column) + self.height(board, column.into());
        (board.1, board.0 | 1 << bit)
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if has_four(board.1) {
            return Some(Outcome::Loss);
        }
        let full = (0..self.columns).all(|column| self.height(board, column) == self.rows);
        full.then_some(Outcome::Draw)
    }

    fn hash(&self, board: &Board) -> u64 {
        (board.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ board.1.rotate_left(29))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn notation(&self, _: &Board, column: u8) -> String {
        (column + 1).to_string()
    }
}

/// Neighbouring stones and the middle columns count.
pub struct Neighbours;

impl Evaluate<ConnectFour> for Neighbours {
    fn evaluate(&self, game: &ConnectFour, board: &Board) -> Score {
        let worth = |stones: u64| {
            let pairs: u32 =
                [1, 7, 8, 9].into_iter().map(|step| (stones & stones >> step).count_ones()).sum();
            let middle = 0xFF << (8 * (game.columns / 2));
            (3 * pairs + 2 * (stones & middle).count_ones()) as Score
        };
        worth(board.0) - worth(board.1)
    }
}
