//! A colouring of a board: which cells are black.

use crate::deduce::Colour;
use crate::format::ParseError;
use crate::{Cell, Puzzle};

/// Black or white for every cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colouring {
    width: usize,
    black: Vec<bool>,
}

impl Colouring {
    /// The colouring of `puzzle`'s board in which the cells with `black(cell)` are black.
    pub fn new(puzzle: &Puzzle, black: impl FnMut(Cell) -> bool) -> Colouring {
        Colouring { width: puzzle.width(), black: (0..puzzle.cells()).map(black).collect() }
    }

    /// Whether the cell is black.
    pub fn is_black(&self, cell: Cell) -> bool {
        self.black[cell]
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.black.len() / self.width
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rows as text, with these characters for white and black.
    pub fn rows(&self, white: char, black: char) -> impl Iterator<Item = String> {
        let letter = move |&is_black: &bool| if is_black { black } else { white };
        self.black.chunks(self.width).map(move |row| row.iter().map(letter).collect())
    }

    /// The cells that differ from `other`, a colouring of the same board.
    pub fn differences(&self, other: &Colouring) -> Vec<Cell> {
        (0..self.black.len()).filter(|&cell| self.black[cell] != other.black[cell]).collect()
    }

    /// Reads rows of letters: `w` or `b` in either case, `□` or `■`, `.` or `#`; spaces between
    /// cells do not matter, nor do empty lines.
    ///
    /// ```
    /// # use zugwerk_kuromasu::{Colouring, Puzzle};
    /// let puzzle = Puzzle::new(2, 2)?;
    /// let colouring = Colouring::parse(&puzzle, "wb\nww\n").unwrap();
    /// assert!(colouring.is_black(1));
    /// # Ok::<(), zugwerk_kuromasu::SizeError>(())
    /// ```
    pub fn parse(puzzle: &Puzzle, text: &str) -> Result<Colouring, ParseError> {
        let colours = parse_colours(puzzle, text)?;
        if let Some(open) = colours.iter().position(|&colour| colour == Colour::Open) {
            let what = format!("expected w or b for each cell, but {} is open", puzzle.place(open));
            return Err(ParseError::whole(what));
        }
        Ok(Colouring::new(puzzle, |cell| colours[cell] == Colour::Black))
    }
}

/// Reads rows of letters as [`Colouring::parse`] does, with `.`, `x` or `?` for cells that are open.
pub fn parse_colours(puzzle: &Puzzle, text: &str) -> Result<Vec<Colour>, ParseError> {
    let mut colours = Vec::with_capacity(puzzle.cells());
    let mut rows = 0;
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        rows += 1;
        if rows > puzzle.height() {
            let what = format!("expected {} rows, found another one", puzzle.height());
            return Err(ParseError::at(number, what));
        }
        let start = colours.len();
        for letter in line.chars().filter(|c| !c.is_whitespace()) {
            colours.push(Colour::from_letter(letter).ok_or_else(|| {
                let what = format!("expected w, b or x for each cell, found {letter:?}");
                ParseError::at(number, what)
            })?);
        }
        let found = colours.len() - start;
        if found != puzzle.width() {
            let what = format!("expected {} cells, found {found}", puzzle.width());
            return Err(ParseError::at(number, what));
        }
    }
    if rows < puzzle.height() {
        let what = format!("expected {} rows, found {rows}", puzzle.height());
        return Err(ParseError::whole(what));
    }
    Ok(colours)
}
