//! Tents: tents that do not touch, each with a tree.

use super::{Draft, near, pick};
use crate::{Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Tents with their trees.
#[derive(Clone)]
pub struct Tents {
    board: Board,
    /// A tent and its tree.
    pairs: Vec<(usize, usize)>,
}

impl Tents {
    /// Random tents.
    pub fn first(board: Board, chance: &mut StdRng) -> Option<Tents> {
        let mut draft = Tents { board, pairs: Vec::new() };
        let mut order: Vec<usize> = (0..board.cells()).collect();
        order.shuffle(chance);
        for tent in order {
            if 5 * draft.pairs.len() < board.cells() {
                draft.pitch(tent, chance);
            }
        }
        (!draft.pairs.is_empty()).then_some(draft)
    }

    fn is_free(&self, cell: usize) -> bool {
        self.pairs.iter().all(|&(tent, tree)| tent != cell && tree != cell)
    }

    /// A tent on a cell where one can stand.
    fn pitch(&mut self, tent: usize, chance: &mut StdRng) -> bool {
        let touches =
            self.board.around(tent).any(|next| self.pairs.iter().any(|pair| pair.0 == next));
        let trees: Vec<usize> =
            self.board.neighbours(tent).filter(|&next| self.is_free(next)).collect();
        if touches || !self.is_free(tent) {
            return false;
        }
        let Some(tree) = pick(&trees, chance) else { return false };
        self.pairs.push((tent, tree));
        true
    }
}

impl Draft for Tents {
    fn puzzle(&self) -> Puzzle {
        let board = self.board;
        let mut puzzle = Puzzle::new("tents", board);
        for &(_, tree) in &self.pairs {
            puzzle.layer_mut("tree", Site::Cell).values[tree] = Value::Number(1);
        }
        let is_tent = |cell: &usize| self.pairs.iter().any(|pair| pair.0 == *cell);
        let count =
            |cells: Vec<usize>| Value::Number(cells.iter().filter(|c| is_tent(c)).count() as i32);
        puzzle.layer_mut("top", Site::Column).values =
            (0..board.width).map(|column| count(board.column(column))).collect();
        puzzle.layer_mut("left", Site::Row).values =
            (0..board.height).map(|row| count(board.row(row))).collect();
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        let near_by: Vec<usize> = (0..self.pairs.len())
            .filter(|&at| {
                let (tent, tree) = self.pairs[at];
                self.board.around(cell).chain([cell]).any(|near| near == tent || near == tree)
            })
            .collect();
        let at = pick(&near_by, chance)?;
        let (tent, _) = changed.pairs.swap_remove(at);
        let again = match chance.random_bool(0.5) {
            true => tent,
            false => {
                let around: Vec<usize> = self.board.around(tent).collect();
                pick(&around, chance)?
            }
        };
        let pitched = changed.pitch(again, chance);
        (pitched && changed.pairs != self.pairs).then(|| Box::new(changed) as Box<dyn Draft>)
    }
}
