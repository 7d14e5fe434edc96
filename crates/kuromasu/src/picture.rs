//! A board as an SVG picture, drawn as every kind of puzzle is.

use crate::deduce::Colour;
use crate::{Cell, Colouring, Puzzle};
use zugwerk_puzzle::{Answer, Site, Value, picture};

/// What to draw besides the clues.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// What is known of each cell; empty when nothing is.
    pub colours: Vec<Colour>,
    /// Cells that are new in this picture.
    pub new: Vec<Cell>,
    /// Cells that the eye should be led to: the reasons.
    pub reasons: Vec<Cell>,
}

impl Marks {
    /// The marks of a complete colouring.
    pub fn of(puzzle: &Puzzle, colouring: &Colouring) -> Marks {
        let colour = |cell| if colouring.is_black(cell) { Colour::Black } else { Colour::White };
        Marks { colours: (0..puzzle.cells()).map(colour).collect(), ..Marks::default() }
    }
}

/// The picture of a puzzle.
pub fn svg(puzzle: &Puzzle, marks: &Marks) -> String {
    let mut answer = Answer::default();
    let layer = answer.layer_mut("black", Site::Cell, puzzle.cells());
    for (value, colour) in layer.values.iter_mut().zip(&marks.colours) {
        *value = match colour {
            Colour::Open => Value::Empty,
            Colour::White => Value::Number(0),
            Colour::Black => Value::Number(1),
        };
    }
    let places = |cells: &[Cell]| cells.iter().map(|&cell| (Site::Cell, cell)).collect();
    let marks = picture::Marks { new: places(&marks.new), reasons: places(&marks.reasons) };
    picture::svg_marked(&puzzle.to_rulebook(), Some(&answer), &marks)
}
