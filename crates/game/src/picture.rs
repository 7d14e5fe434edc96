//! What a board looks like: cells, what stands on them, and which clicks make a move. The terminal, the
//! SVG pictures and the page all draw this one description.

mod labels;
mod svg;
mod text;

use crate::Game;
use serde::Serialize;

/// A game that can be drawn and clicked.
pub trait Depict: Game {
    /// The board with what stands on it.
    fn picture(&self, state: &Self::State) -> Picture;

    /// The clicks that make a legal move, in order: names of cells, or words such as `pass` for what
    /// has no cell. No two legal moves of a position have the same clicks.
    fn clicks(&self, state: &Self::State, chosen: Self::Move) -> Vec<String>;

    /// The cells that a legal move passes, its start and its end included, where the clicks do not show its way: one list
    /// for each way that leads there.
    fn ways(&self, _state: &Self::State, _chosen: Self::Move) -> Vec<Vec<String>> {
        Vec::new()
    }
}

/// A board to be drawn. One unit of `x` and `y` is the distance of neighbouring cells; `x` grows to the
/// right and `y` upwards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// The form of the cells.
    pub grid: Grid,
    /// The cells, row by row from the top, each row from the left.
    pub cells: Vec<Cell>,
    /// Pairs of cells, by index, with a line between them.
    pub lines: Vec<(usize, usize)>,
    /// Whether cells hold stacks, of which every piece is to be seen.
    pub stacks: bool,
}

/// The form of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grid {
    /// Squares side by side.
    Squares,
    /// Hexagons with a corner at the top.
    Hexagons,
    /// Points that lines connect.
    Points,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// What moves call it, such as `e4`.
    pub name: String,
    /// How far to the right its middle is.
    pub x: f32,
    /// How far up its middle is.
    pub y: f32,
    /// Whether it is drawn darker than others.
    pub dark: bool,
    /// What stands here, the lowest first; nothing where the cell is empty.
    pub tokens: Vec<Token>,
}

/// Something that stands on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Token {
    /// Whose it is; `None` for what is nobody's.
    pub player: Option<usize>,
    /// The letter that tells the kinds of a player apart; empty where there is only one kind.
    pub letter: String,
    /// The sign for it in a text picture.
    pub sign: char,
}
