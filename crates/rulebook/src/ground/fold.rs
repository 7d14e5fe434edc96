//! Values that are known when the rules are read: whatever depends on the board alone is computed once.

use super::Arena;
use super::node::{Comparison, Id, Nearness, Node};
use crate::cellset::CellSet;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// Of a formula.
    Truth(bool),
    /// Of a number.
    Int(i64),
    /// Of a cell.
    Cell(Option<usize>),
    /// Of a set.
    Set(CellSet),
    /// Of a content.
    Content(u8),
}

impl Arena {
    /// The value of a node that does not look at the position, its variables standing for `cells`. Once too much has
    /// been computed it is any; then the rules are refused.
    pub(crate) fn known(&self, id: Id, cells: &mut [Option<usize>; 64]) -> Known {
        use Node::*;
        let node = self.node(id);
        let walks = matches!(node, Shift(..) | PastIn(..) | Spread(..) | Reach(..));
        if self.works(if walks { self.board().places() } else { 1 }) {
            return Known::Truth(false);
        }
        match node {
            Truth(truth) => Known::Truth(truth),
            Not(a) => Known::Truth(!self.known_truth(a, cells)),
            And(a, b) => Known::Truth(self.known_truth(a, cells) && self.known_truth(b, cells)),
            Or(a, b) => Known::Truth(self.known_truth(a, cells) || self.known_truth(b, cells)),
            In(a, b) => {
                let cell = self.known_cell(a, cells);
                Known::Truth(cell.is_some_and(|cell| self.known_set(b, cells).contains(cell)))
            }
            NonEmpty(a) => Known::Truth(!self.known_set(a, cells).is_empty()),
            SameCell(a, b) => {
                let (a, b) = (self.known_cell(a, cells), self.known_cell(b, cells));
                Known::Truth(a.is_some() && a == b)
            }
            SameContent(a, b) => Known::Truth(self.known(a, cells) == self.known(b, cells)),
            Compare(comparison, a, b) => {
                let (a, b) = (self.known_int(a, cells), self.known_int(b, cells));
                Known::Truth(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::AtLeast => a >= b,
                })
            }
            Int(number) => Known::Int(number.into()),
            Add(a, b) => Known::Int(self.known_int(a, cells) + self.known_int(b, cells)),
            Subtract(a, b) => Known::Int(self.known_int(a, cells) - self.known_int(b, cells)),
            Multiply(a, b) => {
                Known::Int(self.known_int(a, cells).saturating_mul(self.known_int(b, cells)))
            }
            Divide(a, b) => {
                let (a, b) = (self.known_int(a, cells), self.known_int(b, cells));
                Known::Int(if b == 0 { 0 } else { a.div_euclid(b) })
            }
            Modulo(a, b) => {
                let (a, b) = (self.known_int(a, cells), self.known_int(b, cells));
                Known::Int(if b == 0 { 0 } else { a.rem_euclid(b) })
            }
            Min(a, b) => Known::Int(self.known_int(a, cells).min(self.known_int(b, cells))),
            Max(a, b) => Known::Int(self.known_int(a, cells).max(self.known_int(b, cells))),
            Count(a) => Known::Int(self.known_set(a, cells).len() as i64),
            Run(a, direction, b) => {
                Known::Int(self.known_chain(a, direction, b, cells).0.len() as i64)
            }
            Column(a) => Known::Int(
                self.known_cell(a, cells).map_or(0, |cell| self.board().place(cell).0.into()),
            ),
            Row(a) => Known::Int(
                self.known_cell(a, cells).map_or(0, |cell| self.board().place(cell).1.into()),
            ),
            IfNumber(a, b, c) | IfCell(a, b, c) | IfSet(a, b, c) | IfContent(a, b, c) => {
                let chosen = if self.known_truth(a, cells) { b } else { c };
                self.known(chosen, cells)
            }
            Sum(var, domain, body) => {
                let members: Vec<usize> = self.known_set(domain, cells).iter().collect();
                let before = cells[usize::from(var)];
                let mut sum = 0;
                for member in members {
                    cells[usize::from(var)] = Some(member);
                    sum += self.known_int(body, cells);
                }
                cells[usize::from(var)] = before;
                Known::Int(sum)
            }
            Var(var) => Known::Cell(cells[usize::from(var)]),
            Cell(cell) => Known::Cell(Some(cell.into())),
            NoCell => Known::Cell(None),
            Step(a, direction) => {
                let cell = self.known_cell(a, cells);
                Known::Cell(
                    cell.and_then(|cell| self.board().step(cell, self.direction(direction))),
                )
            }
            Past(a, direction, b) => Known::Cell(self.known_chain(a, direction, b, cells).1),
            Mirrored(a, direction, b) => {
                let steps = self.known_int(b, cells);
                let cell = self.known_cell(a, cells);
                Known::Cell(
                    cell.and_then(|cell| {
                        self.board().mirrored(cell, self.direction(direction), steps)
                    }),
                )
            }
            At(a, b) => {
                let (x, y) = (self.known_int(a, cells), self.known_int(b, cells));
                Known::Cell(
                    i32::try_from(x)
                        .ok()
                        .zip(i32::try_from(y).ok())
                        .and_then(|(x, y)| self.board().at(x, y)),
                )
            }
            Cells(number) => Known::Set(self.cells(number).clone()),
            Union(a, b) => {
                Known::Set(self.known_set(a, cells).zip(&self.known_set(b, cells), |a, b| a | b))
            }
            Meet(a, b) => {
                Known::Set(self.known_set(a, cells).zip(&self.known_set(b, cells), |a, b| a & b))
            }
            Complement(a) => {
                Known::Set(self.all_cells().zip(&self.known_set(a, cells), |all, a| all & !a))
            }
            Singleton(a) => self.known_set_of(self.known_cell(a, cells)),
            Ray(a, direction) => {
                let step = |cell: &usize| self.board().step(*cell, self.direction(direction));
                let first = self.known_cell(a, cells).as_ref().and_then(step);
                self.known_set_of(std::iter::successors(first, step))
            }
            Chain(a, direction, b) => self.known_set_of(self.known_chain(a, direction, b, cells).0),
            Near(a, nearness) => self.known_set_of(
                self.known_cell(a, cells).into_iter().flat_map(|cell| self.near(cell, nearness)),
            ),
            Shift(a, direction) => {
                let set = self.known_set(a, cells);
                let lands = |cell: &usize| {
                    self.board()
                        .step(*cell, self.direction(direction))
                        .is_some_and(|to| set.contains(to))
                };
                self.known_set_of(self.board().cells().filter(lands))
            }
            PastIn(direction, a, b) => {
                let into = self.known_set(b, cells);
                let through = self.known_set(a, cells);
                let lands = |cell: &usize| {
                    self.walk(*cell, direction, &through).1.is_some_and(|to| into.contains(to))
                };
                self.known_set_of(self.board().cells().filter(lands))
            }
            Spread(a, nearness) => {
                let set = self.known_set(a, cells);
                self.known_set_of(
                    set.iter().flat_map(|cell| self.near(cell, nearness)).collect::<Vec<_>>(),
                )
            }
            Reach(a, b, nearness) => {
                let set = self.known_set(b, cells);
                let mut open: Vec<usize> =
                    self.known_set(a, cells).zip(&set, |a, b| a & b).iter().collect();
                let mut found = CellSet::of(self.board().places(), open.iter().copied());
                while let Some(cell) = open.pop() {
                    for next in self.near(cell, nearness) {
                        if set.contains(next) && !found.contains(next) {
                            found.insert(next);
                            open.push(next);
                        }
                    }
                }
                Known::Set(found)
            }
            Where(var, domain, body) => {
                let members: Vec<usize> = self.known_set(domain, cells).iter().collect();
                let before = cells[usize::from(var)];
                let mut found = Vec::new();
                for member in members {
                    cells[usize::from(var)] = Some(member);
                    if self.known_truth(body, cells) {
                        found.push(member);
                    }
                }
                cells[usize::from(var)] = before;
                self.known_set_of(found)
            }
            Content(content) => Known::Content(content),
            // These look at the position, and callers ask for nodes that do not.
            Flag(_) => Known::Truth(false),
            Height(_) | Number(_) => Known::Int(0),
            CellState(_) => Known::Cell(None),
            Plane(_) | SetState(_) => self.known_set_of(None),
            ContentOf(_) => Known::Content(0),
        }
    }

    fn known_set_of(&self, cells: impl IntoIterator<Item = usize>) -> Known {
        Known::Set(CellSet::of(self.board().places(), cells))
    }

    /// The neighbours of a cell.
    pub fn near(&self, cell: usize, nearness: Nearness) -> Vec<usize> {
        match nearness {
            Nearness::Sides => self.board().neighbours(cell),
            Nearness::Around => self.board().around(cell),
        }
    }

    /// The cells of a set that follow a cell in a direction, and the first cell after them.
    fn walk(&self, from: usize, direction: u16, through: &CellSet) -> (Vec<usize>, Option<usize>) {
        let step = |cell: usize| self.board().step(cell, self.direction(direction));
        let (mut passed, mut at) = (Vec::new(), step(from));
        while let Some(cell) = at.filter(|cell| through.contains(*cell)) {
            passed.push(cell);
            at = step(cell);
        }
        (passed, at)
    }

    fn known_chain(
        &self,
        cell: Id,
        direction: u16,
        set: Id,
        cells: &mut [Option<usize>; 64],
    ) -> (Vec<usize>, Option<usize>) {
        let through = self.known_set(set, cells);
        match self.known_cell(cell, cells) {
            Some(from) => self.walk(from, direction, &through),
            None => (Vec::new(), None),
        }
    }

    fn known_truth(&self, id: Id, cells: &mut [Option<usize>; 64]) -> bool {
        self.known(id, cells) == Known::Truth(true)
    }

    fn known_int(&self, id: Id, cells: &mut [Option<usize>; 64]) -> i64 {
        match self.known(id, cells) {
            Known::Int(number) => number,
            _ => 0,
        }
    }

    fn known_cell(&self, id: Id, cells: &mut [Option<usize>; 64]) -> Option<usize> {
        match self.known(id, cells) {
            Known::Cell(cell) => cell,
            _ => None,
        }
    }

    fn known_set(&self, id: Id, cells: &mut [Option<usize>; 64]) -> CellSet {
        match self.known(id, cells) {
            Known::Set(set) => set,
            _ => CellSet::none(self.board().places()),
        }
    }
}
