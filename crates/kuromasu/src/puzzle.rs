//! A puzzle: the board's size and its clues.

use crate::Cell;
use std::fmt;
use thiserror::Error;
use zugwerk_puzzle::{Board, Side};

/// What stands in a cell that is given to be white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clue {
    /// The cell sees exactly this many white cells, itself included. Any number may stand there; one
    /// that no colouring can show makes the puzzle unsolvable, not wrong.
    Number(u32),
    /// The cell is white; how far it sees is not told.
    Unknown,
}

/// A board with clues. Cells are numbered row by row from 0.
///
/// ```
/// use zugwerk_kuromasu::{Clue, Puzzle};
/// let mut puzzle = Puzzle::new(2, 3)?;
/// puzzle.set_clue(puzzle.cell(0, 2), Some(Clue::Number(3)));
/// assert_eq!(puzzle.clues().count(), 1);
/// # Ok::<(), zugwerk_kuromasu::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    board: Board,
    clues: Vec<Option<Clue>>,
}

/// Why there is no board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A side is 0.
    #[error("a board {width} wide and {height} high has no cells; both must be at least 1")]
    Empty {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
    },
    /// More cells than we take on.
    #[error(
        "a board {width} wide and {height} high is too large; at most {} cells",
        Puzzle::MOST_CELLS
    )]
    TooLarge {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
    },
}

impl Puzzle {
    /// The largest board that can be built has this many cells.
    pub const MOST_CELLS: usize = 1_000_000;

    /// A board without clues.
    pub fn new(height: usize, width: usize) -> Result<Puzzle, SizeError> {
        match height.checked_mul(width) {
            Some(0) => Err(SizeError::Empty { height, width }),
            Some(cells) if cells <= Puzzle::MOST_CELLS => {
                Ok(Puzzle { board: Board::new(width, height), clues: vec![None; cells] })
            }
            _ => Err(SizeError::TooLarge { height, width }),
        }
    }

    /// Its size.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.board.height
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.board.width
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.clues.len()
    }

    /// The cell in this row and column, both counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.board.cell(row, column)
    }

    /// Where the cell is, counted from 0.
    pub fn place(&self, cell: Cell) -> Place {
        let (row, column) = self.board.place(cell);
        Place { row, column }
    }

    /// The clue in the cell.
    pub fn clue(&self, cell: Cell) -> Option<Clue> {
        self.clues[cell]
    }

    /// Puts a clue into the cell, or takes it away.
    pub fn set_clue(&mut self, cell: Cell, clue: Option<Clue>) {
        self.clues[cell] = clue;
    }

    /// All clues with their cells, row by row.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Clue)> {
        self.clues.iter().enumerate().filter_map(|(cell, clue)| Some((cell, (*clue)?)))
    }

    /// The cells that touch `cell` by a side.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.board.neighbours(cell)
    }

    /// The cells that touch `cell` by a corner.
    pub fn diagonals(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.board.diagonals(cell)
    }

    /// Whether the cell is in the outermost row or column.
    pub fn on_border(&self, cell: Cell) -> bool {
        self.board.on_frame(cell)
    }

    /// The cells seen from `cell` in a direction when nothing is black, the nearest first.
    pub fn ray(&self, cell: Cell, side: Side) -> impl Iterator<Item = Cell> + use<> {
        self.board.ray(cell, side)
    }
}

/// A row and a column, counted from 0; shown counted from 1, as people do: `r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}
