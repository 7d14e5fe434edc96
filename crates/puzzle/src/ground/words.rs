//! The words of the language that name sets of cells, or compute something from them.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::number::Number;
use crate::{Board, Side, Site};
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Expr, ExprKind, Name};

/// All functions of the language, for advice about mistyped ones.
const FUNCTIONS: [&str; 32] = [
    "neighbours",
    "around",
    "block",
    "ray",
    "after",
    "basin",
    "seen",
    "links",
    "edges",
    "link",
    "first",
    "second",
    "opposite",
    "row",
    "column",
    "size",
    "distance",
    "reverse",
    "start",
    "stretches",
    "strips",
    "spans",
    "run",
    "runs",
    "ring",
    "visible",
    "shape",
    "meets",
    "largest",
    "abs",
    "side",
    "frame",
];

impl Grounder<'_> {
    /// A word that names a set of groups of cells.
    pub(super) fn group_word(&mut self, name: &str, expr: &Expr) -> Grounded<Val> {
        let board = self.puzzle.board;
        match name {
            "squares" => {
                let corner = |cell: &usize| board.offset(*cell, 1, 1).is_some();
                let square = |cell: usize| {
                    [cell, cell + 1, cell + board.width, cell + board.width + 1].to_vec()
                };
                Ok(groups((0..board.cells()).filter(corner).map(square)))
            }
            "diagonals" => {
                let side = board.width.min(board.height);
                let falling = (0..side).map(|at| board.cell(at, at)).collect();
                let rising = (0..side).map(|at| board.cell(at, board.width - 1 - at)).collect();
                Ok(groups([falling, rising]))
            }
            _ => {
                let known =
                    self.book.given.iter().chain(&self.book.unknown).map(|d| d.name.text.as_str());
                let words = [
                    "cells", "rows", "columns", "lines", "rooms", "links", "edges", "vertices",
                    "sides", "squares",
                ];
                let unknown = zugwerk_rulebook::Diagnostic::new(
                    expr.span.clone(),
                    format!("{name} means nothing here"),
                    "something given or unknown, a variable, or a set such as rows",
                );
                Err(unknown.suggest(name, known.chain(words)).into())
            }
        }
    }

    /// A function of the language.
    pub(super) fn function_word(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Grounded<Val> {
        let board = self.puzzle.board;
        match (name.text.as_str(), arguments) {
            ("neighbours", [a]) => self.near(a, |cell| board.neighbours(cell).collect()),
            ("around", [a]) => self.near(a, |cell| board.around(cell).collect()),
            ("block", [a]) => self.near(a, |cell| board.around(cell).chain([cell]).collect()),
            ("ray", [a, d]) => {
                let Val::Side(side) = self.eval(d)? else { return Ok(Val::Nothing) };
                self.near(a, |cell| board.ray(cell, side).collect())
            }
            ("after", [a, d, set]) => {
                let Val::Side(side) = self.eval(d)? else { return Ok(Val::Nothing) };
                let inside = self.known_set(set)?;
                self.near(a, |cell| {
                    board.ray(cell, side).take_while(|&cell| inside[cell]).collect()
                })
            }
            ("basin", [a]) => {
                let rooms: Vec<_> =
                    (0..board.cells()).map(|cell| self.puzzle.number("room", cell)).collect();
                self.near(a, |cell| basin(board, &rooms, cell))
            }
            ("seen", [a, set]) => {
                let inside = self.known_set(set)?;
                let ray =
                    |cell, side| board.ray(cell, side).take_while(|&cell: &usize| inside[cell]);
                self.near(a, |cell| {
                    Side::ALL.into_iter().flat_map(|side| ray(cell, side)).collect()
                })
            }
            ("links", [a]) => Ok(match self.eval(a)? {
                Val::Place(Site::Cell, cell) => Val::places(Site::Link, board.links_at(cell)),
                _ => Val::Nothing,
            }),
            ("edges", [a]) => Ok(match self.eval(a)? {
                Val::Place(Site::Cell, cell) => {
                    Val::places(Site::Edge, Side::ALL.map(|side| board.edge(cell, side)))
                }
                Val::Place(Site::Vertex, vertex) => Val::places(Site::Edge, board.edges_at(vertex)),
                _ => Val::Nothing,
            }),
            ("link", [a, d]) => Ok(match (self.eval(a)?, self.eval(d)?) {
                (Val::Place(Site::Cell, cell), Val::Side(side)) => {
                    board.link(cell, side).map_or(Val::Nothing, |link| Val::Place(Site::Link, link))
                }
                _ => Val::Nothing,
            }),
            ("first" | "second", [l]) => Ok(match self.eval(l)? {
                Val::Place(Site::Link, link) => {
                    let (first, second) = board.ends(link);
                    Val::Place(Site::Cell, if name.text == "first" { first } else { second })
                }
                _ => Val::Nothing,
            }),
            ("opposite", [d]) => Ok(match self.eval(d)? {
                Val::Side(side) => Val::Side(side.opposite()),
                _ => Val::Nothing,
            }),
            ("side", [n]) => {
                let number = self.constant(n)?;
                let side =
                    usize::try_from(number - 1).ok().and_then(|at| Side::ALL.get(at).copied());
                Ok(side.map_or(Val::Nothing, Val::Side))
            }
            ("row", [a]) => Ok(match self.eval(a)? {
                Val::Place(Site::Cell, cell) => Val::Place(Site::Row, board.place(cell).0),
                _ => Val::Nothing,
            }),
            ("column", [a]) => Ok(match self.eval(a)? {
                Val::Place(Site::Cell, cell) => Val::Place(Site::Column, board.place(cell).1),
                _ => Val::Nothing,
            }),
            ("frame", [a]) => Ok(match self.eval(a)? {
                Val::Place(Site::Cell, cell) => {
                    Val::constant(4 - board.links_at(cell).count() as i32)
                }
                _ => Val::Nothing,
            }),
            ("size", [set]) => {
                let value = self.eval(set)?;
                let members = self.members(&value, set)?;
                Ok(Val::Sum(members.into_iter().map(|member| Number::of_bit(member.1)).collect()))
            }
            ("distance", [a, b]) => Ok(match (self.eval(a)?, self.eval(b)?) {
                (Val::Place(Site::Cell, a), Val::Place(Site::Cell, b)) => {
                    let ((r, c), (s, d)) = (board.place(a), board.place(b));
                    Val::constant((r.abs_diff(s) + c.abs_diff(d)) as i32)
                }
                _ => Val::Nothing,
            }),
            ("reverse", [u]) => {
                let value = self.eval(u)?;
                let mut cells = self.cells_of(&value, u)?;
                cells.reverse();
                Ok(Val::Group(cells.into()))
            }
            ("start", [u, set]) => {
                let value = self.eval(u)?;
                let (cells, inside) = (self.cells_of(&value, u)?, self.known_set(set)?);
                Ok(Val::Group(cells.into_iter().take_while(|&cell| inside[cell]).collect()))
            }
            ("stretches", [set]) => {
                let inside = self.known_set(set)?;
                let lines = (0..board.height)
                    .map(|row| board.row(row))
                    .chain((0..board.width).map(|c| board.column(c)));
                let parts = lines.flat_map(|line| {
                    let parts = line
                        .split(|&cell| !inside[cell])
                        .filter(|part| part.len() > 1)
                        .map(<[usize]>::to_vec);
                    parts.collect::<Vec<_>>()
                });
                Ok(groups(parts))
            }
            ("strips", [n]) => {
                let length = usize::try_from(self.constant(n)?).unwrap_or(0).max(1);
                let lines = (0..board.height)
                    .map(|row| board.row(row))
                    .chain((0..board.width).map(|c| board.column(c)));
                let strips = lines.flat_map(|line| {
                    line.windows(length).map(<[usize]>::to_vec).collect::<Vec<_>>()
                });
                Ok(groups(strips))
            }
            ("spans", [n]) => {
                let rooms = usize::try_from(self.constant(n)?).unwrap_or(0);
                let lines = (0..board.height)
                    .map(|row| board.row(row))
                    .chain((0..board.width).map(|c| board.column(c)));
                let spans: Vec<Vec<usize>> =
                    lines.flat_map(|line| self.spans(&line, rooms)).collect();
                Ok(groups(spans))
            }
            ("run", [a, d, set]) => self.run(a, d, set),
            ("runs", [u, set]) => {
                let value = self.eval(u)?;
                let cells = self.cells_of(&value, u)?;
                let (_, bits) = self.membership(set)?;
                Ok(Val::Runs(cells.into_iter().map(|cell| bits[cell]).collect()))
            }
            ("ring", [a, set]) => {
                let (_, bits) = self.membership(set)?;
                let Val::Place(Site::Cell, cell) = self.eval(a)? else { return Ok(Val::Nothing) };
                const STEPS: [(isize, isize); 8] =
                    [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
                let ring = STEPS.map(|(rows, columns)| {
                    board.offset(cell, rows, columns).map(|cell| bits[cell])
                });
                Ok(Val::Ring(ring.into()))
            }
            ("visible", [map, u]) => {
                let numbers = self.numbers_of(map, u)?;
                Ok(Val::Sum(self.visible(&numbers)))
            }
            ("shape", [set, room]) => self.shape(set, room),
            ("meets", [map, vertex]) => {
                let Val::Place(Site::Vertex, vertex) = self.eval(vertex)? else {
                    return Ok(Val::Nothing);
                };
                let edges = self.diagonals(map)?;
                let ends = edges.into_iter().filter(|edge| edge.0 == vertex || edge.1 == vertex);
                Ok(Val::Sum(ends.map(|edge| Number::of_bit(edge.2)).collect()))
            }
            ("abs", [number]) => Ok(match self.number(number)? {
                Some(number) => Val::Sum(vec![self.absolute(&number)]),
                None => self.eval(number)?,
            }),
            ("largest", [map]) => Ok(Val::constant(self.largest_group(map)?)),
            _ => {
                let message =
                    format!("{} is no function of {} arguments", name.text, arguments.len());
                let unknown = zugwerk_rulebook::Diagnostic::new(
                    expr.span.clone(),
                    message,
                    "a function of the language, or one defined in this text",
                );
                let own = self.book.functions.iter().map(|function| function.name.text.as_str());
                Err(unknown.suggest(&name.text, FUNCTIONS.into_iter().chain(own)).into())
            }
        }
    }

    fn near(&mut self, a: &Expr, cells: impl Fn(usize) -> Vec<usize>) -> Grounded<Val> {
        Ok(match self.eval(a)? {
            Val::Place(Site::Cell, cell) => Val::places(Site::Cell, cells(cell)),
            _ => Val::Nothing,
        })
    }

    /// By cell: whether it belongs to a set that is known beforehand.
    pub(super) fn known_set(&mut self, set: &Expr) -> Grounded<Vec<bool>> {
        let (_, bits) = self.membership(set)?;
        match bits.iter().map(|bit| bit.value()).collect() {
            Some(known) => Ok(known),
            None => {
                self.mistake(&set.span, "this set is unknown", "a set that is known beforehand")
            }
        }
    }

    /// The numbers of an unknown map, or of a given one, on the cells of a group.
    pub(super) fn numbers_of(&mut self, map: &Expr, group: &Expr) -> Grounded<Vec<Number>> {
        let value = self.eval(group)?;
        let cells = self.cells_of(&value, group)?;
        let numbers = self.map(map)?;
        Ok(cells.into_iter().filter_map(|cell| numbers.get(cell).cloned()).collect())
    }

    /// The numbers of an unknown map by place.
    pub(super) fn map(&self, map: &Expr) -> Grounded<Vec<Number>> {
        if let ExprKind::Name(name) = &map.kind
            && let Some(unknown) = self.unknown.iter().find(|unknown| unknown.name == *name)
        {
            return Ok(unknown.numbers.clone());
        }
        self.mistake(&map.span, "this is nothing unknown", "the name of an unknown")
    }

    /// The shortest pieces of a line that go through `rooms`.
    fn spans(&self, line: &[usize], rooms: usize) -> Vec<Vec<usize>> {
        let room = |at: usize| self.puzzle.number("room", line[at]);
        let changes: Vec<usize> = (1..line.len()).filter(|&at| room(at) != room(at - 1)).collect();
        let Some(between) = rooms.checked_sub(2) else { return Vec::new() };
        (0..changes.len().saturating_sub(between))
            .map(|first| line[changes[first] - 1..=changes[first + between]].to_vec())
            .collect()
    }

    /// How many cells from `a` on, itself not counted, belong to the set.
    fn run(&mut self, a: &Expr, d: &Expr, set: &Expr) -> Grounded<Val> {
        // The bound is that of this run, not of others within what it is made of.
        let reach = self.reach.take();
        let found = self.run_within(a, d, set, reach);
        self.reach = reach;
        found
    }

    fn run_within(
        &mut self,
        a: &Expr,
        d: &Expr,
        set: &Expr,
        reach: Option<usize>,
    ) -> Grounded<Val> {
        let (Val::Place(Site::Cell, cell), Val::Side(side)) = (self.eval(a)?, self.eval(d)?) else {
            return Ok(Val::Nothing);
        };
        let (_, bits) = self.membership(set)?;
        let mut so_far = Bit::TRUE;
        let mut larger = Vec::new();
        let most = reach.map_or(usize::MAX, |reach| reach.saturating_add(1));
        for cell in self.puzzle.board.ray(cell, side).take(most) {
            so_far = self.statement.encoder().and(&[so_far, bits[cell]]);
            larger.push(so_far);
        }
        Ok(Val::Sum(vec![Number::of_order(0, larger)]))
    }

    /// For each number 1 where it is larger than all before it.
    fn visible(&mut self, numbers: &[Number]) -> Vec<Number> {
        let encoder = self.statement.encoder();
        let low = numbers.iter().map(Number::low).min().unwrap_or(0);
        let high = numbers.iter().map(Number::high).max().unwrap_or(0);
        // `hidden[v]`: something so far is at least low + v.
        let mut hidden = vec![Bit::FALSE; (high - low + 1) as usize];
        let mut seen = Vec::new();
        for number in numbers {
            let ways: Vec<Bit> = (low..=high)
                .map(|value| {
                    let is = number.is(encoder, value);
                    encoder.and(&[is, !hidden[(value - low) as usize]])
                })
                .collect();
            seen.push(Number::of_bit(encoder.or(&ways)));
            for value in low..=high {
                let slot = &mut hidden[(value - low) as usize];
                *slot = encoder.or(&[*slot, number.at_least(value)]);
            }
        }
        seen
    }

    /// The diagonals of cells as edges between vertices: value 1 falls to the right, 2 rises.
    pub(super) fn diagonals(&mut self, map: &Expr) -> Grounded<Vec<(usize, usize, Bit)>> {
        let numbers = self.map(map)?;
        let board = self.puzzle.board;
        let stride = board.width + 1;
        let encoder = self.statement.encoder();
        let mut edges = Vec::with_capacity(2 * numbers.len());
        for (cell, number) in numbers.iter().enumerate() {
            let (row, column) = board.place(cell);
            let corner = row * stride + column;
            edges.push((corner, corner + stride + 1, number.is(encoder, 1)));
            edges.push((corner + 1, corner + stride, number.is(encoder, 2)));
        }
        Ok(edges)
    }

    /// The number without its sign.
    fn absolute(&mut self, number: &Number) -> Number {
        let (low, high) = (number.low(), number.high());
        let least = low.max(-high).max(0);
        let encoder = self.statement.encoder();
        let larger = (least + 1..=high.max(-low))
            .map(|value| encoder.or(&[number.at_least(value), !number.at_least(1 - value)]));
        Number::of_order(least, larger.collect())
    }

    /// The largest group that a map of group sizes can have: a given number, or a connected part without given numbers.
    fn largest_group(&mut self, map: &Expr) -> Grounded<i32> {
        let board = self.puzzle.board;
        let ExprKind::Name(name) = &map.kind else {
            return self.mistake(&map.span, "this is nothing given", "the name of something given");
        };
        let clue = |cell: usize| self.puzzle.number(name, cell);
        let mut most = (0..board.cells()).filter_map(clue).max().unwrap_or(1).max(1);
        let mut seen = vec![false; board.cells()];
        for start in 0..board.cells() {
            if seen[start] || clue(start).is_some() {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start];
            let mut at = 0;
            while at < part.len() {
                let next: Vec<usize> = board
                    .neighbours(part[at])
                    .filter(|&cell| !seen[cell] && clue(cell).is_none())
                    .collect();
                next.iter().for_each(|&cell| seen[cell] = true);
                part.extend(next);
                at += 1;
            }
            most = most.max(part.len() as i32);
        }
        Ok(most)
    }
}

fn groups(groups: impl IntoIterator<Item = Vec<usize>>) -> Val {
    Val::Set(groups.into_iter().map(|cells| (Val::Group(cells.into()), Bit::TRUE)).collect())
}

/// The cells that water in `cell` would flow to: those reached without leaving its room or rising above its row.
fn basin(board: Board, rooms: &[Option<i32>], cell: usize) -> Vec<usize> {
    let mut reached = vec![cell];
    let mut seen = vec![false; board.cells()];
    seen[cell] = true;
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for to in board.neighbours(from) {
            let inside = rooms[to] == rooms[cell] && board.place(to).0 >= board.place(cell).0;
            if inside && !std::mem::replace(&mut seen[to], true) {
                reached.push(to);
            }
        }
    }
    reached
}
