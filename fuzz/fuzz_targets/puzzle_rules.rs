//! Rulebooks of puzzles: any text is one or gets a diagnosis, and its laws and formats are put on a small board, or it is told
//! what is wrong with them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use zugwerk_logic::Limits;
use zugwerk_puzzle::{Board, GroundError, Kind, Next, Puzzle, Search, check, text};

fuzz_target!(|text: &str| {
    let kind = match Kind::parse(text) {
        Ok(kind) => kind,
        Err(mistake) => {
            let _ = mistake.draw("text", text, false);
            return;
        }
    };
    let _ = kind.codecs();
    for board in [Board::new(2, 2), Board::new(3, 2)] {
        let puzzle = Puzzle::new(kind.name(), board);
        let limits = Limits::none().with_time(Duration::from_secs(1)).with_memory(32 << 20);
        let mut search = match Search::new(&kind, &puzzle, None, false, &limits) {
            Ok(search) => search,
            Err(GroundError::Rulebook(mistake)) => {
                let _ = mistake.draw("text", text, false);
                continue;
            }
            Err(_) => continue,
        };
        // What the solver finds keeps the laws, and is written and read again as the same.
        if let Next::Solution(answer) = search.next(&limits.clone().with_conflicts(100)) {
            if let Ok(verdict) = check(&kind, &puzzle, &answer, &limits) {
                assert!(verdict.broken.is_empty(), "{:?}", verdict.broken);
            }
            let written = text::write(&kind, &puzzle, Some(&answer));
            let _ = text::read(&kind, &written);
        }
    }
});
