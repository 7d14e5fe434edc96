//! Kinds of puzzles: each a rulebook.

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

    /// The kind that a text describes.
    pub fn parse(text: &str) -> Result<Kind, Diagnostic> {
        let book = zugwerk_rulebook::parse(text)?;
        if book.kind != zugwerk_rulebook::ast::Kind::Puzzle {
            return Err(Diagnostic::new(
                book.name.span,
                format!("this describes a {}", book.kind.word()),
                "a puzzle",
            ));
        }
        Ok(Kind { text: text.to_string(), book })
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

/// The kind of text number `at`, read when it is first asked for.
fn known(at: usize) -> Option<&'static Kind> {
    static KINDS: [OnceLock<Option<Kind>>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    KINDS[at].get_or_init(|| Kind::parse(TEXTS[at]).ok()).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read() {
        for text in TEXTS {
            if let Err(diagnostic) = Kind::parse(text) {
                panic!("{}", diagnostic.draw("rules", text, false));
            }
            let lines = text.lines().count();
            assert!(lines <= 26, "{} has {lines} lines", text.lines().next().unwrap_or(""));
        }
        let names: Vec<&str> = Kind::all().map(Kind::name).collect();
        assert!(names.is_sorted() && names.len() == TEXTS.len());
        assert!(
            names.iter().all(|name| Kind::named(name).is_some_and(|kind| kind.name() == *name))
        );
        assert!(Kind::named("su").is_none());
    }
}
