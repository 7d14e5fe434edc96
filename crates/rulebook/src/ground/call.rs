//! Functions: those of the language and those of the text.

use super::expr::{Grounded, Grounder};
use super::node::{Comparison, Id, Nearness, Node};
use super::scope::{Scope, unknown_word};
use super::value::Value;
use crate::ast::Expr;
use crate::board::Direction;
use crate::{Diagnostic, Span};

/// How deep functions may call functions.
const DEEPEST_CALL: usize = 40;

impl Grounder<'_> {
    /// One of two values of the same sort.
    pub(super) fn one_of(
        &mut self,
        condition: Id,
        yes: Value,
        no: Value,
        span: &Span,
    ) -> Grounded<Value> {
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

    pub(super) fn call(
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
                let mut nearness = Nearness::Sides;
                if values.len() == 3 {
                    nearness = self.nearness(values.remove(2), at(2))?;
                } else {
                    wants(2, &format!("{name}(from, set) or {name}(from, set, directions)"))?;
                }
                let set = self.as_set(values.remove(1), at(1))?;
                let from = self.as_set(values.remove(0), at(0))?;
                Ok(Value::Set(self.arena.build(Node::Reach(from, set, nearness))))
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
                let (x, y) = (self.known_int(x, at(0))?, self.known_int(y, at(1))?);
                let (x, y) = Self::direction(x, y, span)?;
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

    /// Which cells are neighbours in a walk: `sides` or `directions`.
    fn nearness(&mut self, value: Value, span: &Span) -> Grounded<Nearness> {
        let ways = self.as_directions(value, span)?;
        let board = &self.words.board;
        let same = |all: &[Direction]| {
            all.len() == ways.len() && all.iter().all(|direction| ways.contains(direction))
        };
        match () {
            () if same(board.sides()) => Ok(Nearness::Sides),
            () if same(&board.directions()) => Ok(Nearness::Around),
            () => {
                let message = "a walk goes by sides, or by sides and corners";
                Err(Diagnostic::new(span.clone(), message, "sides or directions"))
            }
        }
    }

    /// The cells of a row or column, or of several.
    pub(super) fn region(&mut self, row: bool, value: Value, span: &Span) -> Grounded<Value> {
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

    pub(super) fn user_function(
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
            let message =
                format!("{name} is used in its own meaning, or too many functions use each other");
            let expected =
                format!("at most {DEEPEST_CALL} functions, one within the other, and no circle");
            return Err(Diagnostic::new(span.clone(), message, expected));
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
