//! The curve of a game: what White could expect after each move, as an SVG picture.

use std::fmt::Write;

const WIDTH: usize = 900;
const HEIGHT: usize = 260;
const MARGIN: usize = 30;

/// Draws the curve of White's expected score, 0 to 1, after each ply; `marks` are the plies of mistakes
/// with their glyphs.
pub fn svg(title: &str, expected: &[f64], marks: &[(usize, &str)]) -> String {
    let (inner_width, inner_height) = ((WIDTH - 2 * MARGIN) as f64, (HEIGHT - 2 * MARGIN) as f64);
    let steps = expected.len().saturating_sub(1).max(1) as f64;
    let x = |ply: usize| MARGIN as f64 + inner_width * ply as f64 / steps;
    let y = |share: f64| MARGIN as f64 + inner_height * (1.0 - share);
    let mut points = String::new();
    for (ply, share) in expected.iter().enumerate() {
        let _ = write!(points, "{:.1},{:.1} ", x(ply), y(*share));
    }
    let (left, right) = (x(0), x(expected.len().saturating_sub(1)));
    let (top, middle, bottom) = (y(1.0), y(0.5), y(0.0));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\">\n\
         <title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f4f1ea\"/>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{inner_width}\" height=\"{inner_height}\" fill=\"#555049\"/>\n\
         <polygon points=\"{left},{bottom} {points}{right},{bottom}\" fill=\"#ffffff\"/>\n\
         <line x1=\"{left}\" y1=\"{middle}\" x2=\"{}\" y2=\"{middle}\" stroke=\"#b5894f\"/>\n\
         <polyline points=\"{points}\" fill=\"none\" stroke=\"#8a5a24\" stroke-width=\"2\"/>\n\
         <text x=\"{left}\" y=\"20\" font-size=\"14\" fill=\"#333\">{title}</text>\n",
        left + inner_width,
        title = escaped(title),
    );
    for (ply, glyph) in marks {
        if let Some(share) = expected.get(*ply) {
            let (x, y) = (x(*ply), y(*share));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#c0392b\"><title>{glyph}</title></circle>"
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
