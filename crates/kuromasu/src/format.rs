//! How puzzles are written down. The course's format is our own; the others are those of the rulebook, which are read and written
//! as for every kind of puzzle.

mod course;

use crate::{Clue, Puzzle, SizeError};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use thiserror::Error;
use zugwerk_puzzle::format::{Family, Formats, ReadError, WriteError};
use zugwerk_puzzle::text::TextError;
use zugwerk_puzzle::{Kind, Site, Value, text as own};

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

/// The name of the rulebook.
const KIND: &str = "kuromasu";
/// The layer of the clues in it.
const CLUE: &str = "clue";

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
        match Family::of(text) {
            Family::File => Format::Pzprv3,
            _ if course::is_course(text) => Format::Course,
            Family::Address => Format::Url,
            Family::GameId => Format::Range,
            Family::Grid => Format::Grid,
        }
    }

    /// Reads a puzzle in this format.
    pub fn parse(self, text: &str) -> Result<Puzzle, ParseError> {
        let text = text.trim_start_matches('\u{feff}');
        let Some(family) = self.family() else { return course::parse(text) };
        if text.trim().is_empty() {
            return Err(ParseError::whole("there is no puzzle here: the text is empty"));
        }
        if family == Family::Grid
            && own::is_text(text)
            && let Some(kind) = Kind::named(KIND)
        {
            let (puzzle, _) = own::read(kind, text)?;
            return Puzzle::from_rulebook(&puzzle);
        }
        // A save file is read as a game ID.
        let document = match Family::of(text) == family {
            true => formats().read(text, Some(KIND))?,
            false => {
                let codec = formats().codecs().iter().find(|codec| codec.family() == family);
                let none = || ParseError::whole(format!("the format {self} cannot be read"));
                codec.ok_or_else(none)?.read(text)?
            }
        };
        Puzzle::from_rulebook(&document.puzzle)
    }

    /// Writes the puzzle in this format, ended by a line break. Some formats cannot tell a clue of unknown value, or a
    /// number that large: then there is no such text.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, WriteError> {
        let text = match self.family() {
            None => course::write(puzzle)?,
            Some(family) => formats().write(family, &puzzle.to_rulebook(), None)?,
        };
        Ok(text.trim_end().to_string() + "\n")
    }

    /// The family of formats of the rulebook that it is one of.
    fn family(self) -> Option<Family> {
        match self {
            Format::Course => None,
            Format::Url => Some(Family::Address),
            Format::Pzprv3 => Some(Family::File),
            Format::Range => Some(Family::GameId),
            Format::Grid => Some(Family::Grid),
        }
    }
}

/// The formats of the rulebook.
fn formats() -> &'static Formats {
    static FORMATS: OnceLock<Formats> = OnceLock::new();
    FORMATS.get_or_init(|| {
        let codecs = Kind::named(KIND).and_then(|kind| kind.codecs().ok());
        Formats::new(codecs.unwrap_or_default())
    })
}

impl Puzzle {
    /// The puzzle that the rulebook `kuromasu` describes.
    pub fn from_rulebook(puzzle: &zugwerk_puzzle::Puzzle) -> Result<Puzzle, ParseError> {
        let board = puzzle.board;
        let mut own = Puzzle::new(board.height, board.width)?;
        for cell in 0..board.cells() {
            own.set_clue(
                cell,
                match puzzle.value(CLUE, cell) {
                    Value::Number(number) => {
                        Some(Clue::Number(u32::try_from(*number).unwrap_or(0)))
                    }
                    Value::Unknown => Some(Clue::Unknown),
                    Value::Empty | Value::List(_) => None,
                },
            );
        }
        Ok(own)
    }

    /// The same as a puzzle of the rulebook `kuromasu`.
    pub fn to_rulebook(&self) -> zugwerk_puzzle::Puzzle {
        let mut puzzle = zugwerk_puzzle::Puzzle::new(KIND, self.board());
        let layer = puzzle.layer_mut(CLUE, Site::Cell);
        for (cell, clue) in self.clues() {
            layer.values[cell] = match clue {
                // Larger than any board.
                Clue::Number(number) => Value::Number(i32::try_from(number).unwrap_or(i32::MAX)),
                Clue::Unknown => Value::Unknown,
            };
        }
        puzzle
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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
    /// The character in the line, counted from 1; none when the line as a whole is wrong.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl ParseError {
    pub(crate) fn at(line: usize, what: impl Into<String>) -> ParseError {
        ParseError { line: Some(line), column: None, what: what.into() }
    }

    pub(crate) fn whole(what: impl Into<String>) -> ParseError {
        ParseError { line: None, column: None, what: what.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.what),
            (Some(line), None) => write!(f, "line {line}: {}", self.what),
            (None, _) => f.write_str(&self.what),
        }
    }
}

impl From<ReadError> for ParseError {
    fn from(error: ReadError) -> ParseError {
        ParseError { line: Some(error.line), column: Some(error.column), what: error.what }
    }
}

impl From<TextError> for ParseError {
    fn from(error: TextError) -> ParseError {
        ParseError::at(error.line, error.what)
    }
}

impl From<SizeError> for ParseError {
    fn from(error: SizeError) -> ParseError {
        ParseError::whole(error.to_string())
    }
}

/// A number without sign; one that is too large for us, in this format or in another, is as impossible as any other
/// large one.
fn number(word: &str) -> Option<u32> {
    const LARGEST: u32 = i32::MAX as u32;
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().map_or(LARGEST, |number: u32| number.min(LARGEST)))
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
