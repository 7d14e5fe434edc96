//! Demands, laws and facts in sentences.

use super::{CONDITION, EXPECT, MOVE, WHERE, is_demand, is_known_move};
use crate::demands::{Demands, of_line};
use crate::laws::{Laws, PlanOf, Understood};
use crate::plan::{Part, plies};
use zugwerk_logic::Law;

/// Who puts it into words.
pub(super) struct Sentences<'a, L: Laws> {
    pub(super) laws: &'a L,
    pub(super) sketch: &'a Understood<L>,
    pub(super) plan: &'a PlanOf<L>,
    pub(super) demands: &'a Demands,
    /// Plies of the line that have been played before the start.
    pub(super) played: usize,
    /// Laws are put aside: what the game's own rules say of a move says nothing then.
    pub(super) reduced: bool,
}

impl<L: Laws> Sentences<'_, L> {
    /// Demands and laws one by one, facts together.
    pub(super) fn of(&self, named: &[Law]) -> Vec<String> {
        let (facts, others): (Vec<Law>, Vec<Law>) =
            named.iter().partition(|law| self.laws.fact(law).is_some());
        let mut sentences: Vec<String> = others.iter().map(|law| self.sentence(law)).collect();
        // A law, or a fact that is more than what stands where, is reason enough.
        let reason = |law: &Law| !is_demand(law) && self.laws.fact(law) != Some(0);
        if !named.iter().any(reason) {
            sentences.extend(named.iter().flat_map(|law| self.missing(law)));
        }
        sentences.extend(self.laws.facts(&self.sketch.start, &facts));
        let demands = || others.iter().filter(|law| is_demand(law));
        let known_moves =
            demands().count() > 0 && demands().all(|law| is_known_move(self.laws, self.plan, law));
        if !known_moves {
            sentences.push(self.of_line());
        }
        sentences
    }

    /// Demands alone, and the line.
    pub(super) fn of_demands(&self, wanted: &[Law]) -> Vec<String> {
        let sentences = wanted.iter().map(|law| self.sentence(law));
        sentences.chain([self.of_line()]).collect()
    }

    /// What is wrong with the first move itself.
    fn missing(&self, law: &Law) -> Vec<String> {
        let first = self.plan.parts.iter().position(|part| matches!(part, Part::Exists(..)));
        match self.plan.parts.get(law.subject as usize) {
            _ if self.reduced => Vec::new(),
            Some(Part::Exists(shape, _))
                if law.name == MOVE && first == Some(law.subject as usize) =>
            {
                self.laws.missing(&self.sketch.start, shape)
            }
            _ => Vec::new(),
        }
    }

    /// That the line has this many plies.
    fn of_line(&self) -> String {
        let start = self.laws.start_in_words(&self.sketch.start);
        let line = of_line(plies(&self.plan.parts), &start);
        if self.plan.has_every() { format!("{line}, or fewer where the game ends") } else { line }
    }

    /// A law or a demand.
    fn sentence(&self, law: &Law) -> String {
        let number = law.subject as usize;
        match law.name {
            WHERE => self.demands.of_start(number),
            EXPECT => self.demands.of_end(number),
            MOVE | CONDITION => self.demands.of_part(&self.plan.parts, number, self.played),
            _ => format!("by the laws, {}", self.laws.sentence(law)),
        }
    }
}
