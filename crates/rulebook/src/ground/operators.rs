//! Signs between values: sums, comparisons, unions, membership.

use super::expr::{ANY_KIND, Grounded, Grounder};
use super::node::{Comparison, Id, Node};
use super::scope::Scope;
use super::value::Value;
use crate::ast::{Expr, ExprKind, Operator};
use crate::{Diagnostic, Span};

/// The most numbers of a range.
const LONGEST_RANGE: i64 = 4096;

impl Grounder<'_> {
    pub(super) fn negative(&mut self, value: Value, span: &Span) -> Grounded<Value> {
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

    pub(super) fn binary(
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
                    let times = self.known_int(number, span).map_err(|mistake| {
                        mistake.with_help("choose it: n in 1..9, n = …, and then d * n")
                    })?;
                    let (x, y) = (i64::from(x) * times, i64::from(y) * times);
                    Self::direction(x, y, span).map(Value::Direction)
                }
                (one, two) => self.arithmetic(Node::Multiply, one, two, left, right),
            },
            Operator::Divide | Operator::Modulo if self.is_zero(&two, right) => {
                Err(Diagnostic::new(right.span.clone(), "a division by zero", "another number"))
            }
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

    /// Whether a divisor is zero in every position: it is written with numbers and parameters alone.
    fn is_zero(&self, value: &Value, written: &Expr) -> bool {
        let Value::Number(number) = value else { return false };
        let mut constant = true;
        super::names::expr(written, &mut |name| {
            constant &= self.words.parameters.contains_key(name);
        });
        constant && self.arena.node(*number) == Node::Int(0)
    }

    pub(super) fn arithmetic(
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
    pub(super) fn joined(
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
    pub(super) fn equal(&mut self, one: Value, two: Value, span: &Span) -> Grounded<Id> {
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
            (
                one @ (Value::Set(_) | Value::Pieces(_) | Value::Kind(_)),
                two @ (Value::Set(_) | Value::Pieces(_) | Value::Kind(_)),
            ) => {
                let (a, b) = (self.as_set(one, span)?, self.as_set(two, span)?);
                let outside = [(a, b), (b, a)].map(|(inner, outer)| {
                    let others = self.arena.build(Node::Complement(outer));
                    let rest = self.arena.build(Node::Meet(inner, others));
                    let some = self.arena.build(Node::NonEmpty(rest));
                    self.arena.build(Node::Not(some))
                });
                self.arena.all(outside.to_vec())
            }
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

    pub(super) fn added(
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
                let span = left.span.start..right.span.end;
                let (x, y) = (i64::from(x) + i64::from(a), i64::from(y) + i64::from(b));
                Value::Direction(Self::direction(x, y, &span)?)
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

    pub(super) fn membership(
        &mut self,
        element: &Expr,
        set: &Expr,
        scope: &mut Scope,
    ) -> Grounded<Id> {
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
