//! Grids as people type them: rows of words or of single characters, a blank line between the layers, clues around the board
//! where they belong.
//!
//! ```text
//! tents
//!   1 0 1
//! 1 . T .
//! 1 T . .
//! ```
//!
//! The first line names the kind, and may tell the size and parameters (`starbattle 8x8 stars=2`); it can be left out where
//! the kind is known.

mod inequality;
mod sign;
mod words;

pub(super) use sign::Sign;
pub(super) use words::Words;

use super::codec::Codec;
use super::draft::{Draft, Slot, board};
use super::part::WriteError;
use super::reader::{Fault, Reader, excerpt};
use super::rooms;
use crate::{Board, Value};
use inequality::{cell_lines, cell_words, read_signs, write_signs};

/// A part of a typed text: the rows up to a blank line.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// A word for each cell or vertex.
    Words(Words),
    /// Numbers with `<` and `>` between them, `^` and `v` between the rows.
    Signs { clue: Slot, less: Slot },
    /// A character for each point in half steps, `.` for none.
    Dots(Slot),
}

/// A line of a block and where it begins.
type Line<'t> = (usize, &'t str);
/// A word and where it begins.
type Word<'t> = (usize, &'t str);

impl Codec {
    pub(super) fn read_typed(&self, text: &str, draft: &mut Draft) -> Result<(), Fault> {
        let mut reader = Reader::new(text, 0);
        let lines: Vec<Line> = std::iter::from_fn(|| reader.line(false)).collect();
        let first = lines.iter().position(|(_, line)| !line.trim().is_empty()).unwrap_or(0);
        let mut lines = &lines[first..];
        let mut size = None;
        if let Some(&(at, head)) = lines.first()
            && typed_kind(head) == Some(self.kind())
        {
            size = self.read_head_line(at, head, draft)?;
            lines = &lines[1..];
        }
        let filled = |line: &Line| !line.1.trim().is_empty();
        // A picture with signs between the rows may have blank lines.
        let signs = matches!(self.blocks[..], [Block::Signs { .. }]);
        let mut blocks: Vec<&[Line]> = match signs {
            true => vec![lines],
            false => lines.split(|line| !filled(line)).filter(|block| !block.is_empty()).collect(),
        };
        let end = text.trim_end().len();
        let whole = match blocks[..] {
            [[line]] => {
                square(*line).filter(|_| self.blocks.len() > 1 && self.blocks[1].is_optional())
            }
            _ => None,
        };
        if let Some(rows) = &whole {
            blocks = vec![rows];
        }
        blocks.reverse();
        for (at, block) in self.blocks.iter().enumerate() {
            let Some(rows) = blocks.pop().filter(|rows| rows.iter().any(filled)) else {
                if block.is_optional()
                    && let Block::Words(Words { layers, .. }) = block
                    && let (Some(size), [(slots, _)]) =
                        (rooms::boxes(draft.puzzle.board), &layers[..])
                {
                    draft.scatter(&slots[..1], rooms::boxed(draft.puzzle.board, size));
                    continue;
                }
                let what = match at {
                    0 => "expected the rows of the board",
                    _ => "expected a blank line and one more grid",
                };
                return Err(Fault::new(end, what));
            };
            if at == 0 {
                draft.puzzle.board = match size {
                    Some(size) => size,
                    None => block.size(rows)?,
                };
            }
            block.read(rows, draft)?;
        }
        for (name, site) in &self.schema.given {
            if self.schema.from_one.contains(name) {
                draft.puzzle.layer_mut(name, *site).without_zeros();
            }
        }
        match blocks.pop() {
            Some(rows) => Err(Fault::new(rows[0].0, "expected the end of the puzzle")),
            None => Ok(()),
        }
    }

    /// The size and the parameters.
    fn read_head_line(
        &self,
        start: usize,
        head: &str,
        draft: &mut Draft,
    ) -> Result<Option<Board>, Fault> {
        let mut size = None;
        for (at, word) in words_of((start, head), char::is_whitespace).into_iter().skip(1) {
            let number = |text: &str| text.parse::<i32>().ok();
            if let Some((name, value)) = word.split_once('=') {
                let known = self.schema.parameters.iter().any(|(known, _)| known == name);
                let value = number(value).filter(|_| known).ok_or_else(|| {
                    Fault::new(at, format!("{} is no parameter of {}", excerpt(word), self.kind()))
                })?;
                draft.puzzle.parameters.insert(name.to_string(), value);
            } else {
                let sides = word.split_once('x').and_then(|(w, h)| number(w).zip(number(h)));
                let (width, height) = sides.ok_or_else(|| {
                    Fault::new(
                        at,
                        format!("expected a size or a parameter, found {}", excerpt(word)),
                    )
                })?;
                size = Some(board(width, height).map_err(|what| Fault::new(at, what))?);
            }
        }
        Ok(size)
    }

    pub(super) fn write_typed(&self, draft: &Draft) -> Result<String, WriteError> {
        let Board { width, height } = draft.puzzle.board;
        let mut out = format!("{} {width}x{height}", self.kind());
        for (name, usual) in &self.schema.parameters {
            if let Some(value) = draft.puzzle.parameter(name).filter(|value| value != usual) {
                out.push_str(&format!(" {name}={value}"));
            }
        }
        out.push('\n');
        for (at, block) in self.blocks.iter().enumerate() {
            if let Block::Words(words) = block
                && words.are_boxes(draft)
            {
                continue;
            }
            if at > 0 {
                out.push('\n');
            }
            for line in block.write(draft)? {
                out.push_str(line.trim_end());
                out.push('\n');
            }
        }
        Ok(out)
    }
}

/// The kind that the first line of a typed text names.
pub(super) fn typed_kind(text: &str) -> Option<&str> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    first.split_whitespace().next()
}

/// The words of a line, which the gap stands between.
fn words_of((at, line): Line<'_>, gap: impl Fn(char) -> bool) -> Vec<Word<'_>> {
    let offset = |word: &str| at + word.as_ptr() as usize - line.as_ptr() as usize;
    let words = line.split(gap).filter(|word| !word.is_empty());
    words.map(|word| (offset(word), word)).collect()
}

/// The characters of a line as words.
fn letters_of<'t>((at, line): Line<'t>) -> Vec<Word<'t>> {
    let letters = line.char_indices().filter(|(_, letter)| !letter.is_whitespace());
    letters
        .map(|(offset, letter)| (at + offset, &line[offset..offset + letter.len_utf8()]))
        .collect()
}

/// The rows of a sudoku that stands in one line, without blanks.
fn square((at, line): Line) -> Option<Vec<Line>> {
    let line = line.trim_end();
    let side = line.len().isqrt();
    let is_square = side * side == line.len() && line.is_ascii() && !line.contains([' ', ',']);
    rooms::boxes(Board::new(side, side)).filter(|_| is_square)?;
    Some((0..side).map(|row| (at + row * side, &line[row * side..(row + 1) * side])).collect())
}

impl Block {
    /// Whether it may be left out.
    fn is_optional(&self) -> bool {
        matches!(self, Block::Words(Words { optional: true, .. }))
    }

    /// The size of the board that the rows are for.
    fn size(&self, rows: &[Line]) -> Result<Board, Fault> {
        let (width, height) = match self {
            Block::Words(words) => words.size(rows),
            Block::Dots(_) => {
                let width =
                    rows.iter().map(|row| row.1.trim_end().chars().count()).max().unwrap_or(0);
                (width.div_ceil(2), rows.len().div_ceil(2))
            }
            Block::Signs { .. } => {
                let cells: Vec<Vec<Word>> = cell_lines(rows).map(|row| cell_words(row).0).collect();
                (cells.first().map_or(0, Vec::len), cells.len())
            }
        };
        let side = |side: usize| i32::try_from(side).unwrap_or(i32::MAX);
        board(side(width), side(height)).map_err(|what| Fault::new(rows[0].0, what))
    }

    fn read(&self, rows: &[Line], draft: &mut Draft) -> Result<(), Fault> {
        match self {
            Block::Words(words) => words.read(rows, draft),
            Block::Dots(dot) => read_dots(rows, dot, draft),
            Block::Signs { clue, less } => read_signs(rows, clue, less, draft),
        }
    }

    fn write(&self, draft: &Draft) -> Result<Vec<String>, WriteError> {
        match self {
            Block::Words(words) => words.write(draft),
            Block::Dots(dot) => {
                let sign = |at| match draft.value(dot, at) {
                    Value::Empty => Ok('.'),
                    Value::Number(1) => Ok('o'),
                    Value::Number(2) => Ok('*'),
                    _ => Err(WriteError::value(draft, dot, at)),
                };
                let signs: Vec<char> = (0..draft.count(dot)).map(sign).collect::<Result<_, _>>()?;
                let width = 2 * draft.puzzle.board.width - 1;
                Ok(signs.chunks(width).map(|row| row.iter().collect()).collect())
            }
            Block::Signs { clue, less } => write_signs(clue, less, draft),
        }
    }
}

fn read_dots(rows: &[Line], dot: &Slot, draft: &mut Draft) -> Result<(), Fault> {
    draft.touch(std::slice::from_ref(dot));
    let Board { width, height } = draft.puzzle.board;
    let (width, height) = (2 * width - 1, 2 * height - 1);
    if rows.len() != height {
        let what = format!("expected {height} rows, found {}", rows.len());
        return Err(Fault::new(rows[0].0, what));
    }
    for (row, &(start, line)) in rows.iter().enumerate() {
        let line = line.trim_end();
        if line.chars().count() > width {
            return Err(Fault::new(start, format!("expected {width} characters in a row")));
        }
        for (column, (offset, letter)) in line.char_indices().enumerate() {
            let value = match letter {
                '.' | ' ' => continue,
                'o' | 'O' | '1' => 1,
                '*' | '2' => 2,
                _ => {
                    let what = format!("expected a dot o or *, found {letter:?}");
                    return Err(Fault::new(start + offset, what));
                }
            };
            draft.set(dot, row * width + column, Value::Number(value));
        }
    }
    Ok(())
}
