//! Faults that were found by hand, each under its name.

use zugwerk_logic::Limits;
use zugwerk_puzzle::format::Document;
use zugwerk_puzzle::report::explain;
use zugwerk_puzzle::{Kind, Next, Search, read, text};

fn document(text: &str) -> (&'static Kind, Document) {
    let document = read(text, None).unwrap_or_else(|what| panic!("{what}: {text}"));
    (Kind::named(&document.puzzle.kind).expect("a known kind"), document)
}

/// How many solutions there are, at most so many.
fn solutions(text: &str, most: usize) -> usize {
    let (kind, document) = document(text);
    let limits = Limits::none();
    let mut search = Search::new(kind, &document.puzzle, None, false, &limits)
        .unwrap_or_else(|error| panic!("{error:?}: {text}"));
    (0..most).take_while(|_| matches!(search.next(&limits), Next::Solution(_))).count()
}

/// The sentences of an explanation.
fn sentences(text: &str) -> Vec<String> {
    let (kind, document) = document(text);
    let explained =
        explain(kind, &document.puzzle, None, false, &Limits::none(), |_, _| {}).unwrap();
    explained.steps.into_iter().map(|step| step.text).collect()
}

#[test]
fn a_board_of_one_cell_has_no_links_to_ask_for() {
    for (text, count) in [
        ("galaxies 1x1\no", 1),
        ("galaxies 1x1\n.", 0),
        ("shikaku 1x1\n1", 1),
        ("masyu 1x1\n.", 0),
        ("hashi 1x1\n.", 1),
        ("kuromasu 1x1\n1", 1),
    ] {
        assert_eq!(solutions(text, 3), count, "{text}");
    }
}

#[test]
fn signs_between_the_places_of_a_drawing_are_refused() {
    let kind = Kind::named("masyu").unwrap();
    let right = "puzzle masyu 2x2\npearl\n..\n..\nanswer line\n.-.\n| |\n.-.\n";
    assert!(text::read(kind, right).is_ok());
    for (from, to, line, what) in [
        (".-.\n| |", "#-.\n| |", 6, "expected '.' in column 1 of line, found '#'"),
        ("| |", "|x|", 7, "expected a blank in column 2 of line, found 'x'"),
        ("| |\n.-.\n", "| |\n.-.\n.\n", 9, "expected no more than 3 rows in column 1"),
    ] {
        let error = text::read(kind, &right.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.what.starts_with(what), "{error}");
    }
}

#[test]
fn a_chain_does_not_show_what_is_supposed_or_known() {
    for text in
        ["fillomino 4x4\n. 3 . .\n. . 2 .\n4 . . .\n. . . 5", "hashi 4x4\n2..3\n....\n....\n1..2"]
    {
        for sentence in sentences(text) {
            let Some((_, chain)) = sentence.split_once(". Suppose ") else { continue };
            let (supposed, links) = chain.split_once(": ").unwrap();
            let place = supposed.split(" is ").next().unwrap();
            let again = format!("then {place} is ");
            assert!(!links.starts_with(&again), "{sentence}");
        }
    }
}

#[test]
fn a_white_pearl_at_the_frame_needs_no_chain() {
    let first = &sentences("masyu 4x4\n.W..\n....\n....\n..W.")[..2];
    assert!(first.iter().all(|sentence| !sentence.contains("Suppose")), "{first:?}");
}

#[test]
fn a_search_names_every_law_once() {
    let text = "nurikabe 4x4\n1..1\n....\n....\n1..1";
    let (kind, document) = document(text);
    let explained =
        explain(kind, &document.puzzle, None, false, &Limits::none(), |_, _| {}).unwrap();
    for law in ["the sea has no square of two by two cells", "the sea is connected"] {
        assert!(explained.text.matches(law).count() <= 1, "{}", explained.text);
    }
    assert!(explained.text.contains("contradict"), "{}", explained.text);
}
