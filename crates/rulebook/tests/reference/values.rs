//! What stands on a board, and what names and sets stand for.

use super::value::V;
use super::{Names, Position, Reference, with};
use std::collections::BTreeSet;
use zugwerk_rulebook::ast::*;
use zugwerk_rulebook::ground::form::StateValue;

impl Reference<'_> {
    pub(super) fn place(&self, cell: usize) -> V {
        let (x, y) = self.board().place(cell);
        V::Place(x, y)
    }

    pub(super) fn cell(&self, value: &V) -> Option<usize> {
        match value {
            V::Place(x, y) => self.board().at(*x, *y),
            V::Nothing => None,
            other => panic!("{other:?} is no cell"),
        }
    }

    pub(super) fn top(&self, position: &Position, cell: usize) -> u8 {
        position.cells[cell].last().copied().unwrap_or(0)
    }

    pub(super) fn set(&self, value: &V, position: &Position) -> BTreeSet<usize> {
        match value {
            V::Set(set) => set.clone(),
            V::Place(..) | V::Nothing => self.cell(value).into_iter().collect(),
            V::Pieces(contents) => self
                .board()
                .cells()
                .filter(|cell| contents.contains(&self.top(position, *cell)))
                .collect(),
            V::Kind(kind) => {
                let is = |content: u8| {
                    content > 0
                        && kind.is_none_or(|kind| {
                            self.words.contents[usize::from(content) - 1].kind == kind
                        })
                };
                self.board().cells().filter(|cell| is(self.top(position, *cell))).collect()
            }
            V::List(values) => values.iter().flat_map(|value| self.set(value, position)).collect(),
            other => panic!("{other:?} is no set"),
        }
    }

    /// The elements of a list, or the cells of a set.
    pub(super) fn members(&self, value: &V, position: &Position) -> Vec<V> {
        match value {
            V::List(values) => values.clone(),
            V::Direction(..) => vec![value.clone()],
            other => self.set(other, position).into_iter().map(|cell| self.place(cell)).collect(),
        }
    }

    pub(super) fn bindings(
        &self,
        binders: &[Binder],
        names: &Names,
        position: &Position,
        me: usize,
    ) -> Vec<Names> {
        let Some((binder, rest)) = binders.split_first() else { return vec![names.clone()] };
        let members = match &binder.domain {
            Some(domain) => self.members(&self.eval(domain, names, position, me), position),
            None => self.board().cells().map(|cell| self.place(cell)).collect(),
        };
        let mut all = Vec::new();
        for value in members {
            let names = with(names, &binder.name.text, value);
            if binder
                .condition
                .as_ref()
                .is_none_or(|condition| self.truth(condition, &names, position, me))
            {
                all.extend(self.bindings(rest, &names, position, me));
            }
        }
        all
    }

    pub fn truth(&self, expr: &Expr, names: &Names, position: &Position, me: usize) -> bool {
        match self.eval(expr, names, position, me) {
            V::Truth(truth) => truth,
            V::Moves(name, player) => self.possible(&name, player, position),
            other => panic!("{other:?} is no formula"),
        }
    }

    pub(super) fn possible(&self, name: &str, player: usize, position: &Position) -> bool {
        let named = |rule: &&Move| rule.name.as_ref().is_some_and(|own| own.text == name);
        self.book
            .moves
            .iter()
            .filter(named)
            .any(|rule| !self.choices(rule, Names::new(), position, player).is_empty())
    }

    pub(super) fn number(&self, expr: &Expr, names: &Names, position: &Position, me: usize) -> i64 {
        match self.eval(expr, names, position, me) {
            V::Number(number) => number,
            other => panic!("{other:?} is no number"),
        }
    }

    pub(super) fn name(&self, name: &str, names: &Names, position: &Position, me: usize) -> V {
        if let Some(value) = names.get(name) {
            return value.clone();
        }
        let words = self.words;
        let directions =
            |all: &[(i32, i32)]| V::List(all.iter().map(|(x, y)| V::Direction(*x, *y)).collect());
        if let Some(number) = words.parameters.get(name) {
            return V::Number(*number);
        }
        if let Some(player) = words.players.iter().position(|known| known == name) {
            return V::Player(player);
        }
        if let Some(kind) = words.kinds.iter().position(|known| known == name) {
            return V::Kind(Some(kind));
        }
        if let Some(at) = words.states.iter().position(|state| state.name == name) {
            return match &position.states[at] {
                StateValue::Flag(flag) => V::Truth(*flag),
                StateValue::Number(number) => V::Number((*number).into()),
                StateValue::Cell(cell) => cell.map_or(V::Nothing, |cell| self.place(cell)),
                StateValue::Set(set) => V::Set(set.iter().collect()),
            };
        }
        if words.functions.iter().any(|function| function.name.text == name) {
            return self.call(name, Vec::new(), position, me);
        }
        if words.moves.iter().any(|known| known == name) {
            return V::Moves(name.to_string(), me);
        }
        let board = self.board();
        match name {
            "me" | "own" => V::Player(me),
            "other" => V::Player(1 - me),
            "piece" => V::Kind(None),
            "empty" => V::Pieces(vec![0]),
            "none" | "nothing" => V::Nothing,
            "true" | "yes" => V::Truth(true),
            "false" => V::Truth(false),
            "cells" => V::Set(board.cells().collect()),
            "sides" => directions(board.sides()),
            "diagonals" => directions(board.diagonals()),
            "directions" => directions(&board.directions()),
            "north" => V::Direction(0, 1),
            "south" => V::Direction(0, -1),
            "east" => V::Direction(1, 0),
            "west" => V::Direction(-1, 0),
            "northeast" => V::Direction(1, 1),
            "northwest" => V::Direction(-1, 1),
            "southeast" => V::Direction(1, -1),
            "southwest" => V::Direction(-1, -1),
            "corners" => {
                let (width, height) = (board.width() as i32, board.height() as i32);
                let corner = |cell: &usize| {
                    let (x, y) = board.place(*cell);
                    (x == 1 || x == width) && (y == 1 || y == height)
                };
                V::Set(board.cells().filter(corner).collect())
            }
            "border" => {
                let outer = |cell: &usize| board.neighbours(*cell).len() < board.sides().len();
                V::Set(board.cells().filter(outer).collect())
            }
            "dark" | "light" => {
                let odd = |cell: &usize| (board.place(*cell).0 + board.place(*cell).1) % 2 != 0;
                V::Set(board.cells().filter(|cell| odd(cell) == (name == "light")).collect())
            }
            "lines" => V::List(
                board.lines().iter().map(|line| V::Set(line.iter().copied().collect())).collect(),
            ),
            _ => match board.named(name) {
                Some(cell) => self.place(cell),
                None => panic!("{name} means nothing"),
            },
        }
    }
}
