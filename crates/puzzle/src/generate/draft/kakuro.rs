//! Kakuro: walls that leave short runs, and digits in them.

use super::sums::{Run, solutions, untold};
use super::{Draft, holds_together, near, pick};
use crate::generate::{Difficulty, GenerateError, Symmetry, Wish};
use crate::{Board, Puzzle, Side, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;
use zugwerk_logic::{Limits, Stop};

/// Walls and digits.
#[derive(Clone)]
pub struct Kakuro {
    board: Board,
    wall: Vec<bool>,
    digit: Vec<i32>,
    /// Whether single runs are to tell every digit.
    easy: bool,
}

impl Kakuro {
    /// Random walls, the same after half a turn or a quarter, or those of a layout; and random digits.
    pub fn first(
        wish: &Wish<'_>,
        chance: &mut StdRng,
        limits: &Limits,
    ) -> Result<Option<Kakuro>, GenerateError> {
        let (board, cells) = (wish.board, wish.board.cells());
        let easy = wish.difficulty == Some(Difficulty::Easy);
        let mut draft = Kakuro { board, wall: vec![false; cells], digit: vec![0; cells], easy };
        match wish.layout {
            Some(layout) => {
                let is_wall = |cell: usize| !layout.value("wall", cell).is_empty();
                draft.wall = (0..cells).map(is_wall).collect();
            }
            None => draft.raise_walls(wish.symmetry.or_half(), chance, limits)?,
        }
        let inside = (0..cells).filter(|&cell| !draft.wall[cell]);
        let longest = inside.flat_map(|cell| draft.runs(cell)).map(|run| run.len()).max();
        match (longest, wish.layout) {
            (Some(10..), Some(_)) => {
                let message = "a run of more than nine cells has no different digits";
                return Err(GenerateError::Board(message.to_string()));
            }
            (None | Some(10..), _) => return Ok(None),
            _ => {}
        }
        for cell in 0..cells {
            if !draft.wall[cell] {
                let Some(digit) = draft.another(cell, chance) else { return Ok(None) };
                draft.digit[cell] = digit;
            }
        }
        Ok(Some(draft))
    }

    /// Walls at random, as long as every run has two cells or more and all cells hold together.
    fn raise_walls(
        &mut self,
        symmetry: Symmetry,
        chance: &mut StdRng,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let (board, cells, draft) = (self.board, self.board.cells(), self);
        for _ in 0..16 * cells {
            limits.check()?;
            let cell = chance.random_range(0..cells);
            let before = draft.wall.clone();
            symmetry.images(board, Site::Cell, cell).iter().for_each(|&at| draft.wall[at] = true);
            let walls = draft.wall.iter().filter(|&&is| is).count();
            // A line that ends as a single cell is closed up.
            let short: Vec<usize> = (0..cells)
                .filter(|&cell| {
                    !draft.wall[cell] && draft.runs(cell).iter().any(|run| run.len() < 2)
                })
                .collect();
            let sound = short.is_empty()
                && 20 * walls <= 9 * cells
                && holds_together(board, |cell| !draft.wall[cell]);
            if !sound {
                draft.wall = before;
            }
        }
        Ok(())
    }

    /// The run of a cell along its row and the one along its column.
    fn runs(&self, cell: usize) -> [Vec<usize>; 2] {
        [(Side::Left, Side::Right), (Side::Up, Side::Down)].map(|(back, forth)| {
            let reach = |side| self.board.ray(cell, side).take_while(|&cell| !self.wall[cell]);
            let mut run: Vec<usize> = reach(back).collect();
            run.push(cell);
            run.extend(reach(forth));
            run.sort_unstable();
            run
        })
    }

    /// All runs with their sums.
    pub(super) fn all_runs(&self) -> Vec<Run> {
        let cells = (0..self.board.cells()).filter(|&cell| !self.wall[cell]);
        let first =
            cells.flat_map(|cell| self.runs(cell).into_iter().filter(move |run| run[0] == cell));
        let sum = |cells: &[usize]| cells.iter().map(|&cell| self.digit[cell]).sum();
        first.map(|cells| Run { sum: sum(&cells), cells }).collect()
    }

    /// Another digit that fits its runs, often a small or a large one, which leave less choice.
    fn another(&self, cell: usize, chance: &mut StdRng) -> Option<i32> {
        let taken: Vec<i32> =
            self.runs(cell).iter().flatten().map(|&cell| self.digit[cell]).collect();
        let free: Vec<i32> = (1..=9).filter(|digit| !taken.contains(digit)).collect();
        let extreme: Vec<i32> =
            free.iter().copied().filter(|digit| matches!(digit, 1..=3 | 7..=9)).collect();
        let chosen = if chance.random_bool(0.7) { pick(&extreme, chance) } else { None };
        chosen.or_else(|| pick(&free, chance))
    }
}

impl Draft for Kakuro {
    fn puzzle(&self) -> Puzzle {
        let board = self.board;
        let mut puzzle = Puzzle::new("kakuro", board);
        for cell in 0..board.cells() {
            if self.wall[cell] {
                puzzle.layer_mut("wall", Site::Cell).values[cell] = Value::Number(1);
                continue;
            }
            let sides = [
                (Side::Left, "across", "left", Site::Row, board.place(cell).0),
                (Side::Up, "down", "top", Site::Column, board.place(cell).1),
            ];
            for (run, (side, on_wall, outside, site, line)) in self.runs(cell).iter().zip(sides) {
                if run[0] != cell {
                    continue;
                }
                let sum = Value::Number(run.iter().map(|&cell| self.digit[cell]).sum());
                match board.beside(cell, side) {
                    Some(before) => puzzle.layer_mut(on_wall, Site::Cell).values[before] = sum,
                    None => puzzle.layer_mut(outside, site).values[line] = sum,
                }
            }
        }
        puzzle
    }

    fn loose(&self, others: usize) -> Option<Vec<usize>> {
        let (cells, runs) = (self.board.cells(), self.all_runs());
        if self.easy {
            return Some(untold(cells, &runs));
        }
        let found = solutions(cells, &runs, others + 1)?;
        let differs = |&cell: &usize| found.iter().any(|other| other[cell] != self.digit[cell]);
        Some((0..self.board.cells()).filter(differs).collect())
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        if self.wall[cell] {
            return None;
        }
        let mut changed = self.clone();
        changed.digit[cell] = self.another(cell, chance)?;
        Some(Box::new(changed))
    }
}
