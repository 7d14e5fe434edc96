//! The board as the rules describe it, and its text form, the FEN.

use crate::player::Player;
use crate::pos::{Pos, SIDE};
use std::fmt;
use thiserror::Error;

/// What stands on a square: its stones, the top one first; none on an empty square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell(pub Vec<Player>);

impl Cell {
    /// The owner of the stack: the colour of its top stone.
    pub fn owner(&self) -> Option<Player> {
        self.0.first().copied()
    }
}

/// A board: what stands where, without who is to move.
///
/// ```
/// use zugwerk_deathstacks::{Board, START, build_board};
/// let board = build_board(START).unwrap();
/// assert_eq!(board.rows[0][0].0.len(), 2); // a6, the corner top left
/// assert_eq!(board.to_string(), START);
/// assert_eq!(board, Board::start());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// Row 6 first, and in each row column a first.
    pub rows: [[Cell; SIDE]; SIDE],
}

/// The start position as a FEN.
pub const START: &str = "rr,rr,rr,rr,rr,rr/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb";

impl Board {
    /// Two red stones on each square of row 6, two blue ones on each of row 1.
    pub fn start() -> Board {
        let mut board = Board::default();
        for (row, player) in [(0, Player::Red), (5, Player::Blue)] {
            board.rows[row].fill(Cell(vec![player; 2]));
        }
        board
    }

    /// What stands on a square.
    pub fn cell(&self, pos: Pos) -> &Cell {
        &self.rows[pos.index() / SIDE][pos.index() % SIDE]
    }

    pub(crate) fn cell_mut(&mut self, pos: Pos) -> &mut Cell {
        &mut self.rows[pos.index() / SIDE][pos.index() % SIDE]
    }

    /// How many stones are on the board.
    pub fn stones(&self) -> usize {
        self.rows.iter().flatten().map(|cell| cell.0.len()).sum()
    }
}

/// Why a text is not a FEN, with the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say it
pub enum FenError {
    #[error("bad FEN: {0} row{s} separated by '/'; expected 6", s = if *.0 == 1 { "" } else { "s" })]
    Rows(usize),
    #[error("bad FEN: row {row} has {found} square{s} separated by ','; expected 6", s = if *.found == 1 { "" } else { "s" })]
    Squares { row: usize, found: usize },
    #[error("bad FEN: {found:?} on {pos} (character {at}); expected only 'r' and 'b'")]
    Stone { pos: Pos, found: char, at: usize },
}

impl Board {
    /// Reads a FEN: rows 6 to 1 separated by `/`, squares by `,`, stones as `r` and `b`, top first.
    pub fn from_fen(fen: &str) -> Result<Board, FenError> {
        let rows = fen.split('/').count();
        if rows != SIDE {
            return Err(FenError::Rows(rows));
        }
        let mut board = Board::default();
        let mut at = 0;
        for (line, row) in fen.split('/').enumerate() {
            let found = row.split(',').count();
            if found != SIDE {
                return Err(FenError::Squares { row: SIDE - line, found });
            }
            for (column, square) in row.split(',').enumerate() {
                let pos = Pos::at(line * SIDE + column);
                for found in square.chars() {
                    at += 1;
                    let stone = Player::from_letter(found);
                    let stone = stone.ok_or(FenError::Stone { pos, found, at })?;
                    board.cell_mut(pos).0.push(stone);
                }
                at += 1; // the separator
            }
        }
        Ok(board)
    }
}

/// The FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let join = |parts: Vec<String>, with| parts.join(with);
        let square = |cell: &Cell| cell.0.iter().map(|stone| stone.letter()).collect();
        let row = |cells: &[Cell; SIDE]| join(cells.iter().map(square).collect(), ",");
        f.write_str(&join(self.rows.iter().map(row).collect(), "/"))
    }
}
