//! The programs that the evaluator runs: nodes in the order in which they are computed, with skips over what is not
//! needed, and operations that do the work of many nodes at once.

use super::bits::Bits;
use crate::ground::node::{Id, Node};

/// One step: something is computed into the register of a node, or steps are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Op {
    pub to: Id,
    pub act: Act,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Computes a node from its operands. After a loop (`Where`, `Sum`) stands a skip over its body.
    Node(Node),
    /// The same, but only whether there is a member: a variable, its domain, the formula; then a skip over the body.
    Some(u8, Id, Id),
    /// Copies a formula; where it is false, skips this many steps.
    AndThen(Id, u32),
    /// Copies a formula; where it is true, skips this many steps.
    OrElse(Id, u32),
    /// Skips where a formula is false.
    Unless(Id, u32),
    /// Skips where a set is empty.
    UnlessSome(Id, u32),
    /// Skips.
    Skip(u32),
    /// The first set without the second.
    Without(Id, Id),
    /// Copies a number.
    CopyNumber(Id),
    /// Copies a set.
    CopySet(Id),
    /// One of the machine's fused operations.
    Fused(u32),
}

/// Steps that are run in order.
#[derive(Clone, Debug)]
pub struct Program {
    ops: Vec<Op>,
    /// The same as machine code.
    #[cfg(all(feature = "jit", not(target_family = "wasm")))]
    pub native: Option<super::jit::Native>,
}

impl From<Vec<Op>> for Program {
    fn from(ops: Vec<Op>) -> Program {
        Program {
            ops,
            #[cfg(all(feature = "jit", not(target_family = "wasm")))]
            native: None,
        }
    }
}

impl std::ops::Deref for Program {
    type Target = [Op];

    fn deref(&self) -> &[Op] {
        &self.ops
    }
}

/// An operation that stands for many nodes. Those with a cell have a table with an entry for each cell.
#[derive(Clone, Debug)]
pub enum Fused<B> {
    /// The chains from a cell through a set, in several directions; with the cells behind them if it says so.
    Rays { cell: Id, through: Id, rays: Rays<B>, ends: bool },
    /// The chains from a cell through a set that end at a member of another.
    Brackets { cell: Id, through: Id, into: Id, rays: Rays<B> },
    /// Whether in some direction the first cell outside a set is a member of another.
    Sees { cell: Id, through: Id, into: Id, rays: Rays<B> },
    /// Whether one of the cells that belong to a cell is in the set.
    Meets { cell: Id, set: Id, table: Vec<B> },
    /// Whether all cells of a known set are in the set.
    Covers { known: B, set: Id },
    /// Whether one of the known sets that belong to a cell lies in the set.
    CoversOne { cell: Id, set: Id, table: Vec<Vec<B>> },
    /// All members of those known sets that lie in the set.
    Covered { set: Id, lines: Vec<B> },
    /// The cells from which, in one of some directions, a walk inside a set ends in another.
    Enclosing { through: Id, into: Id, ways: Vec<u16> },
    /// Whether one of them is in a further set.
    Encloses { within: Id, through: Id, into: Id, ways: Vec<u16> },
    /// Whether this many cells of the set stand in a row.
    Row { set: Id, row: Row<B> },
}

/// Rays from every cell in several directions.
#[derive(Clone, Debug)]
pub struct Rays<B> {
    /// How many of the directions lead to higher cells; they come first.
    pub upwards: usize,
    /// How many directions there are.
    pub ways: usize,
    /// By cell, then by direction.
    pub rays: Vec<B>,
    /// By cell: all of them together.
    pub all: Vec<B>,
}

/// Cells in a row.
#[derive(Clone, Debug)]
pub struct Row<B> {
    /// For each direction the shifts by which a row doubles its length.
    pub ways: Vec<RowWay<B>>,
    /// How many.
    pub length: u32,
    /// Whether there may be no more.
    pub exact: bool,
    /// The neighbours of each cell in these directions, both ways.
    pub near: Vec<B>,
}

/// One direction of a row.
#[derive(Clone, Debug)]
pub struct RowWay<B> {
    /// Shifts with their masks, to find where rows begin.
    pub doubling: Vec<(i32, B)>,
    /// The shifts to the cells before and behind a row.
    pub beyond: [(i32, B); 2],
    /// The next cell forwards and backwards, or [`NO_CELL`](super::tables::NO_CELL).
    pub steps: Vec<[i32; 2]>,
}

impl<B: Bits> Row<B> {
    /// Whether there is a row in the set.
    #[inline]
    pub fn is_in(&self, set: B) -> bool {
        self.ways.iter().any(|way| {
            let mut found = set;
            for (offset, from) in &way.doubling {
                found = found.and(found.moved(*offset).and(*from));
            }
            if self.exact && !found.is_none() {
                for (offset, from) in &way.beyond {
                    found = found.without(set.moved(*offset).and(*from));
                }
            }
            !found.is_none()
        })
    }

    /// Whether there is a row through a member of the set.
    #[inline]
    pub fn is_through(&self, set: B, cell: usize) -> bool {
        if self.length > 1 && self.near[cell].and(set).is_none() {
            return false;
        }
        self.ways.iter().any(|way| {
            let mut length = 1;
            for side in 0..2 {
                let mut at = way.steps[cell][side];
                while at >= 0 && set.has(at as usize) {
                    length += 1;
                    at = way.steps[at as usize][side];
                }
            }
            if self.exact { length == self.length } else { length >= self.length }
        })
    }
}

impl<B: Bits> Rays<B> {
    /// The chains from a cell through a set.
    #[inline]
    pub fn chains(&self, cell: usize, through: B) -> B {
        let mut found = B::NONE;
        let rays = &self.rays[cell * self.ways..(cell + 1) * self.ways];
        let (upwards, downwards) = rays.split_at(self.upwards);
        for ray in upwards {
            found = found.or(ray.and(ray.without(through).below_lowest()));
        }
        for ray in downwards {
            found = found.or(ray.and(ray.without(through).above_highest()));
        }
        found
    }

    /// The chains with the cells behind them.
    #[inline]
    pub fn sights(&self, cell: usize, through: B) -> B {
        let mut found = B::NONE;
        let rays = &self.rays[cell * self.ways..(cell + 1) * self.ways];
        let (upwards, downwards) = rays.split_at(self.upwards);
        for ray in upwards {
            let blocking = ray.without(through);
            let first = blocking.lowest().map_or(B::NONE, B::bit);
            found = found.or(ray.and(blocking.below_lowest()).or(first));
        }
        for ray in downwards {
            let blocking = ray.without(through);
            let first = blocking.highest().map_or(B::NONE, B::bit);
            found = found.or(ray.and(blocking.above_highest()).or(first));
        }
        found
    }

    /// The chains that end in a set.
    #[inline]
    pub fn brackets(&self, cell: usize, through: B, into: B) -> B {
        let mut found = B::NONE;
        let rays = &self.rays[cell * self.ways..(cell + 1) * self.ways];
        let (upwards, downwards) = rays.split_at(self.upwards);
        for ray in upwards {
            let blocking = ray.without(through);
            if blocking.lowest().is_some_and(|first| into.has(first)) {
                found = found.or(ray.and(blocking.below_lowest()));
            }
        }
        for ray in downwards {
            let blocking = ray.without(through);
            if blocking.highest().is_some_and(|first| into.has(first)) {
                found = found.or(ray.and(blocking.above_highest()));
            }
        }
        found
    }

    /// Whether some ray's first cell outside a set is in another.
    #[inline]
    pub fn sees(&self, cell: usize, through: B, into: B) -> bool {
        if self.all[cell].and(into).is_none() {
            return false;
        }
        let rays = &self.rays[cell * self.ways..(cell + 1) * self.ways];
        let (upwards, downwards) = rays.split_at(self.upwards);
        upwards.iter().any(|ray| ray.without(through).lowest().is_some_and(|cell| into.has(cell)))
            || downwards
                .iter()
                .any(|ray| ray.without(through).highest().is_some_and(|cell| into.has(cell)))
    }
}
