//! Steps in sentences.

use super::{Ending, Explainer, Fact, Link, Step, Technique};
use crate::number::Number;
use crate::place::{Place, place_name};
use std::collections::HashSet;

/// The most places that are named one by one.
const NAMED: usize = 12;

/// The fewest values in a row that are told by their end.
const IN_A_ROW: usize = 4;

impl Explainer<'_> {
    /// A fact in words.
    pub fn fact_words(&self, fact: &Fact) -> String {
        let place = place_name(self.puzzle, fact.place);
        if fact.layer == super::BELONGS {
            let owner = self.belongings.values().find(|belonging| {
                belonging.place == fact.place && belonging.owner.1 as i32 == fact.value
            });
            let owner = owner.map_or(String::new(), |b| place_name(self.puzzle, b.owner));
            let verb = if fact.is { "belongs" } else { "does not belong" };
            return format!("{place} {verb} to {owner}");
        }
        let is_set =
            self.unknown.iter().any(|unknown| unknown.name == fact.layer && unknown.is_set);
        match (is_set, (fact.value == 1) == fact.is, fact.is) {
            (true, true, _) => format!("{place} is {}", set_words(&fact.layer)),
            (true, false, _) => format!("{place} is not {}", set_words(&fact.layer)),
            (false, _, true) => format!("{place} is {}", self.value_words(fact)),
            (false, _, false) => format!("{place} is not {}", self.value_words(fact)),
        }
    }

    fn value_words(&self, fact: &Fact) -> String {
        match (fact.layer.as_str(), fact.value) {
            ("slash", 1) => "\\".to_string(),
            ("slash", 2) => "/".to_string(),
            (_, value) => value.to_string(),
        }
    }

    /// Facts that something rests on: those of more places than a person wants to read are only counted.
    fn known_words(&self, facts: &[Fact]) -> String {
        let places: HashSet<Place> = facts.iter().map(|fact| fact.place).collect();
        match places.len() <= NAMED {
            true => self.facts_words(facts),
            false => format!("what is known of {} places", places.len()),
        }
    }

    /// Facts in words; what a place is not is told together.
    fn facts_words(&self, facts: &[Fact]) -> String {
        let is_set =
            |fact: &Fact| self.unknown.iter().any(|layer| layer.name == fact.layer && layer.is_set);
        let is_ruled_out = |fact: &Fact| !fact.is && fact.layer != super::BELONGS && !is_set(fact);
        let facts = &self.shortened(facts)[..];
        let mut words: Vec<String> = Vec::new();
        for (at, fact) in facts.iter().enumerate() {
            let is_alike = |other: &&Fact| {
                is_ruled_out(other) && other.place == fact.place && other.layer == fact.layer
            };
            if !is_ruled_out(fact) {
                words.push(self.fact_words(fact));
            } else if !facts[..at].iter().any(|other| is_alike(&other)) {
                let place = place_name(self.puzzle, fact.place);
                let mut ruled_out: Vec<&Fact> = facts.iter().filter(is_alike).collect();
                ruled_out.sort_by_key(|fact| fact.value);
                ruled_out.dedup_by_key(|fact| fact.value);
                // Many values in a row up to the greatest are told by what is left below them.
                let high = self.unknown.iter().find(|layer| layer.name == fact.layer);
                let high = high.and_then(|layer| layer.numbers.get(fact.place.1)).map(Number::high);
                let in_row = ruled_out.iter().rev().zip(0..);
                let top = in_row.take_while(|(it, at)| high == Some(it.value + at)).count();
                let below = ruled_out.len() - if top >= IN_A_ROW { top } else { 0 };
                let values: Vec<String> =
                    ruled_out[..below].iter().map(|fact| self.value_words(fact)).collect();
                if !values.is_empty() {
                    words.push(format!("{place} is not {}", listed(&values, "or")));
                }
                if let Some(least) = ruled_out.get(below) {
                    words.push(format!("{place} is at most {}", least.value - 1));
                }
            }
        }
        words.dedup();
        listed(&words, "and")
    }

    /// The facts as people tell them: a place that is none of its values but one is that one, and what a place is says what it
    /// is not.
    fn shortened(&self, facts: &[Fact]) -> Vec<Fact> {
        let mut told: Vec<Fact> = Vec::new();
        for fact in facts {
            let is_here = |other: &&Fact| (&other.layer, other.place) == (&fact.layer, fact.place);
            if fact.layer != super::BELONGS
                && !fact.is
                && facts.iter().any(|it| it.is && is_here(&it))
            {
                continue;
            }
            let unknown = self.unknown.iter().find(|unknown| unknown.name == fact.layer);
            let number = unknown.filter(|_| !fact.is).and_then(|it| it.numbers.get(fact.place.1));
            let Some(number) = number else {
                told.push(fact.clone());
                continue;
            };
            let excluded: Vec<i32> =
                facts.iter().filter(is_here).filter(|it| !it.is).map(|it| it.value).collect();
            let mut left = (number.low()..=number.high()).filter(|value| !excluded.contains(value));
            match (left.next(), left.next()) {
                (Some(value), None) if excluded.len() > 1 => {
                    if !told.iter().any(|it| is_here(&it) && it.is) {
                        told.push(Fact { value, is: true, ..fact.clone() });
                    }
                }
                _ => told.push(fact.clone()),
            }
        }
        told
    }

    /// The sentence of the law of an instance.
    pub fn sentence(&self, instance: usize) -> &str {
        self.kind.sentence(self.instances[instance].law)
    }

    /// An instance of a law in words: its sentence and where it is looked at.
    pub fn instance_words(&self, instance: usize) -> String {
        let instance = &self.instances[instance];
        let places: Vec<String> =
            instance.places.iter().map(|&place| place_name(self.puzzle, place)).collect();
        let sentence = self.kind.sentence(instance.law);
        match &places[..] {
            [] => sentence.to_string(),
            places => format!("{sentence} ({})", places.join(", ")),
        }
    }

    /// Several instances of laws in words: each sentence once, with all its places, or how many they are where nobody wants
    /// to read them.
    fn laws_words(&self, instances: &[usize]) -> String {
        let mut laws: Vec<usize> = instances.iter().map(|&at| self.instances[at].law).collect();
        laws.sort_unstable();
        laws.dedup();
        let words = laws.iter().map(|&law| {
            let places = |&at: &usize| -> Option<String> {
                let instance = &self.instances[at];
                let names = instance.places.iter().map(|&place| place_name(self.puzzle, place));
                (instance.law == law).then(|| names.collect::<Vec<_>>().join(", "))
            };
            let places: Vec<String> = instances.iter().filter_map(places).collect();
            let sentence = self.kind.sentence(law);
            let is_plain = places.iter().all(|place| !place.contains(','));
            match places.len() {
                1 if places[0].is_empty() => sentence.to_string(),
                ..=NAMED if is_plain => format!("{sentence} ({})", places.join(", ")),
                ..=NAMED => format!("{sentence} ({})", places.join("), (")),
                count => format!("{sentence} (at {count} places)"),
            }
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// A step in words.
    pub fn words(&self, step: &Step) -> String {
        let shows = self.facts_words(&step.shows);
        let given = match step.because.len() {
            0 => String::new(),
            _ => format!(", and {}", self.known_words(&step.because)),
        };
        match step.technique {
            Technique::Law | Technique::Board => {
                format!("{shows}: {}{given}.", self.instance_words(step.instances[0]))
            }
            Technique::Chain => {
                // Where the chain rules out all values but one, that one is shown beside it.
                let refuted = step.shows.iter().take(1);
                let opposite: Vec<Fact> =
                    refuted.map(|fact| Fact { is: !fact.is, ..fact.clone() }).collect();
                let before = std::iter::once(None).chain(step.chain.iter().map(Some));
                let links: Vec<String> = before
                    .zip(&step.chain)
                    .map(|(before, link)| self.link_words(before, link))
                    .collect();
                format!("{shows}. Suppose {}: {}.", self.facts_words(&opposite), links.join("; "))
            }
            Technique::Search => {
                let laws = self.laws_words(&step.instances);
                format!("{shows}, for anything else contradicts these together: {laws}{given}.")
            }
        }
    }

    fn link_words(&self, before: Option<&Link>, link: &Link) -> String {
        let law = self.instance_words(link.instance);
        // Where the same law goes on, it need not be said again.
        let goes_on = before.is_some_and(|before| before.instance == link.instance);
        match link.shows.is_empty() {
            false if goes_on => format!("so {}", self.facts_words(&link.shows)),
            false => format!("then {}, for {law}", self.facts_words(&link.shows)),
            true => match link.because.is_empty() {
                true => format!("but {law}: a contradiction"),
                false => format!(
                    "but {law}, against {}: a contradiction",
                    self.known_words(&link.because)
                ),
            },
        }
    }

    /// An ending in words.
    pub fn ending_words(&self, ending: &Ending) -> String {
        match ending {
            Ending::Solved => "solved".to_string(),
            Ending::Ambiguous => "nothing more follows: there are several solutions".to_string(),
            Ending::Mistake(facts) if facts.len() == 1 => {
                let right: Vec<Fact> =
                    facts.iter().map(|fact| Fact { is: !fact.is, ..fact.clone() }).collect();
                format!("a mistake: in every solution {}", self.facts_words(&right))
            }
            Ending::Mistake(facts) => {
                format!("no solution has all of this together: {}", self.facts_words(facts))
            }
            Ending::Contradiction(instances, facts) => {
                let laws = self.laws_words(instances);
                let given = match facts.len() {
                    0 => String::new(),
                    _ => format!(", and {}", self.facts_words(facts)),
                };
                format!("there is no solution: these contradict each other: {laws}{given}")
            }
        }
    }
}

/// "a, b and c".
fn listed(words: &[String], last: &str) -> String {
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, others)) => format!("{} {last} {end}", others.join(", ")),
    }
}

/// What a place in a set is: most layers are named after what stands there.
fn set_words(layer: &str) -> String {
    match layer {
        "border" | "domino" | "lamp" | "line" | "star" | "tent" => format!("a {layer}"),
        _ => layer.to_string(),
    }
}
