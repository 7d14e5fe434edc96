//! Why a board has no solution: a few rules that contradict each other, as close together as can be.
//!
//! A minimal core need not be a small one. What a person can follow lies in one corner of the board,
//! so the numbers around each suspect are taken together, nearest first, until they contradict.

use super::Explainer;
use crate::Cell;
use crate::deduce::Deduction;
use crate::named::{NamedRules, Rule, distance, place};
use zugwerk_logic::{Answer, Limits, Stop};

/// Conflicts that a question about some neighbourhood may cost; a dearer contradiction is none that a
/// person would see.
const CONFLICTS: u64 = 2000;

impl Explainer<'_> {
    /// The few rules that cannot be kept together, whatever is filled in. Where deduction alone sees it,
    /// the rules that it used are the place to look.
    pub(super) fn contradiction(&mut self, limits: &Limits) -> Result<Vec<Rule>, Stop> {
        let rules = match Deduction::refuted_by(self.puzzle) {
            Some(rules) => rules,
            None => self.all_rules(),
        };
        self.ask(limits, |this, named| {
            let first = smallest_part(named, &rules, limits)?;
            let suspects: Vec<Cell> = first.iter().filter_map(|&rule| place(rule)).collect();
            let Some(nearby) = this.neighbourhood(named, &suspects, limits)? else {
                return Ok(first);
            };
            let second = smallest_part(named, &nearby, limits)?;
            Ok(if second.len() < first.len() { second } else { first })
        })
    }

    /// The fewest rules around one of the suspects that contradict each other, the farthest first; none
    /// where it takes them all.
    fn neighbourhood(
        &self,
        named: &mut NamedRules,
        suspects: &[Cell],
        limits: &Limits,
    ) -> Result<Option<Vec<Rule>>, Stop> {
        let mut best = self.all_rules();
        let all = best.len();
        for &suspect in suspects {
            let mut around = self.all_rules();
            around.sort_by_key(|&rule| distance(self.puzzle, suspect, rule));
            // As many as in the best so far are enough or not; then how few are enough.
            let (mut few, mut enough) = (0, best.len());
            let mut tried = enough - 1;
            while few < tried {
                if contradict(named, &around[..tried], limits)? {
                    enough = tried;
                } else if enough == best.len() {
                    break;
                } else {
                    few = tried;
                }
                tried = (few + enough) / 2;
            }
            if enough < best.len() {
                around.truncate(enough);
                around.reverse();
                best = around;
            }
        }
        Ok((best.len() < all).then_some(best))
    }
}

/// Whether these rules are soon seen to contradict each other.
fn contradict(named: &mut NamedRules, rules: &[Rule], limits: &Limits) -> Result<bool, Stop> {
    let assumptions = named.switches(rules);
    let soon = limits.clone().with_conflicts(CONFLICTS);
    match named.solver.solve(&assumptions, &soon) {
        Answer::Yes(_) => Ok(false),
        Answer::No(_) => Ok(true),
        Answer::Unknown(_) => limits.check().map(|()| false),
    }
}

/// A part of the rules that contradict each other of which none can be left out.
fn smallest_part(
    named: &mut NamedRules,
    rules: &[Rule],
    limits: &Limits,
) -> Result<Vec<Rule>, Stop> {
    let assumptions = named.switches(rules);
    let core = named.solver.minimal_core(&assumptions, limits)?.unwrap_or_default();
    Ok(named.rules_in(&core))
}
