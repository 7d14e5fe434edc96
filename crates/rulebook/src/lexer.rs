//! The text of a rulebook cut into tokens.
//!
//! A line that begins at the margin begins a statement; indented lines go on with it. The end of an indented line
//! separates what the line before said from what follows, as a comma does, except inside brackets.

use crate::{Diagnostic, Span};

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its text; of a sentence in quotes, without them.
    pub text: String,
    /// Where it stands in the text.
    pub span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word: a letter, then letters, digits, `_` and `'`.
    Word,
    /// A whole number.
    Number,
    /// A text in quotes.
    Quoted,
    /// A bracket, an operator, a separator.
    Sign,
    /// The end of a line whose statement goes on in the next.
    Line,
    /// The end of a statement.
    Statement,
    /// The end of the text.
    End,
}

impl Token {
    /// Whether it is this word or sign.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Sign) && self.text == text
    }
}

/// Signs of more than one character, which are looked for first.
const LONG_SIGNS: [&str; 7] = [":=", "->", "<=", ">=", "!=", "..", "=>"];
/// Signs of one character.
const SIGNS: &str = "()[]{},:;=<>+-*/.|&";

/// Cuts the text into tokens; the last one is [`Kind::End`].
pub fn tokens(text: &str) -> Result<Vec<Token>, Diagnostic> {
    Lexer { text, at: 0, open: 0, tokens: Vec::new() }.run()
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// How many brackets are open.
    open: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Result<Vec<Token>, Diagnostic> {
        while let Some(next) = self.rest().chars().next() {
            match next {
                '\n' => self.line_end(),
                // Lines of old files end with a carriage return alone.
                '\r' if !self.rest().starts_with("\r\n") => self.line_end(),
                '#' => self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len()),
                _ if next.is_whitespace() || next == '\u{feff}' => self.at += next.len_utf8(),
                '"' => self.quoted()?,
                '0'..='9' => self.number()?,
                _ if next.is_alphabetic() || next == '_' => self.word(),
                _ => self.sign(next)?,
            }
        }
        self.separate(Kind::Statement);
        self.push(Kind::End, self.text.len());
        Ok(self.tokens)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, end: usize) {
        let span = self.at..end;
        let text = if kind == Kind::Quoted { span.start + 1..end - 1 } else { span.clone() };
        self.tokens.push(Token { kind, text: self.text[text].to_string(), span });
        self.at = end;
    }

    /// A line ends: what comes next goes on with the statement where it is indented.
    fn line_end(&mut self) {
        let end = self.at;
        self.at += 1;
        let margin = !self.rest().starts_with([' ', '\t', '\r', '\n', '#']);
        // A statement at the margin ends whatever brackets were left open, so that the mistake is told near its place.
        if margin {
            self.open = 0;
        } else if self.open > 0 {
            return;
        }
        let kind = if margin { Kind::Statement } else { Kind::Line };
        self.separate(kind);
        if let Some(last) = self.tokens.last_mut().filter(|last| last.kind == kind) {
            last.span = last.span.start.min(end)..last.span.end;
        }
    }

    /// A separator, of which the strongest of several in a row counts.
    fn separate(&mut self, kind: Kind) {
        match self.tokens.last_mut() {
            None => {}
            Some(last) if last.kind == Kind::Line => last.kind = kind,
            Some(last) if last.kind == Kind::Statement => {}
            Some(last) => {
                let at = last.span.end;
                self.tokens.push(Token { kind, text: String::new(), span: at..at });
            }
        }
    }

    fn quoted(&mut self) -> Result<(), Diagnostic> {
        let inside = &self.text[self.at + 1..];
        match inside.find(['"', '\n', '\r']).filter(|end| inside[*end..].starts_with('"')) {
            Some(length) => {
                self.push(Kind::Quoted, self.at + 1 + length + 1);
                Ok(())
            }
            None => {
                let end = self.at + self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
                Err(Diagnostic::new(self.at..end, "a sentence without its end", "a closing quote"))
            }
        }
    }

    fn number(&mut self) -> Result<(), Diagnostic> {
        let length = self.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest().len());
        let span = self.at..self.at + length;
        if self.text[span.clone()].parse::<i32>().is_err() {
            return Err(Diagnostic::new(
                span,
                "a number that is too large",
                format!("at most {}", i32::MAX),
            ));
        }
        self.push(Kind::Number, span.end);
        Ok(())
    }

    fn word(&mut self) {
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let length = self.rest().find(|c| !part(c)).unwrap_or(self.rest().len());
        self.push(Kind::Word, self.at + length);
    }

    fn sign(&mut self, next: char) -> Result<(), Diagnostic> {
        let long = LONG_SIGNS.iter().find(|sign| self.rest().starts_with(*sign));
        let length = long.map_or(next.len_utf8(), |sign| sign.len());
        if long.is_none() && !SIGNS.contains(next) {
            let span = self.at..self.at + length;
            return Err(Diagnostic::new(
                span,
                format!("the character {next:?} means nothing here"),
                "a word, a number or a sign",
            ));
        }
        match next {
            '(' | '[' | '{' => self.open += 1,
            ')' | ']' | '}' => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        self.push(Kind::Sign, self.at + length);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let shown = |token: &Token| match token.kind {
            Kind::Line => "/".to_string(),
            Kind::Statement => "//".to_string(),
            Kind::End => "$".to_string(),
            _ => token.text.clone(),
        };
        tokens(text).unwrap().iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn indented_lines_go_on() {
        assert_eq!(kinds("a b\n  c # note\n\n  d\ne\n"), "a b / c / d // e // $");
        assert_eq!(kinds("a (b\n  c)\n  d"), "a ( b c ) / d // $");
        assert_eq!(kinds("a (b\nc"), "a ( b // c // $");
        assert_eq!(kinds("a b # note\r  c\r\rd \"x\"\re"), "a b / c // d x // e // $");
        assert_eq!(kinds("a b # note\r\n  c\r\n\r\nd\r\n"), "a b / c // d // $");
    }

    #[test]
    fn signs_and_numbers() {
        assert_eq!(kinds("a->b:=1..20 \"x y\""), "a -> b := 1 .. 20 x y // $");
        assert!(tokens("\"never ends").is_err());
        assert!(tokens("99999999999").is_err());
        assert!(tokens("a ~ b").is_err());
    }
}
