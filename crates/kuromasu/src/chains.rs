//! The chains of black cells of a finished colouring: all that one needs to know to add a single further
//! black cell. What the search needs, which adds many and takes them back, is in `forest`.

use crate::forest::has_border;
use crate::{Cell, Colouring, Puzzle};

/// No chain.
const NONE: u32 = u32::MAX;

/// The chains of black cells of a finished colouring, by number: all that one needs to know about a
/// single further black cell.
pub struct Chains {
    /// By cell: its chain; `NONE` for white cells, `BORDER_CHAIN` for all that touch the border.
    chain: Vec<u32>,
}

const BORDER_CHAIN: u32 = NONE - 1;

impl Chains {
    /// The chains of this colouring.
    pub fn new(puzzle: &Puzzle, colouring: &Colouring) -> Chains {
        let mut chain = vec![NONE; puzzle.cells()];
        let black = |cell: &Cell| colouring.is_black(*cell);
        let at_border = |cell: &Cell| has_border(puzzle) && puzzle.on_border(*cell);
        // Those at the border first, so that whatever hangs on them is no other chain.
        let starts = (0..puzzle.cells()).filter(at_border).map(|cell| (cell, BORDER_CHAIN));
        let others = (0..puzzle.cells()).map(|cell| (cell, cell as u32));
        let mut stack = Vec::new();
        for (start, number) in starts.chain(others).filter(|(cell, _)| black(cell)) {
            if chain[start] == NONE {
                chain[start] = number;
                stack.push(start);
            }
            while let Some(cell) = stack.pop() {
                for next in puzzle.diagonals(cell).filter(black) {
                    if chain[next] == NONE {
                        chain[next] = number;
                        stack.push(next);
                    }
                }
            }
        }
        Chains { chain }
    }

    /// Whether a further black cell would join a chain to itself, and so cut white cells off.
    pub fn would_close(&self, puzzle: &Puzzle, cell: Cell) -> bool {
        let border = (has_border(puzzle) && puzzle.on_border(cell)).then_some(BORDER_CHAIN);
        let chains = puzzle.diagonals(cell).map(|beside| self.chain[beside]).chain(border);
        let mut touched: Vec<u32> = chains.filter(|&chain| chain != NONE).collect();
        let count = touched.len();
        touched.sort_unstable();
        touched.dedup();
        touched.len() < count
    }
}
