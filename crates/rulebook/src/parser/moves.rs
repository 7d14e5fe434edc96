//! Moves, their parts, and what they change.

use super::{Parsed, Parser};
use crate::Diagnostic;
use crate::ast::{
    After, Condition, Effect, EffectKind, Expr, HeaderItem, Move, Name, Operator, Repeat, Then,
};
use crate::lexer::Kind;

/// Words of a header that are written in a move as they stand.
const BETWEEN: [&str; 7] = ["over", "to", "by", "from", "as", "at", "taking"];
/// Words that end the conditions or the effects of a move.
const CLAUSES: [&str; 4] = ["do", "repeat", "most", "merge"];

impl Parser<'_> {
    /// What follows `move`, `event` or `then`: `drop c "…"`, `a -> b`, conditions, effects.
    pub(super) fn move_rule(&mut self, start: usize) -> Parsed<Move> {
        let (rule, _, _) = self.rule(start)?;
        Ok(rule)
    }

    /// What follows `then`.
    pub(super) fn then(&mut self, start: usize, above: Option<usize>) -> Parsed<Then> {
        let word = self.tokens[self.at - 1].span.clone();
        let (part, after, condition) = self.rule(start)?;
        let Some(above) = above else {
            return Err(Diagnostic::new(
                word,
                "then has no move above it",
                "a move before its further part",
            ));
        };
        Ok(Then { part, after, condition, above })
    }

    fn rule(&mut self, start: usize) -> Parsed<(Move, Vec<Name>, Option<Expr>)> {
        let name = self.rule_name()?;
        let header = self.header()?;
        let after = if self.eat("after") { self.rule_names()? } else { Vec::new() };
        let condition = if self.eat("if") { Some(self.expr()?) } else { None };
        let sentence = self.quoted();
        let mut rule = Move {
            name,
            header,
            sentence,
            conditions: Vec::new(),
            effects: Vec::new(),
            repeat: None,
            most: None,
            merge: false,
            merge_sentence: None,
            span: start..start,
        };
        rule.conditions = self.conditions()?;
        loop {
            self.skip_lines();
            let clause = self.peek().span.start;
            if self.eat("do") {
                rule.effects.extend(self.effects()?);
            } else if self.eat_words("may", "repeat") {
                rule.repeat = Some(self.repeat(clause, true)?);
            } else if self.eat("repeat") {
                rule.repeat = Some(self.repeat(clause, false)?);
            } else if self.eat("most") {
                let value = self.sum()?;
                rule.most = Some((value, self.quoted()));
            } else if self.eat("merge") {
                rule.merge = true;
                rule.merge_sentence = self.quoted();
            } else if self.at_end_of_statement() {
                break;
            } else {
                return Err(
                    self.unexpected("a comma and a further condition, or do and what changes")
                );
            }
        }
        rule.span = self.span_from(start);
        Ok((rule, after, condition))
    }

    /// `every move`, or names.
    fn rule_names(&mut self) -> Parsed<Vec<Name>> {
        if self.eat_words("every", "move") {
            return Ok(vec![Name {
                text: "move".into(),
                span: self.tokens[self.at - 1].span.clone(),
            }]);
        }
        self.words("the name of a move")
    }

    /// The first of two words, or the only word, is the name.
    fn rule_name(&mut self) -> Parsed<Option<Name>> {
        let next = self.peek_at(1);
        let named = match next.kind {
            Kind::Word => !next.is("of"),
            Kind::Quoted | Kind::Line | Kind::Statement | Kind::End => true,
            // `promote = k`: a sign that is written before the first parameter.
            Kind::Sign => next.is("="),
            _ => false,
        };
        match self.peek().kind {
            Kind::Word if named && !self.is("after") && !self.is("if") => {
                Ok(Some(self.variable()?))
            }
            _ => Ok(None),
        }
    }

    fn header(&mut self) -> Parsed<Vec<HeaderItem>> {
        let mut items = Vec::new();
        loop {
            let token = self.peek().clone();
            match token.kind {
                Kind::Word if token.text == "after" || token.text == "if" => break,
                Kind::Word if BETWEEN.contains(&token.text.as_str()) => {
                    self.next();
                    items.push(HeaderItem::Sign(Name { text: token.text, span: token.span }));
                }
                Kind::Word => {
                    let name = self.variable()?;
                    if self.eat("->") {
                        items.push(HeaderItem::Goes(name, self.variable()?));
                    } else if self.eat("of") || self.eat("in") {
                        let domain = self.header_domain()?;
                        items.push(HeaderItem::Parameter(name, Some(domain)));
                    } else {
                        items.push(HeaderItem::Parameter(name, None));
                    }
                }
                Kind::Sign if matches!(token.text.as_str(), "," | "=" | ":" | "/" | "-" | "+") => {
                    self.next();
                    items.push(HeaderItem::Sign(Name { text: token.text, span: token.span }));
                }
                Kind::Sign => {
                    return Err(self.unexpected("a parameter of the move, or its sentence"));
                }
                _ => break,
            }
        }
        Ok(items)
    }

    /// A set in a header: no sums, because a sign there is part of how the move is written.
    fn header_domain(&mut self) -> Parsed<Expr> {
        let bound = |parser: &mut Self| match parser.is("-") {
            true => parser.unary(),
            false => parser.primary(),
        };
        let low = bound(self)?;
        if !self.eat("..") {
            return Ok(low);
        }
        let high = bound(self)?;
        self.join(Operator::Range, low, high)
    }

    /// Conditions separated by commas or lines, each with a sentence of its own if it likes.
    fn conditions(&mut self) -> Parsed<Vec<Condition>> {
        let mut conditions = Vec::new();
        loop {
            while self.peek().kind == Kind::Line || self.is(",") {
                self.next();
            }
            if self.at_end_of_statement() || self.at_clause() {
                return Ok(conditions);
            }
            self.eat_words("only", "if");
            self.count_operator()?;
            let formula = self.expr()?;
            let sentence = self.quoted();
            conditions.push(Condition { formula, sentence });
            let more = matches!(self.peek().kind, Kind::Line) || self.is(",");
            if !more && !self.at_end_of_statement() && !self.at_clause() {
                return Err(
                    self.unexpected("a comma and a further condition, or do and what changes")
                );
            }
        }
    }

    /// Effects separated by commas or lines.
    pub(super) fn effects(&mut self) -> Parsed<Vec<Effect>> {
        let mut effects = Vec::new();
        loop {
            while self.peek().kind == Kind::Line || self.is(",") {
                self.next();
            }
            if self.at_end_of_statement() || self.at_clause() {
                return Ok(effects);
            }
            effects.push(self.effect()?);
            let more = self.peek().kind == Kind::Line || self.is(",");
            if !more && !self.at_end_of_statement() && !self.at_clause() {
                return Err(self.unexpected("a comma and a further change, or the end of the move"));
            }
        }
    }

    /// Whether a word follows that ends the conditions or the effects of a move.
    fn at_clause(&self) -> bool {
        CLAUSES.iter().any(|word| self.is(word)) || self.is("may") && self.peek_at(1).is("repeat")
    }

    fn effect(&mut self) -> Parsed<Effect> {
        let start = self.peek().span.start;
        let kind = if self.eat("if") {
            let condition = self.expr()?;
            self.expect(":")?;
            EffectKind::If(condition, self.effects_of_line()?)
        } else if self.eat("all") {
            let binders = self.binders()?;
            self.expect(":")?;
            EffectKind::All(binders, self.effects_of_line()?)
        } else if self.eat("top") {
            let count = self.with_phrases(false, Self::sum)?;
            self.expect("of")?;
            let from = self.with_phrases(false, Self::sum)?;
            self.expect("->")?;
            let to = self.with_phrases(false, Self::sum)?;
            EffectKind::Stack { count, from, to }
        } else if self.eat("swap") {
            let one = self.with_phrases(false, Self::sum)?;
            self.expect(",")?;
            EffectKind::Swap(one, self.with_phrases(false, Self::sum)?)
        } else {
            let place = self.sum()?;
            if self.eat("->") {
                EffectKind::Goes(place, self.sum()?)
            } else {
                if !self.is(":=") {
                    return Err(self.unexpected(":= and a value, or -> and a cell"));
                }
                self.next();
                self.skip_lines();
                EffectKind::Assign(place, self.expr()?)
            }
        };
        Ok(Effect { kind, span: self.span_from(start) })
    }

    /// The effects under `if …:` or `all …:`: those of the same line, or one on the next.
    fn effects_of_line(&mut self) -> Parsed<Vec<Effect>> {
        self.skip_lines();
        let mut effects = vec![self.deeper(Self::effect)?];
        while self.eat(",") {
            self.skip_lines();
            effects.push(self.deeper(Self::effect)?);
        }
        Ok(effects)
    }

    fn repeat(&mut self, start: usize, at_will: bool) -> Parsed<Repeat> {
        let mut bindings = Vec::new();
        while self.peek().kind == Kind::Word && self.peek_at(1).is("=") {
            let name = self.variable()?;
            self.expect("=")?;
            bindings.push((name, self.sum()?));
            if !self.eat(",") {
                break;
            }
        }
        let condition = if self.eat("while") { Some(self.expr()?) } else { None };
        let sentence = self.quoted();
        Ok(Repeat { bindings, condition, at_will, sentence, span: self.span_from(start) })
    }

    /// `every move do …`, or what follows `after`.
    pub(super) fn after(&mut self, together: bool) -> Parsed<After> {
        let names = self.rule_names()?;
        let moves = names.into_iter().filter(|name| name.text != "move").collect();
        let sentence = self.quoted();
        self.skip_lines();
        self.expect("do")?;
        Ok(After { together, moves, sentence, effects: self.effects()? })
    }
}
