//! The course's format: `h N` and `w N` for the size, `c row column value` for a clue, counted
//! from 0, in any order. Comments begin with `#`, `%` or `//`.

use super::{ParseError, WriteError, excerpt, number, side};
use crate::{Clue, Puzzle};
use std::collections::HashMap;
use std::fmt::Write;

fn content(line: &str) -> &str {
    let end = ["#", "%", "//"].iter().filter_map(|mark| line.find(mark)).min();
    line[..end.unwrap_or(line.len())].trim()
}

/// Whether some line begins like one of this format.
pub fn is_course(text: &str) -> bool {
    text.lines().map(content).any(|line| {
        let mut words = line.split_whitespace();
        let keyword = matches!(words.next(), Some("h" | "w" | "c"));
        keyword && words.all(|word| word.parse::<i128>().is_ok())
    })
}

pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let mut height = None;
    let mut width = None;
    let mut clues = Vec::new();
    for (line, at) in text.lines().zip(1..) {
        let words: Vec<&str> = content(line).split_whitespace().collect();
        match words[..] {
            [] => {}
            ["h", value] => size(&mut height, "height", value, at)?,
            ["w", value] => size(&mut width, "width", value, at)?,
            ["c", row, column, value] => {
                clues.push((at, field(row, at)?, field(column, at)?, field(value, at)?));
            }
            ["h" | "w", ..] => {
                let what = "expected one number after h or w, as in \"h 5\"";
                return Err(ParseError::at(at, what));
            }
            ["c", ..] => {
                let what = "expected a row, a column and a value after c, as in \"c 0 4 6\"";
                return Err(ParseError::at(at, what));
            }
            [word, ..] => {
                let what =
                    format!("expected a line that begins with h, w or c, found {}", excerpt(word));
                return Err(ParseError::at(at, what));
            }
        }
    }
    let missing = |side| ParseError::whole(format!("the {side} of the board is missing"));
    let height = height.ok_or_else(|| missing("height (a line \"h N\")"))?;
    let width = width.ok_or_else(|| missing("width (a line \"w N\")"))?;
    let mut puzzle = Puzzle::new(height, width)?;
    let mut lines: HashMap<usize, usize> = HashMap::new();
    for (at, row, column, value) in clues {
        if row as usize >= height || column as usize >= width {
            let what = format!(
                "the clue is outside the board: rows are 0 to {}, columns 0 to {}",
                height - 1,
                width - 1
            );
            return Err(ParseError::at(at, what));
        }
        let cell = puzzle.cell(row as usize, column as usize);
        let clue = Some(Clue::Number(value));
        if let Some(earlier) = lines.insert(cell, at)
            && puzzle.clue(cell) != clue
        {
            let what = format!("this cell has another clue already, in line {earlier}");
            return Err(ParseError::at(at, what));
        }
        puzzle.set_clue(cell, clue);
    }
    Ok(puzzle)
}

fn size(known: &mut Option<usize>, name: &str, word: &str, at: usize) -> Result<(), ParseError> {
    let value = side(word, name).map_err(|what| ParseError::at(at, what))?;
    match known.replace(value) {
        Some(earlier) if earlier != value => {
            let what = format!("the {name} is {earlier} already");
            Err(ParseError::at(at, what))
        }
        _ => Ok(()),
    }
}

fn field(word: &str, at: usize) -> Result<u32, ParseError> {
    let what = || format!("expected a number that is not negative, found {}", excerpt(word));
    number(word).ok_or_else(|| ParseError::at(at, what()))
}

pub fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut text = format!("w {}\nh {}\n", puzzle.width(), puzzle.height());
    for (cell, clue) in puzzle.clues() {
        let place = puzzle.place(cell);
        let Clue::Number(value) = clue else {
            let what = "has a clue of unknown value, which the format course cannot write";
            return Err(WriteError::new(format!("{place} {what}")));
        };
        // Writing into a String cannot fail.
        let _ = writeln!(text, "c {} {} {value}", place.row, place.column);
    }
    Ok(text)
}
