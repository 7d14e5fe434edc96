//! Something said of all, some or a number: quantifiers, sums over cells, sets of the cells for which something holds.

use super::expr::{Grounded, Grounder, MOST_VARIABLES};
use super::node::{Comparison, Id, Node};
use super::scope::Scope;
use super::value::Value;
use crate::ast::{Binder, Expr, Quantifier};
use crate::{Diagnostic, Span};

/// How often the innermost part of a formula is asked at most, in loops over cells: some seconds' worth.
const MOST_ROUNDS: u64 = 1 << 26;

impl Grounder<'_> {
    /// A mistake where loops within loops would take for ever in every position.
    fn soon_asked(&self, id: Id, span: &Span) -> Grounded<()> {
        if self.arena.rounds(id) <= MOST_ROUNDS {
            return Ok(());
        }
        let message = "this runs through the cells of the board too often, once within the other";
        let expected = format!("at most {MOST_ROUNDS} rounds");
        Err(Diagnostic::new(span.clone(), message, expected)
            .with_help("fewer nested quantifiers, or smaller sets than all cells"))
    }

    pub(super) fn comprehension(
        &mut self,
        binder: &Binder,
        formula: &Expr,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        let names = scope.count();
        let result = match self.domain(binder, scope)? {
            Domain::Cells(set) => {
                let (var, _) = self.variable(&binder.name.text, scope);
                let body = self.guarded(binder, formula, scope);
                scope.depth -= 1;
                scope.truncate(names);
                let members = self.arena.members(var, set, body?);
                self.soon_asked(members, &formula.span)?;
                Value::Set(members)
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
        // The mistake is told as soon as somebody can say where it is.
        self.crowded |= scope.depth >= MOST_VARIABLES;
        let var = scope.depth.min(MOST_VARIABLES - 1);
        let id = self.arena.build(Node::Var(var));
        scope.bind(name, Value::Cell(id));
        scope.depth = scope.depth.saturating_add(1);
        (var, id)
    }

    /// The body of a comprehension together with the condition of its binder.
    pub(super) fn guarded(
        &mut self,
        binder: &Binder,
        body: &Expr,
        scope: &mut Scope,
    ) -> Grounded<Id> {
        let condition = match &binder.condition {
            Some(condition) => self.formula(condition, scope)?,
            None => self.arena.truth(true),
        };
        let body = self.formula(body, scope)?;
        Ok(self.arena.build(Node::And(condition, body)))
    }

    pub(super) fn domain(&mut self, binder: &Binder, scope: &mut Scope) -> Grounded<Domain> {
        let Some(expr) = &binder.domain else { return Ok(Domain::Cells(self.arena.everywhere())) };
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

    pub(super) fn quantified(
        &mut self,
        quantifier: &Quantifier,
        binders: &[Binder],
        body: &Expr,
        span: &Span,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        let value = self.value_of_quantified(quantifier, binders, body, span, scope)?;
        if let Value::Formula(id) | Value::Number(id) = value {
            self.soon_asked(id, span)?;
        }
        Ok(value)
    }

    fn value_of_quantified(
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
    pub(super) fn listed(
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
    pub(super) fn exists(
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

    pub(super) fn exists_where(
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
    pub(super) fn total(
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

    pub(super) fn total_over_cells(
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
    pub(super) fn indicator(&mut self, formula: Id) -> Id {
        let (one, zero) = (self.arena.int(1), self.arena.int(0));
        self.arena.build(Node::IfNumber(formula, one, zero))
    }
}

/// What a variable runs through.
pub(super) enum Domain {
    Cells(Id),
    Known(Vec<Value>),
}
