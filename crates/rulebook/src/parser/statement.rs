//! The statements of a rulebook: what begins at the margin.

use super::formula::RESERVED;
use super::{Parsed, Parser};
use crate::Diagnostic;
use crate::ast::{
    Board, Directive, End, Expr, ExprKind, Function, HeaderItem, Kind as BookKind, Law, Name,
    Operator, Parameter, Piece, Placement, Quoted, Repetition, Result as EndResult, Rulebook,
    Shape,
};
use crate::ground::names;
use crate::lexer::{Kind, Token};

/// The words that begin a statement.
const STATEMENTS: [&str; 27] = [
    "every",
    "drop",
    "with",
    "board",
    "players",
    "pieces",
    "start",
    "state",
    "counter",
    "move",
    "event",
    "then",
    "after",
    "never",
    "again",
    "end",
    "value",
    "repetition",
    "given",
    "unknown",
    "law",
    "goal",
    "invariant",
    "format",
    "look",
    "answer",
    "about",
];

/// The statements that speak of a puzzle alone.
const OF_PUZZLES: [&str; 7] = ["given", "unknown", "law", "format", "look", "answer", "about"];

/// A mistake where a statement says nothing in a rulebook of this kind, which would not hear it.
fn belongs_to(kind: BookKind, statement: &Token) -> Parsed<()> {
    let word = statement.text.as_str();
    let (owner, help) = match kind {
        BookKind::Game | BookKind::Machine if OF_PUZZLES.contains(&word) => {
            ("puzzle", format!("a {} remembers with state and forbids with never", kind.word()))
        }
        BookKind::Game if word == "event" => {
            ("machine", "what an event is in a machine is a move in a game".to_string())
        }
        _ => return Ok(()),
    };
    let message = format!("{word} is a statement of a {owner}, and this is a {}", kind.word());
    let expected = format!("a statement of a {}", kind.word());
    Err(Diagnostic::new(statement.span.clone(), message, expected).with_help(help))
}

impl Parser<'_> {
    pub(super) fn rulebook(mut self) -> Parsed<Rulebook> {
        let mut book = self.heading()?;
        loop {
            match self.peek().kind {
                Kind::End => break,
                Kind::Statement | Kind::Line => {
                    self.next();
                }
                _ => {
                    self.statement(&mut book)?;
                    if !self.at_end_of_statement() {
                        return Err(self.unexpected(
                            "the end of the statement: a new one begins at the margin",
                        ));
                    }
                }
            }
        }
        name_or_parameter(&mut book);
        Ok(book)
    }

    /// `game connect-four "…"`.
    fn heading(&mut self) -> Parsed<Rulebook> {
        while matches!(self.peek().kind, Kind::Statement | Kind::Line) {
            self.next();
        }
        let kinds = [BookKind::Game, BookKind::Puzzle, BookKind::Machine];
        let Some(kind) = kinds.into_iter().find(|kind| self.is(kind.word())) else {
            let found = self.peek().text.clone();
            let mistake = self.unexpected("game, puzzle or machine and its name");
            return Err(mistake.suggest(&found, kinds.map(BookKind::word)));
        };
        self.next();
        let name = self.hyphenated()?;
        let like = if self.eat("like") { Some(self.hyphenated()?) } else { None };
        let about = self.quoted().map(|quoted| quoted.text);
        if !self.at_end_of_statement() {
            return Err(self.unexpected("the end of the line after the name"));
        }
        Ok(Rulebook {
            kind,
            name,
            like,
            dropped: Vec::new(),
            about,
            parameters: Vec::new(),
            board: None,
            players: Vec::new(),
            pieces: Vec::new(),
            start: Vec::new(),
            states: Vec::new(),
            functions: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
            after: Vec::new(),
            never: Vec::new(),
            again: Vec::new(),
            ends: Vec::new(),
            values: Vec::new(),
            repetition: None,
            given: Vec::new(),
            unknown: Vec::new(),
            laws: Vec::new(),
            goals: Vec::new(),
            invariants: Vec::new(),
            directives: Vec::new(),
        })
    }

    /// A name that may have hyphens in it.
    fn hyphenated(&mut self) -> Parsed<Name> {
        let mut name = self.word("a name")?;
        while self.is("-") && self.peek().span.start == name.span.end {
            self.next();
            if !matches!(self.peek().kind, Kind::Word | Kind::Number) {
                return Err(self.unexpected("the rest of the name"));
            }
            let part = self.next();
            name.text = format!("{}-{}", name.text, part.text);
            name.span.end = part.span.end;
        }
        Ok(name)
    }

    fn statement(&mut self, book: &mut Rulebook) -> Parsed<()> {
        self.operators = 0;
        let token = self.peek().clone();
        let start = token.span.start;
        if token.kind != Kind::Word {
            return Err(self.unexpected("a word that begins a statement, such as board or move"));
        }
        if !STATEMENTS.contains(&token.text.as_str())
            || self.peek_at(1).is("(")
            || self.peek_at(1).is("=")
        {
            return self.functions(book);
        }
        belongs_to(book.kind, &token)?;
        self.next();
        match token.text.as_str() {
            "with" => book.parameters.extend(self.parameters()?),
            "board" => {
                if book.board.is_some() {
                    return Err(Diagnostic::new(token.span, "a second board", "one board"));
                }
                book.board = Some(self.board(start)?);
                if self.eat("with") {
                    book.parameters.extend(self.parameters()?);
                }
            }
            "players" => book.players.extend(self.words("the name of a player")?),
            "pieces" => book.pieces.extend(self.pieces()?),
            "start" => self.start(book)?,
            "state" | "counter" => book.states.push(self.state(token.text == "counter")?),
            "move" | "event" => book.moves.push(self.move_rule(start)?),
            "then" => {
                let above = book.moves.len().checked_sub(1);
                book.parts.push(self.then(start, above)?);
            }
            "after" => book.after.push(self.after(false)?),
            "every" => {
                self.expect("move")?;
                self.at -= 2;
                book.after.push(self.after(true)?);
            }
            "drop" => book.dropped.extend(self.dropped()?),
            "never" => book.never.push(self.law(start)?),
            "again" => book.again.push(self.again(start)?),
            "end" => self.ends(book)?,
            "value" => book.values.push(self.expr()?),
            "repetition" => {
                let times = self.sum()?;
                book.repetition = Some(Repetition { times, sentence: self.quoted() });
            }
            "given" => book.given.extend(self.declarations()?),
            "unknown" => book.unknown.extend(self.declarations()?),
            "law" => book.laws.push(self.law(start)?),
            "goal" => book.goals.push(self.law(start)?),
            "invariant" => book.invariants.push(self.law(start)?),
            _ => {
                let word = Name { text: token.text, span: token.span };
                book.directives.push(self.directive(word));
            }
        }
        Ok(())
    }

    /// Names of moves and pieces, and sentences of laws and ends, separated by commas.
    fn dropped(&mut self) -> Parsed<Vec<Name>> {
        let mut dropped = Vec::new();
        loop {
            dropped.push(match self.quoted() {
                Some(Quoted { text, span }) => Name { text, span },
                None => self.word("the name of a move or a piece, or a sentence in quotes")?,
            });
            if !self.eat(",") {
                return Ok(dropped);
            }
            self.skip_lines();
        }
    }

    /// `name(parameters) = expr`, several separated by `;`.
    fn functions(&mut self, book: &mut Rulebook) -> Parsed<()> {
        loop {
            let name = self.word("the name of a function")?;
            let mut parameters = Vec::new();
            if self.eat("(") {
                parameters = self.words("a parameter")?;
                self.expect(")")?;
            }
            if !self.eat("=") {
                let found = name.text.clone();
                let expected = "a statement such as board or move, or a function: name(a) = …";
                let message = match parameters.is_empty() {
                    true => format!("{found} begins no statement"),
                    false => format!("the function {found} has no value"),
                };
                return Err(
                    Diagnostic::new(name.span, message, expected).suggest(&found, STATEMENTS)
                );
            }
            if RESERVED.contains(&name.text.as_str()) {
                let message = format!("{} means something else already", name.text);
                return Err(Diagnostic::new(name.span, message, "another name for the function"));
            }
            self.operators = 0;
            self.skip_lines();
            let body = self.expr()?;
            book.functions.push(Function { name, parameters, body });
            self.line_before(&[";"]);
            if !self.eat(";") {
                return Ok(());
            }
            self.skip_lines();
        }
    }

    /// `width = 7, height = 6`.
    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        let mut parameters = Vec::new();
        loop {
            let name = self.variable()?;
            self.expect("=")?;
            let value = self.sum()?;
            let bounds = match self.eat("in") {
                true => {
                    let low = self.sum()?;
                    self.expect("..")?;
                    Some((low, self.sum()?))
                }
                false => None,
            };
            parameters.push(Parameter { name, value, bounds });
            if !self.eat(",") {
                return Ok(parameters);
            }
            self.skip_lines();
        }
    }

    fn board(&mut self, start: usize) -> Parsed<Board> {
        let shape = if self.eat("hexagon") {
            Shape::Hexagon(self.with_phrases(false, Self::sum)?)
        } else if self.eat("points") {
            Shape::Points(self.point_lines()?)
        } else if self.peek().kind == Kind::Quoted {
            let mut rows = Vec::new();
            while let Some(row) = self.quoted() {
                rows.push(row);
                self.skip_lines();
            }
            Shape::Picture(rows)
        } else {
            let width = self.with_phrases(false, Self::sum)?;
            if !self.eat("x") {
                return Err(self.unexpected("x and the height, as in 8 x 8"));
            }
            Shape::Rectangle(width, self.with_phrases(false, Self::sum)?)
        };
        let mut words = Vec::new();
        while self.peek().kind == Kind::Word && !self.is("with") {
            words.push(self.word("a word about the board")?);
        }
        Ok(Board { shape, words, span: self.span_from(start) })
    }

    /// `a1 d1 g1, b2 d2 f2, …`.
    fn point_lines(&mut self) -> Parsed<Vec<Vec<Name>>> {
        let mut lines = Vec::new();
        loop {
            while self.peek().kind == Kind::Line || self.is(",") {
                self.next();
            }
            if self.at_end_of_statement() || self.is("with") {
                return Ok(lines);
            }
            let mut line = vec![self.word("the name of a point")?];
            while self.peek().kind == Kind::Word && !self.is("with") {
                line.push(self.word("the name of a point")?);
            }
            lines.push(line);
        }
    }

    /// `pawn p, knight n, arrow of nobody`.
    fn pieces(&mut self) -> Parsed<Vec<Piece>> {
        let mut pieces = Vec::new();
        loop {
            let name = self.variable()?;
            let letter = match self.peek().kind {
                Kind::Word if !self.is("of") => Some(self.word("a letter")?),
                _ => None,
            };
            let mut owned = true;
            if self.eat("of") {
                if !self.eat("nobody") {
                    return Err(self.unexpected("nobody"));
                }
                owned = false;
            }
            pieces.push(Piece { name, letter, owned });
            if !self.eat(",") && !self.eat(";") {
                return Ok(pieces);
            }
            self.skip_lines();
        }
    }

    fn start(&mut self, book: &mut Rulebook) -> Parsed<()> {
        loop {
            while self.peek().kind == Kind::Line || self.is(";") {
                self.next();
            }
            if self.at_end_of_statement() {
                return Ok(());
            }
            let start = self.peek().span.start;
            if let Some(rows) = self.quoted() {
                book.start.push(Placement::Rows(rows));
            } else if self.is("turn") && self.peek_at(1).kind == Kind::Word {
                self.next();
                book.start.push(Placement::Turn(self.word("the name of a player")?));
            } else {
                let mut places = Vec::new();
                while !self.is(":") {
                    if !places.is_empty() {
                        let _ = self.eat(",") || self.eat("and") || self.eat("or");
                    }
                    let mut place = self.with_phrases(false, Self::primary)?;
                    while self.eat("without") {
                        let less = self.with_phrases(false, Self::primary)?;
                        place = self.join(Operator::Without, place, less)?;
                    }
                    places.push(place);
                }
                self.expect(":")?;
                let mut pieces = vec![self.primary()?];
                while self.peek().kind == Kind::Word {
                    pieces.push(self.primary()?);
                }
                book.start.push(Placement::Pieces { places, pieces, span: self.span_from(start) });
            }
            if !matches!(self.peek().kind, Kind::Line)
                && !self.is(";")
                && !self.at_end_of_statement()
            {
                return Err(self.unexpected("the end of the line, or ; and further cells"));
            }
        }
    }

    /// `"sentence" formula`, the sentence before or after; formulas separated by commas or lines hold together.
    fn law(&mut self, start: usize) -> Parsed<Law> {
        self.skip_lines();
        let mut sentence = self.quoted();
        let mut formula: Option<Expr> = None;
        loop {
            while self.peek().kind == Kind::Line || self.is(",") {
                self.next();
            }
            if let Some(later) = self.quoted() {
                sentence = Some(later);
                continue;
            }
            if self.at_end_of_statement() && formula.is_some() {
                break;
            }
            let next = self.expr()?;
            formula = Some(match formula {
                None => next,
                Some(before) => self.join(Operator::And, before, next)?,
            });
            if !matches!(self.peek().kind, Kind::Line | Kind::Quoted)
                && !self.is(",")
                && !self.at_end_of_statement()
            {
                return Err(
                    self.unexpected("a comma and a further formula, or the end of the statement")
                );
            }
        }
        match formula {
            Some(formula) => Ok(Law { sentence, formula, span: self.span_from(start) }),
            None => Err(self.unexpected("a formula")),
        }
    }

    /// `again "…" when formula`.
    fn again(&mut self, start: usize) -> Parsed<Law> {
        let sentence = self.quoted();
        self.skip_lines();
        self.expect("when")?;
        let formula = self.expr()?;
        Ok(Law { sentence, formula, span: self.span_from(start) })
    }

    /// `me wins "…" when …`, `draw …`, `score e …`, one a line.
    fn ends(&mut self, book: &mut Rulebook) -> Parsed<()> {
        loop {
            while self.peek().kind == Kind::Line || self.is(";") {
                self.next();
            }
            if self.at_end_of_statement() {
                return Ok(());
            }
            self.operators = 0;
            let start = self.peek().span.start;
            let result = if self.eat("draw") {
                EndResult::Draw
            } else if self.eat("score") {
                EndResult::Score(self.sum()?)
            } else {
                let who = self.word("me wins, other wins, draw or score")?;
                let player = Expr { kind: ExprKind::Name(who.text), span: who.span };
                if !self.eat("wins") {
                    return Err(self.unexpected("wins"));
                }
                EndResult::Wins(player)
            };
            let sentence = self.quoted();
            self.line_before(&["when"]);
            let condition = if self.eat("when") {
                let mut condition = self.expr()?;
                while self.eat(",") {
                    self.skip_lines();
                    let next = self.expr()?;
                    condition = self.join(Operator::And, condition, next)?;
                }
                Some(condition)
            } else {
                None
            };
            book.ends.push(End { result, sentence, condition, span: self.span_from(start) });
            if !matches!(self.peek().kind, Kind::Line)
                && !self.is(";")
                && !self.at_end_of_statement()
            {
                return Err(self.unexpected("when and a formula, or the end of the line"));
            }
        }
    }

    /// The words after `format` and the like, for whoever reads them.
    fn directive(&mut self, word: Name) -> Directive {
        let first = self.at;
        while !self.at_end_of_statement() {
            self.next();
        }
        let tokens = self.tokens[first..self.at].to_vec();
        let text = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => {
                self.text[first.span.start - self.origin..last.span.end - self.origin].to_string()
            }
            _ => String::new(),
        };
        Directive { word, tokens, text }
    }
}

/// `then c "…" c is empty …`: the only word of a head is a name unless the rule itself speaks of it as of a cell.
fn name_or_parameter(book: &mut Rulebook) {
    let declared = book.states.iter().map(|state| &state.name);
    let declared = declared.chain(book.functions.iter().map(|function| &function.name));
    let declared = declared.chain(book.parameters.iter().map(|parameter| &parameter.name));
    let declared = declared.chain(book.pieces.iter().map(|piece| &piece.name));
    let declared: Vec<String> =
        declared.chain(&book.players).map(|name| name.text.clone()).collect();
    // What another rulebook declares is not known here.
    if book.like.is_some() {
        return;
    }
    let parts = book.parts.iter_mut().map(|then| &mut then.part);
    for rule in book.moves.iter_mut().chain(parts).filter(|rule| rule.header.is_empty()) {
        let Some(name) = rule.name.clone().filter(|name| !declared.contains(&name.text)) else {
            continue;
        };
        let mut spoken_of = false;
        names::rule(rule, &mut |word| spoken_of |= word == name.text);
        if spoken_of {
            rule.name = None;
            rule.header.push(HeaderItem::Parameter(name, None));
        }
    }
}
