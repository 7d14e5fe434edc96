//! Dominosa: a random way to lay the dominoes, and numbers on them.

use super::{Draft, near};
use crate::{Board, Puzzle, Side, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Dominoes with the numbers of their two cells.
#[derive(Clone)]
pub struct Dominoes {
    board: Board,
    dominoes: Vec<[usize; 2]>,
    numbers: Vec<[i32; 2]>,
}

impl Dominoes {
    /// A random way to lay a whole set.
    pub fn first(board: Board, chance: &mut StdRng) -> Result<Option<Dominoes>, String> {
        let most = (0i32..100).find(|n| ((n + 1) * (n + 2)) as usize >= board.cells()).unwrap_or(0);
        if ((most + 1) * (most + 2)) as usize != board.cells() {
            return Err(format!(
                "no set of dominoes fills {}x{}; (n + 1)(n + 2) cells are expected, such as 8x7 or 10x9",
                board.width, board.height
            ));
        }
        let mut other = vec![0; board.cells()];
        for cell in 0..board.cells() {
            let (row, column) = board.place(cell);
            // Bricks along the even side.
            let (along, side) = if board.width.is_multiple_of(2) {
                (column, Side::Right)
            } else {
                (row, Side::Down)
            };
            if along % 2 == 0 {
                let Some(next) = board.beside(cell, side) else { return Ok(None) };
                other[cell] = next;
                other[next] = cell;
            }
        }
        // Two dominoes side by side can be turned.
        for _ in 0..60 * board.cells() {
            let a = chance.random_range(0..board.cells());
            let side = if chance.random_bool(0.5) { Side::Right } else { Side::Down };
            let Some(b) = board.beside(a, side) else { continue };
            let (c, d) = (other[a], other[b]);
            if c != b && board.neighbours(c).any(|next| next == d) {
                (other[a], other[b], other[c], other[d]) = (b, a, d, c);
            }
        }
        let dominoes: Vec<[usize; 2]> =
            (0..board.cells()).filter(|&a| a < other[a]).map(|a| [a, other[a]]).collect();
        let mut numbers: Vec<[i32; 2]> =
            (0..=most).flat_map(|x| (x..=most).map(move |y| [x, y])).collect();
        numbers.shuffle(chance);
        for pair in &mut numbers {
            pair.shuffle(chance);
        }
        Ok(Some(Dominoes { board, dominoes, numbers }))
    }
}

impl Draft for Dominoes {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("dominosa", self.board);
        let layer = puzzle.layer_mut("number", Site::Cell);
        for (domino, numbers) in self.dominoes.iter().zip(&self.numbers) {
            for (&cell, &number) in domino.iter().zip(numbers) {
                layer.values[cell] = Value::Number(number);
            }
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        let mine = self.dominoes.iter().position(|domino| domino.contains(&cell))?;
        let other = chance.random_range(0..self.dominoes.len());
        changed.numbers.swap(mine, other);
        for at in [mine, other] {
            if chance.random_bool(0.5) {
                changed.numbers[at].reverse();
            }
        }
        Some(Box::new(changed))
    }
}
