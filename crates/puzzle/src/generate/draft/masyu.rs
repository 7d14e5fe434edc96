//! Masyu: a random loop with a pearl wherever one can lie.

use super::{Draft, near};
use crate::generate::outline::Outline;
use crate::{Board, Puzzle, Side, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// A loop through cells.
#[derive(Clone)]
pub struct Masyu {
    board: Board,
    outline: Outline,
}

impl Masyu {
    /// A random loop.
    pub fn first(board: Board, chance: &mut StdRng) -> Option<Masyu> {
        if board.width < 3 || board.height < 3 {
            return None;
        }
        let outline = Outline::random(Board::new(board.width - 1, board.height - 1), chance);
        Some(Masyu { board, outline })
    }

    /// By cell: the sides where the loop leaves it.
    fn ways(&self) -> Vec<Vec<Side>> {
        let mut ways = vec![Vec::new(); self.board.cells()];
        for edge in self.outline.edges() {
            let (a, b) = self.outline.board.edge_ends(edge);
            let side = if b == a + 1 { Side::Right } else { Side::Down };
            ways[a].push(side);
            ways[b].push(side.opposite());
        }
        ways
    }
}

impl Draft for Masyu {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("masyu", self.board);
        let ways = self.ways();
        let turns =
            |cell: usize| ways[cell].len() == 2 && ways[cell][0] != ways[cell][1].opposite();
        let layer = puzzle.layer_mut("pearl", Site::Cell);
        for cell in (0..self.board.cells()).filter(|&cell| ways[cell].len() == 2) {
            let beside: Vec<usize> =
                ways[cell].iter().filter_map(|&side| self.board.beside(cell, side)).collect();
            if turns(cell) && beside.iter().all(|&next| !turns(next)) {
                layer.values[cell] = Value::Number(2);
            } else if !turns(cell) && beside.iter().any(|&next| turns(next)) {
                layer.values[cell] = Value::Number(1);
            }
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let mut changed = self.clone();
        let mut flipped = false;
        for _ in 0..chance.random_range(1..=2) {
            let (row, column) = self.board.place(near(self.board, cells, chance));
            let row = row.saturating_sub(usize::from(chance.random_bool(0.5)));
            let column = column.saturating_sub(usize::from(chance.random_bool(0.5)));
            let squares = self.outline.board;
            if row < squares.height && column < squares.width {
                flipped |= changed.outline.flip(squares.cell(row, column));
            }
        }
        flipped.then(|| Box::new(changed) as Box<dyn Draft>)
    }
}
