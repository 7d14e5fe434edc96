//! Kinds of puzzles: each a rulebook.

use crate::format::{Codec, Document, Formats};
use std::sync::OnceLock;
use zugwerk_rulebook::{Diagnostic, Rulebook};

/// A kind of puzzle.
#[derive(Clone, Debug)]
pub struct Kind {
    text: String,
    book: Rulebook,
}

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../rulebooks/puzzles/", $name, ".rules"))),*]
    };
}

/// The texts that come with the program.
const TEXTS: [&str; 31] = texts![
    "akari",
    "aquarium",
    "cave",
    "dominosa",
    "fillomino",
    "futoshiki",
    "galaxies",
    "hashi",
    "heyawake",
    "hitori",
    "kakuro",
    "keen",
    "kuromasu",
    "lits",
    "masyu",
    "mosaic",
    "nonogram",
    "norinori",
    "nurikabe",
    "palisade",
    "ripple",
    "shikaku",
    "skyscrapers",
    "slant",
    "slitherlink",
    "starbattle",
    "sudoku",
    "takuzu",
    "tapa",
    "tents",
    "yajilin",
];

impl Kind {
    /// All kinds that come with the program, by name.
    ///
    /// ```
    /// assert!(zugwerk_puzzle::Kind::all().any(|kind| kind.name() == "sudoku"));
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Kind> {
        TEXTS.iter().enumerate().filter_map(|(at, _)| known(at))
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        let begins = |text: &&str| {
            text.strip_prefix("puzzle ")
                .and_then(|rest| rest.strip_prefix(name))
                .is_some_and(|rest| rest.starts_with([' ', '\n']))
        };
        known(TEXTS.iter().position(begins)?)
    }

    /// The kind that some format has under this name: `kurodoko` on puzz.link and `range` in Simon Tatham's collection are
    /// `kuromasu`.
    pub fn known_elsewhere(name: &str) -> Option<&'static Kind> {
        let names = |line: &str| -> bool {
            let head = line.strip_prefix("format ").and_then(|rest| rest.split(':').next());
            head.is_some_and(|head| {
                head.split_whitespace().skip(1).any(|word| word == name && word != "or")
            })
        };
        known(TEXTS.iter().position(|text| text.lines().any(names))?)
    }

    /// The kind that a text describes. Everything that is wrong whatever the board is told here.
    ///
    /// ```
    /// let text = "puzzle tiny\nboard W x H\nunknown black: set of cells\nlaw \"all are connected\"\n  connected(blakc)\n";
    /// let mistake = zugwerk_puzzle::Kind::parse(text).unwrap_err();
    /// assert_eq!(mistake.help.as_deref(), Some("did you mean black?"));
    /// ```
    pub fn parse(text: &str) -> Result<Kind, Diagnostic> {
        let book = zugwerk_rulebook::parse(text)?;
        if book.kind != zugwerk_rulebook::ast::Kind::Puzzle {
            return Err(Diagnostic::new(
                book.name.span,
                format!("this describes a {}", book.kind.word()),
                "a puzzle",
            ));
        }
        names_are_new(&book)?;
        crate::typing::check(&book)?;
        let kind = Kind { text: text.to_string(), book };
        kind.check_formats()?;
        Ok(kind)
    }

    /// What is wrong with a line that says how a puzzle is written.
    fn check_formats(&self) -> Result<(), Diagnostic> {
        let schema = self.schema();
        for line in self.book.directives.iter().filter(|line| line.word.text == "format") {
            if let Err(error) = Codec::parse(&schema, &line.text) {
                let start =
                    line.tokens.first().map_or(line.word.span.end, |token| token.span.start);
                let span = start + error.place.start..start + error.place.end;
                return Err(Diagnostic::new(
                    span,
                    error.what,
                    "a format as docs/puzzle-formats.md has them",
                ));
            }
        }
        Ok(())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.book.name.text
    }

    /// What it is, in a line.
    pub fn about(&self) -> &str {
        self.book.about.as_deref().unwrap_or("")
    }

    /// Its rulebook as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its rulebook.
    pub fn book(&self) -> &Rulebook {
        &self.book
    }

    /// The sentence of law number `law`.
    pub fn sentence(&self, law: usize) -> &str {
        self.book
            .laws
            .get(law)
            .and_then(|law| law.sentence.as_ref())
            .map_or("", |sentence| &sentence.text)
    }
}

/// No two things that are given, or to be found, may have one name.
fn names_are_new(book: &Rulebook) -> Result<(), Diagnostic> {
    let mut known: Vec<&str> = Vec::new();
    let parameters = book.parameters.iter().map(|parameter| &parameter.name);
    let layers = book.given.iter().chain(&book.unknown).map(|layer| &layer.name);
    for name in parameters.chain(layers) {
        if known.contains(&name.text.as_str()) {
            let message = format!("{} is the name of something else already", name.text);
            return Err(Diagnostic::new(name.span.clone(), message, "a name of its own"));
        }
        known.push(&name.text);
    }
    Ok(())
}

/// Reads a puzzle, and an answer where the text has one, in whichever format it is written.
pub fn read(text: &str, kind: Option<&Kind>) -> Result<Document, String> {
    if crate::text::is_text(text) {
        let name = crate::text::kind_of(text).unwrap_or("");
        let known = || {
            Kind::named(name).ok_or_else(|| {
                let advice = zugwerk_rulebook::advice(name, Kind::all().map(Kind::name));
                format!("{name} is no known kind of puzzle{advice}")
            })
        };
        let kind = match kind {
            Some(kind) => kind,
            None => known()?,
        };
        let (puzzle, answer) = crate::text::read(kind, text).map_err(|error| error.to_string())?;
        return Ok(Document { puzzle, answer });
    }
    let read = match kind {
        None => Formats::known().read(text, None),
        Some(kind) => {
            let codecs = kind.codecs().map_err(|error| error.to_string())?;
            Formats::new(codecs).read(text, Some(kind.name()))
        }
    };
    read.map_err(|error| error.to_string())
}

/// Whether a line is itself a puzzle: an address, a game ID or a sudoku in one line.
pub fn recognises(line: &str) -> bool {
    let line = line.trim();
    let is_size = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_alphanumeric())
    };
    // Addresses are also pasted without their beginning.
    let is_page = |text: &str| text.ends_with("/p") || text.ends_with("/p.html");
    line.starts_with("http://")
        || line.starts_with("https://")
        || line.split_once('?').is_some_and(|(page, _)| is_page(page))
        || line.starts_with("pzprv3")
        || crate::format::is_line(line)
        || line.split_once(':').is_some_and(|(size, _)| is_size(size))
}

/// The kind of text number `at`, read when it is first asked for.
fn known(at: usize) -> Option<&'static Kind> {
    static KINDS: [OnceLock<Option<Kind>>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    KINDS[at].get_or_init(|| Kind::parse(TEXTS[at]).ok()).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_without_its_beginning() {
        for line in ["puzz.link/p?nurikabe/5/5/g5k2o1k3g", "HTTP://pzv.jp/p.html?nurikabe/1/1/g"] {
            assert!(recognises(line), "{line}");
        }
        assert!(!recognises(". ? 2") && !recognises("mine.txt"));
    }

    #[test]
    fn a_name_that_is_declared_twice_is_refused() {
        let text = "puzzle twice \"two of one name\"\nboard W x H\nunknown mark: set of cells\nunknown mark: set of cells\nlaw \"all\"\n  all c: c is mark\n";
        let Err(mistake) = Kind::parse(text) else { panic!("a mistake was expected") };
        assert_eq!(mistake.message, "mark is the name of something else already");
        assert_eq!(&text[mistake.span], "mark");
        let once = text.replacen("unknown mark: set of cells\n", "", 1);
        assert!(Kind::parse(&once).is_ok());
    }

    #[test]
    fn every_text_is_read() {
        for text in TEXTS {
            if let Err(diagnostic) = Kind::parse(text) {
                panic!("{}", diagnostic.draw("rules", text, false));
            }
            let codecs = Kind::parse(text).map(|kind| kind.codecs().map(|codecs| codecs.len()));
            assert!(matches!(codecs, Ok(Ok(1..))), "{codecs:?}");
            let lines = text.lines().count();
            assert!(lines <= 30, "{} has {lines} lines", text.lines().next().unwrap_or(""));
        }
        let names: Vec<&str> = Kind::all().map(Kind::name).collect();
        assert!(names.is_sorted() && names.len() == TEXTS.len());
        assert!(
            names.iter().all(|name| Kind::named(name).is_some_and(|kind| kind.name() == *name))
        );
        assert!(Kind::named("su").is_none());
    }

    #[test]
    fn names_of_other_collections_are_known() {
        let name = |other| Kind::known_elsewhere(other).map(Kind::name);
        for (other, ours) in [
            ("kurodoko", "kuromasu"),
            ("range", "kuromasu"),
            ("lightup", "akari"),
            ("loopy", "slitherlink"),
        ] {
            assert_eq!(name(other), Some(ours));
        }
        assert_eq!((name("or"), name("pzpr"), name("")), (None, None, None));
    }
}
