//! How puzzles are written down: five formats, told apart by what the text looks like.

mod course;
mod grid;
mod pzpr;
mod range;

use crate::{Clue, Place, Puzzle, SizeError};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The ways to write a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Lines `h N`, `w N`, `c row column value`, counted from 0.
    Course,
    /// An address of puzz.link or another pzpr site: `https://puzz.link/p?kurodoko/…`.
    Url,
    /// The file format of pzpr.
    Pzprv3,
    /// A game ID of Simon Tatham's Range.
    Range,
    /// Rows of numbers and dots.
    Grid,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::Course, Format::Url, Format::Pzprv3, Format::Range, Format::Grid];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Course => "course",
            Format::Url => "url",
            Format::Pzprv3 => "pzprv3",
            Format::Range => "range",
            Format::Grid => "grid",
        }
    }

    /// The format that `text` seems to be written in.
    pub fn recognise(text: &str) -> Format {
        let text = start(text);
        if text.starts_with("pzprv3") {
            Format::Pzprv3
        } else if pzpr::is_url(text) {
            Format::Url
        } else if range::is_game_id(text) {
            Format::Range
        } else if course::is_course(text) {
            Format::Course
        } else {
            Format::Grid
        }
    }

    /// Reads a puzzle in this format.
    pub fn parse(self, text: &str) -> Result<Puzzle, ParseError> {
        let text = text.trim_start_matches('\u{feff}');
        match self {
            Format::Course => course::parse(text),
            Format::Url => pzpr::parse_url(text),
            Format::Pzprv3 => pzpr::parse_file(text),
            Format::Range => range::parse(text),
            Format::Grid => grid::parse(text),
        }
    }

    /// Writes the puzzle in this format, ended by a line break. Course and Range cannot tell a clue
    /// of unknown value: then there is no such text.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, WriteError> {
        let unknown = puzzle.clues().find(|(_, clue)| *clue == Clue::Unknown);
        let out = match self {
            Format::Course => course::write(puzzle),
            Format::Url => pzpr::write_url(puzzle)?,
            Format::Pzprv3 => pzpr::write_file(puzzle),
            Format::Range => range::write(puzzle),
            Format::Grid => grid::write(puzzle),
        };
        match unknown {
            Some((cell, _)) if matches!(self, Format::Course | Format::Range) => {
                Err(WriteError::Unknown { place: puzzle.place(cell), format: self.name() })
            }
            _ => Ok(out),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text without what editors and people put in front of it.
fn start(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_start()
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads a puzzle in whichever format it is written.
    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        Format::recognise(text).parse(text)
    }
}

/// Where a text is wrong and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ParseError {
    /// Counted from 1; none when the text as a whole is wrong.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl ParseError {
    pub(crate) fn at(line: usize, what: impl Into<String>) -> ParseError {
        ParseError { line: Some(line), what: what.into() }
    }

    pub(crate) fn whole(what: impl Into<String>) -> ParseError {
        ParseError { line: None, what: what.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl From<SizeError> for ParseError {
    fn from(error: SizeError) -> ParseError {
        ParseError::whole(error.to_string())
    }
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The format has no clues of unknown value.
    #[error("{place} has a clue of unknown value, which the format {format} cannot write")]
    Unknown {
        /// Where the clue stands.
        place: Place,
        /// The format's name.
        format: &'static str,
    },
    /// The format has no numbers that large.
    #[error("the number in {place} is too large for this format; at most {most}")]
    Number {
        /// Where the clue stands.
        place: Place,
        /// The largest number the format can write.
        most: u32,
    },
}

/// A number without sign; one that is too large for us is as impossible as any other large one.
fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u32::MAX))
}

/// The length of a side. One that no board has is told as it was written.
fn side(word: &str, name: &str) -> Result<usize, String> {
    match number(word) {
        None => Err(format!(
            "expected the {name}, a number that is not negative, found {}",
            excerpt(word)
        )),
        Some(side) if side as usize > Puzzle::MOST_CELLS => Err(format!(
            "a {name} of {} is too large; a board has at most {} cells",
            excerpt(word),
            Puzzle::MOST_CELLS
        )),
        Some(side) => Ok(side as usize),
    }
}

/// At most the first few characters of a word, for messages.
fn excerpt(word: &str) -> String {
    let start: String = word.chars().take(20).collect();
    let more = if start.len() < word.len() { "…" } else { "" };
    format!("{:?}", start + more)
}

/// Puts clues in cell by cell, row by row, and notices when there are too many or too few.
struct Filler {
    puzzle: Puzzle,
    next: usize,
}

impl Filler {
    fn new(puzzle: Puzzle) -> Filler {
        Filler { puzzle, next: 0 }
    }

    fn blanks(&mut self, count: usize) -> Result<(), ParseError> {
        self.next += count;
        if self.next > self.puzzle.cells() { Err(self.surplus()) } else { Ok(()) }
    }

    fn clue(&mut self, clue: Clue) -> Result<(), ParseError> {
        if self.next >= self.puzzle.cells() {
            return Err(self.surplus());
        }
        self.puzzle.set_clue(self.next, Some(clue));
        self.next += 1;
        Ok(())
    }

    fn surplus(&self) -> ParseError {
        let cells = self.puzzle.cells();
        ParseError::whole(format!("there are more clues and blanks than the board's {cells} cells"))
    }

    fn finish(self) -> Result<Puzzle, ParseError> {
        let (found, cells) = (self.next, self.puzzle.cells());
        if found == cells {
            return Ok(self.puzzle);
        }
        Err(ParseError::whole(format!("the clues and blanks fill {found} of {cells} cells")))
    }
}
