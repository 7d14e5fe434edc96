//! Keen: cages on a Latin square, which lose the cells that are not settled.

use super::{Draft, latin_square, part, pick};
use crate::generate::layout::{grown, set_rooms};
use crate::{Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// Digits and cages with what is done in them.
#[derive(Clone)]
pub struct Keen {
    board: Board,
    digit: Vec<i32>,
    /// By cell.
    cage: Vec<usize>,
    /// By cage; see the rulebook for the numbers.
    op: Vec<i32>,
}

const SUM: i32 = 1;
const PRODUCT: i32 = 2;
const DIFFERENCE: i32 = 3;
const QUOTIENT: i32 = 4;

impl Keen {
    /// Random digits and cages of at most four cells.
    pub fn first(board: Board, chance: &mut StdRng) -> Keen {
        let digit = latin_square(board.width, chance);
        let cage = grown(board, 2 * board.cells() / 5, 4, chance);
        let mut keen = Keen { board, digit, cage, op: Vec::new() };
        for cage in 0..board.cells() {
            let op = keen.any_op(cage, chance);
            keen.op.push(op);
        }
        keen
    }

    fn digits(&self, cage: usize) -> Vec<i32> {
        let cells = (0..self.board.cells()).filter(|&cell| self.cage[cell] == cage);
        cells.map(|cell| self.digit[cell]).collect()
    }

    /// Something that can be done with the digits of a cage.
    fn any_op(&self, cage: usize, chance: &mut StdRng) -> i32 {
        let digits = self.digits(cage);
        let mut ops = vec![SUM, PRODUCT, PRODUCT];
        match digits[..] {
            [] | [_] => return SUM,
            [a, b] => {
                ops.extend([DIFFERENCE, DIFFERENCE]);
                if a % b == 0 || b % a == 0 {
                    ops.extend([QUOTIENT; 4]);
                }
            }
            _ => {}
        }
        pick(&ops, chance).unwrap_or(SUM)
    }

    fn target(&self, cage: usize) -> i32 {
        let digits = self.digits(cage);
        let (least, most) = digits.iter().fold((i32::MAX, 1), |(l, m), &d| (l.min(d), m.max(d)));
        match self.op[cage] {
            PRODUCT => digits.iter().product(),
            DIFFERENCE => most - least,
            QUOTIENT => most / least,
            _ => digits.iter().sum(),
        }
    }
}

impl Draft for Keen {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("keen", self.board);
        set_rooms(&mut puzzle, &self.cage);
        for cell in 0..self.board.cells() {
            let Some(room) = puzzle.number("room", cell) else { continue };
            let (cage, room) = (self.cage[cell], room as usize);
            puzzle.layer_mut("op", Site::Region).values[room] = Value::Number(self.op[cage]);
            puzzle.layer_mut("target", Site::Region).values[room] =
                Value::Number(self.target(cage));
        }
        puzzle
    }

    /// Another thing is done in the cage of a cell; or the cell leaves it, and what is left of the cage is as many cages as it
    /// has parts.
    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = pick(cells, chance)?;
        let mut changed = self.clone();
        let old = self.cage[cell];
        if chance.random_bool(0.3) {
            changed.op[old] = changed.any_op(old, chance);
            return (changed.op != self.op).then(|| Box::new(changed) as Box<dyn Draft>);
        }
        let mut left: Vec<usize> = (0..self.board.cells())
            .filter(|&other| self.cage[other] == old && other != cell)
            .collect();
        if left.is_empty() {
            return None;
        }
        changed.op[old] = SUM;
        while let Some(&first) = left.first() {
            let piece = part(self.board, first, |other| left.contains(&other));
            left.retain(|other| !piece.contains(other));
            let cage = (0..self.board.cells()).find(|at| !changed.cage.contains(at))?;
            piece.iter().for_each(|&cell| changed.cage[cell] = cage);
            changed.op[cage] = changed.any_op(cage, chance);
        }
        Some(Box::new(changed))
    }
}
