//! Kakuro's clues: walls with a sum to the right and a sum below, and sums for runs that begin at the frame.

use super::draft::{Draft, Slot};
use super::grid::words;
use super::part::{Part, WriteError};
use super::reader::{Fault, Reader, excerpt};
use crate::{Board, Site, Value};

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

/// In a file: a row and a column more than the board has; a wall is `across,below`, and -1 is no sum.
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
            out.push_str(&format!("{} ", sum_word(&draft.value(&sums.top, column))));
        }
        out.push('\n');
        for row in 0..board.height {
            out.push_str(&format!("{} ", sum_word(&draft.value(&sums.left, row))));
            for cell in board.row(row) {
                if sums.is_wall(draft, cell) {
                    let across = sum_word(&draft.value(&sums.across, cell));
                    let down = sum_word(&draft.value(&sums.down, cell));
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

fn sum_word(value: &Value) -> String {
    value.number().map_or("-1".to_string(), |number| number.to_string())
}
