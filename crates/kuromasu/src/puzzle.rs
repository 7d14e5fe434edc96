//! A puzzle: the board's size and its clues.

use crate::Cell;
use std::fmt;
use thiserror::Error;

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
    height: usize,
    width: usize,
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
                Ok(Puzzle { height, width, clues: vec![None; cells] })
            }
            _ => Err(SizeError::TooLarge { height, width }),
        }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.clues.len()
    }

    /// The cell in this row and column, both counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        row * self.width + column
    }

    /// Where the cell is, counted from 0.
    pub fn place(&self, cell: Cell) -> Place {
        Place { row: cell / self.width, column: cell % self.width }
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
        let Place { row, column } = self.place(cell);
        let (height, width) = (self.height, self.width);
        let up = (row > 0).then(|| cell - width);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < width).then(|| cell + 1);
        let down = (row + 1 < height).then(|| cell + width);
        [up, left, right, down].into_iter().flatten()
    }

    /// The cells that touch `cell` by a corner.
    pub fn diagonals(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let Place { row, column } = self.place(cell);
        let (height, width) = (self.height, self.width);
        let up_left = (row > 0 && column > 0).then(|| cell - width - 1);
        let up_right = (row > 0 && column + 1 < width).then(|| cell - width + 1);
        let down_left = (row + 1 < height && column > 0).then(|| cell + width - 1);
        let down_right = (row + 1 < height && column + 1 < width).then(|| cell + width + 1);
        [up_left, up_right, down_left, down_right].into_iter().flatten()
    }

    /// Whether the cell is in the outermost row or column.
    pub fn on_border(&self, cell: Cell) -> bool {
        let Place { row, column } = self.place(cell);
        row == 0 || column == 0 || row + 1 == self.height || column + 1 == self.width
    }

    /// The cells seen from `cell` in a direction when nothing is black, the nearest first.
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let Place { row, column } = self.place(cell);
        let (count, step) = match direction {
            Direction::Up => (row, -(self.width as isize)),
            Direction::Left => (column, -1),
            Direction::Right => (self.width - 1 - column, 1),
            Direction::Down => (self.height - 1 - row, self.width as isize),
        };
        (1..=count as isize).map(move |distance| cell.wrapping_add_signed(distance * step))
    }
}

/// The four ways to look along a row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
    /// Away from row 0.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        }
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
