//! What is remembered, given or unknown, and what values it can have.

use super::{Parsed, Parser};
use crate::Diagnostic;
use crate::ast::{Declaration, State, Type};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `taken: set of cells = {}`, after `state` or `counter`.
    pub(super) fn state(&mut self, counter: bool) -> Parsed<State> {
        let name = self.variable()?;
        self.expect(":")?;
        let range = self.range_type()?;
        let start = if self.eat("=") { Some(self.expr()?) } else { None };
        Ok(State { name, range, start, counter })
    }

    /// `n: 1..9; wall, way: flag`, after `given` or `unknown`.
    pub(super) fn declarations(&mut self) -> Parsed<Vec<Declaration>> {
        let mut declarations = Vec::new();
        loop {
            let mut names = vec![self.variable()?];
            while self.eat(",") {
                self.skip_lines();
                names.push(self.variable()?);
            }
            self.expect(":")?;
            let range = self.range_type()?;
            declarations
                .extend(names.into_iter().map(|name| Declaration { name, range: range.clone() }));
            self.line_before(&[";"]);
            if !self.eat(";") {
                return Ok(declarations);
            }
            self.skip_lines();
        }
    }

    /// `cell -> 1..N`, `set of edges`, `flag`, `cell or none`.
    fn range_type(&mut self) -> Parsed<Type> {
        self.deeper(|parser| {
            let next = parser.peek_at(1).clone();
            let mut range = if parser.peek().kind == Kind::Word && next.is("->") {
                let domain = parser.word("cell")?;
                parser.next();
                return Ok(Type::Map(domain, Box::new(parser.range_type()?)));
            } else if parser.is("set") && next.is("of") {
                parser.at += 2;
                Type::SetOf(parser.word("cells or edges")?)
            } else if parser.is("list") && next.is("of") {
                parser.at += 2;
                Type::ListOf(Box::new(parser.range_type()?))
            } else if parser.eat("number") {
                Type::Number
            } else if parser.eat("flag") {
                Type::Flag
            } else {
                parser.range_or_words()?
            };
            while parser.eat("or") {
                if parser.eat("none") || parser.eat("nothing") {
                    range = Type::Optional(Box::new(range));
                    break;
                }
                let word = parser.word("none, or a further word")?;
                range = match range {
                    Type::Words(mut words) => {
                        words.push(word);
                        Type::Words(words)
                    }
                    Type::Element(first) => Type::Words(vec![first, word]),
                    _ => {
                        return Err(Diagnostic::new(
                            word.span,
                            "only words can be listed with or",
                            "none or nothing",
                        ));
                    }
                };
            }
            Ok(range)
        })
    }

    fn range_or_words(&mut self) -> Parsed<Type> {
        let one_word = self.peek().kind == Kind::Word
            && (self.peek_at(1).is(",")
                || self.peek_at(1).is("or")
                || self.peek_at(1).is("=")
                || self.peek_at(1).is(";")
                || matches!(self.peek_at(1).kind, Kind::Line | Kind::Statement | Kind::End));
        if !one_word {
            let low = self.with_phrases(false, Self::sum)?;
            self.expect("..")?;
            let high = self.with_phrases(false, Self::sum)?;
            return Ok(Type::Range(Box::new(low), Box::new(high)));
        }
        let words = self.words("a word")?;
        Ok(match words.len() {
            1 => Type::Element(words.into_iter().next().expect("one word")),
            _ => Type::Words(words),
        })
    }
}
