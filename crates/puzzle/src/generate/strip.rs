//! Takes clues away while the solution stays the only one, and easy to find where that is wanted.
//!
//! The laws are put on the board once, with all clues. Each clue switches the instances of laws on that speak of it, so that
//! taking it away needs nothing new.

use super::{Difficulty, GenerateError, Spot, Wish, is_at_most};
use crate::explain::{Explainer, Trace};
use crate::ground::ground;
use crate::kind::Kind;
use crate::place::Place;
use crate::solve::Search;
use crate::statement::{Instance, Question};
use crate::{Answer, Puzzle, Value};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::{BTreeSet, HashMap, HashSet};
use zugwerk_logic::{Answer as Found, Bit, Limits, Solver, Stop};

/// The clues of a puzzle, some of them taken away.
struct Clues {
    /// Clues that go together.
    groups: Vec<Vec<Spot>>,
    /// By instance of a law: the group it needs; none for a law that always holds.
    needs: Vec<Option<usize>>,
    kept: Vec<bool>,
}

/// The puzzle with fewer clues; none where even all of them leave several solutions, or one that is too hard to find.
pub fn strip(
    kind: &Kind,
    full: &Puzzle,
    answer: &Answer,
    spots: Vec<Spot>,
    wish: &Wish<'_>,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Puzzle>, GenerateError> {
    let grounded = ground(kind.book(), full, None, true, limits)?;
    let instances = grounded.statement.instances().to_vec();
    let mut clues = Clues::new(kind, full, &instances, spots, wish, chance, limits)?;
    let is_easy = wish.difficulty == Some(Difficulty::Easy);
    if is_easy {
        let mut explainer = Explainer::new(kind, full, None, limits)?;
        if !clues.strip_easy(full, &mut explainer, limits)? {
            return Ok(None);
        }
    } else {
        let mut differs = Vec::new();
        for unknown in &grounded.unknown {
            for (at, number) in unknown.numbers.iter().enumerate() {
                let Some(value) = answer.number(&unknown.name, at) else { continue };
                differs.extend(number.telling(value).into_iter().map(|bit| !bit));
            }
        }
        let mut question = grounded.statement.into_question(Solver::default());
        question.solver.add(&differs);
        if !clues.strip_unique(full, &mut question, limits)? {
            return Ok(None);
        }
        if let Some(wanted) = wish.difficulty {
            clues.ease(kind, full, wanted, limits)?;
        }
    }
    let puzzle = clues.puzzle(full, None);
    // What was found with all clues on the board is proved again for the puzzle itself.
    let mut search = Search::new(kind, &puzzle, None, false, limits)?;
    let settled = search.loose(1, limits)?;
    Ok(settled.is_some_and(|(found, loose)| loose.is_empty() && found == *answer).then_some(puzzle))
}

impl Clues {
    fn new(
        kind: &Kind,
        full: &Puzzle,
        instances: &[Instance],
        mut spots: Vec<Spot>,
        wish: &Wish<'_>,
        chance: &mut StdRng,
        limits: &Limits,
    ) -> Result<Clues, GenerateError> {
        spots.shuffle(chance);
        let mut group_of: HashMap<Spot, usize> = HashMap::new();
        let mut groups: Vec<Vec<Spot>> = Vec::new();
        for (name, at) in spots {
            if group_of.contains_key(&(name.clone(), at)) {
                continue;
            }
            let Some(layer) = full.given.get(&name) else { continue };
            let together = wish.symmetry.images(wish.board, layer.site, at);
            let group: Vec<Spot> = together
                .into_iter()
                .filter(|&at| !layer.values[at].is_empty())
                .map(|at| (name.clone(), at))
                .collect();
            group_of.extend(group.iter().map(|spot| (spot.clone(), groups.len())));
            groups.push(group);
        }
        // A law that says nothing about a place without its clue belongs to the clue. One place of every value tells.
        let mut needs = vec![None; instances.len()];
        let names: BTreeSet<String> = groups.iter().flatten().map(|spot| spot.0.clone()).collect();
        for name in names {
            let Some(layer) = full.given.get(&name) else { continue };
            let site = layer.site;
            let mut told: Vec<usize> = Vec::new();
            for (at, value) in layer.values.iter().enumerate().filter(|(_, v)| !v.is_empty()) {
                if told.iter().all(|&other| layer.values[other] != *value) {
                    told.push(at);
                }
            }
            let mut without = full.clone();
            let slots = without.layer_mut(&name, site);
            told.iter().for_each(|&at| slots.values[at] = Value::Empty);
            let grounded = ground(kind.book(), &without, None, true, limits)?;
            let first = |instance: &Instance| Some((instance.law, *instance.places.first()?));
            let left: HashSet<(usize, Place)> =
                grounded.statement.instances().iter().filter_map(first).collect();
            let laws: HashSet<usize> = instances
                .iter()
                .filter_map(first)
                .filter(|(_, place)| place.0 == site && told.contains(&place.1))
                .filter(|found| !left.contains(found))
                .map(|found| found.0)
                .collect();
            for (at, instance) in instances.iter().enumerate() {
                if let Some(&(of, place)) = instance.places.first()
                    && of == site
                    && laws.contains(&instance.law)
                {
                    needs[at] = group_of.get(&(name.clone(), place)).copied();
                }
            }
        }
        let kept = vec![true; groups.len()];
        Ok(Clues { groups, needs, kept })
    }

    /// The puzzle with the clues that are kept, and without one group more.
    fn puzzle(&self, full: &Puzzle, less: Option<usize>) -> Puzzle {
        let mut puzzle = full.clone();
        for (at, group) in self.groups.iter().enumerate() {
            if self.kept[at] && Some(at) != less {
                continue;
            }
            for (name, at) in group {
                if let Some(layer) = puzzle.given.get_mut(name) {
                    layer.values[*at] = Value::Empty;
                }
            }
        }
        puzzle
    }

    /// Whether a group may go at all. In Fillomino the numbers reach as far as the largest clue and the largest part without
    /// clues: that must stay as it is with all clues.
    fn may_go(&self, full: &Puzzle, group: usize) -> bool {
        if full.kind != "fillomino" {
            return true;
        }
        let puzzle = self.puzzle(full, Some(group));
        let clue = |cell: usize| puzzle.number("clue", cell);
        let cells = full.board.cells();
        let largest =
            |puzzle: &Puzzle| (0..cells).filter_map(|cell| puzzle.number("clue", cell)).max();
        let most = largest(full).unwrap_or(1);
        let fits = |cell: usize| {
            let part = super::draft::part(full.board, cell, |cell| clue(cell).is_none());
            part.len() as i32 <= most
        };
        largest(&puzzle) == Some(most) && self.groups[group].iter().all(|spot| fits(spot.1))
    }

    /// Takes away whatever the proof of uniqueness can do without.
    fn strip_unique(
        &mut self,
        full: &Puzzle,
        question: &mut Question,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let switches: Vec<(Bit, Option<usize>)> = question
            .instances
            .iter()
            .zip(&self.needs)
            .map(|(instance, &need)| (instance.switch, need))
            .collect();
        let mut prove = |kept: &[bool],
                         less: Option<usize>|
         -> Result<Option<HashSet<usize>>, Stop> {
            let is_on = |need: Option<usize>| need.is_none_or(|at| kept[at] && Some(at) != less);
            let assumed: Vec<Bit> = switches
                .iter()
                .filter(|(_, need)| is_on(*need))
                .map(|(switch, _)| *switch)
                .collect();
            match question.solver.solve(&assumed, limits) {
                Found::Unknown(stop) => Err(stop),
                Found::Yes(_) => Ok(None),
                Found::No(core) => {
                    let core: HashSet<usize> = core.iter().map(|bit| bit.index()).collect();
                    let needed =
                        switches.iter().filter(|(switch, _)| core.contains(&switch.index()));
                    Ok(Some(needed.filter_map(|(_, need)| *need).collect()))
                }
            }
        };
        let Some(mut needed) = prove(&self.kept, None)? else { return Ok(false) };
        for group in 0..self.groups.len() {
            limits.check()?;
            if !self.may_go(full, group) {
                continue;
            }
            if !needed.contains(&group) {
                self.kept[group] = false;
                continue;
            }
            if let Some(fewer) = prove(&self.kept, Some(group))? {
                self.kept[group] = false;
                needed = fewer;
            }
        }
        Ok(true)
    }

    /// Gives clues back until the puzzle is no harder than wanted: those that went last first, and only as many as it takes,
    /// found by halving, since more clues hardly ever make a puzzle harder.
    fn ease(
        &mut self,
        kind: &Kind,
        full: &Puzzle,
        wanted: Difficulty,
        limits: &Limits,
    ) -> Result<(), GenerateError> {
        let gone: Vec<usize> = (0..self.kept.len()).filter(|&group| !self.kept[group]).collect();
        let (mut fits, mut too_hard) = (0, gone.len() + 1);
        let mut left = gone.len();
        while wanted < Difficulty::Hard && too_hard - fits > 1 {
            for (rank, &group) in gone.iter().enumerate() {
                self.kept[group] = rank >= left;
            }
            match is_at_most(kind, &self.puzzle(full, None), wanted, limits)? {
                true => fits = left,
                false => too_hard = left,
            }
            left = fits.midpoint(too_hard);
        }
        for (rank, &group) in gone.iter().enumerate() {
            self.kept[group] = rank >= left;
        }
        Ok(())
    }

    /// Takes away whatever single laws can do without.
    fn strip_easy(
        &mut self,
        full: &Puzzle,
        explainer: &mut Explainer<'_>,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let mut trace = explainer.closure(|_| true, &[], limits)?;
        if !trace.solved {
            return Ok(false);
        }
        let mut used = self.used(&trace);
        for group in 0..self.groups.len() {
            limits.check()?;
            if !self.may_go(full, group) {
                continue;
            }
            if !used.contains(&group) {
                self.kept[group] = false;
                continue;
            }
            self.kept[group] = false;
            // Up to where the group is first used, everything stays as it is.
            let uses = |step: &(Vec<usize>, Vec<Bit>)| {
                step.0.iter().any(|&instance| self.needs[instance] == Some(group))
            };
            let same = trace.steps.iter().position(uses).unwrap_or(trace.steps.len());
            let active = |instance: usize| self.needs[instance].is_none_or(|at| self.kept[at]);
            let again = explainer.closure(active, &trace.steps[..same], limits)?;
            if again.solved {
                trace = again;
                used = self.used(&trace);
            } else {
                self.kept[group] = true;
            }
        }
        Ok(true)
    }

    /// The groups that a trace rests on.
    fn used(&self, trace: &Trace) -> HashSet<usize> {
        let instances = trace.steps.iter().flat_map(|step| &step.0);
        instances.filter_map(|&instance| self.needs[instance]).collect()
    }
}
