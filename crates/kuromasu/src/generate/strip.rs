//! Taking clues away, group by group, as long as the puzzle stays what it should be.

use super::Request;
use crate::deduce::{Colour, deduce};
use crate::named::{NamedRules, Rule};
use crate::probe::{Difficulty, difficulty};
use crate::{Cell, Colouring, Puzzle};
use zugwerk_logic::{Answer, Bit, Limits, Stop};

/// A puzzle with clues to spare.
pub struct Strip<'a> {
    pub full: &'a Puzzle,
    pub solution: &'a Colouring,
    pub limits: &'a Limits,
}

impl Strip<'_> {
    /// Takes groups of clues away in the given order. None when even all clues leave several
    /// solutions, or more reasoning is needed than wanted.
    pub fn run(
        &self,
        orbits: Vec<Vec<Cell>>,
        request: &Request,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Puzzle>, Stop> {
        let by_reasoning = match request.difficulty {
            _ if request.minimal => None,
            Some(Difficulty::Hard) => None,
            Some(Difficulty::Medium) => Some(Difficulty::Medium),
            Some(Difficulty::Easy) | None => Some(Difficulty::Easy),
        };
        match by_reasoning {
            None => self.by_solver(orbits, progress),
            Some(most) => self.by_reasoning(orbits, most, progress),
        }
    }

    /// The puzzle stays solvable by the given kind of reasoning: first by the plainest, which is
    /// fast, then by what else is allowed.
    fn by_reasoning(
        &self,
        mut orbits: Vec<Vec<Cell>>,
        most: Difficulty,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Puzzle>, Stop> {
        let mut puzzle = self.full.clone();
        if !solved_within(&puzzle, Difficulty::Easy) {
            return Ok(None);
        }
        for allowed in Difficulty::ALL.into_iter().filter(|&d| d <= most) {
            for at in (0..orbits.len()).rev() {
                if let Some(stop) = self.limits.reached() {
                    return Err(stop);
                }
                progress(orbits.iter().map(Vec::len).sum(), at);
                orbits[at].iter().for_each(|&cell| puzzle.set_clue(cell, None));
                if solved_within(&puzzle, allowed) {
                    orbits.remove(at);
                } else {
                    orbits[at].iter().for_each(|&c| puzzle.set_clue(c, self.full.clue(c)));
                }
            }
        }
        Ok(Some(puzzle))
    }

    /// The puzzle keeps its only solution: the solver, told to find another one, answers no, and
    /// tells which clues it needed for that. All others go at once.
    fn by_solver(
        &self,
        orbits: Vec<Vec<Cell>>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Puzzle>, Stop> {
        let mut rules = NamedRules::new(self.full);
        rules.exclude(self.solution);
        let switches = |rules: &NamedRules, orbit: &[Cell]| -> Vec<Bit> {
            let both = |&cell: &Cell| [Rule::Clue(cell), Rule::Number(cell)];
            orbit.iter().flat_map(both).map(|rule| rules.switch(rule)).collect()
        };
        let mut needed: Vec<Vec<Cell>> = Vec::new();
        let mut open = orbits;
        let mut tried: Option<Vec<Cell>> = None;
        loop {
            let basic = [Rule::Touch, Rule::Connected].map(|rule| rules.switch(rule));
            let kept = needed.iter().chain(&open).flat_map(|orbit| switches(&rules, orbit));
            let assumptions: Vec<Bit> = basic.into_iter().chain(kept).collect();
            match rules.solver.solve(&assumptions, self.limits) {
                Answer::Unknown(stop) => return Err(stop),
                Answer::Yes(_) => match tried {
                    None => return Ok(None),
                    Some(orbit) => needed.push(orbit),
                },
                Answer::No(core) => {
                    open.retain(|orbit| switches(&rules, orbit).iter().any(|s| core.contains(s)));
                }
            }
            let clues = needed.iter().chain(&open).map(Vec::len).sum();
            progress(clues, open.len());
            tried = open.pop();
            if tried.is_none() {
                break;
            }
        }
        let mut puzzle = self.full.clone();
        (0..puzzle.cells()).for_each(|cell| puzzle.set_clue(cell, None));
        for &cell in needed.iter().flatten() {
            puzzle.set_clue(cell, self.full.clue(cell));
        }
        Ok(Some(puzzle))
    }
}

/// Whether this kind of reasoning fills the board.
fn solved_within(puzzle: &Puzzle, most: Difficulty) -> bool {
    match most {
        Difficulty::Easy => deduce(puzzle).is_ok_and(|colours| !colours.contains(&Colour::Open)),
        _ => difficulty(puzzle) <= most,
    }
}
