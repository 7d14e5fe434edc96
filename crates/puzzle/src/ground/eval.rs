//! Evaluation of expressions.

use super::value::Val;
use super::{Grounded, Grounder, site_of};
use crate::number::{self, Number};
use crate::{Side, Site, Value};
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Expr, ExprKind, Name};

impl Grounder<'_> {
    /// The value of an expression.
    pub(super) fn eval(&mut self, expr: &Expr) -> Grounded<Val> {
        match &expr.kind {
            ExprKind::Number(number) => {
                Ok(Val::constant(i32::try_from(*number).unwrap_or(i32::MAX)))
            }
            ExprKind::Name(name) => self.name(name, expr),
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr),
            ExprKind::Minus(inner) => match self.eval(inner)? {
                Val::Sum(numbers) => Ok(Val::Sum(numbers.iter().map(Number::negated).collect())),
                other => self.unlike(inner, &other, "a number"),
            },
            ExprKind::Not(inner) => match self.eval(inner)? {
                Val::Bit(bit) => Ok(Val::Bit(!bit)),
                set @ (Val::Set(_) | Val::Group(_)) => self.complement(&set, inner),
                other => self.unlike(inner, &other, "a formula or a set"),
            },
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            ExprKind::In(element, set) => Ok(Val::Bit(self.is_in(element, set)?)),
            ExprKind::NotIn(element, set) => Ok(Val::Bit(!self.is_in(element, set)?)),
            ExprKind::No(inner) => Ok(Val::Bit(!self.is_something(inner)?)),
            ExprKind::Some(inner) => Ok(Val::Bit(self.is_something(inner)?)),
            ExprKind::Has(place, map) => {
                let place = self.eval(place)?;
                Ok(Val::Bit(Bit::from(self.has(&place, map)?)))
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(quantifier, binders, body)
            }
            ExprKind::Set(elements) => {
                let elements = elements.iter().map(|element| Ok((self.eval(element)?, Bit::TRUE)));
                Ok(Val::Set(elements.collect::<Grounded<Vec<_>>>()?.into()))
            }
            ExprKind::Comprehension(binder, formula) => {
                let mut members = Vec::new();
                self.each(std::slice::from_ref(&**binder), &mut |grounder, guards| {
                    let Some((_, value)) = grounder.variables.last().cloned() else {
                        return Ok(());
                    };
                    let mut all = guards.to_vec();
                    all.push(grounder.bit(formula)?);
                    let bit = grounder.statement.encoder().and(&all);
                    members.push((value, bit));
                    Ok(())
                })?;
                Ok(Val::Set(members.into()))
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.bit(condition)?;
                match condition.value() {
                    Some(true) => self.eval(yes),
                    Some(false) => self.eval(no),
                    None => self.choose(condition, yes, no),
                }
            }
            _ => self.mistake(
                &expr.span,
                "this has no meaning in a puzzle",
                "a formula, a number or a set",
            ),
        }
    }

    pub(super) fn unlike<T>(&self, expr: &Expr, found: &Val, expected: &str) -> Grounded<T> {
        self.mistake(&expr.span, format!("this is {}", found.what()), expected)
    }

    /// The truth value of a formula.
    pub(super) fn bit(&mut self, expr: &Expr) -> Grounded<Bit> {
        match self.eval(expr)? {
            Val::Bit(bit) => Ok(bit),
            Val::Hidden => Ok(Bit::TRUE),
            Val::Nothing => Ok(Bit::FALSE),
            other => self.unlike(expr, &other, "a formula"),
        }
    }

    /// The value of an expression as one number; none where it is not told or is not there.
    pub(super) fn number(&mut self, expr: &Expr) -> Grounded<Option<Number>> {
        match self.eval(expr)? {
            Val::Sum(numbers) => Ok(Some(self.total(&numbers))),
            Val::Bit(bit) => Ok(Some(Number::of_bit(bit))),
            Val::Hidden | Val::Nothing => Ok(None),
            other => self.unlike(expr, &other, "a number"),
        }
    }

    pub(super) fn total(&mut self, numbers: &[Number]) -> Number {
        let (encoder, law) = self.statement.parts();
        number::total(encoder, law, numbers)
    }

    fn name(&mut self, name: &str, expr: &Expr) -> Grounded<Val> {
        if let Some((_, value)) = self.variables.iter().rev().find(|(variable, _)| variable == name)
        {
            return Ok(value.clone());
        }
        if let Some(&value) = self.constants.get(name) {
            return Ok(Val::constant(value));
        }
        if let Some(unknown) = self.unknown.iter().find(|unknown| unknown.name == name) {
            if !unknown.is_set {
                return self.mistake(
                    &expr.span,
                    format!("{name} is a number for every place"),
                    &format!("{name}(a)"),
                );
            }
            let site = unknown.site;
            let members = unknown.numbers.iter().enumerate();
            let members = members.map(|(at, number)| (Val::Place(site, at), number.at_least(1)));
            return Ok(Val::Set(members.collect()));
        }
        if self.book.given.iter().any(|given| given.name.text == name) {
            let Some(layer) = self.puzzle.given.get(name) else {
                return Ok(Val::places(Site::Cell, []));
            };
            let places = layer.values.iter().enumerate().filter(|(_, value)| !value.is_empty());
            return Ok(Val::places(layer.site, places.map(|(at, _)| at)));
        }
        if let Some(function) =
            self.function(name).filter(|function| function.parameters.is_empty())
        {
            return self.apply(function, Vec::new(), expr);
        }
        self.word(name, expr)
    }

    fn call(&mut self, name: &Name, arguments: &[Expr], expr: &Expr) -> Grounded<Val> {
        let layer = self.unknown.iter().position(|unknown| unknown.name == name.text);
        if let (Some(layer), [argument]) = (layer, arguments) {
            let place = self.eval(argument)?;
            let unknown = &self.unknown[layer];
            return match place {
                Val::Place(site, at) if site == unknown.site => Ok(match unknown.is_set {
                    true => Val::Bit(unknown.numbers[at].at_least(1)),
                    false => Val::Sum(vec![unknown.numbers[at].clone()]),
                }),
                Val::Nothing => Ok(Val::Nothing),
                other => self.unlike(argument, &other, "a place of the same kind"),
            };
        }
        if let (true, [argument]) = (
            self.book.given.iter().any(|given| given.name.text == name.text) || name.text == "room",
            arguments,
        ) {
            let place = self.eval(argument)?;
            let Val::Place(site, at) = place else {
                return match place {
                    Val::Nothing => Ok(Val::Nothing),
                    other => self.unlike(argument, &other, "a place"),
                };
            };
            let Some(layer) = self.puzzle.given.get(&name.text) else { return Ok(Val::Nothing) };
            if layer.site != site {
                return self.mistake(
                    &argument.span,
                    format!("{} stands at places of another kind", name.text),
                    "a place of that kind",
                );
            }
            return Ok(match &layer.values[at] {
                Value::Empty => Val::Nothing,
                Value::Unknown => Val::Hidden,
                Value::Number(room) if name.text == "room" => {
                    Val::Place(Site::Region, *room as usize)
                }
                Value::Number(number) => Val::constant(*number),
                Value::List(list) => Val::List(list.clone().into()),
            });
        }
        if let Some(function) = self.function(&name.text) {
            let values = arguments
                .iter()
                .map(|argument| self.eval(argument))
                .collect::<Grounded<Vec<_>>>()?;
            return self.apply(function, values, expr);
        }
        self.function_word(name, arguments, expr)
    }

    fn apply(
        &mut self,
        function: &zugwerk_rulebook::ast::Function,
        values: Vec<Val>,
        expr: &Expr,
    ) -> Grounded<Val> {
        const DEEPEST: usize = 32;
        if function.parameters.len() != values.len() {
            let expected = format!("{} arguments", function.parameters.len());
            return self.mistake(&expr.span, "the wrong number of arguments", &expected);
        }
        if self.depth == DEEPEST {
            return self.mistake(
                &expr.span,
                "functions call each other in a circle",
                "a function that ends",
            );
        }
        // A function sees its parameters and nothing of where it is called.
        let parameters = function.parameters.iter().map(|name| name.text.clone());
        let outer = std::mem::replace(&mut self.variables, parameters.zip(values).collect());
        self.depth += 1;
        let value = self.eval(&function.body);
        self.depth -= 1;
        self.variables = outer;
        value
    }

    fn has(&mut self, place: &Val, map: &Name) -> Grounded<bool> {
        if !self.book.given.iter().any(|given| given.name.text == map.text) {
            return self.mistake(
                &map.span,
                format!("nothing given is called {}", map.text),
                "the name of something given",
            );
        }
        let Val::Place(site, at) = place else { return Ok(false) };
        let layer = self.puzzle.given.get(&map.text).filter(|layer| layer.site == *site);
        Ok(layer.is_some_and(|layer| !layer.values[*at].is_empty()))
    }

    fn is_something(&mut self, inner: &Expr) -> Grounded<Bit> {
        match self.eval(inner)? {
            Val::Bit(bit) => Ok(bit),
            Val::Nothing => Ok(Bit::FALSE),
            other => {
                let members = self.members(&other, inner)?;
                let bits: Vec<Bit> = members.iter().map(|member| member.1).collect();
                Ok(self.statement.encoder().or(&bits))
            }
        }
    }

    /// A word of the language that is no function.
    fn word(&mut self, name: &str, expr: &Expr) -> Grounded<Val> {
        let board = self.puzzle.board;
        let side = |side| Ok(Val::Side(side));
        match name {
            "north" => side(Side::Up),
            "south" => side(Side::Down),
            "west" => side(Side::Left),
            "east" => side(Side::Right),
            "sides" => Ok(Val::Set(Side::ALL.map(|side| (Val::Side(side), Bit::TRUE)).into())),
            "lines" => {
                let rows = (0..board.height).map(|row| (Val::Place(Site::Row, row), Bit::TRUE));
                let columns =
                    (0..board.width).map(|column| (Val::Place(Site::Column, column), Bit::TRUE));
                Ok(Val::Set(rows.chain(columns).collect()))
            }
            _ => match site_of(name) {
                Some(site) => Ok(Val::places(site, 0..self.puzzle.count(site))),
                None => self.group_word(name, expr),
            },
        }
    }
}
