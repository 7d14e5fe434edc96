//! Numbers with `<` and `>` between them, `^` and `v` between the rows; the tip points to what is less.

use super::sign::Sign;
use super::{Line, Word, letters_of, words_of};
use crate::format::draft::{Draft, Slot};
use crate::format::part::WriteError;
use crate::format::reader::{Fault, excerpt};
use crate::{Side, Value};

/// The lines that hold cells, not signs between rows.
pub fn cell_lines<'l, 't>(rows: &'l [Line<'t>]) -> impl Iterator<Item = Line<'t>> + 'l {
    rows.iter()
        .copied()
        .filter(|(_, line)| line.chars().any(|c| !c.is_whitespace() && c != '^' && c != 'v'))
}

/// The words of the cells in a line, and the signs after them, by the number of the cell.
pub fn cell_words<'t>(line: Line<'t>) -> (Vec<Word<'t>>, Vec<(usize, usize, char)>) {
    let (mut cells, mut signs) = (Vec::new(), Vec::new());
    for (at, word) in words_of(line, char::is_whitespace) {
        match word {
            "<" | ">" => signs.push((at, cells.len(), word.chars().next().unwrap_or('<'))),
            _ => cells.push((at, word)),
        }
    }
    (cells, signs)
}

/// What `less` says of a sign: its tip points to what is less.
fn sign_value(sign: char) -> Value {
    Value::Number(if matches!(sign, '<' | '^') { 1 } else { -1 })
}

pub fn read_signs(rows: &[Line], clue: &Slot, less: &Slot, draft: &mut Draft) -> Result<(), Fault> {
    draft.touch(&[clue.clone(), less.clone()]);
    let board = draft.puzzle.board;
    let mut row = 0;
    // The columns of characters where the cells of the last row begin.
    let mut starts: Vec<usize> = Vec::new();
    for &(at, line) in rows.iter().filter(|(_, line)| !line.trim().is_empty()) {
        if cell_lines(&[(at, line)]).next().is_none() {
            for (start, sign) in letters_of((at, line)) {
                let place = start - at;
                let column = starts.iter().position(|&cell| cell.abs_diff(place) <= 1);
                let link = column
                    .filter(|_| row > 0)
                    .and_then(|column| board.link(board.cell(row - 1, column), Side::Down));
                let Some(link) = link else {
                    return Err(Fault::new(start, "this sign stands below no cell"));
                };
                draft.set(less, link, sign_value(sign.chars().next().unwrap_or('^')));
            }
            continue;
        }
        let (cells, signs) = cell_words((at, line));
        if cells.len() != board.width || row >= board.height {
            let what = format!("expected {} rows of {} cells", board.height, board.width);
            return Err(Fault::new(at, what));
        }
        starts = cells.iter().map(|(start, _)| start - at).collect();
        for (column, (start, word)) in cells.into_iter().enumerate() {
            if word != "." && word != "_" {
                let value = Sign::Number.read(word).ok_or_else(|| {
                    Fault::new(
                        start,
                        format!("expected a number or a dot, found {}", excerpt(word)),
                    )
                })?;
                draft.set(clue, board.cell(row, column), value);
            }
        }
        for (start, column, sign) in signs {
            let before = column.checked_sub(1);
            let link = before.and_then(|column| board.link(board.cell(row, column), Side::Right));
            let link =
                link.ok_or_else(|| Fault::new(start, "this sign stands between no cells"))?;
            draft.set(less, link, sign_value(sign));
        }
        row += 1;
    }
    match row == board.height {
        true => Ok(()),
        false => Err(Fault::new(rows[0].0, format!("expected {} rows, found {row}", board.height))),
    }
}

pub fn write_signs(clue: &Slot, less: &Slot, draft: &Draft) -> Result<Vec<String>, WriteError> {
    let board = draft.puzzle.board;
    let word = |cell: usize| match draft.value(clue, cell) {
        Value::Empty => Ok(".".to_string()),
        value => Sign::Number.write(&value).ok_or_else(|| WriteError::value(draft, clue, cell)),
    };
    let words = (0..board.cells()).map(word).collect::<Result<Vec<_>, _>>()?;
    let widest = words.iter().map(String::len).max().unwrap_or(1);
    let sign = |cell: usize, side: Side, signs: [char; 2]| {
        let value = board.link(cell, side).and_then(|link| draft.value(less, link).number());
        match value {
            Some(1) => signs[0],
            Some(-1) => signs[1],
            _ => ' ',
        }
    };
    let mut lines = Vec::new();
    for row in 0..board.height {
        let (mut line, mut below) = (String::new(), String::new());
        for cell in board.row(row) {
            line.push_str(&format!(
                "{:<widest$} {} ",
                words[cell],
                sign(cell, Side::Right, ['<', '>'])
            ));
            below.push_str(&format!("{:<widest$}   ", sign(cell, Side::Down, ['^', 'v'])));
        }
        lines.push(line);
        if !below.trim().is_empty() {
            lines.push(below);
        }
    }
    Ok(lines)
}
