//! Taking clues away, group by group, as long as the puzzle stays what it should be.

use super::Request;
use crate::deduce::{Colour, deduce_within};
use crate::named::{NamedRules, Rule};
use crate::probe::difficulty_within;
use crate::{Cell, Colouring, Puzzle};
use std::collections::HashSet;
use zugwerk_logic::{Answer, Bit, Limits, Stop};
use zugwerk_puzzle::{Difficulty, Site, Symmetry};

/// Conflicts that showing a group to be needless may cost, unless no needless one may stay.
const MOST_CONFLICTS: u64 = 200;

/// A puzzle with clues to spare. Clues that are images of each other form a group, which its first
/// cell stands for.
pub struct Strip<'a> {
    pub full: &'a Puzzle,
    pub solution: &'a Colouring,
    pub symmetry: Symmetry,
    pub limits: &'a Limits,
}

impl Strip<'_> {
    /// Takes groups of clues away in the given order. None when even all clues leave several
    /// solutions, or more reasoning is needed than wanted.
    pub fn run(
        &self,
        groups: Vec<Cell>,
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
            None => {
                let patience = if request.minimal { u64::MAX } else { MOST_CONFLICTS };
                self.by_solver(groups, patience, progress)
            }
            Some(most) => self.by_reasoning(groups, most, progress),
        }
    }

    fn members(&self, group: Cell) -> Vec<Cell> {
        self.symmetry.images(self.full.board(), Site::Cell, group)
    }

    /// The puzzle stays solvable by the given kind of reasoning: first by the plainest, which is
    /// fast, then by what else is allowed.
    fn by_reasoning(
        &self,
        mut groups: Vec<Cell>,
        most: Difficulty,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Puzzle>, Stop> {
        let mut puzzle = self.full.clone();
        let mut clues = puzzle.clues().count();
        if !self.solved_within(&puzzle, Difficulty::Easy)? {
            return Ok(None);
        }
        for allowed in Difficulty::ALL.into_iter().filter(|&d| d <= most) {
            for at in (0..groups.len()).rev() {
                if let Some(stop) = self.limits.reached() {
                    return Err(stop);
                }
                progress(clues, at);
                let group = self.members(groups[at]);
                group.iter().for_each(|&cell| puzzle.set_clue(cell, None));
                if self.solved_within(&puzzle, allowed)? {
                    groups.remove(at);
                    clues -= group.len();
                } else {
                    group.iter().for_each(|&cell| puzzle.set_clue(cell, self.full.clue(cell)));
                }
            }
        }
        Ok(Some(puzzle))
    }

    /// The puzzle keeps its only solution: the solver, told to find another one, answers no, and
    /// tells which clues it needed for that. All others go at once. A group stays also where `patience`
    /// conflicts do not show that it can go.
    fn by_solver(
        &self,
        mut open: Vec<Cell>,
        patience: u64,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Puzzle>, Stop> {
        let mut rules = NamedRules::new(self.full, self.limits)?;
        rules.exclude(self.solution);
        let switches = |rules: &NamedRules, group: Cell| -> Vec<Bit> {
            let both = |&cell: &Cell| [Rule::Clue(cell), Rule::Number(cell)];
            self.members(group).iter().flat_map(both).map(|rule| rules.switch(rule)).collect()
        };
        let mut needed: Vec<Cell> = Vec::new();
        let mut tried: Option<Cell> = None;
        loop {
            let basic = [Rule::Touch, Rule::Connected].map(|rule| rules.switch(rule));
            let kept = needed.iter().chain(&open).flat_map(|&group| switches(&rules, group));
            let assumptions: Vec<Bit> = basic.into_iter().chain(kept).collect();
            let limits = match tried {
                None => self.limits.clone(),
                Some(_) => self.limits.clone().with_conflicts(patience),
            };
            match (rules.solver.solve(&assumptions, &limits), tried) {
                (Answer::Unknown(Stop::Conflicts), Some(group)) => needed.push(group),
                (Answer::Unknown(stop), _) => return Err(stop),
                (Answer::Yes(_), None) => return Ok(None),
                (Answer::Yes(_), Some(group)) => needed.push(group),
                (Answer::No(core), _) => {
                    let core: HashSet<Bit> = core.into_iter().collect();
                    open.retain(|&group| switches(&rules, group).iter().any(|s| core.contains(s)));
                }
            }
            let clues = needed.iter().chain(&open).map(|&group| self.members(group).len()).sum();
            progress(clues, open.len());
            tried = open.pop();
            if tried.is_none() {
                break;
            }
        }
        let mut puzzle = self.full.clone();
        (0..puzzle.cells()).for_each(|cell| puzzle.set_clue(cell, None));
        for cell in needed.into_iter().flat_map(|group| self.members(group)) {
            puzzle.set_clue(cell, self.full.clue(cell));
        }
        Ok(Some(puzzle))
    }

    /// Whether this kind of reasoning fills the board.
    fn solved_within(&self, puzzle: &Puzzle, most: Difficulty) -> Result<bool, Stop> {
        Ok(match most {
            Difficulty::Easy => deduce_within(puzzle, self.limits)?
                .is_ok_and(|colours| !colours.contains(&Colour::Open)),
            _ => difficulty_within(puzzle, self.limits)? <= most,
        })
    }
}
