//! A word for each cell or vertex, and clues around the board.

use super::sign::Sign;
use super::{Line, Word, letters_of, words_of};
use crate::format::draft::{Draft, Slot};
use crate::format::part::{Pairs, WriteError};
use crate::format::reader::{Fault, excerpt};
use crate::format::rooms;
use crate::{Board, Site, Value};
use std::collections::HashMap;

/// Words for one of several layers, and layers around the board.
#[derive(Clone, Debug)]
pub(in crate::format) struct Words {
    /// The first one that fits is meant; without any, the words tell nothing.
    pub layers: Vec<(Vec<Slot>, Sign)>,
    pub frame: Vec<Slot>,
    /// Whether the block may be left out: then the regions are boxes.
    pub optional: bool,
}

impl Words {
    /// How many lines of words there are above, below, to the left and to the right of the board.
    fn margins(&self) -> [usize; 4] {
        ["top", "bottom", "left", "right"]
            .map(|name| usize::from(self.frame.iter().any(|slot| slot.layer == name)))
    }

    /// Whether the block need not be told because the regions are boxes.
    pub fn are_boxes(&self, draft: &Draft) -> bool {
        let board = draft.puzzle.board;
        let Some((slots, _)) = self.layers.first().filter(|_| self.optional) else { return false };
        let boxed = rooms::boxes(board).map(|size| rooms::boxed(board, size));
        boxed.as_ref() == Some(&draft.gather(&slots[..1]))
    }

    /// Whether there is a word for each vertex, not for each cell.
    fn on_vertices(&self) -> bool {
        self.layers.first().is_some_and(|(slots, _)| slots[0].site == Site::Vertex)
    }

    /// Rows without blanks are single characters, except where words are longer by nature.
    fn cut<'t>(&self, rows: &[Line<'t>], width: Option<usize>) -> Vec<Vec<Word<'t>>> {
        let long = self.layers.iter().any(|(_, sign)| {
            !matches!(sign, Sign::Number | Sign::Room | Sign::Wall | Sign::Tree | Sign::Pearl)
        });
        // Commas may stand between words that have none.
        let gap = |c: char| c.is_whitespace() || (c == ',' && !long && self.frame.is_empty());
        let spaced = rows.iter().any(|(_, row)| row.trim().contains(gap));
        let words = spaced || long || !self.frame.is_empty() || width == Some(1);
        rows.iter().map(|&row| if words { words_of(row, gap) } else { letters_of(row) }).collect()
    }

    pub fn size(&self, rows: &[Line]) -> (usize, usize) {
        let [top, bottom, left, right] = self.margins();
        let cut = self.cut(rows, None);
        let less = usize::from(self.on_vertices());
        // The first line has no words for the corners.
        let widest = cut.iter().skip(top).map(Vec::len).max().unwrap_or(0);
        (widest.saturating_sub(left + right + less), rows.len().saturating_sub(top + bottom + less))
    }

    pub fn read(&self, rows: &[Line], draft: &mut Draft) -> Result<(), Fault> {
        for (slots, _) in &self.layers {
            draft.touch(slots);
        }
        draft.touch(&self.frame);
        let Board { width, height } = draft.puzzle.board;
        let more = usize::from(self.on_vertices());
        let [top, bottom, left, right] = self.margins();
        let lines = top + height + more + bottom;
        if rows.len() != lines {
            let what = format!("expected {lines} rows, found {}", rows.len());
            return Err(Fault::new(rows[0].0, what));
        }
        let mut names = HashMap::new();
        for (row, words) in self.cut(rows, Some(width)).into_iter().enumerate() {
            let outside = row < top || row >= top + height + more;
            let wanted = if outside { width } else { left + width + more + right };
            if words.len() != wanted {
                let what = format!("expected {wanted} words, found {}", words.len());
                return Err(Fault::new(rows[row].0, what));
            }
            for (column, word) in words.into_iter().enumerate() {
                let side = match () {
                    () if row < top => Some(("top", column)),
                    () if outside => Some(("bottom", column)),
                    () if column < left => Some(("left", row - top)),
                    () if column >= left + width + more => Some(("right", row - top)),
                    () => None,
                };
                match side {
                    Some((name, line)) => self.read_outside(draft, name, line, word)?,
                    None => {
                        let at = (row - top) * (width + more) + column - left;
                        self.read_word(draft, at, word, &mut names)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn read_word<'t>(
        &self,
        draft: &mut Draft,
        at: usize,
        (start, word): Word<'t>,
        names: &mut HashMap<&'t str, i32>,
    ) -> Result<(), Fault> {
        if let Some((slots, Sign::Room)) = self.layers.first() {
            let next = names.len() as i32;
            let number = *names.entry(word).or_insert(next);
            draft.set(&slots[0], at, Value::Number(number));
            return Ok(());
        }
        if [".", "_", "-"].contains(&word) || self.layers.is_empty() {
            return Ok(());
        }
        let found =
            self.layers.iter().find_map(|(slots, sign)| Some((slots, *sign, sign.read(word)?)));
        let Some((slots, sign, value)) = found else {
            let expected: Vec<&str> = self.layers.iter().map(|(_, sign)| sign.expected()).collect();
            let what = format!("expected {}, found {}", expected.join(", or "), excerpt(word));
            return Err(Fault::new(start, what));
        };
        let at = match slots[0].site {
            Site::Region => draft.puzzle.number("room", at).unwrap_or(0) as usize,
            _ => at,
        };
        match (sign, &slots[..], value) {
            (Sign::Sums, [wall, across, down], Value::List(sums)) => {
                let sum =
                    |at: usize| sums.get(at).copied().flatten().map_or(Value::Empty, Value::Number);
                draft.set(wall, at, Value::Number(1));
                draft.set(across, at, sum(0));
                draft.set(down, at, sum(1));
            }
            (_, [first, second], value) => {
                let (one, other) = Pairs::split(&value);
                draft.set(first, at, one);
                draft.set(second, at, other);
            }
            (_, slots, value) => draft.set(&slots[0], at, value),
        }
        Ok(())
    }

    /// Around the board, lists are lists where the board itself tells nothing.
    fn outside_sign(&self) -> Sign {
        if self.layers.is_empty() { Sign::List } else { Sign::Number }
    }

    fn read_outside(
        &self,
        draft: &mut Draft,
        name: &str,
        line: usize,
        (start, word): Word,
    ) -> Result<(), Fault> {
        let Some(slot) = self.frame.iter().find(|slot| slot.layer == name) else { return Ok(()) };
        let sign = self.outside_sign();
        let value = match word {
            "." | "_" | "0" if sign == Sign::List => Some(Value::List(Vec::new())),
            "." | "_" => Some(Value::Empty),
            word => sign.read(word),
        };
        let value = value.ok_or_else(|| {
            Fault::new(
                start,
                format!("expected a number outside the board, found {}", excerpt(word)),
            )
        })?;
        draft.set(slot, line, value);
        Ok(())
    }

    pub fn write(&self, draft: &Draft) -> Result<Vec<String>, WriteError> {
        let Board { width, height } = draft.puzzle.board;
        let more = usize::from(self.on_vertices());
        let [top, bottom, left, right] = self.margins();
        let outside =
            |name: &str, line: usize| match self.frame.iter().find(|slot| slot.layer == name) {
                Some(slot) => self.outside_word(draft, slot, line),
                None => Ok(String::new()),
            };
        let mut firsts = HashMap::new();
        for (region, cell) in rooms::first_cells(
            &draft.puzzle.given.get("room").map_or(Vec::new(), |room| room.values.clone()),
        )
        .into_iter()
        .enumerate()
        {
            firsts.insert(cell, region);
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        let column_words = |name: &str| -> Result<Vec<String>, WriteError> {
            let corner = vec![String::new(); left];
            let words =
                (0..width).map(|line| outside(name, line)).collect::<Result<Vec<_>, _>>()?;
            Ok([corner, words].concat())
        };
        if top > 0 {
            rows.push(column_words("top")?);
        }
        for row in 0..height + more {
            let mut words = Vec::new();
            if left > 0 {
                words.push(outside("left", row)?);
            }
            for column in 0..width + more {
                words.push(self.word(draft, row * (width + more) + column, &firsts)?);
            }
            if right > 0 {
                words.push(outside("right", row)?);
            }
            rows.push(words);
        }
        if bottom > 0 {
            rows.push(column_words("bottom")?);
        }
        let widest = rows.iter().flatten().map(|word| word.chars().count()).max().unwrap_or(1);
        let pad = |word: &String| format!("{word:>widest$}");
        Ok(rows.iter().map(|row| row.iter().map(pad).collect::<Vec<_>>().join(" ")).collect())
    }

    fn outside_word(&self, draft: &Draft, slot: &Slot, line: usize) -> Result<String, WriteError> {
        match draft.value(slot, line) {
            Value::Empty => Ok(".".to_string()),
            value => {
                let word = self.outside_sign().write(&value);
                word.ok_or_else(|| WriteError::value(draft, slot, line))
            }
        }
    }

    fn word(
        &self,
        draft: &Draft,
        at: usize,
        firsts: &HashMap<usize, usize>,
    ) -> Result<String, WriteError> {
        for (slots, sign) in &self.layers {
            let at = match (slots[0].site, firsts.get(&at)) {
                (Site::Region, Some(&region)) => region,
                (Site::Region, None) => continue,
                _ => at,
            };
            let value = match &slots[..] {
                [wall, across, down] => match draft.value(wall, at) {
                    Value::Number(1) => Value::List(vec![
                        draft.value(across, at).number(),
                        draft.value(down, at).number(),
                    ]),
                    _ => Value::Empty,
                },
                [first, second] => Pairs::join(draft.value(first, at), draft.value(second, at)),
                slots => draft.value(&slots[0], at),
            };
            if !value.is_empty() {
                return sign.write(&value).ok_or_else(|| WriteError::value(draft, &slots[0], at));
            }
        }
        Ok(".".to_string())
    }
}
