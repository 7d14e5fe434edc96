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

    /// The clues of a puzzle with this symmetry, in groups that belong together.
    pub(super) fn orbits(self, puzzle: &Puzzle) -> Vec<Vec<Cell>> {
        let groups = puzzle.clues().map(|(cell, _)| self.images(puzzle, cell));
        let firsts = puzzle.clues().map(|(cell, _)| cell);
        groups
            .zip(firsts)
            .filter(|(group, cell)| group[0] == *cell)
            .map(|(group, _)| group)
            .collect()
    }
}
