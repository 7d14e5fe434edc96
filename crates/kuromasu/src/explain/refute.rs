//! Colours that contradict several rules together, and the few rules and known cells that show it.
//!
//! Contradictions that plain deduction sees go first. Where there are none the solver is asked, at first
//! with little patience and cell by cell, those with much known around them before the others: what it
//! refutes soon is what a person may follow.

use super::{Explainer, Step, Technique, step};
use crate::Cell;
use crate::deduce::{Colour, Contradiction, Deduction};
use crate::encode::idle_cells;
use crate::named::{NamedRules, Rule, distance};
use crate::probe::Refuted;
use std::cmp::Reverse;
use zugwerk_logic::{Answer, Bit, Limits, Stop};

/// How many of the simplest contradictions are looked at closely.
const CLOSELY: usize = 4;
/// Conflicts that refuting a cell may cost, and how many cells are tried with so much patience; one after
/// the other until some cell is refuted.
const PATIENCE: [(u64, usize); 4] =
    [(20, usize::MAX), (300, 40), (5000, 5), (u64::MAX, usize::MAX)];
/// How many colours that a search refutes are enough to choose from, and how many of them are looked at closely.
const ENOUGH: usize = 8;
const BEST: usize = 2;
/// Conflicts that showing a rule or a known cell to be needless may cost.
const DOUBT: u64 = 5;

impl Explainer<'_> {
    /// A colour that contradicts several rules together.
    pub(super) fn refutation(&mut self, limits: &Limits) -> Result<Option<Step>, Stop> {
        let in_doubt = self.in_doubt();
        let probed = match Deduction::from_colours(self.puzzle, &self.colours) {
            Ok(deduction) => deduction.probe_all(&in_doubt, limits)?,
            Err(Contradiction) => Vec::new(),
        };
        let mut steps = Vec::new();
        for refuted in probed.iter().take(CLOSELY) {
            steps.extend(self.explain(Technique::Contradiction, refuted, limits)?);
        }
        match steps.into_iter().min_by_key(effort) {
            Some(easiest) => Ok(Some(easiest)),
            None => self.search(in_doubt, limits),
        }
    }

    /// The same where no contradiction is plain. What forces a cell goes on doing so, so the steps that
    /// were found beside the easiest one are kept for later.
    fn search(&mut self, in_doubt: Vec<Cell>, limits: &Limits) -> Result<Option<Step>, Stop> {
        self.kept
            .retain(|step| step.cells.iter().all(|&(cell, _)| self.colours[cell] == Colour::Open));
        if self.kept.is_empty() && !in_doubt.is_empty() {
            let mut refuted =
                self.ask(limits, |this, rules| this.refuted_by_search(rules, in_doubt, limits))?;
            refuted.sort_by_key(|refuted| refuted.rules.len());
            for refuted in refuted.into_iter().take(BEST) {
                let step = self.explain(Technique::Search, &refuted, limits)?;
                self.kept.extend(step);
            }
            self.kept.sort_by_key(|step| Reverse(effort(step)));
        }
        Ok(self.kept.pop())
    }

    /// The open cells that may be forced. One that no number looks at, and that stands amid white cells in a
    /// solution, could be black there as well.
    fn in_doubt(&self) -> Vec<Cell> {
        let mut doubted: Vec<bool> = (0..self.puzzle.cells()).map(|cell| self.open(cell)).collect();
        if let Some(solution) = &self.solution {
            for cell in idle_cells(self.puzzle, &self.colours) {
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
        for (patience, most) in PATIENCE {
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
                        let (rules, facts) = (rules.rules_in(&core), known.clone());
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
    fn explain(
        &self,
        technique: Technique,
        refuted: &Refuted,
        limits: &Limits,
    ) -> Result<Option<Step>, Stop> {
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
        Ok(step(technique, vec![(cell, colour.other())], rules, facts))
    }
}

/// What a step asks of a person.
fn effort(step: &Step) -> (u32, usize) {
    (step.difficulty, step.rules.len() + step.facts.len())
}
