//! Colours that contradict several rules together, and the few rules and known cells that show it.
//!
//! The shortest chain of single rules goes first, since what it shows makes others shorter; then chains with
//! others in them. Where there are none the solver is asked, at first with little patience and cell by cell,
//! those with much known around them before the others: what it refutes soon is what a person may follow.

use super::{Explainer, Step, Technique, step};
use crate::Cell;
use crate::deduce::{Colour, Deduction};
use crate::encode::unconstrained_cells;
use crate::named::{NamedRules, Rule, distance};
use crate::probe::Chain;
use std::cmp::Reverse;
use std::collections::HashSet;
use zugwerk_logic::{Answer, Bit, Limits, Stop};

/// Conflicts that refuting a cell may cost, and how many cells are tried at that cost; one after
/// the other until some cell is refuted.
const CONFLICT_BUDGETS: [(u64, usize); 4] =
    [(20, usize::MAX), (300, 40), (5000, 5), (u64::MAX, usize::MAX)];
/// How many colours that a search refutes are enough to choose from.
const ENOUGH: usize = 4;
/// How many chains with others in them are enough to choose from.
const DEEP: usize = 3;
/// Conflicts that showing a rule or a known cell to be needless may cost.
const DOUBT: u64 = 5;
/// The distance, in rows and columns, within which something that was just found may matter.
const NEAR: usize = 3;

/// Cells to look at first for a chain: those that had one when they were last looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Promising {
    plain: Vec<Cell>,
    deep: Vec<Cell>,
    /// By cell: whether it had no chain with others in it then.
    hopeless: Vec<bool>,
    /// What was known then.
    colours: Vec<Colour>,
}

/// A colour that a search refuted, and the rules that it used.
struct Refuted {
    cell: Cell,
    colour: Colour,
    rules: Vec<Rule>,
    /// The known cells that it used.
    facts: Vec<Cell>,
}

impl Explainer<'_> {
    /// A colour that contradicts several rules together.
    pub(super) fn refutation(&mut self, limits: &Limits) -> Result<Option<Step>, Stop> {
        let mut in_doubt = self.in_doubt();
        let Ok(deduction) = Deduction::from_colours(self.puzzle, &self.colours) else {
            return self.search(in_doubt, limits);
        };
        let before = std::mem::take(&mut self.promising);
        let Promising { mut plain, mut deep, mut hopeless, colours } = before;
        hopeless.resize(self.puzzle.cells(), false);
        for cell in self.near_news(&colours) {
            hopeless[cell] = false;
            plain.push(cell);
        }
        plain.retain(|cell| in_doubt.binary_search(cell).is_ok());
        plain.sort_unstable();
        plain.dedup();
        deep.retain(|cell| in_doubt.binary_search(cell).is_ok());
        let mut chains = self.chains(&deduction, &plain, limits)?;
        if chains.is_empty() {
            chains = self.chains(&deduction, &in_doubt, limits)?;
        }
        let mut technique = Technique::Contradiction;
        let others = |chains: &[Chain]| -> Vec<Cell> {
            chains.iter().skip(1).map(|chain| chain.supposed.0).collect()
        };
        plain = others(&chains);
        if chains.is_empty() {
            technique = Technique::Search;
            in_doubt.sort_by_cached_key(|&cell| self.open_around(cell));
            deep.extend(&in_doubt);
            chains = self.deep_chains(&deduction, &deep, &mut hopeless, limits)?;
            deep = others(&chains);
        }
        self.promising = Promising { plain, deep, hopeless, colours: self.colours.clone() };
        match chains.into_iter().next() {
            None => self.search(in_doubt, limits),
            Some(chain) => {
                let (cell, colour) = chain.supposed;
                let (rules, facts) = (chain.rules.clone(), chain.facts.clone());
                let step = step(technique, vec![(cell, colour.other())], rules, facts);
                Ok(step.map(|step| Step { chain: Some(chain), ..step }))
            }
        }
    }

    /// Chains that refute the wrong colours of these cells, the shortest first.
    fn chains(
        &self,
        deduction: &Deduction<'_>,
        cells: &[Cell],
        limits: &Limits,
    ) -> Result<Vec<Chain>, Stop> {
        let Some(solution) = &self.solution else { return Ok(Vec::new()) };
        let mut chains = Vec::new();
        for &cell in cells {
            limits.check()?;
            chains.extend(deduction.refutation(cell, solution[cell].other()));
        }
        chains.sort_by_cached_key(length);
        Ok(chains)
    }

    /// A few such chains with others in them. Cells that have none are hopeless until something is found near them.
    fn deep_chains(
        &self,
        deduction: &Deduction<'_>,
        cells: &[Cell],
        hopeless: &mut [bool],
        limits: &Limits,
    ) -> Result<Vec<Chain>, Stop> {
        let Some(solution) = &self.solution else { return Ok(Vec::new()) };
        let mut chains: Vec<Chain> = Vec::new();
        for &cell in cells {
            let is_done = chains.iter().any(|chain| chain.supposed.0 == cell);
            if hopeless[cell] || is_done {
                continue;
            }
            let found = deduction.deep_refutation(cell, solution[cell].other(), limits)?;
            hopeless[cell] = found.is_none();
            chains.extend(found);
            if chains.len() == DEEP {
                break;
            }
        }
        chains.sort_by_cached_key(length);
        Ok(chains)
    }

    /// The cells near those that have a colour now and had none before.
    fn near_news(&self, before: &[Colour]) -> Vec<Cell> {
        let is_new =
            |&(cell, colour): &(Cell, &Colour)| *colour == Colour::Open && !self.open(cell);
        let new = before.iter().enumerate().filter(is_new);
        new.flat_map(|(cell, _)| self.around(cell, NEAR)).collect()
    }

    /// The same where no chain is short enough: of a few that a search refutes, the one with the fewest rules.
    fn search(&mut self, in_doubt: Vec<Cell>, limits: &Limits) -> Result<Option<Step>, Stop> {
        let refuted =
            self.ask(limits, |this, rules| this.refuted_by_search(rules, in_doubt, limits))?;
        let easiest = refuted.into_iter().min_by_key(|refuted| refuted.rules.len());
        easiest.map_or(Ok(None), |easiest| self.explain(&easiest, limits))
    }

    /// The open cells that may be forced. One that no number looks at, and that stands amid white cells in a
    /// solution, could be black there as well.
    fn in_doubt(&self) -> Vec<Cell> {
        let mut doubted: Vec<bool> = (0..self.puzzle.cells()).map(|cell| self.open(cell)).collect();
        if let Some(solution) = &self.solution {
            for cell in unconstrained_cells(self.puzzle, &self.colours) {
                let cell = cell as Cell;
                let mut around = self.around(cell, 1);
                doubted[cell] &= !around.all(|near| solution[near] == Colour::White);
            }
        }
        (0..self.puzzle.cells()).filter(|&cell| doubted[cell]).collect()
    }

    /// Colours that some of the open cells cannot have, and the rules that say so with all that is known.
    fn refuted_by_search(
        &self,
        rules: &mut NamedRules,
        mut open: Vec<Cell>,
        limits: &Limits,
    ) -> Result<Vec<Refuted>, Stop> {
        open.sort_by_cached_key(|&cell| self.open_around(cell));
        let known: Vec<Cell> = self.known().collect();
        // What is known goes first, so that the solver need not find it out again.
        let mut given: Vec<Bit> = known.iter().map(|&cell| self.fact(rules, cell)).collect();
        given.extend(rules.switches(&self.all_rules()));
        let mut found = Vec::new();
        for (patience, most) in CONFLICT_BUDGETS {
            let soon = limits.clone().with_conflicts(patience);
            for cell in open.iter().take(most).copied().collect::<Vec<_>>() {
                let Some(solution) = &self.solution else { return Ok(found) };
                let colour = solution[cell].other();
                let mut assumptions = given.clone();
                assumptions.push(rules.colour(cell, colour == Colour::Black));
                match rules.solver.solve(&assumptions, &soon) {
                    Answer::Unknown(Stop::Conflicts) => {}
                    Answer::Unknown(stop) => return Err(stop),
                    // Another solution has the other colour there.
                    Answer::Yes(_) => open.retain(|&other| other != cell),
                    Answer::No(core) => {
                        let core_set: HashSet<Bit> = core.iter().copied().collect();
                        let is_used = |cell: &&Cell| core_set.contains(&self.fact(rules, **cell));
                        let facts = known.iter().filter(is_used).copied().collect();
                        let rules = rules.rules_in(&core);
                        found.push(Refuted { cell, colour, rules, facts });
                    }
                }
                if found.len() == ENOUGH {
                    return Ok(found);
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    /// How many cells nearby are open.
    fn open_around(&self, cell: Cell) -> usize {
        self.around(cell, 3).filter(|&near| self.open(near)).count()
    }

    /// The cells at most `near` rows and columns away, the cell itself included.
    fn around(&self, cell: Cell, near: usize) -> impl Iterator<Item = Cell> {
        let place = self.puzzle.place(cell);
        let rows = place.row.saturating_sub(near)..self.puzzle.height().min(place.row + near + 1);
        let columns =
            place.column.saturating_sub(near)..self.puzzle.width().min(place.column + near + 1);
        rows.flat_map(move |row| columns.clone().map(move |column| self.puzzle.cell(row, column)))
    }

    /// The few of the rules and known cells that refute the colour. The farthest rules are left out
    /// first; then cells that are known, the farthest first.
    fn explain(&self, refuted: &Refuted, limits: &Limits) -> Result<Option<Step>, Stop> {
        let &Refuted { cell, colour, .. } = refuted;
        let from_here = |rule: &Rule| Reverse(distance(self.puzzle, cell, *rule));
        let (mut rules, mut facts) = (refuted.rules.clone(), refuted.facts.clone());
        rules.sort_by_key(from_here);
        facts.sort_by_key(|&fact| from_here(&Rule::Clue(fact)));
        let mut named = NamedRules::some(self.puzzle, &rules, limits)?;
        let mut assumptions: Vec<Bit> = rules.iter().map(|&rule| named.switch(rule)).collect();
        let black = |cell: Cell| self.colours[cell] == Colour::Black;
        assumptions.extend(facts.iter().map(|&fact| named.colour(fact, black(fact))));
        assumptions.push(named.colour(cell, colour == Colour::Black));
        let Some(core) = named.solver.small_core(&assumptions, DOUBT, limits)? else {
            return Ok(None);
        };
        let rules = named.rules_in(&core);
        facts.retain(|&fact| core.contains(&named.colour(fact, black(fact))));
        facts.sort_unstable();
        Ok(step(Technique::Search, vec![(cell, colour.other())], rules, facts))
    }
}

fn length(chain: &Chain) -> (usize, usize, Cell) {
    (chain.length(), chain.facts.len(), chain.supposed.0)
}
