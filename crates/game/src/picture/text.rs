//! A picture for the terminal: the sign of each cell at its place, coordinates at the edges where the
//! cells have them.

use super::{Cell, Grid, Picture};

impl Picture {
    /// The board as text, top row first.
    ///
    /// ```
    /// use zugwerk_game::{Cell, Grid, Picture, Token};
    /// let stone = Token { player: Some(0), letter: String::new(), sign: 'x' };
    /// let cell = |name: &str, x: f32, tokens| Cell { name: name.into(), x, y: 0.0, dark: false, tokens };
    /// let cells = vec![cell("a1", 0.0, vec![stone]), cell("b1", 1.0, vec![])];
    /// let picture = Picture { grid: Grid::Squares, cells, lines: vec![] };
    /// assert_eq!(picture.text(), "1 x .\n  a b\n");
    /// ```
    pub fn text(&self) -> String {
        let rows = self.rows();
        let widest = self.cells.iter().map(|cell| label(cell).chars().count()).max().unwrap_or(1);
        // A hexagon's neighbours in the next row stand half a cell aside.
        let unit =
            if self.grid == Grid::Squares { widest + 1 } else { (widest + 1).next_multiple_of(2) };
        let left = self.cells.iter().map(|cell| cell.x).fold(f32::INFINITY, f32::min);
        let margin = rows.iter().map(|row| row_name(row).chars().count()).max().unwrap_or(0);
        let column = |cell: &Cell| ((cell.x - left) * unit as f32).round() as usize;
        let mut text = String::new();
        for row in &rows {
            let mut line = format!("{:>margin$} ", row_name(row));
            for cell in row {
                pad(&mut line, margin + 1 + column(cell));
                line += &label(cell);
            }
            text += line.trim_end();
            text.push('\n');
        }
        if let Some(row) = rows.last()
            && self.grid == Grid::Squares
            && row.iter().all(|cell| column_name(cell).is_some())
        {
            let mut line = String::new();
            for cell in row {
                pad(&mut line, margin + 1 + column(cell));
                line += column_name(cell).unwrap_or_default();
            }
            text += &line;
            text.push('\n');
        }
        text
    }

    /// The cells by row from the top, each row from the left.
    fn rows(&self) -> Vec<Vec<&Cell>> {
        let mut cells: Vec<&Cell> = self.cells.iter().collect();
        cells.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
        cells.chunk_by(|a, b| a.y == b.y).map(<[&Cell]>::to_vec).collect()
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

/// The part of a cell's name that its row shares: the number of `a1`.
fn row_name(row: &[&Cell]) -> String {
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

fn pad(line: &mut String, width: usize) {
    let now = line.chars().count();
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(now)));
}
