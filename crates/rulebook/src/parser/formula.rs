//! Expressions: formulas, numbers, cells, directions and sets, all in one grammar.

use super::{Parsed, Parser};
use crate::Diagnostic;
use crate::ast::{Binder, Expr, ExprKind, Name, Operator, Quantifier};
use crate::lexer::Kind;

/// Words with a meaning in the grammar, which therefore name nothing else.
pub(super) const RESERVED: [&str; 34] = [
    "and", "or", "not", "implies", "in", "is", "on", "has", "of", "with", "where", "if", "then",
    "else", "all", "some", "no", "exactly", "sum", "count", "min", "max", "mod", "without", "next",
    "do", "when", "only", "repeat", "while", "most", "merge", "after", "meets",
];

/// Functions whose argument may follow without brackets: `row 1`, `columns 2..3`.
const WITHOUT_BRACKETS: [&str; 4] = ["row", "rows", "column", "columns"];

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            let left = parser.disjunction()?;
            if parser.eat("=>") || parser.eat("implies") {
                parser.skip_lines();
                let right = parser.expr()?;
                return parser.join(Operator::Implies, left, right);
            }
            Ok(left)
        })
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        let mut left = self.conjunction()?;
        loop {
            self.line_before(&["or"]);
            if !self.eat("or") {
                return Ok(left);
            }
            self.skip_lines();
            let right = self.conjunction()?;
            left = self.join(Operator::Or, left, right)?;
        }
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        let mut left = self.negation()?;
        loop {
            self.line_before(&["and"]);
            if !self.eat("and") {
                return Ok(left);
            }
            self.skip_lines();
            let right = self.negation()?;
            left = self.join(Operator::And, left, right)?;
        }
    }

    fn negation(&mut self) -> Parsed<Expr> {
        let start = self.peek().span.start;
        if self.eat("not") {
            let inner = self.deeper(Self::negation)?;
            return Ok(self.node(start, ExprKind::Not(Box::new(inner))));
        }
        self.comparison(true)
    }

    /// Two operands with a comparison or a membership between them; `wide`: comparisons of numbers too.
    fn comparison(&mut self, wide: bool) -> Parsed<Expr> {
        let start = self.peek().span.start;
        if let Some(quantified) = self.quantified()? {
            return Ok(quantified);
        }
        if self.is("no") || self.is("some") {
            let none = self.next().text == "no";
            let inner = Box::new(self.deeper(|parser| parser.comparison(wide))?);
            let kind = if none { ExprKind::No(inner) } else { ExprKind::Some(inner) };
            return Ok(self.node(start, kind));
        }
        let left = self.range()?;
        self.relation(left, wide)
    }

    /// What follows the left side of a comparison.
    fn relation(&mut self, left: Expr, wide: bool) -> Parsed<Expr> {
        let start = left.span.start;
        if wide
            && let Some(operator) =
                comparison_sign(&self.peek().text).filter(|_| self.peek().kind == Kind::Sign)
        {
            self.next();
            self.skip_lines();
            let right = self.range()?;
            if let Some(again) =
                comparison_sign(&self.peek().text).filter(|_| self.peek().kind == Kind::Sign)
            {
                // `1 <= x <= 3` reads as both at once.
                self.count_readings(size(&right))?;
                let first = self.join(operator, left, right.clone())?;
                self.next();
                let last = self.range()?;
                let second = self.join(again, right, last)?;
                return self.join(Operator::And, first, second);
            }
            return self.join(operator, left, right);
        }
        if self.is("is") || self.is("in") || self.is("not") && self.peek_at(1).is("in") {
            let mut negated = self.eat("not");
            if self.eat("is") {
                negated = self.eat("not");
                let _ = self.eat("in") || self.eat("on");
            } else {
                self.expect("in")?;
            }
            let (element, set) = (Box::new(left), Box::new(self.range()?));
            let kind =
                if negated { ExprKind::NotIn(element, set) } else { ExprKind::In(element, set) };
            return Ok(self.node(start, kind));
        }
        if self.eat("on") || self.eat("meets") {
            let place = self.range()?;
            return Ok(self.node(start, ExprKind::On(Box::new(left), Box::new(place))));
        }
        if self.eat("has") {
            let map = self.word("the name of something given")?;
            return Ok(self.node(start, ExprKind::Has(Box::new(left), map)));
        }
        if self.is("next") && self.peek_at(1).is("to") {
            let neighbours = self.next_to()?;
            return Ok(self.node(start, ExprKind::In(Box::new(left), Box::new(neighbours))));
        }
        Ok(left)
    }

    /// `next to a`: the neighbours of a cell, as a set.
    fn next_to(&mut self) -> Parsed<Expr> {
        let span = self.next().span.start..self.next().span.end;
        let cell = self.range()?;
        let start = span.start;
        let function = Name { text: "neighbours".to_string(), span };
        Ok(self.node(start, ExprKind::Call(function, vec![cell])))
    }

    /// `all …:`, `some …:`, `count …:` and the like; `None` where what follows is no quantifier.
    fn quantified(&mut self) -> Parsed<Option<Expr>> {
        let (start, before) = (self.peek().span.start, self.at);
        let Some(quantifier) = self.quantifier()? else { return Ok(None) };
        let binders = match self.deeper(Self::binders) {
            Ok(binders) if self.is(":") => binders,
            // `no pawn`, `some king on a`, `count(pawn)`: no variables, so no quantifier.
            other if matches!(quantifier, Quantifier::All | Quantifier::Exactly(_)) => {
                return Err(other
                    .err()
                    .unwrap_or_else(|| self.unexpected("a colon and a formula")));
            }
            _ => {
                self.at = before;
                return Ok(None);
            }
        };
        self.expect(":")?;
        self.skip_lines();
        let body = match quantifier {
            Quantifier::Sum | Quantifier::Min | Quantifier::Max => self.deeper(Self::range)?,
            Quantifier::Count => self.deeper(|parser| parser.comparison(false))?,
            _ => self.expr()?,
        };
        let whole =
            self.node(start, ExprKind::Quantified(quantifier.clone(), binders, Box::new(body)));
        match quantifier {
            Quantifier::Sum | Quantifier::Min | Quantifier::Max | Quantifier::Count => {
                self.relation(whole, true).map(Some)
            }
            _ => Ok(Some(whole)),
        }
    }

    fn quantifier(&mut self) -> Parsed<Option<Quantifier>> {
        let simple = [
            ("all", Quantifier::All),
            ("some", Quantifier::Some),
            ("no", Quantifier::No),
            ("count", Quantifier::Count),
            ("sum", Quantifier::Sum),
            ("min", Quantifier::Min),
            ("max", Quantifier::Max),
        ];
        if self.peek_at(1).is("(") && !self.is("all") {
            return Ok(None);
        }
        if let Some((_, quantifier)) = simple.into_iter().find(|(word, _)| self.is(word)) {
            self.next();
            return Ok(Some(quantifier));
        }
        if self.eat("exactly") {
            let number = if self.eat("one") { self.number_node(1) } else { self.sum()? };
            return Ok(Some(Quantifier::Exactly(Box::new(number))));
        }
        if self.eat_words("at", "least") {
            return Ok(Some(Quantifier::AtLeast(Box::new(self.sum()?))));
        }
        if self.eat_words("at", "most") {
            return Ok(Some(Quantifier::AtMost(Box::new(self.sum()?))));
        }
        Ok(None)
    }

    fn number_node(&self, number: i64) -> Expr {
        let span = self.tokens[self.at.saturating_sub(1)].span.clone();
        Expr { kind: ExprKind::Number(number), span }
    }

    pub(super) fn binders(&mut self) -> Parsed<Vec<Binder>> {
        let mut binders = vec![self.binder()?];
        while self.eat(",") {
            self.skip_lines();
            self.count_operator()?;
            binders.push(self.binder()?);
        }
        // `all a, b in S`: a set that is said once belongs to all names before it.
        for at in (0..binders.len().saturating_sub(1)).rev() {
            let next = binders[at + 1].domain.clone();
            let mentions =
                next.as_ref().is_some_and(|domain| mentions(domain, &binders[at].name.text));
            if binders[at].domain.is_none() && binders[at].condition.is_none() && !mentions {
                binders[at].domain = next;
            }
        }
        Ok(binders)
    }

    fn binder(&mut self) -> Parsed<Binder> {
        let name = self.variable()?;
        let domain = if self.eat("in") || self.eat("of") {
            Some(self.domain()?)
        } else if self.is("next") && self.peek_at(1).is("to") {
            Some(self.next_to()?)
        } else {
            None
        };
        let start = name.span.start;
        let condition = if self.eat("with") {
            let map = self.word("the name of something given")?;
            let cell = Expr { kind: ExprKind::Name(name.text.clone()), span: name.span.clone() };
            let has = self.node(start, ExprKind::Has(Box::new(cell), map));
            Some(self.relation_of_map(has)?)
        } else if self.eat("where") {
            Some(self.disjunction()?)
        } else {
            None
        };
        Ok(Binder { name, domain, condition })
    }

    /// A set to choose from; `row 1 or row 8` is one, too.
    fn domain(&mut self) -> Parsed<Expr> {
        let before = self.at;
        let set = self.range()?;
        if !self.is("and") && !self.is("or") {
            return Ok(set);
        }
        self.at = before;
        self.disjunction()
    }

    /// `with clue = 3`: the value of the map is compared as well.
    fn relation_of_map(&mut self, has: Expr) -> Parsed<Expr> {
        let ExprKind::Has(cell, map) = &has.kind else { return Ok(has) };
        if comparison_sign(&self.peek().text).is_none() || self.peek().kind != Kind::Sign {
            return Ok(has);
        }
        let call = ExprKind::Call(map.clone(), vec![(**cell).clone()]);
        let value = Expr { kind: call, span: has.span.clone() };
        let compared = self.relation(value, true)?;
        self.join(Operator::And, has, compared)
    }

    /// A word that may be a variable.
    pub(super) fn variable(&mut self) -> Parsed<Name> {
        if RESERVED.contains(&self.peek().text.as_str()) {
            return Err(self.unexpected("a variable"));
        }
        self.word("a variable")
    }

    /// `x` or `x..y`.
    pub(super) fn range(&mut self) -> Parsed<Expr> {
        let low = self.sum()?;
        self.range_from(low, Self::sum)
    }

    fn range_from(&mut self, low: Expr, high: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        if !self.eat("..") {
            return Ok(low);
        }
        let high = high(self)?;
        self.join(Operator::Range, low, high)
    }

    /// Numbers of rows: `row 1 without corners` speaks of the corners of the row.
    fn range_of_numbers(&mut self) -> Parsed<Expr> {
        let low = self.arithmetic()?;
        self.range_from(low, Self::arithmetic)
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.arithmetic()?;
        while self.eat("without") {
            self.skip_lines();
            let right = self.arithmetic()?;
            left = self.join(Operator::Without, left, right)?;
        }
        Ok(left)
    }

    fn arithmetic(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        loop {
            let operator = match () {
                () if self.is("+") => Operator::Plus,
                () if self.is("-") => Operator::Minus,
                () => return Ok(left),
            };
            self.next();
            self.skip_lines();
            let right = self.product()?;
            left = self.join(operator, left, right)?;
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let operator = match () {
                () if self.is("*") => Operator::Times,
                () if self.is("/") => Operator::Divide,
                () if self.is("mod") => Operator::Modulo,
                () => return Ok(left),
            };
            self.next();
            self.skip_lines();
            let right = self.unary()?;
            left = self.join(operator, left, right)?;
        }
    }

    pub(super) fn unary(&mut self) -> Parsed<Expr> {
        let start = self.peek().span.start;
        if self.eat("-") {
            let inner = self.deeper(Self::unary)?;
            return Ok(self.node(start, ExprKind::Minus(Box::new(inner))));
        }
        // `all a in not wall: …`
        if self.eat("not") {
            let inner = self.deeper(Self::unary)?;
            return Ok(self.node(start, ExprKind::Not(Box::new(inner))));
        }
        // `1 + sum d of sides: …`
        if ["sum", "count", "min", "max"].iter().any(|word| self.is(word))
            && !self.peek_at(1).is("(")
        {
            let (start, quantifier) = (self.peek().span.start, self.quantifier()?);
            let binders = self.deeper(Self::binders)?;
            self.expect(":")?;
            self.skip_lines();
            let body = match quantifier {
                Some(Quantifier::Count) => self.deeper(|parser| parser.comparison(false))?,
                _ => self.deeper(Self::range)?,
            };
            let quantifier = quantifier.unwrap_or(Quantifier::Sum);
            return Ok(self.node(start, ExprKind::Quantified(quantifier, binders, Box::new(body))));
        }
        let kind = self.primary()?;
        if self.phrases && self.eat("of") {
            let owner = self.primary()?;
            return Ok(self.node(start, ExprKind::Owned(Box::new(owner), Box::new(kind))));
        }
        Ok(kind)
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        self.count_readings(1)?;
        let token = self.peek().clone();
        let start = token.span.start;
        match token.kind {
            Kind::Number => {
                self.next();
                Ok(self.node(start, ExprKind::Number(token.text.parse().unwrap_or(i64::MAX))))
            }
            Kind::Sign if token.text == "(" => self.bracketed(),
            Kind::Sign if token.text == "{" => self.deeper(Self::braced),
            Kind::Word if token.text == "if" => {
                self.next();
                let condition = self.with_phrases(true, Self::expr)?;
                self.skip_lines();
                self.expect("then")?;
                self.skip_lines();
                let yes = self.expr()?;
                self.skip_lines();
                self.expect("else")?;
                self.skip_lines();
                let no = self.expr()?;
                Ok(self.node(start, ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no))))
            }
            Kind::Word => self.word_expr(),
            _ => Err(self.unexpected("a word, a number or a bracket")),
        }
    }

    fn bracketed(&mut self) -> Parsed<Expr> {
        let start = self.next().span.start;
        let inner = self.with_phrases(true, Self::expr)?;
        let kind = if self.eat(",") {
            let rows = self.with_phrases(true, Self::expr)?;
            ExprKind::Vector(Box::new(inner), Box::new(rows))
        } else {
            inner.kind
        };
        self.expect(")")?;
        Ok(self.node(start, kind))
    }

    fn braced(&mut self) -> Parsed<Expr> {
        let start = self.next().span.start;
        if self.eat("}") {
            return Ok(self.node(start, ExprKind::Set(Vec::new())));
        }
        let before = self.at;
        if let Ok(binder) = self.with_phrases(true, Self::binder)
            && self.eat(":")
        {
            let formula = self.with_phrases(true, Self::expr)?;
            self.expect("}")?;
            return Ok(
                self.node(start, ExprKind::Comprehension(Box::new(binder), Box::new(formula)))
            );
        }
        self.at = before;
        let elements = self.with_phrases(true, Self::arguments)?;
        self.expect("}")?;
        Ok(self.node(start, ExprKind::Set(elements)))
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = vec![self.expr()?];
        while self.eat(",") {
            arguments.push(self.expr()?);
        }
        Ok(arguments)
    }

    /// A word by itself, a call, or a phrase of two words.
    fn word_expr(&mut self) -> Parsed<Expr> {
        let token = self.next();
        let start = token.span.start;
        let name = Name { text: token.text, span: token.span };
        let next = self.peek();
        if next.is("(") {
            self.next();
            let arguments =
                if self.is(")") { Vec::new() } else { self.with_phrases(true, Self::arguments)? };
            self.expect(")")?;
            return Ok(self.node(start, ExprKind::Call(name, arguments)));
        }
        if RESERVED.contains(&name.text.as_str()) {
            let message = format!("{} is not expected here", name.text);
            return Err(Diagnostic::new(
                name.span,
                message,
                "a word that names something, a number or a bracket",
            ));
        }
        let plain_word = next.kind == Kind::Word && !RESERVED.contains(&next.text.as_str());
        if WITHOUT_BRACKETS.contains(&name.text.as_str())
            && (plain_word || next.kind == Kind::Number)
        {
            let argument =
                self.deeper(|parser| parser.with_phrases(false, Self::range_of_numbers))?;
            return Ok(self.node(start, ExprKind::Call(name, vec![argument])));
        }
        let owner = Expr { kind: ExprKind::Name(name.text), span: name.span };
        if self.phrases && plain_word && (self.asks || !next.is("wins")) {
            let kind = self.next();
            let kind = Expr { kind: ExprKind::Name(kind.text), span: kind.span };
            return Ok(self.node(start, ExprKind::Owned(Box::new(owner), Box::new(kind))));
        }
        Ok(owner)
    }

    pub(super) fn node(&self, start: usize, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span_from(start) }
    }
}

fn comparison_sign(sign: &str) -> Option<Operator> {
    Some(match sign {
        "=" => Operator::Equal,
        "!=" => Operator::NotEqual,
        "<" => Operator::Less,
        "<=" => Operator::AtMost,
        ">" => Operator::Greater,
        ">=" => Operator::AtLeast,
        _ => return None,
    })
}

/// Whether the word occurs in a domain.
fn mentions(expr: &Expr, word: &str) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => name == word,
        ExprKind::Call(_, arguments) => arguments.iter().any(|argument| mentions(argument, word)),
        ExprKind::Binary(_, left, right) => mentions(left, word) || mentions(right, word),
        ExprKind::Number(_) => false,
        // Rarer shapes: say yes, so that nothing is carried over by mistake.
        _ => true,
    }
}

/// How many words, numbers and operators an expression has, about.
fn size(expr: &Expr) -> usize {
    let of_binder = |binder: &Binder| {
        1 + binder.domain.iter().chain(&binder.condition).map(size).sum::<usize>()
    };
    1 + match &expr.kind {
        ExprKind::Number(_) | ExprKind::Name(_) => 0,
        ExprKind::Call(_, parts) | ExprKind::Set(parts) => parts.iter().map(size).sum(),
        ExprKind::Not(a)
        | ExprKind::Minus(a)
        | ExprKind::No(a)
        | ExprKind::Some(a)
        | ExprKind::Has(a, _) => size(a),
        ExprKind::Vector(a, b)
        | ExprKind::Owned(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::In(a, b)
        | ExprKind::NotIn(a, b)
        | ExprKind::On(a, b) => size(a) + size(b),
        ExprKind::If(a, b, c) => size(a) + size(b) + size(c),
        ExprKind::Quantified(_, binders, body) => {
            binders.iter().map(of_binder).sum::<usize>() + size(body)
        }
        ExprKind::Comprehension(binder, body) => of_binder(binder) + size(body),
    }
}
