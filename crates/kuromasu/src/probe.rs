//! One step beyond plain deduction: give an open cell a colour, deduce, and if that leads to a
//! contradiction the cell has the other colour.

use crate::deduce::{Colour, Contradiction, Deduction, Why};
use crate::named::Rule;
use crate::{Cell, Puzzle};
use std::collections::BTreeSet;
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::Side;

/// How far reasoning gets without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Single rules are enough, one after the other.
    Easy,
    /// Now and then one has to see that a colour leads to a contradiction.
    Medium,
    /// That is not enough either.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// The least kind of reasoning that fills the board or finds a contradiction; hard when neither does.
pub fn difficulty(puzzle: &Puzzle) -> Difficulty {
    difficulty_within(puzzle, &Limits::none()).unwrap_or(Difficulty::Hard)
}

/// The same, unless a limit comes first.
pub(crate) fn difficulty_within(puzzle: &Puzzle, limits: &Limits) -> Result<Difficulty, Stop> {
    let Ok(mut deduction) = Deduction::new(puzzle) else { return Ok(Difficulty::Easy) };
    match deduction.run_within(limits)? {
        Err(Contradiction) => Ok(Difficulty::Easy),
        Ok(()) if deduction.is_complete() => Ok(Difficulty::Easy),
        Ok(()) => Ok(match deduction.probe_until_stuck(limits)? {
            Err(Contradiction) => Difficulty::Medium,
            Ok(()) if deduction.is_complete() => Difficulty::Medium,
            Ok(()) => Difficulty::Hard,
        }),
    }
}

/// A colour that a cell cannot have, and what plain deduction needed to see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refuted {
    pub cell: Cell,
    pub colour: Colour,
    /// The rules and numbers that were used.
    pub rules: Vec<Rule>,
    /// The cells that were known before and mattered.
    pub facts: Vec<Cell>,
}

impl<'a> Deduction<'a> {
    /// The rules by which plain deduction sees that there is no solution, if it does.
    pub(crate) fn refuted_by(puzzle: &'a Puzzle) -> Option<Vec<Rule>> {
        let mut deduction = Deduction::start(puzzle);
        let outcome = deduction.look_at_board().and_then(|()| deduction.run());
        outcome.is_err().then(|| deduction.culprits(0).0)
    }

    /// Whether every cell has a colour.
    pub(crate) fn is_complete(&self) -> bool {
        !self.colours.contains(&Colour::Open)
    }

    /// A colour that plain deduction refutes, and the board at the contradiction.
    fn probe(&self, cell: Cell) -> Option<(Colour, Self)> {
        [Colour::Black, Colour::White].into_iter().find_map(|colour| {
            let mut trial = self.clone();
            let outcome = trial.set(cell, colour).and_then(|()| trial.run());
            outcome.is_err().then_some((colour, trial))
        })
    }

    /// Those of the `cells` that probing decides now, those that need the fewest rules first.
    pub(crate) fn probe_all(&self, cells: &[Cell], limits: &Limits) -> Result<Vec<Refuted>, Stop> {
        let open = cells.iter().copied().filter(|&cell| self.colours[cell] == Colour::Open);
        let mut refuted = Vec::new();
        for cell in open {
            if let Some(stop) = limits.reached() {
                return Err(stop);
            }
            if let Some((colour, trial)) = self.probe(cell) {
                let (rules, facts) = trial.culprits(self.filled);
                refuted.push(Refuted { cell, colour, rules, facts });
            }
        }
        refuted.sort_by_key(|refuted| (refuted.rules.len(), refuted.facts.len()));
        Ok(refuted)
    }

    /// The rules that led to the contradiction, and the cells among the first `known` that they used.
    fn culprits(&self, known: u32) -> (Vec<Rule>, Vec<Cell>) {
        let (mut rules, mut facts) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<Cell> = Vec::new();
        let mut seen = vec![false; self.colours.len()];
        if let Some((cell, why)) = self.conflict {
            self.blame(cell, why, u32::MAX, &mut rules, &mut open);
            if !matches!(why, Why::Number(number) if number as Cell == cell) {
                open.push(cell);
            }
        }
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            let (why, when) = self.reasons[cell];
            if when < known {
                facts.insert(cell);
            } else {
                self.blame(cell, why, when, &mut rules, &mut open);
            }
        }
        (rules.into_iter().collect(), facts.into_iter().collect())
    }

    /// Notes the rule behind a cell's colour and the cells that it looked at.
    fn blame(
        &self,
        cell: Cell,
        why: Why,
        when: u32,
        rules: &mut BTreeSet<Rule>,
        open: &mut Vec<Cell>,
    ) {
        let earlier =
            |seen: Cell| self.colours[seen] != Colour::Open && self.reasons[seen].1 < when;
        match why {
            Why::Given => {}
            Why::Clue => drop(rules.insert(Rule::Clue(cell))),
            Why::Beside(black) => {
                rules.insert(Rule::Touch);
                open.push(black as Cell);
            }
            Why::Cut => {
                rules.extend([Rule::Connected, Rule::Touch]);
                open.extend(self.forest.chain(cell));
            }
            Why::Number(number) => {
                let number = number as Cell;
                rules.insert(Rule::Number(number));
                for direction in Side::ALL {
                    for seen in self.puzzle.ray(number, direction) {
                        if earlier(seen) {
                            open.push(seen);
                            if self.colours[seen] == Colour::Black {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Probes and deduces until nothing new comes up.
    fn probe_until_stuck(&mut self, limits: &Limits) -> Result<Result<(), Contradiction>, Stop> {
        let cells = self.colours.len();
        let (mut cell, mut idle) = (0, 0);
        while idle < cells {
            idle += 1;
            if self.colours[cell] == Colour::Open {
                if let Some(stop) = limits.reached() {
                    return Err(stop);
                }
                if let Some((refuted, _)) = self.probe(cell) {
                    if self.set(cell, refuted.other()).and_then(|()| self.run()).is_err() {
                        return Ok(Err(Contradiction));
                    }
                    idle = 0;
                }
            }
            cell = (cell + 1) % cells;
        }
        Ok(Ok(()))
    }
}
