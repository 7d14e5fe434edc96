//! Why a supposition fails: the chain of rules from it to the contradiction, and nothing beside it.

use crate::Cell;
use crate::deduce::{Colour, Deduction, Why};
use crate::named::Rule;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use zugwerk_puzzle::Side;

/// By what a link of a chain goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// No two black cells touch.
    Touch,
    /// The cell would cut white cells off.
    Cut,
    /// The number in this cell.
    Number(Cell),
    /// The other colour fails too, by a chain of its own.
    Chain(Arc<Chain>),
}

/// A link of a chain: what follows by one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The rule.
    pub by: By,
    /// The cells whose colours matter, be they known, supposed or shown by earlier links.
    pub because: Vec<Cell>,
    /// What follows. In the last link that is a colour which the cell cannot have, or nothing where a number cannot be
    /// reached any more.
    pub shows: Vec<(Cell, Colour)>,
}

/// A chain of rules from a supposition to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// What is supposed.
    pub supposed: (Cell, Colour),
    /// What steps before it have shown to follow from that, and matters.
    pub shown: Vec<(Cell, Colour)>,
    /// One after the other; where it is but a part, the last need not be a contradiction.
    pub links: Vec<Link>,
    /// The cells that were known before and matter.
    pub facts: Vec<Cell>,
    /// The rules and numbers that were used.
    pub rules: Vec<Rule>,
}

impl Chain {
    /// How many links there are, with those of the chains within.
    pub fn length(&self) -> usize {
        let within = |link: &Link| match &link.by {
            By::Chain(chain) => 1 + chain.length(),
            _ => 1,
        };
        self.links.iter().map(within).sum()
    }
}

/// A chain while it is followed back from its end.
struct Backwards {
    /// By cell: whether its colour matters.
    wanted: Vec<bool>,
    links: Vec<Link>,
    facts: BTreeSet<Cell>,
    rules: BTreeSet<Rule>,
    /// How many cells were known before anything was supposed.
    known: u32,
}

impl Deduction<'_> {
    /// The chain to the contradiction from what came right after the first `known` cells.
    pub(crate) fn chain(&self, known: u32) -> Chain {
        let mut order: Vec<(u32, Cell)> = (0..self.colours.len())
            .filter(|&cell| self.colours[cell] != Colour::Open && self.reasons[cell].1 >= known)
            .map(|cell| (self.reasons[cell].1, cell))
            .collect();
        order.sort_unstable();
        let mut back = Backwards {
            wanted: vec![false; self.colours.len()],
            links: Vec::new(),
            facts: BTreeSet::new(),
            rules: BTreeSet::new(),
            known,
        };
        let supposed = order.first().map_or((0, Colour::Open), |&(_, at)| (at, self.colours[at]));
        if let Some((cell, why)) = self.conflict {
            let is_short = matches!(why, Why::Number(number) if number as Cell == cell);
            let shows = match is_short {
                true => Vec::new(),
                false => {
                    self.want(cell, &mut back);
                    vec![(cell, self.colours[cell].other())]
                }
            };
            self.link(why, shows, u32::MAX, &mut back);
        }
        let mut at = order.len();
        while at > 0 {
            // What one rule shows at once is one link.
            let (_, cell) = order[at - 1];
            let (why, _) = self.reasons[cell];
            let same = |&&(_, other): &&(u32, Cell)| {
                self.reasons[other].0 == why && matches!(why, Why::Number(_) | Why::Beside(_))
            };
            let count = order[..at].iter().rev().take_while(same).count().max(1);
            let together = &order[at - count..at];
            at -= count;
            let shows: Vec<(Cell, Colour)> = together
                .iter()
                .filter(|(_, cell)| back.wanted[*cell])
                .map(|&(_, cell)| (cell, self.colours[cell]))
                .collect();
            if !shows.is_empty() {
                self.link(why, shows, together[0].0, &mut back);
            }
        }
        back.links.reverse();
        let (facts, rules) = (back.facts.into_iter().collect(), back.rules.into_iter().collect());
        Chain { supposed, shown: Vec::new(), links: back.links, facts, rules }
    }

    fn want(&self, cell: Cell, back: &mut Backwards) {
        back.wanted[cell] = true;
        if self.reasons[cell].1 < back.known {
            back.facts.insert(cell);
        }
    }

    /// Adds the link that shows these cells from what was known at a time.
    fn link(&self, why: Why, shows: Vec<(Cell, Colour)>, when: u32, back: &mut Backwards) {
        let (by, because) = match why {
            Why::Given => return,
            Why::Clue => {
                back.rules.extend(shows.iter().map(|&(cell, _)| Rule::Clue(cell)));
                return;
            }
            Why::Beside(black) => {
                back.rules.insert(Rule::Touch);
                (By::Touch, vec![black as Cell])
            }
            Why::Cut => {
                back.rules.extend([Rule::Connected, Rule::Touch]);
                (By::Cut, shows.first().map_or(Vec::new(), |&(cell, _)| self.forest.chain(cell)))
            }
            Why::Number(number) => {
                back.rules.insert(Rule::Number(number as Cell));
                let because = self.needed(number as Cell, &shows, when, back);
                (By::Number(number as Cell), because)
            }
            Why::Refuted(at) => {
                let chain = &self.refuted[at as usize];
                back.rules.extend(&chain.rules);
                (By::Chain(Arc::clone(chain)), chain.facts.clone())
            }
        };
        because.iter().for_each(|&cell| self.want(cell, back));
        back.links.push(Link { by, because, shows });
    }

    /// The few cells that a number needs, of those known at a time, to show all these; or to be out of reach, where there are
    /// none. What the chain shows late and for nothing else is forgotten first, then what lies far away; and whatever is
    /// missing then is kept in mind.
    fn needed(
        &self,
        number: Cell,
        shows: &[(Cell, Colour)],
        when: u32,
        back: &Backwards,
    ) -> Vec<Cell> {
        let mut colours = vec![Colour::Open; self.colours.len()];
        let mut around: Vec<(u8, u32, usize, Cell)> = Vec::new();
        for direction in Side::ALL {
            for (distance, cell) in self.puzzle.ray(number, direction).enumerate() {
                let time = self.reasons[cell].1;
                if self.colours[cell] == Colour::Open || time >= when {
                    continue;
                }
                colours[cell] = self.colours[cell];
                around.push(match (time >= back.known, back.wanted[cell]) {
                    (true, false) => (2, time, distance, cell),
                    (false, _) => (1, 0, distance, cell),
                    (true, true) => (0, time, distance, cell),
                });
                if self.colours[cell] == Colour::Black {
                    break;
                }
            }
        }
        around.sort_unstable_by_key(|&around| Reverse(around));
        let mut needed = Vec::new();
        for (_, _, _, cell) in around {
            let colour = std::mem::take(&mut colours[cell]);
            let shown = Deduction::number_alone(self.puzzle, &colours, number);
            let is_enough = match (&shown, shows) {
                (Err(_), []) => true,
                (Ok(_), []) => false,
                (Err(_), _) => false,
                (Ok(found), shows) => shows.iter().all(|shown| found.contains(shown)),
            };
            if !is_enough {
                colours[cell] = colour;
                needed.push(cell);
            }
        }
        needed
    }
}
