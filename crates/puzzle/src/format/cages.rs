//! What game IDs tell in ways of their own: regions by runs between borders, cages with an operation, signs between cells.

use super::codec::game_id_boxes;
use super::draft::{Draft, Slot};
use super::encoding::EDGES;
use super::part::{Part, WriteError, set_rooms, written_borders};
use super::reader::{Fault, Reader};
use crate::{Board, Side, Value};

/// Regions by the borders between cells, as runs of links without one: first to the right of cells, row by row, then
/// below cells, column by column.
#[derive(Debug)]
pub(super) struct Blocks {
    pub room: Slot,
    /// Whether a letter that comes three times and more is written once, with its number.
    pub counted: bool,
    /// Whether nothing is written where the regions are boxes.
    pub unless_boxes: bool,
}

impl Blocks {
    /// The links in the order of the text.
    fn links(board: Board) -> Vec<usize> {
        let down = |column: usize| {
            let cells = (0..board.height.saturating_sub(1)).map(move |row| board.cell(row, column));
            cells.filter_map(move |cell| board.link(cell, Side::Down))
        };
        let right = (0..board.links()).take_while(|&link| board.is_right_link(link));
        right.chain((0..board.width).flat_map(down)).collect()
    }

    /// The letters with each number spelt out, and where each of them stands in the text.
    fn spelt(reader: &mut Reader, most: usize) -> Result<String, Fault> {
        let mut letters = String::new();
        while let Some(letter @ ('a'..='z' | '_')) = reader.peek() {
            reader.next();
            let times = match reader.peek() {
                Some('0'..='9') => reader.number("how often the letter comes")?,
                _ => 1,
            };
            let times = usize::try_from(times).unwrap_or(0);
            if letters.len() + times > most {
                return Err(reader.fault(format!("there are more than {most} letters of borders")));
            }
            letters.extend((0..times).map(|_| letter));
        }
        Ok(letters)
    }

    /// The reverse: a letter that comes three times and more with its number.
    fn shortened(letters: &str) -> String {
        let mut out = String::new();
        let mut rest = letters;
        while let Some(letter) = rest.chars().next() {
            let times = rest.chars().take_while(|&next| next == letter).count();
            out.push(letter);
            match times {
                1 => {}
                2 => out.push(letter),
                _ => out.push_str(&times.to_string()),
            }
            rest = &rest[times..];
        }
        out
    }
}

impl Part for Blocks {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let links = Blocks::links(draft.puzzle.board);
        let values = if self.counted {
            let at = reader.at();
            let letters = Blocks::spelt(reader, links.len() + 1)?;
            let mut spelt = Reader::new(&letters, 0);
            let fault = |fault: Fault| Fault::new(at, fault.what);
            let values = EDGES.read(&mut spelt, links.len()).map_err(fault)?;
            spelt.finish().map_err(fault)?;
            values
        } else {
            EDGES.read(reader, links.len())?
        };
        let mut open = vec![true; links.len()];
        for (&link, value) in links.iter().zip(&values) {
            open[link] = value.is_empty();
        }
        set_rooms(draft, &self.room, |link| open[link]);
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let border = written_borders(draft, &self.room)?;
        let value = |link: usize| if border[link] { Value::Number(1) } else { Value::Empty };
        let values: Vec<Value> = Blocks::links(draft.puzzle.board).into_iter().map(value).collect();
        let mut letters = String::new();
        let error = |_| WriteError::new("these borders cannot be written");
        EDGES.write(&values, &mut letters).map_err(error)?;
        out.push_str(&if self.counted { Blocks::shortened(&letters) } else { letters });
        Ok(())
    }

    fn is_silent(&self, draft: &Draft) -> bool {
        self.unless_boxes && game_id_boxes(draft).is_some()
    }
}

/// An operation and a number for each region: a sum, m product, s difference, d quotient.
#[derive(Debug)]
pub(super) struct Cages {
    pub op: Slot,
    pub target: Slot,
}

/// The letters of the operations, numbered from 1.
const OPERATIONS: [char; 4] = ['a', 'm', 's', 'd'];

impl Part for Cages {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        for region in 0..draft.count(&self.op) {
            let op = OPERATIONS.iter().position(|&letter| reader.skip(letter));
            let Some(op) = op else {
                let what = format!("expected a, m, s or d and a number, found {}", reader.found());
                return Err(reader.fault(what));
            };
            draft.set(&self.op, region, Value::Number(op as i32 + 1));
            let target = reader.number("the result of a cage")?;
            draft.set(&self.target, region, Value::Number(target));
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        for region in 0..draft.count(&self.op) {
            let op = draft.value(&self.op, region).number();
            let op = op.and_then(|op| OPERATIONS.get(usize::try_from(op).ok()?.checked_sub(1)?));
            let Some(op) = op else { return Err(WriteError::value(draft, &self.op, region)) };
            let target = draft.value(&self.target, region).number();
            let Some(target) = target.filter(|&target| target >= 0) else {
                return Err(WriteError::value(draft, &self.target, region));
            };
            out.push_str(&format!("{op}{target}"));
        }
        Ok(())
    }
}

/// A number for each cell, 0 for none, with the sides on which the cell is greater than the one beside it, and a comma.
#[derive(Debug)]
pub(super) struct Inequalities {
    pub clue: Slot,
    pub less: Slot,
}

/// The sides in the order of the text.
const SIDES: [(char, Side); 4] =
    [('U', Side::Up), ('R', Side::Right), ('D', Side::Down), ('L', Side::Left)];

/// What `less` says where the cell is greater than the one on that side.
fn greater(side: Side) -> i32 {
    if matches!(side, Side::Up | Side::Left) { 1 } else { -1 }
}

impl Part for Inequalities {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let board = draft.puzzle.board;
        for cell in 0..board.cells() {
            match reader.number("the number of a cell, or 0")? {
                0 => draft.set(&self.clue, cell, Value::Empty),
                number => draft.set(&self.clue, cell, Value::Number(number)),
            }
            for (letter, side) in SIDES {
                let fault = reader.fault("there is no cell on this side, or it says otherwise");
                if !reader.skip(letter) {
                    continue;
                }
                let Some(link) = board.link(cell, side) else { return Err(fault) };
                let value = Value::Number(greater(side));
                let before = draft.value(&self.less, link);
                if !before.is_empty() && before != value {
                    return Err(fault);
                }
                draft.set(&self.less, link, value);
            }
            if !reader.skip(',') {
                return Err(reader.fault(format!("expected a comma, found {}", reader.found())));
            }
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let board = draft.puzzle.board;
        for cell in 0..board.cells() {
            let number = match draft.value(&self.clue, cell) {
                Value::Empty => 0,
                Value::Number(number) if number > 0 => number,
                _ => return Err(WriteError::value(draft, &self.clue, cell)),
            };
            out.push_str(&number.to_string());
            for (letter, side) in SIDES {
                let less = board.link(cell, side).map(|link| draft.value(&self.less, link));
                if less == Some(Value::Number(greater(side))) {
                    out.push(letter);
                }
            }
            out.push(',');
        }
        Ok(())
    }
}
