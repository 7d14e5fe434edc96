//! What is wrong with the rulebook of a puzzle is told without a board, and at its place.

use zugwerk_puzzle::{Board, Kind, Puzzle, report};

/// The words of a text outside quotes, by their places.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let (mut words, mut quoted, mut start) = (Vec::new(), false, None);
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = !quoted
            && (sign.is_alphabetic() || sign == '_' || start.is_some() && sign.is_alphanumeric());
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
        quoted ^= sign == '"';
    }
    words
}

fn line(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
}

/// Whether a line is one whose words this room knows nothing of: names of kinds and sides of the board, names of other programs.
fn is_free(text: &str) -> bool {
    ["puzzle ", "board ", "format "].iter().any(|word| text.starts_with(word))
}

#[test]
fn a_misspelt_word_is_found_in_its_line() {
    for kind in Kind::all() {
        let text = kind.text();
        let lines: Vec<&str> = text.lines().collect();
        for word in words(text) {
            let at = line(text, word.start);
            let declares = ["given ", "unknown ", "with "];
            let declares = declares.iter().any(|word| lines[at - 1].starts_with(word))
                || !lines[at - 1].starts_with([' ', 'l']);
            if is_free(lines[at - 1]) {
                continue;
            }
            let wrong = format!("{}q{}", &text[..word.end], &text[word.end..]);
            let name = &text[word.clone()];
            let Err(mistake) = Kind::parse(&wrong) else {
                panic!("{}: {name}q in line {at} is not found", kind.name());
            };
            let told = line(&wrong, mistake.span.start);
            // A word that is declared wrongly is missed where it is used.
            let missed = mistake.message == format!("{name} means nothing here")
                || mistake.help == Some(format!("did you mean {name}q?"));
            let missed = declares && missed;
            assert!(
                told == at || missed,
                "{}: {name}q in line {at}: {told}, {mistake}",
                kind.name()
            );
        }
    }
}

/// What is told about a text with these laws, and the words that are marked.
fn mistake(laws: &str) -> (String, String) {
    let text = format!(
        "puzzle p\nboard W x H\ngiven clue: cell -> number; top: column -> number\nunknown black: set of cells; digit: cell -> 1..9\n\
         law \"all is used\"\n  all a with clue, u of columns with top: a is black or digit(a) = clue(a) + top(u)\n{laws}"
    );
    match Kind::parse(&text) {
        Ok(_) => panic!("{laws} is read"),
        Err(mistake) => (mistake.to_string(), text[mistake.span].to_string()),
    }
}

#[test]
fn values_of_a_wrong_kind_are_found() {
    let cases = [
        (
            "law \"l\"\n  all a: (a is black) = black",
            "(a is black) = black",
            "a truth value and a set of cells",
        ),
        ("law \"l\"\n  all a: digit(a) + black = 3", "black", "a set of cells"),
        ("law \"l\"\n  all r of rows: digit(r) = 3", "r", "a row, but digit stands at cells"),
        ("law \"l\"\n  all a with top: a is black", "a", "a cell, but top stands at columns"),
        ("law \"l\"\n  all a: first(a) is black", "a", "expected a link"),
        ("law \"l\"\n  all a: digit(a) / 0 = 1", "0", "a division by zero"),
        ("law \"l\"\n  all a: digit(a) * digit(a) = 1", "digit(a)", "two unknown numbers"),
        ("law \"l\"\n  exactly digit(a1) a: a is black", "a1", "a1 means nothing here"),
        ("law \"l\"\n  all a: digit = 3", "digit", "a number for every place"),
        ("law \"l\"\n  all a: digit(a, a) = 3", "digit", "digit takes one argument, found 2"),
        ("law \"l\"\n  not connected(black)", "connected", "cannot stand inside another formula"),
        ("law \"l\"\n  all a in black: differ(digit, row(a))", "differ", "cannot stand inside"),
        ("law \"l\"\n  some a in clue(a): a is black", "a", "a means nothing here"),
        ("law \"l\"\n  all a, b: a is black", "b", "b is never used"),
        ("f(a) = a is black", "f", "no law uses f"),
        ("f(a) = f(a)\nlaw \"l\"\n  all a: f(a)", "f(a)", "in a circle"),
        ("law \"l\"\n  all a with black: digit(a) = 1", "black", "nothing given is called black"),
        ("law \"l\"\n  differ(clue, rows)", "clue", "nothing unknown is called clue"),
        ("format grid: clue as nomber", "clue as nomber", "nomber"),
        ("format pzpr x: clue as number16,\n  blck as shading", "blck as shading", "blck"),
    ];
    for (laws, marked, said) in cases {
        let (message, place) = mistake(laws);
        assert!(message.contains(said), "{laws}: {message}");
        assert_eq!(place, marked, "{laws}: {message}");
    }
}

#[test]
fn what_no_law_speaks_of_is_found() {
    let head = "puzzle p\nboard W x H\nwith n = 2\ngiven clue: cell -> number\nunknown black: set of cells\n";
    let law = "law \"l\"\n  all a with clue: a is black and clue(a) > n\n";
    assert!(Kind::parse(&format!("{head}{law}")).is_ok());
    for (used, instead) in [("> n", "> 2"), ("clue(a) > n", "n > 1"), ("a is black and ", "")] {
        let text =
            format!("{head}{}", law.replace(used, instead).replace("with clue", "where 1 = 1"));
        let mistake = Kind::parse(&text).err().map(|mistake| mistake.message).unwrap_or_default();
        assert!(mistake.starts_with("no law uses"), "{text}: {mistake}");
    }
    // A circle that may end in a choice is none.
    let circle = "f(k) = if k = 0 then 0 else 1 + f(k - 1)\n";
    let text = format!("{head}{}{circle}", law.replace("> n", "> f(n)"));
    assert_eq!(Kind::parse(&text).err(), None);
}

#[test]
fn numbers_without_their_sign_are_of_every_rulebook() {
    let text = "puzzle apart \"neighbours lie apart\"\nboard W x H\nunknown digit: cell -> 1..4\n\
        law \"neighbours differ by two or more\"\n  all l of links: abs(digit(first(l)) - digit(second(l))) > 1\n";
    let kind = Kind::parse(text).unwrap();
    let ask = report::Ask { all: Some(100), ..report::Ask::default() };
    let limits = zugwerk_logic::Limits::none();
    let puzzle = Puzzle::new("apart", Board::new(3, 1));
    let solutions = report::solve(&kind, &puzzle, ask, &limits).unwrap();
    // 1 goes with 3 and 4, 2 with 4, and the other way round.
    let apart = |a: i32, b: i32| (a - b).abs() > 1;
    let all = (1..=4).flat_map(|a| (1..=4).flat_map(move |b| (1..=4).map(move |c| (a, b, c))));
    let count = all.filter(|&(a, b, c)| apart(a, b) && apart(b, c)).count();
    assert_eq!(solutions.count, Some(count as u64));
}
