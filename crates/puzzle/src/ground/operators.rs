//! Operators: and, or, sums and products, comparisons, choices.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::Site;
use crate::number::{self, Number};
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Expr, Operator};

impl Grounder<'_> {
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
    ) -> Grounded<Val> {
        match operator {
            Operator::And | Operator::Or => {
                let first = self.eval(left)?;
                if let Val::Set(_) | Val::Group(_) = first {
                    return self.combine(operator, &first, left, right);
                }
                let Val::Bit(first) = first else {
                    return self.unlike(left, &first, "a formula or a set");
                };
                // What is settled already needs no second look: it may speak of what does not exist.
                if first.value() == Some(operator == Operator::Or) {
                    return Ok(Val::Bit(first));
                }
                let second = self.bit(right)?;
                let encoder = self.statement.encoder();
                Ok(Val::Bit(match operator {
                    Operator::And => encoder.and(&[first, second]),
                    _ => encoder.or(&[first, second]),
                }))
            }
            Operator::Implies => {
                let first = self.bit(left)?;
                if first == Bit::FALSE {
                    return Ok(Val::Bit(Bit::TRUE));
                }
                let second = self.bit(right)?;
                Ok(Val::Bit(self.statement.encoder().or(&[!first, second])))
            }
            Operator::Without => {
                let first = self.eval(left)?;
                let second = self.eval(right)?;
                let others = self.complement(&second, right)?;
                self.intersect(&first, left, &others, right)
            }
            Operator::Plus | Operator::Minus => self.add(operator, left, right),
            Operator::Times | Operator::Divide | Operator::Modulo => {
                self.multiply(operator, left, right)
            }
            Operator::Range => {
                let (low, high) = (self.constant(left)?, self.constant(right)?);
                Ok(Val::Set((low..=high).map(|value| (Val::constant(value), Bit::TRUE)).collect()))
            }
            _ => {
                let (first, second) = (self.eval(left)?, self.eval(right)?);
                self.compare(operator, first, second, expr).map(Val::Bit)
            }
        }
    }

    fn add(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Grounded<Val> {
        let (first, second) = (self.eval(left)?, self.eval(right)?);
        Ok(match (first, second) {
            (Val::Sum(mut first), Val::Sum(second)) => {
                match operator {
                    Operator::Plus => first.extend(second),
                    _ => first.extend(second.iter().map(Number::negated)),
                }
                Val::Sum(first)
            }
            (Val::Place(Site::Cell, cell), Val::Side(side)) => {
                let side = if operator == Operator::Plus { side } else { side.opposite() };
                self.puzzle
                    .board
                    .beside(cell, side)
                    .map_or(Val::Nothing, |cell| Val::Place(Site::Cell, cell))
            }
            (Val::Nothing, _) | (_, Val::Nothing) => Val::Nothing,
            (Val::Hidden, _) | (_, Val::Hidden) => Val::Hidden,
            (_, other) => return self.unlike(right, &other, "numbers, or a cell and a direction"),
        })
    }

    fn multiply(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Grounded<Val> {
        let (first, second) = (self.eval(left)?, self.eval(right)?);
        let (Val::Sum(first), Val::Sum(second)) = (first, second) else { return Ok(Val::Nothing) };
        let (first, second) = (self.total(&first), self.total(&second));
        let (number, factor, factor_expr) = match (first.value(), second.value()) {
            (_, Some(factor)) => (first, factor, right),
            (Some(factor), _) if operator == Operator::Times => (second, factor, left),
            _ => {
                return self.mistake(
                    &right.span,
                    "two unknown numbers",
                    "a number that is known beforehand",
                );
            }
        };
        match (operator, number.value()) {
            (Operator::Times, Some(value)) => Ok(Val::constant(value.saturating_mul(factor))),
            (Operator::Times, None) if factor >= 0 => Ok(Val::Sum(vec![number.times(factor)])),
            (Operator::Times, None) => Ok(Val::Sum(vec![number.negated().times(-factor)])),
            (_, Some(_)) if factor == 0 => {
                self.mistake(&factor_expr.span, "a division by zero", "another number")
            }
            (Operator::Divide, Some(value)) => Ok(Val::constant(value.div_euclid(factor))),
            (_, Some(value)) => Ok(Val::constant(value.rem_euclid(factor))),
            _ => self.mistake(
                &left.span,
                "an unknown number is divided",
                "a number that is known beforehand",
            ),
        }
    }

    /// The bit of a comparison.
    pub(super) fn compare(
        &mut self,
        operator: Operator,
        left: Val,
        right: Val,
        expr: &Expr,
    ) -> Grounded<Bit> {
        let equal = matches!(operator, Operator::Equal | Operator::NotEqual);
        let negate = operator == Operator::NotEqual;
        let same = match (&left, &right) {
            (Val::Nothing, _) | (_, Val::Nothing) => return Ok(Bit::FALSE),
            (Val::Hidden, _) | (_, Val::Hidden) => return Ok(Bit::TRUE),
            (Val::Bit(a), Val::Bit(b)) if equal => self.statement.encoder().same(*a, *b),
            (Val::Place(a, i), Val::Place(b, j)) if equal => Bit::from((a, i) == (b, j)),
            (Val::Place(a, i), Val::Place(b, j)) if a == b => {
                return Ok(Bit::from(holds(operator, *i as i32, *j as i32)));
            }
            (Val::Side(a), Val::Side(b)) if equal => Bit::from(a == b),
            (Val::Group(a), Val::Group(b)) if equal => Bit::from(a == b),
            (Val::Sum(a), Val::Sum(b)) => {
                let (a, b) = (self.total(a), self.total(b));
                if let (Some(a), Some(b)) = (a.value(), b.value()) {
                    return Ok(Bit::from(holds(operator, a, b)));
                }
                let encoder = self.statement.encoder();
                return Ok(match operator {
                    Operator::Equal => number::equal(encoder, &a, &b),
                    Operator::NotEqual => !number::equal(encoder, &a, &b),
                    Operator::Less => number::less(encoder, &a, &b),
                    Operator::AtLeast => !number::less(encoder, &a, &b),
                    Operator::Greater => number::less(encoder, &b, &a),
                    _ => !number::less(encoder, &b, &a),
                });
            }
            (Val::Bit(bit), Val::Sum(_)) | (Val::Sum(_), Val::Bit(bit)) => {
                let number = Val::Sum(vec![Number::of_bit(*bit)]);
                let (left, right) = match left {
                    Val::Bit(_) => (number, right),
                    _ => (left, number),
                };
                return self.compare(operator, left, right, expr);
            }
            (_, other) => {
                let message =
                    format!("{} and {} cannot be compared like this", left.what(), other.what());
                return self.mistake(&expr.span, message, "two numbers or two places");
            }
        };
        Ok(if negate { !same } else { same })
    }

    pub(super) fn choose(&mut self, condition: Bit, yes: &Expr, no: &Expr) -> Grounded<Val> {
        let (first, second) = (self.eval(yes)?, self.eval(no)?);
        match (first, second) {
            (Val::Bit(a), Val::Bit(b)) => {
                Ok(Val::Bit(self.statement.encoder().choose(condition, a, b)))
            }
            (Val::Sum(a), Val::Sum(b)) => {
                let (a, b) = (self.total(&a), self.total(&b));
                let (low, high) = (a.low().min(b.low()), a.high().max(b.high()));
                let encoder = self.statement.encoder();
                let larger = (low + 1..=high)
                    .map(|v| encoder.choose(condition, a.at_least(v), b.at_least(v)));
                Ok(Val::Sum(vec![Number::of_order(low, larger.collect())]))
            }
            (_, other) => self.unlike(no, &other, "two formulas or two numbers"),
        }
    }
}

fn holds(operator: Operator, a: i32, b: i32) -> bool {
    match operator {
        Operator::Equal => a == b,
        Operator::NotEqual => a != b,
        Operator::Less => a < b,
        Operator::AtMost => a <= b,
        Operator::Greater => a > b,
        _ => a >= b,
    }
}
