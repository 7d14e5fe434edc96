//! Values of the slow reading: everything is concrete.

use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq)]
pub enum V {
    Truth(bool),
    Number(i64),
    /// A place by column and row, on the board or not.
    Place(i32, i32),
    Nothing,
    Direction(i32, i32),
    Player(usize),
    Kind(Option<usize>),
    Pieces(Vec<u8>),
    Set(BTreeSet<usize>),
    List(Vec<V>),
    Content(u8),
    Moves(String, usize),
}
