//! The words of a PGN file, each with its line, read as a stream.

use std::io::{self, BufRead};

/// The longest text of a tag, comment or word that is kept; the rest of it is skipped.
const LONGEST: usize = 1 << 16;

/// The bytes that end a word.
const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let bytes = b" \t\n\x0C\r[]{}();$*";
    let mut at = 0;
    while at < bytes.len() {
        ends[bytes[at] as usize] = true;
        at += 1;
    }
    ends
};

/// A word of a PGN file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// A move, a move number, or whatever else stands between blanks.
    Word(String),
    /// `$5`
    Nag(String),
    /// `{…}` or `; …`
    Comment(String),
    /// A `{` that is never closed.
    OpenComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`
    Result(&'static str),
}

pub(super) struct Lexer<R> {
    input: R,
    line: usize,
    at_line_start: bool,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { input, line: 1, at_line_start: true }
    }

    /// The next word and the line it begins in.
    pub(super) fn next(&mut self) -> io::Result<Option<(usize, Token)>> {
        loop {
            let Some(byte) = self.peek()? else { return Ok(None) };
            let line = self.line;
            let token = match byte {
                b'%' if self.at_line_start => {
                    self.rest_of_line()?;
                    continue;
                }
                // A byte-order mark, wherever a tool has left one, is as good as a blank.
                0xEF | 0xBB | 0xBF => {
                    self.bump();
                    continue;
                }
                byte if byte.is_ascii_whitespace() => {
                    self.bump();
                    continue;
                }
                b'[' => self.tag()?,
                b'{' => self.comment()?,
                b';' => {
                    self.bump();
                    Token::Comment(tidied(&self.rest_of_line()?))
                }
                b'(' => self.single(Token::Open),
                b')' => self.single(Token::Close),
                b'*' => self.single(Token::Result("*")),
                b'$' => {
                    self.bump();
                    Token::Nag(self.word()?)
                }
                b']' | b'}' => {
                    self.bump();
                    Token::Word((byte as char).to_string())
                }
                _ => result_or_word(self.word()?),
            };
            return Ok(Some((line, token)));
        }
    }

    #[inline]
    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    /// Passes the byte just peeked at.
    #[inline]
    fn bump(&mut self) {
        // `peek` has filled the buffer, so this reads no input and cannot fail.
        let byte = self.input.fill_buf().ok().and_then(|buffer| buffer.first().copied());
        self.at_line_start = byte == Some(b'\n');
        self.line += usize::from(self.at_line_start);
        self.input.consume(1);
    }

    fn single(&mut self, token: Token) -> Token {
        self.bump();
        token
    }

    /// Reads on while `wanted` holds.
    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> io::Result<String> {
        let mut bytes = Vec::new();
        loop {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|byte| !wanted(*byte)).unwrap_or(buffer.len());
            let (taken, is_end) = (&buffer[..end], end < buffer.len() || end == 0);
            if let Some(last) = taken.last() {
                self.at_line_start = *last == b'\n';
                self.line += taken.iter().filter(|byte| **byte == b'\n').count();
            }
            bytes.extend_from_slice(&taken[..end.min(LONGEST - bytes.len())]);
            self.input.consume(end);
            if is_end {
                break;
            }
        }
        // Nearly every text is UTF-8 and can be kept as it is.
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    fn rest_of_line(&mut self) -> io::Result<String> {
        self.take_while(|byte| byte != b'\n')
    }

    fn word(&mut self) -> io::Result<String> {
        self.take_while(|byte| !ENDS_WORD[usize::from(byte)])
    }

    fn comment(&mut self) -> io::Result<Token> {
        self.bump();
        let text = self.take_while(|byte| byte != b'}')?;
        if self.peek()?.is_none() {
            return Ok(Token::OpenComment);
        }
        self.bump();
        Ok(Token::Comment(tidied(&text)))
    }

    /// Reads a tag; one that is not closed in its line ends there.
    fn tag(&mut self) -> io::Result<Token> {
        self.bump();
        let name = self.take_while(|byte| !b" \t\"]\n".contains(&byte))?;
        self.take_while(|byte| byte == b' ' || byte == b'\t')?;
        let mut value = Vec::new();
        if self.peek()? == Some(b'"') {
            self.bump();
            while let Some(byte) = self.peek()?.filter(|byte| !b"\"\n".contains(byte)) {
                self.bump();
                let escaped =
                    byte == b'\\' && self.peek()?.is_some_and(|next| b"\"\\".contains(&next));
                let byte = if escaped { self.peek()?.unwrap_or(byte) } else { byte };
                if escaped {
                    self.bump();
                }
                if value.len() < LONGEST {
                    value.push(byte);
                }
            }
        }
        self.take_while(|byte| byte != b']' && byte != b'\n')?;
        if self.peek()? == Some(b']') {
            self.bump();
        }
        Ok(Token::Tag(name, String::from_utf8_lossy(&value).into_owned()))
    }
}

/// A comment with single blanks and without braces, which could not be written again.
pub(super) fn tidied(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "'")
}

fn result_or_word(word: String) -> Token {
    match word.as_str() {
        "1-0" => Token::Result("1-0"),
        "0-1" => Token::Result("0-1"),
        "1/2-1/2" | "1/2" => Token::Result("1/2-1/2"),
        _ => Token::Word(word),
    }
}
