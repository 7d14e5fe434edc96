//! Expressions grounded: words become what they mean, quantifiers over known things are written out.

use super::Arena;
use super::node::{Comparison, Id, Nearness, Node};
use super::scope::{Scope, StateSort, Words, unknown_word};
use super::value::Value;
use crate::ast::{Binder, Expr, ExprKind, Operator, Quantifier, Rulebook};
use crate::{Diagnostic, Span};

/// Stands for every kind of piece.
pub const ANY_KIND: usize = usize::MAX;
/// How many expressions may be looked at before a text is called too large.
const MOST_STEPS: usize = 4_000_000;
/// How deep functions may call each other.
const DEEPEST_CALL: usize = 40;
/// The longest list of numbers.
const LONGEST_RANGE: i64 = 4096;

pub type Grounded<T> = Result<T, Diagnostic>;

/// Grounds expressions for the player `me`.
pub struct Grounder<'a> {
    pub book: &'a Rulebook,
    pub words: &'a Words,
    pub arena: Arena,
    pub me: usize,
    pub steps: usize,
    pub calls: usize,
    /// The moves whose conditions are being grounded, to find those that ask for themselves.
    pub asking: Vec<(String, usize)>,
}

impl Grounder<'_> {
    /// The value of an expression.
    pub fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Grounded<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.arena.is_full() {
            return Err(Diagnostic::new(
                expr.span.clone(),
                "the rules become too large here",
                "a smaller board or rule",
            )
            .with_help("fewer nested quantifiers, or smaller ranges"));
        }
        let span = &expr.span;
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::Number(self.arena.int(*number))),
            ExprKind::Name(name) => self.name(name, span, scope),
            ExprKind::Call(name, arguments) => {
                let values = arguments
                    .iter()
                    .map(|argument| self.expr(argument, scope))
                    .collect::<Grounded<Vec<_>>>()?;
                self.call(&name.text, &name.span, values, arguments, scope)
            }
            ExprKind::Vector(x, y) => {
                let (x, y) = (self.known_number(x, scope)?, self.known_number(y, scope)?);
                Ok(Value::Direction((x as i32, y as i32)))
            }
            ExprKind::Owned(owner, kind) => self.owned(owner, kind, scope),
            ExprKind::Not(inner) => match self.expr(inner, scope)? {
                Value::Formula(id) => Ok(Value::Formula(self.arena.build(Node::Not(id)))),
                value @ (Value::Set(_) | Value::Pieces(_) | Value::Kind(_)) => {
                    let set = self.as_set(value, &inner.span)?;
                    Ok(Value::Set(self.arena.build(Node::Complement(set))))
                }
                value => {
                    let id = self.as_formula(value, &inner.span)?;
                    Ok(Value::Formula(self.arena.build(Node::Not(id))))
                }
            },
            ExprKind::Minus(inner) => {
                let value = self.expr(inner, scope)?;
                self.negative(value, &inner.span)
            }
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, span, scope)
            }
            ExprKind::In(element, set) => self.membership(element, set, scope).map(Value::Formula),
            ExprKind::NotIn(element, set) => {
                let inside = self.membership(element, set, scope)?;
                let outside = self.arena.build(Node::Not(inside));
                match self.expr(element, scope)? {
                    // A missing cell is in no set and outside of none.
                    Value::Cell(cell) => {
                        let everywhere = self.arena.everywhere();
                        let there = self.arena.build(Node::In(cell, everywhere));
                        Ok(Value::Formula(self.arena.build(Node::And(there, outside))))
                    }
                    _ => Ok(Value::Formula(outside)),
                }
            }
            ExprKind::On(pieces, place) => {
                let value = self.expr(pieces, scope)?;
                let set = self.as_set(value, &pieces.span)?;
                match self.expr(place, scope)? {
                    Value::Cell(cell) => Ok(Value::Formula(self.arena.build(Node::In(cell, set)))),
                    Value::Nothing => Ok(Value::Formula(self.arena.truth(false))),
                    place_value => {
                        let there = self.as_set(place_value, &place.span)?;
                        let both = self.arena.build(Node::Meet(set, there));
                        Ok(Value::Formula(self.arena.build(Node::NonEmpty(both))))
                    }
                }
            }
            ExprKind::No(inner) => {
                let some = self.some(inner, scope)?;
                Ok(Value::Formula(self.arena.build(Node::Not(some))))
            }
            ExprKind::Some(inner) => self.some(inner, scope).map(Value::Formula),
            ExprKind::Has(_, name) => Err(Diagnostic::new(
                name.span.clone(),
                format!("{} is not given: only a puzzle has what is given", name.text),
                "a formula about the board",
            )),
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(quantifier, binders, body, span, scope)
            }
            ExprKind::Set(elements) => {
                let values = elements.iter().map(|element| self.expr(element, scope));
                Ok(Value::List(values.collect::<Grounded<Vec<_>>>()?))
            }
            ExprKind::Comprehension(binder, formula) => self.comprehension(binder, formula, scope),
            ExprKind::If(condition, yes, no) => {
                let id = self.formula(condition, scope)?;
                match self.arena.known_truth_of(id) {
                    Some(true) => self.expr(yes, scope),
                    Some(false) => self.expr(no, scope),
                    None => {
                        let (first, second) = (self.expr(yes, scope)?, self.expr(no, scope)?);
                        self.one_of(id, first, second, &no.span)
                    }
                }
            }
        }
    }

    /// The formula that an expression is.
    pub fn formula(&mut self, expr: &Expr, scope: &mut Scope) -> Grounded<Id> {
        let value = self.expr(expr, scope)?;
        self.as_formula(value, &expr.span)
    }

    /// The number that an expression is.
    pub fn number(&mut self, expr: &Expr, scope: &mut Scope) -> Grounded<Id> {
        let value = self.expr(expr, scope)?;
        self.as_number(value, &expr.span)
    }

    /// A number that is known when the rules are read.
    pub fn known_number(&mut self, expr: &Expr, scope: &mut Scope) -> Grounded<i64> {
        let id = self.number(expr, scope)?;
        self.known_int(id, &expr.span)
    }

    fn known_int(&self, id: Id, span: &Span) -> Grounded<i64> {
        match self.arena.node(id) {
            Node::Int(number) => Ok(number.into()),
            _ => Err(Diagnostic::new(
                span.clone(),
                "this number changes during the game",
                "a number that is known when the rules are read",
            )),
        }
    }

    fn wrong(&self, span: &Span, found: &Value, expected: &str) -> Diagnostic {
        Diagnostic::new(span.clone(), format!("this is {}", found.describe()), expected)
    }

    pub fn as_formula(&mut self, value: Value, span: &Span) -> Grounded<Id> {
        match value {
            Value::Formula(id) => Ok(id),
            Value::Moves(Some(name), player) => self.possible(&name, player, span),
            Value::Moves(None, _) => Err(Diagnostic::new(
                span.clone(),
                "whether there is a move can be asked at the end of a turn only",
                "`no move of other` as a condition of an end",
            )),
            other => Err(self.wrong(span, &other, "a formula").with_help(match other {
                Value::Set(_) | Value::Pieces(_) | Value::Kind(_) => {
                    "`some …` or `no …` asks whether there is one, `… on a` whether it stands there"
                }
                _ => "a formula is true or false",
            })),
        }
    }

    pub fn as_number(&mut self, value: Value, span: &Span) -> Grounded<Id> {
        match value {
            Value::Number(id) => Ok(id),
            other => Err(self.wrong(span, &other, "a number")),
        }
    }

    pub fn as_cell(&mut self, value: Value, span: &Span) -> Grounded<Id> {
        match value {
            Value::Cell(id) => Ok(id),
            Value::Nothing => Ok(self.arena.build(Node::NoCell)),
            other => Err(self.wrong(span, &other, "a cell")),
        }
    }

    pub fn as_set(&mut self, value: Value, span: &Span) -> Grounded<Id> {
        match value {
            Value::Set(id) => Ok(id),
            Value::Cell(id) => Ok(self.arena.build(Node::Singleton(id))),
            Value::Nothing => Ok(self.arena.nowhere()),
            Value::Pieces(contents) => Ok(self.planes(&contents)),
            Value::Player(player) => Ok(self.planes(&self.words.contents_of_player(player))),
            Value::Kind(ANY_KIND) => {
                let empty = self.arena.build(Node::Plane(0));
                Ok(self.arena.build(Node::Complement(empty)))
            }
            Value::Kind(kind) => Ok(self.planes(&self.words.contents_of_kind(kind))),
            Value::List(values) => {
                let sets = values
                    .into_iter()
                    .map(|value| self.as_set(value, span))
                    .collect::<Grounded<Vec<_>>>()?;
                Ok(self.arena.union(sets))
            }
            other => Err(self.wrong(span, &other, "a set of cells")),
        }
    }

    fn planes(&mut self, contents: &[u8]) -> Id {
        // All pieces together are what is not empty.
        if contents.len() == self.words.contents.len()
            && !contents.contains(&0)
            && contents.len() > 1
        {
            let empty = self.arena.build(Node::Plane(0));
            return self.arena.build(Node::Complement(empty));
        }
        let planes =
            contents.iter().map(|content| self.arena.build(Node::Plane(*content))).collect();
        self.arena.union(planes)
    }

    fn as_directions(&mut self, value: Value, span: &Span) -> Grounded<Vec<(i32, i32)>> {
        match value {
            Value::Direction(direction) => Ok(vec![direction]),
            Value::List(values) => {
                let lists = values.into_iter().map(|value| self.as_directions(value, span));
                Ok(lists.collect::<Grounded<Vec<_>>>()?.concat())
            }
            other => Err(self.wrong(span, &other, "a direction")),
        }
    }

    fn as_direction(&mut self, value: Value, span: &Span) -> Grounded<u16> {
        match value {
            Value::Direction(direction) => Ok(self.arena.direction_number(direction)),
            other => Err(self.wrong(span, &other, "a direction")),
        }
    }

    fn name(&mut self, name: &str, span: &Span, scope: &mut Scope) -> Grounded<Value> {
        if let Some(value) = scope.get(name) {
            return Ok(value.clone());
        }
        let words = self.words;
        let built = |directions: &[(i32, i32)]| {
            Value::List(directions.iter().map(|direction| Value::Direction(*direction)).collect())
        };
        if let Some(number) = words.parameters.get(name) {
            return Ok(Value::Number(self.arena.int(*number)));
        }
        if let Some(player) = words.players.iter().position(|player| player == name) {
            return Ok(Value::Player(player));
        }
        if let Some(kind) = words.kinds.iter().position(|kind| kind == name) {
            return Ok(Value::Kind(kind));
        }
        if let Some(at) = words.states.iter().position(|state| state.name == name) {
            let number = at as u16;
            return Ok(match words.states[at].sort {
                StateSort::Flag => Value::Formula(self.arena.build(Node::Flag(number))),
                StateSort::Number(..) => Value::Number(self.arena.build(Node::Number(number))),
                StateSort::Cell => Value::Cell(self.arena.build(Node::CellState(number))),
                StateSort::Set => Value::Set(self.arena.build(Node::SetState(number))),
            });
        }
        if words.functions.iter().any(|function| function.name.text == name) {
            return self.call(name, span, Vec::new(), &[], scope);
        }
        if words.moves.iter().any(|known| known == name) {
            return Ok(Value::Moves(Some(name.to_string()), self.me));
        }
        let board = words.board.clone();
        Ok(match name {
            "me" | "own" => Value::Player(self.me),
            "other" => Value::Player(1 - self.me),
            "piece" => Value::Kind(ANY_KIND),
            "empty" => Value::Pieces(vec![0]),
            "move" => Value::Moves(None, self.me),
            "none" | "nothing" => Value::Nothing,
            "true" | "yes" => Value::Formula(self.arena.truth(true)),
            "false" => Value::Formula(self.arena.truth(false)),
            "cells" => Value::Set(self.arena.everywhere()),
            "players" => Value::List((0..words.players.len()).map(Value::Player).collect()),
            "sides" => built(board.sides()),
            "diagonals" => built(board.diagonals()),
            "directions" => built(&board.directions()),
            "north" => Value::Direction((0, 1)),
            "south" => Value::Direction((0, -1)),
            "east" => Value::Direction((1, 0)),
            "west" => Value::Direction((-1, 0)),
            "northeast" => Value::Direction((1, 1)),
            "northwest" => Value::Direction((-1, 1)),
            "southeast" => Value::Direction((1, -1)),
            "southwest" => Value::Direction((-1, -1)),
            "rows" => self.regions((1..=board.height() as i32).map(|row| (0, row))),
            "columns" => self.regions((1..=board.width() as i32).map(|column| (column, 0))),
            "lines" => {
                let sets = board
                    .lines()
                    .iter()
                    .map(|line| Value::Set(self.arena.set_of(line.iter().copied())));
                Value::List(sets.collect())
            }
            "corners" => {
                let (width, height) = (board.width() as i32, board.height() as i32);
                let corners = [(1, 1), (width, 1), (1, height), (width, height)];
                Value::Set(
                    self.arena.set_of(corners.into_iter().filter_map(|(x, y)| board.at(x, y))),
                )
            }
            "border" => {
                let outer = |cell: &usize| {
                    board.sides().iter().any(|side| board.step(*cell, *side).is_none())
                };
                Value::Set(self.arena.set_of(board.cells().filter(outer)))
            }
            _ => match board.named(name) {
                Some(cell) => Value::Cell(self.arena.build(Node::Cell(cell as u16))),
                None => return Err(unknown_word(words, scope, name, span.clone())),
            },
        })
    }

    /// Rows and columns as sets: 0 stands for whichever.
    fn regions(&mut self, places: impl Iterator<Item = (i32, i32)>) -> Value {
        let board = self.words.board.clone();
        let sets = places.map(|(column, row)| {
            let inside = |cell: &usize| {
                let (x, y) = board.place(*cell);
                (column == 0 || x == column) && (row == 0 || y == row)
            };
            Value::Set(self.arena.set_of(board.cells().filter(inside)))
        });
        Value::List(sets.collect())
    }

    fn owned(&mut self, owner: &Expr, kind: &Expr, scope: &mut Scope) -> Grounded<Value> {
        let player = match self.expr(owner, scope)? {
            Value::Player(player) => player,
            other => {
                let names = self.words.players.join(", ");
                return Err(self.wrong(
                    &owner.span,
                    &other,
                    &format!("a player: me, other, {names}"),
                ));
            }
        };
        match self.expr(kind, scope)? {
            Value::Kind(ANY_KIND) => Ok(Value::Pieces(self.words.contents_of_player(player))),
            Value::Kind(kind_number) => match self.words.content(Some(player), kind_number) {
                Some(content) => Ok(Value::Pieces(vec![content])),
                None => Err(Diagnostic::new(
                    kind.span.clone(),
                    "this piece is nobody's",
                    "a piece that players have",
                )),
            },
            Value::Moves(name, _) => Ok(Value::Moves(name, player)),
            other => Err(self.wrong(&kind.span, &other, "a kind of piece, or the name of a move")),
        }
    }

    fn some(&mut self, inner: &Expr, scope: &mut Scope) -> Grounded<Id> {
        match self.expr(inner, scope)? {
            value @ (Value::Formula(_) | Value::Moves(..)) => self.as_formula(value, &inner.span),
            value => {
                let set = self.as_set(value, &inner.span)?;
                Ok(self.arena.build(Node::NonEmpty(set)))
            }
        }
    }

    fn negative(&mut self, value: Value, span: &Span) -> Grounded<Value> {
        Ok(match value {
            Value::Direction((x, y)) => Value::Direction((-x, -y)),
            Value::List(values) => {
                let negated = values.into_iter().map(|value| self.negative(value, span));
                Value::List(negated.collect::<Grounded<Vec<_>>>()?)
            }
            other => {
                let number = self.as_number(other, span)?;
                let zero = self.arena.int(0);
                Value::Number(self.arena.build(Node::Subtract(zero, number)))
            }
        })
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        span: &Span,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        let one = self.expr(left, scope)?;
        // A formula that is decided already is not looked at further: the rest may not even make sense.
        if let Value::Formula(id) = one {
            match (operator, self.arena.known_truth_of(id)) {
                (Operator::And, Some(false)) | (Operator::Or, Some(true)) => return Ok(one),
                (Operator::Implies, Some(false)) => {
                    return Ok(Value::Formula(self.arena.truth(true)));
                }
                _ => {}
            }
        }
        let two = self.expr(right, scope)?;
        match operator {
            Operator::Or | Operator::And | Operator::Without => {
                self.joined(operator, one, two, left, right)
            }
            Operator::Implies => {
                let (one, two) =
                    (self.as_formula(one, &left.span)?, self.as_formula(two, &right.span)?);
                let not = self.arena.build(Node::Not(one));
                Ok(Value::Formula(self.arena.build(Node::Or(not, two))))
            }
            Operator::Equal => self.equal(one, two, span).map(Value::Formula),
            Operator::NotEqual => {
                let cells = match (&one, &two) {
                    (Value::Cell(a), Value::Cell(b)) => Some((*a, *b)),
                    _ => None,
                };
                let same = self.equal(one, two, span)?;
                let mut differ = self.arena.build(Node::Not(same));
                if let Some((a, b)) = cells {
                    let everywhere = self.arena.everywhere();
                    for cell in [a, b] {
                        let there = self.arena.build(Node::In(cell, everywhere));
                        differ = self.arena.build(Node::And(differ, there));
                    }
                }
                Ok(Value::Formula(differ))
            }
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => {
                let (one, two) =
                    (self.as_number(one, &left.span)?, self.as_number(two, &right.span)?);
                let (a, b, negated) = match operator {
                    Operator::AtLeast => (one, two, false),
                    Operator::AtMost => (two, one, false),
                    Operator::Less => (one, two, true),
                    _ => (two, one, true),
                };
                let compared = self.arena.build(Node::Compare(Comparison::AtLeast, a, b));
                Ok(Value::Formula(if negated {
                    self.arena.build(Node::Not(compared))
                } else {
                    compared
                }))
            }
            Operator::Plus | Operator::Minus => {
                let two = if operator == Operator::Minus && !matches!(two, Value::Number(_)) {
                    self.negative(two, &right.span)?
                } else {
                    two
                };
                self.added(operator, one, two, left, right)
            }
            Operator::Times => match (one, two) {
                (Value::Direction((x, y)), Value::Number(number))
                | (Value::Number(number), Value::Direction((x, y))) => {
                    let number = self.known_int(number, span)? as i32;
                    Ok(Value::Direction((x.saturating_mul(number), y.saturating_mul(number))))
                }
                (one, two) => self.arithmetic(Node::Multiply, one, two, left, right),
            },
            Operator::Divide => self.arithmetic(Node::Divide, one, two, left, right),
            Operator::Modulo => self.arithmetic(Node::Modulo, one, two, left, right),
            Operator::Range => {
                let (one, two) =
                    (self.as_number(one, &left.span)?, self.as_number(two, &right.span)?);
                let (low, high) =
                    (self.known_int(one, &left.span)?, self.known_int(two, &right.span)?);
                if high - low >= LONGEST_RANGE {
                    let expected = format!("at most {LONGEST_RANGE} numbers");
                    return Err(Diagnostic::new(span.clone(), "this range is too long", expected));
                }
                Ok(Value::List(
                    (low..=high).map(|number| Value::Number(self.arena.int(number))).collect(),
                ))
            }
        }
    }

    fn arithmetic(
        &mut self,
        node: fn(Id, Id) -> Node,
        one: Value,
        two: Value,
        left: &Expr,
        right: &Expr,
    ) -> Grounded<Value> {
        let (one, two) = (self.as_number(one, &left.span)?, self.as_number(two, &right.span)?);
        Ok(Value::Number(self.arena.build(node(one, two))))
    }

    /// Formulas, sets or lists with `and`, `or`, `without` between them.
    fn joined(
        &mut self,
        operator: Operator,
        one: Value,
        two: Value,
        left: &Expr,
        right: &Expr,
    ) -> Grounded<Value> {
        match (&one, &two) {
            (Value::Formula(_) | Value::Moves(..), _)
            | (_, Value::Formula(_) | Value::Moves(..)) => {
                let (one, two) =
                    (self.as_formula(one, &left.span)?, self.as_formula(two, &right.span)?);
                let node = match operator {
                    Operator::Or => Node::Or(one, two),
                    Operator::And => Node::And(one, two),
                    _ => {
                        return Err(self.wrong(&left.span, &Value::Formula(one), "a set of cells"));
                    }
                };
                Ok(Value::Formula(self.arena.build(node)))
            }
            (Value::Direction(_), _) | (_, Value::Direction(_)) if operator == Operator::Or => {
                let both =
                    [self.as_directions(one, &left.span)?, self.as_directions(two, &right.span)?]
                        .concat();
                Ok(Value::List(both.into_iter().map(Value::Direction).collect()))
            }
            (Value::Pieces(a), Value::Pieces(b)) if operator == Operator::Or => {
                Ok(Value::Pieces([a.as_slice(), b.as_slice()].concat()))
            }
            (Value::List(a), Value::List(b)) if !holds_cells(a) && !holds_cells(b) => {
                let kept = match operator {
                    Operator::Or => a
                        .iter()
                        .chain(b.iter().filter(|value| !a.contains(value)))
                        .cloned()
                        .collect(),
                    Operator::And => a.iter().filter(|value| b.contains(value)).cloned().collect(),
                    _ => a.iter().filter(|value| !b.contains(value)).cloned().collect(),
                };
                Ok(Value::List(kept))
            }
            _ => {
                let (one, two) = (self.as_set(one, &left.span)?, self.as_set(two, &right.span)?);
                let node = match operator {
                    Operator::Or => Node::Union(one, two),
                    Operator::And => Node::Meet(one, two),
                    _ => Node::Meet(one, self.arena.build(Node::Complement(two))),
                };
                Ok(Value::Set(self.arena.build(node)))
            }
        }
    }

    /// `=` between values of any kind; a cell and a set: membership.
    fn equal(&mut self, one: Value, two: Value, span: &Span) -> Grounded<Id> {
        let everywhere = self.arena.everywhere();
        Ok(match (one, two) {
            (Value::Number(a), Value::Number(b)) => {
                self.arena.build(Node::Compare(Comparison::Equal, a, b))
            }
            (Value::Cell(a), Value::Cell(b)) => self.arena.build(Node::SameCell(a, b)),
            (Value::Cell(cell), Value::Nothing) | (Value::Nothing, Value::Cell(cell)) => {
                let there = self.arena.build(Node::In(cell, everywhere));
                self.arena.build(Node::Not(there))
            }
            (Value::Cell(cell), set @ (Value::Set(_) | Value::List(_) | Value::Pieces(_))) => {
                let set = self.as_set(set, span)?;
                self.arena.build(Node::In(cell, set))
            }
            (Value::Formula(a), Value::Formula(b)) => {
                let not = self.arena.build(Node::Not(b));
                self.arena.choose(a, b, not)
            }
            (Value::Player(a), Value::Player(b)) => self.arena.truth(a == b),
            (Value::Kind(a), Value::Kind(b)) => self.arena.truth(a == b),
            (Value::Direction(a), Value::Direction(b)) => self.arena.truth(a == b),
            (one, two) if matches!(one, Value::Content(_)) || matches!(two, Value::Content(_)) => {
                let (a, b) = (self.as_content(one, span)?, self.as_content(two, span)?);
                self.arena.build(Node::SameContent(a, b))
            }
            (element, Value::List(values)) => {
                let same = values.into_iter().map(|value| self.equal(element.clone(), value, span));
                let same = same.collect::<Grounded<Vec<_>>>()?;
                self.arena.any(same)
            }
            (one, two) => {
                let message =
                    format!("{} and {} are never the same", one.describe(), two.describe());
                return Err(Diagnostic::new(span.clone(), message, "two things of one sort"));
            }
        })
    }

    /// Something that can be put on a cell.
    pub fn as_content(&mut self, value: Value, span: &Span) -> Grounded<Id> {
        match value {
            Value::Content(id) => Ok(id),
            Value::Pieces(contents) if contents.len() == 1 => {
                Ok(self.arena.build(Node::Content(contents[0])))
            }
            Value::Nothing => Ok(self.arena.build(Node::Content(0))),
            Value::Kind(kind) if kind != ANY_KIND => match self.words.content(None, kind) {
                Some(content) => Ok(self.arena.build(Node::Content(content))),
                None => Err(Diagnostic::new(
                    span.clone(),
                    "whose piece is it?",
                    "own, other or a player before it",
                )),
            },
            other => Err(self.wrong(span, &other, "one piece, or empty")),
        }
    }

    fn added(
        &mut self,
        operator: Operator,
        one: Value,
        two: Value,
        left: &Expr,
        right: &Expr,
    ) -> Grounded<Value> {
        Ok(match (one, two) {
            (Value::Number(a), Value::Number(b)) => {
                Value::Number(self.arena.build(match operator {
                    Operator::Plus => Node::Add(a, b),
                    _ => Node::Subtract(a, b),
                }))
            }
            (Value::Cell(cell), Value::Direction(direction)) => {
                let direction = self.arena.direction_number(direction);
                Value::Cell(self.arena.build(Node::Step(cell, direction)))
            }
            (Value::Set(set), Value::Direction((x, y))) => {
                let back = self.arena.direction_number((-x, -y));
                Value::Set(self.arena.build(Node::Shift(set, back)))
            }
            (pieces @ (Value::Pieces(_) | Value::Kind(_)), two) => {
                let set = self.as_set(pieces, &left.span)?;
                self.added(Operator::Plus, Value::Set(set), two, left, right)?
            }
            (Value::Direction((x, y)), Value::Direction((a, b))) => {
                Value::Direction((x + a, y + b))
            }
            (one, Value::List(values)) => {
                let sums = values
                    .into_iter()
                    .map(|two| self.added(Operator::Plus, one.clone(), two, left, right));
                flat(sums.collect::<Grounded<Vec<_>>>()?)
            }
            (Value::List(values), two) => {
                let sums = values
                    .into_iter()
                    .map(|one| self.added(Operator::Plus, one, two.clone(), left, right));
                flat(sums.collect::<Grounded<Vec<_>>>()?)
            }
            (Value::Number(_), two) => return Err(self.wrong(&right.span, &two, "a number")),
            (Value::Cell(_) | Value::Set(_), two) => {
                return Err(self.wrong(&right.span, &two, "a direction"));
            }
            (one, _) => {
                return Err(self.wrong(&left.span, &one, "a cell, a direction or a number"));
            }
        })
    }

    fn membership(&mut self, element: &Expr, set: &Expr, scope: &mut Scope) -> Grounded<Id> {
        let value = self.expr(element, scope)?;
        // `x in 1..height(a)`: the ends of the range may change during the game.
        if let (Value::Number(number), ExprKind::Binary(Operator::Range, low, high)) =
            (&value, &set.kind)
        {
            let (low, high) = (self.number(low, scope)?, self.number(high, scope)?);
            let from = self.arena.build(Node::Compare(Comparison::AtLeast, *number, low));
            let to = self.arena.build(Node::Compare(Comparison::AtLeast, high, *number));
            return Ok(self.arena.build(Node::And(from, to)));
        }
        let members = self.expr(set, scope)?;
        match (value, members) {
            (Value::Cell(cell), members) if !matches!(members, Value::Cell(_)) => {
                let members = self.as_set(members, &set.span)?;
                Ok(self.arena.build(Node::In(cell, members)))
            }
            (Value::Nothing, _) => Ok(self.arena.truth(false)),
            (value, members) => {
                let span = element.span.start..set.span.end;
                self.equal(value, members, &span)
            }
        }
    }

    fn comprehension(
        &mut self,
        binder: &Binder,
        formula: &Expr,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        let names = scope.count();
        let result = match self.domain(binder, scope)? {
            Domain::Cells(set) => {
                let (var, id) = self.variable(&binder.name.text, scope);
                let body = self.guarded(binder, formula, scope);
                scope.depth -= 1;
                scope.truncate(names);
                let _ = id;
                Value::Set(self.arena.members(var, set, body?))
            }
            Domain::Known(values) => {
                let mut kept = Vec::new();
                for value in values {
                    scope.bind(&binder.name.text, value.clone());
                    let holds = self.guarded(binder, formula, scope);
                    scope.truncate(names);
                    match self.arena.known_truth_of(holds?) {
                        Some(true) => kept.push(value),
                        Some(false) => {}
                        None => {
                            let message = "whether this holds changes during the game";
                            return Err(Diagnostic::new(
                                formula.span.clone(),
                                message,
                                "a formula about the board alone",
                            ));
                        }
                    }
                }
                Value::List(kept)
            }
        };
        Ok(result)
    }

    /// A new variable for a cell.
    pub fn variable(&mut self, name: &str, scope: &mut Scope) -> (u8, Id) {
        let var = scope.depth;
        let id = self.arena.build(Node::Var(var));
        scope.bind(name, Value::Cell(id));
        scope.depth += 1;
        (var, id)
    }

    /// The body of a comprehension together with the condition of its binder.
    fn guarded(&mut self, binder: &Binder, body: &Expr, scope: &mut Scope) -> Grounded<Id> {
        let condition = match &binder.condition {
            Some(condition) => self.formula(condition, scope)?,
            None => self.arena.truth(true),
        };
        let body = self.formula(body, scope)?;
        Ok(self.arena.build(Node::And(condition, body)))
    }

    fn domain(&mut self, binder: &Binder, scope: &mut Scope) -> Grounded<Domain> {
        let Some(expr) = &binder.domain else { return Ok(Domain::Cells(self.arena.everywhere())) };
        if scope.depth >= 60 {
            return Err(Diagnostic::new(
                binder.name.span.clone(),
                "too many variables at once",
                "at most 60",
            ));
        }
        Ok(match self.expr(expr, scope)? {
            Value::List(values)
                if !values.is_empty()
                    && values.iter().all(|value| matches!(value, Value::Cell(_))) =>
            {
                Domain::Cells(self.as_set(Value::List(values), &expr.span)?)
            }
            Value::List(values) => Domain::Known(values),
            Value::Direction(direction) => Domain::Known(vec![Value::Direction(direction)]),
            other => Domain::Cells(self.as_set(other, &expr.span)?),
        })
    }

    fn quantified(
        &mut self,
        quantifier: &Quantifier,
        binders: &[Binder],
        body: &Expr,
        span: &Span,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        match quantifier {
            Quantifier::All => {
                let negated = self.exists(binders, body, true, scope)?;
                Ok(Value::Formula(self.arena.build(Node::Not(negated))))
            }
            Quantifier::Some => Ok(Value::Formula(self.exists(binders, body, false, scope)?)),
            Quantifier::No => {
                let some = self.exists(binders, body, false, scope)?;
                Ok(Value::Formula(self.arena.build(Node::Not(some))))
            }
            Quantifier::Count => Ok(Value::Number(self.total(binders, body, true, scope)?)),
            Quantifier::Sum => Ok(Value::Number(self.total(binders, body, false, scope)?)),
            Quantifier::Exactly(number)
            | Quantifier::AtLeast(number)
            | Quantifier::AtMost(number) => {
                let count = self.total(binders, body, true, scope)?;
                let number = self.number(number, scope)?;
                let node = match quantifier {
                    Quantifier::Exactly(_) => Node::Compare(Comparison::Equal, count, number),
                    Quantifier::AtLeast(_) => Node::Compare(Comparison::AtLeast, count, number),
                    _ => Node::Compare(Comparison::AtLeast, number, count),
                };
                Ok(Value::Formula(self.arena.build(node)))
            }
            Quantifier::Min | Quantifier::Max => {
                let values = self.listed(binders, body, span, scope)?;
                let node = if *quantifier == Quantifier::Min { Node::Min } else { Node::Max };
                let mut values = values.into_iter();
                let first = values.next().unwrap_or_else(|| self.arena.int(0));
                Ok(Value::Number(
                    values.fold(first, |best, value| self.arena.build(node(best, value))),
                ))
            }
        }
    }

    /// The values of a number for known values of its variables.
    fn listed(
        &mut self,
        binders: &[Binder],
        body: &Expr,
        span: &Span,
        scope: &mut Scope,
    ) -> Grounded<Vec<Id>> {
        let Some((binder, rest)) = binders.split_first() else {
            return Ok(vec![self.number(body, scope)?]);
        };
        let Domain::Known(values) = self.domain(binder, scope)? else {
            return Err(Diagnostic::new(
                span.clone(),
                "min and max do not run over cells",
                "directions, rows or numbers",
            ));
        };
        let (names, mut all) = (scope.count(), Vec::new());
        for value in values {
            scope.bind(&binder.name.text, value);
            let listed = self.listed(rest, body, span, scope);
            scope.truncate(names);
            all.extend(listed?);
        }
        Ok(all)
    }

    /// There are values for the variables for which the formula holds (or fails, if `negated`).
    fn exists(
        &mut self,
        binders: &[Binder],
        body: &Expr,
        negated: bool,
        scope: &mut Scope,
    ) -> Grounded<Id> {
        let Some((binder, rest)) = binders.split_first() else {
            let formula = self.formula(body, scope)?;
            return Ok(if negated { self.arena.build(Node::Not(formula)) } else { formula });
        };
        let names = scope.count();
        match self.domain(binder, scope)? {
            Domain::Cells(set) => {
                let (var, _) = self.variable(&binder.name.text, scope);
                let found = self.exists_where(binder, rest, body, negated, scope);
                scope.depth -= 1;
                scope.truncate(names);
                let members = self.arena.members(var, set, found?);
                Ok(self.arena.build(Node::NonEmpty(members)))
            }
            Domain::Known(values) => {
                let mut found = Vec::new();
                for value in values {
                    scope.bind(&binder.name.text, value);
                    let one = self.exists_where(binder, rest, body, negated, scope);
                    scope.truncate(names);
                    found.push(one?);
                }
                Ok(self.arena.any(found))
            }
        }
    }

    fn exists_where(
        &mut self,
        binder: &Binder,
        rest: &[Binder],
        body: &Expr,
        negated: bool,
        scope: &mut Scope,
    ) -> Grounded<Id> {
        let Some(condition) = &binder.condition else {
            return self.exists(rest, body, negated, scope);
        };
        let condition = self.formula(condition, scope)?;
        let found = self.exists(rest, body, negated, scope)?;
        Ok(self.arena.build(Node::And(condition, found)))
    }

    /// How often the formula holds (`counted`), or the sum of a number.
    fn total(
        &mut self,
        binders: &[Binder],
        body: &Expr,
        counted: bool,
        scope: &mut Scope,
    ) -> Grounded<Id> {
        let Some((binder, rest)) = binders.split_first() else {
            if !counted {
                return self.number(body, scope);
            }
            let formula = self.formula(body, scope)?;
            return Ok(self.indicator(formula));
        };
        let names = scope.count();
        match self.domain(binder, scope)? {
            Domain::Cells(set) => {
                let (var, _) = self.variable(&binder.name.text, scope);
                let result = self.total_over_cells(binder, rest, body, counted, (var, set), scope);
                scope.depth -= 1;
                scope.truncate(names);
                result
            }
            Domain::Known(values) => {
                let mut totals = Vec::new();
                for value in values {
                    scope.bind(&binder.name.text, value);
                    let condition =
                        binder.condition.as_ref().map(|condition| self.formula(condition, scope));
                    let total = self.total(rest, body, counted, scope);
                    scope.truncate(names);
                    let (condition, total) = (condition.transpose()?, total?);
                    totals.push(match condition {
                        Some(condition) => {
                            let zero = self.arena.int(0);
                            self.arena.build(Node::IfNumber(condition, total, zero))
                        }
                        None => total,
                    });
                }
                Ok(self.arena.sum(totals))
            }
        }
    }

    fn total_over_cells(
        &mut self,
        binder: &Binder,
        rest: &[Binder],
        body: &Expr,
        counted: bool,
        (var, set): (u8, Id),
        scope: &mut Scope,
    ) -> Grounded<Id> {
        let condition = match &binder.condition {
            Some(condition) => self.formula(condition, scope)?,
            None => self.arena.truth(true),
        };
        if counted && rest.is_empty() {
            let body = self.formula(body, scope)?;
            let both = self.arena.build(Node::And(condition, body));
            let members = self.arena.members(var, set, both);
            return Ok(self.arena.build(Node::Count(members)));
        }
        let total = self.total(rest, body, counted, scope)?;
        let members = self.arena.members(var, set, condition);
        Ok(self.arena.build(Node::Sum(var, members, total)))
    }

    /// 1 where the formula holds, else 0.
    fn indicator(&mut self, formula: Id) -> Id {
        let (one, zero) = (self.arena.int(1), self.arena.int(0));
        self.arena.build(Node::IfNumber(formula, one, zero))
    }

    /// One of two values of the same sort.
    fn one_of(&mut self, condition: Id, yes: Value, no: Value, span: &Span) -> Grounded<Value> {
        Ok(match (yes, no) {
            (Value::Formula(a), Value::Formula(b)) => {
                Value::Formula(self.arena.choose(condition, a, b))
            }
            (Value::Number(a), Value::Number(b)) => {
                Value::Number(self.arena.build(Node::IfNumber(condition, a, b)))
            }
            (yes @ (Value::Cell(_) | Value::Nothing), no @ (Value::Cell(_) | Value::Nothing)) => {
                let (a, b) = (self.as_cell(yes, span)?, self.as_cell(no, span)?);
                Value::Cell(self.arena.build(Node::IfCell(condition, a, b)))
            }
            (yes, no) if matches!(yes, Value::Content(_)) || matches!(no, Value::Content(_)) => {
                let (a, b) = (self.as_content(yes, span)?, self.as_content(no, span)?);
                Value::Content(self.arena.build(Node::IfContent(condition, a, b)))
            }
            (Value::Pieces(a), Value::Pieces(b)) if a.len() == 1 && b.len() == 1 => {
                let (a, b) =
                    (self.arena.build(Node::Content(a[0])), self.arena.build(Node::Content(b[0])));
                Value::Content(self.arena.build(Node::IfContent(condition, a, b)))
            }
            (yes, no) => {
                let (a, b) = (self.as_set(yes, span)?, self.as_set(no, span)?);
                Value::Set(self.arena.build(Node::IfSet(condition, a, b)))
            }
        })
    }

    fn call(
        &mut self,
        name: &str,
        span: &Span,
        mut values: Vec<Value>,
        arguments: &[Expr],
        scope: &mut Scope,
    ) -> Grounded<Value> {
        if self.words.functions.iter().any(|function| function.name.text == name) {
            return self.user_function(name, span, values, scope);
        }
        let wants = |count: usize, shape: &str| -> Grounded<()> {
            match values.len() == count {
                true => Ok(()),
                false => Err(Diagnostic::new(
                    span.clone(),
                    format!("{name} with {} arguments", values.len()),
                    shape,
                )),
            }
        };
        let at = |index: usize| &arguments[index].span;
        match name {
            "row" | "column" => {
                wants(1, &format!("{name}(a) of a cell, or {name} 3"))?;
                match values.remove(0) {
                    Value::Cell(cell) => {
                        let node = if name == "row" { Node::Row(cell) } else { Node::Column(cell) };
                        Ok(Value::Number(self.arena.build(node)))
                    }
                    value => self.region(name == "row", value, at(0)),
                }
            }
            "rows" | "columns" => {
                wants(1, &format!("{name} 1..2"))?;
                self.region(name == "rows", values.remove(0), at(0))
            }
            "cell" => {
                wants(2, "cell(column, row)")?;
                let (y, x) = (values.remove(1), values.remove(0));
                let (x, y) = (self.as_number(x, at(0))?, self.as_number(y, at(1))?);
                Ok(Value::Cell(self.arena.build(Node::At(x, y))))
            }
            "run" | "chain" | "past" => {
                wants(3, &format!("{name}(cell, direction, set)"))?;
                let set = self.as_set(values.remove(2), at(2))?;
                let direction = self.as_direction(values.remove(1), at(1))?;
                let cell = self.as_cell(values.remove(0), at(0))?;
                Ok(match name {
                    "run" => Value::Number(self.arena.build(Node::Run(cell, direction, set))),
                    "chain" => Value::Set(self.arena.build(Node::Chain(cell, direction, set))),
                    _ => Value::Cell(self.arena.build(Node::Past(cell, direction, set))),
                })
            }
            "ray" | "sight" => {
                wants(2, &format!("{name}(cell, direction)"))?;
                let direction = self.as_direction(values.remove(1), at(1))?;
                let cell = self.as_cell(values.remove(0), at(0))?;
                if name == "ray" {
                    return Ok(Value::Set(self.arena.build(Node::Ray(cell, direction))));
                }
                let empty = self.arena.build(Node::Plane(0));
                let free = self.arena.build(Node::Chain(cell, direction, empty));
                let first = self.arena.build(Node::Past(cell, direction, empty));
                let first = self.arena.build(Node::Singleton(first));
                Ok(Value::Set(self.arena.build(Node::Union(free, first))))
            }
            "neighbours" | "around" => {
                wants(1, &format!("{name}(cell)"))?;
                let nearness = if name == "around" { Nearness::Around } else { Nearness::Sides };
                match values.remove(0) {
                    Value::Cell(cell) => Ok(Value::Set(self.arena.near_of(cell, nearness))),
                    value => {
                        let set = self.as_set(value, at(0))?;
                        Ok(Value::Set(self.arena.build(Node::Spread(set, nearness))))
                    }
                }
            }
            "reach" | "group" => {
                wants(2, &format!("{name}(from, set)"))?;
                let set = self.as_set(values.remove(1), at(1))?;
                let from = self.as_set(values.remove(0), at(0))?;
                Ok(Value::Set(self.arena.build(Node::Reach(from, set))))
            }
            "count" => {
                wants(1, "count(set)")?;
                let set = self.as_set(values.remove(0), at(0))?;
                Ok(Value::Number(self.arena.build(Node::Count(set))))
            }
            "height" | "content" => {
                wants(1, &format!("{name}(cell)"))?;
                let cell = self.as_cell(values.remove(0), at(0))?;
                if name == "content" {
                    return Ok(Value::Content(self.arena.build(Node::ContentOf(cell))));
                }
                if !self.words.stacks {
                    let help = "say it of the board: board 6 x 6 stacks";
                    return Err(Diagnostic::new(
                        span.clone(),
                        "this board has no stacks",
                        "a board with stacks",
                    )
                    .with_help(help));
                }
                Ok(Value::Number(self.arena.build(Node::Height(cell))))
            }
            "mirrored" => {
                wants(3, "mirrored(cell, direction, steps)")?;
                let steps = self.as_number(values.remove(2), at(2))?;
                let direction = self.as_direction(values.remove(1), at(1))?;
                let cell = self.as_cell(values.remove(0), at(0))?;
                Ok(Value::Cell(self.arena.build(Node::Mirrored(cell, direction, steps))))
            }
            "turns" => {
                wants(2, "turns(columns, rows)")?;
                let (y, x) = (
                    self.as_number(values.remove(1), at(1))?,
                    self.as_number(values.remove(0), at(0))?,
                );
                let (x, y) = (self.known_int(x, at(0))? as i32, self.known_int(y, at(1))? as i32);
                let mut turned =
                    vec![(x, y), (y, x), (y, -x), (x, -y), (-x, -y), (-y, -x), (-y, x), (-x, y)];
                let all = turned.clone();
                let mut position = 0;
                turned.retain(|direction| {
                    position += 1;
                    !all[..position - 1].contains(direction)
                });
                Ok(Value::List(turned.into_iter().map(Value::Direction).collect()))
            }
            "abs" => {
                wants(1, "abs(number)")?;
                let number = self.as_number(values.remove(0), at(0))?;
                let zero = self.arena.int(0);
                let negative = self.arena.build(Node::Subtract(zero, number));
                Ok(Value::Number(self.arena.build(Node::Max(number, negative))))
            }
            "min" | "max" => {
                wants(2, &format!("{name}(number, number)"))?;
                let two = self.as_number(values.remove(1), at(1))?;
                let one = self.as_number(values.remove(0), at(0))?;
                let node = if name == "min" { Node::Min(one, two) } else { Node::Max(one, two) };
                Ok(Value::Number(self.arena.build(node)))
            }
            _ => Err(unknown_word(self.words, scope, name, span.clone())),
        }
    }

    /// The cells of a row or column, or of several.
    fn region(&mut self, row: bool, value: Value, span: &Span) -> Grounded<Value> {
        let numbers = match value {
            Value::List(values) => values,
            value => vec![value],
        };
        let mut sets = Vec::new();
        for number in numbers {
            let number = self.as_number(number, span)?;
            if let Node::Int(known) = self.arena.node(number) {
                let place = if row { (0, known) } else { (known, 0) };
                // Row 0 is outside the board, not every row.
                let places = (known > 0).then_some(place);
                let regions = self.regions(places.into_iter());
                sets.push(self.as_set(regions, span)?);
                continue;
            }
            // The number changes: the cells whose row it is. A variable of its own, so that nothing is captured.
            let var = 63;
            let cell = self.arena.build(Node::Var(var));
            let of_cell = self.arena.build(if row { Node::Row(cell) } else { Node::Column(cell) });
            let same = self.arena.build(Node::Compare(Comparison::Equal, of_cell, number));
            let everywhere = self.arena.everywhere();
            sets.push(self.arena.members(var, everywhere, same));
        }
        Ok(Value::Set(self.arena.union(sets)))
    }

    fn user_function(
        &mut self,
        name: &str,
        span: &Span,
        values: Vec<Value>,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        let words = self.words;
        let clauses: Vec<_> =
            words.functions.iter().filter(|function| function.name.text == name).collect();
        let fits = |parameter: &str, value: &Value| {
            let player = words.players.iter().position(|player| player == parameter);
            let kind = words.kinds.iter().position(|kind| kind == parameter);
            match (player, kind) {
                (Some(player), _) => *value == Value::Player(player),
                (_, Some(kind)) => *value == Value::Kind(kind),
                _ => true,
            }
        };
        let clause = clauses.iter().find(|function| {
            function.parameters.len() == values.len()
                && function
                    .parameters
                    .iter()
                    .zip(&values)
                    .all(|(parameter, value)| fits(&parameter.text, value))
        });
        let Some(clause) = clause else {
            let shapes: Vec<String> = clauses
                .iter()
                .map(|function| {
                    let names: Vec<&str> =
                        function.parameters.iter().map(|name| name.text.as_str()).collect();
                    format!("{name}({})", names.join(", "))
                })
                .collect();
            let found: Vec<&str> = values.iter().map(Value::describe).collect();
            let message = format!("no line of {name} fits ({})", found.join(", "));
            return Err(Diagnostic::new(span.clone(), message, shapes.join(" or ")));
        };
        if self.calls >= DEEPEST_CALL {
            let message = format!("{name} is used in its own meaning");
            return Err(Diagnostic::new(
                span.clone(),
                message,
                "functions that do not go round in a circle",
            ));
        }
        self.calls += 1;
        let mut inner = Scope::at_depth(scope.depth);
        for (parameter, value) in clause.parameters.iter().zip(values) {
            inner.bind(&parameter.text, value);
        }
        let result = self.expr(&clause.body, &mut inner);
        self.calls -= 1;
        result
    }
}

/// What a variable runs through.
enum Domain {
    Cells(Id),
    Known(Vec<Value>),
}

fn holds_cells(values: &[Value]) -> bool {
    values.iter().any(|value| matches!(value, Value::Cell(_) | Value::Set(_) | Value::Pieces(_)))
}

/// A list of lists as one list.
fn flat(values: Vec<Value>) -> Value {
    let parts = values.into_iter().flat_map(|value| match value {
        Value::List(inner) => inner,
        other => vec![other],
    });
    Value::List(parts.collect())
}
