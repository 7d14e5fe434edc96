//! Nonogram: blots of black cells, changed until every line can be found.

use super::{Draft, near};
use crate::generate::layout::lists;
use crate::{Answer, Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// Black cells.
#[derive(Clone)]
pub struct Nonogram {
    board: Board,
    black: Vec<bool>,
}

impl Nonogram {
    /// Random cells, each of which then follows most of those around it.
    pub fn first(board: Board, chance: &mut StdRng) -> Nonogram {
        let noise: Vec<bool> = (0..board.cells()).map(|_| chance.random_bool(0.55)).collect();
        let smooth = |cell: usize| {
            let around: Vec<usize> = board.around(cell).chain([cell]).collect();
            let black = around.iter().filter(|&&cell| noise[cell]).count();
            match 2 * black == around.len() {
                true => noise[cell],
                false => 2 * black > around.len(),
            }
        };
        Nonogram { board, black: (0..board.cells()).map(smooth).collect() }
    }
}

impl Draft for Nonogram {
    fn puzzle(&self) -> Puzzle {
        let board = self.board;
        let mut puzzle = Puzzle::new("nonogram", board);
        let mut answer = Answer::default();
        answer.layer_mut("black", Site::Cell, board.cells()).values =
            self.black.iter().map(|&is| Value::Number(i32::from(is))).collect();
        for (name, site) in [("top", Site::Column), ("left", Site::Row)] {
            let runs = lists(&puzzle, &answer, site);
            puzzle.layer_mut(name, site).values = runs.into_iter().map(Value::List).collect();
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        changed.black[cell] = !changed.black[cell];
        Some(Box::new(changed))
    }
}
