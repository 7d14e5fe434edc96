//! A puzzle and its answer while they are read or written, place by place.

use super::Schema;
use crate::{Answer, Board, Layer, Puzzle, Site, Value};

/// The most cells a board may have.
pub(super) const MOST_CELLS: usize = 1_000_000;

/// A board of these numbers of columns and rows, if it is neither empty nor too large.
pub(super) fn board(width: i32, height: i32) -> Result<Board, String> {
    let side = |side: i32| usize::try_from(side).ok().filter(|&side| side > 0);
    let (Some(w), Some(h)) = (side(width), side(height)) else {
        return Err(format!("a board of {width} × {height} cells is empty"));
    };
    match w.checked_mul(h) {
        Some(cells) if cells <= MOST_CELLS => Ok(Board::new(w, h)),
        _ => Err(format!(
            "a board of {width} × {height} cells is too large; it has at most {MOST_CELLS} cells"
        )),
    }
}

/// A layer as a format sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub layer: String,
    pub site: Site,
    /// Whether it belongs to the answer.
    pub answer: bool,
    /// A layer that is 1 exactly where this one says something; then an unknown value is none.
    pub on: Option<String>,
}

/// A puzzle and its answer.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub puzzle: Puzzle,
    pub answer: Answer,
}

impl Draft {
    pub fn new(schema: &Schema) -> Draft {
        let mut puzzle = Puzzle::new(&schema.kind, Board::new(0, 0));
        puzzle.parameters = schema.parameters.iter().cloned().collect();
        Draft { puzzle, answer: Answer::default() }
    }

    /// How many places the slot has.
    pub fn count(&self, slot: &Slot) -> usize {
        self.puzzle.count(slot.site)
    }

    /// The value at a place.
    pub fn value(&self, slot: &Slot, at: usize) -> Value {
        let layers = if slot.answer { &self.answer.layers } else { &self.puzzle.given };
        let value = layers.get(&slot.layer).and_then(|layer| layer.values.get(at));
        let value = value.cloned().unwrap_or_default();
        match &slot.on {
            Some(mask) if self.puzzle.number(mask, at) != Some(1) => Value::Empty,
            Some(_) if value.is_empty() => Value::Unknown,
            _ => value,
        }
    }

    /// Sets the value at a place.
    pub fn set(&mut self, slot: &Slot, at: usize, value: Value) {
        let count = self.count(slot);
        let put = |layer: &mut Layer, value| {
            if let Some(place) = layer.values.get_mut(at) {
                *place = value;
            }
        };
        match &slot.on {
            Some(mask) => {
                let wall = if value.is_empty() { Value::Empty } else { Value::Number(1) };
                put(self.puzzle.layer_mut(mask, slot.site), wall);
                let value = if value == Value::Unknown { Value::Empty } else { value };
                put(self.puzzle.layer_mut(&slot.layer, slot.site), value);
            }
            None if slot.answer => {
                put(self.answer.layer_mut(&slot.layer, slot.site, count), value);
            }
            None => put(self.puzzle.layer_mut(&slot.layer, slot.site), value),
        }
    }

    /// Makes the layers, empty where they are not there yet.
    pub fn touch(&mut self, slots: &[Slot]) {
        for slot in slots.iter().filter(|slot| !slot.answer) {
            self.puzzle.layer_mut(&slot.layer, slot.site);
        }
    }

    /// The values of several layers, one after the other.
    pub fn gather(&self, slots: &[Slot]) -> Vec<Value> {
        let places = slots.iter().flat_map(|slot| (0..self.count(slot)).map(move |at| (slot, at)));
        places.map(|(slot, at)| self.value(slot, at)).collect()
    }

    /// The reverse of [`Draft::gather`].
    pub fn scatter(&mut self, slots: &[Slot], values: Vec<Value>) {
        let mut values = values.into_iter();
        for slot in slots {
            for at in 0..self.count(slot) {
                let value = values.next().unwrap_or_default();
                self.set(slot, at, value);
            }
        }
    }

    /// Makes the layers that the text did not mention.
    pub fn complete(&mut self, schema: &Schema) {
        for (name, site) in &schema.given {
            self.puzzle.layer_mut(name, *site);
        }
        let filled = |layer: &Layer| layer.values.iter().any(|value| !value.is_empty());
        if self.answer.layers.values().any(filled) {
            for (name, site) in &schema.unknown {
                let count = self.puzzle.count(*site);
                self.answer.layer_mut(name, *site, count);
            }
        } else {
            self.answer.layers.clear();
        }
    }
}

/// The place in words, for messages: `r3c4` for a cell.
pub(super) fn place(board: Board, site: Site, at: usize) -> String {
    let cell = |cell: usize| {
        let (row, column) = board.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    };
    match site {
        Site::Cell => cell(at),
        Site::Row => format!("row {}", at + 1),
        Site::Column => format!("column {}", at + 1),
        Site::Region => format!("region {}", at + 1),
        Site::Link => {
            let (first, second) = board.ends(at);
            format!("between {} and {}", cell(first), cell(second))
        }
        Site::Vertex => {
            let (row, column) = (at / (board.width + 1), at % (board.width + 1));
            format!("corner {} of line {}", column + 1, row + 1)
        }
        Site::Edge => format!("edge {}", at + 1),
        Site::Half => format!("point {}", at + 1),
        Site::Whole => "the board".to_string(),
    }
}
