//! From tokens to a [`Rulebook`]. The grammar is written out in `docs/rulebooks.md`.

mod formula;
mod moves;
mod statement;
mod types;

use crate::ast::{Expr, ExprKind, Name, Operator, Quoted, Rulebook};
use crate::lexer::{Kind, Token, tokens};
use crate::{Diagnostic, Span};

/// Reads a text.
///
/// ```
/// let book = zugwerk_rulebook::parse("game tiny\nplayers a, b\nboard 2 x 2\n").unwrap();
/// assert_eq!(book.name.text, "tiny");
///
/// let mistake = zugwerk_rulebook::parse("game tiny\nplayrs a, b\n").unwrap_err();
/// assert_eq!(mistake.help.as_deref(), Some("did you mean players?"));
/// ```
pub fn parse(text: &str) -> Result<Rulebook, Diagnostic> {
    parse_from(text, 0)
}

/// The same where places are counted from this number on, so that they show which of several texts they are in.
pub(crate) fn parse_from(text: &str, origin: usize) -> Result<Rulebook, Diagnostic> {
    if text.len() > LONGEST {
        let message = format!("a text of {} bytes", text.len());
        let expected = format!("at most {LONGEST}: a rulebook is a page or two");
        return Err(Diagnostic::new(
            0..text.find('\n').unwrap_or(text.len()).min(80),
            message,
            expected,
        ));
    }
    let mut tokens = tokens(text)?;
    for token in &mut tokens {
        token.span = token.span.start + origin..token.span.end + origin;
    }
    Parser::new(tokens, text, origin).rulebook()
}

/// Reads a formula by itself, as a sketch has it after `expect`.
pub fn parse_formula(text: &str) -> Result<Expr, Diagnostic> {
    let mut parser = Parser { asks: true, ..Parser::new(tokens(text)?, text, 0) };
    let formula = parser.expr()?;
    parser.skip_lines();
    if parser.peek().kind == Kind::Statement {
        parser.next();
    }
    match parser.peek().kind {
        Kind::End => Ok(formula),
        _ => Err(parser.unexpected("the end of the formula")),
    }
}

/// How many bytes a text has at most.
const LONGEST: usize = 1 << 18;
/// How deep brackets and quantifiers may be nested: a bound for the stack.
const DEEPEST: usize = 60;
/// How many operators and conditions a statement may have: each makes its formulas one level deeper, and whoever reads
/// them goes down level by level.
const MOST_OPERATORS: usize = 250;
/// How often a token is read on the average before the text is given up. Where a word may begin a quantifier or a set,
/// both are tried, and one within the other would be tried again and again.
const MOST_READINGS: usize = 20;

struct Parser<'a> {
    tokens: Vec<Token>,
    text: &'a str,
    /// The place of the first byte of the text.
    origin: usize,
    at: usize,
    depth: usize,
    /// Operators of this statement.
    operators: usize,
    /// How much has been read, what was read again included.
    readings: usize,
    /// Whether two words side by side are a phrase such as `own pawn`.
    phrases: bool,
    /// Whether it is a question, in which `white wins` is a phrase, too.
    asks: bool,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    fn new(tokens: Vec<Token>, text: &'a str, origin: usize) -> Parser<'a> {
        let (at, depth, operators, readings) = (0, 0, 0, 0);
        Parser { tokens, text, origin, at, depth, operators, readings, phrases: true, asks: false }
    }
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn is(&self, text: &str) -> bool {
        self.peek().is(text)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<Span> {
        match self.is(text) {
            true => Ok(self.next().span),
            false => Err(self.unexpected(text)),
        }
    }

    fn eat_words(&mut self, first: &str, second: &str) -> bool {
        let found = self.is(first) && self.peek_at(1).is(second);
        if found {
            self.at += 2;
        }
        found
    }

    fn skip_lines(&mut self) {
        while self.peek().kind == Kind::Line {
            self.next();
        }
    }

    /// A line ends here and the next begins with one of these words: it goes on with what came before.
    fn line_before(&mut self, words: &[&str]) -> bool {
        let goes_on =
            self.peek().kind == Kind::Line && words.iter().any(|word| self.peek_at(1).is(word));
        if goes_on {
            self.next();
        }
        goes_on
    }

    fn at_end_of_statement(&self) -> bool {
        matches!(self.peek().kind, Kind::Statement | Kind::End)
    }

    fn word(&mut self, expected: &str) -> Parsed<Name> {
        match self.peek().kind {
            Kind::Word => {
                let token = self.next();
                Ok(Name { text: token.text, span: token.span })
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn quoted(&mut self) -> Option<Quoted> {
        (self.peek().kind == Kind::Quoted).then(|| {
            let token = self.next();
            Quoted { text: token.text, span: token.span }
        })
    }

    /// Words separated by commas.
    fn words(&mut self, expected: &str) -> Parsed<Vec<Name>> {
        let mut words = vec![self.word(expected)?];
        while self.eat(",") {
            self.skip_lines();
            words.push(self.word(expected)?);
        }
        Ok(words)
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let token = self.peek();
        let found = match token.kind {
            Kind::Line => "the line ends too early".to_string(),
            Kind::Statement => "the statement ends too early".to_string(),
            Kind::End => "the text ends too early".to_string(),
            Kind::Quoted => "a sentence in quotes is not expected here".to_string(),
            _ => format!("{} is not expected here", token.text),
        };
        // A mark of no width would not be seen.
        let from = (token.span.start - self.origin).min(self.text.len());
        let span = match token.span.is_empty() {
            true => self.text[..from].char_indices().last().map_or(0, |(at, _)| at)..from,
            false => token.span.clone(),
        };
        Diagnostic::new(span, found, expected)
    }

    /// Runs `read` one level deeper; too deep is a mistake, not an overflow.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(self.too_long("this is nested too deeply"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn too_long(&self, message: &str) -> Diagnostic {
        Diagnostic::new(self.peek().span.clone(), message, "a shorter formula")
            .with_help("give a part of it a name: part(a) = …")
    }

    /// One more operator or condition of this statement.
    fn count_operator(&mut self) -> Parsed<()> {
        self.operators += 1;
        match self.operators > MOST_OPERATORS {
            true => Err(self.too_long("this goes on for too long")),
            false => Ok(()),
        }
    }

    /// So much has been read, or read once more.
    fn count_readings(&mut self, more: usize) -> Parsed<()> {
        self.readings = self.readings.saturating_add(more);
        match self.readings / MOST_READINGS > self.tokens.len() {
            true => Err(self.too_long("this is nested too deeply")),
            false => Ok(()),
        }
    }

    /// Two expressions with an operator between them.
    fn join(&mut self, operator: Operator, left: Expr, right: Expr) -> Parsed<Expr> {
        self.count_operator()?;
        let span = left.span.start..right.span.end;
        Ok(Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span })
    }

    /// Runs `read` with phrases of two words switched on or off.
    fn with_phrases<T>(
        &mut self,
        on: bool,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let before = std::mem::replace(&mut self.phrases, on);
        let result = read(self);
        self.phrases = before;
        result
    }

    fn span_from(&self, start: usize) -> Span {
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        start..end.max(start)
    }
}
