//! Nurikabe: a sea that is dug out until it has no square left, and a number on every island.

use super::{Draft, holds_together, near, part, pick};
use crate::{Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;
use zugwerk_logic::{Limits, Stop};

/// The largest island.
const LARGEST: usize = 7;

/// A sea with islands.
#[derive(Clone)]
pub struct Nurikabe {
    board: Board,
    black: Vec<bool>,
    /// Where numbers stand.
    clue: Vec<bool>,
}

impl Nurikabe {
    /// A random sea.
    pub fn first(
        board: Board,
        chance: &mut StdRng,
        limits: &Limits,
    ) -> Result<Option<Nurikabe>, Stop> {
        let cells = board.cells();
        let mut draft = Nurikabe { board, black: vec![true; cells], clue: vec![false; cells] };
        for _ in 0..40 * cells {
            limits.check()?;
            let corners: Vec<usize> = draft.squares();
            let Some(corner) = pick(&corners, chance) else { break };
            let square = [corner, corner + 1, corner + board.width, corner + board.width + 1];
            let Some(cell) = pick(&square, chance) else { break };
            draft.black[cell] = false;
            if !draft.is_sound() {
                draft.black[cell] = true;
            }
        }
        if !draft.squares().is_empty() {
            return Ok(None);
        }
        draft.number(chance);
        Ok(Some(draft))
    }

    /// The upper left corners of black squares.
    fn squares(&self) -> Vec<usize> {
        let width = self.board.width;
        let is_square = |&cell: &usize| {
            self.board.offset(cell, 1, 1).is_some()
                && [0, 1, width, width + 1].iter().all(|step| self.black[cell + step])
        };
        (0..self.board.cells()).filter(is_square).collect()
    }

    /// The sea is connected and no island too large.
    fn is_sound(&self) -> bool {
        holds_together(self.board, |cell| self.black[cell])
            && self.islands().iter().all(|island| island.len() <= LARGEST)
    }

    fn islands(&self) -> Vec<Vec<usize>> {
        let mut seen = self.black.clone();
        let mut islands = Vec::new();
        for cell in 0..self.board.cells() {
            if !seen[cell] {
                let island = part(self.board, cell, |cell| !self.black[cell]);
                island.iter().for_each(|&cell| seen[cell] = true);
                islands.push(island);
            }
        }
        islands
    }

    /// Every island has one number: one that it has already, or a new one.
    fn number(&mut self, chance: &mut StdRng) {
        let old = std::mem::replace(&mut self.clue, vec![false; self.board.cells()]);
        for island in self.islands() {
            let kept: Vec<usize> = island.iter().copied().filter(|&cell| old[cell]).collect();
            if let Some(cell) = pick(&kept, chance).or_else(|| pick(&island, chance)) {
                self.clue[cell] = true;
            }
        }
    }
}

impl Draft for Nurikabe {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("nurikabe", self.board);
        let layer = puzzle.layer_mut("clue", Site::Cell);
        for island in self.islands() {
            for &cell in island.iter().filter(|&&cell| self.clue[cell]) {
                layer.values[cell] = Value::Number(island.len() as i32);
            }
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        if !self.black[cell] && chance.random_bool(0.6) {
            // The number moves to this cell of its island.
            for other in part(self.board, cell, |cell| !self.black[cell]) {
                changed.clue[other] = other == cell;
            }
            return (!self.clue[cell]).then(|| Box::new(changed) as Box<dyn Draft>);
        }
        changed.black[cell] = !self.black[cell];
        if !changed.is_sound() || !changed.squares().is_empty() {
            return None;
        }
        changed.number(chance);
        Some(Box::new(changed))
    }
}
