//! Formulas, numbers, places and sets: each looked at once.

use super::sort::{Sort, Typed, many};
use super::words::{functions, wrong_count};
use super::{Checked, Checker, Layer};
use crate::Site;
use crate::ground::site_of;
use zugwerk_rulebook::Diagnostic;
use zugwerk_rulebook::ast::{Binder, Expr, ExprKind, Function, Name, Operator, Quantifier};

/// The words that name something by themselves.
const WORDS: [&str; 16] = [
    "cells",
    "rows",
    "columns",
    "lines",
    "rooms",
    "links",
    "edges",
    "vertices",
    "halves",
    "sides",
    "squares",
    "diagonals",
    "north",
    "south",
    "west",
    "east",
];

impl Checker<'_> {
    /// A law or a part of it; `stated`: it holds without a condition, so that words such as `differ` may state it.
    pub(super) fn law(&mut self, formula: &Expr, stated: bool) -> Checked<()> {
        match &formula.kind {
            ExprKind::Quantified(Quantifier::All, binders, body) => {
                self.bound(binders, |checker, known| checker.law(body, stated && known))
            }
            ExprKind::Binary(Operator::And, left, right) if !is_set(left) => {
                self.law(left, stated)?;
                self.law(right, stated)
            }
            ExprKind::Binary(Operator::Equal, left, right) if stated => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                match (&left.sort, &right.sort) {
                    (Sort::Runs, Sort::List) => Ok(()),
                    _ => self.compare(Operator::Equal, &left.sort, &right.sort, formula),
                }
            }
            ExprKind::Call(name, arguments) if stated && self.function(&name.text).is_none() => {
                let value = self.call(name, arguments, formula, true)?;
                self.is_formula(&value.sort, formula)
            }
            _ => self.formula(formula).map(|_| ()),
        }
    }

    fn function(&self, name: &str) -> Option<&'_ Function> {
        self.book.functions.iter().find(|function| function.name.text == name)
    }

    fn is_formula(&self, sort: &Sort, expr: &Expr) -> Checked<()> {
        match sort {
            Sort::Formula | Sort::Any => Ok(()),
            other => self.unlike(expr, other, "a formula"),
        }
    }

    /// Looks at a formula; whether it is known beforehand.
    pub(super) fn formula(&mut self, expr: &Expr) -> Checked<bool> {
        let value = self.eval(expr)?;
        self.is_formula(&value.sort, expr)?;
        Ok(value.known)
    }

    /// Looks at a number; whether it is known beforehand.
    pub(super) fn number(&mut self, expr: &Expr) -> Checked<bool> {
        let value = self.eval(expr)?;
        match value.sort {
            Sort::Number | Sort::Formula | Sort::Any => Ok(value.known),
            other => self.unlike(expr, &other, "a number"),
        }
    }

    /// Looks at a number that must be known beforehand.
    pub(super) fn constant(&mut self, expr: &Expr) -> Checked<()> {
        match self.number(expr)? {
            true => Ok(()),
            false => self.mistake(&expr.span, "this must be known beforehand", "a known number"),
        }
    }

    pub(super) fn eval(&mut self, expr: &Expr) -> Checked<Typed> {
        let Some(patience) = self.patience.checked_sub(1) else {
            let expected = "functions that call fewer others";
            return self.mistake(&expr.span, "this becomes too large", expected);
        };
        self.patience = patience;
        match &expr.kind {
            ExprKind::Number(_) => Ok(Sort::Number.known()),
            ExprKind::Name(name) => self.name(name, expr),
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr, false),
            ExprKind::Minus(inner) => {
                let value = self.eval(inner)?;
                match value.sort {
                    Sort::Number | Sort::Any => Ok(Sort::Number.with(value.known)),
                    other => self.unlike(inner, &other, "a number"),
                }
            }
            ExprKind::Not(inner) => {
                let value = self.eval(inner)?;
                match &value.sort {
                    Sort::Formula | Sort::Any | Sort::Set(_) => Ok(value),
                    Sort::Group => Ok(Sort::set(Sort::Place(Site::Cell)).with(value.known)),
                    other => self.unlike(inner, other, "a formula or a set"),
                }
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            ExprKind::In(element, set) | ExprKind::NotIn(element, set) => {
                let (element, value) = (self.eval(element)?, self.eval(set)?);
                let known = element.known && value.known;
                let of = match &value.sort {
                    Sort::Set(of) => (**of).clone(),
                    other => other.element().unwrap_or(other.clone()),
                };
                self.compare(Operator::Equal, &element.sort, &of, expr)?;
                Ok(Sort::Formula.with(known))
            }
            ExprKind::No(inner) | ExprKind::Some(inner) => {
                let value = self.eval(inner)?;
                if value.sort != Sort::Formula && value.sort.element().is_none() {
                    return self.unlike(inner, &value.sort, "a formula or a set");
                }
                Ok(Sort::Formula.with(value.known))
            }
            ExprKind::Has(place, map) => {
                let value = self.eval(place)?;
                let layer = self.given_layer(map)?;
                self.is_at(&value.sort, &layer, place)?;
                Ok(Sort::Formula.known())
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                if let Quantifier::Exactly(count)
                | Quantifier::AtLeast(count)
                | Quantifier::AtMost(count) = quantifier
                {
                    self.constant(count)?;
                }
                let is_number = matches!(
                    quantifier,
                    Quantifier::Sum | Quantifier::Min | Quantifier::Max | Quantifier::Count
                );
                let adds = is_number && *quantifier != Quantifier::Count;
                let known = self.bound(binders, |checker, known| {
                    let inner = match adds {
                        true => checker.number(body)?,
                        false => checker.formula(body)?,
                    };
                    Ok(known && inner)
                })?;
                Ok(if is_number { Sort::Number } else { Sort::Formula }.with(known))
            }
            ExprKind::Set(elements) => {
                let mut of: Option<Sort> = None;
                let mut known = true;
                for element in elements {
                    let value = self.eval(element)?;
                    known &= value.known;
                    of = Some(of.map_or(value.sort.clone(), |of| of.join(value.sort)));
                }
                Ok(Sort::set(of.unwrap_or(Sort::Any)).with(known))
            }
            ExprKind::Comprehension(binder, formula) => {
                let binders = std::slice::from_ref(&**binder);
                let (of, known) = self.bound(binders, |checker, known| {
                    let inner = checker.formula(formula)?;
                    let of = checker.variables.last().map(|(_, value, _)| value.sort.clone());
                    Ok((of.unwrap_or(Sort::Any), known && inner))
                })?;
                Ok(Sort::set(of).with(known))
            }
            ExprKind::If(condition, yes, no) => self.choice(condition, yes, no),
            _ => {
                let expected = "a formula, a number or a set";
                self.mistake(&expr.span, "this has no meaning in a puzzle", expected)
            }
        }
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Checked<Typed> {
        let known = self.formula(condition)?;
        self.choices += 1;
        let (first, second) = (self.eval(yes)?, self.eval(no)?);
        self.choices -= 1;
        // What is settled beforehand takes one of the two, whatever the other is.
        if known {
            return Ok(first.sort.join(second.sort).with(first.known || second.known));
        }
        match (&first.sort, &second.sort) {
            (Sort::Formula | Sort::Any, Sort::Formula | Sort::Any)
            | (Sort::Number | Sort::Any, Sort::Number | Sort::Any) => {
                Ok(first.sort.join(second.sort).with(false))
            }
            (_, other) => self.unlike(no, other, "two formulas or two numbers"),
        }
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
    ) -> Checked<Typed> {
        match operator {
            Operator::And | Operator::Or | Operator::Implies => {
                let first = self.eval(left)?;
                self.choices += 1;
                let second = self.eval(right)?;
                self.choices -= 1;
                if let (Operator::And | Operator::Or, Sort::Set(_) | Sort::Group) =
                    (operator, &first.sort)
                {
                    return self.sets(&first, left, &second, right);
                }
                let expected =
                    if operator == Operator::Implies { "a formula" } else { "a formula or a set" };
                if !first.sort.may_be(&Sort::Formula) {
                    return self.unlike(left, &first.sort, expected);
                }
                if first.sort != Sort::Any {
                    self.is_formula(&second.sort, right)?;
                }
                Ok(first.sort.join(second.sort).with(first.known || second.known))
            }
            Operator::Without => {
                let (first, second) = (self.eval(left)?, self.eval(right)?);
                self.sets(&first, left, &second, right)
            }
            Operator::Plus | Operator::Minus => {
                let (first, second) = (self.eval(left)?, self.eval(right)?);
                let known = first.known && second.known;
                let cell = Sort::Place(Site::Cell);
                match (&first.sort, &second.sort) {
                    (Sort::Number, second) if second.may_be(&Sort::Number) => {
                        Ok(Sort::Number.with(known))
                    }
                    (first, Sort::Side) if first.may_be(&cell) => Ok(cell.with(known)),
                    (Sort::Any, Sort::Number | Sort::Any) => Ok(Sort::Any.with(known)),
                    (sort, Sort::Any) if *sort == cell => Ok(cell.with(known)),
                    (Sort::Number, other) => self.unlike(right, other, "a number"),
                    (sort, other) if *sort == cell => self.unlike(right, other, "a direction"),
                    (other, _) => self.unlike(left, other, "numbers, or a cell and a direction"),
                }
            }
            Operator::Times | Operator::Divide | Operator::Modulo => {
                self.product(operator, left, right)
            }
            Operator::Range => {
                self.constant(left)?;
                self.constant(right)?;
                Ok(Sort::set(Sort::Number).known())
            }
            _ => {
                let (first, second) = (self.eval(left)?, self.eval(right)?);
                self.compare(operator, &first.sort, &second.sort, expr)?;
                Ok(Sort::Formula.with(first.known && second.known))
            }
        }
    }

    fn product(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Checked<Typed> {
        let (first, second) = (self.eval(left)?, self.eval(right)?);
        for (value, expr) in [(&first, left), (&second, right)] {
            if !value.sort.may_be(&Sort::Number) {
                return self.unlike(expr, &value.sort, "a number");
            }
        }
        let expected = "a number that is known beforehand";
        if operator != Operator::Times && right.kind == ExprKind::Number(0) {
            return self.mistake(&right.span, "a division by zero", "another number");
        }
        if operator != Operator::Times && !first.known {
            return self.mistake(&left.span, "an unknown number is divided", expected);
        }
        if !second.known && (operator != Operator::Times || !first.known) {
            return self.mistake(&right.span, "two unknown numbers", expected);
        }
        Ok(Sort::Number.with(first.known && second.known))
    }

    /// Two sets of the same kind of things.
    fn sets(&self, first: &Typed, left: &Expr, second: &Typed, right: &Expr) -> Checked<Typed> {
        let of = |value: &Typed, expr: &Expr| match value.sort.element() {
            Some(of) => Ok(of),
            None => self.unlike(expr, &value.sort, "a set"),
        };
        let (a, b) = (of(first, left)?, of(second, right)?);
        if !a.may_be(&b) {
            return self.unlike(right, &second.sort, &first.sort.what());
        }
        Ok(Sort::set(a.join(b)).with(first.known && second.known))
    }

    /// Whether two values can be compared like this.
    fn compare(&self, operator: Operator, left: &Sort, right: &Sort, expr: &Expr) -> Checked<()> {
        let equal = matches!(operator, Operator::Equal | Operator::NotEqual);
        let number = |sort: &Sort| matches!(sort, Sort::Number | Sort::Formula);
        let fits = match (left, right) {
            (Sort::Any, _) | (_, Sort::Any) => true,
            (Sort::Formula, Sort::Formula) => equal,
            (a, b) if number(a) && number(b) => true,
            (Sort::Side, Sort::Side) | (Sort::Group, Sort::Group) => equal,
            (Sort::Place(_) | Sort::Line, Sort::Place(_) | Sort::Line) => left.may_be(right),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let message = format!("{} and {} cannot be compared like this", left.what(), right.what());
        self.mistake(&expr.span, message, "two numbers or two places of one kind")
    }

    fn name(&mut self, name: &str, expr: &Expr) -> Checked<Typed> {
        if let Some((_, value, used)) =
            self.variables.iter_mut().rev().find(|(variable, ..)| variable == name)
        {
            *used = true;
            return Ok(value.clone());
        }
        if self.constants.iter().any(|constant| constant == name) {
            self.used.insert(name.to_string());
            return Ok(Sort::Number.known());
        }
        if let Some(layer) = self.layer(name).cloned() {
            self.used.insert(name.to_string());
            if !layer.given && !layer.is_set {
                let message = format!("{name} is a number for every place");
                return self.mistake(&expr.span, message, &format!("{name}(a)"));
            }
            return Ok(Sort::set(Sort::Place(layer.site)).with(layer.given));
        }
        let book = self.book;
        let called = |function: &&Function| function.name.text == name;
        if let Some(function) = book.functions.iter().find(called) {
            if !function.parameters.is_empty() {
                let name = Name { text: name.to_string(), span: expr.span.clone() };
                return Err(wrong_count(&name, function.parameters.len(), 0));
            }
            return self.apply(function, Vec::new(), expr);
        }
        Ok(match name {
            "north" | "south" | "west" | "east" => Sort::Side.known(),
            "sides" => Sort::set(Sort::Side).known(),
            "lines" => Sort::set(Sort::Line).known(),
            "squares" | "diagonals" => Sort::set(Sort::Group).known(),
            _ => match site_of(name) {
                Some(site) => Sort::set(Sort::Place(site)).known(),
                None => return Err(self.no_word(name, expr)),
            },
        })
    }

    fn no_word(&self, name: &str, expr: &Expr) -> Diagnostic {
        let layers = self.layers.iter().map(|layer| layer.name.text.as_str());
        let variables = self.variables.iter().map(|(name, ..)| name.as_str());
        let constants = self.constants.iter().map(String::as_str);
        let own = self.book.functions.iter().map(|function| function.name.text.as_str());
        let known = variables.chain(layers).chain(constants).chain(own).chain(WORDS);
        let message = format!("{name} means nothing here");
        let expected = "something given or unknown, a variable, or a set such as rows";
        Diagnostic::new(expr.span.clone(), message, expected).suggest(name, known)
    }

    pub(super) fn no_function(&self, name: &Name) -> Diagnostic {
        let mut known: Vec<&str> =
            self.layers.iter().map(|layer| layer.name.text.as_str()).collect();
        known.extend(self.book.functions.iter().map(|function| function.name.text.as_str()));
        functions().for_each(|word| known.push(word));
        let message = format!("there is no function {}", name.text);
        let expected = "a function of the language, or one defined in this text";
        Diagnostic::new(name.span.clone(), message, expected).suggest(&name.text, known)
    }

    fn call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        expr: &Expr,
        stated: bool,
    ) -> Checked<Typed> {
        if let Some(layer) = self.layer(&name.text).cloned() {
            self.used.insert(name.text.clone());
            let [argument] = arguments else { return Err(wrong_count(name, 1, arguments.len())) };
            let place = self.eval(argument)?;
            self.is_at(&place.sort, &layer, argument)?;
            return Ok(match (layer.given, layer.is_set) {
                (false, true) => Sort::Formula.with(false),
                (given, _) => layer.value.with(given),
            });
        }
        let book = self.book;
        if let Some(function) = book.functions.iter().find(|own| own.name.text == name.text) {
            if function.parameters.len() != arguments.len() {
                return Err(wrong_count(name, function.parameters.len(), arguments.len()));
            }
            let values = arguments.iter().map(|argument| self.eval(argument));
            let values = values.collect::<Checked<Vec<_>>>()?;
            return self.apply(function, values, expr);
        }
        self.function_word(name, arguments, stated)
    }

    /// What a function gives for such arguments; a mistake in it is told at its place.
    pub(super) fn apply(
        &mut self,
        function: &Function,
        values: Vec<Typed>,
        expr: &Expr,
    ) -> Checked<Typed> {
        let name = &function.name.text;
        self.used.insert(name.clone());
        match self.calls.iter().rev().find(|(own, _)| own == name) {
            // With no choice in between it never ends.
            Some((_, above)) if *above == self.choices => {
                let message = "functions call each other in a circle";
                return self.mistake(&expr.span, message, "a function that ends");
            }
            Some(_) => return Ok(Sort::Any.known()),
            None => {}
        }
        let parameters = function.parameters.iter().map(|parameter| parameter.text.clone());
        let inner = parameters.zip(values).map(|(name, value)| (name, value, true)).collect();
        let outer = std::mem::replace(&mut self.variables, inner);
        self.calls.push((name.clone(), self.choices));
        let value = self.eval(&function.body);
        self.calls.pop();
        self.variables = outer;
        value
    }

    /// The layer of something given.
    pub(super) fn given_layer(&mut self, name: &Name) -> Checked<Layer> {
        if let Some(layer) = self.layer(&name.text).filter(|layer| layer.given).cloned() {
            self.used.insert(name.text.clone());
            return Ok(layer);
        }
        let given = self.layers.iter().filter(|layer| layer.given);
        let message = format!("nothing given is called {}", name.text);
        Err(Diagnostic::new(name.span.clone(), message, "the name of something given")
            .suggest(&name.text, given.map(|layer| layer.name.text.as_str())))
    }

    fn is_at(&self, place: &Sort, layer: &Layer, expr: &Expr) -> Checked<()> {
        if place.may_be(&Sort::Place(layer.site)) {
            return Ok(());
        }
        let message = format!(
            "this is {}, but {} stands at {}",
            place.what(),
            layer.name.text,
            many(layer.site)
        );
        self.mistake(&expr.span, message, super::sort::one(layer.site))
    }

    /// Looks at what `visit` says with the variables bound; it is told whether all that they run through is known beforehand.
    fn bound<T>(
        &mut self,
        binders: &[Binder],
        visit: impl FnOnce(&mut Self, bool) -> Checked<T>,
    ) -> Checked<T> {
        let first = self.variables.len();
        let mut all_known = true;
        for binder in binders {
            let of = match &binder.domain {
                None => Sort::Place(Site::Cell).known(),
                Some(domain) => {
                    let value = self.eval(domain)?;
                    match value.sort.element() {
                        Some(of) => of.with(value.known),
                        None => return self.unlike(domain, &value.sort, "a set"),
                    }
                }
            };
            all_known &= of.known;
            // The variable itself is known; what depends on the answer is whether it is in the set.
            self.variables.push((binder.name.text.clone(), of.sort.known(), false));
            if let Some(condition) = &binder.condition {
                all_known &= self.formula(condition)?;
            }
        }
        self.choices += 1;
        let result = visit(self, all_known)?;
        self.choices -= 1;
        for (binder, (_, _, used)) in binders.iter().zip(self.variables.drain(first..)) {
            if !used {
                let message = format!("{} is never used", binder.name.text);
                let expected = "a formula that speaks of it";
                return Err(Diagnostic::new(binder.name.span.clone(), message, expected));
            }
        }
        Ok(result)
    }
}

/// Whether an expression is a set and no formula, as far as its form tells: so grounding reads `and`.
fn is_set(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Set(_) | ExprKind::Comprehension(..) => true,
        ExprKind::Not(inner) => is_set(inner),
        ExprKind::Binary(Operator::And | Operator::Or, left, _) => is_set(left),
        _ => false,
    }
}
