//! Clues outside the board: lists of numbers for rows and columns.

use super::draft::{Draft, Slot};
use super::encoding;
use super::part::{Part, WriteError};
use super::reader::{Fault, Reader};
use crate::{Site, Value};

/// How many numbers a line can have, so that they fit with a gap between them.
pub(super) fn most_runs(draft: &Draft, slot: &Slot) -> usize {
    let board = draft.puzzle.board;
    let length = if slot.site == Site::Column { board.height } else { board.width };
    length.div_ceil(2)
}

/// The numbers of a value; nothing and 0 are none.
pub(super) fn numbers(value: &Value) -> Vec<Option<i32>> {
    match value {
        Value::Empty => Vec::new(),
        Value::Unknown => vec![None],
        Value::Number(0) => Vec::new(),
        Value::Number(number) => vec![Some(*number)],
        Value::List(list) => list.iter().copied().filter(|&number| number != Some(0)).collect(),
    }
}

/// The lists of lines in an address: as many places for each line as it can have numbers, the last number first.
#[derive(Debug)]
pub(super) struct Runs {
    pub slots: Vec<Slot>,
}

impl Part for Runs {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let size = |slot: &Slot| draft.count(slot) * most_runs(draft, slot);
        let places = self.slots.iter().map(size).sum();
        let at = reader.at();
        let Some(sequence) = encoding::address("number16") else { return Ok(()) };
        let mut values = sequence.read(reader, places)?.into_iter();
        for slot in &self.slots {
            for line in 0..draft.count(slot) {
                let mut list: Vec<Value> = values.by_ref().take(most_runs(draft, slot)).collect();
                while list.last().is_some_and(Value::is_empty) {
                    list.pop();
                }
                if list.iter().any(Value::is_empty) {
                    return Err(Fault::new(at, "there is a gap between the numbers of a line"));
                }
                let list = list.iter().rev().map(Value::number).collect();
                draft.set(slot, line, Value::List(numbers(&Value::List(list))));
            }
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let mut values = Vec::new();
        for slot in &self.slots {
            let most = most_runs(draft, slot);
            for line in 0..draft.count(slot) {
                let mut list = numbers(&draft.value(slot, line));
                if list.len() > most {
                    return Err(WriteError::value(draft, slot, line));
                }
                list.reverse();
                let number = |number: &Option<i32>| number.map_or(Value::Unknown, Value::Number);
                values.extend(list.iter().map(number));
                values.extend((list.len()..most).map(|_| Value::Empty));
            }
        }
        let Some(sequence) = encoding::address("number16") else { return Ok(()) };
        let error = |_| WriteError::new("a number outside the board is too large");
        sequence.write(&values, out).map_err(error)
    }
}

/// Values with a separator between them: numbers or nothing, or lists of numbers.
#[derive(Debug)]
pub(super) struct Separated {
    pub slots: Vec<Slot>,
    pub separator: char,
    /// What stands between the numbers of a list, where the values are lists.
    pub inner: Option<char>,
}

impl Separated {
    fn read_value(&self, reader: &mut Reader) -> Result<Value, Fault> {
        let begins = reader.peek().is_some_and(|c| c.is_ascii_digit());
        let Some(inner) = self.inner else {
            return Ok(match begins {
                true => Value::Number(reader.number("a number outside the board")?),
                false => Value::Empty,
            });
        };
        let mut list = Vec::new();
        if begins {
            list.push(Some(reader.number("a number outside the board")?));
            while reader.skip(inner) {
                list.push(Some(reader.number("a number outside the board")?));
            }
        }
        Ok(Value::List(numbers(&Value::List(list))))
    }

    fn write_value(&self, value: &Value, out: &mut String) -> Option<()> {
        let list = match (self.inner, value) {
            (None, Value::Number(number)) => vec![Some(*number)],
            (None, Value::Empty) => Vec::new(),
            (None, _) => return None,
            (Some(_), value) => numbers(value),
        };
        for (at, number) in list.into_iter().enumerate() {
            if at > 0 {
                out.extend(self.inner);
            }
            out.push_str(&number.filter(|&number| number >= 0)?.to_string());
        }
        Some(())
    }
}

impl Part for Separated {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let mut first = true;
        for slot in &self.slots {
            for at in 0..draft.count(slot) {
                if !first && !reader.skip(self.separator) {
                    let what = format!("expected {:?}, found {}", self.separator, reader.found());
                    return Err(reader.fault(what));
                }
                first = false;
                let value = self.read_value(reader)?;
                draft.set(slot, at, value);
            }
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let mut first = true;
        for slot in &self.slots {
            for at in 0..draft.count(slot) {
                if !first {
                    out.push(self.separator);
                }
                first = false;
                self.write_value(&draft.value(slot, at), out)
                    .ok_or_else(|| WriteError::value(draft, slot, at))?;
            }
        }
        Ok(())
    }
}
