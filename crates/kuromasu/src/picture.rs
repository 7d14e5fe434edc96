//! A board as an SVG picture. Numbers are drawn as strokes, so that no font is needed to show them.

use crate::deduce::Colour;
use crate::{Cell, Clue, Colouring, Puzzle};
use std::fmt::Write;

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

/// The side of a cell, in pixels.
const SIDE: usize = 32;
/// The space around the board.
const MARGIN: usize = 8;

/// The picture of a puzzle. Open cells are grey-blue, white ones white, black ones dark; new cells
/// have an orange frame, reasons a yellow ground.
pub fn svg(puzzle: &Puzzle, marks: &Marks) -> String {
    let (width, height) = (puzzle.width() * SIDE, puzzle.height() * SIDE);
    let (full_width, full_height) = (width + 2 * MARGIN, height + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width}\" height=\"{full_height}\" \
         viewBox=\"-{MARGIN} -{MARGIN} {full_width} {full_height}\">\n\
         <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{full_width}\" height=\"{full_height}\" fill=\"#fff\"/>\n"
    );
    for cell in 0..puzzle.cells() {
        draw_ground(&mut svg, puzzle, marks, cell);
    }
    draw_lines(&mut svg, puzzle);
    for (cell, clue) in puzzle.clues() {
        draw_clue(&mut svg, puzzle, cell, clue);
    }
    for &cell in &marks.new {
        let (x, y) = corner(puzzle, cell);
        let (x, y, side) = (x + 2, y + 2, SIDE - 4);
        // Writing into a String cannot fail, here and below.
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
             stroke=\"#e07000\" stroke-width=\"3\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn corner(puzzle: &Puzzle, cell: Cell) -> (usize, usize) {
    let place = puzzle.place(cell);
    (place.column * SIDE, place.row * SIDE)
}

fn draw_ground(svg: &mut String, puzzle: &Puzzle, marks: &Marks, cell: Cell) {
    let colour = marks.colours.get(cell).copied();
    let fill = match colour {
        Some(Colour::Black) => "#222",
        _ if marks.reasons.contains(&cell) => "#ffe9a0",
        Some(Colour::Open) => "#dde4ec",
        Some(Colour::White) | None => return,
    };
    let (x, y) = corner(puzzle, cell);
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>"
    );
    if colour == Some(Colour::Black) && marks.reasons.contains(&cell) {
        let (x, y, side) = (x + 3, y + 3, SIDE - 6);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
             stroke=\"#ffd24a\" stroke-width=\"2\"/>"
        );
    }
}

fn draw_lines(svg: &mut String, puzzle: &Puzzle) {
    let (width, height) = (puzzle.width() * SIDE, puzzle.height() * SIDE);
    let mut path = String::new();
    for column in 0..=puzzle.width() {
        let _ = write!(path, "M{} 0V{height}", column * SIDE);
    }
    for row in 0..=puzzle.height() {
        let _ = write!(path, "M0 {}H{width}", row * SIDE);
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"#888\" stroke-width=\"1\" fill=\"none\"/>");
    let _ = writeln!(
        svg,
        "<rect width=\"{width}\" height=\"{height}\" stroke=\"#222\" stroke-width=\"2\" fill=\"none\"/>"
    );
}

fn draw_clue(svg: &mut String, puzzle: &Puzzle, cell: Cell, clue: Clue) {
    let text = match clue {
        Clue::Number(number) => number.to_string(),
        Clue::Unknown => "?".to_string(),
    };
    let (x, y) = corner(puzzle, cell);
    // A glyph is 4 by 8 units with a gap of 2; the text shrinks until it fits.
    let units = 6 * text.len() - 2;
    let scale = (2.0f64).min((SIDE - 8) as f64 / units as f64);
    let left = x as f64 + (SIDE as f64 - units as f64 * scale) / 2.0;
    let top = y as f64 + (SIDE as f64 - 8.0 * scale) / 2.0;
    for (at, letter) in text.chars().enumerate() {
        let left = left + at as f64 * 6.0 * scale;
        let _ = writeln!(
            svg,
            "<path transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" d=\"{}\" fill=\"none\" \
             stroke=\"#111\" stroke-width=\"1.1\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            glyph(letter)
        );
    }
}

/// The strokes of a digit in a box of 4 by 8.
fn glyph(letter: char) -> &'static str {
    match letter {
        '0' => "M2 0C.4 0 0 1.8 0 4S.4 8 2 8 4 6.2 4 4 3.6 0 2 0Z",
        '1' => "M.4 1.6L2.2 0V8",
        '2' => "M.1 2C.2.7 1 0 2 0S4 .8 4 2.1C4 3.6 2.6 4.6 0 8H4",
        '3' => {
            "M.2.9C.8.2 1.4 0 2 0 3.2 0 3.8.8 3.8 2S3 3.8 1.6 3.8C3.2 3.8 4 4.6 4 5.9S3.1 8 1.9 8C1.1 8 .4 7.7 0 7"
        }
        '4' => "M3 8V0L0 5.6H4",
        '5' => "M3.7 0H.6L.3 3.7C.8 3.3 1.4 3 2.1 3 3.3 3 4 4 4 5.5S3.2 8 1.9 8C1.1 8 .4 7.7 0 7",
        '6' => {
            "M3.7.6C3.3.2 2.8 0 2.3 0 .8 0 0 1.7 0 4.4 0 6.8.8 8 2.1 8 3.2 8 4 7 4 5.5S3.2 3.1 2.1 3.1 0 4 0 5.2"
        }
        '7' => "M0 0H4L1.4 8",
        '8' => {
            "M2 3.7C.9 3.7.3 2.9.3 1.9S.9 0 2 0 3.7.9 3.7 1.9 3.1 3.7 2 3.7C.7 3.7 0 4.6 0 5.8S.7 8 2 8 4 7 4 5.8 3.3 3.7 2 3.7Z"
        }
        '9' => {
            "M.3 7.4C.7 7.8 1.2 8 1.7 8 3.2 8 4 6.3 4 3.6 4 1.2 3.2 0 1.9 0 .8 0 0 1 0 2.5S.8 4.9 1.9 4.9 4 4 4 2.8"
        }
        _ => "M0 1.7C.2.6 1 0 2 0S4 .7 4 1.9C4 3.6 2 3.7 2 5.6M2 7.8V8",
    }
}
