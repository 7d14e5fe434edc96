//! `zugwerk puzzle explain`: the solution step by step, or why there is none.

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::{Ending, Explainer, Fact, GroundError, Puzzle, Step, Technique, place_name};

/// Explain the solution step by step, or why there is none
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle explain 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g'
  zugwerk puzzle explain --hint so-far.pzprv3

Steps that one law alone shows come first, near what was found last. What is filled in already counts as known.")]
pub struct Explain {
    /// A file, - for standard input, or an address or game ID itself
    puzzle: String,
    #[command(flatten)]
    kind: KindOption,
    /// Only the next step
    #[arg(long)]
    hint: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
}

#[derive(Serialize)]
struct Report {
    file: String,
    kind: String,
    status: &'static str,
    steps: Vec<StepReport>,
    text: String,
    difficulty: Option<&'static str>,
    score: u32,
    seconds: f64,
}

#[derive(Serialize)]
struct StepReport {
    shows: Vec<FactReport>,
    technique: &'static str,
    laws: Vec<LawReport>,
    because: Vec<FactReport>,
    difficulty: u32,
    text: String,
}

#[derive(Serialize)]
struct FactReport {
    layer: String,
    place: String,
    value: i32,
    is: bool,
}

#[derive(Serialize)]
struct LawReport {
    law: String,
    places: Vec<String>,
}

impl Explain {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let start = Instant::now();
        let (file, kind, document) = self.kind.read_one(&self.puzzle)?;
        let mut limits = Limits::none().with_flag(interrupt::flag());
        if let Some(time) = self.time {
            limits = limits.with_time(time);
        }
        let puzzle = &document.puzzle;
        let filled = document.answer.as_ref();
        let mut explainer = match Explainer::new(&kind, puzzle, filled, &limits) {
            Ok(explainer) => explainer,
            Err(GroundError::Limit(Stop::Interrupted)) => return Err(Failure::Interrupted),
            Err(GroundError::Limit(_)) => return Ok(Exit::Limit),
            Err(other) => {
                return Err(Failure::bad_input(format!(
                    "{file}: {}",
                    super::input_error(&kind, other)
                )));
            }
        };
        let mut steps: Vec<StepReport> = Vec::new();
        let (mut hardest, mut score) = (Technique::Law, 0);
        let (status, text, exit) = loop {
            match explainer.next(&limits) {
                Err(Stop::Interrupted) => return Err(Failure::Interrupted),
                Err(_) => break ("limit", "a limit was reached first".to_string(), Exit::Limit),
                Ok(Err(ending)) => {
                    let (status, exit) = match ending {
                        Ending::Solved => ("solved", Exit::Answered),
                        Ending::Ambiguous => ("ambiguous", Exit::No),
                        Ending::Contradiction(..) => ("unsolvable", Exit::No),
                    };
                    break (status, explainer.ending_words(&ending), exit);
                }
                Ok(Ok(step)) => {
                    hardest = hardest.max(step.technique);
                    score += step.difficulty;
                    let report = step_report(puzzle, &explainer, &step);
                    if !terminal.json() {
                        writeln!(terminal, "{:3}. {}", steps.len() + 1, report.text)?;
                    }
                    steps.push(report);
                    if self.hint {
                        break ("hint", String::new(), Exit::Answered);
                    }
                }
            }
        };
        let difficulty = match hardest {
            Technique::Law | Technique::Board => "easy",
            Technique::Chain => "medium",
            Technique::Search => "hard",
        };
        if terminal.json() {
            let difficulty = (status == "solved").then_some(difficulty);
            let seconds = start.elapsed().as_secs_f64();
            let kind = kind.name().to_string();
            terminal.print_json(&Report {
                file,
                kind,
                status,
                steps,
                text,
                difficulty,
                score,
                seconds,
            })?;
        } else if !text.is_empty() {
            writeln!(terminal, "{text}")?;
            if status == "solved" {
                writeln!(terminal, "{} steps, {score} in all: {difficulty}", steps.len())?;
            }
        }
        Ok(exit)
    }
}

fn step_report(puzzle: &Puzzle, explainer: &Explainer<'_>, step: &Step) -> StepReport {
    let facts = |facts: &[Fact]| {
        let fact = |fact: &Fact| FactReport {
            layer: fact.layer.clone(),
            place: place_name(puzzle, fact.place),
            value: fact.value,
            is: fact.is,
        };
        facts.iter().map(fact).collect()
    };
    let law = |&at: &usize| LawReport {
        law: explainer.sentence(at).to_string(),
        places: explainer.instances()[at]
            .places
            .iter()
            .map(|&place| place_name(puzzle, place))
            .collect(),
    };
    StepReport {
        shows: facts(&step.shows),
        technique: step.technique.name(),
        laws: step.instances.iter().map(law).collect(),
        because: facts(&step.because),
        difficulty: step.difficulty,
        text: explainer.words(step),
    }
}
