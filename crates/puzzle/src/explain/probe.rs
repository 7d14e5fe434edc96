//! A look ahead: something is supposed, and two or three laws later there is a contradiction.

use super::{Explainer, SHORT, Step, Technique};
use std::collections::HashMap;
use zugwerk_logic::{Bit, Limits, Stop};

impl Explainer<'_> {
    /// A fact whose opposite a few laws refute, with these laws; near what was found last first.
    pub(super) fn look_ahead(
        &mut self,
        active: &impl Fn(usize) -> bool,
        limits: &Limits,
    ) -> Result<Option<(Bit, Vec<usize>)>, Stop> {
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
        let mut given = self.known_bits();
        given.extend(by_switch.values().map(|&at| self.instances[at].switch));
        given.sort_unstable();
        if self.ahead.follow(&given, limits)?.is_some() {
            return Ok(None);
        }
        // Laws about the board as a whole take longer to look at, for people too.
        for rounds in [0, SHORT] {
            for &variable in &open {
                let bit = Bit::variable(variable as u32);
                for supposed in [bit, !bit] {
                    let refuted = self.ahead.refute(supposed, rounds, limits)?;
                    let Some(grounds) = refuted else { continue };
                    let law = |bit: &Bit| by_switch.get(&bit.index()).copied();
                    let laws: Vec<usize> = grounds.iter().filter_map(law).collect();
                    if laws.len() <= SHORT {
                        return Ok(Some((!supposed, laws)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The step of a look ahead, told as a chain.
    pub(super) fn by_looking_ahead(&mut self, limits: &Limits) -> Result<Option<Step>, Stop> {
        let Some((bit, instances)) = self.look_ahead(&|_| true, limits)? else { return Ok(None) };
        let known = self.known_bits();
        let Some(chain) = self.chain(bit, &instances, &known, limits)? else { return Ok(None) };
        let mut instances: Vec<usize> = chain.iter().map(|link| link.instance).collect();
        instances.sort_unstable();
        instances.dedup();
        let supposed = self.fact(!bit);
        let shown: Vec<_> = chain.iter().flat_map(|link| link.shows.clone()).collect();
        let mut because: Vec<_> = chain.iter().flat_map(|link| link.because.clone()).collect();
        because.retain(|fact| !shown.contains(fact) && Some(fact) != supposed.as_ref());
        because.sort_by_key(|fact| (fact.place, fact.value));
        because.dedup();
        let difficulty = 4 + 2 * chain.len() as u32 + because.len() as u32 / 2;
        let shows = self.told(&[bit]);
        let step =
            Step { shows, technique: Technique::Chain, instances, because, chain, difficulty };
        self.latest.clear();
        self.learn(bit);
        Ok(Some(step))
    }
}
