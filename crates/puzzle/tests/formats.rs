//! Puzzles as text: every format of every kind reads what it writes.

#[path = "formats/random.rs"]
mod random;
#[path = "formats/solved.rs"]
mod solved;
#[path = "formats/texts.rs"]
mod texts;

use zugwerk_logic::Limits;
use zugwerk_puzzle::format::{Codec, Document, Family, Formats};
use zugwerk_puzzle::{Answer, Kind, Puzzle, Value, check};

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
        _ if text.starts_with(kind) => Family::Grid,
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
        if text.starts_with("http") || text.starts_with("pzprv3") || text.starts_with(kind) {
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

/// What is filled in where nothing is given: formats tell the answer of other cells only.
fn beside_the_clues(kind: &str, puzzle: &Puzzle, answer: &mut Answer) {
    let layer = match kind {
        "nurikabe" | "tapa" | "skyscrapers" => "clue",
        "akari" => "wall",
        "tents" => "tree",
        _ => return,
    };
    for values in answer.layers.values_mut() {
        for (cell, value) in values.values.iter_mut().enumerate() {
            if !puzzle.value(layer, cell).is_empty() {
                *value = Value::Empty;
            }
        }
    }
}

#[test]
fn whatever_is_written_is_read_back_equal() {
    let chance = &mut random::chance(20);
    for codec in formats().codecs() {
        let kind = Kind::named(codec.kind()).unwrap();
        let schema = kind.schema();
        let mut written = 0;
        for _ in 0..300 {
            let puzzle = random::puzzle(&schema, chance);
            let mut answer = random::answer(&schema, &puzzle, chance);
            beside_the_clues(codec.kind(), &puzzle, &mut answer);
            let filled =
                answer.layers.values().any(|layer| layer.values.iter().any(|v| !v.is_empty()));
            let answer = Some(answer).filter(|_| codec.family() == Family::File && filled);
            let Ok(text) = codec.write(&puzzle, answer.as_ref()) else { continue };
            let read = codec.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.puzzle, puzzle, "{text}");
            assert_eq!(read.answer, answer, "{text}");
            written += 1;
        }
        assert!(written > 5, "{} {:?}: {written}", codec.kind(), codec.names());
    }
}

/// What was accepted is written in each format that can tell it, and read again as the same puzzle.
fn written_in_every_format(document: &Document) {
    let puzzle = &document.puzzle;
    for codec in formats().codecs().iter().filter(|codec| codec.kind() == puzzle.kind) {
        if let Ok(written) = codec.write(puzzle, document.answer.as_ref()) {
            let again = codec.read(&written).map(|again| again.puzzle);
            assert_eq!(again.as_ref(), Ok(puzzle), "{written}");
        }
    }
}

/// A text with something wrong in it.
fn spoiled(text: &str, chance: &mut impl rand::Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..chance.random_range(1..=3) {
        let at = chance.random_range(0..letters.len());
        let letter =
            ['0', '9', 'z', 'a', '-', '+', '.', '/', ',', ' ', 'é', 'x', ':', '_', 'Z', '\n'];
        match chance.random_range(0..4) {
            0 => letters[at] = letter[chance.random_range(0..letter.len())],
            1 => letters.insert(at, letter[chance.random_range(0..letter.len())]),
            2 if letters.len() > 1 => {
                letters.remove(at);
            }
            _ => letters.truncate(at.max(1)),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn nonsense_is_an_error_with_a_place_and_never_a_panic() {
    let chance = &mut random::chance(7);
    for (kind, text) in texts::TEXTS {
        for _ in 0..200 {
            let text = spoiled(text, chance);
            for kind in [Some(*kind), None] {
                let read = formats().read(&text, kind);
                if let Ok(document) = &read {
                    written_in_every_format(document);
                }
                if let Err(error) = read {
                    let lines: Vec<&str> = text.split('\n').collect();
                    assert!((1..=lines.len()).contains(&error.line), "{text:?}: {error}");
                    let line = lines[error.line - 1].chars().count();
                    assert!((1..=line + 1).contains(&error.column), "{text:?}: {error}");
                    assert!(!error.what.is_empty());
                }
            }
        }
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    for text in [
        "https://puzz.link/p?kurodoko/1000000/1000000/g",
        "https://puzz.link/p?heyawake/99999999999999999999/3/g",
        "pzprv3/hitori/1000000/1000000/. /",
        "1000000x1000000:zzz",
        "100000x100000:c7_8b6c",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Range\nCPARAMS :15:1000000x1000000\nDESC    :1:a\n",
    ] {
        let error = formats().read(text, None).unwrap_err().to_string();
        assert!(error.contains("too large"), "{text}: {error}");
    }
    let error = formats().read("https://puzz.link/p?kurodoko/0/5/", None).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 30: a board of 0 × 5 cells is empty");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let error = |text, kind| formats().read(text, kind).unwrap_err().to_string();
    for (text, kind, what) in [
        ("", None, "line 1, column 1: there is no puzzle here: the text is empty"),
        (
            "https://puzz.link/p?kurodoko/5/5/i7g5l2l2",
            None,
            "line 1, column 42: the text ends after 20 of 25 places",
        ),
        (
            "https://puzz.link/p?kurodoko/5/5/i7!",
            None,
            "line 1, column 36: '!' means nothing here (place 5 of 25)",
        ),
        (
            "https://puzz.link/p?chess/5/5/i7",
            None,
            "line 1, column 1: \"chess\" is no kind that is known here",
        ),
        (
            "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i",
            Some("sudoku"),
            "line 1, column 1: expected a puzzle of the kind sudoku, found kurodoko",
        ),
        (
            "https://puzz.link/p?aquarium/q/4/4/bu8i90/i3213g",
            None,
            "line 1, column 30: 'q' is no variant of aquarium that is known",
        ),
        ("pzprv3\nhitori\n2\n2\n1 2\n2 x\n", None, "line 6, column 3: \"x\" means nothing here"),
        ("pzprv3\nhitori\n2\n2\n1 2 3\n", None, "line 5, column 1: expected 2 words, found 3"),
        ("9x6:a5b", Some("kuromasu"), "line 1, column 8: the text ends after 4 of 54 places"),
        (
            "5a:0,",
            Some("futoshiki"),
            "line 1, column 2: \"a\" is no variant of futoshiki that is known",
        ),
    ] {
        assert_eq!(error(text, kind), what, "{text}");
    }
}

/// A save file with these moves.
fn saved(game: &str, parameters: &str, description: &str, moves: &[(&str, &str)]) -> String {
    let count = (moves.len() + 1).to_string();
    let head = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", game),
        ("PARAMS", parameters),
        ("CPARAMS", parameters),
        ("SEED", "747215001722990"),
        ("DESC", description),
        ("NSTATES", &count),
        ("STATEPOS", &count),
    ];
    let lines = head.iter().chain(moves);
    lines.map(|(name, value)| format!("{name:8}:{}:{value}\n", value.len())).collect()
}

#[test]
fn solutions_in_save_files_keep_all_laws() {
    for (game, parameters, description, solution) in solved::SOLVED {
        let text = saved(game, parameters, description, &[("SOLVE", solution)]);
        let document = formats().read(&text, None).unwrap_or_else(|e| panic!("{game}: {e}"));
        let kind = Kind::named(&document.puzzle.kind).unwrap();
        let mut answer = document.answer.unwrap();
        // What is not told is not there.
        for value in answer.layers.values_mut().flat_map(|layer| &mut layer.values) {
            if value.is_empty() {
                *value = Value::Number(0);
            }
        }
        let correct = |answer: &Answer| {
            let verdict = check(kind, &document.puzzle, answer, &Limits::default()).unwrap();
            verdict.is_correct()
        };
        assert!(correct(&answer), "{game} {description}");
        // Each of these puzzles has one solution: whatever is changed in it breaks a law.
        let layer = answer.layers.values_mut().next().unwrap();
        let (place, value) = (layer.values.len() / 2, layer.values[layer.values.len() / 2].clone());
        let other = match (value.number().unwrap(), game) {
            (0, _) => 1,
            (1, &("Solo" | "Towers" | "Unequal" | "Keen" | "Filling" | "Slant")) => 2,
            (1, _) => 0,
            (number, _) => number - 1,
        };
        layer.values[place] = Value::Number(other);
        assert!(!correct(&answer), "{game} {description}");
    }
}

#[test]
fn a_save_file_tells_its_game_and_what_was_filled_in() {
    let moves = [("MOVE", "B,0,1"), ("MOVE", "W,1,0"), ("MOVE", "E,0,1"), ("MOVE", "B,2,2")];
    let text = saved("Range", "5x5", "d5c7b9a9b6c6d", &moves);
    let document = formats().read(&text, None).unwrap();
    let id = formats().write(Family::GameId, &document.puzzle, None).unwrap();
    assert_eq!((document.puzzle.kind.as_str(), id.as_str()), ("kuromasu", "5x5:d5c7b9a9b6c6d"));
    let black = |document: &Document, cell| {
        document.answer.as_ref().and_then(|answer| answer.number("black", cell))
    };
    assert_eq!([1, 5, 12].map(|cell| black(&document, cell)), [None, Some(0), Some(1)]);
    // Moves that were taken back are not there, and those before a restart are gone.
    let undone = text.replace("STATEPOS:1:5", "STATEPOS:1:2");
    let document = formats().read(&undone, None).unwrap();
    assert_eq!([1, 5, 12].map(|cell| black(&document, cell)), [Some(1), None, None]);
    let restarted = text.replace("MOVE    :5:E,0,1", "RESTART :13:d5c7b9a9b6c6d");
    let document = formats().read(&restarted, None).unwrap();
    assert_eq!([1, 5, 12].map(|cell| black(&document, cell)), [None, None, Some(1)]);
    // A game that has just begun.
    let codec = codec("akari", Family::GameId);
    let puzzle = codec.read("6x5:i2BcB2c3Bi").unwrap().puzzle;
    let again = formats().read(&codec.write_saved(&puzzle).unwrap(), None).unwrap();
    assert_eq!((again.puzzle, again.answer), (puzzle, None));
    // Off the board.
    let text = saved("Range", "5x5", "d5c7b9a9b6c6d", &[("MOVE", "B,0,9")]);
    let error = formats().read(&text, None).unwrap_err().to_string();
    assert_eq!(error, "line 10, column 12: this is no move on a board of 25 cells");
}

#[test]
fn what_a_format_cannot_tell_is_said() {
    let puzzle = formats().read("7x7m4:4e6u6eCh2a5b7", Some("hashi")).unwrap().puzzle;
    let error = formats().write(Family::Address, &puzzle, None).unwrap_err().to_string();
    assert_eq!(error, "bridges is 4; this format can only tell 2");
    let puzzle = formats().read("https://puzz.link/p?kurodoko/2/2/.2h", None).unwrap().puzzle;
    let error = formats().write(Family::GameId, &puzzle, None).unwrap_err().to_string();
    assert_eq!(error, "r1c1: ? of clue has no form in this format");
    let puzzle = formats().read("https://puzz.link/p?nurikabe/2/2/.2h", None).unwrap().puzzle;
    let error = formats().write(Family::GameId, &puzzle, None).unwrap_err().to_string();
    assert_eq!(error, "there are no game IDs of nurikabe");
}

#[test]
fn grids_are_read_as_people_type_them() {
    let read =
        |text: &str, kind| formats().read(text, kind).unwrap_or_else(|e| panic!("{text}: {e}"));
    let rows = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    let puzzle = read(rows, Some("sudoku")).puzzle;
    assert_eq!((puzzle.number("clue", 0), puzzle.number("room", 80)), (Some(5), Some(8)));
    assert_eq!(read(&format!("sudoku\n\n{rows}"), None).puzzle, puzzle);
    let puzzle = read("starbattle stars=2\naab\nabb\nccb\n", None).puzzle;
    assert_eq!((puzzle.parameter("stars"), puzzle.number("room", 6)), (Some(2), Some(2)));
    let puzzle = read("tents\n  1 . 0\n. . T .\n1 . . .\n", None).puzzle;
    assert_eq!((puzzle.number("tree", 1), puzzle.number("left", 1)), (Some(1), Some(1)));
    let puzzle = read("keen\naa\nab\n\n4* .\n. 1\n", None).puzzle;
    assert_eq!((puzzle.number("op", 0), puzzle.number("target", 1)), (Some(2), Some(1)));
    let puzzle = read("futoshiki\n. < 2 .\n^     v\n. . .\n\n. . > 3\n", None).puzzle;
    let less: Vec<_> =
        (0..puzzle.board.links()).filter_map(|link| puzzle.number("less", link)).collect();
    assert_eq!(less, [1, -1, 1, -1]);
    let puzzle = read("slant\n.1.\n2..\n", None).puzzle;
    assert_eq!(
        (puzzle.board.width, puzzle.board.height, puzzle.number("clue", 3)),
        (2, 1, Some(2))
    );
    let puzzle = read("galaxies\no....\n.....\n...o.\n", None).puzzle;
    assert_eq!(
        (puzzle.board.width, puzzle.board.height, puzzle.number("dot", 13)),
        (3, 2, Some(1))
    );
    let error = |text, kind| formats().read(text, kind).unwrap_err().to_string();
    for (text, kind, what) in [
        (
            "12\n1x\n",
            Some("hitori"),
            "line 2, column 2: expected a number, \"?\" or \".\", found \"x\"",
        ),
        ("12\n123\n", Some("hitori"), "line 1, column 1: expected 3 words, found 2"),
        ("hitori 2x2\n1 2\n", None, "line 2, column 1: expected 2 rows, found 1"),
        ("heyawake\naa\nbb\n", None, "line 3, column 3: expected a blank line and one more grid"),
        ("sudoku side=3\n1\n", None, "line 1, column 8: \"side=3\" is no parameter of sudoku"),
        (
            "hitori 1000000x1000000\n1\n",
            None,
            "line 1, column 8: a board of 1000000 × 1000000 cells is too large; it has at most 1000000 cells",
        ),
        ("futoshiki\n. < . <\n", None, "line 2, column 7: this sign stands between no cells"),
    ] {
        assert_eq!(error(text, kind), what, "{text}");
    }
}

#[test]
fn game_ids_are_recognised_where_only_one_kind_can_be_meant() {
    let ambiguous = ["fillomino", "mosaic"];
    for (kind, text) in texts::TEXTS {
        if !text.starts_with(|c: char| c.is_ascii_digit()) || ambiguous.contains(kind) {
            continue;
        }
        let found = formats().read(text, None).map(|document| document.puzzle.kind);
        assert_eq!(found.as_deref(), Ok(*kind), "{text}");
    }
}
