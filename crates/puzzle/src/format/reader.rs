//! A text that is read from the left, and what is wrong with it where it cannot be read.

use std::fmt;
use thiserror::Error;

/// Where a text is wrong, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

impl ReadError {
    pub(super) fn new(text: &str, fault: Fault) -> ReadError {
        let before = text.get(..fault.at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        ReadError { line, column: before[start..].chars().count() + 1, what: fault.what }
    }
}

/// The same, the place counted in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: usize,
    pub what: String,
}

impl Fault {
    pub fn new(at: usize, what: impl Into<String>) -> Fault {
        Fault { at, what: what.into() }
    }
}

/// The text and how far it has been read.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads the text from the byte `at` on.
    pub fn new(text: &'a str, at: usize) -> Reader<'a> {
        Reader { text, at }
    }

    /// Reads the text without the blanks around it.
    pub fn trimmed(text: &'a str) -> Reader<'a> {
        let end = text.trim_end();
        Reader { text: end, at: end.len() - end.trim_start().len() }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Goes past the character if it comes next.
    pub fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Everything before the first character that does not fit.
    pub fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !fits(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// A number without sign.
    pub fn number(&mut self, name: &str) -> Result<i32, Fault> {
        let at = self.at;
        match self.take_while(|c| c.is_ascii_digit()) {
            "" => Err(Fault::new(at, format!("expected {name}, a number, found {}", self.found()))),
            digits => digits
                .parse()
                .map_err(|_| Fault::new(at, format!("{name} is too large: {}", excerpt(digits)))),
        }
    }

    /// The next line without the line break, and where it begins; a `/` ends a line too where `slashes`.
    pub fn line(&mut self, slashes: bool) -> Option<(usize, &'a str)> {
        if self.rest().is_empty() {
            return None;
        }
        let start = self.at;
        let line = self.take_while(|c| c != '\n' && !(slashes && c == '/'));
        self.next();
        Some((start, line))
    }

    /// What comes next, for messages.
    pub fn found(&self) -> String {
        match self.peek() {
            None => "the end of the text".to_string(),
            Some(next) => format!("{next:?}"),
        }
    }

    pub fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::new(self.at, what)
    }

    /// A fault where a text that should be at its end goes on.
    pub fn finish(&self) -> Result<(), Fault> {
        let rest = self.rest().trim_start();
        let at = self.at + self.rest().len() - rest.len();
        match rest.is_empty() {
            true => Ok(()),
            false => Err(Fault::new(
                at,
                format!("expected the end of the puzzle, found {}", excerpt(rest)),
            )),
        }
    }
}

/// At most the first few characters of a word, for messages.
pub(super) fn excerpt(word: &str) -> String {
    let start: String = word.chars().take(20).collect();
    let more = if start.len() < word.len() { "…" } else { "" };
    format!("{:?}", start + more)
}
