//! Places of the board in words.

use crate::{Board, Puzzle, Site};

/// A place of the board.
pub type Place = (Site, usize);

/// A place as a person would say it: `r3c4` for a cell, `the edge between r5c4 and r5c5` for a side of two cells.
///
/// ```
/// use zugwerk_puzzle::{Board, Puzzle, Side, Site, place_name};
/// let puzzle = Puzzle::new("slitherlink", Board::new(4, 4));
/// let edge = puzzle.board.edge(0, Side::Left);
/// assert_eq!(place_name(&puzzle, (Site::Edge, edge)), "the left edge of r1c1");
/// ```
pub fn place_name(puzzle: &Puzzle, place: Place) -> String {
    let board = puzzle.board;
    match place {
        (Site::Cell, at) => cell_name(board, at),
        (Site::Link, at) => {
            let (a, b) = board.ends(at);
            format!("{}-{}", cell_name(board, a), cell_name(board, b))
        }
        (Site::Edge, at) => edge_name(board, at),
        (Site::Vertex, at) => corner_name(board, at),
        (Site::Row, at) => format!("row {}", at + 1),
        (Site::Column, at) => format!("column {}", at + 1),
        (Site::Region, at) => {
            let first = (0..board.cells()).find(|&c| puzzle.number("room", c) == Some(at as i32));
            first.map_or(format!("room {}", at + 1), |first| {
                format!("the room of {}", cell_name(board, first))
            })
        }
        (Site::Half, at) => {
            let width = 2 * board.width - 1;
            let half = |doubled: usize| match doubled % 2 {
                0 => format!("{}", doubled / 2 + 1),
                _ => format!("{}.5", doubled / 2 + 1),
            };
            format!("the dot at r{}c{}", half(at / width), half(at % width))
        }
        (Site::Whole, _) => "the board".to_string(),
    }
}

fn cell_name(board: Board, cell: usize) -> String {
    let (row, column) = board.place(cell);
    format!("r{}c{}", row + 1, column + 1)
}

/// An edge by the two cells that it parts, or by the cell of the frame whose side it is.
fn edge_name(board: Board, edge: usize) -> String {
    let (first, _) = board.edge_ends(edge);
    let (row, column) = (first / (board.width + 1), first % (board.width + 1));
    let name = |row: usize, column: usize| cell_name(board, board.cell(row, column));
    let (parts, line, last) = match board.is_horizontal(edge) {
        true => (["top", "bottom"], row, board.height),
        false => (["left", "right"], column, board.width),
    };
    let before = || match board.is_horizontal(edge) {
        true => name(row - 1, column),
        false => name(row, column - 1),
    };
    match line {
        0 => format!("the {} edge of {}", parts[0], name(row, column)),
        line if line == last => format!("the {} edge of {}", parts[1], before()),
        _ => format!("the edge between {} and {}", before(), name(row, column)),
    }
}

/// A corner by the cells above and below it, or by one cell where it lies on the frame.
fn corner_name(board: Board, vertex: usize) -> String {
    let (row, column) = (vertex / (board.width + 1), vertex % (board.width + 1));
    let name = |row: usize, column: usize| cell_name(board, board.cell(row, column));
    let inside = (1..board.height).contains(&row) && (1..board.width).contains(&column);
    if inside {
        return format!(
            "the corner between {} and {}",
            name(row - 1, column - 1),
            name(row, column)
        );
    }
    let (side, row) = match row {
        0 => ("top", 0),
        row => ("bottom", row - 1),
    };
    match column {
        0 => format!("the {side} left corner of {}", name(row, 0)),
        column => format!("the {side} right corner of {}", name(row, column - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use std::collections::HashSet;

    #[test]
    fn edges_are_named_by_the_cells_beside_them() {
        for board in [Board::new(1, 1), Board::new(3, 2), Board::new(2, 4)] {
            let puzzle = Puzzle::new("slitherlink", board);
            for cell in 0..board.cells() {
                for (side, word) in Side::ALL.into_iter().zip(["top", "bottom", "left", "right"]) {
                    let name = place_name(&puzzle, (Site::Edge, board.edge(cell, side)));
                    let mine = cell_name(board, cell);
                    let expected = match board.beside(cell, side).map(|next| (next, next > cell)) {
                        None => format!("the {word} edge of {mine}"),
                        Some((next, true)) => {
                            format!("the edge between {mine} and {}", cell_name(board, next))
                        }
                        Some((next, false)) => {
                            format!("the edge between {} and {mine}", cell_name(board, next))
                        }
                    };
                    assert_eq!(name, expected);
                }
            }
            let corners = (0..board.count(Site::Vertex)).map(|at| corner_name(board, at));
            assert_eq!(corners.collect::<HashSet<_>>().len(), board.count(Site::Vertex));
        }
        let board = Board::new(3, 3);
        assert_eq!(corner_name(board, 5), "the corner between r1c1 and r2c2");
        assert_eq!(corner_name(board, 15), "the bottom right corner of r3c3");
    }
}
