//! Symmetric layouts of clues.

use crate::{Board, Site};

/// How clues lie on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Anyhow.
    #[default]
    None,
    /// The same after half a turn.
    Half,
    /// The same after a quarter of a turn, on a square board.
    Quarter,
    /// Left and right mirrored.
    Mirror,
    /// Mirrored both ways.
    Cross,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 5] =
        [Symmetry::None, Symmetry::Half, Symmetry::Quarter, Symmetry::Mirror, Symmetry::Cross];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Half => "half",
            Symmetry::Quarter => "quarter",
            Symmetry::Mirror => "mirror",
            Symmetry::Cross => "cross",
        }
    }

    /// The symmetry of walls, which are the same after half a turn even where nobody asks for it.
    pub(super) fn or_half(self) -> Symmetry {
        match self {
            Symmetry::None => Symmetry::Half,
            other => other,
        }
    }

    /// The places to which the symmetry takes one, itself first, each once. Only cells and vertices are moved.
    ///
    /// ```
    /// use zugwerk_puzzle::{Board, Site, Symmetry};
    /// let board = Board::new(3, 3);
    /// assert_eq!(Symmetry::Quarter.images(board, Site::Cell, 1), [1, 5, 7, 3]);
    /// assert_eq!(Symmetry::Mirror.images(board, Site::Cell, 1), [1]);
    /// ```
    pub fn images(self, board: Board, site: Site, at: usize) -> Vec<usize> {
        let (height, width) = match site {
            Site::Cell => (board.height, board.width),
            Site::Vertex => (board.height + 1, board.width + 1),
            _ => return vec![at],
        };
        let (row, column) = (at / width, at % width);
        let (down, right) = (height - 1 - row, width - 1 - column);
        let others: &[(usize, usize)] = match self {
            Symmetry::None => &[],
            Symmetry::Quarter if height == width => &[(column, down), (down, right), (right, row)],
            Symmetry::Half | Symmetry::Quarter => &[(down, right)],
            Symmetry::Mirror => &[(row, right)],
            Symmetry::Cross => &[(row, right), (down, column), (down, right)],
        };
        let mut images = vec![at];
        for image in others.iter().map(|(row, column)| row * width + column) {
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}
