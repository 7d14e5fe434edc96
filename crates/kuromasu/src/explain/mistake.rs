//! What a person filled in wrongly, on a board that has a solution.

use super::{Explainer, Mistake};
use crate::Cell;
use crate::deduce::Colour;
use crate::named::NamedRules;
use crate::solve::{Next, Options, Search};
use zugwerk_logic::{Answer, Bit, Limits, Stop};

impl Explainer<'_> {
    /// Looks for a solution that has the colours filled in; there is none where one of them is wrong.
    pub(super) fn follow_colours(&mut self, limits: &Limits) -> Result<(), Stop> {
        let fits = |solution: &Vec<Colour>| {
            let mut pairs = self.colours.iter().zip(solution);
            pairs.all(|(&filled, &colour)| filled == Colour::Open || filled == colour)
        };
        if self.solution.as_ref().is_none_or(fits) {
            return Ok(());
        }
        self.solution = self.ask(limits, |this, rules| {
            let known: Vec<Cell> = this.known().collect();
            match rules.solver.solve(&this.facts_and_rules(rules, &known), limits) {
                Answer::Unknown(stop) => Err(stop),
                Answer::No(_) => Ok(None),
                Answer::Yes(model) => {
                    let black = |cell| model.is_true(rules.colour(cell, true));
                    let colour = |cell| if black(cell) { Colour::Black } else { Colour::White };
                    Ok(Some((0..this.puzzle.cells()).map(colour).collect()))
                }
            }
        })?;
        Ok(())
    }

    /// The cells that differ from the only solution, or those that no solution has together.
    pub(super) fn mistake(&mut self, limits: &Limits) -> Result<Mistake, Stop> {
        let known: Vec<Cell> = self.known().collect();
        let mut search = Search::new(self.puzzle, &Options::default());
        let (first, second) = (search.next(limits), search.next(limits));
        match (first, second) {
            (Next::Limit(stop), _) | (_, Next::Limit(stop)) => Err(stop),
            (Next::Solution(only), Next::NoMore) => {
                let differs =
                    |&cell: &Cell| (self.colours[cell] == Colour::Black) != only.is_black(cell);
                Ok(Mistake::Wrong(known.into_iter().filter(differs).collect()))
            }
            _ => self.wrong_together(known, limits),
        }
    }

    /// Groups of cells that no solution has together, one after the other, until what is left is fine.
    fn wrong_together(&mut self, mut known: Vec<Cell>, limits: &Limits) -> Result<Mistake, Stop> {
        self.ask(limits, |this, rules| {
            let mut groups = Vec::new();
            loop {
                let assumptions = this.facts_and_rules(rules, &known);
                let Some(core) = rules.solver.minimal_core(&assumptions, limits)? else { break };
                let needed = |&cell: &Cell| core.contains(&this.fact(rules, cell));
                let (group, rest): (Vec<Cell>, Vec<Cell>) = known.into_iter().partition(needed);
                known = rest;
                if group.is_empty() {
                    break;
                }
                groups.push(group);
            }
            groups.sort();
            Ok(Mistake::Together(groups))
        })
    }

    /// What is filled in here and all rules; what comes first is left out of a core first.
    fn facts_and_rules(&self, rules: &NamedRules, known: &[Cell]) -> Vec<Bit> {
        let facts = known.iter().map(|&cell| self.fact(rules, cell));
        facts.chain(rules.switches(&self.all_rules())).collect()
    }
}
