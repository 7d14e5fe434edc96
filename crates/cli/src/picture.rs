//! Pictures on disk: an SVG text as it is, or as the pixels of a PNG.

use crate::exit::Failure;
use resvg::{tiny_skia, usvg};
use std::path::Path;

/// Pixels of the PNG for each unit of the SVG.
const SCALE: f32 = 2.0;
/// The most pixels along a side; a larger picture is scaled down to it.
const MOST: f32 = 8192.0;

/// Writes the picture to `path`: as PNG where the name ends in `.png`, else as SVG.
pub fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    let png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    let bytes = if png { png_of(svg)? } else { svg.as_bytes().to_vec() };
    std::fs::write(path, bytes).map_err(|error| Failure::file(path.display(), error))
}

/// The SVG drawn as a PNG file.
pub fn png_of(svg: &str) -> Result<Vec<u8>, Failure> {
    let failed = |what: String| Failure::bad_input(format!("cannot draw the picture: {what}"));
    let mut options = usvg::Options::default();
    if svg.contains("<text") {
        options.fontdb_mut().load_system_fonts();
    }
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size();
    let scale = SCALE.min(MOST / size.width().max(size.height()));
    let side = |length: f32| ((length * scale).ceil() as u32).max(1);
    let mut pixels = tiny_skia::Pixmap::new(side(size.width()), side(size.height()))
        .ok_or_else(|| failed("it has no size".to_string()))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_square_becomes_a_png() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>";
        let png = super::png_of(svg).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(super::png_of("no picture").is_err());
    }
}
