//! A plain grid: a row a line, cells separated by blanks or commas; a number is a clue, `?` a clue
//! of unknown value, `.`, `-` or `_` no clue. Without blanks each character is a cell.

use super::{ParseError, excerpt, number};
use crate::{Clue, Puzzle};

pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let rows: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    if rows.is_empty() {
        return Err(ParseError::whole("there is no puzzle here: the text is empty"));
    }
    let separator = |c: char| c.is_whitespace() || c == ',';
    let spaced = rows.iter().any(|(_, line)| line.trim().contains(separator));
    let mut cells: Vec<Option<Clue>> = Vec::new();
    let mut width = None;
    for &(at, line) in &rows {
        let words: Vec<&str> = if spaced {
            line.split(separator).filter(|word| !word.is_empty()).collect()
        } else {
            line.trim().split("").filter(|letter| !letter.is_empty()).collect()
        };
        for word in &words {
            cells.push(cell(word).ok_or_else(|| {
                let what = format!("expected a number, \"?\" or \".\", found {}", excerpt(word));
                ParseError::at(at, what)
            })?);
        }
        let expected = *width.get_or_insert(words.len());
        if words.len() != expected {
            let what =
                format!("expected {expected} cells as in the first row, found {}", words.len());
            return Err(ParseError::at(at, what));
        }
    }
    let mut puzzle = Puzzle::new(rows.len(), width.unwrap_or(0))?;
    for (cell, clue) in cells.into_iter().enumerate() {
        puzzle.set_clue(cell, clue);
    }
    Ok(puzzle)
}

fn cell(word: &str) -> Option<Option<Clue>> {
    match word {
        "." | "-" | "_" => Some(None),
        "?" => Some(Some(Clue::Unknown)),
        _ => number(word).map(|value| Some(Clue::Number(value))),
    }
}

pub fn write(puzzle: &Puzzle) -> String {
    let word = |clue: Option<Clue>| match clue {
        None => ".".to_string(),
        Some(Clue::Unknown) => "?".to_string(),
        Some(Clue::Number(value)) => value.to_string(),
    };
    let words: Vec<String> = (0..puzzle.cells()).map(|cell| word(puzzle.clue(cell))).collect();
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for row in words.chunks(puzzle.width()) {
        let padded: Vec<String> = row.iter().map(|word| format!("{word:>width$}")).collect();
        text.push_str(&padded.join(" "));
        // A single column would look like single characters.
        text.push_str(if puzzle.width() == 1 { ",\n" } else { "\n" });
    }
    text
}
