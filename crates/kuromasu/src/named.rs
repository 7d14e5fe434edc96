//! The rules of a puzzle with a switch for each, to ask which of them matter.

use crate::connect::Connectivity;
use crate::deduce::Colour;
use crate::encode::{CLUE, CONNECTED, Cells, NUMBER, TOUCH, local_rules, numbers_share_runs};
use crate::{Cell, Clue, Colouring, Puzzle};
use std::collections::HashMap;
use std::sync::Arc;
use zugwerk_logic::{Bit, Encoder, Law, Limits, Solver, Stop};

/// One rule of a puzzle, or one clue of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// No two black cells touch.
    Touch,
    /// All white cells are connected.
    Connected,
    /// The cell has a clue and is white.
    Clue(Cell),
    /// The number in the cell counts the white cells it sees.
    Number(Cell),
}

/// A solver in which each rule can be switched on by assuming a bit.
pub struct NamedRules {
    pub solver: Solver,
    pub cells: Cells,
    switches: HashMap<Rule, Bit>,
    rules: HashMap<Bit, Rule>,
}

impl NamedRules {
    pub fn new(puzzle: &Puzzle, limits: &Limits) -> Result<NamedRules, Stop> {
        let mut encoder = Encoder::with_named_laws();
        let cells = Cells::new(&mut encoder, &vec![Colour::Open; puzzle.cells()]);
        let sights = local_rules(&mut encoder, puzzle, &cells, &mut |_| limits.check())?;
        numbers_share_runs(&mut encoder, puzzle, &cells, &sights);
        let connectivity = Connectivity::Follow;
        connectivity.encode(&mut encoder, puzzle, &cells, limits)?;
        let switches: HashMap<Rule, Bit> =
            encoder.laws().filter_map(|(law, switch)| Some((rule(law)?, switch))).collect();
        let rules = switches.iter().map(|(&rule, &switch)| (switch, rule)).collect();
        let mut solver = Solver::default();
        solver.load(encoder.cnf());
        connectivity.attach(
            &mut solver,
            &Arc::new(puzzle.clone()),
            &cells,
            switches[&Rule::Connected],
        );
        Ok(NamedRules { solver, cells, switches, rules })
    }

    /// The same for some of the rules alone: a small solver, quick to ask.
    pub fn some(puzzle: &Puzzle, rules: &[Rule], limits: &Limits) -> Result<NamedRules, Stop> {
        let mut part = puzzle.clone();
        puzzle.clues().for_each(|(cell, _)| part.set_clue(cell, None));
        for &rule in rules {
            match rule {
                Rule::Touch | Rule::Connected => {}
                Rule::Clue(cell) => part.set_clue(cell, part.clue(cell).or(Some(Clue::Unknown))),
                Rule::Number(cell) => part.set_clue(cell, puzzle.clue(cell)),
            }
        }
        NamedRules::new(&part, limits)
    }

    /// The bit to assume for the rule to count. A rule that the puzzle does not have always holds.
    pub fn switch(&self, rule: Rule) -> Bit {
        self.switches.get(&rule).copied().unwrap_or(Bit::TRUE)
    }

    /// The bits to assume for these rules to count.
    pub fn switches(&self, rules: &[Rule]) -> Vec<Bit> {
        rules.iter().map(|&rule| self.switch(rule)).collect()
    }

    /// The rules that the bits of a core switch on, in order. What cuts white cells apart is judged
    /// where no two black cells touch, so rule 4 never comes without rule 1.
    pub fn rules_in(&self, core: &[Bit]) -> Vec<Rule> {
        let mut rules: Vec<Rule> =
            core.iter().filter_map(|switch| self.rules.get(switch).copied()).collect();
        if rules.contains(&Rule::Connected) {
            rules.push(Rule::Touch);
        }
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// The bit that says that the cell has the colour.
    pub fn colour(&self, cell: Cell, black: bool) -> Bit {
        if black { self.cells.black[cell] } else { self.cells.white(cell) }
    }

    /// From now on, only other colourings than this one.
    pub fn exclude(&mut self, colouring: &Colouring) {
        let differs = (0..self.cells.black.len())
            .map(|cell| self.colour(cell, !colouring.is_black(cell)))
            .collect::<Vec<_>>();
        self.solver.add(&differs);
    }
}

fn rule(law: Law) -> Option<Rule> {
    match law.name {
        TOUCH => Some(Rule::Touch),
        CONNECTED => Some(Rule::Connected),
        CLUE => Some(Rule::Clue(law.subject as Cell)),
        NUMBER => Some(Rule::Number(law.subject as Cell)),
        _ => None,
    }
}

/// The cell that a rule is about, if it is about one.
pub fn place(rule: Rule) -> Option<Cell> {
    match rule {
        Rule::Clue(cell) | Rule::Number(cell) => Some(cell),
        Rule::Touch | Rule::Connected => None,
    }
}

/// Steps between a cell and what a rule is about; rules about the whole board are always near.
pub fn distance(puzzle: &Puzzle, from: Cell, rule: Rule) -> usize {
    let Some(to) = place(rule) else { return 0 };
    let (from, to) = (puzzle.place(from), puzzle.place(to));
    from.row.abs_diff(to.row) + from.column.abs_diff(to.column)
}
