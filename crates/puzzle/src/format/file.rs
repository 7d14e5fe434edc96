//! `pzprv3` files: lines `pzprv3`, name, rows, columns; then grids of words, the answer in them. A `/` may stand for the
//! end of a line.

use super::codec::{Codec, Extra, Form};
use super::draft::{Draft, Slot, board};
use super::grid::{Grid, words};
use super::part::{Part, WriteError, set_rooms, written_borders};
use super::reader::{Fault, Reader, excerpt};
use super::rooms;
use super::word::Word;
use crate::{Board, Site, Value};

impl Codec {
    pub(super) fn read_file(&self, text: &str, draft: &mut Draft) -> Result<(), Fault> {
        let mut reader = Reader::trimmed(text);
        let version = self.read_head(&mut reader)?;
        self.read_size(&mut reader, draft)?;
        self.read_variants(&mut reader, draft);
        // A file that tells nothing but the size is an empty board.
        let empty = reader.rest().trim().is_empty();
        for part in &self.parts {
            let over = reader.rest().trim().is_empty() || is_appendix(reader.rest());
            if over && (part.is_answer() || empty) && !part.is_tacit() {
                part.absent(draft);
            } else if !part.is_mark() || version > 0 {
                part.read(&mut reader, draft)?;
            }
        }
        finish(reader)
    }

    /// The version after the point, once the name is right.
    fn read_head(&self, reader: &mut Reader) -> Result<u32, Fault> {
        let (at, head) = reader.line(true).unwrap_or((0, ""));
        let version = head.trim().strip_prefix("pzprv3").map(|rest| rest.trim_start_matches('.'));
        let Some(version) = version else {
            return Err(Fault::new(at, format!("expected \"pzprv3\", found {}", excerpt(head))));
        };
        let (at, name) = reader.line(true).unwrap_or((reader.at(), ""));
        if !self.names.iter().any(|known| known == name.trim()) {
            let what = format!("expected the name {}, found {}", self.names[0], excerpt(name));
            return Err(Fault::new(at, what));
        }
        Ok(version.parse().unwrap_or(0))
    }

    fn read_size(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let start = reader.at();
        let rows = whole_number(reader, "the number of rows")?;
        let columns = match self.form {
            Form::Square => rows,
            _ => whole_number(reader, "the number of columns")?,
        };
        draft.puzzle.board = board(columns, rows).map_err(|what| Fault::new(start, what))?;
        Ok(())
    }

    /// A line for each variant, where there is one.
    fn read_variants(&self, reader: &mut Reader, draft: &mut Draft) {
        for extra in &self.extras {
            let Extra::Flag(letter, parameter) = extra else { continue };
            let mut ahead = reader.clone();
            if ahead.line(true).is_some_and(|(_, line)| line.trim() == letter) {
                *reader = ahead;
                draft.puzzle.parameters.insert(parameter.clone(), 1);
            }
        }
    }

    pub(super) fn write_file(&self, draft: &Draft) -> Result<String, WriteError> {
        let Board { width, height } = draft.puzzle.board;
        let mut out = format!("pzprv3\n{}\n{height}\n", self.names[0]);
        if self.form != Form::Square {
            out.push_str(&format!("{width}\n"));
        } else if width != height {
            return Err(WriteError::new("this format knows square boards only"));
        }
        for extra in &self.extras {
            if let Extra::Flag(letter, parameter) = extra
                && draft.puzzle.parameter(parameter) == Some(1)
            {
                out.push_str(&format!("{letter}\n"));
            }
        }
        for part in self.parts.iter().filter(|part| !part.is_mark()) {
            part.write(draft, &mut out)?;
        }
        Ok(out)
    }
}

/// A line with one number.
pub(super) fn whole_number(reader: &mut Reader, name: &str) -> Result<i32, Fault> {
    let (at, line) = reader.line(true).unwrap_or((reader.at(), ""));
    line.trim().parse().map_err(|_| {
        Fault::new(at, format!("expected {name}, a number, found {}", excerpt(line.trim())))
    })
}

/// Whether what follows is no grid: the history of a solution, or an address.
fn is_appendix(rest: &str) -> bool {
    let line = rest.trim_start();
    ["info:", "history:", "__HISTORY__", "http"].iter().any(|start| line.starts_with(start))
}

/// Colours and other marks may follow.
fn finish(mut reader: Reader) -> Result<(), Fault> {
    while !is_appendix(reader.rest()) {
        let Some((at, line)) = reader.line(true) else { break };
        if !line.chars().all(|c| " 0123456789.-+\r".contains(c)) {
            let what = format!("expected the end of the file, found {}", excerpt(line));
            return Err(Fault::new(at, what));
        }
    }
    Ok(())
}

/// A parameter in a line of its own.
#[derive(Debug)]
pub(super) struct CountLine(pub String);

impl Part for CountLine {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let value = whole_number(reader, &format!("the number of {}", self.0))?;
        draft.puzzle.parameters.insert(self.0.clone(), value);
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let Some(value) = draft.puzzle.parameter(&self.0) else {
            return Err(WriteError::new(format!("the puzzle does not tell its {}", self.0)));
        };
        out.push_str(&format!("{value}\n"));
        Ok(())
    }
}

/// Regions: how many there are, then the number of each cell's.
#[derive(Debug)]
pub(super) struct Rooms {
    pub room: Slot,
}

impl Part for Rooms {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let board = draft.puzzle.board;
        whole_number(reader, "the number of regions")?;
        let mut room = Vec::with_capacity(board.cells());
        for _ in 0..board.height {
            for (_, word) in words(reader, board.width)? {
                room.push(word);
            }
        }
        // As pzpr, only cells side by side with the same number belong together.
        set_rooms(draft, &self.room, |link| {
            let (first, second) = board.ends(link);
            room[first] == room[second]
        });
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        written_borders(draft, &self.room)?;
        let room = rooms::numbered(&draft.gather(std::slice::from_ref(&self.room)));
        out.push_str(&format!("{}\n", rooms::first_cells(&room).len()));
        for row in room.chunks(draft.puzzle.board.width) {
            for value in row {
                out.push_str(&format!("{} ", value.number().unwrap_or(0)));
            }
            out.push('\n');
        }
        Ok(())
    }

    fn absent(&self, draft: &mut Draft) {
        set_rooms(draft, &self.room, |_| true);
    }
}

/// Regions by the borders between cells.
#[derive(Debug)]
pub(super) struct BorderLines {
    pub room: Slot,
}

impl BorderLines {
    /// A grid for a layer of links that stands in for the borders.
    fn grid(&self) -> Grid {
        let slot = Slot { layer: "border".into(), site: Site::Link, answer: true, on: None };
        Grid::new(slot, Word::Line)
    }
}

impl Part for BorderLines {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let grid = self.grid();
        let mut border = draft.clone();
        border.answer.layers.clear();
        grid.read(reader, &mut border)?;
        set_rooms(draft, &self.room, |link| border.value(grid.slot(), link).is_empty());
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let grid = self.grid();
        let mut border = draft.clone();
        for (link, there) in written_borders(draft, &self.room)?.into_iter().enumerate() {
            let value = if there { Value::Number(1) } else { Value::Empty };
            border.set(grid.slot(), link, value);
        }
        grid.write(&border, out)
    }

    fn absent(&self, draft: &mut Draft) {
        set_rooms(draft, &self.room, |_| true);
    }
}

/// Dots on cells, borders and corners: a character for each, in lines.
#[derive(Debug)]
pub(super) struct DotLines {
    pub dot: Slot,
}

impl Part for DotLines {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let Board { width, height } = draft.puzzle.board;
        draft.touch(std::slice::from_ref(&self.dot));
        for row in 0..2 * height - 1 {
            let (at, line) = reader.line(true).unwrap_or((reader.at(), ""));
            let line = line.trim_end();
            if line.chars().count() != 2 * width - 1 {
                let found = line.chars().count();
                let what = format!("expected {} characters, found {found}", 2 * width - 1);
                return Err(Fault::new(at, what));
            }
            for (column, (offset, letter)) in line.char_indices().enumerate() {
                let value = match letter {
                    '.' => continue,
                    '1'..='9' => Value::Number(letter.to_digit(10).unwrap_or(1) as i32),
                    'X' => return Err(Fault::new(at + offset, "boards with holes are not known")),
                    _ => {
                        let what = format!("expected a dot or a digit, found {letter:?}");
                        return Err(Fault::new(at + offset, what));
                    }
                };
                draft.set(&self.dot, row * (2 * width - 1) + column, value);
            }
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let width = 2 * draft.puzzle.board.width - 1;
        for at in 0..draft.count(&self.dot) {
            out.push(match draft.value(&self.dot, at) {
                Value::Empty => '.',
                Value::Number(number @ 1..=9) => char::from_digit(number as u32, 10).unwrap_or('1'),
                _ => return Err(WriteError::value(draft, &self.dot, at)),
            });
            if (at + 1) % width == 0 {
                out.push('\n');
            }
        }
        Ok(())
    }
}

/// Marks that are no part of the puzzle or its answer; newer versions of files have them.
#[derive(Debug)]
pub(super) struct Colours;

impl Part for Colours {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        for _ in 0..draft.puzzle.board.height {
            words(reader, draft.puzzle.board.width)?;
        }
        Ok(())
    }

    fn write(&self, _: &Draft, _: &mut String) -> Result<(), WriteError> {
        Ok(())
    }

    fn is_mark(&self) -> bool {
        true
    }
}

/// Links of which nothing is told.
#[derive(Debug)]
pub(super) struct Unused {
    pub grid: Grid,
}

impl Part for Unused {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        self.grid.read(reader, &mut draft.clone())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        self.grid.write(draft, out)
    }

    fn is_answer(&self) -> bool {
        true
    }
}

impl Unused {
    pub fn new(site: Site) -> Unused {
        let slot = Slot { layer: String::new(), site, answer: true, on: None };
        Unused { grid: Grid::new(slot, Word::Line) }
    }
}
