//! `pzprv3` files: lines `pzprv3`, name, rows, columns; then grids of words, the answer in them. A `/` may stand for the
//! end of a line.

use super::codec::{Codec, Extra, Form};
use super::draft::{Draft, Slot, board};
use super::kakuro::Sums;
use super::outside::{most_runs, numbers};
use super::part::{Pairs, Part, WriteError, set_rooms, written_borders};
use super::reader::{Fault, Reader, excerpt};
use super::rooms;
use super::word::Word;
use crate::{Board, Side, Site, Value};
use std::collections::HashMap;

/// The sign of a value that is not told.
const UNKNOWN: &str = "-";

impl Codec {
    pub(super) fn read_file(&self, text: &str, draft: &mut Draft) -> Result<(), Fault> {
        let mut reader = Reader::new(text.trim_end(), text.len() - text.trim_start().len());
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
fn whole_number(reader: &mut Reader, name: &str) -> Result<i32, Fault> {
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

/// The words of the next line, as many as wanted.
fn words<'t>(reader: &mut Reader<'t>, count: usize) -> Result<Vec<(usize, &'t str)>, Fault> {
    let Some((at, line)) = reader.line(true) else {
        return Err(reader.fault(format!("the file ends where a line of {count} words should be")));
    };
    let offset = |word: &str| at + word.as_ptr() as usize - line.as_ptr() as usize;
    let words: Vec<(usize, &str)> =
        line.split_whitespace().map(|word| (offset(word), word)).collect();
    match words.len() == count {
        true => Ok(words),
        false => Err(Fault::new(at, format!("expected {count} words, found {}", words.len()))),
    }
}

/// A word for each place of a grid, for one of several layers.
#[derive(Debug)]
pub(super) struct Grid {
    /// The first one that fits is meant.
    pub layers: Vec<(Vec<Slot>, Word)>,
    /// Layers around the board.
    pub frame: Vec<Slot>,
    /// Whether those have lists of numbers.
    pub lists: bool,
}

impl Grid {
    fn slot(&self) -> &Slot {
        &self.layers[0].0[0]
    }

    /// The rows of places in the order of the file.
    fn rows(&self, draft: &Draft) -> Vec<Vec<usize>> {
        let board = draft.puzzle.board;
        let Board { width, height } = board;
        let grid = |rows: usize, columns: usize, first: usize| -> Vec<Vec<usize>> {
            let row = |row: usize| (first + row * columns..first + (row + 1) * columns).collect();
            (0..rows).map(row).collect()
        };
        match self.slot().site {
            Site::Vertex => grid(height + 1, width + 1, 0),
            Site::Link => {
                let right =
                    (0..board.links()).take_while(|&link| board.is_right_link(link)).count();
                let mut rows = grid(height, width - 1, 0);
                rows.extend(grid(height - 1, width, right));
                rows
            }
            Site::Edge => {
                let mut rows = grid(height, width + 1, board.edge(0, Side::Left));
                rows.extend(grid(height + 1, width, 0));
                rows
            }
            _ => grid(height, width, 0),
        }
    }

    /// How many lines of words there are above, below, to the left and to the right of the board.
    fn margins(&self, draft: &Draft) -> [usize; 4] {
        ["top", "bottom", "left", "right"].map(|name| {
            let slot = self.frame.iter().find(|slot| slot.layer == name);
            slot.map_or(0, |slot| if self.lists { most_runs(draft, slot) } else { 1 })
        })
    }

    /// The layer and the number of the line that a word outside the board belongs to, and which number it is, the
    /// nearest to the board first.
    fn outside(&self, draft: &Draft, row: usize, column: usize) -> Option<(&Slot, usize, usize)> {
        let Board { width, height } = draft.puzzle.board;
        let [top, _, left, _] = self.margins(draft);
        let named = |name: &str| self.frame.iter().find(|slot| slot.layer == name);
        let across = column.checked_sub(left).filter(|&column| column < width);
        let down = row.checked_sub(top).filter(|&row| row < height);
        match (down, across) {
            (None, Some(line)) if row < top => Some((named("top")?, line, top - 1 - row)),
            (None, Some(line)) => Some((named("bottom")?, line, row - top - height)),
            (Some(line), None) if column < left => Some((named("left")?, line, left - 1 - column)),
            (Some(line), None) => Some((named("right")?, line, column - left - width)),
            _ => None,
        }
    }

    fn read_cell(
        &self,
        draft: &mut Draft,
        at: usize,
        (start, word): (usize, &str),
    ) -> Result<(), Fault> {
        if self.layers.iter().any(|(_, kind)| kind.nothing() == word) {
            return Ok(());
        }
        for (slots, kind) in &self.layers {
            let Some(value) = kind.read(word, UNKNOWN) else { continue };
            match &slots[..] {
                [slot] if slot.site == Site::Region => {
                    let region = draft.puzzle.number("room", at).unwrap_or(0);
                    draft.set(slot, region as usize, value);
                }
                [slot] => draft.set(slot, at, value),
                [first, second, ..] => {
                    let (one, other) = Pairs::split(&value);
                    draft.set(first, at, one);
                    draft.set(second, at, other);
                }
                [] => {}
            }
            return Ok(());
        }
        Err(Fault::new(start, format!("{} means nothing here", excerpt(word))))
    }

    fn write_cell(
        &self,
        draft: &Draft,
        at: usize,
        regions: &HashMap<usize, usize>,
    ) -> Result<String, WriteError> {
        for (slots, kind) in &self.layers {
            let (slot, at) = match &slots[0] {
                slot if slot.site == Site::Region => match regions.get(&at) {
                    Some(&region) => (slot, region),
                    None => continue,
                },
                slot => (slot, at),
            };
            let value = match slots.get(1) {
                Some(second) => Pairs::join(draft.value(slot, at), draft.value(second, at)),
                None => draft.value(slot, at),
            };
            if !value.is_empty() {
                let word = kind.write(&value, UNKNOWN);
                return word.ok_or_else(|| WriteError::value(draft, slot, at));
            }
        }
        Ok(self.layers[0].1.nothing().to_string())
    }

    fn read_outside(
        &self,
        draft: &mut Draft,
        lists: &mut Outside,
        at: (usize, usize),
        (start, word): (usize, &str),
    ) -> Result<(), Fault> {
        // A mark of what is done.
        let plain = word.strip_prefix('c').unwrap_or(word);
        let fault = || {
            Fault::new(
                start,
                format!("expected a number outside the board, found {}", excerpt(word)),
            )
        };
        if word == "." {
            return Ok(());
        }
        let (slot, line, which) = self.outside(draft, at.0, at.1).ok_or_else(fault)?;
        let value = Word::Number.read(plain, UNKNOWN).ok_or_else(fault)?;
        if !self.lists {
            draft.set(slot, line, value);
            return Ok(());
        }
        lists.entry((slot.layer.clone(), line)).or_default().push((which, value.number()));
        Ok(())
    }

    fn write_outside(&self, draft: &Draft, at: (usize, usize)) -> Result<String, WriteError> {
        let Some((slot, line, which)) = self.outside(draft, at.0, at.1) else {
            return Ok(".".to_string());
        };
        let value = draft.value(slot, line);
        let value = match self.lists {
            false => value,
            true => {
                let list = numbers(&value);
                if list.len() > most_runs(draft, slot) {
                    return Err(WriteError::value(draft, slot, line));
                }
                match list.iter().rev().nth(which) {
                    None => Value::Empty,
                    Some(number) => number.map_or(Value::Unknown, Value::Number),
                }
            }
        };
        match value {
            Value::Empty => Ok(".".to_string()),
            value => {
                let word = Word::Number.write(&value, UNKNOWN);
                word.ok_or_else(|| WriteError::value(draft, slot, line))
            }
        }
    }
}

/// The numbers of lines outside the board as they come, each with its distance from the board.
type Outside = std::collections::BTreeMap<(String, usize), Vec<(usize, Option<i32>)>>;

impl Part for Grid {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        for (slots, _) in &self.layers {
            draft.touch(slots);
        }
        draft.touch(&self.frame);
        let rows = self.rows(draft);
        let [top, bottom, left, right] = self.margins(draft);
        let mut lists = Outside::new();
        for row in 0..top + rows.len() + bottom {
            let cells = row.checked_sub(top).and_then(|row| rows.get(row));
            let width = cells.map_or(draft.puzzle.board.width, Vec::len);
            if width == 0 {
                reader.line(true);
                continue;
            }
            for (column, word) in words(reader, left + width + right)?.into_iter().enumerate() {
                let cell = cells.zip(column.checked_sub(left)).and_then(|(cells, c)| cells.get(c));
                match cell {
                    Some(&cell) => self.read_cell(draft, cell, word)?,
                    None => self.read_outside(draft, &mut lists, (row, column), word)?,
                }
            }
        }
        if self.lists {
            for slot in &self.frame {
                for line in 0..draft.count(slot) {
                    let mut list = lists.remove(&(slot.layer.clone(), line)).unwrap_or_default();
                    list.sort_by_key(|&(which, _)| std::cmp::Reverse(which));
                    let list = list.into_iter().map(|(_, number)| number).collect();
                    draft.set(slot, line, Value::List(numbers(&Value::List(list))));
                }
            }
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let rows = self.rows(draft);
        let [top, bottom, left, right] = self.margins(draft);
        let regions = match self.layers.iter().any(|(slots, _)| slots[0].site == Site::Region) {
            true => top_cells(draft),
            false => HashMap::new(),
        };
        for row in 0..top + rows.len() + bottom {
            let cells = row.checked_sub(top).and_then(|row| rows.get(row));
            let width = cells.map_or(draft.puzzle.board.width, Vec::len);
            for column in 0..left + width + right {
                let cell = cells.zip(column.checked_sub(left)).and_then(|(cells, c)| cells.get(c));
                let word = match cell {
                    Some(&cell) => self.write_cell(draft, cell, &regions)?,
                    None => self.write_outside(draft, (row, column))?,
                };
                out.push_str(&word);
                out.push(' ');
            }
            out.push('\n');
        }
        Ok(())
    }

    fn is_answer(&self) -> bool {
        self.layers.iter().all(|(slots, _)| slots[0].answer) && self.frame.is_empty()
    }

    fn absent(&self, draft: &mut Draft) {
        for slot in self.frame.iter().filter(|_| self.lists) {
            let empty = (0..draft.count(slot)).map(|_| Value::List(Vec::new())).collect();
            draft.scatter(std::slice::from_ref(slot), empty);
        }
    }
}

/// The cells where pzpr puts the numbers of regions, with the region: in its first column, the uppermost.
fn top_cells(draft: &Draft) -> HashMap<usize, usize> {
    let board = draft.puzzle.board;
    let mut seen = vec![false; draft.puzzle.regions()];
    let mut tops = HashMap::new();
    for cell in (0..board.width).flat_map(|column| board.column(column)) {
        let region = draft.puzzle.number("room", cell).and_then(|r| usize::try_from(r).ok());
        if let Some(region) = region
            && !std::mem::replace(&mut seen[region], true)
        {
            tops.insert(cell, region);
        }
    }
    tops
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
        Grid { layers: vec![(vec![slot], Word::Line)], frame: Vec::new(), lists: false }
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
        let layers = vec![(vec![slot], Word::Line)];
        Unused { grid: Grid { layers, frame: Vec::new(), lists: false } }
    }
}

/// Kakuro's sums: a row and a column more than the board has; a wall is `across,below`.
impl Sums {
    fn outside_word(value: &Value) -> String {
        value.number().map_or("-1".to_string(), |number| number.to_string())
    }
}

/// Kakuro's sums in a file.
#[derive(Debug)]
pub(super) struct SumLines(pub Sums);

impl Part for SumLines {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let sums = &self.0;
        let Board { width, height } = draft.puzzle.board;
        let number = |start: usize, word: &str| match word.parse::<i32>() {
            Ok(number) if number <= 0 => Ok(Value::Empty),
            Ok(number) => Ok(Value::Number(number)),
            Err(_) => Err(Fault::new(start, format!("expected a sum, found {}", excerpt(word)))),
        };
        for (column, (start, word)) in words(reader, width + 1)?.into_iter().enumerate().skip(1) {
            let value = number(start, word)?;
            draft.set(&sums.top, column - 1, value);
        }
        for row in 0..height {
            for (column, (start, word)) in words(reader, width + 1)?.into_iter().enumerate() {
                if column == 0 {
                    let value = number(start, word)?;
                    draft.set(&sums.left, row, value);
                } else if word != "." {
                    let cell = draft.puzzle.board.cell(row, column - 1);
                    let (across, down) = word.split_once(',').ok_or_else(|| {
                        Fault::new(
                            start,
                            "expected the two sums of a wall with a comma between them",
                        )
                    })?;
                    let (across, down) = (number(start, across)?, number(start, down)?);
                    draft.set(&sums.wall, cell, Value::Number(1));
                    draft.set(&sums.across, cell, across);
                    draft.set(&sums.down, cell, down);
                }
            }
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let sums = &self.0;
        let board = draft.puzzle.board;
        out.push_str("0 ");
        for column in 0..board.width {
            out.push_str(&format!("{} ", Sums::outside_word(&draft.value(&sums.top, column))));
        }
        out.push('\n');
        for row in 0..board.height {
            out.push_str(&format!("{} ", Sums::outside_word(&draft.value(&sums.left, row))));
            for cell in board.row(row) {
                if sums.is_wall(draft, cell) {
                    let across = Sums::outside_word(&draft.value(&sums.across, cell));
                    let down = Sums::outside_word(&draft.value(&sums.down, cell));
                    out.push_str(&format!("{across},{down} "));
                } else {
                    out.push_str(". ");
                }
            }
            out.push('\n');
        }
        Ok(())
    }
}
