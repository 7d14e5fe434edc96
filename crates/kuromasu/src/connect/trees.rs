//! Clauses which say that black cells form trees, rooted at most once at the border.
//!
//! Where two black cells touch by a corner, one of them is the parent of the other. A cell has at most
//! one parent; at the border it has none, for the border is its parent. A rank in binary that falls from
//! child to parent forbids loops.

use crate::encode::Cells;
use crate::{Cell, Puzzle};
use zugwerk_logic::{Bit, Constraints, Encoder, Limits, Stop};

pub fn encode(
    encoder: &mut Encoder,
    puzzle: &Puzzle,
    cells: &Cells,
    limits: &Limits,
) -> Result<(), Stop> {
    if puzzle.height() == 1 || puzzle.width() == 1 {
        return Ok(());
    }
    // At most every other cell is black.
    let digits = usize::BITS - (puzzle.cells() / 2).leading_zeros();
    let possible = |cell: Cell| cells.black[cell] != Bit::FALSE;
    let rank: Vec<Vec<Bit>> =
        (0..puzzle.cells())
            .map(|cell| {
                if possible(cell) { (0..digits).map(|_| encoder.fresh()).collect() } else { vec![] }
            })
            .collect();
    let mut parents: Vec<Vec<Bit>> = vec![Vec::new(); puzzle.cells()];
    for cell in (0..puzzle.cells()).filter(|&cell| possible(cell)) {
        limits.check()?;
        if puzzle.on_border(cell) {
            parents[cell].push(cells.black[cell]);
        }
        for next in puzzle.diagonals(cell).filter(|&next| next > cell && possible(next)) {
            let (up, down) = (encoder.fresh(), encoder.fresh());
            encoder.implies(&[cells.black[cell], cells.black[next]], &[up, down]);
            parents[cell].push(up);
            parents[next].push(down);
            less(encoder, up, &rank[next], &rank[cell]);
            less(encoder, down, &rank[cell], &rank[next]);
        }
    }
    parents.iter().for_each(|parents| encoder.at_most_one(parents));
    Ok(())
}

/// If `condition` holds, the binary number `a` is less than `b`; the lowest digit comes first.
fn less(encoder: &mut Encoder, condition: Bit, a: &[Bit], b: &[Bit]) {
    // `below`: a is less than b in the digits so far.
    let mut below = Bit::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        let next = encoder.fresh();
        encoder.implies(&[next, a], &[b]);
        encoder.implies(&[next, a], &[below]);
        encoder.implies(&[next, !b], &[below]);
        below = next;
    }
    encoder.implies(&[condition], &[below]);
}
