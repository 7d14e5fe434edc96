//! Puzzles as text: every format of every kind reads what it writes.

#[path = "formats/texts.rs"]
mod texts;

use zugwerk_puzzle::Kind;
use zugwerk_puzzle::format::{Codec, Family, Formats};

fn formats() -> &'static Formats {
    Formats::known()
}

fn codec(kind: &str, family: Family) -> &'static Codec {
    let mut codecs = formats().codecs().iter();
    codecs.find(|codec| codec.kind() == kind && codec.family() == family).unwrap()
}

#[test]
fn every_format_line_makes_sense() {
    for kind in Kind::all() {
        let codecs = kind.codecs().unwrap_or_else(|error| panic!("{}: {error}", kind.name()));
        assert!(!codecs.is_empty(), "{}", kind.name());
    }
}

/// Reads the text and writes it again.
fn again(kind: &str, text: &str) -> Result<String, String> {
    let document = formats().read(text, Some(kind)).map_err(|error| error.to_string())?;
    let family = match text {
        _ if text.starts_with("http") => Family::Address,
        _ if text.starts_with("pzprv3") => Family::File,
        _ => Family::GameId,
    };
    let written = formats().write(family, &document.puzzle, document.answer.as_ref());
    let written = written.map_err(|error| error.to_string())?;
    Ok(if family == Family::File { written.replace('\n', "/") } else { written })
}

#[test]
fn every_text_is_written_as_it_was_read() {
    let differ: Vec<_> = texts::TEXTS
        .iter()
        .map(|(kind, text)| (kind, text, again(kind, text)))
        .filter(|(_, text, again)| again.as_deref() != Ok(text))
        .collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn every_format_has_a_text() {
    for codec in formats().codecs() {
        let written = texts::TEXTS.iter().filter(|(kind, _)| *kind == codec.kind());
        let reads = |text: &str| codec.read(text).is_ok();
        assert!(
            written.into_iter().any(|(_, text)| reads(text)),
            "{} {:?}",
            codec.kind(),
            codec.names()
        );
    }
}

#[test]
fn addresses_and_files_tell_their_kind() {
    for (kind, text) in texts::TEXTS {
        if text.starts_with("http") || text.starts_with("pzprv3") {
            assert_eq!(formats().read(text, None).unwrap().puzzle.kind, *kind, "{text}");
        }
    }
    // Other sites, other names, how it is opened.
    for address in [
        "http://pzv.jp/p.html?kurodoko/5/5/i7g5l2l2g4i",
        "https://puzz.link/p?kuromasu/v:/5/5/i7g5l2l2g4i",
        "pzpr.html?kurodoko_edit/5/5/i7g5l2l2g4i",
        "kurodoko/5/5/i7g5l2l2g4i",
    ] {
        let puzzle = formats().read(address, None).unwrap().puzzle;
        assert_eq!((puzzle.kind.as_str(), puzzle.number("clue", 3)), ("kuromasu", Some(7)));
    }
}

#[test]
fn values_stand_where_they_belong() {
    let read = |kind, family, text| codec(kind, family).read(text).unwrap();
    // Regions and their numbers.
    let puzzle = read("heyawake", Family::Address, "https://puzz.link/p?heyawake/3/2/k0g2").puzzle;
    let rooms: Vec<_> = (0..6).map(|cell| puzzle.number("room", cell).unwrap()).collect();
    assert_eq!(rooms, [0, 1, 1, 0, 1, 1]);
    assert_eq!((puzzle.number("clue", 0), puzzle.number("clue", 1)), (None, Some(2)));
    // 4 stands left of the second row, 1 and 3 below.
    let address = "https://puzz.link/p?skyscrapers/4/4/k13h4j3g";
    let puzzle = read("skyscrapers", Family::Address, address).puzzle;
    assert_eq!((puzzle.number("bottom", 1), puzzle.number("bottom", 2)), (Some(1), Some(3)));
    assert_eq!((puzzle.number("left", 1), puzzle.number("right", 2)), (Some(4), Some(3)));
    // Unequal: r1c1 is greater than what is below it, r2c1 than what is to its right.
    let id = "3:0D,0,0,0R,3,0,0,0,0U,";
    let puzzle = read("futoshiki", Family::GameId, id).puzzle;
    let board = puzzle.board;
    let less = |cell, side| puzzle.number("less", board.link(cell, side).unwrap());
    assert_eq!(less(0, zugwerk_puzzle::Side::Down), Some(-1));
    assert_eq!(less(3, zugwerk_puzzle::Side::Right), Some(-1));
    assert_eq!(less(8, zugwerk_puzzle::Side::Up), Some(1));
    // Boxes of 2 x 3 in columns and rows are three wide and two high.
    let puzzle = read("sudoku", Family::GameId, "2x3:a1h5_3b5b2_2b4b4_3h6a").puzzle;
    assert_eq!((puzzle.number("room", 2), puzzle.number("room", 3)), (Some(0), Some(1)));
    assert_eq!((puzzle.number("room", 6), puzzle.number("room", 12)), (Some(0), Some(2)));
}
