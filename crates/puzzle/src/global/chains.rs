//! The cells of a whole board that are out, as chains.
//!
//! What is in falls apart exactly where cells that are out, joined by sides, corners and the frame, close a ring around a part
//! of it. So a search need not look at the whole board for every cell: the chains are kept in a union-find structure
//! that can take steps back, and only cells between two places of one chain matter.

use crate::{Board, UnionFind};
use std::collections::VecDeque;

/// Chains of cells that are out. Cells are numbered on the board with a frame around it, which is one chain from the start.
pub(super) struct Chains {
    width: usize,
    /// How many rows and columns to go for the cells around one, clockwise from above.
    around: [isize; 8],
    out: Vec<bool>,
    sets: UnionFind,
    /// What was told, in order.
    steps: Vec<Step>,
    /// Cells that may have come to lie between two places of one chain, with the number of steps by then.
    between: Vec<(usize, usize)>,
    /// How many steps there were when something was closed that the chains alone cannot judge.
    closed: Option<usize>,
    /// Working memory of [`Chains::path`].
    previous: Vec<u32>,
}

/// What one cell changed: which one went out, if one did, and how many joins there were before.
#[derive(Clone, Copy)]
struct Step {
    out: Option<u32>,
    joins: usize,
}

/// The frame as a member of chains; as a cell it is the corner of the frame.
const FRAME: u32 = 0;
const NONE: u32 = u32::MAX;

/// Where a chain passes a cell on two sides: the directions of both, with what lies between them one way and the other.
pub(super) struct Gap {
    /// The directions in which the chain touches the cell first and last.
    arcs: [Vec<usize>; 2],
    /// The cells beside this one that are in or open, on either side of the chain.
    pub sides: [Vec<usize>; 2],
}

impl Chains {
    /// No cell is out.
    pub(super) fn new(board: Board) -> Chains {
        let width = board.width + 2;
        let (count, down) = (width * (board.height + 2), width as isize);
        let is_frame = |at: usize| {
            let (row, column) = (at / width, at % width);
            row == 0 || row == board.height + 1 || column == 0 || column == board.width + 1
        };
        let mut sets = UnionFind::new(count);
        for at in (1..count).filter(|&at| is_frame(at)) {
            sets.join(at as u32, FRAME);
        }
        Chains {
            width,
            around: [-down, 1 - down, 1, 1 + down, down, down - 1, -1, -1 - down],
            out: (0..count).map(is_frame).collect(),
            sets,
            steps: Vec::new(),
            between: Vec::new(),
            closed: None,
            previous: vec![NONE; count],
        }
    }

    /// The number of a cell of the board here.
    fn inner(&self, cell: usize) -> usize {
        let inside = self.width - 2;
        (cell / inside + 1) * self.width + cell % inside + 1
    }

    /// The cell of the board.
    fn cell(&self, inner: usize) -> usize {
        (inner / self.width - 1) * (self.width - 2) + inner % self.width - 1
    }

    fn beside(&self, at: usize, direction: usize) -> usize {
        at.wrapping_add_signed(self.around[direction % 8])
    }

    fn is_frame(&self, at: usize) -> bool {
        let column = at % self.width;
        at < self.width
            || at + self.width >= self.out.len()
            || column == 0
            || column + 1 == self.width
    }

    fn root(&self, at: usize) -> u32 {
        self.sets.root(at as u32)
    }

    /// A cell goes out, or something is told that changes no chain.
    pub(super) fn tell(&mut self, out: Option<usize>) {
        let at = out.map(|cell| self.inner(cell));
        self.steps.push(Step { out: at.map(|at| at as u32), joins: self.sets.joins() });
        let Some(at) = at else { return };
        if !self.gaps(at).is_empty() {
            self.close();
        }
        self.out[at] = true;
        for direction in 0..8 {
            let other = self.beside(at, direction);
            if self.out[other] {
                self.join(at, other);
            }
        }
    }

    /// What was told last is not so any more.
    pub(super) fn take_back(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        while self.between.pop_if(|(_, when)| *when > self.steps.len()).is_some() {}
        if self.closed.is_some_and(|since| since > self.steps.len()) {
            self.closed = None;
        }
        self.sets.take_back(step.joins);
        if let Some(at) = step.out {
            self.out[at as usize] = false;
        }
    }

    /// From now on the whole board must be looked at, until this step is taken back.
    pub(super) fn close(&mut self) {
        self.closed.get_or_insert(self.steps.len());
    }

    /// Whether the whole board must be looked at.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// The cells that may have come to lie between two places of one chain since this was last asked.
    pub(super) fn between(&mut self) -> Vec<usize> {
        let mut cells: Vec<usize> =
            std::mem::take(&mut self.between).into_iter().map(|(at, _)| self.cell(at)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Two cells that touch are in one chain.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        // Whatever lies between both chains is beside each of them, so looking around one is enough: the smaller one, but
        // never that of the frame, which is everywhere.
        let frame = self.root(FRAME as usize);
        let is_larger = self.sets.size(one) > self.sets.size(other);
        let larger_one = one == frame || (other != frame && is_larger);
        self.look_around(if larger_one { other } else { one });
        self.sets.join(one, other);
    }

    /// Notes the cells around a chain that it, or another, passes on two sides.
    fn look_around(&mut self, chain: u32) {
        let mut member = chain as usize;
        loop {
            for direction in 0..8 {
                let at = self.beside(member, direction);
                if !self.out[at] && is_passed(self.mask(at)) {
                    self.between.push((at, self.steps.len()));
                }
            }
            member = self.sets.next(member as u32) as usize;
            if member == chain as usize {
                return;
            }
        }
    }

    /// The directions in which cells are out, a bit for each.
    fn mask(&self, at: usize) -> u8 {
        (0..8).fold(0, |mask, direction| {
            mask | u8::from(self.out[self.beside(at, direction)]) << direction
        })
    }

    /// Where one chain passes a cell of the board on two sides.
    pub(super) fn gaps_at(&self, cell: usize) -> Vec<Gap> {
        self.gaps(self.inner(cell))
    }

    fn gaps(&self, at: usize) -> Vec<Gap> {
        let mask = self.mask(at);
        if !is_passed(mask) {
            return Vec::new();
        }
        let walls = closed_corners(mask);
        // From the first direction after an opening on, arcs of what is out and openings take turns.
        let Some(start) = (0..8).find(|&d| is_in(walls, d) && !is_in(walls, d + 7)) else {
            return Vec::new();
        };
        let mut arcs: Vec<Vec<usize>> = Vec::new();
        let mut openings: Vec<Vec<usize>> = Vec::new();
        for direction in start..start + 8 {
            let is_wall = is_in(walls, direction);
            let is_new = direction == start || is_wall != is_in(walls, direction + 7);
            let runs = if is_wall { &mut arcs } else { &mut openings };
            if is_new {
                runs.push(Vec::new());
            }
            let counts = if is_wall { is_in(mask, direction) } else { direction % 2 == 0 };
            if let Some(run) = runs.last_mut().filter(|_| counts) {
                run.push(direction % 8);
            }
        }
        let root = |arc: &Vec<usize>| self.root(self.beside(at, arc[0]));
        let cells = |openings: &mut dyn Iterator<Item = &Vec<usize>>| -> Vec<usize> {
            openings.flatten().map(|&direction| self.cell(self.beside(at, direction))).collect()
        };
        let mut found = Vec::new();
        for first in 0..arcs.len() {
            for last in first + 1..arcs.len() {
                if root(&arcs[first]) != root(&arcs[last]) {
                    continue;
                }
                // Opening number i follows arc number i.
                let within = cells(&mut openings[first..last].iter());
                let beyond = cells(&mut openings[last..].iter().chain(&openings[..first]));
                let arcs = [arcs[first].clone(), arcs[last].clone()];
                found.push(Gap { arcs, sides: [within, beyond] });
            }
        }
        found
    }

    /// The fewest cells of a chain, the frame not counted, that pass a cell on two sides.
    pub(super) fn path(&mut self, cell: usize, gap: &Gap) -> Vec<usize> {
        let at = self.inner(cell);
        let node = |this: &Self, direction: usize| {
            let other = this.beside(at, direction);
            if this.is_frame(other) { FRAME as usize } else { other }
        };
        let ends: Vec<usize> = gap.arcs[1].iter().map(|&d| node(self, d)).collect();
        let mut previous = std::mem::take(&mut self.previous);
        let (mut queue, mut seen) = (VecDeque::new(), Vec::new());
        for &direction in &gap.arcs[0] {
            let start = node(self, direction);
            if previous[start] == NONE {
                previous[start] = start as u32;
                seen.push(start);
                queue.push_back(start);
            }
        }
        let mut path = Vec::new();
        while let Some(here) = queue.pop_front() {
            if ends.contains(&here) {
                let mut back = here;
                loop {
                    if back != FRAME as usize {
                        path.push(self.cell(back));
                    }
                    if previous[back] as usize == back {
                        break;
                    }
                    back = previous[back] as usize;
                }
                break;
            }
            let mut reach = |this: &Self, next: usize| {
                let next = if this.is_frame(next) { FRAME as usize } else { next };
                if this.out[next] && previous[next] == NONE {
                    previous[next] = here as u32;
                    seen.push(next);
                    // What the frame costs nobody counts.
                    if next == FRAME as usize {
                        queue.push_front(next)
                    } else {
                        queue.push_back(next)
                    }
                }
            };
            match here == FRAME as usize {
                true => self.beside_frame().for_each(|next| reach(self, next)),
                false => (0..8).for_each(|direction| reach(self, self.beside(here, direction))),
            }
        }
        seen.iter().for_each(|&node| previous[node] = NONE);
        self.previous = previous;
        path
    }

    /// The cells at the frame.
    fn beside_frame(&self) -> impl Iterator<Item = usize> + use<> {
        let (width, count) = (self.width, self.out.len());
        let rows = (1..width - 1).flat_map(move |x| [width + x, count - 2 * width + x]);
        let columns =
            (1..count / width - 1).flat_map(move |y| [y * width + 1, (y + 1) * width - 2]);
        rows.chain(columns)
    }
}

fn is_in(mask: u8, direction: usize) -> bool {
    mask >> (direction % 8) & 1 == 1
}

/// The mask with the corners between two sides that are out, through which nothing passes.
fn closed_corners(mask: u8) -> u8 {
    let sides = mask & 0b0101_0101;
    mask | (sides.rotate_left(1) & sides.rotate_right(1))
}

/// Whether what is out around a cell leaves openings on more than one side.
fn is_passed(mask: u8) -> bool {
    let walls = closed_corners(mask);
    // Openings begin where something is out before and nothing after.
    (walls & !walls.rotate_right(1)).count_ones() > 1
}
