//! Grids of words in `pzprv3` files: a word for each place, for one of several layers, and clues around the board.

use super::draft::{Draft, Slot};
use super::outside::{most_runs, numbers};
use super::part::{Pairs, Part, WriteError};
use super::reader::{Fault, Reader, excerpt};
use super::word::Word;
use crate::{Board, Side, Site, Value};
use std::collections::{BTreeMap, HashMap};

/// The sign of a value that is not told.
const UNKNOWN: &str = "-";

/// The words of the next line, as many as wanted.
pub(super) fn words<'t>(
    reader: &mut Reader<'t>,
    count: usize,
) -> Result<Vec<(usize, &'t str)>, Fault> {
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
    /// Whether borders between cells stand among those of the frame, which tell nothing.
    pub framed: bool,
}

impl Grid {
    /// A grid of one layer.
    pub fn new(slot: Slot, word: Word) -> Grid {
        let layers = vec![(vec![slot], word)];
        Grid { layers, frame: Vec::new(), lists: false, framed: false }
    }

    pub fn slot(&self) -> &Slot {
        &self.layers[0].0[0]
    }

    /// The rows of places in the order of the file; none where a word tells nothing.
    fn rows(&self, draft: &Draft) -> Vec<Vec<Option<usize>>> {
        let board = draft.puzzle.board;
        let Board { width, height } = board;
        let grid = |rows: usize, columns: usize, place: &dyn Fn(usize, usize) -> Option<usize>| {
            let row = |row| (0..columns).map(|column| place(row, column)).collect();
            (0..rows).map(row).collect::<Vec<Vec<Option<usize>>>>()
        };
        let from = |first: usize, columns: usize| {
            move |row: usize, column: usize| Some(first + row * columns + column)
        };
        match self.slot().site {
            Site::Vertex => grid(height + 1, width + 1, &from(0, width + 1)),
            Site::Link if self.framed => {
                let right = |row: usize, column: usize| {
                    board.link(board.cell(row, column.checked_sub(1)?), Side::Right)
                };
                let down = |row: usize, column: usize| {
                    board.link(board.cell(row.checked_sub(1)?, column), Side::Down)
                };
                [grid(height, width + 1, &right), grid(height + 1, width, &down)].concat()
            }
            Site::Link => {
                let right =
                    (0..board.links()).take_while(|&link| board.is_right_link(link)).count();
                let down = grid(height - 1, width, &from(right, width));
                [grid(height, width - 1, &from(0, width - 1)), down].concat()
            }
            Site::Edge => {
                let vertical = from(board.edge(0, Side::Left), width + 1);
                [grid(height, width + 1, &vertical), grid(height + 1, width, &from(0, width))]
                    .concat()
            }
            _ => grid(height, width, &from(0, width)),
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
type Outside = BTreeMap<(String, usize), Vec<(usize, Option<i32>)>>;

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
                    Some(&Some(place)) => self.read_cell(draft, place, word)?,
                    Some(None) => {}
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
                    Some(&Some(place)) => self.write_cell(draft, place, &regions)?,
                    Some(None) => self.layers[0].1.nothing().to_string(),
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
