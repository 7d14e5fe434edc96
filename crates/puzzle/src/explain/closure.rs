//! What single laws show one after the other, without words: how easy a puzzle is while it is being made.

use super::Explainer;
use crate::local::Outcome;
use crate::place::Place;
use std::collections::BinaryHeap;
use zugwerk_logic::{Bit, Limits, Stop};

/// What single laws showed, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    /// The instances of laws that showed something, most often one, and what.
    pub steps: Vec<(Vec<usize>, Vec<Bit>)>,
    /// Whether everything is known in the end.
    pub solved: bool,
}

/// Looks ahead are tried for at most this many facts.
const MANY: usize = 300;

impl Explainer<'_> {
    /// Follows the laws of the instances that are `active`, one at a time. The steps of `before` are taken over as they are.
    pub(crate) fn closure(
        &mut self,
        active: impl Fn(usize) -> bool,
        before: &[(Vec<usize>, Vec<Bit>)],
        limits: &Limits,
    ) -> Result<Trace, Stop> {
        self.known.clear();
        self.held.clear();
        self.answered = 0;
        self.latest.clear();
        let mut trace = Trace { steps: before.to_vec(), solved: false };
        for (_, bits) in before {
            bits.iter().for_each(|&bit| self.learn(bit));
        }
        self.dirty.fill(true);
        // Laws about few places first: they are cheap, and those about the whole board see more afterwards.
        let cost = |explainer: &Self, at: usize| {
            let local = &explainer.locals[at];
            std::cmp::Reverse((local.is_global, local.scope.len(), at))
        };
        let mut waiting: BinaryHeap<_> =
            (0..self.locals.len()).filter(|&at| active(at)).map(|at| cost(self, at)).collect();
        loop {
            let step = match waiting.pop() {
                _ if self.answered == self.facts.len() => break,
                Some(std::cmp::Reverse((_, _, at))) => {
                    if !std::mem::replace(&mut self.dirty[at], false) {
                        continue;
                    }
                    limits.check()?;
                    let known = &self.known;
                    match self.locals[at].consequences(|bit| known.of(bit), false, limits)? {
                        Outcome::Contradiction(_) => return Ok(trace),
                        Outcome::Follows(found) if found.is_empty() => continue,
                        Outcome::Follows(found) => {
                            (vec![at], found.into_iter().map(|found| found.0).collect::<Vec<Bit>>())
                        }
                    }
                }
                // With very many facts it takes too long to try them all again and again.
                None if self.facts.len() > MANY => break,
                None => match self.look_ahead(&active, limits)? {
                    Some((bit, instances)) => (instances, vec![bit]),
                    None => break,
                },
            };
            self.latest.clear();
            step.1.iter().for_each(|&bit| self.learn(bit));
            // Whoever speaks of what is new looks again.
            let mut again: Vec<usize> = self
                .latest
                .iter()
                .flat_map(|&variable| &self.speaking[variable])
                .copied()
                .filter(|&other| active(other))
                .collect();
            again.sort_unstable();
            again.dedup();
            waiting.extend(again.into_iter().map(|other| cost(self, other)));
            trace.steps.push(step);
        }
        trace.solved = self.answered == self.facts.len();
        Ok(trace)
    }

    /// The places of the answer about which nothing is known yet.
    pub(crate) fn open_places(&self) -> Vec<Place> {
        let open = self.facts.iter().filter(|(variable, _)| !self.is_known(**variable));
        let mut places: Vec<Place> =
            open.map(|(_, &(layer, at))| (self.unknown[layer].site, at)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
