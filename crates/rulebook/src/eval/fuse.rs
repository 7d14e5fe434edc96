//! Patterns of many nodes that one operation computes.

use super::bits::Bits;
use super::emit::Emitter;
use super::op::{Fused, Rays};
use super::tables::bits;
use crate::board::Direction;
use crate::ground::fold::Known;
use crate::ground::node::{Id, Node};

/// The most known sets that belong to one cell.
const MOST_LINES: usize = 24;

impl<B: Bits> Emitter<'_, B> {
    /// Computes a node by a fused operation, if it can.
    pub fn fuse(&mut self, id: Id) -> bool {
        match self.arena().node(id) {
            Node::Union(..) | Node::Chain(..) | Node::IfSet(..) => {
                self.fuse_rays(id) || self.fuse_covered(id) || self.fuse_enclosing(id)
            }
            Node::And(..) => self.fuse_known(id),
            Node::Or(..) => self.fuse_lines(id),
            Node::In(cell, set) => self.fuse_sight(id, &[(cell, set)]),
            Node::NonEmpty(set) => self.fuse_rows(id, &[id]) || self.fuse_encloses(id, set),
            Node::Meet(..) => self.fuse_enclosing(id),
            Node::Not(_) => match self.covers(id) {
                Some((known, set)) => {
                    self.need(set);
                    self.emit_fused(id, Fused::Covers { known, set });
                    true
                }
                None => false,
            },
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

    pub fn join(&mut self, leaves: &mut Vec<Id>, joined: &[Id], node: fn(Id, Id) -> Node) -> Id {
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

    /// Notes that a node is a pattern.
    pub fn fuse_later(&mut self, id: Id, pattern: Pattern<B>) {
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

    pub fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
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
        let (mut open, mut ways, mut ends) = (vec![id], Vec::new(), Vec::new());
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
                Node::Singleton(past) => {
                    let Node::Past(cell, way, through) = self.arena().node(past) else {
                        return false;
                    };
                    ends.push(way);
                    (way, (cell, through, None))
                }
                _ => return false,
            };
            if *kind.get_or_insert(found) != found {
                return false;
            }
            if ends.last() != Some(&chain) || !matches!(self.arena().node(id), Node::Singleton(_)) {
                ways.push(chain);
            }
        }
        let Some((cell, through, into)) = kind else { return false };
        for list in [&mut ways, &mut ends] {
            list.sort();
            list.dedup();
        }
        // The cells behind belong to all chains or to none.
        if !ends.is_empty() && (into.is_some() || ends != ways) {
            return false;
        }
        let ends = !ends.is_empty();
        if ways.len() == 1 && into.is_none() {
            return false;
        }
        self.need(cell);
        self.need(through);
        let rays = self.rays(&ways);
        match into {
            None => self.emit_fused(id, Fused::Rays { cell, through, rays, ends }),
            Some(into) => {
                self.need(into);
                self.emit_fused(id, Fused::Brackets { cell, through, into, rays });
            }
        }
        true
    }

    /// The known set and the set it lies in, where a formula says that.
    fn covers(&self, id: Id) -> Option<(B, Id)> {
        let arena = self.arena();
        let Node::Not(some) = arena.node(id) else { return None };
        let Node::NonEmpty(outside) = arena.node(some) else { return None };
        let Node::Meet(a, b) = arena.node(outside) else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(known, other)| {
            match (arena.node(known), arena.node(other)) {
                (Node::Cells(number), Node::Complement(set)) => {
                    Some((super::tables::known(arena.cells(number)), set))
                }
                _ => None,
            }
        })
    }

    /// Known sets, each where it lies in one set.
    fn fuse_covered(&mut self, id: Id) -> bool {
        let (mut open, mut lines, mut inside) = (vec![id], Vec::new(), None);
        while let Some(id) = open.pop() {
            match self.arena().node(id) {
                Node::Union(a, b) => open.extend([a, b]),
                Node::IfSet(condition, yes, no) if self.arena().is_nowhere(no) => {
                    let Node::Cells(number) = self.arena().node(yes) else { return false };
                    let Some((known, set)) = self.covers(condition) else { return false };
                    let line: B = super::tables::known(self.arena().cells(number));
                    if known != line || *inside.get_or_insert(set) != set {
                        return false;
                    }
                    lines.push(line);
                }
                _ => return false,
            }
        }
        let Some(set) = inside else { return false };
        self.need(set);
        self.emit_fused(id, Fused::Covered { set, lines });
        true
    }

    /// Cells from which walks inside a set end in another, in several directions.
    fn enclosing(&self, id: Id) -> Option<(Id, Id, Vec<u16>)> {
        let arena = self.arena();
        let (mut open, mut ways, mut kind) = (vec![id], Vec::new(), None);
        while let Some(id) = open.pop() {
            let (a, b) = match arena.node(id) {
                Node::Union(a, b) => {
                    open.extend([a, b]);
                    continue;
                }
                Node::Meet(a, b) => (a, b),
                _ => return None,
            };
            let ((Node::PastIn(way, through, into), Node::Shift(first, step))
            | (Node::Shift(first, step), Node::PastIn(way, through, into))) =
                (arena.node(a), arena.node(b))
            else {
                return None;
            };
            if (way, through) != (step, first)
                || *kind.get_or_insert((through, into)) != (through, into)
            {
                return None;
            }
            ways.push(way);
        }
        kind.map(|(through, into)| (through, into, ways))
    }

    fn fuse_enclosing(&mut self, id: Id) -> bool {
        let Some((through, into, ways)) = self.enclosing(id) else { return false };
        self.need(through);
        self.need(into);
        self.emit_fused(id, Fused::Enclosing { through, into, ways });
        true
    }

    fn fuse_encloses(&mut self, id: Id, set: Id) -> bool {
        if self.has(set) {
            return false;
        }
        let Node::Meet(a, b) = self.arena().node(set) else { return false };
        for (within, other) in [(a, b), (b, a)] {
            if let Some((through, into, ways)) = self.enclosing(other)
                && !self.has(other)
            {
                [within, through, into].into_iter().for_each(|id| self.need(id));
                self.emit_fused(id, Fused::Encloses { within, through, into, ways });
                return true;
            }
        }
        false
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
            Node::Not(_) => {
                let (known, set) = self.covers(id)?;
                if arena.variables(set) != 0 || *found.get_or_insert(set) != set {
                    return None;
                }
                vec![known]
            }
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
}

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
