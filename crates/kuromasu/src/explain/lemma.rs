//! Long chains in parts. What the first links show under the supposition is a step of its own, which the next ones build on.

use super::{Step, step, words};
use crate::deduce::Colour;
use crate::named::Rule;
use crate::probe::{By, Chain, Link};
use crate::{Cell, Puzzle};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most letters of links that are told as one, unless something else is wanted.
pub(super) const LONG: usize = 480;

/// The step, or its parts where the links of its chain have more letters than that.
pub(super) fn in_parts(puzzle: &Puzzle, whole: Step, long: usize) -> VecDeque<Step> {
    let Some(chain) = &whole.chain else { return VecDeque::from([whole]) };
    let ends = ends(&words::lengths(puzzle, chain), long);
    if ends.len() < 2 {
        return VecDeque::from([whole]);
    }
    let mut parts = VecDeque::new();
    // What the links so far have shown.
    let mut shown: BTreeMap<Cell, Colour> = BTreeMap::new();
    let mut start = 0;
    for end in ends {
        let links = &chain.links[start..end];
        let mut part = part(chain, start..end, &shown);
        shown.extend(links.iter().flat_map(|link| link.shows.iter().copied()));
        let later: BTreeSet<Cell> =
            (end..chain.links.len()).flat_map(|at| needs(chain, at)).collect();
        let is_last = end == chain.links.len();
        let cells = if is_last { whole.cells.clone() } else { vec![chain.supposed] };
        let (rules, facts) = (part.rules.clone(), part.facts.clone());
        start = end;
        let Some(mut told) = step(whole.technique, cells, rules, facts) else { continue };
        if !is_last {
            // Only the whole is as hard as its kind of step.
            told.difficulty -= step(whole.technique, vec![chain.supposed], Vec::new(), Vec::new())
                .map_or(0, |bare| bare.difficulty);
            told.cells = Vec::new();
            let new = links.iter().flat_map(|link| link.shows.iter().copied());
            told.lemma = new.filter(|(cell, _)| later.contains(cell)).collect();
        }
        part.links = links.to_vec();
        told.chain = Some(part);
        parts.push_back(told);
    }
    parts
}

/// Where the parts of links of these lengths end: about equally long ones.
fn ends(lengths: &[usize], long: usize) -> Vec<usize> {
    let total: usize = lengths.iter().sum();
    // A part says before its links what it builds on.
    let count = if total <= long { 1 } else { total.div_ceil((long * 3 / 4).max(1)) };
    let (mut ends, mut sum, mut done) = (Vec::new(), 0, 0);
    for (at, length) in lengths.iter().enumerate() {
        sum += length;
        // One link may be as long as several parts should be.
        let reached = sum * count / total.max(1);
        if reached > done {
            ends.push(at + 1);
            done = reached;
        }
    }
    ends
}

/// The cells whose colours a link needs. The last one contradicts the colour of a cell.
fn needs(chain: &Chain, at: usize) -> impl Iterator<Item = Cell> {
    let link = &chain.links[at];
    let is_last = at + 1 == chain.links.len();
    let against = link.shows.iter().filter(move |_| is_last).map(|&(cell, _)| cell);
    link.because.iter().copied().chain(against)
}

/// What some links of a chain need: of what was shown before them, and of what was known before anything was supposed.
fn part(chain: &Chain, range: std::ops::Range<usize>, shown: &BTreeMap<Cell, Colour>) -> Chain {
    let (mut earlier, mut facts, mut here) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
    let mut rules = BTreeSet::new();
    for at in range {
        for cell in needs(chain, at).filter(|cell| *cell != chain.supposed.0) {
            if here.contains(&cell) {
                continue;
            }
            match shown.get(&cell) {
                Some(&colour) => {
                    earlier.insert(cell, colour);
                }
                None => {
                    facts.insert(cell);
                }
            }
        }
        let link = &chain.links[at];
        here.extend(link.shows.iter().map(|&(cell, _)| cell));
        rules.extend(rules_of(link));
    }
    Chain {
        supposed: chain.supposed,
        shown: earlier.into_iter().collect(),
        links: Vec::new(),
        facts: facts.into_iter().collect(),
        rules: rules.into_iter().collect(),
    }
}

fn rules_of(link: &Link) -> Vec<Rule> {
    match &link.by {
        By::Touch => vec![Rule::Touch],
        By::Cut => vec![Rule::Connected, Rule::Touch],
        By::Number(number) => vec![Rule::Number(*number)],
        By::Chain(chain) => chain.rules.clone(),
    }
}
