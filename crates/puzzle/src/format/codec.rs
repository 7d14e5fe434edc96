//! A way to write the puzzles of one kind.

use super::draft::{Draft, board};
use super::moves::Moves;
use super::part::{Part, WriteError};
use super::reader::{Fault, ReadError, Reader, excerpt};
use super::save::Saved;
use super::typed::Block;
use super::{Document, Schema, rooms, save};
use crate::{Answer, Board, Layer, Puzzle, Site, Value};
use std::sync::Arc;

/// The families of formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// An address of puzz.link or another site with pzpr.
    Address,
    /// A `pzprv3` file.
    File,
    /// A game ID of Simon Tatham's collection.
    GameId,
    /// A grid as people type it.
    Grid,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 4] = [Family::Address, Family::File, Family::GameId, Family::Grid];

    /// The word for it in a format line.
    pub fn word(self) -> &'static str {
        match self {
            Family::Address => "pzpr",
            Family::File => "pzprv3",
            Family::GameId => "sgt",
            Family::Grid => "grid",
        }
    }
}

/// How the size of the board is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Its two sides.
    Sides,
    /// One side of a square.
    Square,
    /// A square of boxes, with their columns and rows, or a square with other regions where a `j` follows.
    Boxes,
    /// The largest number of a full set of dominoes.
    Dominoes,
}

/// What is told beside the size of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Extra {
    /// A text that is always there.
    Fixed(String),
    /// A letter that is there where the parameter is 1.
    Flag(String, String),
    /// A letter, followed by the parameter.
    Letter(String, String),
    /// Letters for how the puzzle was made: its difficulty, its symmetry. They are not written.
    Ignored(String),
}

/// A way to write the puzzles of one kind, made from a line of its rulebook. It reads and it writes.
#[derive(Clone, Debug)]
pub struct Codec {
    pub(super) schema: Schema,
    pub(super) family: Family,
    /// The first is written, all are read.
    pub(super) names: Vec<String>,
    pub(super) form: Form,
    pub(super) extras: Vec<Extra>,
    pub(super) parts: Vec<Arc<dyn Part>>,
    /// The parts of a typed grid.
    pub(super) blocks: Vec<Block>,
    /// What the moves of a save file fill in.
    pub(super) moves: Vec<Moves>,
    /// A layer whose numbers add up to the number of cells, by which a text is recognised.
    pub(super) total: Option<String>,
}

impl Codec {
    /// The kind of puzzle.
    pub fn kind(&self) -> &str {
        &self.schema.kind
    }

    /// The family of formats.
    pub fn family(&self) -> Family {
        self.family
    }

    /// What the format calls the kind, the name that is written first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Reads a text in this format.
    pub fn read(&self, text: &str) -> Result<Document, ReadError> {
        let mut draft = Draft::new(&self.schema);
        let read = match self.family {
            Family::Address => self.read_address(text, &mut draft),
            Family::File => self.read_file(text, &mut draft),
            Family::GameId => self.read_game_id(text, &mut draft),
            Family::Grid => self.read_typed(text, &mut draft),
        };
        read.map_err(|fault| ReadError::new(text, fault))?;
        Ok(self.document(draft))
    }

    /// Reads a game ID and the moves of a save file.
    pub(super) fn read_saved(&self, saved: &Saved) -> Result<Document, Fault> {
        let mut draft = Draft::new(&self.schema);
        let fault = |fault: Fault| Fault::new(saved.at, fault.what);
        self.read_game_id(&saved.id, &mut draft).map_err(fault)?;
        for (at, text) in &saved.moves {
            for moves in &self.moves {
                let fault = |fault: Fault| Fault::new(at + fault.at, fault.what);
                moves.make(&mut draft, text).map_err(fault)?;
            }
        }
        Ok(self.document(draft))
    }

    /// A save file of Simon Tatham's collection, for a game that has just begun.
    pub fn write_saved(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        match self.family {
            Family::GameId => Ok(save::write(&self.names[0], &self.write(puzzle, None)?)),
            _ => Err(WriteError::new("only game IDs are saved in such files")),
        }
    }

    /// Writes a puzzle, and the answer where the format tells it.
    pub fn write(&self, puzzle: &Puzzle, answer: Option<&Answer>) -> Result<String, WriteError> {
        if puzzle.kind != self.schema.kind {
            let what = format!("this format is for {}, not for {}", self.schema.kind, puzzle.kind);
            return Err(WriteError::new(what));
        }
        let answer = answer.cloned().unwrap_or_default();
        let draft = Draft { puzzle: puzzle.clone(), answer };
        match self.family {
            Family::Address => self.write_address(&draft),
            Family::File => self.write_file(&draft),
            Family::GameId => self.write_game_id(&draft),
            Family::Grid => self.write_typed(&draft),
        }
    }

    /// How likely a text that this codec can read is meant for it; none where the puzzle makes no sense.
    pub(super) fn likelihood(&self, puzzle: &Puzzle) -> Option<u8> {
        let numbers = |layer: &Layer| layer.values.iter().filter_map(Value::number).collect();
        let cells = puzzle.board.cells() as i64;
        let numbers: Vec<Vec<i32>> = puzzle.given.values().map(numbers).collect();
        let largest = i64::from(numbers.iter().flatten().copied().max().unwrap_or(0));
        if let Some(layer) = self.total.as_ref().and_then(|layer| puzzle.given.get(layer)) {
            let sum: i64 = layer.values.iter().filter_map(Value::number).map(i64::from).sum();
            return (sum == cells).then_some(2);
        }
        // Products are larger than boards.
        let sensible =
            largest <= cells || self.schema.given.iter().any(|(name, _)| name == "target");
        let tightness = self.parts.iter().map(|part| part.tightness());
        tightness.reduce(|one, other| if one == 1 { other } else { one }).filter(|_| sensible)
    }

    pub(super) fn document(&self, mut draft: Draft) -> Document {
        draft.complete(&self.schema);
        let answer = (!draft.answer.layers.is_empty()).then_some(draft.answer);
        Document { puzzle: draft.puzzle, answer }
    }

    fn read_address(&self, text: &str, draft: &mut Draft) -> Result<(), Fault> {
        let (_, start) = address_name(text).ok_or_else(|| {
            Fault::new(0, format!("expected an address with {}/W/H/…", self.names[0]))
        })?;
        let mut reader = Reader::new(text.trim_end(), start);
        if !reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.read_flags(&mut reader, draft)?;
        }
        draft.puzzle.board = read_sides(&mut reader, '/')?;
        if !reader.skip('/') && !reader.rest().is_empty() {
            return Err(reader.fault(format!("expected \"/\", found {}", reader.found())));
        }
        self.read_parts(&mut reader, draft)?;
        reader.skip('/');
        reader.finish()
    }

    /// The letters of variants before the size.
    fn read_flags(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let at = reader.at();
        let letters = reader.take_while(|c| c != '/');
        reader.skip('/');
        for letter in letters.trim_start_matches("v:").chars() {
            let known = self.extras.iter().find_map(|extra| match extra {
                Extra::Flag(flag, parameter) if flag.chars().eq([letter]) => Some(parameter),
                _ => None,
            });
            let Some(parameter) = known else {
                let what = format!("{letter:?} is no variant of {} that is known", self.kind());
                return Err(Fault::new(at, what));
            };
            draft.puzzle.parameters.insert(parameter.clone(), 1);
        }
        Ok(())
    }

    fn write_address(&self, draft: &Draft) -> Result<String, WriteError> {
        let Board { width, height } = draft.puzzle.board;
        let mut out = format!("https://puzz.link/p?{}/", self.names[0]);
        let start = out.len();
        self.write_extras(draft, &mut out)?;
        if out.len() > start {
            out.push('/');
        }
        out.push_str(&format!("{width}/{height}/"));
        self.write_parts(draft, &mut out)?;
        Ok(out)
    }

    fn read_game_id(&self, text: &str, draft: &mut Draft) -> Result<(), Fault> {
        let mut reader = Reader::trimmed(text);
        if !text.contains(':') {
            let what = "expected a game ID with a colon, as 9x6:… (a random seed cannot be read)";
            return Err(reader.fault(what));
        }
        self.read_form(&mut reader, draft)?;
        self.read_extras(&mut reader, draft)?;
        self.read_parts(&mut reader, draft)?;
        reader.finish()
    }

    /// The size of the board.
    fn read_form(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let at = reader.at();
        let fault = |what: String| Fault::new(at, what);
        match self.form {
            Form::Sides => draft.puzzle.board = read_sides(reader, 'x')?,
            Form::Square => {
                let side = reader.number("the side of the board")?;
                draft.puzzle.board = board(side, side).map_err(fault)?;
            }
            Form::Dominoes => {
                let most = reader.number("the largest number of a domino")?;
                let sides = (most.saturating_add(2), most.saturating_add(1));
                draft.puzzle.board = board(sides.0, sides.1).map_err(fault)?;
            }
            Form::Boxes => {
                let across = reader.number("the number of columns of boxes")?;
                // Without a number of rows, the regions follow.
                let down = match reader.skip('x') {
                    true => Some(reader.number("the number of rows of boxes")?),
                    false => None,
                };
                let side = across.saturating_mul(down.unwrap_or(1));
                draft.puzzle.board = board(side, side).map_err(fault)?;
                if let Some(down) = down {
                    let size = (down as usize, across as usize);
                    let values = rooms::boxed(draft.puzzle.board, size);
                    draft.puzzle.layer_mut("room", Site::Cell).values = values;
                }
            }
        }
        Ok(())
    }

    /// The words between the size and the colon. Difficulties and the like are none of the puzzle.
    fn read_extras(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let at = reader.at();
        let words = reader.take_while(|c| c != ':');
        reader.skip(':');
        let missing = self.extras.iter().find_map(|extra| match extra {
            Extra::Fixed(text) | Extra::Letter(text, _) => {
                Some(text).filter(|text| !words.contains(text.as_str()))
            }
            _ => None,
        });
        if let Some(text) = missing {
            let what = format!("expected {text:?} before the colon, found {}", excerpt(words));
            return Err(Fault::new(at, what));
        }
        let mut rest = words;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            let number =
                after.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or("");
            let found = self.extras.iter().find(|extra| match extra {
                Extra::Fixed(text) => rest.starts_with(text.as_str()),
                Extra::Flag(flag, _) | Extra::Letter(flag, _) => flag.chars().eq([letter]),
                Extra::Ignored(letters) => letters.contains(letter),
            });
            rest = match found {
                Some(Extra::Fixed(text)) => &rest[text.len()..],
                Some(Extra::Flag(_, parameter)) => {
                    draft.puzzle.parameters.insert(parameter.clone(), 1);
                    after
                }
                Some(Extra::Letter(_, parameter)) => {
                    let value = number.parse().map_err(|_| {
                        Fault::new(
                            at,
                            format!("expected a number for {parameter} after {letter:?}"),
                        )
                    })?;
                    draft.puzzle.parameters.insert(parameter.clone(), value);
                    &after[number.len()..]
                }
                Some(Extra::Ignored(_)) => after_ignored(letter, after, number),
                None => {
                    let known = self.kind();
                    let what = format!("{} is no variant of {known} that is known", excerpt(rest));
                    return Err(Fault::new(at + words.len() - rest.len(), what));
                }
            };
        }
        Ok(())
    }

    fn write_game_id(&self, draft: &Draft) -> Result<String, WriteError> {
        let Board { width, height } = draft.puzzle.board;
        let square = || match width == height {
            true => Ok(()),
            false => Err(WriteError::new("this format knows square boards only")),
        };
        let mut out = match self.form {
            Form::Sides => format!("{width}x{height}"),
            Form::Square => {
                square()?;
                width.to_string()
            }
            Form::Dominoes if width == height + 1 => (height - 1).to_string(),
            Form::Dominoes => {
                let what = "this format knows boards for a whole set of dominoes only";
                return Err(WriteError::new(what));
            }
            Form::Boxes => {
                square()?;
                let boxes = game_id_boxes(draft);
                boxes.map_or(format!("{width}j"), |(w, h)| format!("{h}x{w}"))
            }
        };
        self.write_extras(draft, &mut out)?;
        out.push(':');
        self.write_parts(draft, &mut out)?;
        Ok(out)
    }

    fn write_extras(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        for extra in &self.extras {
            match extra {
                Extra::Ignored(_) => {}
                Extra::Fixed(text) => out.push_str(text),
                Extra::Flag(letter, parameter) => {
                    if draft.puzzle.parameter(parameter) == Some(1) {
                        out.push_str(letter);
                    }
                }
                Extra::Letter(letter, parameter) => {
                    let Some(value) = draft.puzzle.parameter(parameter) else {
                        let what = format!("the puzzle does not tell its {parameter}");
                        return Err(WriteError::new(what));
                    };
                    out.push_str(&format!("{letter}{value}"));
                }
            }
        }
        Ok(())
    }

    pub(super) fn read_parts(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let mut first = true;
        for part in &self.parts {
            if part.is_tacit() {
                part.read(reader, draft)?;
                continue;
            }
            // Nothing is said of parts that may be missing.
            if !first && reader.rest().trim().is_empty() && part.is_silent(draft) {
                continue;
            }
            if self.family == Family::GameId && !first && !reader.skip(',') {
                return Err(reader.fault(format!("expected a comma, found {}", reader.found())));
            }
            part.read(reader, draft)?;
            first = false;
        }
        Ok(())
    }

    pub(super) fn write_parts(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let mut first = true;
        for part in &self.parts {
            if part.is_silent(draft) {
                continue;
            }
            if self.family == Family::GameId && !first && !part.is_tacit() {
                out.push(',');
            }
            part.write(draft, out)?;
            first = first && part.is_tacit();
        }
        Ok(())
    }
}

/// What follows a letter for how the puzzle was made: a number, or the letter of a difficulty.
fn after_ignored<'t>(letter: char, after: &'t str, number: &str) -> &'t str {
    let named = after.chars().next().filter(|c| letter == 'd' && c.is_ascii_lowercase());
    &after[number.len().max(named.map_or(0, char::len_utf8))..]
}

/// The sides of the board, width first.
fn read_sides(reader: &mut Reader, separator: char) -> Result<Board, Fault> {
    let at = reader.at();
    let width = reader.number("the width")?;
    if !reader.skip(separator) {
        let what = format!("expected {separator:?} and the height, found {}", reader.found());
        return Err(reader.fault(what));
    }
    let height = reader.number("the height")?;
    board(width, height).map_err(|what| Fault::new(at, what))
}

/// The size of the boxes, if the regions are boxes of one size.
pub(super) fn game_id_boxes(draft: &Draft) -> Option<(usize, usize)> {
    let board = draft.puzzle.board;
    let room: Vec<Value> = draft.puzzle.given.get("room")?.values.clone();
    let room = rooms::numbered(&room);
    let width = (0..board.width).take_while(|&cell| room[cell] == room[0]).count();
    let size = (width, board.width.checked_div(width)?);
    (board.width.is_multiple_of(width) && rooms::boxed(board, size) == room).then_some(size)
}

/// The name of the kind in an address, and where the text after it begins.
pub(super) fn address_name(text: &str) -> Option<(&str, usize)> {
    let first = text.len() - text.trim_start().len();
    let line = text[first..].lines().next()?;
    let start = match line.find('?') {
        Some(query) => first + query + 1,
        None if line.contains("://") => return None,
        None => first,
    };
    let line = &text[..first + line.len()];
    let end = start + line[start..].find('/')?;
    let name = line[start..end].trim_end_matches("_edit").trim_end_matches("_play");
    let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    (word && !name.is_empty()).then_some((name, end + 1))
}
