//! Hashi: from an island to the next, bridge by bridge.

use super::{Draft, near, pick};
use crate::{Board, Puzzle, Side, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// Islands and bridges.
#[derive(Clone)]
pub struct Hashi {
    board: Board,
    island: Vec<bool>,
    /// From island to island, the left or upper one first, with the number of bridges.
    bridges: Vec<(usize, usize, i32)>,
}

impl Hashi {
    /// Islands that are built one from the other.
    pub fn first(board: Board, chance: &mut StdRng) -> Option<Hashi> {
        let mut draft = Hashi { board, island: vec![false; board.cells()], bridges: Vec::new() };
        draft.island[chance.random_range(0..board.cells())] = true;
        let wanted = (board.cells() / 5).max(2);
        for _ in 0..30 * board.cells() {
            let islands: Vec<usize> = draft.islands().collect();
            if islands.len() >= wanted {
                break;
            }
            let from = pick(&islands, chance)?;
            let side = pick(&Side::ALL, chance)?;
            let length = chance.random_range(2..=5);
            let way: Vec<usize> = board.ray(from, side).take(length).collect();
            if way.len() == length {
                draft.build(from, &way, chance);
            }
        }
        (draft.bridges.len() > 1).then_some(draft)
    }

    fn islands(&self) -> impl Iterator<Item = usize> {
        (0..self.board.cells()).filter(|&cell| self.island[cell])
    }

    /// The cells between two islands in one line.
    fn between(&self, a: usize, b: usize) -> Vec<usize> {
        let side =
            if self.board.place(a).0 == self.board.place(b).0 { Side::Right } else { Side::Down };
        self.board.ray(a.min(b), side).take_while(|&cell| cell != a.max(b)).collect()
    }

    fn is_crossed(&self, cell: usize) -> bool {
        self.bridges.iter().any(|&(a, b, _)| self.between(a, b).contains(&cell))
    }

    /// Builds a bridge along a way, with an island at its end if there is none.
    fn build(&mut self, from: usize, way: &[usize], chance: &mut StdRng) -> bool {
        let Some((&to, inner)) = way.split_last() else { return false };
        let is_free = |cell: usize| !self.island[cell] && !self.is_crossed(cell);
        let lonely = || !self.board.neighbours(to).any(|next| self.island[next]);
        let known = self.bridges.iter().any(|b| (b.0, b.1) == (from.min(to), from.max(to)));
        let fits = inner.iter().all(|&cell| is_free(cell))
            && !known
            && (self.island[to] || (is_free(to) && lonely()));
        if fits {
            self.island[to] = true;
            self.bridges.push((from.min(to), from.max(to), chance.random_range(1..=2)));
        }
        fits
    }
}

impl Draft for Hashi {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new("hashi", self.board);
        puzzle.parameters.insert("bridges".to_string(), 2);
        let layer = puzzle.layer_mut("clue", Site::Cell);
        for island in self.islands() {
            let mine =
                self.bridges.iter().filter(|bridge| bridge.0 == island || bridge.1 == island);
            layer.values[island] = Value::Number(mine.map(|bridge| bridge.2).sum());
        }
        puzzle
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let cell = near(self.board, cells, chance);
        let mut changed = self.clone();
        let touching = |&at: &usize| {
            let (a, b, _) = self.bridges[at];
            a == cell || b == cell || self.between(a, b).contains(&cell)
        };
        let bridges: Vec<usize> = (0..self.bridges.len()).filter(touching).collect();
        match chance.random_range(0..4) {
            0 | 1 => {
                let bridge = pick(&bridges, chance)?;
                changed.bridges[bridge].2 = 3 - changed.bridges[bridge].2;
            }
            2 => {
                // An island in the middle of a long bridge.
                let bridge = pick(&bridges, chance)?;
                let (a, b, count) = changed.bridges[bridge];
                let inner = self.between(a, b);
                let lonely = |&&cell: &&usize| {
                    cell != a && !self.board.neighbours(cell).any(|next| self.island[next])
                };
                let middles: Vec<usize> = inner.iter().filter(lonely).copied().collect();
                let middle = pick(&middles, chance)?;
                changed.island[middle] = true;
                changed.bridges[bridge] = (a, middle, count);
                changed.bridges.push((middle, b, chance.random_range(1..=2)));
            }
            _ => {
                // One more bridge between islands that see each other.
                let islands: Vec<usize> =
                    self.islands().filter(|island| cells.contains(island)).collect();
                let from = pick(&islands, chance)?;
                let side = pick(&Side::ALL, chance)?;
                let mut way: Vec<usize> = Vec::new();
                for step in self.board.ray(from, side) {
                    way.push(step);
                    if self.island[step] {
                        break;
                    }
                }
                let ends_there = way.last().is_some_and(|&end| self.island[end]);
                if !ends_there || !changed.build(from, &way, chance) {
                    return None;
                }
            }
        }
        Some(Box::new(changed))
    }
}
