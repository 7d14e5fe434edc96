//! Evaluation of expressions.

use super::value::Val;
use super::{Grounded, Grounder, site_of};
use crate::number::{self, Number};
use crate::{Side, Site, Value};
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Binder, Expr, ExprKind, Name, Operator, Quantifier};

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

    fn unlike<T>(&self, expr: &Expr, found: &Val, expected: &str) -> Grounded<T> {
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

    /// The elements of a value that is a set, or of a line, a room and the like.
    pub(super) fn members(&self, value: &Val, expr: &Expr) -> Grounded<Vec<(Val, Bit)>> {
        let cells = |cells: Vec<usize>| {
            cells.into_iter().map(|cell| (Val::Place(Site::Cell, cell), Bit::TRUE)).collect()
        };
        match value {
            Val::Set(members) => Ok(members.to_vec()),
            Val::Group(_) | Val::Place(Site::Row | Site::Column | Site::Region, _) => {
                Ok(cells(self.cells_of(value, expr)?))
            }
            Val::Nothing => Ok(Vec::new()),
            other => self.unlike(expr, other, "a set"),
        }
    }

    /// The cells of a line, a room, a square, in order.
    pub(super) fn cells_of(&self, value: &Val, expr: &Expr) -> Grounded<Vec<usize>> {
        let board = self.puzzle.board;
        match value {
            Val::Group(cells) => Ok(cells.to_vec()),
            Val::Place(Site::Cell, cell) => Ok(vec![*cell]),
            Val::Place(Site::Row, row) => Ok(board.row(*row)),
            Val::Place(Site::Column, column) => Ok(board.column(*column)),
            Val::Place(Site::Region, room) => {
                let in_room =
                    |cell: &usize| self.puzzle.number("room", *cell) == Some(*room as i32);
                Ok((0..board.cells()).filter(in_room).collect())
            }
            Val::Set(members) => {
                let cell = |(value, bit): &(Val, Bit)| match value {
                    Val::Place(Site::Cell, cell) if *bit == Bit::TRUE => Some(*cell),
                    _ => None,
                };
                match members.iter().filter(|member| member.1 != Bit::FALSE).map(cell).collect() {
                    Some(cells) => Ok(cells),
                    None => self.unlike(expr, value, "cells that are known beforehand"),
                }
            }
            Val::Nothing => Ok(Vec::new()),
            other => self.unlike(expr, other, "some cells"),
        }
    }

    /// For every place of a kind the bit that it belongs to the set.
    pub(super) fn membership(&mut self, expr: &Expr) -> Grounded<(Site, Vec<Bit>)> {
        let value = self.eval(expr)?;
        let members = self.members(&value, expr)?;
        let site = members.iter().find_map(|(value, _)| match value {
            Val::Place(site, _) => Some(*site),
            _ => None,
        });
        let site = site.unwrap_or(Site::Cell);
        let mut bits = vec![Bit::FALSE; self.puzzle.count(site)];
        for (value, bit) in members {
            match value {
                Val::Place(found, at) if found == site => bits[at] = bit,
                other => return self.unlike(expr, &other, "places of one kind"),
            }
        }
        Ok((site, bits))
    }

    fn complement(&mut self, set: &Val, expr: &Expr) -> Grounded<Val> {
        let members = self.members(set, expr)?;
        let site = members.iter().find_map(|(value, _)| match value {
            Val::Place(site, _) => Some(*site),
            _ => None,
        });
        let site = site.unwrap_or(Site::Cell);
        let mut bits = vec![Bit::TRUE; self.puzzle.count(site)];
        for (value, bit) in members {
            if let Val::Place(_, at) = value {
                bits[at] = !bit;
            }
        }
        let places = bits.into_iter().enumerate().map(|(at, bit)| (Val::Place(site, at), bit));
        Ok(Val::Set(places.filter(|place| place.1 != Bit::FALSE).collect()))
    }

    fn is_in(&mut self, element: &Expr, set: &Expr) -> Grounded<Bit> {
        let element_value = self.eval(element)?;
        // The common case without a walk through the whole set.
        if let (Val::Place(site, at), ExprKind::Name(name)) = (&element_value, &set.kind)
            && let Some(unknown) = self.unknown.iter().find(|unknown| unknown.name == *name)
            && unknown.is_set
            && unknown.site == *site
        {
            return Ok(unknown.numbers[*at].at_least(1));
        }
        let set_value = self.eval(set)?;
        if let Val::Nothing = element_value {
            return Ok(Bit::FALSE);
        }
        if let (Val::Place(site, at), Val::Set(members)) = (&element_value, &set_value)
            && let Some((Val::Place(found, place), bit)) = members.get(*at)
            && (found, place) == (site, at)
        {
            return Ok(*bit);
        }
        if !matches!(
            set_value,
            Val::Set(_) | Val::Group(_) | Val::Place(Site::Row | Site::Column | Site::Region, _)
        ) {
            return self.compare(Operator::Equal, element_value, set_value, set);
        }
        let mut found = Vec::new();
        for (value, bit) in self.members(&set_value, set)? {
            let same = self.compare(Operator::Equal, element_value.clone(), value, set)?;
            found.push(self.statement.encoder().and(&[same, bit]));
        }
        Ok(self.statement.encoder().or(&found))
    }

    fn binary(
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

    fn combine(
        &mut self,
        operator: Operator,
        first: &Val,
        left: &Expr,
        right: &Expr,
    ) -> Grounded<Val> {
        let second = self.eval(right)?;
        if operator == Operator::And {
            return self.intersect(first, left, &second, right);
        }
        let mut members = self.members(first, left)?;
        members.extend(self.members(&second, right)?);
        Ok(Val::Set(members.into()))
    }

    fn intersect(&mut self, first: &Val, left: &Expr, second: &Val, right: &Expr) -> Grounded<Val> {
        let others = self.members(second, right)?;
        let mut both = Vec::new();
        for (value, bit) in self.members(first, left)? {
            let Val::Place(site, at) = value else { continue };
            let same = |(other, _): &&(Val, Bit)| matches!(other, Val::Place(s, a) if (*s, *a) == (site, at));
            if let Some((_, other)) = others.iter().find(same) {
                both.push((value, self.statement.encoder().and(&[bit, *other])));
            }
        }
        Ok(Val::Set(both.into()))
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

    fn choose(&mut self, condition: Bit, yes: &Expr, no: &Expr) -> Grounded<Val> {
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

    /// Runs `visit` for every choice of the binders, with the bits on which the choice depends.
    pub(super) fn each(
        &mut self,
        binders: &[Binder],
        visit: &mut dyn FnMut(&mut Self, &[Bit]) -> Grounded<()>,
    ) -> Grounded<()> {
        self.each_from(binders, &mut Vec::new(), visit)
    }

    fn each_from(
        &mut self,
        binders: &[Binder],
        guards: &mut Vec<Bit>,
        visit: &mut dyn FnMut(&mut Self, &[Bit]) -> Grounded<()>,
    ) -> Grounded<()> {
        let Some((binder, rest)) = binders.split_first() else { return visit(self, guards) };
        self.look_at_limits()?;
        let members = match &binder.domain {
            None => (0..self.puzzle.board.cells())
                .map(|cell| (Val::Place(Site::Cell, cell), Bit::TRUE))
                .collect(),
            Some(domain) => {
                let value = self.eval(domain)?;
                self.members(&value, domain)?
            }
        };
        for (value, bit) in members {
            if bit == Bit::FALSE {
                continue;
            }
            self.variables.push((binder.name.text.clone(), value));
            let kept = guards.len();
            if bit != Bit::TRUE {
                guards.push(bit);
            }
            let condition = match &binder.condition {
                None => Ok(Bit::TRUE),
                Some(condition) => self.bit(condition),
            };
            let outcome = condition.and_then(|condition| match condition {
                Bit::FALSE => Ok(()),
                _ => {
                    if condition != Bit::TRUE {
                        guards.push(condition);
                    }
                    self.each_from(rest, guards, visit)
                }
            });
            guards.truncate(kept);
            self.variables.pop();
            outcome?;
        }
        Ok(())
    }

    /// The bits of all instances: guards and body.
    pub(super) fn instances(&mut self, binders: &[Binder], body: &Expr) -> Grounded<Vec<Bit>> {
        let mut bits = Vec::new();
        self.each(binders, &mut |grounder, guards| {
            let mut all = guards.to_vec();
            all.push(grounder.bit(body)?);
            bits.push(grounder.statement.encoder().and(&all));
            Ok(())
        })?;
        Ok(bits)
    }

    fn quantified(
        &mut self,
        quantifier: &Quantifier,
        binders: &[Binder],
        body: &Expr,
    ) -> Grounded<Val> {
        let at_least = |grounder: &mut Self, count: i32, bits: &[Bit]| match usize::try_from(count)
        {
            Ok(count) => grounder.statement.encoder().counts(count, bits),
            Err(_) => Bit::TRUE,
        };
        Ok(match quantifier {
            Quantifier::All => {
                let mut bits = Vec::new();
                self.each(binders, &mut |grounder, guards| {
                    let mut either: Vec<Bit> = guards.iter().map(|&guard| !guard).collect();
                    either.push(grounder.bit(body)?);
                    bits.push(grounder.statement.encoder().or(&either));
                    Ok(())
                })?;
                Val::Bit(self.statement.encoder().and(&bits))
            }
            Quantifier::Some | Quantifier::No => {
                let bits = self.instances(binders, body)?;
                let some = self.statement.encoder().or(&bits);
                Val::Bit(if *quantifier == Quantifier::No { !some } else { some })
            }
            Quantifier::Exactly(count) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                let (enough, more) =
                    (at_least(self, count, &bits), at_least(self, count + 1, &bits));
                Val::Bit(self.statement.encoder().and(&[enough, !more]))
            }
            Quantifier::AtLeast(count) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                Val::Bit(at_least(self, count, &bits))
            }
            Quantifier::AtMost(count) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                Val::Bit(!at_least(self, count + 1, &bits))
            }
            Quantifier::Count => {
                let bits = self.instances(binders, body)?;
                Val::Sum(bits.into_iter().map(Number::of_bit).collect())
            }
            Quantifier::Sum => {
                let mut numbers = Vec::new();
                self.each(binders, &mut |grounder, guards| {
                    let Some(number) = grounder.number(body)? else { return Ok(()) };
                    numbers.push(grounder.guarded(&number, guards));
                    Ok(())
                })?;
                Val::Sum(numbers)
            }
            Quantifier::Min | Quantifier::Max => {
                let mut numbers = Vec::new();
                self.each(binders, &mut |grounder, _| {
                    numbers.extend(grounder.number(body)?);
                    Ok(())
                })?;
                self.extreme(&numbers, *quantifier == Quantifier::Max)
            }
        })
    }

    /// The number where all guards are true, else 0.
    fn guarded(&mut self, number: &Number, guards: &[Bit]) -> Number {
        if guards.is_empty() {
            return number.clone();
        }
        let encoder = self.statement.encoder();
        let on = encoder.and(guards);
        let (low, high) = (number.low().min(0), number.high().max(0));
        let larger = (low + 1..=high)
            .map(|value| encoder.choose(on, number.at_least(value), Bit::from(value <= 0)));
        Number::of_order(low, larger.collect())
    }

    fn extreme(&mut self, numbers: &[Number], largest: bool) -> Val {
        let (Some(low), Some(high)) =
            (numbers.iter().map(Number::low).min(), numbers.iter().map(Number::high).max())
        else {
            return Val::Nothing;
        };
        let encoder = self.statement.encoder();
        let larger = (low + 1..=high).map(|value| {
            let bits: Vec<Bit> = numbers.iter().map(|number| number.at_least(value)).collect();
            if largest { encoder.or(&bits) } else { encoder.and(&bits) }
        });
        Val::Sum(vec![Number::of_order(low, larger.collect())])
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
