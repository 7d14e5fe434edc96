//! Clauses for "reachable in k steps", as the document that poses the task suggests.
//!
//! One of the first two cells is white and serves as the root. A cell is reachable in k + 1 steps when
//! it is white and it or a neighbour is reachable in k. As many steps as there are cells suffice.

use crate::Puzzle;
use crate::encode::Cells;
use zugwerk_logic::{Bit, Constraints, Encoder, Limits, Stop};

pub fn encode(
    encoder: &mut Encoder,
    puzzle: &Puzzle,
    cells: &Cells,
    limits: &Limits,
) -> Result<(), Stop> {
    let mut reached = vec![Bit::FALSE; puzzle.cells()];
    reached[0] = cells.white(0);
    if let Some(second) = puzzle.neighbours(0).next() {
        reached[second] = cells.black[0];
    }
    for _ in 1..puzzle.cells() {
        limits.check()?;
        let mut further = Vec::with_capacity(reached.len());
        for (cell, &already) in reached.iter().enumerate() {
            let beside = puzzle.neighbours(cell).map(|next| reached[next]);
            let near: Vec<Bit> = beside.chain([already]).collect();
            let near = encoder.or(&near);
            further.push(encoder.and(&[near, cells.white(cell)]));
        }
        if further == reached {
            break;
        }
        reached = further;
    }
    for (cell, &reached) in reached.iter().enumerate() {
        encoder.implies(&[cells.white(cell)], &[reached]);
    }
    Ok(())
}
