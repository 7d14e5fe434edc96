//! The formats of pzpr, the program behind puzz.link: addresses and files.
//!
//! An address ends in `kurodoko/W/H/BODY` (`kurodoko_edit/` where it opens the editor, `kurodoko/v:/`
//! with a variant, of which this puzzle has none); in the body, row by row, `0` to `f` is a value below 16,
//! `-hh` and `+hhh` are larger ones, `.` is a clue of unknown value, `g` to `z` are 1 to 20 blanks.
//! A file has the lines `pzprv3`, `kurodoko`, rows, columns, then the clues a row a line.

use super::{Filler, ParseError, WriteError, excerpt, number, side};
use crate::{Clue, Puzzle};
use std::fmt::Write;

const NAME: &str = "kurodoko";

pub fn is_url(text: &str) -> bool {
    text.lines().next().is_some_and(|line| after_name(line).is_some())
        || (text.starts_with("http") && text.contains("?"))
}

/// What follows the puzzle's name, without how to open it: `W/H/BODY`.
fn after_name(text: &str) -> Option<&str> {
    let rest = &text[text.find(NAME)? + NAME.len()..];
    let rest = ["_edit", "_play"].iter().find_map(|mode| rest.strip_prefix(mode)).unwrap_or(rest);
    let rest = rest.strip_prefix('/')?;
    match rest.split_once('/') {
        Some((variant, rest)) if variant.starts_with("v:") => Some(rest),
        _ => Some(rest),
    }
}

pub fn parse_url(text: &str) -> Result<Puzzle, ParseError> {
    let text = text.trim();
    let Some(rest) = after_name(text) else {
        let what = "expected an address with kurodoko/W/H/…; this one is for another puzzle";
        return Err(ParseError::whole(what));
    };
    let mut parts = rest.split('/');
    let mut next =
        |name: &str| side(parts.next().unwrap_or_default(), name).map_err(ParseError::whole);
    let (width, height) = (next("width")?, next("height")?);
    let mut filler = Filler::new(Puzzle::new(height, width)?);
    let body = parts.next().unwrap_or_default();
    let mut letters = body.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '0'..='9' | 'a'..='f' => filler.clue(hexadecimal(&letter.to_string())?)?,
            '-' => filler.clue(hexadecimal(&letters.by_ref().take(2).collect::<String>())?)?,
            '+' => filler.clue(hexadecimal(&letters.by_ref().take(3).collect::<String>())?)?,
            '.' => filler.clue(Clue::Unknown)?,
            'g'..='z' => filler.blanks(letter as usize - 'g' as usize + 1)?,
            other => {
                let what = format!(
                    "expected 0-9, a-z, \"-\", \"+\" or \".\" in the address, found {other:?}"
                );
                return Err(ParseError::whole(what));
            }
        }
    }
    filler.finish()
}

fn hexadecimal(digits: &str) -> Result<Clue, ParseError> {
    let valid = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| valid);
    value.map(Clue::Number).ok_or_else(|| {
        ParseError::whole(format!("expected hexadecimal digits in the address, found {digits:?}"))
    })
}

pub fn write_url(puzzle: &Puzzle) -> Result<String, WriteError> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut text = format!("https://puzz.link/p?{NAME}/{width}/{height}/");
    let mut blanks = 0;
    for cell in 0..puzzle.cells() {
        let Some(clue) = puzzle.clue(cell) else {
            blanks += 1;
            continue;
        };
        write_blanks(&mut text, &mut blanks);
        // Writing into a String cannot fail.
        let _ = match clue {
            Clue::Unknown => write!(text, "."),
            Clue::Number(value @ 0..16) => write!(text, "{value:x}"),
            Clue::Number(value @ 16..256) => write!(text, "-{value:x}"),
            Clue::Number(value @ 256..4096) => write!(text, "+{value:x}"),
            Clue::Number(_) => {
                return Err(WriteError::Number { place: puzzle.place(cell), most: 4095 });
            }
        };
    }
    write_blanks(&mut text, &mut blanks);
    Ok(text + "\n")
}

fn write_blanks(text: &mut String, blanks: &mut usize) {
    while *blanks > 0 {
        let run = (*blanks).min(20);
        text.push((b'g' + run as u8 - 1) as char);
        *blanks -= run;
    }
}

pub fn parse_file(text: &str) -> Result<Puzzle, ParseError> {
    let mut lines = (1..).zip(text.split(['\n', '/'])).map(|(at, line)| (at, line.trim()));
    let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty());
    lines.next();
    match lines.next() {
        Some((_, "kurodoko")) => {}
        other => {
            let found = other.map_or("nothing", |(_, line)| line);
            let what = format!("expected the puzzle kurodoko, found {}", excerpt(found));
            return Err(ParseError::at(other.map_or(1, |(at, _)| at), what));
        }
    }
    let mut next = |name: &str| {
        let (at, word) = lines.next().unwrap_or((1, ""));
        side(word, name).map_err(|what| ParseError::at(at, what))
    };
    let (height, width) = (next("number of rows")?, next("number of columns")?);
    let mut filler = Filler::new(Puzzle::new(height, width)?);
    for row in 0..height {
        let Some((at, line)) = lines.next() else {
            return Err(ParseError::whole(format!("expected {height} rows, found {row}")));
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != width {
            let what = format!("expected {width} cells, found {}", words.len());
            return Err(ParseError::at(at, what));
        }
        for word in words {
            match (word, number(word)) {
                (".", _) => filler.blanks(1)?,
                ("-" | "?", _) => filler.clue(Clue::Unknown)?,
                (_, Some(value)) => filler.clue(Clue::Number(value))?,
                _ => {
                    let what =
                        format!("expected a number, \"-\" or \".\", found {}", excerpt(word));
                    return Err(ParseError::at(at, what));
                }
            }
        }
    }
    filler.finish()
}

pub fn write_file(puzzle: &Puzzle) -> String {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut text = format!("pzprv3\nkurodoko\n{height}\n{width}\n");
    let word = |clue| match clue {
        None => ". ".to_string(),
        Some(Clue::Unknown) => "- ".to_string(),
        Some(Clue::Number(value)) => format!("{value} "),
    };
    for row in 0..height {
        let cells = (0..width).map(|column| puzzle.clue(puzzle.cell(row, column)));
        cells.for_each(|clue| text.push_str(&word(clue)));
        text.push('\n');
    }
    for _ in 0..height {
        text.push_str(&". ".repeat(width));
        text.push('\n');
    }
    text
}
