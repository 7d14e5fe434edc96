//! Symmetric layouts of clues.

use crate::{Cell, Place, Puzzle};

/// How the places of clues repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Not at all.
    #[default]
    None,
    /// Turned by half a turn.
    Turn,
    /// Left and right mirrored.
    Mirror,
    /// Mirrored both ways.
    Cross,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 4] =
        [Symmetry::None, Symmetry::Turn, Symmetry::Mirror, Symmetry::Cross];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Turn => "turn",
            Symmetry::Mirror => "mirror",
            Symmetry::Cross => "cross",
        }
    }

    /// The cells to which the symmetry takes `cell`, itself included, each once.
    pub fn images(self, puzzle: &Puzzle, cell: Cell) -> Vec<Cell> {
        let Place { row, column } = puzzle.place(cell);
        let (down, right) = (puzzle.height() - 1 - row, puzzle.width() - 1 - column);
        let mut images = match self {
            Symmetry::None => vec![cell],
            Symmetry::Turn => vec![cell, puzzle.cell(down, right)],
            Symmetry::Mirror => vec![cell, puzzle.cell(row, right)],
            Symmetry::Cross => vec![
                cell,
                puzzle.cell(row, right),
                puzzle.cell(down, column),
                puzzle.cell(down, right),
            ],
        };
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The clues of a puzzle with this symmetry, the first of each group that belongs together.
    pub(super) fn firsts(self, puzzle: &Puzzle) -> Vec<Cell> {
        let clues = puzzle.clues().map(|(cell, _)| cell);
        clues.filter(|&cell| self.images(puzzle, cell)[0] == cell).collect()
    }
}
