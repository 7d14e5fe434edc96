//! A picture for the terminal: the sign of each cell at its place, coordinates at the edges where the
//! cells have them.

use super::labels::{Label, row_name};
use super::{Cell, Grid, Picture};

impl Picture {
    /// The board as text, top row first.
    ///
    /// ```
    /// use zugwerk_game::{Cell, Grid, Picture, Token};
    /// let stone = Token { player: Some(0), letter: String::new(), sign: 'x' };
    /// let cell = |name: &str, x: f32, tokens| Cell { name: name.into(), x, y: 0.0, dark: false, tokens };
    /// let cells = vec![cell("a1", 0.0, vec![stone]), cell("b1", 1.0, vec![])];
    /// let picture = Picture { grid: Grid::Squares, cells, lines: vec![], stacks: false };
    /// assert_eq!(picture.text(), "1 x .\n  a b\n");
    /// ```
    pub fn text(&self) -> String {
        let rows = self.rows();
        let widest = self.cells.iter().map(|cell| label(cell).chars().count()).max().unwrap_or(1);
        // A hexagon's neighbours in the next row stand half a cell aside.
        let unit =
            if self.grid == Grid::Squares { widest + 1 } else { (widest + 1).next_multiple_of(2) };
        let labels = self.column_labels();
        let places = self.cells.iter().map(|cell| cell.x).chain(labels.iter().map(|label| label.x));
        let left = places.fold(f32::INFINITY, f32::min);
        let margin = rows.iter().map(|row| row_name(row).chars().count()).max().unwrap_or(0);
        let column = |x: f32| margin + 1 + ((x - left) * unit as f32).round() as usize;
        // A label stands in the line of the first row that is not above it, or below all rows.
        let line_of = |label: &Label| {
            rows.iter().position(|row| row[0].y < label.y + 0.5).unwrap_or(rows.len())
        };
        let mut text = String::new();
        for at in 0..=rows.len() {
            let cells = rows.get(at).into_iter().flatten();
            let mut signs: Vec<(usize, String)> =
                cells.map(|cell| (column(cell.x), label(cell))).collect();
            let names = labels.iter().filter(|label| line_of(label) == at);
            signs.extend(names.map(|label| (column(label.x), label.text.clone())));
            if at == rows.len() && signs.is_empty() {
                break;
            }
            signs.sort();
            let mut line =
                format!("{:>margin$} ", rows.get(at).map_or(String::new(), |row| row_name(row)));
            for (place, sign) in signs {
                pad(&mut line, place);
                line += &sign;
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// What stands on a cell, the highest first; a tall stack ends in the number of tokens not shown.
fn label(cell: &Cell) -> String {
    const MOST_SHOWN: usize = 6;
    if cell.tokens.is_empty() {
        return ".".to_string();
    }
    let mut text: String =
        cell.tokens.iter().rev().take(MOST_SHOWN).map(|token| token.sign).collect();
    if cell.tokens.len() > MOST_SHOWN {
        text += &format!("+{}", cell.tokens.len() - MOST_SHOWN);
    }
    text
}

fn pad(line: &mut String, width: usize) {
    let now = line.chars().count();
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(now)));
}
