//! Expressions grounded: words become what they mean, quantifiers over known things are written out.

use super::Arena;
use super::node::{Id, Node};
use super::scope::{Scope, StateSort, Words, unknown_word};
use super::value::Value;
use crate::ast::{Expr, ExprKind, Rulebook};
use crate::board::Direction;
use crate::{Diagnostic, Span};

/// Stands for every kind of piece.
pub const ANY_KIND: usize = usize::MAX;
/// How many expressions may be looked at before a text is called too large.
const MOST_STEPS: usize = 1_000_000;
/// How many cells a rule may speak of at once.
pub const MOST_VARIABLES: u8 = 60;
/// How deep expressions may be, those of the functions that they use included: a bound for the stack.
const DEEPEST: usize = 300;

pub type Grounded<T> = Result<T, Diagnostic>;

/// Grounds expressions for the player `me`.
pub struct Grounder<'a> {
    pub book: &'a Rulebook,
    pub words: &'a Words,
    pub arena: Arena,
    pub me: usize,
    pub steps: usize,
    pub calls: usize,
    /// How deep in expressions this is.
    pub depth: usize,
    /// A rule has had more variables than there may be.
    pub crowded: bool,
    /// The moves whose conditions are being grounded, to find those that ask for themselves.
    pub asking: Vec<(String, usize)>,
}

/// A mistake where the rules have become too large at this place.
pub fn too_large(arena: &Arena, span: &Span) -> Grounded<()> {
    if arena.is_full() { Err(becomes_too_large(span)) } else { Ok(()) }
}

fn becomes_too_large(span: &Span) -> Diagnostic {
    let message = "the rules become too large here";
    Diagnostic::new(span.clone(), message, "a smaller board or rule")
        .with_help("fewer nested quantifiers, or smaller ranges")
}

impl Grounder<'_> {
    /// The value of an expression.
    pub fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Grounded<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(becomes_too_large(&expr.span));
        }
        too_large(&self.arena, &expr.span)?;
        self.not_crowded(&expr.span)?;
        if self.depth >= DEEPEST {
            let message = "this is nested too deeply, with the functions that it uses";
            return Err(Diagnostic::new(expr.span.clone(), message, "shorter formulas"));
        }
        self.depth += 1;
        let value = self.value_of(expr, scope);
        self.depth -= 1;
        value
    }

    /// Whether a word before brackets says whose pieces are meant: `own (rook or queen)`.
    fn is_owner(&mut self, name: &str, scope: &Scope) -> bool {
        let known = ["own", "me", "other"].contains(&name)
            || self.words.players.iter().any(|player| player == name);
        known
            && scope.get(name).is_none()
            && !self.words.functions.iter().any(|function| function.name.text == name)
    }

    /// A mistake where there have been too many variables.
    pub(super) fn not_crowded(&self, span: &Span) -> Grounded<()> {
        if !self.crowded {
            return Ok(());
        }
        let expected = format!("at most {MOST_VARIABLES}");
        Err(Diagnostic::new(span.clone(), "too many variables at once", expected))
    }

    fn value_of(&mut self, expr: &Expr, scope: &mut Scope) -> Grounded<Value> {
        let span = &expr.span;
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::Number(self.arena.int(*number))),
            ExprKind::Name(name) => self.name(name, span, scope),
            ExprKind::Call(name, arguments)
                if arguments.len() == 1 && self.is_owner(&name.text, scope) =>
            {
                let owner = ExprKind::Name(name.text.clone());
                self.owned(&Expr { kind: owner, span: name.span.clone() }, &arguments[0], scope)
            }
            ExprKind::Call(name, arguments) => {
                let values = arguments
                    .iter()
                    .map(|argument| self.expr(argument, scope))
                    .collect::<Grounded<Vec<_>>>()?;
                self.call(&name.text, &name.span, values, arguments, scope)
            }
            ExprKind::Vector(x, y) => {
                let (x, y) = (self.known_number(x, scope)?, self.known_number(y, scope)?);
                Self::direction(x, y, span).map(Value::Direction)
            }
            ExprKind::Owned(owner, kind) => self.owned(owner, kind, scope),
            ExprKind::Not(inner) => match self.expr(inner, scope)? {
                Value::Formula(id) => Ok(Value::Formula(self.arena.build(Node::Not(id)))),
                value @ (Value::Set(_) | Value::Pieces(_) | Value::Kind(_) | Value::List(_)) => {
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

    /// A direction, if it is none that no board is large enough for.
    pub(super) fn direction(x: i64, y: i64, span: &Span) -> Grounded<Direction> {
        const FARTHEST: i64 = 10_000;
        if x.abs().max(y.abs()) > FARTHEST {
            let message = format!("a direction of {x} columns and {y} rows");
            return Err(Diagnostic::new(span.clone(), message, format!("at most {FARTHEST}")));
        }
        Ok((x as i32, y as i32))
    }

    pub(super) fn known_int(&self, id: Id, span: &Span) -> Grounded<i64> {
        match self.arena.node(id) {
            Node::Int(number) => Ok(number.into()),
            _ => Err(Diagnostic::new(
                span.clone(),
                "this number changes during the game",
                "a number that is known when the rules are read",
            )),
        }
    }

    pub(super) fn wrong(&self, span: &Span, found: &Value, expected: &str) -> Diagnostic {
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
                    "`some …` or `no …` asks whether there is one, `… on a` whether it stands there; \
                     sets that are joined stand in parentheses: some (A and B), x in (A or B)"
                }
                Value::Cell(_) => "sets that are joined stand in parentheses: x in (A or B)",
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

    pub(super) fn planes(&mut self, contents: &[u8]) -> Id {
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

    pub(super) fn as_directions(&mut self, value: Value, span: &Span) -> Grounded<Vec<(i32, i32)>> {
        match value {
            Value::Direction(direction) => Ok(vec![direction]),
            Value::List(values) => {
                let lists = values.into_iter().map(|value| self.as_directions(value, span));
                Ok(lists.collect::<Grounded<Vec<_>>>()?.concat())
            }
            other => Err(self.wrong(span, &other, "a direction")),
        }
    }

    pub(super) fn as_direction(&mut self, value: Value, span: &Span) -> Grounded<u16> {
        match value {
            Value::Direction(direction) => Ok(self.arena.direction_number(direction)),
            other => Err(self.wrong(span, &other, "a direction")),
        }
    }

    pub(super) fn name(&mut self, name: &str, span: &Span, scope: &mut Scope) -> Grounded<Value> {
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
            "border" => Value::Set(self.arena.set_of(board.border())),
            "dark" | "light" => Value::Set(self.arena.set_of(board.shade(name == "dark"))),
            _ => match board.named(name) {
                Some(cell) => Value::Cell(self.arena.build(Node::Cell(cell as u16))),
                None => return Err(unknown_word(words, scope, name, span.clone())),
            },
        })
    }

    /// Rows and columns as sets: 0 stands for whichever.
    pub(super) fn regions(&mut self, places: impl Iterator<Item = (i32, i32)>) -> Value {
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

    pub(super) fn owned(
        &mut self,
        owner: &Expr,
        kind: &Expr,
        scope: &mut Scope,
    ) -> Grounded<Value> {
        self.names_owner_and_kind(owner, kind, scope)?;
        let player = match self.expr(owner, scope)? {
            Value::Player(player) => player,
            other => {
                let names = self.words.players.join(", ");
                let expected = format!("a player: me, other, {names}");
                let mistake = self.wrong(&owner.span, &other, &expected);
                return Err(match other {
                    Value::Number(_) | Value::List(_) => {
                        mistake.with_help("in a condition a word is chosen by in: k in 1..9")
                    }
                    _ => mistake,
                });
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
            // `own (rook or queen)`: of these the cells where this player's pieces stand.
            several @ (Value::Set(_) | Value::Pieces(_) | Value::List(_)) => {
                let these = self.as_set(several, &kind.span)?;
                let all = Value::Pieces(self.words.contents_of_player(player));
                let all = self.as_set(all, &owner.span)?;
                Ok(Value::Set(self.arena.build(Node::Meet(these, all))))
            }
            other => Err(self.wrong(&kind.span, &other, "a kind of piece, or the name of a move")),
        }
    }

    /// A mistake where `own pwan` or `blue pawn` names nobody's piece: of the words that mean something, only pieces and
    /// players can have been meant.
    fn names_owner_and_kind(&mut self, owner: &Expr, kind: &Expr, scope: &Scope) -> Grounded<()> {
        let mut unknown = |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) if !self.means_something(name, scope) => Some(name.clone()),
            _ => None,
        };
        let (unknown_owner, unknown_kind) = (unknown(owner), unknown(kind));
        let words = self.words;
        if let Some(name) = unknown_owner {
            let players = words.players.join(" or ");
            let expected = format!("own, other, {players} before a piece");
            let known = words.players.iter().map(String::as_str).chain(["own", "other"]);
            return Err(Diagnostic::new(
                owner.span.clone(),
                format!("{name} does not play"),
                expected,
            )
            .suggest(&name, known));
        }
        if let Some(name) = unknown_kind {
            let known = words.kinds.iter().chain(&words.moves).map(String::as_str);
            let expected = format!("piece, {}", words.kinds.join(", "));
            let mistake =
                Diagnostic::new(kind.span.clone(), format!("{name} is no piece"), expected);
            // `d of sides` is said of a quantifier, and meant as a choice.
            let mistake = match &owner.kind {
                ExprKind::Name(set) if !["own", "other"].contains(&set.as_str()) => {
                    mistake.with_help(format!("to choose one of a set, write {name} in {set}"))
                }
                _ => mistake,
            };
            return Err(mistake.suggest(&name, known.chain(["piece"])));
        }
        Ok(())
    }

    pub(super) fn some(&mut self, inner: &Expr, scope: &mut Scope) -> Grounded<Id> {
        match self.expr(inner, scope)? {
            value @ (Value::Formula(_) | Value::Moves(..)) => self.as_formula(value, &inner.span),
            value => {
                let set = self.as_set(value, &inner.span)?;
                Ok(self.arena.build(Node::NonEmpty(set)))
            }
        }
    }
}
