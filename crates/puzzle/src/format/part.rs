//! The parts that a text is made of: each reads its piece of the text into a puzzle and writes it again.

use super::draft::{Draft, Slot, place};
use super::encoding::BORDERS;
use super::reader::{Fault, Reader};
use super::rooms;
use super::symbol::Sequence;
use crate::{Board, Value};
use std::fmt;
use thiserror::Error;

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct WriteError {
    /// What the format cannot tell, and where it stands.
    pub what: String,
}

impl WriteError {
    /// The format cannot tell this.
    pub fn new(what: impl Into<String>) -> WriteError {
        WriteError { what: what.into() }
    }

    /// The value at a place has no form.
    pub(super) fn value(draft: &Draft, slot: &Slot, at: usize) -> WriteError {
        let place = place(draft.puzzle.board, slot.site, at);
        let value = show(&draft.value(slot, at));
        WriteError::new(format!("{place}: {value} of {} has no form in this format", slot.layer))
    }
}

/// A value for messages.
pub(super) fn show(value: &Value) -> String {
    let number = |number: &Option<i32>| number.map_or("?".to_string(), |number| number.to_string());
    match value {
        Value::Empty => "nothing".to_string(),
        Value::Unknown => "?".to_string(),
        Value::Number(number) => number.to_string(),
        Value::List(list) => list.iter().map(number).collect::<Vec<_>>().join(" "),
    }
}

/// A piece of a text.
pub(super) trait Part: fmt::Debug + Send + Sync {
    /// Reads the piece.
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault>;

    /// Writes the piece.
    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError>;

    /// Whether the piece may be missing at the end of the text, and is where nothing is to be said.
    fn is_silent(&self, _: &Draft) -> bool {
        false
    }

    /// How tightly a text is bound to the piece, see [`Sequence::tightness`].
    fn tightness(&self) -> u8 {
        1
    }

    /// Fills in what a text without the piece means.
    fn absent(&self, _: &mut Draft) {}

    /// Whether the piece belongs to the answer, which a text may leave out.
    fn is_answer(&self) -> bool {
        false
    }

    /// Whether the piece only marks cells, and older texts do not have it.
    fn is_mark(&self) -> bool {
        false
    }

    /// Whether the piece takes no place in the text.
    fn is_tacit(&self) -> bool {
        false
    }
}

/// The values of some layers one after the other.
#[derive(Debug)]
pub(super) struct Values {
    pub slots: Vec<Slot>,
    pub sequence: &'static Sequence,
    pub optional: bool,
}

impl Values {
    /// The layer and the place of a value.
    fn slot(&self, draft: &Draft, mut at: usize) -> (&Slot, usize) {
        for slot in &self.slots {
            let count = draft.count(slot);
            if at < count {
                return (slot, at);
            }
            at -= count;
        }
        (&self.slots[0], at)
    }
}

impl Part for Values {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let count = self.slots.iter().map(|slot| draft.count(slot)).sum();
        let values = self.sequence.read(reader, count)?;
        draft.scatter(&self.slots, values);
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        self.sequence.write(&draft.gather(&self.slots), out).map_err(|at| {
            let (slot, at) = self.slot(draft, at);
            WriteError::value(draft, slot, at)
        })
    }

    fn tightness(&self) -> u8 {
        self.sequence.tightness()
    }

    fn is_silent(&self, draft: &Draft) -> bool {
        self.optional && draft.gather(&self.slots).iter().all(Value::is_empty)
    }
}

/// Two layers whose values are told together: the first says whether there is anything.
#[derive(Debug)]
pub(super) struct Pairs {
    pub first: Slot,
    pub second: Slot,
    pub sequence: &'static Sequence,
}

impl Pairs {
    /// Both values as one.
    pub fn join(first: Value, second: Value) -> Value {
        let Value::Number(first) = first else { return Value::Empty };
        match second {
            Value::Number(second) => Value::List(vec![Some(first), Some(second)]),
            Value::Empty => Value::List(vec![Some(first)]),
            _ => Value::List(vec![Some(first), None]),
        }
    }

    /// The two values of one.
    pub fn split(value: &Value) -> (Value, Value) {
        let Value::List(pair) = value else { return (Value::Empty, Value::Empty) };
        let number = |number: Option<i32>| number.map_or(Value::Unknown, Value::Number);
        (number(pair.first().copied().flatten()), pair.get(1).map_or(Value::Empty, |&n| number(n)))
    }
}

impl Part for Pairs {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let values = self.sequence.read(reader, draft.count(&self.first))?;
        for (at, value) in values.iter().enumerate() {
            let (first, second) = Pairs::split(value);
            draft.set(&self.first, at, first);
            draft.set(&self.second, at, second);
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let count = draft.count(&self.first);
        let pair = |at| Pairs::join(draft.value(&self.first, at), draft.value(&self.second, at));
        let values: Vec<Value> = (0..count).map(pair).collect();
        let error = |at| WriteError::value(draft, &self.second, at);
        self.sequence.write(&values, out).map_err(error)
    }
}

/// Regions by the borders between cells: first those to the right of cells, then those below.
#[derive(Debug)]
pub(super) struct Borders {
    pub room: Slot,
}

impl Borders {
    /// How many links go to the right and how many down.
    fn counts(board: Board) -> [usize; 2] {
        let right = (0..board.links()).take_while(|&link| board.is_right_link(link)).count();
        [right, board.links() - right]
    }
}

impl Part for Borders {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let board = draft.puzzle.board;
        let mut border = Vec::with_capacity(board.links());
        for count in Borders::counts(board) {
            border.extend(BORDERS.read(reader, count)?);
        }
        set_rooms(draft, &self.room, |link| border[link].is_empty());
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let board = draft.puzzle.board;
        let border = written_borders(draft, &self.room)?;
        let value = |&there: &bool| if there { Value::Number(1) } else { Value::Empty };
        let values: Vec<Value> = border.iter().map(value).collect();
        let (right, down) = values.split_at(Borders::counts(board)[0]);
        let written = BORDERS.write(right, out).and_then(|()| BORDERS.write(down, out));
        written.map_err(|_| WriteError::new("these borders cannot be written"))
    }
}

/// Sets the regions that borders leave.
pub(super) fn set_rooms(draft: &mut Draft, room: &Slot, open: impl Fn(usize) -> bool) {
    let regions = rooms::regions(draft.puzzle.board, open);
    let values = regions.into_iter().map(Value::Number).collect();
    draft.scatter(std::slice::from_ref(room), values);
}

/// The borders of the regions, if these are told by borders: each in one piece.
pub(super) fn written_borders(draft: &Draft, room: &Slot) -> Result<Vec<bool>, WriteError> {
    let board = draft.puzzle.board;
    let values = draft.gather(std::slice::from_ref(room));
    let border = rooms::borders(board, &values);
    let pieces = rooms::regions(board, |link| !border[link]);
    let pieces: Vec<Value> = pieces.into_iter().map(Value::Number).collect();
    match rooms::numbered(&values) == pieces {
        true => Ok(border),
        false => Err(WriteError::new("a region of several pieces cannot be told by its borders")),
    }
}

/// The boxes that a sudoku of this size has, which no text tells.
#[derive(Debug)]
pub(super) struct Boxes {
    pub room: Slot,
}

impl Part for Boxes {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let board = draft.puzzle.board;
        let Some(size) = rooms::boxes(board) else {
            let (width, height) = (board.width, board.height);
            return Err(reader.fault(format!("a board of {width} × {height} cells has no boxes")));
        };
        draft.scatter(std::slice::from_ref(&self.room), rooms::boxed(board, size));
        Ok(())
    }

    fn write(&self, draft: &Draft, _: &mut String) -> Result<(), WriteError> {
        let board = draft.puzzle.board;
        let values = draft.gather(std::slice::from_ref(&self.room));
        let boxed = rooms::boxes(board).map(|size| rooms::boxed(board, size));
        match boxed.as_ref() == Some(&rooms::numbered(&values)) {
            true => Ok(()),
            false => Err(WriteError::new("this format knows no other regions than boxes")),
        }
    }

    fn is_tacit(&self) -> bool {
        true
    }
}

/// A parameter that the format does not tell because it is always the same.
#[derive(Debug)]
pub(super) struct Fixed {
    pub parameter: String,
    pub value: i32,
}

impl Part for Fixed {
    fn read(&self, _: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        draft.puzzle.parameters.insert(self.parameter.clone(), self.value);
        Ok(())
    }

    fn write(&self, draft: &Draft, _: &mut String) -> Result<(), WriteError> {
        match draft.puzzle.parameter(&self.parameter) {
            Some(value) if value != self.value => Err(WriteError::new(format!(
                "{} is {value}; this format can only tell {}",
                self.parameter, self.value
            ))),
            _ => Ok(()),
        }
    }

    fn is_tacit(&self) -> bool {
        true
    }
}

/// A parameter as a number.
#[derive(Debug)]
pub(super) struct Count {
    pub parameter: String,
}

impl Part for Count {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let value = reader.number(&format!("the number of {}", self.parameter))?;
        draft.puzzle.parameters.insert(self.parameter.clone(), value);
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        match draft.puzzle.parameter(&self.parameter) {
            Some(value) if value >= 0 => {
                out.push_str(&value.to_string());
                Ok(())
            }
            _ => Err(WriteError::new(format!("the puzzle does not tell its {}", self.parameter))),
        }
    }
}

/// A character that is always the same.
#[derive(Debug)]
pub(super) struct Literal(pub char);

impl Part for Literal {
    fn read(&self, reader: &mut Reader, _: &mut Draft) -> Result<(), Fault> {
        match reader.skip(self.0) {
            true => Ok(()),
            false => Err(reader.fault(format!("expected {:?}, found {}", self.0, reader.found()))),
        }
    }

    fn write(&self, _: &Draft, out: &mut String) -> Result<(), WriteError> {
        out.push(self.0);
        Ok(())
    }
}
