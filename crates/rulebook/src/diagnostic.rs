//! What is wrong with a text, drawn under the line where it is wrong.

use crate::Span;
use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, Source};
use std::fmt;

/// A mistake in a rulebook or a sketch: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The mistake in a sentence.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// What was expected there.
    pub expected: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at `span`.
    pub fn new(span: Span, message: impl fmt::Display, expected: impl fmt::Display) -> Diagnostic {
        let (message, expected) = (shortened(message.to_string()), shortened(expected.to_string()));
        Diagnostic { message, span, expected, help: None }
    }

    /// The same with advice.
    pub fn with_help(self, help: impl fmt::Display) -> Diagnostic {
        Diagnostic { help: Some(help.to_string()), ..self }
    }

    /// The same with the nearest of the words that would have been right, if one is near.
    pub fn suggest<'a>(self, found: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(found, known) {
            Some(word) => self.with_help(format!("did you mean {word}?")),
            None => self,
        }
    }

    /// The mistake drawn: the line, a mark under the word, what was expected.
    pub fn draw(&self, name: &str, source: &str, color: bool) -> String {
        let end = self.span.end.min(source.len());
        if let Some(place) = place_in_long_line(source, self.span.start.min(end)) {
            return format!("Error: {name}: {place}: {self}");
        }
        // A mark of no width would not be seen.
        let start = self.span.start.min(end);
        let span = (name, start..end);
        let config = Config::default()
            .with_color(color)
            .with_index_type(IndexType::Byte)
            .with_char_set(if color { CharSet::Unicode } else { CharSet::Ascii });
        let mut report = Report::build(ReportKind::Error, span.clone())
            .with_config(config)
            .with_message(&self.message)
            .with_label(Label::new(span).with_message(format!("expected {}", self.expected)));
        if let Some(help) = &self.help {
            report = report.with_help(help);
        }
        let mut drawn = Vec::new();
        match report.finish().write((name, Source::from(source)), &mut drawn) {
            Ok(()) => String::from_utf8_lossy(&drawn).trim_end().to_string(),
            Err(_) => self.to_string(),
        }
    }
}

/// Line and column of a place in a line that is too long to be drawn.
fn place_in_long_line(source: &str, at: usize) -> Option<String> {
    const LONGEST_DRAWN: usize = 200;
    let (before, after) = (source.get(..at)?, source.get(at..)?);
    let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = after.find('\n').unwrap_or(after.len());
    let line = before.matches('\n').count() + 1;
    (column + rest > LONGEST_DRAWN).then(|| format!("line {line}, column {}", column + 1))
}

/// The mistake without the drawing.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: expected {}", self.message, self.expected)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// `; did you mean …?` with the nearest known word, or nothing: the end of a message about a word that nobody knows.
///
/// ```
/// assert_eq!(zugwerk_rulebook::advice("soduku", ["sudoku", "tapa"]), "; did you mean sudoku?");
/// assert_eq!(zugwerk_rulebook::advice("chess", ["sudoku", "tapa"]), "");
/// ```
pub fn advice<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, known).map_or(String::new(), |word| format!("; did you mean {word}?"))
}

/// Words that are longer than this are not compared.
const LONGEST_WORD: usize = 60;

/// What is told of a mistake, a word of a page length cut off.
fn shortened(message: String) -> String {
    const LONGEST: usize = 600;
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

/// The known word that `found` most likely was meant to be.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Two words of a page each would take hours to compare.
    let short = |word: &&str| word.len() <= LONGEST_WORD;
    let found = Some(found).filter(short)?.to_lowercase();
    let distance = |word: &str| strsim::damerau_levenshtein(&found, &word.to_lowercase());
    // Hardly anybody mistypes the first letter.
    let begins = |word: &str| word.to_lowercase().chars().next() == found.chars().next();
    let near = known
        .into_iter()
        .filter(short)
        .filter(|word| *word != found)
        .map(|word| ((distance(word), !begins(word)), word));
    let ((distance, _), word) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + word.len() / 4 && distance < word.len()).then_some(word)
}
