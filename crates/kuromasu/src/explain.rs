//! Step by step as a person would reason: each step says which cell follows, and from what.
//!
//! Single rules go first, from the easiest on. Where they give nothing, a colour is supposed and led to a
//! contradiction, by the shortest chain of single rules that there is; then by one on whose way other colours
//! are supposed and refuted by short chains. Only where no such chain is short enough, the solver tells the
//! few rules, numbers and known cells that contradict the colour, as a minimal core. A long chain comes in parts, each a
//! step of its own that shows what else the supposition would mean.
//! For an unsolvable board the core of everything says which few numbers contradict each other.

mod contradiction;
mod lemma;
mod mistake;
mod refute;
mod words;

use crate::deduce::{Colour, Deduction};
use crate::named::{NamedRules, Rule};
use crate::probe::Chain;
use crate::solve::{Next, Options, Search};
use crate::{Cell, Clue, Puzzle};
use std::collections::VecDeque;
use zugwerk_logic::{Bit, Limits, Stop};
use zugwerk_puzzle::Side;

/// Conflicts after which the solver starts afresh. What it learns names rules and known cells by the
/// hundred, which makes it large and slow.
const WORN: u64 = 20_000;

/// The kinds of steps, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// Cells with a clue are white.
    Clue,
    /// The neighbours of a black cell are white.
    Neighbour,
    /// One number, with what is known around it.
    Number,
    /// Black would cut white cells off.
    Cut,
    /// Several rules together: the other colour leads to a contradiction by plain deduction.
    Contradiction,
    /// Several rules together, and the contradiction is not plain: on the way to it other colours are supposed and refuted too.
    Search,
}

impl Technique {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Clue => "clue",
            Technique::Neighbour => "neighbour",
            Technique::Number => "number",
            Technique::Cut => "cut",
            Technique::Contradiction => "contradiction",
            Technique::Search => "search",
        }
    }
}

/// One step of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The cells that follow, with their colours: at least one, unless it is a lemma.
    pub cells: Vec<(Cell, Colour)>,
    /// What would follow if the supposition of the chain held, for the steps right after this one; most often nothing.
    pub lemma: Vec<(Cell, Colour)>,
    /// The kind of step.
    pub technique: Technique,
    /// The rules and numbers from which they follow.
    pub rules: Vec<Rule>,
    /// The cells whose known colour matters.
    pub facts: Vec<Cell>,
    /// Where the other colour fails one rule after the other: how.
    pub chain: Option<Chain>,
    /// 0 for the plainest steps; grows with the technique and with the number of rules.
    pub difficulty: u32,
}

/// How an explanation ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every cell has its colour.
    Solved,
    /// There are several solutions, which agree on no further cell.
    Ambiguous,
    /// There is no solution: these rules and numbers contradict each other, and without any one of
    /// them they would not.
    Contradiction(Vec<Rule>),
    /// There is a solution, but none with the colours filled in.
    Mistake(Mistake),
}

/// What is wrong with the colours filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// These cells have another colour in the only solution.
    Wrong(Vec<Cell>),
    /// There are several solutions, but in none do the cells of any one of these groups have their
    /// colours together; without any one cell of a group the rest of it would be fine. Without all of
    /// these cells the board would be fine.
    Together(Vec<Vec<Cell>>),
}

impl Mistake {
    /// The cells in question, at least one.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Mistake::Wrong(cells) => cells.clone(),
            Mistake::Together(groups) => groups.concat(),
        }
    }
}

/// A board that is filled in step by step.
pub struct Explainer<'a> {
    puzzle: &'a Puzzle,
    /// All rules in a solver, made when first needed: many a board can do without.
    rules: Option<NamedRules>,
    colours: Vec<Colour>,
    /// Whether the puzzle has a solution.
    solvable: bool,
    /// A solution with the colours known: the colour that each cell must have, if it must have one.
    solution: Option<Vec<Colour>>,
    promising: refute::Promising,
    /// The other parts of a long chain, and how many letters make it long.
    parts: VecDeque<Step>,
    long: usize,
}

impl<'a> Explainer<'a> {
    /// Looks for a solution first, to know where the steps must lead.
    pub fn new(puzzle: &'a Puzzle, limits: &Limits) -> Result<Explainer<'a>, Stop> {
        let colour = |black| if black { Colour::Black } else { Colour::White };
        let solution = match Search::new(puzzle, &Options::default()).next(limits) {
            Next::Limit(stop) => return Err(stop),
            Next::NoMore => None,
            Next::Solution(found) => {
                Some((0..puzzle.cells()).map(|cell| colour(found.is_black(cell))).collect())
            }
        };
        let colours = vec![Colour::Open; puzzle.cells()];
        let solvable = solution.is_some();
        Ok(Explainer {
            puzzle,
            rules: None,
            colours,
            solvable,
            solution,
            promising: refute::Promising::default(),
            parts: VecDeque::new(),
            long: lemma::LONG,
        })
    }

    /// Chains of more letters than this come in parts.
    pub fn with_chains_of(self, letters: usize) -> Explainer<'a> {
        Explainer { long: letters, ..self }
    }

    /// What is known so far.
    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// Starts from a board on which some cells are filled in already. Colours that no solution has
    /// are a mistake, which is what the next step then says.
    pub fn set(&mut self, cell: Cell, colour: Colour) {
        self.colours[cell] = colour;
        self.promising = refute::Promising::default();
        self.parts.clear();
    }

    /// The easiest next step; the ending when there is none.
    pub fn next(&mut self, limits: &Limits) -> Result<Result<Step, Ending>, Stop> {
        limits.check()?;
        self.follow_colours(limits)?;
        if self.solution.is_none() {
            return Ok(Err(match self.solvable {
                true => Ending::Mistake(self.mistake(limits)?),
                false => Ending::Contradiction(self.contradiction(limits)?),
            }));
        }
        if !self.colours.contains(&Colour::Open) {
            return Ok(Err(Ending::Solved));
        }
        if let Some(step) = self.parts.pop_front() {
            return Ok(Ok(self.take(step)));
        }
        let plain = self.clues().or_else(|| self.neighbours());
        let single = plain.or_else(|| self.number()).or_else(|| self.cut());
        let step = match single {
            Some(step) => step,
            None => match self.refutation(limits)? {
                Some(step) => {
                    self.parts = lemma::in_parts(self.puzzle, step, self.long);
                    match self.parts.pop_front() {
                        Some(first) => first,
                        None => return Ok(Err(Ending::Ambiguous)),
                    }
                }
                None => return Ok(Err(Ending::Ambiguous)),
            },
        };
        Ok(Ok(self.take(step)))
    }

    /// Fills in what a step shows.
    fn take(&mut self, step: Step) -> Step {
        for &(cell, colour) in &step.cells {
            self.colours[cell] = colour;
        }
        step
    }

    /// The step in words, one sentence.
    pub fn words(&self, step: &Step) -> String {
        words::step(self.puzzle, step)
    }

    /// A rule in words, as part of a sentence.
    pub fn rule_words(&self, rule: Rule) -> String {
        words::rule(self.puzzle, rule)
    }

    /// An ending in words.
    pub fn ending_words(&self, ending: &Ending) -> String {
        words::ending(self.puzzle, ending)
    }

    fn open(&self, cell: Cell) -> bool {
        self.colours[cell] == Colour::Open
    }

    /// All cells with a clue at once: that is how people begin.
    fn clues(&self) -> Option<Step> {
        let clues = self.puzzle.clues().map(|(cell, _)| cell).filter(|&cell| self.open(cell));
        let cells: Vec<Cell> = clues.collect();
        let rules = cells.iter().map(|&cell| Rule::Clue(cell)).collect();
        step(Technique::Clue, white(&cells), rules, Vec::new())
    }

    /// The open neighbours of a black cell.
    fn neighbours(&self) -> Option<Step> {
        (0..self.puzzle.cells()).filter(|&cell| self.colours[cell] == Colour::Black).find_map(
            |cell| {
                let open: Vec<Cell> =
                    self.puzzle.neighbours(cell).filter(|&next| self.open(next)).collect();
                step(Technique::Neighbour, white(&open), vec![Rule::Touch], vec![cell])
            },
        )
    }

    /// What one number says; the one that needs the fewest known cells.
    fn number(&self) -> Option<Step> {
        let is_number = |clue| matches!(clue, Clue::Number(_));
        let numbers = self.puzzle.clues().filter(|&(_, clue)| is_number(clue));
        let steps = numbers.filter_map(|(number, _)| {
            let cells = Deduction::number_alone(self.puzzle, &self.colours, number).ok()?;
            if cells.is_empty() {
                return None;
            }
            let facts = self.facts_for_number(number, &cells);
            step(Technique::Number, cells, vec![Rule::Number(number)], facts)
        });
        steps.min_by_key(|step| step.facts.len())
    }

    /// The known cells that the number needs to force all of `cells`: forget one after the other, and
    /// keep in mind those without which something is missing.
    fn facts_for_number(&self, number: Cell, cells: &[(Cell, Colour)]) -> Vec<Cell> {
        let mut colours = self.colours.clone();
        let mut facts = Vec::new();
        for fact in self.known_around(number) {
            let colour = std::mem::take(&mut colours[fact]);
            let forced = Deduction::number_alone(self.puzzle, &colours, number);
            let enough = |forced: &Vec<_>| cells.iter().all(|cell| forced.contains(cell));
            if !forced.as_ref().is_ok_and(enough) {
                colours[fact] = colour;
                facts.push(fact);
            }
        }
        facts
    }

    /// The known cells in the row and the column, the farthest first: what lies behind a black cell
    /// matters only once that cell is forgotten.
    fn known_around(&self, number: Cell) -> Vec<Cell> {
        let mut known = Vec::new();
        for direction in Side::ALL {
            let ray: Vec<Cell> = self.puzzle.ray(number, direction).collect();
            known.extend(ray.into_iter().rev().filter(|&cell| !self.open(cell)));
        }
        known
    }

    /// A cell that would cut white cells off if it were black.
    fn cut(&self) -> Option<Step> {
        let mut forest = crate::forest::BlackForest::new(self.puzzle);
        let mut forced = Vec::new();
        for cell in (0..self.puzzle.cells()).filter(|&c| self.colours[c] == Colour::Black) {
            forest.insert(cell, &mut forced);
        }
        let on_line = |&cell: &Cell| crate::forest::splits_line(self.puzzle, cell);
        if let Some(cell) = (0..self.puzzle.cells()).filter(on_line).find(|&cell| self.open(cell)) {
            return step(
                Technique::Cut,
                white(&[cell]),
                vec![Rule::Touch, Rule::Connected],
                Vec::new(),
            );
        }
        let steps = forced.iter().filter(|&&cell| self.open(cell)).filter_map(|&cell| {
            step(
                Technique::Cut,
                white(&[cell]),
                vec![Rule::Touch, Rule::Connected],
                forest.chain(cell),
            )
        });
        steps.min_by_key(|step| step.facts.len())
    }

    /// The cells that have a colour.
    fn known(&self) -> impl Iterator<Item = Cell> {
        (0..self.puzzle.cells()).filter(|&cell| !self.open(cell))
    }

    /// Asks the solver that holds all rules.
    fn ask<T>(
        &mut self,
        limits: &Limits,
        question: impl FnOnce(&Self, &mut NamedRules) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let fresh = self.rules.take().filter(|rules| rules.solver.statistics().conflicts <= WORN);
        let mut rules = match fresh {
            Some(rules) => rules,
            None => NamedRules::new(self.puzzle, limits)?,
        };
        let answer = question(self, &mut rules);
        self.rules = Some(rules);
        answer
    }

    /// The bit that says that the cell has the colour it is known to have.
    fn fact(&self, rules: &NamedRules, cell: Cell) -> Bit {
        rules.colour(cell, self.colours[cell] == Colour::Black)
    }

    fn all_rules(&self) -> Vec<Rule> {
        let clues =
            self.puzzle.clues().flat_map(|(cell, _)| [Rule::Number(cell), Rule::Clue(cell)]);
        clues.chain([Rule::Connected, Rule::Touch]).collect()
    }
}

fn white(cells: &[Cell]) -> Vec<(Cell, Colour)> {
    cells.iter().map(|&cell| (cell, Colour::White)).collect()
}

/// The step, if it gives anything.
fn step(
    technique: Technique,
    cells: Vec<(Cell, Colour)>,
    rules: Vec<Rule>,
    facts: Vec<Cell>,
) -> Option<Step> {
    let many = rules.iter().filter(|rule| matches!(rule, Rule::Number(_))).count() as u32;
    let difficulty = match technique {
        Technique::Clue => 0,
        Technique::Neighbour => 1,
        Technique::Number => 2,
        Technique::Cut => 3,
        Technique::Contradiction => 4 + many,
        Technique::Search => 20 + many,
    };
    let (lemma, chain) = (Vec::new(), None);
    (!cells.is_empty()).then_some(Step { cells, lemma, technique, rules, facts, chain, difficulty })
}
