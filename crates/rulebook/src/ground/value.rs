//! What an expression can be while rules are grounded.

use super::node::Id;
use crate::board::Direction;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A formula.
    Formula(Id),
    /// A number.
    Number(Id),
    /// A cell.
    Cell(Id),
    /// A set of cells.
    Set(Id),
    /// What stands on a cell.
    Content(Id),
    /// Contents known by their numbers, such as `own pawn` or `empty`: a set of cells, or something to put on one.
    Pieces(Vec<u8>),
    /// A kind of piece.
    Kind(usize),
    /// A player.
    Player(usize),
    /// A direction.
    Direction(Direction),
    /// Several values, known one by one: directions, numbers, kinds, rows.
    List(Vec<Value>),
    /// The moves by this name, of a player; `None`: every move.
    Moves(Option<String>, usize),
    /// No cell.
    Nothing,
}

impl Value {
    /// What it is, in words.
    pub fn describe(&self) -> &'static str {
        match self {
            Value::Formula(_) => "a formula",
            Value::Number(_) => "a number",
            Value::Cell(_) => "a cell",
            Value::Set(_) => "a set of cells",
            Value::Content(_) => "the content of a cell",
            Value::Pieces(_) => "pieces",
            Value::Kind(_) => "a kind of piece",
            Value::Player(_) => "a player",
            Value::Direction(_) => "a direction",
            Value::List(_) => "a list",
            Value::Moves(..) => "a move",
            Value::Nothing => "nothing",
        }
    }
}
