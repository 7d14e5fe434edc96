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

/// A word of a PGN file; what it says, [`Lexer::text`] knows until the next one is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`: the text is the value, [`Lexer::name`] the name.
    Tag,
    /// A move, a move number, or whatever else stands between blanks.
    Word,
    /// `$5`: the text is the number.
    Nag,
    /// `{…}` or `; …`
    Comment,
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
    /// What the last token says, and the name of a tag: most of a file is words, and none of them is kept.
    text: Vec<u8>,
    name: Vec<u8>,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { input, line: 1, at_line_start: true, text: Vec::new(), name: Vec::new() }
    }

    /// What the last token says.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The name of the last tag.
    pub(super) fn name(&self) -> &[u8] {
        &self.name
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
                    self.skip_blanks()?;
                    continue;
                }
                b'[' => self.tag()?,
                b'{' => self.comment()?,
                b';' => {
                    self.bump();
                    self.rest_of_line()?;
                    Token::Comment
                }
                b'(' => self.single(Token::Open),
                b')' => self.single(Token::Close),
                b'*' => self.single(Token::Result("*")),
                b'$' => {
                    self.bump();
                    self.word()?;
                    Token::Nag
                }
                b']' | b'}' => {
                    self.bump();
                    self.text.clear();
                    self.text.push(byte);
                    Token::Word
                }
                _ => {
                    self.word()?;
                    result_or_word(&self.text)
                }
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

    fn skip_blanks(&mut self) -> io::Result<()> {
        let buffer = self.input.fill_buf()?;
        let end = buffer.iter().position(|byte| !byte.is_ascii_whitespace());
        let blanks = &buffer[..end.unwrap_or(buffer.len())];
        if let Some(last) = blanks.last() {
            self.at_line_start = *last == b'\n';
            self.line += newlines(blanks);
        }
        let count = blanks.len();
        self.input.consume(count);
        Ok(())
    }

    fn single(&mut self, token: Token) -> Token {
        self.bump();
        token
    }

    /// Reads on while `wanted` holds; that is the text.
    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> io::Result<()> {
        self.text.clear();
        loop {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|byte| !wanted(*byte)).unwrap_or(buffer.len());
            let (taken, is_end) = (&buffer[..end], end < buffer.len() || end == 0);
            if let Some(last) = taken.last() {
                self.at_line_start = *last == b'\n';
                self.line += newlines(taken);
            }
            self.text.extend_from_slice(&taken[..end.min(LONGEST - self.text.len())]);
            self.input.consume(end);
            if is_end {
                return Ok(());
            }
        }
    }

    fn rest_of_line(&mut self) -> io::Result<()> {
        self.take_while(|byte| byte != b'\n')
    }

    fn word(&mut self) -> io::Result<()> {
        // Nearly every word is short, and a copy of fixed length takes no time.
        if let Some(chunk) = self.input.fill_buf()?.first_chunk::<16>()
            && let Some(end) = chunk.iter().position(|byte| ENDS_WORD[usize::from(*byte)])
        {
            self.text.clear();
            self.text.extend_from_slice(chunk);
            self.text.truncate(end);
            self.at_line_start &= end == 0;
            self.input.consume(end);
            return Ok(());
        }
        self.take_while(|byte| !ENDS_WORD[usize::from(byte)])
    }

    fn comment(&mut self) -> io::Result<Token> {
        self.bump();
        self.take_while(|byte| byte != b'}')?;
        if self.peek()?.is_none() {
            return Ok(Token::OpenComment);
        }
        self.bump();
        Ok(Token::Comment)
    }

    /// Reads a tag; one that is not closed in its line ends there.
    fn tag(&mut self) -> io::Result<Token> {
        self.bump();
        self.take_while(|byte| !b" \t\"]\n".contains(&byte))?;
        std::mem::swap(&mut self.name, &mut self.text);
        self.take_while(|byte| byte == b' ' || byte == b'\t')?;
        let mut value = std::mem::take(&mut self.text);
        value.clear();
        if self.peek()? == Some(b'"') {
            self.bump();
            loop {
                self.take_while(|byte| !b"\"\n\\".contains(&byte))?;
                value.extend_from_slice(&self.text[..self.text.len().min(LONGEST - value.len())]);
                if self.peek()? != Some(b'\\') {
                    break;
                }
                self.bump();
                let escaped = self.peek()?.filter(|next| b"\"\\".contains(next));
                if escaped.is_some() {
                    self.bump();
                }
                if value.len() < LONGEST {
                    value.push(escaped.unwrap_or(b'\\'));
                }
            }
        }
        self.take_while(|byte| byte != b']' && byte != b'\n')?;
        if self.peek()? == Some(b']') {
            self.bump();
        }
        self.text = value;
        Ok(Token::Tag)
    }
}

/// A comment with single blanks and without braces, which could not be written again.
pub(super) fn tidied(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "'")
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

fn result_or_word(word: &[u8]) -> Token {
    match word {
        b"1-0" => Token::Result("1-0"),
        b"0-1" => Token::Result("0-1"),
        b"1/2-1/2" | b"1/2" => Token::Result("1/2-1/2"),
        _ => Token::Word,
    }
}
