//! Game IDs of Simon Tatham's Range: `WxH:`, then row by row a decimal number for a clue, `a` to
//! `z` for 1 to 26 blanks, `_` between neighbouring numbers.

use super::{Filler, ParseError, excerpt, number, side};
use crate::{Clue, Puzzle};

/// Whether the text begins like a game ID.
pub fn is_game_id(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let width = digits(text);
    let Some(rest) = text[width..].strip_prefix('x') else { return false };
    let height = digits(rest);
    (width > 0 && height > 0) || rest[height..].starts_with([':', '#'])
}

pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let text = text.trim();
    let Some((size, body)) = text.split_once(':') else {
        let what = "expected a game ID WxH:…, found no colon (a random seed WxH#… cannot be read)";
        return Err(ParseError::whole(what));
    };
    let sides = size.split_once('x').filter(|(w, h)| number(w).is_some() && number(h).is_some());
    let Some((width, height)) = sides else {
        let what = format!("expected the size as WxH before the colon, found {}", excerpt(size));
        return Err(ParseError::whole(what));
    };
    let width = side(width, "width").map_err(ParseError::whole)?;
    let height = side(height, "height").map_err(ParseError::whole)?;
    let mut filler = Filler::new(Puzzle::new(height, width)?);
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match first {
            'a'..='z' => filler.blanks(first as usize - 'a' as usize + 1)?,
            '_' => {}
            _ if digits > 0 => {
                let value = number(&rest[..digits]).unwrap_or(u32::MAX);
                filler.clue(Clue::Number(value))?;
            }
            other => {
                let what = format!("expected a number, a letter a to z or _, found {other:?}");
                return Err(ParseError::whole(what));
            }
        }
        rest = &rest[digits.max(first.len_utf8())..];
    }
    filler.finish()
}

pub fn write(puzzle: &Puzzle) -> String {
    let mut text = format!("{}x{}:", puzzle.width(), puzzle.height());
    let mut blanks = 0;
    let flush = |text: &mut String, blanks: &mut usize| {
        while *blanks > 0 {
            let run = (*blanks).min(26);
            text.push((b'a' + run as u8 - 1) as char);
            *blanks -= run;
        }
    };
    for cell in 0..puzzle.cells() {
        match puzzle.clue(cell) {
            Some(Clue::Number(value)) => {
                flush(&mut text, &mut blanks);
                if text.ends_with(|c: char| c.is_ascii_digit()) {
                    text.push('_');
                }
                text.push_str(&value.to_string());
            }
            _ => blanks += 1,
        }
    }
    flush(&mut text, &mut blanks);
    text + "\n"
}
