//! The names of rows and columns at the edges of a board.

use super::{Cell, Grid, Picture};

/// The distance of rows of hexagons: half the square root of three.
const HEX_ROW: f32 = 0.866_025_4;

/// A name beside the board, at the place of a cell that is not there.
pub(super) struct Label {
    pub text: String,
    pub x: f32,
    pub y: f32,
}

impl Picture {
    /// The letters of columns, each below the lowest cell of its column; none where cells have no such names. Columns of
    /// hexagons lean to the right, so that their lower ends are below and beside the board.
    pub(super) fn column_labels(&self) -> Vec<Label> {
        let mut lowest: Vec<(&str, &Cell)> = Vec::new();
        for cell in &self.cells {
            let Some(name) = column_name(cell) else { return Vec::new() };
            match lowest.iter_mut().find(|(known, _)| *known == name) {
                Some((_, low)) if low.y > cell.y => *low = cell,
                Some(_) => {}
                None => lowest.push((name, cell)),
            }
        }
        let bottom = self.cells.iter().map(|cell| cell.y).fold(f32::INFINITY, f32::min);
        let leans = self.grid == Grid::Hexagons;
        let straight = |name: &str, x: f32| {
            self.cells.iter().all(|cell| (column_name(cell) == Some(name)) == (cell.x == x))
        };
        if !leans && !lowest.iter().all(|(name, cell)| straight(name, cell.x)) {
            return Vec::new();
        }
        let label = |(name, cell): (&str, &Cell)| {
            let text = name.to_string();
            match leans {
                true => Label { text, x: cell.x - 0.5, y: cell.y - HEX_ROW },
                false => Label { text, x: cell.x, y: bottom - 1.0 },
            }
        };
        lowest.into_iter().map(label).collect()
    }

    /// The cells by row from the top, each row from the left.
    pub(super) fn rows(&self) -> Vec<Vec<&Cell>> {
        let mut cells: Vec<&Cell> = self.cells.iter().collect();
        cells.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
        cells.chunk_by(|a, b| a.y == b.y).map(<[&Cell]>::to_vec).collect()
    }
}

/// The part of a cell's name that its row shares: the number of `a1`.
pub(super) fn row_name(row: &[&Cell]) -> String {
    let number =
        |cell: &Cell| cell.name.trim_start_matches(|c: char| c.is_ascii_lowercase()).to_string();
    let first = row.first().map(|cell| number(cell)).unwrap_or_default();
    if row.iter().all(|cell| number(cell) == first) { first } else { String::new() }
}

/// The part of a cell's name that its column shares: the letters of `a1`.
fn column_name(cell: &Cell) -> Option<&str> {
    let end = cell.name.find(|c: char| !c.is_ascii_lowercase())?;
    cell.name.get(..end).filter(|letters| !letters.is_empty())
}
