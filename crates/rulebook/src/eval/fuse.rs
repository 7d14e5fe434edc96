//! Patterns of many nodes that one operation computes.

use super::bits::Bits;
use super::emit::Emitter;
use super::op::{Fused, Rays, Row, RowWay};
use super::tables::{NO_CELL, bits};
use crate::board::Direction;
use crate::ground::fold::Known;
use crate::ground::node::{Id, Node};

/// The most known sets that belong to one cell.
const MOST_LINES: usize = 24;

impl<B: Bits> Emitter<'_, B> {
    /// Computes a node by a fused operation, if it can.
    pub fn fuse(&mut self, id: Id) -> bool {
        match self.arena().node(id) {
            Node::Union(..) | Node::Chain(..) | Node::IfSet(..) => self.fuse_rays(id),
            Node::And(..) => self.fuse_known(id),
            Node::Or(..) => self.fuse_lines(id),
            Node::In(cell, set) => self.fuse_sight(id, &[(cell, set)]),
            Node::NonEmpty(_) => self.fuse_rows(id, &[id]),
            _ => false,
        }
    }

    /// The formulas that a tree of conjunctions or disjunctions joins; where several are one operation, they are one.
    pub fn fused_leaves(&mut self, id: Id, is_and: bool) -> Vec<Id> {
        let mut leaves = self.leaves(id, is_and);
        if is_and {
            self.join_known(&mut leaves);
        } else {
            self.join_sights(&mut leaves);
            self.join_steps(&mut leaves);
            self.join_rows(&mut leaves);
        }
        leaves
    }

    fn join(&mut self, leaves: &mut Vec<Id>, joined: &[Id], node: fn(Id, Id) -> Node) -> Id {
        leaves.retain(|leaf| !joined.contains(leaf));
        let arena = &mut self.machine.arena;
        let all = joined[1..].iter().fold(joined[0], |all, leaf| arena.build(node(all, *leaf)));
        leaves.push(all);
        all
    }

    /// Known cells that are all in one set.
    fn join_known(&mut self, leaves: &mut Vec<Id>) {
        loop {
            let member = |leaf: Id| match self.arena().node(leaf) {
                Node::In(cell, set) if !self.has(leaf) => match self.arena().node(cell) {
                    Node::Cell(cell) => Some((usize::from(cell), set)),
                    _ => None,
                },
                _ => None,
            };
            let members: Vec<(Id, usize, Id)> = leaves
                .iter()
                .filter_map(|leaf| member(*leaf).map(|(cell, set)| (*leaf, cell, set)))
                .collect();
            let Some(set) = members
                .iter()
                .map(|(_, _, set)| *set)
                .find(|set| members.iter().filter(|(_, _, other)| other == set).count() > 1)
            else {
                return;
            };
            let joined: Vec<&(Id, usize, Id)> =
                members.iter().filter(|(_, _, other)| *other == set).collect();
            let known = bits(joined.iter().map(|(_, cell, _)| *cell));
            let joined: Vec<Id> = joined.iter().map(|(leaf, ..)| *leaf).collect();
            let all = self.join(leaves, &joined, Node::And);
            if !self.has(all) {
                self.fuse_later(all, Pattern::Covers { known, set });
            }
        }
    }

    /// What is seen from one cell through one set, in several directions.
    fn join_sights(&mut self, leaves: &mut Vec<Id>) {
        let sight = |leaf: Id| match self.arena().node(leaf) {
            Node::In(cell, set) if !self.has(leaf) => match self.arena().node(cell) {
                Node::Past(from, way, through) => Some((leaf, from, through, way, set)),
                _ => None,
            },
            _ => None,
        };
        let mut sights: Vec<(Id, Id, Id, u16, Id)> =
            leaves.iter().filter_map(|leaf| sight(*leaf)).collect();
        while let Some((_, from, through, ..)) = sights.first().copied() {
            let (here, rest): (Vec<_>, Vec<_>) =
                sights.into_iter().partition(|sight| (sight.1, sight.2) == (from, through));
            sights = rest;
            if here.len() < 2 {
                continue;
            }
            // In each direction what may be there, then the directions with the same.
            let mut by_way: Vec<(u16, Id)> = Vec::new();
            for (_, _, _, way, set) in &here {
                match by_way.iter_mut().find(|(other, _)| other == way) {
                    Some((_, known)) => {
                        *known = self.machine.arena.build(Node::Union(*known, *set))
                    }
                    None => by_way.push((*way, *set)),
                }
            }
            leaves.retain(|leaf| here.iter().all(|sight| sight.0 != *leaf));
            let mut sets: Vec<Id> = by_way.iter().map(|(_, set)| *set).collect();
            sets.sort();
            sets.dedup();
            for set in sets {
                let ways: Vec<u16> =
                    by_way.iter().filter(|(_, other)| *other == set).map(|(way, _)| *way).collect();
                let arena = &mut self.machine.arena;
                let mut any = arena.truth(false);
                for way in &ways {
                    let past = arena.build(Node::Past(from, *way, through));
                    let seen = arena.build(Node::In(past, set));
                    any = arena.build(Node::Or(any, seen));
                }
                leaves.push(any);
                self.fuse_later(any, Pattern::Sees { cell: from, through, into: set, ways });
            }
        }
    }

    /// Cells one step from one cell, of which one is in a set.
    fn join_steps(&mut self, leaves: &mut Vec<Id>) {
        loop {
            let step = |leaf: Id| match self.arena().node(leaf) {
                Node::In(cell, set) if !self.has(leaf) => match self.arena().node(cell) {
                    Node::Step(from, way) => Some((leaf, from, way, set)),
                    _ => None,
                },
                _ => None,
            };
            let steps: Vec<(Id, Id, u16, Id)> =
                leaves.iter().filter_map(|leaf| step(*leaf)).collect();
            let same = |one: &&(Id, Id, u16, Id), two: &&(Id, Id, u16, Id)| {
                (one.1, one.3) == (two.1, two.3)
            };
            let Some(first) = steps
                .iter()
                .find(|step| steps.iter().filter(|other| same(other, step)).count() > 1)
            else {
                return;
            };
            let here: Vec<_> = steps.iter().filter(|other| same(other, &first)).collect();
            let ways: Vec<u16> = here.iter().map(|step| step.2).collect();
            let joined: Vec<Id> = here.iter().map(|step| step.0).collect();
            let (cell, set) = (first.1, first.3);
            let any = self.join(leaves, &joined, Node::Or);
            if self.has(any) || joined.contains(&any) {
                return;
            }
            self.fuse_later(any, Pattern::Meets { cell, set, ways });
        }
    }

    /// Rows in one set of one length, in several directions.
    fn join_rows(&mut self, leaves: &mut Vec<Id>) {
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

    /// Notes that a node is a pattern.
    fn fuse_later(&mut self, id: Id, pattern: Pattern<B>) {
        self.machine.patterns.insert(id, pattern);
    }

    /// Computes a node that was found to be a pattern.
    pub fn fuse_known(&mut self, id: Id) -> bool {
        let Some(pattern) = self.machine.patterns.get(&id).cloned() else { return false };
        match pattern {
            Pattern::Covers { known, set } => {
                self.need(set);
                self.emit_fused(id, Fused::Covers { known, set });
            }
            Pattern::Sees { cell, through, into, ways } => {
                [cell, through, into].into_iter().for_each(|id| self.need(id));
                let rays = self.rays(&ways);
                self.emit_fused(id, Fused::Sees { cell, through, into, rays });
            }
            Pattern::Meets { cell, set, ways } => {
                self.need(cell);
                self.need(set);
                let arena = self.arena();
                let table = (0..arena.board().places()).map(|cell| {
                    bits(ways.iter().filter_map(|way| self.step(cell, arena.direction(*way))))
                });
                let table = table.collect();
                self.emit_fused(id, Fused::Meets { cell, set, table });
            }
            Pattern::Row(rows) => return self.fuse_rows(id, &rows),
        }
        true
    }

    fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let board = self.arena().board();
        board.is_cell(cell).then(|| board.step(cell, direction)).flatten()
    }

    fn rays(&self, ways: &[u16]) -> Rays<B> {
        let tables = &self.machine.tables;
        let mut ways: Vec<usize> = ways.iter().map(|way| usize::from(*way)).collect();
        ways.sort_by_key(|way| tables.ways[*way].offset < 0);
        let upwards = ways.iter().filter(|way| tables.ways[**way].offset >= 0).count();
        let places = self.arena().board().places();
        let of = |cell: usize| ways.iter().map(move |way| tables.ways[*way].ray[cell]);
        Rays {
            upwards,
            ways: ways.len(),
            rays: (0..places).flat_map(of).collect(),
            all: (0..places).map(|cell| of(cell).fold(B::NONE, B::or)).collect(),
        }
    }

    /// Chains from one cell, all of them or those that end in a set.
    fn fuse_rays(&mut self, id: Id) -> bool {
        let (mut open, mut ways) = (vec![id], Vec::new());
        let mut kind: Option<(Id, Id, Option<Id>)> = None;
        while let Some(id) = open.pop() {
            let (chain, found) = match self.arena().node(id) {
                _ if self.has(id) => return false,
                Node::Union(a, b) => {
                    open.extend([a, b]);
                    continue;
                }
                Node::IfSet(condition, yes, no) if self.arena().is_nowhere(no) => {
                    let Node::In(past, into) = self.arena().node(condition) else { return false };
                    let Node::Past(cell, way, through) = self.arena().node(past) else {
                        return false;
                    };
                    let Node::Chain(from, along, set) = self.arena().node(yes) else {
                        return false;
                    };
                    if (cell, way, through) != (from, along, set) {
                        return false;
                    }
                    (way, (cell, through, Some(into)))
                }
                Node::Chain(cell, way, through) => (way, (cell, through, None)),
                _ => return false,
            };
            if *kind.get_or_insert(found) != found {
                return false;
            }
            ways.push(chain);
        }
        let Some((cell, through, into)) = kind else { return false };
        ways.sort();
        ways.dedup();
        if ways.len() == 1 && into.is_none() {
            return false;
        }
        self.need(cell);
        self.need(through);
        let rays = self.rays(&ways);
        match into {
            None => self.emit_fused(id, Fused::Rays { cell, through, rays }),
            Some(into) => {
                self.need(into);
                self.emit_fused(id, Fused::Brackets { cell, through, into, rays });
            }
        }
        true
    }

    /// One cell beyond a walk.
    fn fuse_sight(&mut self, id: Id, sights: &[(Id, Id)]) -> bool {
        let [(cell, into)] = *sights else { return false };
        let Node::Past(from, way, through) = self.arena().node(cell) else { return false };
        if self.has(cell) {
            return false;
        }
        [from, through, into].into_iter().for_each(|id| self.need(id));
        let rays = self.rays(&[way]);
        self.emit_fused(id, Fused::Sees { cell: from, through, into, rays });
        true
    }

    /// One of some lines through a cell lies in a set.
    fn fuse_lines(&mut self, id: Id) -> bool {
        if self.fuse_known(id) {
            return true;
        }
        let arena = self.arena();
        let variables = arena.variables(id);
        if variables.count_ones() != 1 || self.leaves(id, false).len() < 4 {
            return false;
        }
        let var = variables.trailing_zeros() as usize;
        let (mut set, mut table) = (None, Vec::new());
        let mut cells = [None; 64];
        for cell in 0..arena.board().places() {
            cells[var] = Some(cell).filter(|cell| arena.board().is_cell(*cell));
            match cells[var].map(|_| self.lines_at(id, &mut cells, &mut set)) {
                None => table.push(Vec::new()),
                Some(Some(lines)) => table.push(lines),
                Some(None) => return false,
            }
        }
        let Some(set) = set else { return false };
        let Some(cell) = arena.nodes().iter().position(|node| *node == Node::Var(var as u8)) else {
            return false;
        };
        self.need(set);
        self.emit_fused(id, Fused::CoversOne { cell: cell as Id, set, table });
        true
    }

    /// The known sets of which one must lie in the set where the formula is to hold.
    fn lines_at(
        &self,
        id: Id,
        cells: &mut [Option<usize>; 64],
        found: &mut Option<Id>,
    ) -> Option<Vec<B>> {
        let arena = self.arena();
        if !arena.reads_position(id) {
            let holds = arena.known(id, cells) == Known::Truth(true);
            return Some(if holds { vec![B::NONE] } else { Vec::new() });
        }
        let lines = match arena.node(id) {
            Node::In(cell, set) => {
                if arena.reads_position(cell)
                    || arena.variables(set) != 0
                    || *found.get_or_insert(set) != set
                {
                    return None;
                }
                let Known::Cell(cell) = arena.known(cell, cells) else { return None };
                cell.map(B::bit).into_iter().collect()
            }
            Node::Or(a, b) => {
                let mut lines = self.lines_at(a, cells, found)?;
                lines.extend(self.lines_at(b, cells, found)?);
                lines
            }
            Node::And(a, b) => {
                let (one, two) = (self.lines_at(a, cells, found)?, self.lines_at(b, cells, found)?);
                one.iter().flat_map(|a| two.iter().map(|b| a.or(*b))).collect()
            }
            _ => return None,
        };
        (lines.len() <= MOST_LINES).then_some(lines)
    }

    /// Rows of some length in one set.
    fn fuse_rows(&mut self, id: Id, formulas: &[Id]) -> bool {
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
    fn rows(&self, id: Id) -> Option<(RowKind, Vec<Direction>)> {
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
type RowKind = (Id, usize, bool);

/// What a node was found to say.
#[derive(Clone, Debug)]
pub enum Pattern<B> {
    /// All known cells are in the set.
    Covers { known: B, set: Id },
    /// In one of these directions the first cell outside `through` is in `into`.
    Sees { cell: Id, through: Id, into: Id, ways: Vec<u16> },
    /// One of the cells one such step away is in the set.
    Meets { cell: Id, set: Id, ways: Vec<u16> },
    /// One of these rows.
    Row(Vec<Id>),
}
