//! Moves in the order in which a search should try them.

use crate::{Game, Score};
use std::ops::Range;

/// A move, how promising it looks, and its place in the game's own list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub score: Score,
    pub number: u16,
    pub chosen: M,
}

/// The moves of all positions on the current line, in one allocation that grows and shrinks with it.
pub(crate) struct Buffer<M> {
    listed: Vec<M>,
    candidates: Vec<Candidate<M>>,
}

/// How many moves are searched for one by one.
const LAZY: usize = 4;

impl<M> Default for Buffer<M> {
    fn default() -> Buffer<M> {
        Buffer { listed: Vec::new(), candidates: Vec::new() }
    }
}

impl<M: Copy> Buffer<M> {
    /// Adds the moves of `state`; `score` gets each move's place in the game's list and the move.
    pub fn fill<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        score: impl FnMut(usize, M) -> Score,
    ) -> Range<usize> {
        self.fill_with(|moves| game.moves(state, moves), score)
    }

    /// Adds the moves that `list` appends.
    pub fn fill_with(
        &mut self,
        list: impl FnOnce(&mut Vec<M>),
        mut score: impl FnMut(usize, M) -> Score,
    ) -> Range<usize> {
        self.listed.clear();
        list(&mut self.listed);
        let first = self.candidates.len();
        self.candidates.extend(self.listed.iter().enumerate().map(|(number, &chosen)| Candidate {
            score: score(number, chosen),
            number: number.min(u16::MAX as usize) as u16,
            chosen,
        }));
        first..self.candidates.len()
    }

    /// Moves the most promising of the moves `index..list.end` to `index` and returns it. The moves
    /// before must have been picked one by one.
    pub fn pick(&mut self, index: usize, list: &Range<usize>) -> Candidate<M> {
        // A cutoff mostly comes with the first moves or not at all: search for those one by one, and
        // sort the rest only when it is needed.
        match index - list.start {
            ..LAZY => {
                let mut best = index;
                for other in index + 1..list.end {
                    if self.candidates[other].score > self.candidates[best].score {
                        best = other;
                    }
                }
                self.candidates.swap(index, best);
            }
            LAZY => self.candidates[index..list.end]
                .sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.score)),
            _ => {}
        }
        self.candidates[index]
    }

    /// The move at `index`.
    pub fn at(&self, index: usize) -> M {
        self.candidates[index].chosen
    }

    /// Gives the place of a list back, which must be the last one filled.
    pub fn release(&mut self, list: Range<usize>) {
        self.candidates.truncate(list.start);
    }
}
