//! Puzzles in every format: what is accepted is written in each and read again as the same puzzle, and
//! the solution of a small one keeps the rules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_kuromasu::{Format, Next, Options, Puzzle, Search, broken_rules, parse_colours};
use zugwerk_logic::Limits;

fuzz_target!(|text: &str| {
    let Ok(puzzle) = text.parse::<Puzzle>() else { return };
    let _ = parse_colours(&puzzle, text);
    if puzzle.cells() <= 10_000 {
        for format in Format::ALL {
            if let Ok(written) = format.write(&puzzle) {
                assert_eq!(written.parse::<Puzzle>().as_ref(), Ok(&puzzle), "{}", format.name());
            }
        }
    }
    if puzzle.cells() <= 64 {
        let mut search = Search::new(&puzzle, &Options::default());
        if let Next::Solution(solution) = search.next(&Limits::none().with_conflicts(1000)) {
            assert!(broken_rules(&puzzle, &solution).is_empty());
        }
    }
});
