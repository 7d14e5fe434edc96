//! Suppositions that one consequence after the other refutes: two or three laws later, a look ahead; else a chain.

use super::{Explainer, SHORT, Step, Technique};
use crate::unit::Fine;
use std::collections::HashMap;
use zugwerk_logic::{Bit, Limits, Stop};

/// What a look ahead adds to the difficulty of its links, and what a longer chain does.
const LOOK_AHEAD: u32 = 4;
const FURTHER: u32 = 8;

/// Bits that laws about the board as a whole look at before what has been refuted until then is enough. On a large board it takes
/// seconds to suppose everything.
const PATIENCE: usize = 2_000_000;

/// A fact whose opposite fails, and the laws and known facts that refute it.
struct Refuted {
    shown: Bit,
    laws: Vec<usize>,
    facts: Vec<Bit>,
    /// The step that tells it, where it was asked for.
    step: Option<Step>,
}

impl Explainer<'_> {
    /// Open facts whose opposites at most `most` laws refute, until there is one by a few laws, a look ahead; near what was found
    /// last first. Laws about the board as a whole are looked at in `rounds` rounds. Where it `tells`, a look ahead counts only
    /// if its laws lead to the contradiction one by one, and comes with its step.
    fn refuted(
        &mut self,
        active: &impl Fn(usize) -> bool,
        (rounds, most): (usize, usize),
        tells: bool,
        limits: &Limits,
    ) -> Result<Vec<Refuted>, Stop> {
        let mut open: Vec<usize> =
            self.facts.keys().copied().filter(|variable| !self.is_known(*variable)).collect();
        let recent: Vec<usize> = self.latest.iter().rev().take(8).copied().collect();
        open.sort_by_key(|variable| (!recent.contains(variable), *variable));
        let by_switch: HashMap<usize, usize> = self
            .instances
            .iter()
            .enumerate()
            .filter(|(at, _)| active(*at))
            .map(|(at, instance)| (instance.switch.index(), at))
            .collect();
        // What is known goes first, so that no law is named for what definitions alone say.
        let known = self.known_bits();
        let mut switches: Vec<Bit> =
            by_switch.values().map(|&at| self.instances[at].switch).collect();
        switches.sort_unstable();
        let mut refuted = Vec::new();
        if self.ahead.follow_in_turn(&known, &switches, limits)?.is_some() {
            return Ok(refuted);
        }
        let mut fine = Fine::none();
        let start = self.ahead.cost();
        for variable in open {
            if !refuted.is_empty() && self.ahead.cost() - start > PATIENCE {
                break;
            }
            let bit = Bit::variable(variable as u32);
            for supposed in [bit, !bit] {
                let grounds = self.ahead.refute(supposed, rounds, &mut fine, limits)?;
                let Some(grounds) = grounds else { continue };
                let law = |bit: &Bit| by_switch.get(&bit.index()).copied();
                let laws: Vec<usize> = grounds.iter().filter_map(law).collect();
                if laws.len() > most {
                    continue;
                }
                let mut facts = grounds;
                facts.retain(|bit| !by_switch.contains_key(&bit.index()) && *bit != supposed);
                let shown = !supposed;
                let is_short = laws.len() <= SHORT;
                let step = match is_short && tells {
                    true => self.chain_step(shown, &laws, &known, LOOK_AHEAD, limits)?,
                    false => None,
                };
                if is_short && tells && step.is_none() {
                    continue;
                }
                refuted.push(Refuted { shown, laws, facts, step });
                if is_short {
                    return Ok(refuted);
                }
            }
        }
        Ok(refuted)
    }

    /// A fact whose opposite a few laws refute, with these laws.
    pub(super) fn look_ahead(
        &mut self,
        active: &impl Fn(usize) -> bool,
        limits: &Limits,
    ) -> Result<Option<(Bit, Vec<usize>)>, Stop> {
        // Laws about the board as a whole take longer to look at, for people too.
        for rounds in [0, SHORT] {
            if let Some(found) = self.refuted(active, (rounds, SHORT), false, limits)?.pop() {
                return Ok(Some((found.shown, found.laws)));
            }
        }
        Ok(None)
    }

    /// The step of a supposition that one consequence after the other refutes, told as a chain: a look ahead where there is one,
    /// first without laws about the whole board; else of all chains one with the fewest laws and facts, so that what it shows
    /// makes the others shorter.
    pub(super) fn by_chain(&mut self, limits: &Limits) -> Result<Option<Step>, Stop> {
        let mut refuted = self.refuted(&|_| true, (0, SHORT), true, limits)?;
        if refuted.is_empty() {
            refuted = self.refuted(&|_| true, (usize::MAX, usize::MAX), true, limits)?;
        }
        refuted.sort_by_key(|it| (it.step.is_none(), it.laws.len() + it.facts.len()));
        for Refuted { shown, laws, facts, step } in refuted {
            let step = match step {
                Some(step) => Some(step),
                None => self.chain_step(shown, &laws, &facts, FURTHER, limits)?,
            };
            if let Some(mut step) = step {
                self.conclude(&mut step, &[shown]);
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// The step that shows `bit` by a chain from its opposite; none where these laws do not lead there one by one.
    fn chain_step(
        &mut self,
        bit: Bit,
        laws: &[usize],
        facts: &[Bit],
        difficulty: u32,
        limits: &Limits,
    ) -> Result<Option<Step>, Stop> {
        let Some((chain, because)) = self.chain(bit, laws, facts, limits)? else {
            return Ok(None);
        };
        let mut instances: Vec<usize> = chain.iter().map(|link| link.instance).collect();
        instances.sort_unstable();
        instances.dedup();
        let difficulty = difficulty + 2 * chain.len() as u32 + because.len() as u32 / 2;
        let shows = self.told(&[bit]);
        let technique = Technique::Chain;
        Ok(Some(Step { shows, technique, instances, because, chain, difficulty }))
    }
}
