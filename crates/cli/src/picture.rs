//! Writing pictures: SVG as it is, PNG rendered from it.

use crate::exit::Failure;
use resvg::{tiny_skia, usvg};

/// Writes the SVG to `path`, or to standard output where that is `-`.
pub fn write_svg(path: &str, svg: &str) -> Result<(), Failure> {
    write(path, svg.as_bytes())
}

/// Renders the SVG, `scale` times its own size, and writes a PNG to `path`, or to standard output where
/// that is `-`.
pub fn write_png(path: &str, svg: &str, scale: f32) -> Result<(), Failure> {
    write(path, &render_png(svg, scale).map_err(Failure::BadInput)?)
}

fn write(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    use std::io::Write;
    if path == "-" {
        return Ok(std::io::stdout().write_all(bytes)?);
    }
    std::fs::write(path, bytes).map_err(|error| Failure::file(path, error))
}

fn render_png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| e.to_string())?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or("the picture has no size")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or("the picture is too large to render")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}
