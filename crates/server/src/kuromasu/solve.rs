//! Solving a puzzle, proving that there is one solution, and explaining the next step.

use super::board::{Filled, letters, puzzle};
use crate::Shared;
use crate::error::ApiError;
use crate::progress::{Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zugwerk_kuromasu::{Colour, Ending, Explainer, Next, Options, Puzzle, Rule, Search, Step};
use zugwerk_logic::Limits;

const TIME: Duration = Duration::from_secs(120);
/// A hint that takes longer helps nobody.
const HINT_TIME: Duration = Duration::from_secs(10);

/// What to solve.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KuromasuSolveQuestion")]
pub(crate) struct Wanted {
    puzzle: String,
    /// Whether to look for a second solution too.
    #[serde(default)]
    unique: bool,
}

/// What is told while solving.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "KuromasuSolveNews")]
pub(crate) enum News {
    /// A solution: `b` and `w`, row by row.
    Solution { cells: String },
    /// The end.
    Done { verdict: Verdict },
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// There is a solution; whether it is the only one was not asked.
    Solved,
    /// There is exactly one.
    Unique,
    /// There are several; two were told.
    Several,
    /// There is none.
    Unsolvable,
    /// The time was up.
    Limit,
}

fn limits(progress: &Progress, time: Duration) -> Limits {
    Limits::none().with_time(time).with_flag(progress.flag())
}

pub(crate) fn solve(_: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let puzzle = puzzle(&wanted.puzzle)?;
    Ok(Box::new(move |progress| {
        let verdict = solutions(&puzzle, wanted.unique, progress);
        progress.send(&News::Done { verdict });
        Ok(())
    }))
}

fn solutions(puzzle: &Puzzle, unique: bool, progress: &Progress) -> Verdict {
    let limits = limits(progress, TIME);
    let mut search = Search::new(puzzle, &Options::default());
    match search.next(&limits) {
        Next::Limit(_) => return Verdict::Limit,
        Next::NoMore => return Verdict::Unsolvable,
        Next::Solution(found) => progress.send(&News::Solution { cells: letters(puzzle, &found) }),
    }
    if !unique {
        return Verdict::Solved;
    }
    match search.next(&limits) {
        Next::Limit(_) => Verdict::Limit,
        Next::NoMore => Verdict::Unique,
        Next::Solution(second) => {
            progress.send(&News::Solution { cells: letters(puzzle, &second) });
            Verdict::Several
        }
    }
}

/// What is told for a hint.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Advice {
    /// The next step.
    Step {
        sentence: String,
        technique: &'static str,
        /// What follows: the cells and their colours, `b` or `w`.
        cells: Vec<(usize, char)>,
        /// The cells it follows from.
        reasons: Vec<usize>,
    },
    /// Some cells are wrong already.
    Mistake { sentence: String, cells: Vec<usize> },
    /// There is no next step.
    End { sentence: String },
}

pub(crate) fn hint(_: &Shared, filled: Filled) -> Result<Work, ApiError> {
    let (puzzle, cells) = filled.read()?;
    Ok(Box::new(move |progress| {
        let limits = limits(progress, HINT_TIME);
        let advice = advice(&puzzle, &cells, &limits).unwrap_or_else(|| Advice::End {
            sentence: format!("no step was found in {} seconds", HINT_TIME.as_secs()),
        });
        progress.send(&advice);
        Ok(())
    }))
}

fn advice(puzzle: &Puzzle, cells: &[Colour], limits: &Limits) -> Option<Advice> {
    let mut explainer = Explainer::new(puzzle, limits).ok()?;
    // That cells with a clue are white goes without saying, unless one was made black.
    for (cell, _) in puzzle.clues() {
        explainer.set(cell, Colour::White);
    }
    for (cell, ink) in cells.iter().enumerate() {
        if *ink != Colour::Open {
            explainer.set(cell, *ink);
        }
    }
    let mut lemmas: Vec<Step> = Vec::new();
    let found = loop {
        match explainer.next(limits).ok()? {
            Ok(step) if step.cells.is_empty() => lemmas.push(step),
            found => break found,
        }
    };
    Some(match found {
        Err(ending) => {
            let sentence = explainer.ending_words(&ending);
            match ending {
                Ending::Mistake(mistake) => Advice::Mistake { sentence, cells: mistake.cells() },
                _ => Advice::End { sentence },
            }
        }
        Ok(step) => {
            let letter = |colour| if colour == Colour::Black { 'b' } else { 'w' };
            let steps = || lemmas.iter().chain([&step]);
            let rules = steps().flat_map(|step| &step.rules);
            let numbers = rules.filter_map(|rule| match rule {
                Rule::Number(cell) | Rule::Clue(cell) => Some(*cell),
                _ => None,
            });
            let facts = steps().flat_map(|step| step.facts.iter().copied());
            let mut reasons: Vec<usize> = numbers.chain(facts).collect();
            reasons.sort_unstable();
            reasons.dedup();
            Advice::Step {
                sentence: steps().map(|step| explainer.words(step)).collect::<Vec<_>>().join("\n"),
                technique: step.technique.name(),
                cells: step.cells.iter().map(|&(cell, colour)| (cell, letter(colour))).collect(),
                reasons,
            }
        }
    })
}
