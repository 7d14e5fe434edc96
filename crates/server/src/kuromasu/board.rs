//! Boards as the page sees them, and the rules that a partly coloured one breaks.

use crate::Shared;
use crate::error::ApiError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zugwerk_kuromasu::{
    Broken, Clue, Colour, Colouring, Format, Place, Puzzle, broken_rules, rules,
};

/// More cells than a page can show.
const MOST_CELLS: usize = 10_000;

/// A puzzle in any format.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KuromasuText")]
pub(crate) struct Text {
    puzzle: String,
}

/// A puzzle.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Board {
    height: usize,
    width: usize,
    /// Row by row: a number, 0 for a white cell whose number is not told, or nothing.
    clues: Vec<Option<u32>>,
    /// The puzzle as rows of numbers and dots: what the other endpoints take.
    puzzle: String,
    /// The same in other formats, by name, where they can write it.
    formats: Vec<(&'static str, String)>,
}

impl Board {
    pub fn new(puzzle: &Puzzle) -> Board {
        let clue = |cell| {
            puzzle.clue(cell).map(|clue| match clue {
                Clue::Number(number) => number,
                Clue::Unknown => 0,
            })
        };
        let written = |format: Format| Some((format.name(), format.write(puzzle).ok()?));
        Board {
            height: puzzle.height(),
            width: puzzle.width(),
            clues: (0..puzzle.cells()).map(clue).collect(),
            puzzle: Format::Grid.write(puzzle).unwrap_or_default(),
            formats: Format::ALL.into_iter().filter_map(written).collect(),
        }
    }
}

/// The puzzle that a text describes.
pub(super) fn puzzle(text: &str) -> Result<Puzzle, ApiError> {
    let puzzle: Puzzle = text.parse().map_err(|error: zugwerk_kuromasu::ParseError| {
        let place = error.line.map_or("puzzle".to_string(), |line| format!("line {line}"));
        ApiError::bad("bad_puzzle", &error.what).at(place)
    })?;
    if puzzle.cells() > MOST_CELLS {
        let message =
            format!("{} cells are too many for the page; at most {MOST_CELLS}", puzzle.cells());
        return Err(ApiError::bad("too_large", message).at("puzzle"));
    }
    Ok(puzzle)
}

pub(crate) fn read(_: &Shared, text: Text) -> Result<Board, ApiError> {
    Ok(Board::new(&puzzle(&text.puzzle)?))
}

/// A puzzle and what has been filled in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filled {
    pub puzzle: String,
    /// One character a cell, row by row: `b`, `w`, or `.` or `x` for an open cell.
    pub cells: String,
}

impl Filled {
    pub fn read(&self) -> Result<(Puzzle, Vec<Colour>), ApiError> {
        let puzzle = puzzle(&self.puzzle)?;
        let cells: Option<Vec<Colour>> = self.cells.chars().map(Colour::from_letter).collect();
        match cells {
            Some(cells) if cells.len() == puzzle.cells() => Ok((puzzle, cells)),
            _ => {
                let message = format!("expected {} letters b, w or .", puzzle.cells());
                Err(ApiError::bad("bad_cells", message).at("cells"))
            }
        }
    }
}

/// What is wrong with a board so far.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KuromasuChecked")]
pub(crate) struct Checked {
    broken: Vec<BrokenRule>,
    /// Whether it is a solution, with every cell white that is not black.
    solved: bool,
}

#[derive(Serialize, JsonSchema)]
struct BrokenRule {
    rule: &'static str,
    sentence: String,
    cells: Vec<usize>,
}

pub(crate) fn check(_: &Shared, filled: Filled) -> Result<Checked, ApiError> {
    let (puzzle, cells) = filled.read()?;
    // Open cells may become white: what is broken then, stays broken.
    let hopeful = Colouring::new(&puzzle, |cell| cells[cell] == Colour::Black);
    let gloomy = Colouring::new(&puzzle, |cell| {
        cells[cell] != Colour::White
            && (cells[cell] == Colour::Black || puzzle.clue(cell).is_none())
    });
    let all = broken_rules(&puzzle, &hopeful);
    let solved = all.is_empty();
    let for_good = |broken: &Broken| match *broken {
        Broken::Number { place, number, seen } if seen > number => {
            rules::visible(&puzzle, &gloomy, cell(&puzzle, place)) > number
        }
        _ => true,
    };
    let told = all.iter().filter(|broken| for_good(broken)).map(|broken| BrokenRule {
        rule: broken.rule(),
        sentence: broken.to_string(),
        cells: broken.places().into_iter().map(|place| cell(&puzzle, place)).collect(),
    });
    Ok(Checked { broken: told.collect(), solved })
}

fn cell(puzzle: &Puzzle, place: Place) -> usize {
    puzzle.cell(place.row, place.column)
}

/// A colouring as letters `b` and `w`.
pub(super) fn letters(puzzle: &Puzzle, colouring: &Colouring) -> String {
    (0..puzzle.cells()).map(|cell| if colouring.is_black(cell) { 'b' } else { 'w' }).collect()
}
