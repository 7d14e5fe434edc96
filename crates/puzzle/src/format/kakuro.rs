//! Kakuro's clues: walls with a sum to the right and a sum below, and sums for runs that begin at the frame.

use super::draft::{Draft, Slot};
use super::part::{Part, WriteError};
use super::reader::{Fault, Reader};
use crate::{Site, Value};

/// In an address: each wall `.` or the sums below and to the right, runs of other cells as letters from `k`; then the
/// sums of the columns and rows that do not begin with a wall.
#[derive(Debug)]
pub(super) struct Sums {
    pub wall: Slot,
    pub across: Slot,
    pub down: Slot,
    pub left: Slot,
    pub top: Slot,
}

/// The longest run of cells that a letter tells.
const MOST_CELLS: usize = 16;

impl Sums {
    /// The layers in the order in which a format line names them.
    pub fn new(slots: Vec<Slot>) -> Option<Sums> {
        let [wall, across, down, top, left] = <[Slot; 5]>::try_from(slots).ok()?;
        let outside = top.site == Site::Column && left.site == Site::Row;
        outside.then_some(Sums { wall, across, down, left, top })
    }

    pub fn is_wall(&self, draft: &Draft, cell: usize) -> bool {
        draft.value(&self.wall, cell) == Value::Number(1)
    }

    /// The lines outside the board, columns first, each with its first cell.
    fn outside(&self, draft: &Draft) -> Vec<(&Slot, usize, usize)> {
        let board = draft.puzzle.board;
        let columns = (0..board.width).map(|column| (&self.top, column, board.cell(0, column)));
        let rows = (0..board.height).map(|row| (&self.left, row, board.cell(row, 0)));
        columns.chain(rows).collect()
    }
}

/// `-` and `0` for no sum, then 1 to 9, a to j, A to Z.
fn sum(reader: &mut Reader) -> Result<Value, Fault> {
    let fault = reader.fault(format!("expected a sum, found {}", reader.found()));
    Ok(match reader.next() {
        Some('-' | '0' | '.') => Value::Empty,
        Some(c @ ('1'..='9' | 'a'..='j')) => {
            Value::Number(c.to_digit(36).map_or(0, |sum| sum as i32))
        }
        Some(c @ 'A'..='Z') => Value::Number(c as i32 - 'A' as i32 + 20),
        _ => return Err(fault),
    })
}

fn write_sum(value: &Value) -> Option<char> {
    match value {
        Value::Empty | Value::Number(0) => Some('-'),
        Value::Number(sum @ 1..=19) => char::from_digit(*sum as u32, 36),
        Value::Number(sum @ 20..=45) => char::from_u32('A' as u32 + *sum as u32 - 20),
        _ => None,
    }
}

impl Part for Sums {
    fn read(&self, reader: &mut Reader, draft: &mut Draft) -> Result<(), Fault> {
        let cells = draft.puzzle.board.cells();
        let mut cell = 0;
        while cell < cells {
            match reader.peek() {
                Some(letter @ 'k'..='z') => {
                    let run = letter as usize - 'k' as usize + 1;
                    if cell + run > cells {
                        return Err(reader.fault(format!("this goes beyond the {cells} cells")));
                    }
                    reader.next();
                    cell += run;
                    continue;
                }
                Some('.') => {
                    reader.next();
                }
                _ => {
                    let (down, across) = (sum(reader)?, sum(reader)?);
                    draft.set(&self.down, cell, down);
                    draft.set(&self.across, cell, across);
                }
            }
            draft.set(&self.wall, cell, Value::Number(1));
            cell += 1;
        }
        draft.puzzle.layer_mut(&self.wall.layer, Site::Cell);
        let lines: Vec<(Slot, usize)> = self
            .outside(draft)
            .into_iter()
            .filter(|&(_, _, cell)| !self.is_wall(draft, cell))
            .map(|(slot, line, _)| (slot.clone(), line))
            .collect();
        for (slot, line) in lines {
            let value = sum(reader)?;
            draft.set(&slot, line, value);
        }
        Ok(())
    }

    fn write(&self, draft: &Draft, out: &mut String) -> Result<(), WriteError> {
        let write = |slot: &Slot, at: usize| {
            write_sum(&draft.value(slot, at)).ok_or_else(|| WriteError::value(draft, slot, at))
        };
        let cells = draft.puzzle.board.cells();
        let mut cell = 0;
        while cell < cells {
            let run = (cell..cells).take_while(|&cell| !self.is_wall(draft, cell)).count();
            if run > 0 {
                let run = run.min(MOST_CELLS);
                out.extend(char::from_u32('k' as u32 + run as u32 - 1));
                cell += run;
                continue;
            }
            match (write(&self.down, cell)?, write(&self.across, cell)?) {
                ('-', '-') => out.push('.'),
                (down, across) => out.extend([down, across]),
            }
            cell += 1;
        }
        for (slot, line, first) in self.outside(draft) {
            if !self.is_wall(draft, first) {
                out.push(write(slot, line)?);
            }
        }
        Ok(())
    }
}
