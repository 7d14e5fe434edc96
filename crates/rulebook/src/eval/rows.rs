//! Rows of cells of one set, of a given length: found in formulas, and made one operation.

use super::bits::Bits;
use super::emit::Emitter;
use super::fuse::Pattern;
use super::op::{Fused, Row, RowWay};
use super::tables::{NO_CELL, bits};
use crate::board::Direction;
use crate::ground::node::{Id, Node};

impl<B: Bits> Emitter<'_, B> {
    /// Rows in one set of one length, in several directions.
    pub fn join_rows(&mut self, leaves: &mut Vec<Id>) {
        let mut rows: Vec<(Id, RowKind)> = Vec::new();
        for leaf in leaves.iter().filter(|leaf| !self.has(**leaf)) {
            rows.extend(self.rows(*leaf).map(|(kind, _)| (*leaf, kind)));
        }
        while let Some((_, kind)) = rows.first().copied() {
            let (here, rest): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|(_, other)| *other == kind);
            rows = rest;
            if here.len() > 1 {
                let joined: Vec<Id> = here.iter().map(|row| row.0).collect();
                let any = self.join(leaves, &joined, Node::Or);
                self.fuse_later(any, Pattern::Row(joined));
            }
        }
    }

    /// Rows of some length in one set.
    pub fn fuse_rows(&mut self, id: Id, formulas: &[Id]) -> bool {
        let mut kind = None;
        let mut directions: Vec<Direction> = Vec::new();
        for formula in formulas {
            let Some((found, ways)) = self.rows(*formula) else { return false };
            if *kind.get_or_insert(found) != found {
                return false;
            }
            for way in ways {
                // A row is one forwards and backwards.
                if !directions.contains(&(-way.0, -way.1)) {
                    directions.push(way);
                }
            }
        }
        let Some((set, length, exact)) = kind else { return false };
        self.need(set);
        let row = self.row_table(&directions, length, exact);
        self.emit_fused(id, Fused::Row { set, row });
        true
    }

    /// What kind of rows a formula says there is one of, and in which directions.
    pub fn rows(&self, id: Id) -> Option<(RowKind, Vec<Direction>)> {
        let Node::NonEmpty(all) = self.arena().node(id) else { return None };
        let (mut kind, mut directions) = (None, Vec::new());
        for members in self.alternatives(all)? {
            let (found, direction) = self.row(&members)?;
            if *kind.get_or_insert(found) != found {
                return None;
            }
            directions.push(direction);
        }
        kind.map(|kind| (kind, directions))
    }

    /// A set as a union of intersections, each by its members; `None` where there are many.
    fn alternatives(&self, id: Id) -> Option<Vec<Vec<Id>>> {
        const MOST: usize = 64;
        let all = match self.arena().node(id) {
            Node::Union(a, b) => {
                let mut all = self.alternatives(a)?;
                all.extend(self.alternatives(b)?);
                all
            }
            Node::Meet(a, b) => {
                let (one, two) = (self.alternatives(a)?, self.alternatives(b)?);
                if one.len() * two.len() > MOST {
                    return None;
                }
                one.iter()
                    .flat_map(|a| two.iter().map(|b| a.iter().chain(b).copied().collect()))
                    .collect()
            }
            _ => vec![vec![id]],
        };
        (all.len() <= MOST).then_some(all)
    }

    fn row_table(&self, directions: &[Direction], length: usize, exact: bool) -> Row<B> {
        let board = self.arena().board();
        let places = 0..board.places();
        let shift = |direction: Direction, times: i32| {
            let all = (direction.0 * times, direction.1 * times);
            let offset = all.0 + all.1 * board.width() as i32;
            (offset, bits(board.cells().filter(|cell| board.step(*cell, all).is_some())))
        };
        let ways = directions.iter().map(|direction| {
            let (mut doubling, mut reached) = (Vec::new(), 1);
            while reached < length {
                let by = reached.min(length - reached);
                doubling.push(shift(*direction, by as i32));
                reached += by;
            }
            let next = |cell: usize, times: i32| {
                let way = (direction.0 * times, direction.1 * times);
                self.step(cell, way).map_or(NO_CELL, |cell| cell as i32)
            };
            RowWay {
                doubling,
                beyond: [shift(*direction, -1), shift(*direction, length as i32)],
                steps: places.clone().map(|cell| [next(cell, 1), next(cell, -1)]).collect(),
            }
        });
        let ways: Vec<RowWay<B>> = ways.collect();
        let near = |cell: usize| {
            let steps = ways.iter().flat_map(|way| way.steps[cell]);
            bits(steps.filter_map(|cell| usize::try_from(cell).ok()))
        };
        Row { length: length as u32, exact, near: places.map(near).collect(), ways }
    }

    /// The row that there is where these sets have a cell in common: of what kind, and its direction.
    fn row(&self, members: &[Id]) -> Option<(RowKind, Direction)> {
        let arena = self.arena();
        let set = *members.iter().find(|member| {
            !matches!(arena.node(**member), Node::Shift(..) | Node::Complement(_))
        })?;
        let (mut inside, mut outside) = (vec![(0, 0)], Vec::new());
        for member in members.iter().filter(|member| **member != set) {
            match arena.node(*member) {
                Node::Shift(of, way) if of == set => inside.push(arena.direction(way)),
                Node::Complement(of) => outside.push(of),
                _ => return None,
            }
        }
        let length = inside.len();
        let step = |&(x, y): &Direction| {
            let size = x.abs().max(y.abs());
            (size > 0).then_some((x, y, size))
        };
        // The shortest shift is the direction, and all others are its multiples.
        let (x, y, _) = inside.iter().filter_map(step).min_by_key(|(_, _, size)| *size)?;
        let is_row = (0..length as i32).all(|times| inside.contains(&(x * times, y * times)));
        if !is_row || length < 2 {
            return None;
        }
        let (mut before, mut behind) = (false, false);
        for of in outside {
            // Of several cells that may not all be in the set, all but one are known to be.
            let mut unknown = Vec::new();
            for member in meet_leaves(arena, of) {
                let Node::Shift(from, way) = arena.node(member) else { return None };
                if from != set {
                    return None;
                }
                let shift = arena.direction(way);
                if !inside.contains(&shift) {
                    unknown.push(shift);
                }
            }
            match unknown[..] {
                [shift] if shift == (-x, -y) => before = true,
                [shift] if shift == (x * length as i32, y * length as i32) => behind = true,
                _ => return None,
            }
        }
        (before == behind).then_some(((set, length, before), (x, y)))
    }
}

/// The sets that a tree of intersections joins.
fn meet_leaves(arena: &crate::ground::Arena, id: Id) -> Vec<Id> {
    let (mut open, mut leaves) = (vec![id], Vec::new());
    while let Some(id) = open.pop() {
        match arena.node(id) {
            Node::Meet(a, b) => open.extend([b, a]),
            _ => leaves.push(id),
        }
    }
    leaves
}

/// The set that a row lies in, its length, and whether it may be no longer.
pub type RowKind = (Id, usize, bool);
