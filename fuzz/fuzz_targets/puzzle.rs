//! Puzzles of every kind in every format: what is accepted is written in each format of its kind and read again as the
//! same puzzle; a small one and its answer are checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use zugwerk_logic::Limits;
use zugwerk_puzzle::format::Formats;
use zugwerk_puzzle::{Kind, report};

fuzz_target!(|text: &str| {
    // The first byte chooses a kind, for texts that do not name theirs.
    let kinds: Vec<&Kind> = Kind::all().collect();
    let kind = text.bytes().next().and_then(|first| kinds.get(usize::from(first % 64)));
    let text = if kind.is_some() { text.get(1..).unwrap_or(text) } else { text };
    let Ok(document) = zugwerk_puzzle::read(text, kind.copied()) else { return };
    if document.puzzle.board.cells() > 10_000 {
        return;
    }
    let of_kind = |codec: &&zugwerk_puzzle::format::Codec| codec.kind() == document.puzzle.kind;
    for codec in Formats::known().codecs().iter().filter(of_kind) {
        if let Ok(written) = codec.write(&document.puzzle, document.answer.as_ref()) {
            let again = codec.read(&written).map(|again| again.puzzle);
            assert_eq!(again.as_ref(), Ok(&document.puzzle), "{written}");
        }
    }
    let Some(kind) = Kind::named(&document.puzzle.kind) else { return };
    let _ = zugwerk_puzzle::text::write(kind, &document.puzzle, document.answer.as_ref());
    // Whatever was read can be asked about.
    if document.puzzle.board.cells() <= 36 {
        let limits = Limits::none().with_time(Duration::from_secs(1)).with_memory(32 << 20);
        let answer = document.answer.unwrap_or_default();
        let _ = report::checked(kind, &document.puzzle, &answer, &limits);
    }
});
