//! Cuts: clauses that forbid a set of black cells which separates the board.

use crate::encode::Cells;
use crate::{Cell, Puzzle};
use std::sync::Arc;
use zugwerk_logic::{Bit, Model, Propagator};

/// Finds, in a finished colouring, the cuts it violates.
pub struct Cuts {
    puzzle: Arc<Puzzle>,
    pub(super) black: Vec<Bit>,
    /// The rule counts only where this bit is true.
    pub(super) switch: Bit,
}

impl Cuts {
    pub fn new(puzzle: &Arc<Puzzle>, cells: &Cells, switch: Bit) -> Cuts {
        Cuts { puzzle: puzzle.clone(), black: cells.black.clone(), switch }
    }

    /// For every part C of the white cells but the largest: the black cells around C that also touch
    /// what lies beyond, on the side of the largest part.
    fn walls(&self, is_black: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
        let (part, count) = parts(&self.puzzle, |cell| !is_black(cell));
        if count < 2 {
            return Vec::new();
        }
        let mut sizes = vec![0usize; count as usize];
        part.iter().filter(|&&p| p != NONE).for_each(|&p| sizes[p as usize] += 1);
        let main = (0..count).max_by_key(|&p| sizes[p as usize]).unwrap_or(0);
        let main_cell = part.iter().position(|&p| p == main).unwrap_or(0);
        let mut walls: Vec<Vec<Cell>> = Vec::new();
        for stray in (0..count).filter(|&p| p != main).take(1 + WORK / part.len()) {
            let beside = |cell| self.puzzle.neighbours(cell).any(|next| part[next] == stray);
            let around = |cell: Cell| is_black(cell) && beside(cell);
            let (region, _) = parts(&self.puzzle, |cell| !around(cell));
            let outside = region[main_cell];
            let wall: Vec<Cell> = (0..self.puzzle.cells())
                .filter(|&cell| around(cell))
                .filter(|&cell| self.puzzle.neighbours(cell).any(|next| region[next] == outside))
                .collect();
            if !walls.contains(&wall) {
                walls.push(wall);
            }
        }
        walls
    }
}

/// Cells looked at for walls before the solver gets those found so far: on a huge board with thousands
/// of parts it is better to ask again, not least because the solver looks at its limits.
const WORK: usize = 20_000_000;

/// The part of a cell that is in none.
const NONE: u32 = u32::MAX;

/// Numbers the parts of the cells for which `open` holds; how many there are.
fn parts(puzzle: &Puzzle, open: impl Fn(Cell) -> bool) -> (Vec<u32>, u32) {
    let mut part = vec![NONE; puzzle.cells()];
    let mut count = 0;
    let mut stack = Vec::new();
    for start in 0..puzzle.cells() {
        if part[start] != NONE || !open(start) {
            continue;
        }
        part[start] = count;
        stack.push(start);
        while let Some(cell) = stack.pop() {
            for next in puzzle.neighbours(cell) {
                if part[next] == NONE && open(next) {
                    part[next] = count;
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
    (part, count)
}

impl Propagator for Cuts {
    fn assigned(&mut self, _: Bit, _: &mut Vec<Bit>) {}

    fn retract(&mut self, _: usize) {}

    fn explain(&mut self, _: Bit, _: &mut Vec<Bit>) {}

    fn broken(&mut self, model: &Model) -> Vec<Vec<Bit>> {
        if !model.is_true(self.switch) {
            return Vec::new();
        }
        let clause = |wall: &Vec<Cell>| {
            let white = wall.iter().map(|&cell| !self.black[cell]);
            white.chain([!self.switch]).filter(|&bit| bit != Bit::FALSE).collect()
        };
        self.walls(|cell| model.is_true(self.black[cell])).iter().map(clause).collect()
    }
}

/// Whether the board falls apart when these cells are black: then one of them must be white, because
/// each part has a cell beside a black one, which is white. This is how a stranger to the solver judges
/// a cut.
pub fn separates(puzzle: &Puzzle, cells: &[Cell]) -> bool {
    let mut black = vec![false; puzzle.cells()];
    cells.iter().for_each(|&cell| black[cell] = true);
    parts(puzzle, |cell| !black[cell]).1 > 1
}
