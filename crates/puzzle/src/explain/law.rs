//! What one law alone shows: the steps that need no supposing.

use super::{Ending, Explainer, Fact, Found, Step, Technique};
use crate::local::{Consequence, Outcome};
use zugwerk_logic::{Bit, Limits, Stop};

/// How hard it is to see what one law and some facts show.
pub(super) fn law_difficulty(is_global: bool, facts: usize) -> u32 {
    1 + facts as u32 / 2 + if is_global { 3 } else { 0 }
}

/// The most facts that a step about belongings rests on.
const TOGETHER: usize = 8;

impl Explainer<'_> {
    /// The first thing that one law alone shows: laws about few open places first, near what was found last.
    pub(super) fn by_one_law(
        &mut self,
        limits: &Limits,
    ) -> Result<Option<Result<Found, Ending>>, Stop> {
        let mut order: Vec<usize> = (0..self.locals.len()).filter(|&at| self.dirty[at]).collect();
        let recent: Vec<usize> = self.latest.iter().rev().take(8).copied().collect();
        order.sort_by_cached_key(|&at| {
            let local = &self.locals[at];
            let open = local.scope.iter().filter(|&&bit| self.value(bit).is_none()).count();
            let near = local.scope.iter().any(|bit| recent.contains(&bit.index()));
            (local.is_global, open > 4, !near, open)
        });
        for instance in order {
            limits.check()?;
            self.dirty[instance] = false;
            let at = instance;
            let known = &self.known;
            match self.locals[at].consequences(|bit| known.of(bit), true, limits)? {
                Outcome::Contradiction(facts) => {
                    let facts = facts.iter().filter_map(|&bit| self.fact(bit)).collect();
                    return Ok(Some(Err(Ending::Contradiction(vec![at], facts))));
                }
                Outcome::Follows(found) if found.is_empty() => {}
                Outcome::Follows(mut found) => {
                    for (_, because) in &mut found {
                        *because = self.plainly(because);
                    }
                    let step = match self.rule_out(at, &found) {
                        Some(step) => step,
                        None => self.law_step(at, found, limits)?.into(),
                    };
                    return Ok(Some(Ok(step)));
                }
            }
        }
        Ok(None)
    }

    /// The facts, where a number is known as that number instead of what it is not.
    fn plainly(&self, facts: &[Bit]) -> Vec<Bit> {
        let plain = |&bit: &Bit| -> Bit {
            let number = self.facts.get(&bit.index()).filter(|_| bit.is_negative());
            number.and_then(|number| self.held.get(number)).copied().unwrap_or(bit)
        };
        let mut plain: Vec<Bit> = facts.iter().map(plain).collect();
        plain.sort_unstable();
        plain.dedup();
        plain
    }

    /// Whether a literal is something to fill in, and not only what cannot be.
    fn is_filling(&self, bit: Bit) -> bool {
        // That a number of two values is not one of them says that it is the other.
        let is_told = !bit.is_negative() || !self.values.contains_key(&bit.index());
        is_told && self.facts.contains_key(&bit.index())
    }

    /// What a law about the board as a whole rules out, as steps in the order in which it follows, each with everything that rests
    /// on the same. There may be very many of them, most of which nothing will ever rest on, so they are not looked at
    /// closely. The first of them, where there is any.
    fn rule_out(&mut self, instance: usize, found: &[Consequence]) -> Option<Found> {
        if !self.locals[instance].is_global {
            return None;
        }
        let mut at = 0;
        while at < found.len() {
            let because = &found[at].1;
            let shows: Vec<Bit> = found[at..]
                .iter()
                .take_while(|(bit, other)| other == because && !self.is_filling(*bit))
                .map(|(bit, _)| *bit)
                .filter(|&bit| self.value(bit).is_none())
                .collect();
            let is_known = because.iter().all(|&bit| self.value(bit) == Some(true));
            if shows.is_empty() || !is_known {
                at += 1;
                continue;
            }
            at += shows.len();
            let mut step = Step {
                shows: self.told(&shows),
                technique: Technique::Board,
                instances: vec![instance],
                because: because.iter().filter_map(|&bit| self.fact(bit)).collect(),
                chain: Vec::new(),
                difficulty: law_difficulty(true, because.len()),
            };
            self.conclude(&mut step, &shows);
            let fills = step.shows.iter().any(Fact::fills);
            self.found.push_back(Found { step, rough: Some((shows, because.clone())) });
            if fills {
                break;
            }
        }
        self.dirty[instance] = true;
        self.found.pop_front()
    }

    /// The step of what one law shows with the fewest facts; whatever else it shows waits for a step of its own.
    fn law_step(
        &mut self,
        instance: usize,
        mut found: Vec<(Bit, Vec<Bit>)>,
        limits: &Limits,
    ) -> Result<Step, Stop> {
        let count = found.len();
        // What rests on something that the law has only just shown comes after it.
        let is_known = |(_, because): &(Bit, Vec<Bit>)| {
            because.iter().all(|&bit| self.value(bit) == Some(true))
        };
        found.retain(is_known);
        found.sort_by_key(|(bit, because)| (because.len(), bit.is_negative(), bit.index()));
        let first = found[0].clone();
        let because = self.locals[instance].shortened(&[first.0], first.1, limits)?;
        found[0].1 = because.clone();
        let is_beside = |bit: Bit| self.belongings.contains_key(&bit.index());
        let mut because = because;
        if found.iter().all(|(bit, _)| is_beside(*bit)) {
            // What does not belong where is told together.
            for (_, others) in &found {
                let more: Vec<Bit> =
                    others.iter().filter(|bit| !because.contains(bit)).copied().collect();
                if because.len() + more.len() <= TOGETHER {
                    because.extend(more);
                }
            }
        }
        let same = |other: &Vec<Bit>| other.iter().all(|bit| because.contains(bit));
        let shows: Vec<Bit> =
            found.iter().filter(|(_, other)| same(other)).map(|found| found.0).collect();
        self.dirty[instance] |= shows.len() < count;
        let is_global = self.locals[instance].is_global;
        let technique = if is_global { Technique::Board } else { Technique::Law };
        let difficulty = law_difficulty(is_global, because.len());
        let mut step = Step {
            shows: self.told(&shows),
            technique,
            instances: vec![instance],
            because: because.iter().filter_map(|&bit| self.fact(bit)).collect(),
            chain: Vec::new(),
            difficulty,
        };
        self.conclude(&mut step, &shows);
        Ok(step)
    }
}
