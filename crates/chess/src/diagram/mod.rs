//! A position as a picture in SVG: coordinates, the last move, check, arrows.

mod letters;
mod pieces;

use crate::{Color, File, Move, Piece, Position, Rank, Role, Square};
use std::fmt::Write;

/// What to draw.
///
/// ```
/// use zugwerk_chess::{Diagram, Position};
/// let svg = Diagram::new(&Position::start()).svg();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// assert_eq!(svg.matches("<use ").count(), 32);
/// ```
pub struct Diagram<'a> {
    position: &'a Position,
    /// Whose side of the board is at the bottom.
    pub bottom: Color,
    /// The move that led here, drawn as two tinted squares.
    pub last_move: Option<Move>,
    /// Arrows from square to square.
    pub arrows: Vec<(Square, Square)>,
    /// Whether to write a to h and 1 to 8 at the border.
    pub coordinates: bool,
}

const CELL: usize = 100;
const BORDER: usize = 36;

const LIGHT: &str = "#f1e4cd";
const DARK: &str = "#b58d6a";
const FRAME: &str = "#6f5240";
const LAST_MOVE: &str = "#d9c24a";
const CHECK: &str = "#d0402b";
const ARROW: &str = "#2f7d4f";

impl<'a> Diagram<'a> {
    /// The board seen from White's side, with coordinates.
    pub fn new(position: &'a Position) -> Diagram<'a> {
        Diagram {
            position,
            bottom: Color::White,
            last_move: None,
            arrows: Vec::new(),
            coordinates: true,
        }
    }

    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let border = self.border();
        let side = 8 * CELL + 2 * border;
        let mut svg = String::new();
        let fen = self.position.to_string();
        line(
            &mut svg,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\" role=\"img\" aria-label=\"Chess position {fen}\">"
            ),
        );
        self.definitions(&mut svg);
        line(
            &mut svg,
            format_args!("<rect width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{FRAME}\"/>"),
        );
        self.squares(&mut svg);
        if self.coordinates {
            self.coordinates(&mut svg);
        }
        self.pieces(&mut svg);
        self.arrows(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn border(&self) -> usize {
        if self.coordinates { BORDER } else { 8 }
    }

    /// The corner of a square that is up and left in the picture.
    fn corner(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file().index(), square.rank().index());
        let (column, row) = match self.bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (self.border() + column * CELL, self.border() + row * CELL)
    }

    /// One symbol for each piece that is on the board.
    fn definitions(&self, svg: &mut String) {
        svg.push_str("<defs>\n");
        for color in Color::ALL {
            let (fill, outline, inner) = match color {
                Color::White => ("#fffdf8", "#33291f", "#33291f"),
                Color::Black => ("#3d3530", "#17120e", "#cfc4b4"),
            };
            for role in Role::ALL {
                if self.position.pieces(color, role).is_empty() {
                    continue;
                }
                let (id, drawing) = (Piece::new(color, role).letter(), pieces::drawing(role));
                line(
                    svg,
                    format_args!(
                        "<g id=\"{id}\" stroke-width=\"3.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><path d=\"{}\" fill=\"{fill}\" stroke=\"{outline}\"/><path d=\"{}\" fill=\"none\" stroke=\"{inner}\" stroke-width=\"2.6\"/></g>",
                        drawing.silhouette, drawing.lines
                    ),
                );
            }
        }
        line(
            svg,
            format_args!(
                "<radialGradient id=\"check\"><stop offset=\"0\" stop-color=\"{CHECK}\"/><stop offset=\"0.6\" stop-color=\"{CHECK}\" stop-opacity=\"0.75\"/><stop offset=\"1\" stop-color=\"{CHECK}\" stop-opacity=\"0\"/></radialGradient>"
            ),
        );
        svg.push_str("</defs>\n");
    }

    fn squares(&self, svg: &mut String) {
        let checked = self.position.king(self.position.turn()).filter(|_| self.position.is_check());
        for square in Square::all() {
            let (x, y) = self.corner(square);
            let color = if square.is_light() { LIGHT } else { DARK };
            let mut rectangle = |fill: &str, opacity: &str| {
                line(
                    svg,
                    format_args!(
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"{opacity}/>"
                    ),
                );
            };
            rectangle(color, "");
            if self.last_move.is_some_and(|m| m.from() == square || m.to() == square) {
                rectangle(LAST_MOVE, " opacity=\"0.55\"");
            }
            if checked == Some(square) {
                rectangle("url(#check)", "");
            }
        }
    }

    fn coordinates(&self, svg: &mut String) {
        let end = BORDER + 8 * CELL;
        let stroke = format!(
            "fill=\"none\" stroke=\"{LIGHT}\" stroke-width=\"1.5\" stroke-linecap=\"round\""
        );
        for index in 0..8 {
            let middle = CELL / 2;
            let (x, _) = self.corner(Square::at(File::new(index), Rank::FIRST));
            let (_, y) = self.corner(Square::at(File::A, Rank::new(index)));
            line(
                svg,
                format_args!(
                    "<path transform=\"translate({} {}) scale(1.5)\" d=\"{}\" {stroke}/>",
                    x + middle - 8,
                    end + 7,
                    letters::file(index)
                ),
            );
            line(
                svg,
                format_args!(
                    "<path transform=\"translate({} {}) scale(1.5)\" d=\"{}\" {stroke}/>",
                    BORDER / 2 - 8,
                    y + middle - 11,
                    letters::rank(index)
                ),
            );
        }
    }

    fn pieces(&self, svg: &mut String) {
        for square in self.position.occupied() {
            if let Some(piece) = self.position.piece_at(square) {
                let (x, y) = self.corner(square);
                line(svg, format_args!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", piece.letter()));
            }
        }
    }

    fn arrows(&self, svg: &mut String) {
        for (from, to) in &self.arrows {
            let middle = |square| {
                let (x, y) = self.corner(square);
                ((x + CELL / 2) as f64, (y + CELL / 2) as f64)
            };
            let ((x1, y1), (x2, y2)) = (middle(*from), middle(*to));
            let length = (x2 - x1).hypot(y2 - y1).max(1.0);
            let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
            // The head is 42 long; the shaft ends inside it.
            let (bx, by) = (x2 - 42.0 * dx, y2 - 42.0 * dy);
            line(
                svg,
                format_args!(
                    "<g opacity=\"0.8\" fill=\"{ARROW}\"><path d=\"M{x1:.1} {y1:.1} L{:.1} {:.1}\" stroke=\"{ARROW}\" stroke-width=\"16\" stroke-linecap=\"round\"/><path d=\"M{x2:.1} {y2:.1} L{:.1} {:.1} L{:.1} {:.1} Z\"/></g>",
                    x2 - 40.0 * dx,
                    y2 - 40.0 * dy,
                    bx - 24.0 * dy,
                    by + 24.0 * dx,
                    bx + 24.0 * dy,
                    by - 24.0 * dx
                ),
            );
        }
    }
}

fn line(svg: &mut String, content: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "{content}");
}
