//! A picture as SVG.

use super::labels::{Label, row_name};
use super::{Cell, Grid, Picture, Token};
use std::fmt::Write;

/// Pixels of one unit of a picture.
const UNIT: f32 = 64.0;
/// The fill and the line of each player's tokens, and of those that are nobody's.
const INKS: [(&str, &str); 3] =
    [("#f8f4e8", "#333333"), ("#33363c", "#111111"), ("#9a7b4f", "#5c4528")];

impl Picture {
    /// The board as an SVG document. Every cell is a group whose `data-cell` is its name.
    pub fn svg(&self) -> String {
        let bounds = |of: fn(&Cell) -> f32| {
            let all = self.cells.iter().map(of);
            (all.clone().fold(f32::INFINITY, f32::min), all.fold(f32::NEG_INFINITY, f32::max))
        };
        let ((left, right), (bottom, top)) = (bounds(|cell| cell.x), bounds(|cell| cell.y));
        let labels = self.labels();
        // Where there are names, they need some room at the edges.
        let edge = if labels.is_empty() { 0.0 } else { 0.45 };
        let (width, height) = match self.cells.is_empty() {
            true => (UNIT, UNIT),
            false => ((right - left + 1.4 + 2.0 * edge) * UNIT, (top - bottom + 1.4 + edge) * UNIT),
        };
        let at = |x: f32, y: f32| ((x - left + 0.7 + edge) * UNIT, (top - y + 0.7) * UNIT);
        let place = |cell: &Cell| at(cell.x, cell.y);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
        );
        for &(from, to) in &self.lines {
            if let (Some(from), Some(to)) = (self.cells.get(from), self.cells.get(to)) {
                let ((x1, y1), (x2, y2)) = (place(from), place(to));
                let _ = writeln!(
                    svg,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#5c4528\" stroke-width=\"3\"/>"
                );
            }
        }
        for cell in &self.cells {
            let (x, y) = place(cell);
            let _ = write!(svg, "<g data-cell=\"{}\">", escaped(&cell.name));
            svg += &self.ground(cell, x, y);
            svg += &tokens(&cell.tokens, x, y);
            svg += "</g>\n";
        }
        for label in labels {
            let (x, y) = at(label.x, label.y);
            let (y, size) = (y + UNIT * 0.1, UNIT * 0.28);
            let _ = writeln!(
                svg,
                "<text class=\"name\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#5c4528\">{}</text>",
                escaped(&label.text)
            );
        }
        svg + "</svg>\n"
    }

    /// The names of columns near their lower ends, and of rows: to the left, but of hexagons to the right, since columns of
    /// hexagons may end on the left.
    fn labels(&self) -> Vec<Label> {
        let mut labels = self.column_labels();
        for label in &mut labels {
            match self.grid {
                Grid::Hexagons => (label.x, label.y) = (label.x + 0.12, label.y + 0.2),
                _ => label.y += 0.25,
            }
        }
        for row in self.rows() {
            let (text, y) = (row_name(&row), row[0].y);
            let x = match self.grid {
                Grid::Hexagons => row[row.len() - 1].x + 0.75,
                _ => self.cells.iter().map(|cell| cell.x).fold(f32::INFINITY, f32::min) - 0.75,
            };
            if !text.is_empty() && !labels.is_empty() {
                labels.push(Label { text, x, y });
            }
        }
        labels
    }

    /// The cell itself.
    fn ground(&self, cell: &Cell, x: f32, y: f32) -> String {
        let fill = if cell.dark { "#b58863" } else { "#f0d9b5" };
        match self.grid {
            Grid::Squares => {
                let (x, y) = (x - UNIT / 2.0, y - UNIT / 2.0);
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"{fill}\" stroke=\"#8a6a4a\"/>"
                )
            }
            Grid::Hexagons => {
                // Neighbours in a row are one unit apart, so the corners are 1/√3 from the middle.
                let radius = UNIT / 3f32.sqrt();
                let corners: Vec<String> = (0..6)
                    .map(|corner| {
                        let angle = std::f32::consts::FRAC_PI_3 * (corner as f32 + 0.5);
                        format!("{:.2},{:.2}", x + radius * angle.cos(), y + radius * angle.sin())
                    })
                    .collect();
                format!(
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#8a6a4a\"/>",
                    corners.join(" ")
                )
            }
            Grid::Points => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#5c4528\"/>"),
        }
    }
}

/// What stands on a cell: one token large, a stack as discs on each other.
fn tokens(tokens: &[Token], x: f32, y: f32) -> String {
    let mut svg = String::new();
    let step = (UNIT * 0.5 / tokens.len().max(1) as f32).min(UNIT * 0.12);
    let base = y + step * (tokens.len().saturating_sub(1)) as f32 / 2.0;
    for (height, token) in tokens.iter().enumerate() {
        let y = base - step * height as f32;
        let (fill, line) = INKS[token.player.unwrap_or(2).min(2)];
        let radius = UNIT * 0.38;
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"2\"/>"
        );
        if !token.letter.is_empty() {
            let ink = if token.player == Some(0) { "#222222" } else { "#f8f4e8" };
            let (y, size) = (y + UNIT * 0.13, UNIT * 0.38);
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
                escaped(&token.letter)
            );
        }
    }
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
