//! Steps that need a contradiction.

use super::{Ending, Explainer, Fact, Link, Step, Technique};
use crate::global::Values;
use std::collections::HashSet;
use zugwerk_logic::{Answer, Bit, Limits, Stop};

/// Conflicts that a supposition may take to be refuted when all are tried: fewer first, since those rest on fewer laws.
const QUICK: [u64; 2] = [2, 8];
/// This many suppositions that fail are enough to choose from.
const ENOUGH: usize = 16;
/// How many of them are looked at closely, and how easy one must be that no other is looked at.
const CLOSELY: usize = 1;
const PLAIN: u32 = 14;
/// Conflicts for each attempt to leave something out of the reasons.
const MOST_CONFLICTS: u64 = 6;
/// Attempts to leave something out. Nobody reads a step of more laws and facts, so large ones need not be minimal.
const TRIES: usize = 64;
/// The longest chain that is told as one.
const LONGEST: usize = 60;

/// A chain, and what was known before that it rests on.
type Chained = (Vec<Link>, Vec<Fact>);

impl Explainer<'_> {
    /// Something whose opposite leads to a contradiction: of those found quickly the one with the fewest laws.
    pub(super) fn by_contradiction(
        &mut self,
        limits: &Limits,
    ) -> Result<Result<Step, Ending>, Stop> {
        let solution = match self.solve(limits)? {
            Ok(solution) => solution,
            Err(ending) => return Ok(Err(ending)),
        };
        let open: Vec<Bit> =
            solution.into_iter().filter(|&bit| self.value(bit).is_none()).collect();
        let known = self.known_bits();
        let switches = self.switches();
        let recent = self.latest.clone();
        let mut open = open;
        open.sort_by_key(|bit| (!recent.contains(&bit.index()), bit.index()));
        let shadow = self.shadow(limits)?;
        let (mut refuted, mut undecided) = (Vec::new(), open);
        for conflicts in QUICK {
            let quick = limits.clone().with_conflicts(conflicts);
            for bit in std::mem::take(&mut undecided) {
                limits.check()?;
                if refuted.len() == ENOUGH {
                    break;
                }
                match shadow.refutes(bit, &quick) {
                    Ok(true) => refuted.push(bit),
                    Ok(false) => {}
                    Err(_) => undecided.push(bit),
                }
            }
            if !refuted.is_empty() {
                break;
            }
        }
        if refuted.is_empty() {
            // Nothing is refuted quickly: take the time.
            for bit in undecided {
                if shadow.refutes(bit, limits)? {
                    refuted.push(bit);
                    break;
                }
            }
        }
        let mut cores: Vec<(usize, Bit, Vec<Bit>)> = Vec::new();
        for bit in refuted {
            let mut assumed = vec![!bit];
            assumed.extend(known.iter().chain(&switches));
            match self.question.solver.solve(&assumed, limits) {
                Answer::No(core) => cores.push((core.len(), bit, core)),
                Answer::Yes(_) => {}
                Answer::Unknown(stop) => return Err(stop),
            }
        }
        cores.sort_by_key(|(size, bit, _)| (*size, !recent.contains(&bit.index()), bit.index()));
        let mut best: Option<Step> = None;
        for (_, bit, core) in cores.into_iter().take(CLOSELY) {
            let step = self.refutation(bit, core, limits)?;
            let is_plain = step.difficulty <= PLAIN;
            if best.as_ref().is_none_or(|best| step.difficulty < best.difficulty) {
                best = Some(step);
            }
            if is_plain {
                break;
            }
        }
        let Some(mut step) = best else { return Ok(Err(Ending::Ambiguous)) };
        let shown: Vec<Bit> = step.shows.iter().flat_map(|fact| self.literals(fact)).collect();
        self.conclude(&mut step, &shown);
        Ok(Ok(step))
    }

    /// The step that shows `bit` because its opposite contradicts the core.
    fn refutation(&mut self, bit: Bit, core: Vec<Bit>, limits: &Limits) -> Result<Step, Stop> {
        // Facts go first, so that the solver drops laws last; the supposition stays.
        let (instances, mut facts) = self.split_core(&core);
        facts.retain(|&fact| fact != !bit);
        let mut assumed: Vec<Bit> = facts.clone();
        assumed.extend(instances.iter().map(|&instance| self.instances[instance].switch));
        assumed.push(!bit);
        let solver = &mut self.question.solver;
        let small = solver.rough_core(&assumed, MOST_CONFLICTS, TRIES, limits)?;
        let small = small.unwrap_or(assumed);
        let (instances, mut facts) = self.split_core(&small);
        facts.retain(|&fact| fact != !bit);
        let chain = self.chain(bit, &instances, &facts, limits)?;
        let shows = self.told(&[bit]);
        if let Some((chain, because)) = chain {
            let difficulty = 8 + 2 * chain.len() as u32 + instances.len() as u32;
            let technique = Technique::Chain;
            return Ok(Step { shows, technique, instances, because, chain, difficulty });
        }
        let difficulty = 40 + 2 * instances.len() as u32 + facts.len() as u32;
        let because = facts.iter().filter_map(|&fact| self.fact(fact)).collect();
        let (technique, chain) = (Technique::Search, Vec::new());
        Ok(Step { shows, technique, instances, because, chain, difficulty })
    }

    /// The chain from the opposite of `bit` to a contradiction, one law at a time, and what was known before that it rests on;
    /// none where these laws do not lead there so.
    pub(super) fn chain(
        &mut self,
        bit: Bit,
        instances: &[usize],
        facts: &[Bit],
        limits: &Limits,
    ) -> Result<Option<Chained>, Stop> {
        let mut known = Values::default();
        facts.iter().chain([&!bit]).for_each(|&bit| known.assume(bit));
        // Each entry: the instance, what it used, what it showed.
        let mut links: Vec<(usize, Vec<Bit>, Vec<Bit>)> = Vec::new();
        self.spread_value(!bit, &mut known, &mut links);
        // Only laws that speak of something new can say something new.
        let mut waiting = self.speaking_of(&links, [!bit]);
        loop {
            limits.check()?;
            let before = links.len();
            for &instance in instances {
                if !waiting.remove(&instance) {
                    continue;
                }
                let local = &mut self.locals[instance];
                let (found, broken) = local.derivation(|bit| known.of(bit), limits)?;
                let start = links.len();
                for (shown, because) in found {
                    match known.of(shown) {
                        None => {
                            known.assume(shown);
                            self.spread(shown, &mut known, &mut links, instance, because);
                        }
                        // Two values of one place: the contradiction rests on both, so both are told.
                        Some(false) => links.push((instance, because, vec![shown])),
                        Some(true) => {}
                    }
                }
                waiting.extend(self.speaking_of(&links[start..], []));
                if let Some(because) = broken {
                    links.push((instance, because, Vec::new()));
                    return Ok(Some(self.needed(links)));
                }
            }
            if links.len() == before || links.len() > 40 * LONGEST {
                return Ok(None);
            }
        }
    }

    /// The instances that speak of what links and these bits show.
    fn speaking_of<const N: usize>(
        &self,
        links: &[(usize, Vec<Bit>, Vec<Bit>)],
        bits: [Bit; N],
    ) -> HashSet<usize> {
        let shown = links.iter().flat_map(|link| &link.2).chain(&bits);
        shown.filter_map(|bit| self.speaking.get(bit.index())).flatten().copied().collect()
    }

    /// Notes a fact with what follows from a number's having one value.
    fn spread(
        &self,
        shown: Bit,
        known: &mut Values,
        links: &mut Vec<(usize, Vec<Bit>, Vec<Bit>)>,
        instance: usize,
        because: Vec<Bit>,
    ) {
        links.push((instance, because, vec![shown]));
        self.spread_value(shown, known, links);
    }

    /// Notes what follows from a fact by a number's having one value.
    fn spread_value(
        &self,
        shown: Bit,
        known: &mut Values,
        links: &mut Vec<(usize, Vec<Bit>, Vec<Bit>)>,
    ) {
        let Some(&(layer, at)) = self.facts.get(&shown.index()) else { return };
        let Some(single) = self.unknown[layer].numbers[at].single() else { return };
        if !shown.is_negative() {
            for &other in single.iter().filter(|&&other| other != shown) {
                if known.of(other).is_none() {
                    known.assume(!other);
                    links.push((usize::MAX, vec![shown], vec![!other]));
                }
            }
            return;
        }
        let mut open = single.iter().filter(|&&other| known.of(other) != Some(false));
        if let (Some(&last), None) = (open.next(), open.next())
            && known.of(last).is_none()
        {
            known.assume(last);
            let others = single.iter().filter(|&&other| other != last && other.value().is_none());
            links.push((usize::MAX, others.map(|&other| !other).collect(), vec![last]));
        }
    }

    /// The links that the last one needs, with what only says that a number has one value put together, and what was known before.
    fn needed(&self, mut links: Vec<(usize, Vec<Bit>, Vec<Bit>)>) -> Chained {
        let mut wanted: Vec<Bit> = Vec::new();
        let mut kept = Vec::new();
        let mut last = true;
        while let Some((instance, because, shows)) = links.pop() {
            // What was known before anything was supposed need not be shown again.
            let is_new = |bit: &Bit| self.value(*bit) != Some(true);
            if last || shows.iter().any(|bit| is_new(bit) && wanted.contains(bit)) {
                wanted.extend(&because);
                kept.push((instance, because, shows));
            }
            last = false;
        }
        kept.reverse();
        let facts = |bits: &[Bit]| bits.iter().filter_map(|&bit| self.fact(bit)).collect();
        wanted.retain(|&bit| self.value(bit) == Some(true));
        let mut rests_on: Vec<Fact> = facts(&wanted);
        rests_on.sort_by(|a, b| (a.place, a.value, &a.layer).cmp(&(b.place, b.value, &b.layer)));
        rests_on.dedup();
        let mut told: Vec<Link> = Vec::new();
        for (instance, because, shows) in kept.into_iter().filter(|link| link.0 != usize::MAX) {
            let (because, shows): (Vec<Fact>, Vec<Fact>) = (facts(&because), facts(&shows));
            match told.last_mut() {
                // What one law shows at once is one link.
                Some(last)
                    if last.instance == instance
                        && !shows.is_empty()
                        && !because.iter().any(|fact| last.shows.contains(fact)) =>
                {
                    last.because.extend(because);
                    last.because.dedup();
                    last.shows.extend(shows);
                }
                _ => told.push(Link { instance, because, shows }),
            }
        }
        (told, rests_on)
    }

    /// The literals that say a fact.
    pub(crate) fn literals(&self, fact: &super::Fact) -> Vec<Bit> {
        if fact.layer == super::BELONGS {
            let is_it = |belonging: &&crate::statement::Belonging| {
                belonging.place == fact.place && belonging.owner.1 as i32 == fact.value
            };
            let bit = self.belongings.values().find(is_it).map(|belonging| belonging.bit);
            return bit.map(|bit| if fact.is { bit } else { !bit }).into_iter().collect();
        }
        let Some(unknown) = self.unknown.iter().find(|unknown| unknown.name == fact.layer) else {
            return Vec::new();
        };
        let number = &unknown.numbers[fact.place.1];
        let bits = number.telling(fact.value);
        if fact.is { bits } else { bits.into_iter().map(|bit| !bit).collect() }
    }
}
