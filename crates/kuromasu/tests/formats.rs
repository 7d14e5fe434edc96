//! Every format reads what it writes, all formats agree, and no bytes make a reader panic.

use proptest::prelude::*;
use zugwerk_kuromasu::*;

fn puzzles() -> impl Strategy<Value = Puzzle> {
    (1usize..=9, 1usize..=9).prop_flat_map(|(height, width)| {
        let clue = prop_oneof![
            3 => Just(None),
            1 => (0u32..5000).prop_map(|number| Some(Clue::Number(number))),
            1 => (0u32..20).prop_map(|number| Some(Clue::Number(number))),
            1 => Just(Some(Clue::Unknown)),
        ];
        prop::collection::vec(clue, height * width).prop_map(move |clues| {
            let mut puzzle = Puzzle::new(height, width).unwrap();
            for (cell, clue) in clues.into_iter().enumerate() {
                puzzle.set_clue(cell, clue);
            }
            puzzle
        })
    })
}

/// Texts that look a little like a puzzle: more of them get past the first check.
fn nearly_puzzles() -> impl Strategy<Value = String> {
    prop_oneof![
        "[hwc0-9 \\-\n#x]{0,60}",
        "[0-9]{1,3}x[0-9]{1,3}:[a-z0-9_]{0,40}",
        "https://puzz.link/p\\?kurodoko(_edit)?/(v:[a-z]?/)?[0-9]{1,3}/[0-9]{1,3}/[0-9a-z+\\-.é]{0,40}",
        "pzprv3\nkurodoko\n[0-9]{1,2}\n[0-9]{1,2}\n[0-9. \n-]{0,40}",
        "[0-9.? ,\n]{0,60}",
        ".{0,60}",
    ]
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(puzzle in puzzles()) {
        for format in Format::ALL {
            match format.write(&puzzle) {
                Ok(text) => {
                    prop_assert_eq!(Format::recognise(&text), format, "{}", &text);
                    prop_assert_eq!(text.parse::<Puzzle>(), Ok(puzzle.clone()), "{}", &text);
                }
                Err(_) => {
                    let unknown = puzzle.clues().any(|(_, clue)| clue == Clue::Unknown);
                    let large = puzzle.clues().any(|(_, clue)| {
                        matches!(clue, Clue::Number(4096..))
                    });
                    let cannot = match format {
                        Format::Course | Format::Range => unknown,
                        Format::Url => large,
                        Format::Pzprv3 | Format::Grid => false,
                    };
                    prop_assert!(cannot);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in nearly_puzzles()) {
        for format in Format::ALL {
            if let Ok(puzzle) = format.parse(&text) {
                let _ = Colouring::parse(&puzzle, &text);
                let _ = deduce(&puzzle);
            }
        }
        let _ = text.parse::<Puzzle>();
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = String::from_utf8_lossy(&bytes).parse::<Puzzle>();
    }
}

fn clues(puzzle: &Puzzle) -> Vec<(usize, Clue)> {
    puzzle.clues().collect()
}

#[test]
fn course_lines_in_any_order_with_comments() {
    let text = "# a riddle\r\nc 1 0 4   // the only clue\r\n\r\nh 2\n% more\nw 3\nc 1 0 4\n";
    let puzzle: Puzzle = text.parse().unwrap();
    assert_eq!((puzzle.height(), puzzle.width()), (2, 3));
    assert_eq!(clues(&puzzle), [(3, Clue::Number(4))]);
}

#[test]
fn pzpr_files_may_stand_in_one_line() {
    let puzzle: Puzzle = "pzprv3/kurodoko/2/3/. 4 . /- . . /".parse().unwrap();
    assert_eq!(clues(&puzzle), [(1, Clue::Number(4)), (3, Clue::Unknown)]);
}

#[test]
fn addresses_of_the_editor_and_with_variants_are_read() {
    let plain: Puzzle = "https://puzz.link/p?kurodoko/3/3/5n".parse().unwrap();
    for address in [
        "https://puzz.link/p?kurodoko_edit/3/3/5n",
        "https://puzz.link/p?kurodoko/v:/3/3/5n",
        "http://pzv.jp/p.html?kurodoko_edit/v:/3/3/5n",
        "pzplus.tck.mn/p?kurodoko_play/3/3/5n",
    ] {
        assert_eq!(address.parse(), Ok(plain.clone()), "{address}");
    }
}

#[test]
fn addresses_know_small_large_and_unknown_values() {
    let puzzle: Puzzle = "https://puzz.link/p?kurodoko/4/3/f-10+100.gag7j".parse().unwrap();
    let expected = [
        (0, Clue::Number(15)),
        (1, Clue::Number(16)),
        (2, Clue::Number(256)),
        (3, Clue::Unknown),
        (5, Clue::Number(10)),
        (7, Clue::Number(7)),
    ];
    assert_eq!(clues(&puzzle), expected);
}

#[test]
fn game_ids_separate_neighbouring_numbers() {
    let puzzle: Puzzle = "3x3:2_12c3b4".parse().unwrap();
    let expected =
        [(0, Clue::Number(2)), (1, Clue::Number(12)), (5, Clue::Number(3)), (8, Clue::Number(4))];
    assert_eq!(clues(&puzzle), expected);
}

#[test]
fn grids_with_and_without_blanks() {
    let spaced: Puzzle = " . 12 ?\n 3  .  .\n".parse().unwrap();
    let expected = [(1, Clue::Number(12)), (2, Clue::Unknown), (3, Clue::Number(3))];
    assert_eq!(clues(&spaced), expected);
    let dense: Puzzle = ".2?\n3..\n".parse().unwrap();
    assert_eq!(clues(&dense)[0], (1, Clue::Number(2)));
}

/// A number that no format can hold is the same impossible one in all of them.
#[test]
fn a_clue_that_is_too_large_is_the_same_in_every_format() {
    for clue in ["2147483647", "2147483648", "4294967295", "4294967296", &"9".repeat(90)] {
        let puzzle: Puzzle = format!("w 3\nh 2\nc 0 1 {clue}\n").parse().unwrap();
        for format in Format::ALL {
            if let Ok(written) = format.write(&puzzle) {
                assert_eq!(written.parse().as_ref(), Ok(&puzzle), "{}", format.name());
            }
        }
    }
}

/// Each of these is a clear error that names the place.
#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, expected) in [
        ("", "the text is empty"),
        ("w 3\nc 0 0 1\n", "the height (a line \"h N\") of the board is missing"),
        ("h 3\n", "the width (a line \"w N\") of the board is missing"),
        ("h 0\nw 0\n", "a board 0 wide and 0 high has no cells"),
        ("h 1000000\nw 1000000\n", "a board 1000000 wide and 1000000 high is too large"),
        (
            "h 3\nw 99999999999999999999\n",
            "line 2: a width of \"99999999999999999999\" is too large",
        ),
        ("99999999999999999999x3:a", "the width is too large: \"99999999999999999999\""),
        ("kurodoko/3/99999999999999999999/a", "column 12: the height is too large"),
        ("3x:a", "column 3: expected the height, a number, found ':'"),
        ("3x3", "expected a game ID with a colon"),
        (
            "pzprv3\nkurodoko\n2\n3\n. . .",
            "line 5, column 6: the file ends where a line of 3 words should be",
        ),
        ("https://puzz.link/p?kurodoko/a\n\nb/3/c", "'a' is no variant of kuromasu that is known"),
        ("x3:a", "expected a number, \"?\" or \".\", found \"x\""),
        ("https://puzz.link/p?kurodoko_edit/v:/3", "expected '/' and the height"),
        ("h 2\nw 2\nc 2 0 1\n", "line 3: the clue is outside the board: rows are 0 to 1"),
        ("h 2\nw 2\nc 0 0 1\nc 0 0 2\n", "line 4: this cell has another clue already, in line 3"),
        ("h 2\nw 2\nc 0 0\n", "line 3: expected a row, a column and a value after c"),
        ("h 2\nw -2\n", "line 2: expected the width, a number that is not negative, found \"-2\""),
        ("h 2\nh 3\nw 2\n", "line 2: the height is 2 already"),
        ("h 2\nw 2\nq 1\n", "line 3: expected a line that begins with h, w or c, found \"q\""),
        ("3x3:zz", "this goes beyond the last of 9 places"),
        ("3x3:a", "the text ends after 1 of 9 places"),
        ("3x3#123", "a random seed"),
        ("3x3:a!", "line 1, column 6: '!' means nothing here"),
        (
            "https://puzz.link/p?nurikabe/3/3/i",
            "expected a puzzle of the kind kuromasu, found \"nurikabe\"",
        ),
        ("https://puzz.link/p?kurodoko/3/3/-zz", "expected 2 digits in base 16"),
        ("1 2\n3\n", "line 2, column 1: expected 2 words, found 1"),
        ("1 x\n", "line 1, column 3: expected a number, \"?\" or \".\", found \"x\""),
        ("pzprv3\nslither\n", "expected a puzzle of the kind kuromasu, found \"slither\""),
    ] {
        let error = text.parse::<Puzzle>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?} gave {error:?}");
    }
}
