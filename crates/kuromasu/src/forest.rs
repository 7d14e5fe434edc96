//! Rule 4 seen from the black cells.
//!
//! No two black cells touch by a side, so white cells are cut apart exactly where black cells that
//! touch by corners close a loop, or join the border to itself. In other words: the black cells and
//! the border, joined where they touch, form a forest. That is cheap to watch: a union-find structure
//! that can take back what it did.
//!
//! On a board of a single row or column this does not hold (a black cell inside cuts it by itself),
//! so there the forest has no border, and [`splits_line`] says which cells must be white.

use crate::{Cell, Puzzle};
use std::collections::VecDeque;
use zugwerk_puzzle::UnionFind;

const NONE: u32 = u32::MAX;

// At which sides of the board a cell is.
const TOP: u8 = 1;
const BOTTOM: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
/// At the border that black cells can be joined to; a board of one row or column has none.
const BORDER: u8 = 16;

/// The black cells so far, and what they force.
#[derive(Clone, Debug)]
pub struct BlackForest {
    width: u32,
    /// By cell: at which borders it is.
    borders: Vec<u8>,
    /// The cells and the border, which is the last node.
    trees: UnionFind,
    /// By cell: when it became black, counted from 0.
    time: Vec<u32>,
    /// By cell: how many cells were black when it was found to be white.
    forced: Vec<u32>,
    steps: Vec<Step>,
    conclusions: Vec<u32>,
}

/// What one black cell changed.
#[derive(Clone, Copy, Debug)]
struct Step {
    cell: u32,
    joins: usize,
    conclusions: usize,
}

/// Whether black in this cell would cut a board of one row or one column.
pub fn splits_line(puzzle: &Puzzle, cell: Cell) -> bool {
    let line = puzzle.height() == 1 || puzzle.width() == 1;
    line && cell > 0 && cell + 1 < puzzle.cells()
}

impl BlackForest {
    /// The forest of a board without black cells.
    pub fn new(puzzle: &Puzzle) -> BlackForest {
        let cells = puzzle.cells();
        let (height, width) = (puzzle.height(), puzzle.width());
        let line = !has_border(puzzle);
        let borders = |cell: Cell| {
            let (row, column) = (cell / width, cell % width);
            let sides = [
                (row == 0, TOP),
                (row + 1 == height, BOTTOM),
                (column == 0, LEFT),
                (column + 1 == width, RIGHT),
            ];
            let at = sides.iter().filter(|(here, _)| *here).map(|(_, side)| side).sum::<u8>();
            if at != 0 && !line { at | BORDER } else { at }
        };
        BlackForest {
            width: width as u32,
            borders: (0..cells).map(borders).collect(),
            trees: UnionFind::new(cells + 1),
            time: vec![NONE; cells],
            forced: vec![NONE; cells],
            steps: Vec::new(),
            conclusions: Vec::new(),
        }
    }

    /// The cells that touch `cell` by a corner, `NONE` where the board ends.
    #[inline]
    fn corners(&self, cell: u32) -> [u32; 4] {
        let at = self.borders[cell as usize];
        let corner = |beyond: u8, corner: u32| if at & beyond == 0 { corner } else { NONE };
        let (above, below) = (cell.wrapping_sub(self.width), cell.wrapping_add(self.width));
        [
            corner(TOP | LEFT, above.wrapping_sub(1)),
            corner(TOP | RIGHT, above.wrapping_add(1)),
            corner(BOTTOM | LEFT, below.wrapping_sub(1)),
            corner(BOTTOM | RIGHT, below.wrapping_add(1)),
        ]
    }

    #[inline]
    fn at_border(&self, cell: u32) -> bool {
        self.borders[cell as usize] & BORDER != 0
    }

    fn border(&self) -> u32 {
        self.time.len() as u32
    }

    fn is_black(&self, cell: u32) -> bool {
        self.time[cell as usize] != NONE
    }

    /// The cell becomes black. Cells that must now be white are put into `white`; the cell itself is
    /// among them if it closes a loop.
    pub fn insert(&mut self, cell: Cell, white: &mut Vec<Cell>) {
        let step = Step {
            cell: cell as u32,
            joins: self.trees.joins(),
            conclusions: self.conclusions.len(),
        };
        self.time[cell] = self.steps.len() as u32;
        self.steps.push(step);
        for corner in self.corners(cell as u32) {
            if corner != NONE && self.is_black(corner) {
                self.join(cell as u32, corner, white);
            }
        }
        if self.at_border(cell as u32) {
            self.join(cell as u32, self.border(), white);
        }
    }

    /// `cell` and `other` touch: their trees become one.
    fn join(&mut self, cell: u32, other: u32, white: &mut Vec<Cell>) {
        let (one, two) = (self.trees.root(cell), self.trees.root(other));
        if one == two {
            self.conclude(cell, white);
            return;
        }
        // Whatever touches both trees is beside each of them, so looking around one is enough: the
        // smaller one, but never the border, whose surroundings are everywhere.
        let border = self.trees.root(self.border());
        let is_larger = self.trees.size(one) > self.trees.size(two);
        let larger_one = one == border || (two != border && is_larger);
        let (tree, beside) = if larger_one { (two, one) } else { (one, two) };
        self.conclude_around(tree, beside, white);
        self.trees.join(one, two);
    }

    /// Cells that touch both trees must be white.
    fn conclude_around(&mut self, tree: u32, other: u32, white: &mut Vec<Cell>) {
        let mut member = tree;
        loop {
            for beside in self.corners(member) {
                if beside != NONE && !self.is_black(beside) && self.touches(beside, other) {
                    self.conclude(beside, white);
                }
            }
            member = self.trees.next(member);
            if member == tree {
                break;
            }
        }
    }

    fn touches(&self, cell: u32, root: u32) -> bool {
        let corners = self.corners(cell);
        corners.iter().any(|&at| at != NONE && self.is_black(at) && self.trees.root(at) == root)
            || (self.at_border(cell) && self.trees.root(self.border()) == root)
    }

    fn conclude(&mut self, cell: u32, white: &mut Vec<Cell>) {
        if self.forced[cell as usize] == NONE {
            self.forced[cell as usize] = self.steps.len() as u32;
            self.conclusions.push(cell);
            white.push(cell as usize);
        }
    }

    /// Takes back the last `count` black cells.
    pub fn remove(&mut self, count: usize) {
        for _ in 0..count {
            let Some(step) = self.steps.pop() else { return };
            for cell in self.conclusions.drain(step.conclusions..) {
                self.forced[cell as usize] = NONE;
            }
            self.trees.take_back(step.joins);
            self.time[step.cell as usize] = NONE;
        }
    }

    /// Whether the cell was found to be white.
    #[cfg(test)]
    pub fn is_forced(&self, cell: Cell) -> bool {
        self.forced[cell] != NONE
    }

    /// The cells found to be white so far, in the order in which they were found.
    pub fn forced_cells(&self) -> impl Iterator<Item = Cell> {
        self.conclusions.iter().map(|&cell| cell as usize)
    }

    /// The black cells because of which `cell` had to be white: a chain that it would close to a
    /// loop, or to a wall from border to border.
    pub fn chain(&self, cell: Cell) -> Vec<Cell> {
        let before = self.forced[cell];
        let counts = |at: u32| at != NONE && at as usize != cell && self.time[at as usize] < before;
        let contacts: Vec<u32> =
            self.corners(cell as u32).into_iter().filter(|&at| counts(at)).collect();
        let mut best: Option<Vec<u32>> = None;
        let mut offer = |chain: Vec<u32>| {
            if best.as_ref().is_none_or(|best| chain.len() < best.len()) {
                best = Some(chain);
            }
        };
        let mut to_border: Vec<Vec<u32>> = Vec::new();
        for (at, &contact) in contacts.iter().enumerate() {
            let others = &contacts[at + 1..];
            if let Some(chain) = self.path(contact, counts, |end| others.contains(&end)) {
                offer(chain);
            }
            let at_border = |end: u32| self.at_border(end);
            to_border.extend(self.path(contact, counts, at_border));
        }
        to_border.sort_by_key(Vec::len);
        match &to_border[..] {
            [first, ..] if self.at_border(cell as u32) => offer(first.clone()),
            [first, second, ..] => offer(first.iter().chain(second).copied().collect()),
            _ => {}
        }
        best.unwrap_or_default().into_iter().map(|cell| cell as usize).collect()
    }

    /// The shortest chain of black cells from `start` to one that is an `end`, both included. Another
    /// contact of the same cell may be the end, but `start` itself only at the border.
    fn path(
        &self,
        start: u32,
        counts: impl Fn(u32) -> bool,
        end: impl Fn(u32) -> bool,
    ) -> Option<Vec<u32>> {
        let mut previous = vec![NONE; self.time.len()];
        previous[start as usize] = start;
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            if end(cell) {
                let mut chain = vec![cell];
                let mut at = cell;
                while at != start {
                    at = previous[at as usize];
                    chain.push(at);
                }
                return Some(chain);
            }
            for next in self.corners(cell) {
                if counts(next) && previous[next as usize] == NONE {
                    previous[next as usize] = cell;
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// A board of one row or column has no border that black cells could be joined to.
pub fn has_border(puzzle: &Puzzle) -> bool {
    puzzle.height() > 1 && puzzle.width() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::Chains;
    use crate::{Broken, Colouring, broken_rules};

    /// Compares with a flood fill on every colouring of small boards without touching black cells.
    #[test]
    fn loops_are_exactly_what_cuts_white_apart() {
        for (height, width) in
            [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4)]
        {
            let puzzle = Puzzle::new(height, width).unwrap();
            for mask in 0u32..1 << puzzle.cells() {
                let colouring = Colouring::new(&puzzle, |cell| mask >> cell & 1 == 1);
                let broken = broken_rules(&puzzle, &colouring);
                if broken.iter().any(|b| matches!(b, Broken::Touching(..))) {
                    continue;
                }
                let mut forest = BlackForest::new(&puzzle);
                let mut white = Vec::new();
                let black: Vec<Cell> =
                    (0..puzzle.cells()).filter(|&cell| colouring.is_black(cell)).collect();
                black.iter().for_each(|&cell| forest.insert(cell, &mut white));
                let cut = white.iter().any(|&cell| colouring.is_black(cell))
                    || black.iter().any(|&cell| splits_line(&puzzle, cell));
                assert_eq!(cut, !broken.is_empty(), "{height}x{width} {mask:b}");
                for &cell in &white {
                    let chain = forest.chain(cell);
                    assert!(chain.iter().all(|&c| colouring.is_black(c)) && !chain.contains(&cell));
                    let wall = Colouring::new(&puzzle, |c| c == cell || chain.contains(&c));
                    assert!(!broken_rules(&puzzle, &wall).is_empty(), "the chain is no wall");
                }
                if !cut {
                    let chains = Chains::new(&puzzle, &colouring);
                    let free = |&cell: &Cell| {
                        let mut beside = puzzle.neighbours(cell);
                        let split = splits_line(&puzzle, cell);
                        !colouring.is_black(cell)
                            && !split
                            && !beside.any(|c| colouring.is_black(c))
                    };
                    for further in (0..puzzle.cells()).filter(free) {
                        let more =
                            Colouring::new(&puzzle, |c| c == further || colouring.is_black(c));
                        let broken = !broken_rules(&puzzle, &more).is_empty();
                        assert_eq!(
                            chains.would_close(&puzzle, further),
                            broken,
                            "{mask:b} {further}"
                        );
                    }
                }
                forest.remove(black.len());
                assert!((0..puzzle.cells()).all(|cell| !forest.is_forced(cell)));
                assert_eq!(forest.trees.joins(), 0);
            }
        }
    }
}
