//! Writing pictures: SVG as it is, PNG rendered from it.

use crate::exit::Failure;
use resvg::{tiny_skia, usvg};
use std::io::Write;
use std::path::Path;

/// The most pixels along a side of a PNG; a larger picture is scaled down to it.
const MOST: f32 = 8192.0;

/// Writes the picture to `path`: as SVG or PNG by the end of its name, as SVG to standard output where
/// that is `-`.
pub fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    match kind(path)? {
        Kind::Png => write_png(path, svg, 2.0),
        Kind::Svg => write_svg(path, svg),
    }
}

enum Kind {
    Svg,
    Png,
}

fn kind(path: &Path) -> Result<Kind, Failure> {
    let is = |end: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
    if is("png") {
        Ok(Kind::Png)
    } else if is("svg") || path == Path::new("-") {
        Ok(Kind::Svg)
    } else {
        let what = format!("{}: expected a name that ends in .svg or .png", path.display());
        Err(Failure::bad_input(what))
    }
}

/// Refuses a name that [`write`] would refuse, before there is work done for it.
pub fn check_name(path: &Path) -> Result<(), Failure> {
    kind(path).map(|_| ())
}

/// Writes the picture after step `number` of an explanation into the folder, which is made where it is missing. With the
/// first one, the steps of an earlier explanation go.
pub fn write_step(folder: &Path, number: usize, svg: &str) -> Result<(), Failure> {
    let file = |number: usize| folder.join(format!("step-{number:03}.svg"));
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder.display(), error))?;
    if number == 1 {
        (1..).take_while(|&old| std::fs::remove_file(file(old)).is_ok()).for_each(drop);
    }
    write_svg(&file(number), svg)
}

/// Writes the SVG to `path`, or to standard output where that is `-`.
pub fn write_svg(path: &Path, svg: &str) -> Result<(), Failure> {
    write_bytes(path, svg.as_bytes())
}

/// Renders the SVG, `scale` times its own size, and writes a PNG to `path`, or to standard output where
/// that is `-`.
pub fn write_png(path: &Path, svg: &str, scale: f32) -> Result<(), Failure> {
    let png = render(svg, scale)
        .map_err(|what| Failure::bad_input(format!("cannot draw the picture: {what}")))?;
    write_bytes(path, &png)
}

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(std::io::stdout().write_all(bytes)?);
    }
    std::fs::write(path, bytes).map_err(|error| Failure::file(path.display(), error))
}

fn render(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let mut options = usvg::Options::default();
    // The numbers in a picture must not depend on the fonts of the machine.
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options.font_family = "DejaVu Sans".to_string();
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let wanted = scale;
    let scale = wanted.min(MOST / size.width().max(size.height()));
    if scale < wanted / 16.0 {
        return Err("it is far too large for a PNG; an .svg can have any size".to_string());
    }
    let side = |length: f32| ((length * scale).ceil() as u32).max(1);
    let mut pixels =
        tiny_skia::Pixmap::new(side(size.width()), side(size.height())).ok_or("it has no size")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_square_becomes_a_png() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>";
        let png = super::render(svg, 1.0).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(super::render("no picture", 1.0).is_err());
    }

    #[test]
    fn numbers_are_drawn_whatever_fonts_there_are() {
        let svg = |text: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\" font-family=\"sans-serif\">\
                 <text x=\"5\" y=\"30\" font-size=\"24\">{text}</text></svg>"
            )
        };
        let nothing = super::render(&svg(""), 1.0).unwrap();
        for sign in ["8", "?", "★", "△", "♣", "↑", "∧", "&lt;", "×", "÷", "−"] {
            assert_ne!(super::render(&svg(sign), 1.0).unwrap(), nothing, "{sign}");
        }
    }
}
