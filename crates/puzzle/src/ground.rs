//! A rulebook's laws put on a board: every formula becomes clauses and global laws about the bits of the unknown layers.
//!
//! Formulas are evaluated with bits for truth values: what is given folds away, what is unknown becomes gates. A law
//! `all a, b …: f` has one instance for each choice of its variables, which is what explanations speak of.
//!
//! A number that is not told (`?`) compares as true with everything; where nothing stands, comparisons are false, and so is
//! whatever speaks of a cell off the board.

mod assert;
mod eval;
mod lines;
mod operators;
mod pieces;
mod quantifiers;
mod sets;
mod shapes;
mod value;
mod words;

use crate::number::Number;
use crate::place::Place;
use crate::statement::Statement;
use crate::{Answer, Layer, Puzzle, Site, Value};
use std::collections::HashMap;
use value::Val;
use zugwerk_logic::{Bit, Constraints, Law, Limits, Stop};
use zugwerk_rulebook::ast::{Declaration, Expr, ExprKind, Function, Rulebook, Shape, Type};
use zugwerk_rulebook::{Diagnostic, Span};

/// Why laws cannot be put on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundError {
    /// The rulebook makes no sense there.
    Rulebook(Diagnostic),
    /// The puzzle lacks something or has something that the rulebook does not know.
    Puzzle(String),
    /// A place of the answer has a value that nothing there can have.
    Value(String, Place),
    /// A limit came first.
    Limit(Stop),
}

impl From<Diagnostic> for GroundError {
    fn from(diagnostic: Diagnostic) -> GroundError {
        GroundError::Rulebook(diagnostic)
    }
}

type Grounded<T> = Result<T, GroundError>;

/// A layer of the answer: a number for every place, 0 or 1 for a set.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// Its name.
    pub name: String,
    /// The kind of place.
    pub site: Site,
    /// Whether it is a set of places.
    pub is_set: bool,
    /// By place.
    pub numbers: Vec<Number>,
}

impl Unknown {
    /// The layer under a model.
    pub fn layer(&self, is_true: &impl Fn(Bit) -> bool) -> Layer {
        let values = self.numbers.iter().map(|number| Value::Number(number.under(is_true)));
        Layer { site: self.site, values: values.collect() }
    }
}

/// A puzzle with its laws stated.
pub struct Ground {
    /// The laws.
    pub statement: Statement,
    /// The layers of the answer.
    pub unknown: Vec<Unknown>,
}

/// Puts the laws of a rulebook on a puzzle. Layers of `answer` that are filled in count as known.
pub fn ground(
    book: &Rulebook,
    puzzle: &Puzzle,
    answer: Option<&Answer>,
    named: bool,
    limits: &Limits,
) -> Grounded<Ground> {
    let mut grounder = Grounder::new(book, puzzle, named, limits);
    grounder.bind_board()?;
    grounder.bind_parameters()?;
    grounder.check_given()?;
    for declaration in &book.unknown {
        let unknown = grounder.declare(declaration, answer)?;
        grounder.unknown.push(unknown);
        grounder.look_at_limits()?;
    }
    for (number, law) in book.laws.iter().enumerate() {
        grounder.law = number;
        grounder.state_law(&law.formula)?;
        grounder.look_at_limits()?;
    }
    Ok(Ground { statement: grounder.statement, unknown: grounder.unknown })
}

/// A layer of an answer: name, kind of place, whether it is a set, and the least and greatest value.
pub type Bounds = (String, Site, bool, i32, i32);

/// The layers of the answer.
pub fn layers(book: &Rulebook, puzzle: &Puzzle) -> Grounded<Vec<Bounds>> {
    let limits = Limits::none();
    let mut grounder = Grounder::new(book, puzzle, false, &limits);
    grounder.bind_board()?;
    grounder.bind_parameters()?;
    grounder.check_given()?;
    book.unknown.iter().map(|declaration| grounder.bounds(declaration)).collect()
}

struct Grounder<'a> {
    book: &'a Rulebook,
    puzzle: &'a Puzzle,
    statement: Statement,
    unknown: Vec<Unknown>,
    /// Parameters and the size of the board.
    constants: HashMap<String, i32>,
    /// Bound variables, the innermost last.
    variables: Vec<(String, Val)>,
    law: usize,
    /// How deep functions call each other.
    depth: usize,
    /// By room: the tetromino in it.
    shapes: HashMap<usize, Number>,
    /// Runs longer than this need not be told apart.
    reach: Option<usize>,
    limits: &'a Limits,
}

/// The most places an unknown number may range over, and the largest board: far beyond any puzzle, and small enough
/// that a mistyped number does no harm.
const MOST_VALUES: i32 = 4096;
const MOST_CELLS: usize = 1 << 16;

impl<'a> Grounder<'a> {
    fn new(
        book: &'a Rulebook,
        puzzle: &'a Puzzle,
        named: bool,
        limits: &'a Limits,
    ) -> Grounder<'a> {
        Grounder {
            book,
            puzzle,
            statement: Statement::new(named, limits),
            unknown: Vec::new(),
            constants: HashMap::new(),
            variables: Vec::new(),
            law: 0,
            depth: 0,
            shapes: HashMap::new(),
            reach: None,
            limits,
        }
    }

    fn look_at_limits(&self) -> Grounded<()> {
        let stopped = self.statement.stopped().or_else(|| self.limits.reached());
        stopped.map_or(Ok(()), |stop| Err(GroundError::Limit(stop)))
    }

    fn mistake<T>(&self, span: &Span, message: impl ToString, expected: &str) -> Grounded<T> {
        Err(Diagnostic::new(span.clone(), message.to_string(), expected).into())
    }

    fn bind_board(&mut self) -> Grounded<()> {
        let board = self.puzzle.board;
        if board.width == 0 || board.height == 0 {
            return Err(GroundError::Puzzle("the board has no cells".to_string()));
        }
        if board.cells() > MOST_CELLS {
            let message =
                format!("the board has {} cells, at most {MOST_CELLS} are expected", board.cells());
            return Err(GroundError::Puzzle(message));
        }
        let Some(declared) = &self.book.board else { return Ok(()) };
        let Shape::Rectangle(width, height) = &declared.shape else {
            return self.mistake(&declared.span, "a puzzle needs a rectangle", "board W x H");
        };
        for (expr, actual) in [(width, board.width), (height, board.height)] {
            let ExprKind::Name(name) = &expr.kind else {
                return self.mistake(
                    &expr.span,
                    "the size comes from the puzzle",
                    "a name such as W",
                );
            };
            match self.constants.insert(name.clone(), actual as i32) {
                Some(before) if before != actual as i32 => {
                    let message = format!(
                        "the board is {} x {}, a square is expected",
                        board.width, board.height
                    );
                    return Err(GroundError::Puzzle(message));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn bind_parameters(&mut self) -> Grounded<()> {
        for parameter in &self.book.parameters {
            let value = match self.puzzle.parameter(&parameter.name.text) {
                Some(value) => value,
                None => self.constant(&parameter.value)?,
            };
            self.constants.insert(parameter.name.text.clone(), value);
        }
        for parameter in &self.book.parameters {
            let Some((low, high)) = &parameter.bounds else { continue };
            let (low, high) = (self.constant(low)?, self.constant(high)?);
            let name = &parameter.name.text;
            let value = self.constants.get(name).copied().unwrap_or(0);
            if !(low..=high).contains(&value) {
                return Err(GroundError::Puzzle(format!(
                    "{name} is a number from {low} to {high}, not {value}"
                )));
            }
        }
        Ok(())
    }

    /// What the puzzle gives must be something that the rulebook speaks of, for as many places as there are.
    fn check_given(&self) -> Grounded<()> {
        for (name, layer) in &self.puzzle.given {
            let declared =
                self.book.given.iter().any(|given| given.name.text == *name) || name == "room";
            if !declared {
                let message =
                    format!("the puzzle gives {name}, which {} does not know", self.book.name.text);
                return Err(GroundError::Puzzle(message));
            }
            if layer.values.len() != self.puzzle.count(layer.site) {
                let (has, needs) = (layer.values.len(), self.puzzle.count(layer.site));
                return Err(GroundError::Puzzle(format!(
                    "{name} has {has} values, {needs} are expected"
                )));
            }
        }
        if self.puzzle.regions() > self.puzzle.board.cells() {
            return Err(GroundError::Puzzle(
                "a room has a number beyond the number of cells".to_string(),
            ));
        }
        Ok(())
    }

    /// What a declaration of the answer says: name, kind of place, whether it is a set, and the bounds of its values.
    fn bounds(&mut self, declaration: &Declaration) -> Grounded<(String, Site, bool, i32, i32)> {
        let name = declaration.name.text.clone();
        let (site_name, range) = match &declaration.range {
            Type::SetOf(site) => (site, None),
            Type::Map(site, range) => (site, Some(range)),
            _ => {
                let expected = "set of cells, or cell -> 1..N";
                return self.mistake(
                    &declaration.name.span,
                    "an unknown is a set or a map",
                    expected,
                );
            }
        };
        let Some(site) = site_of(&site_name.text) else {
            return self.mistake(
                &site_name.span,
                format!("{} is no kind of place", site_name.text),
                "cell, link, edge or vertex",
            );
        };
        let (low, high) = match range.map(|range| (range, &**range)) {
            None => (0, 1),
            Some((_, Type::Range(low, high))) => (self.constant(low)?, self.constant(high)?),
            Some(_) => {
                return self.mistake(
                    &declaration.name.span,
                    "an unknown number needs bounds",
                    "1..N",
                );
            }
        };
        if low > high {
            let message = format!("the values of {name} go from {low} to {high}");
            return self.mistake(&declaration.name.span, message, "at least one value");
        }
        if high - low > MOST_VALUES {
            return Err(GroundError::Puzzle(format!(
                "the board is too large: {name} would be a number from {low} to {high}, at most {MOST_VALUES} values are expected"
            )));
        }
        Ok((name, site, range.is_none(), low, high))
    }

    fn declare(&mut self, declaration: &Declaration, answer: Option<&Answer>) -> Grounded<Unknown> {
        let (name, site, is_set, low, high) = self.bounds(declaration)?;
        let count = self.puzzle.count(site);
        let mut numbers = Vec::with_capacity(count);
        let (encoder, law) = self.statement.parts();
        encoder.law(Law::new("definitions"));
        for at in 0..count {
            if encoder.stopped().is_some() {
                break;
            }
            numbers.push(match answer.and_then(|answer| answer.number(&name, at)) {
                Some(known) => Number::constant(known),
                None if high == low + 1 => Number::fresh_pair(encoder, low),
                None => Number::fresh(encoder, low..=high),
            });
        }
        encoder.law(law);
        for (at, number) in numbers.iter().enumerate() {
            if let Some(known) = number.value()
                && !(low..=high).contains(&known)
            {
                let message = format!("{name} is a number from {low} to {high}, not {known}");
                return Err(GroundError::Value(message, (site, at)));
            }
        }
        Ok(Unknown { name, site, is_set, numbers })
    }

    /// The value of an expression that must be a known number.
    fn constant(&mut self, expr: &Expr) -> Grounded<i32> {
        match self.number(expr)? {
            Some(number) if number.value().is_some() => Ok(number.value().unwrap_or(0)),
            _ => self.mistake(&expr.span, "this must be known beforehand", "a known number"),
        }
    }

    fn function(&self, name: &str) -> Option<&'a Function> {
        self.book.functions.iter().find(|function| function.name.text == name)
    }
}

/// The kind of place a word names, in the singular or the plural.
pub(crate) fn site_of(word: &str) -> Option<Site> {
    Some(match word {
        "cell" | "cells" => Site::Cell,
        "link" | "links" => Site::Link,
        "edge" | "edges" => Site::Edge,
        "vertex" | "vertices" => Site::Vertex,
        "row" | "rows" => Site::Row,
        "column" | "columns" => Site::Column,
        "room" | "rooms" => Site::Region,
        "half" | "halves" => Site::Half,
        _ => return None,
    })
}
