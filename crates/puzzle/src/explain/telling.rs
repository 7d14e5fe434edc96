//! The steps that are told: each that has something to fill in, and before it those that it rests on. What only rules something
//! out and nothing rests on would be read in vain.

use super::law::law_difficulty;
use super::{Ending, Explainer, Fact, Found, Step};
use zugwerk_logic::{Bit, Limits, Stop};

impl Explainer<'_> {
    /// The next step that has something to fill in, after the steps that it rests on and that were not told before; or how it ends,
    /// with the steps that this rests on.
    pub fn advance(&mut self, limits: &Limits) -> Result<(Vec<Step>, Option<Ending>), Stop> {
        loop {
            match self.find(limits)? {
                Ok(found) if !found.step.shows.iter().any(Fact::fills) => self.untold.push(found),
                Ok(found) => {
                    let step = self.with_few_facts(found, limits)?;
                    let mut steps = self.leading_to(&step.because, limits)?;
                    steps.push(step);
                    return Ok((steps, None));
                }
                Err(Ending::Contradiction(instances, facts)) => {
                    let steps = self.leading_to(&facts, limits)?;
                    return Ok((steps, Some(Ending::Contradiction(instances, facts))));
                }
                Err(ending) => return Ok((Vec::new(), Some(ending))),
            }
        }
    }

    /// Those of the untold steps that these facts rest on, with no more than what is wanted of each.
    fn leading_to(&mut self, facts: &[Fact], limits: &Limits) -> Result<Vec<Step>, Stop> {
        let mut wanted = facts.to_vec();
        let mut steps = Vec::new();
        let mut left = Vec::new();
        // What was told together with something later, and must be told alone only where something between rests on it.
        let mut told_later: Vec<Bit> = Vec::new();
        while let Some(found) = self.untold.pop() {
            let (told, rest) = self.parted(found, &wanted);
            left.extend(rest.and_then(|rest| self.without(rest, &told_later)));
            if let Some(mut told) = told {
                told_later.extend(self.join_earlier(&mut told, &mut wanted));
                let step = self.with_few_facts(told, limits)?;
                wanted.extend(step.because.iter().cloned());
                steps.push(step);
            }
        }
        left.reverse();
        self.untold = left;
        steps.reverse();
        Ok(steps)
    }

    /// What is wanted of a step, and the rest of it.
    fn parted(&self, found: Found, wanted: &[Fact]) -> (Option<Found>, Option<Found>) {
        if !found.step.shows.iter().any(|fact| wanted.contains(fact)) {
            return (None, Some(found));
        }
        let Some((bits, because)) = found.rough else { return (Some(found), None) };
        let is_wanted = |bit: &Bit| self.fact(*bit).is_some_and(|fact| wanted.contains(&fact));
        let (told, rest): (Vec<Bit>, Vec<Bit>) = bits.into_iter().partition(is_wanted);
        let part = |bits: Vec<Bit>| {
            let step = Step { shows: self.told(&bits), ..found.step.clone() };
            (!bits.is_empty()).then(|| Found { step, rough: Some((bits, because.clone())) })
        };
        (part(told), part(rest))
    }

    /// Joins to a step what the same law ruled out earlier at the same places, as far as it is wanted. That is no longer wanted then.
    fn join_earlier(&self, told: &mut Found, wanted: &mut Vec<Fact>) -> Vec<Bit> {
        let Some((shows, because)) = &mut told.rough else { return Vec::new() };
        let places: Vec<_> = told.step.shows.iter().map(|fact| fact.place).collect();
        let own = shows.len();
        for earlier in self.untold.iter().rev() {
            let Some((bits, others)) = &earlier.rough else { continue };
            if earlier.step.instances != told.step.instances {
                continue;
            }
            let joins = |bit: &&Bit| {
                let fact = self.fact(**bit);
                fact.is_some_and(|fact| places.contains(&fact.place) && wanted.contains(&fact))
            };
            let joined: Vec<Bit> = bits.iter().filter(joins).copied().collect();
            if !joined.is_empty() {
                shows.extend(joined);
                because.extend(others);
            }
        }
        let joined = shows[own..].to_vec();
        because.retain(|bit| !shows.contains(bit));
        because.sort_unstable();
        because.dedup();
        wanted.retain(|fact| !joined.iter().any(|&bit| self.fact(bit).as_ref() == Some(fact)));
        told.step.shows = self.told(shows);
        told.step.because = because.iter().filter_map(|&bit| self.fact(bit)).collect();
        joined
    }

    /// A step without what was told already; none where nothing is left of it.
    fn without(&self, mut found: Found, told: &[Bit]) -> Option<Found> {
        let Some((shows, _)) = &mut found.rough else { return Some(found) };
        shows.retain(|bit| !told.contains(bit));
        found.step.shows = self.told(shows);
        (!found.step.shows.is_empty()).then_some(found)
    }

    /// The step with no more facts than it needs.
    pub(super) fn with_few_facts(&mut self, found: Found, limits: &Limits) -> Result<Step, Stop> {
        let Found { mut step, rough } = found;
        let Some((shows, because)) = rough else { return Ok(step) };
        let count = because.len();
        let few = self.locals[step.instances[0]].shortened(&shows, because, limits)?;
        let few = few.iter().filter_map(|&bit| self.fact(bit)).collect::<Vec<Fact>>();
        // What the step concludes from what the law shows rests on facts of its own.
        step.because.splice(..count, few);
        step.difficulty = law_difficulty(true, step.because.len());
        Ok(step)
    }
}
