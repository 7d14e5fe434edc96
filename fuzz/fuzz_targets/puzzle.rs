//! Puzzles of every kind in every format: what is accepted is written in each format of its kind and read again as the
//! same puzzle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_puzzle::Kind;
use zugwerk_puzzle::format::Formats;

fuzz_target!(|text: &str| {
    // The first byte chooses a kind, for texts that do not name theirs.
    let kinds: Vec<&Kind> = Kind::all().collect();
    let kind = text.bytes().next().and_then(|first| kinds.get(usize::from(first % 64)));
    let text = if kind.is_some() { text.get(1..).unwrap_or(text) } else { text };
    let Ok(document) = Formats::known().read(text, kind.map(|kind| kind.name())) else { return };
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
});
