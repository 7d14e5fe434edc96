//! Game IDs of Simon Tatham's Range: `WxH:`, then row by row a decimal number for a clue, `a` to
//! `z` for 1 to 26 blanks, `_` between neighbouring numbers. The same stands in the files that his program
//! saves, as the values `PARAMS` and `DESC`.

use super::{Filler, ParseError, excerpt, number, side};
use crate::{Clue, Puzzle};

/// How a saved game begins.
const SAVED: &str = "SAVEFILE:";

/// Whether the text begins like a game ID or a saved game.
pub fn is_game_id(text: &str) -> bool {
    if text.starts_with(SAVED) {
        return true;
    }
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let width = digits(text);
    let Some(rest) = text[width..].strip_prefix('x') else { return false };
    let height = digits(rest);
    (width > 0 && height > 0) || rest[height..].starts_with([':', '#'])
}

pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let text = text.trim();
    let from_file;
    let text = match text.starts_with(SAVED) {
        true => {
            from_file = saved_game_id(text)?;
            &from_file
        }
        false => text,
    };
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

/// The game ID in a saved game, whose values stand one after the other as `NAME    :LENGTH:VALUE`.
fn saved_game_id(text: &str) -> Result<String, ParseError> {
    let (mut params, mut desc) = (None, None);
    let (mut rest, mut line) = (text, 1);
    while !rest.trim().is_empty() {
        let wrong = |what: &str| ParseError::at(line, format!("the saved game: {what}"));
        let mut parts = rest.splitn(3, ':');
        let (Some(name), Some(length), Some(after)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong("expected NAME:LENGTH:VALUE"));
        };
        if name.contains('\n') {
            return Err(wrong("expected NAME:LENGTH:VALUE"));
        }
        let length = number(length).ok_or_else(|| wrong("expected a length after the name"))?;
        let value = after.get(..length as usize);
        let value = value.ok_or_else(|| wrong("the value is shorter than its length"))?;
        match name.trim_end() {
            "GAME" if value != "Range" => {
                return Err(wrong(&format!("expected the game Range, found {}", excerpt(value))));
            }
            "PARAMS" => params = Some(value),
            "DESC" => desc = Some(value),
            _ => {}
        }
        line += value.matches('\n').count() + 1;
        rest = after[value.len()..].trim_start_matches(['\r', '\n']);
    }
    match (params, desc) {
        (Some(params), Some(desc)) => Ok(format!("{params}:{desc}")),
        (None, _) => Err(ParseError::whole("the saved game: it has no PARAMS")),
        (_, None) => Err(ParseError::whole("the saved game: it has no DESC")),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    const SAVED_GAME: &str = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Range
PARAMS  :3:5x5
CPARAMS :3:5x5
DESC    :13:a4g5_5h3a3_6b
NSTATES :1:2
STATEPOS:1:2
MOVE    :5:W,0,0
";

    #[test]
    fn a_saved_game_is_read() {
        let expected = parse("5x5:a4g5_5h3a3_6b").unwrap();
        let windows = SAVED_GAME.replace('\n', "\r\n");
        for text in [SAVED_GAME.to_string(), windows, format!("\n{SAVED_GAME}")] {
            assert_eq!(Format::recognise(&text), Format::Range);
            assert_eq!(text.parse::<Puzzle>().unwrap(), expected);
        }
    }

    #[test]
    fn what_is_wrong_with_a_saved_game_is_told() {
        let error = |from: &str, to: &str| {
            SAVED_GAME.replace(from, to).parse::<Puzzle>().unwrap_err().to_string()
        };
        assert_eq!(
            error(":5:Range", ":4:Loop"),
            "line 3: the saved game: expected the game Range, found \"Loop\""
        );
        assert_eq!(error("PARAMS ", "NOTHING"), "the saved game: it has no PARAMS");
        assert_eq!(
            error("DESC    :13:", "DESC    :9999:"),
            "line 6: the saved game: the value is shorter than its length"
        );
        assert_eq!(
            error("NSTATES :1:2", "NSTATES"),
            "line 7: the saved game: expected NAME:LENGTH:VALUE"
        );
        assert_eq!(
            error("NSTATES :1:2", "NSTATES :x:2"),
            "line 7: the saved game: expected a length after the name"
        );
        for at in 0..SAVED_GAME.len() {
            let _ = SAVED_GAME[..at].parse::<Puzzle>();
        }
    }
}
