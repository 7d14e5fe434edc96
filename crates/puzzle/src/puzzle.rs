//! A puzzle as data: a board and named layers, each with a value for every place of one kind.
//!
//! Kinds use the same few names, so that formats, pictures and laws meet in them. Given layers:
//!
//! | kind | given layers | parameters |
//! |---|---|---|
//! | kuromasu, nurikabe, slitherlink, fillomino, shikaku, mosaic, cave, palisade | `clue` (cell) | palisade: `size`; slitherlink: `full` 0 or 1, through every corner |
//! | hitori, dominosa | `number` (cell) | |
//! | heyawake | `room` (cell), `clue` (region) | |
//! | nonogram | `top` (column) and `left` (row), lists | |
//! | akari | `wall` (cell, 1), `clue` (cell) | |
//! | sudoku | `room` (cell), `clue` (cell) | `diagonal` 0 or 1 |
//! | takuzu | `clue` (cell, 0 or 1) | `distinct` 0 or 1: no two equal rows or columns |
//! | starbattle | `room` (cell) | `stars` |
//! | tents | `tree` (cell, 1), `top` (column), `left` (row) | |
//! | skyscrapers | `clue` (cell), `top`, `bottom` (column), `left`, `right` (row) | |
//! | futoshiki | `clue` (cell), `less` (link: 1 where the first cell is less, −1 where it is greater) | |
//! | keen | `room` (cell), `op` (region: 1 sum, 2 product, 3 difference, 4 quotient), `target` (region) | |
//! | masyu | `pearl` (cell: 1 white, 2 black) | |
//! | yajilin | `arrow` (cell: 0 none, 1 up, 2 down, 3 left, 4 right; a value makes a clue cell), `clue` (cell) | |
//! | hashi | `clue` (cell; unknown for an island without number) | `bridges` side by side at most |
//! | kakuro | `wall` (cell, 1), `across` and `down` (cell, on walls), `left` (row) and `top` (column) for runs that begin at the frame | |
//! | norinori, lits | `room` (cell) | |
//! | tapa | `clue` (cell), lists | |
//! | ripple | `room` (cell), `clue` (cell) | |
//! | slant | `clue` (vertex) | |
//! | aquarium | `room` (cell), `top` (column), `left` (row) | `regions` 0 or 1: one level in the whole tank |
//! | galaxies | `dot` (half: 1 white, 2 black) | |
//!
//! Layers of the answer: `black` (cell, 0 or 1) for shaded cells, also in yajilin; `lamp`, `star`, `tent`, `water`
//! (cell, 0 or 1); `digit` (cell) for numbers (takuzu: 0 or 1); `slash` (cell: 1 for `\`, 2 for `/`); `line` (edge in
//! slitherlink, link in masyu and yajilin, 0 or 1), `bridge` (link, 0 … `bridges`), `domino` (link, 0 or 1); `border`
//! (link, 1 where the cells lie in different pieces) for shikaku, galaxies, palisade.
//!
//! The layer `room` numbers the regions from 0 in the order of their first cells.

use crate::board::{Board, Site};
use std::collections::BTreeMap;

/// What stands at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// Nothing.
    #[default]
    Empty,
    /// A clue whose number is not told, usually written `?`.
    Unknown,
    /// A number.
    Number(i32),
    /// Several numbers, those that are not told missing.
    List(Vec<Option<i32>>),
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether nothing stands there.
    pub fn is_empty(&self) -> bool {
        *self == Value::Empty
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number)
    }
}

/// A value for every place of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The kind of place.
    pub site: Site,
    /// By the number of the place.
    pub values: Vec<Value>,
}

impl Layer {
    /// A layer of `count` places without values.
    pub fn new(site: Site, count: usize) -> Layer {
        Layer { site, values: vec![Value::Empty; count] }
    }

    /// Takes every 0 for nothing.
    pub(crate) fn without_zeros(&mut self) {
        for value in self.values.iter_mut().filter(|value| **value == Value::Number(0)) {
            *value = Value::Empty;
        }
    }

    /// The number at a place, if one stands there.
    pub fn number(&self, at: usize) -> Option<i32> {
        self.values.get(at).and_then(Value::number)
    }
}

/// Layers by name.
pub type Layers = BTreeMap<String, Layer>;

/// A puzzle: what is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The name of its kind, as `sudoku`.
    pub kind: String,
    /// Its size.
    pub board: Board,
    /// Numbers that belong to the board as a whole, by name.
    pub parameters: BTreeMap<String, i32>,
    /// What is given.
    pub given: Layers,
}

/// What someone filled in: the layers of the answer. A place without a value is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// By name.
    pub layers: Layers,
}

impl Puzzle {
    /// An empty board.
    pub fn new(kind: &str, board: Board) -> Puzzle {
        let (parameters, given) = (BTreeMap::new(), BTreeMap::new());
        Puzzle { kind: kind.to_string(), board, parameters, given }
    }

    /// How many places of a kind there are.
    pub fn count(&self, site: Site) -> usize {
        match site {
            Site::Region => self.regions(),
            _ => self.board.count(site),
        }
    }

    /// How many regions the layer `room` names.
    pub fn regions(&self) -> usize {
        let most = self
            .given
            .get("room")
            .and_then(|room| room.values.iter().filter_map(Value::number).max());
        most.map_or(0, |most| usize::try_from(most + 1).unwrap_or(0))
    }

    /// The layer `name`, made empty where it is not there yet.
    pub fn layer_mut(&mut self, name: &str, site: Site) -> &mut Layer {
        let count = self.count(site);
        self.given.entry(name.to_string()).or_insert_with(|| Layer::new(site, count))
    }

    /// The value of layer `name` at a place; nothing where there is no such layer.
    pub fn value(&self, name: &str, at: usize) -> &Value {
        const NOTHING: &Value = &Value::Empty;
        self.given.get(name).and_then(|layer| layer.values.get(at)).unwrap_or(NOTHING)
    }

    /// The number of layer `name` at a place.
    pub fn number(&self, name: &str, at: usize) -> Option<i32> {
        self.value(name, at).number()
    }

    /// The parameter `name`.
    pub fn parameter(&self, name: &str) -> Option<i32> {
        self.parameters.get(name).copied()
    }
}

impl Answer {
    /// The layer `name`, made open everywhere where it is not there yet.
    pub fn layer_mut(&mut self, name: &str, site: Site, count: usize) -> &mut Layer {
        self.layers.entry(name.to_string()).or_insert_with(|| Layer::new(site, count))
    }

    /// The number of layer `name` at a place, if it is filled in.
    pub fn number(&self, name: &str, at: usize) -> Option<i32> {
        self.layers.get(name).and_then(|layer| layer.number(at))
    }
}
