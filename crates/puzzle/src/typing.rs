//! What is wrong with the rulebook of a puzzle whatever the board: words that mean nothing, values of a wrong kind, and what
//! nothing uses.
//!
//! Every formula is looked at once with the sorts of its values instead of the values themselves. What is refused here, grounding
//! would refuse on some board, or would silently take for false: `first(a)` of a cell, a row among the cells.

mod expr;
mod sort;
mod words;

use crate::Site;
use crate::ground::site_of;
use sort::{Sort, Typed};
use std::collections::HashSet;
use zugwerk_rulebook::ast::{Declaration, Expr, ExprKind, Name, Rulebook, Shape, Type};
use zugwerk_rulebook::{Diagnostic, Span};

type Checked<T> = Result<T, Diagnostic>;

/// Something given or unknown.
#[derive(Clone, Debug)]
struct Layer {
    name: Name,
    site: Site,
    given: bool,
    /// Whether it is a set of places, and no value for each of them.
    is_set: bool,
    /// The sort of its values.
    value: Sort,
}

struct Checker<'a> {
    book: &'a Rulebook,
    layers: Vec<Layer>,
    /// Parameters and the sides of the board.
    constants: Vec<String>,
    /// Bound variables, the innermost last, and whether something used them.
    variables: Vec<(String, Typed, bool)>,
    /// What some formula has used: layers, functions, parameters.
    used: HashSet<String>,
    /// The functions that are being looked at, each with the number of choices above its call.
    calls: Vec<(String, usize)>,
    /// How many choices (`if`, `and`, a quantifier) are above what is looked at: a circle of functions may end in one.
    choices: usize,
    /// How many expressions may still be looked at.
    patience: usize,
}

/// Functions that call functions twice each grow beyond all bounds; nobody writes so many expressions.
const MOST_EXPRESSIONS: usize = 200_000;

/// What is wrong with the rulebook of a puzzle, as far as that can be said without a board.
pub fn check(book: &Rulebook) -> Checked<()> {
    let mut checker = Checker {
        book,
        layers: Vec::new(),
        constants: Vec::new(),
        variables: Vec::new(),
        used: HashSet::new(),
        calls: Vec::new(),
        choices: 0,
        patience: MOST_EXPRESSIONS,
    };
    checker.declarations()?;
    for law in &book.laws {
        checker.law(&law.formula, true)?;
    }
    checker.unused_functions()?;
    checker.everything_is_used()
}

impl Checker<'_> {
    fn mistake<T>(&self, span: &Span, message: impl ToString, expected: &str) -> Checked<T> {
        Err(Diagnostic::new(span.clone(), message.to_string(), expected))
    }

    fn unlike<T>(&self, expr: &Expr, found: &Sort, expected: &str) -> Checked<T> {
        self.mistake(&expr.span, format!("this is {}", found.what()), expected)
    }

    fn declarations(&mut self) -> Checked<()> {
        if let Some(like) = &self.book.like {
            return self.mistake(&like.span, "a puzzle is like no other", "a puzzle in full");
        }
        if let Some(board) = &self.book.board {
            let Shape::Rectangle(width, height) = &board.shape else {
                return self.mistake(&board.span, "a puzzle needs a rectangle", "board W x H");
            };
            for side in [width, height] {
                let ExprKind::Name(name) = &side.kind else {
                    let expected = "a name such as W";
                    return self.mistake(&side.span, "the size comes from the puzzle", expected);
                };
                self.constants.push(name.clone());
            }
        }
        let book = self.book;
        for declaration in &book.given {
            let layer = self.given(declaration)?;
            self.layers.push(layer);
        }
        for parameter in &book.parameters {
            self.constant(&parameter.value)?;
            self.is_new(&parameter.name)?;
            self.constants.push(parameter.name.text.clone());
        }
        for (low, high) in book.parameters.iter().filter_map(|known| known.bounds.as_ref()) {
            self.constant(low)?;
            self.constant(high)?;
        }
        let bounds = book.given.iter().filter_map(|given| match &given.range {
            Type::Map(_, value) => Some(&**value),
            _ => None,
        });
        for value in bounds {
            self.bounds(value)?;
        }
        for declaration in &book.unknown {
            let layer = self.unknown(declaration)?;
            self.layers.push(layer);
        }
        if let (true, Some(law)) = (book.unknown.is_empty(), book.laws.first()) {
            let expected = "a statement such as unknown black: set of cells";
            return self.mistake(&law.span, "nothing is unknown in this puzzle", expected);
        }
        for (at, function) in book.functions.iter().enumerate() {
            self.is_new(&function.name)?;
            if book.functions[..at].iter().any(|other| other.name.text == function.name.text) {
                let message = format!("{} is defined twice", function.name.text);
                return self.mistake(&function.name.span, message, "another name");
            }
        }
        Ok(())
    }

    /// A mistake where the word already names something given, unknown or set from outside.
    fn is_new(&self, name: &Name) -> Checked<()> {
        let known = self.layer(&name.text).is_some() || self.constants.contains(&name.text);
        match known {
            true => {
                self.mistake(&name.span, format!("{} is defined twice", name.text), "another name")
            }
            false => Ok(()),
        }
    }

    fn site(&self, name: &Name) -> Checked<Site> {
        site_of(&name.text).ok_or_else(|| {
            let message = format!("{} is no kind of place", name.text);
            let words = ["cell", "link", "edge", "vertex", "row", "column", "room", "half"];
            let many = words.into_iter().chain([
                "cells", "links", "edges", "vertices", "rows", "columns", "rooms", "halves",
            ]);
            Diagnostic::new(
                name.span.clone(),
                message,
                "cell, link, edge, vertex, row, column or room",
            )
            .suggest(&name.text, many)
        })
    }

    fn given(&mut self, declaration: &Declaration) -> Checked<Layer> {
        self.is_new(&declaration.name)?;
        let name = declaration.name.clone();
        let (site, is_set, value) = match &declaration.range {
            Type::SetOf(site) => (site, true, Sort::Number),
            Type::Map(site, value) => (site, false, self.value(&name, value)?),
            _ => {
                let expected = "set of cells, or cell -> number";
                return self.mistake(&name.span, "what is given is a set or a map", expected);
            }
        };
        Ok(Layer { site: self.site(site)?, name, given: true, is_set, value })
    }

    /// The sort of the values of a given map.
    fn value(&self, name: &Name, value: &Type) -> Checked<Sort> {
        match value {
            Type::Number | Type::Range(..) => Ok(Sort::Number),
            Type::ListOf(inner) => self.value(name, inner).map(|_| Sort::List),
            Type::Element(word) if word.text == "room" && name.text == "room" => {
                Ok(Sort::Place(Site::Region))
            }
            Type::Element(word) => {
                let message = format!("{} is nothing that can be given", word.text);
                let expected = "number, 1..N, list of number, or room: cell -> room";
                let known = ["number", "room"];
                Err(Diagnostic::new(word.span.clone(), message, expected)
                    .suggest(&word.text, known))
            }
            _ => {
                let expected = "number, 1..N, or list of number";
                self.mistake(&name.span, "this is nothing that can be given", expected)
            }
        }
    }

    fn bounds(&mut self, value: &Type) -> Checked<()> {
        match value {
            Type::Range(low, high) => {
                self.constant(low)?;
                self.constant(high)
            }
            Type::ListOf(inner) | Type::Optional(inner) => self.bounds(inner),
            _ => Ok(()),
        }
    }

    fn unknown(&mut self, declaration: &Declaration) -> Checked<Layer> {
        self.is_new(&declaration.name)?;
        let name = declaration.name.clone();
        let (site, is_set) = match &declaration.range {
            Type::SetOf(site) => (site, true),
            Type::Map(site, value) => {
                let Type::Range(..) = &**value else {
                    return self.mistake(&name.span, "an unknown number needs bounds", "1..N");
                };
                (site, false)
            }
            _ => {
                let expected = "set of cells, or cell -> 1..N";
                return self.mistake(&name.span, "an unknown is a set or a map", expected);
            }
        };
        let site = self.site(site)?;
        if let Type::Map(_, value) = &declaration.range {
            self.bounds(value)?;
        }
        Ok(Layer { name, site, given: false, is_set, value: Sort::Number })
    }

    fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name.text == name)
    }

    /// Functions that no law calls: their words must mean something all the same.
    fn unused_functions(&mut self) -> Checked<()> {
        let book = self.book;
        let unused =
            book.functions.iter().find(|function| !self.used.contains(&function.name.text));
        let Some(function) = unused else { return Ok(()) };
        let arguments = vec![Sort::Any.known(); function.parameters.len()];
        self.apply(function, arguments, &function.body)?;
        let message = format!("no law uses {}", function.name.text);
        self.mistake(&function.name.span, message, "a law that speaks of it, or no such function")
    }

    /// What is given, unknown or set from outside is there for some law.
    fn everything_is_used(&self) -> Checked<()> {
        let parameters = self.book.parameters.iter().map(|parameter| &parameter.name);
        let mut names = self.layers.iter().map(|layer| &layer.name).chain(parameters);
        match names.find(|name| name.text != "room" && !self.used.contains(&name.text)) {
            None => Ok(()),
            Some(name) => {
                let expected = "a law that speaks of it";
                self.mistake(&name.span, format!("no law uses {}", name.text), expected)
            }
        }
    }
}
