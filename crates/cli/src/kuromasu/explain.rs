//! `zugwerk kuromasu explain`: the solution step by step, or why there is none.

use super::{counted, input};
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::{Terminal, read_text};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zugwerk_kuromasu::picture::{Marks, svg};
use zugwerk_kuromasu::{
    Cell, Clue, Colour, Ending, Explainer, Puzzle, Rule, Step, Technique, parse_colours,
};
use zugwerk_logic::{Limits, Stop};

/// Explain the solution step by step, or why there is none
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk kuromasu explain riddle.txt
  zugwerk kuromasu explain --hint riddle.txt
  zugwerk kuromasu explain --hint riddle.txt --board so-far.txt
  zugwerk kuromasu explain riddle.txt --svg steps/

The easiest steps come first. For an unsolvable board the answer is the few numbers and rules that
already contradict each other; for a --board that is coloured wrongly, the cells that are wrong.")]
pub struct Explain {
    /// A file, - for standard input, or an address or game ID itself
    puzzle: String,
    /// Only the next step
    #[arg(long)]
    hint: bool,
    /// Start from this board: rows of w, b, and x for open cells
    #[arg(long, value_name = "FILE")]
    board: Option<String>,
    /// Also draw each step into this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
}

#[derive(Serialize)]
struct Report {
    file: String,
    status: &'static str,
    steps: Vec<StepReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    core: Vec<RuleReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(usize, usize)>,
    text: String,
    hardest: u32,
    total: u32,
    difficulty: Option<&'static str>,
    seconds: f64,
}

#[derive(Serialize)]
struct StepReport {
    cells: Vec<CellReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lemma: Option<LemmaReport>,
    technique: &'static str,
    rules: Vec<RuleReport>,
    facts: Vec<(usize, usize)>,
    difficulty: u32,
    text: String,
}

/// What would follow from a supposition.
#[derive(Serialize)]
struct LemmaReport {
    supposed: CellReport,
    cells: Vec<CellReport>,
}

#[derive(Serialize)]
struct CellReport {
    row: usize,
    column: usize,
    colour: &'static str,
}

#[derive(Serialize)]
struct RuleReport {
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    text: String,
}

/// Where an explanation stops.
enum Stopped {
    /// At the step that was asked for.
    Hint,
    /// There is no further step.
    Ended(Ending),
    /// A limit came first.
    Limit,
}

impl Stopped {
    fn status(&self) -> &'static str {
        match self {
            Stopped::Hint => "hint",
            Stopped::Limit => "limit",
            Stopped::Ended(Ending::Solved) => "solved",
            Stopped::Ended(Ending::Ambiguous) => "ambiguous",
            Stopped::Ended(Ending::Contradiction(_)) => "unsolvable",
            Stopped::Ended(Ending::Mistake(_)) => "mistake",
        }
    }
}

impl Explain {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let start = Instant::now();
        let (file, puzzle) = input::read_one(&self.puzzle)?;
        let mut limits = Limits::none().with_flag(interrupt::flag());
        if let Some(time) = self.time {
            limits = limits.with_time(time);
        }
        let mut explainer = match Explainer::new(&puzzle, &limits) {
            Ok(explainer) => explainer,
            Err(Stop::Interrupted) => return Err(Failure::Interrupted),
            Err(_) => {
                let explained = Explained { file, steps: Vec::new(), stopped: Stopped::Limit };
                return self.conclude(explained, &puzzle, None, start, terminal);
            }
        };
        if let Some(board) = &self.board {
            let colours = parse_colours(&puzzle, &read_text(board)?)
                .map_err(|error| Failure::bad_input(format!("{board}: {error}")))?;
            let filled = colours.iter().enumerate().filter(|(_, c)| **c != Colour::Open);
            filled.for_each(|(cell, &colour)| explainer.set(cell, colour));
        }
        let mut steps: Vec<Step> = Vec::new();
        let stopped = loop {
            match explainer.next(&limits) {
                Err(Stop::Interrupted) => return Err(Failure::Interrupted),
                Err(_) => break Stopped::Limit,
                Ok(Err(ending)) => break Stopped::Ended(ending),
                // Whoever asks for a hint has seen that cells with a clue are white.
                Ok(Ok(step)) if self.hint && step.technique == Technique::Clue => {}
                Ok(Ok(step)) => {
                    if !terminal.json() {
                        let text = explainer.words(&step);
                        writeln!(terminal, "{:3}. {text}", steps.len() + 1)?;
                    }
                    if let Some(folder) = &self.svg {
                        draw(folder, steps.len() + 1, &puzzle, explainer.colours(), &step)?;
                    }
                    let is_lemma = step.cells.is_empty();
                    steps.push(step);
                    // A lemma is no hint without what it is for.
                    if self.hint && !is_lemma {
                        break Stopped::Hint;
                    }
                }
            }
        };
        let explained = Explained { file, steps, stopped };
        self.conclude(explained, &puzzle, Some(&explainer), start, terminal)
    }

    fn conclude(
        &self,
        Explained { file, steps, stopped }: Explained,
        puzzle: &Puzzle,
        explainer: Option<&Explainer<'_>>,
        start: Instant,
        terminal: &mut Terminal,
    ) -> Outcome {
        let hardest = steps.iter().map(|step| step.difficulty).max().unwrap_or(0);
        let total = steps.iter().map(|step| step.difficulty).sum();
        let class = class(&steps);
        let is_solved = matches!(stopped, Stopped::Ended(Ending::Solved));
        let text = match (&stopped, explainer) {
            (Stopped::Limit, _) => "a limit was reached first".to_string(),
            (Stopped::Ended(ending), Some(explainer)) => explainer.ending_words(ending),
            _ => String::new(),
        };
        if terminal.json() {
            let mut report = Report {
                file,
                status: stopped.status(),
                steps: Vec::new(),
                core: Vec::new(),
                cells: Vec::new(),
                text,
                hardest,
                total,
                difficulty: is_solved.then_some(class),
                seconds: start.elapsed().as_secs_f64(),
            };
            if let Some(explainer) = explainer {
                let step = |step| step_report(puzzle, explainer, step);
                report.steps = steps.iter().map(step).collect();
                if let Stopped::Ended(Ending::Contradiction(rules)) = &stopped {
                    let rule = |&rule| rule_report(puzzle, explainer, rule);
                    report.core = rules.iter().map(rule).collect();
                }
            }
            if let Stopped::Ended(Ending::Mistake(mistake)) = &stopped {
                report.cells =
                    mistake.cells().into_iter().map(|cell| place(puzzle, cell)).collect();
            }
            terminal.print_json(&report)?;
        } else if !text.is_empty() {
            writeln!(terminal, "{text}")?;
            if is_solved && self.board.is_none() {
                let count = counted(steps.len() as u64, "step");
                writeln!(terminal, "{count}, the hardest {hardest}, {total} in all: {class}")?;
            }
        }
        Ok(match stopped {
            Stopped::Limit => Exit::Limit,
            Stopped::Hint | Stopped::Ended(Ending::Solved) => Exit::Answered,
            Stopped::Ended(_) => Exit::No,
        })
    }
}

/// The steps found and why there are no more.
struct Explained {
    file: String,
    steps: Vec<Step>,
    stopped: Stopped,
}

/// The class of the hardest step, as the generator understands it.
fn class(steps: &[Step]) -> &'static str {
    match steps.iter().map(|step| step.technique).max() {
        Some(Technique::Search) => "hard",
        Some(Technique::Contradiction) => "medium",
        _ => "easy",
    }
}

fn place(puzzle: &Puzzle, cell: Cell) -> (usize, usize) {
    let place = puzzle.place(cell);
    (place.row, place.column)
}

fn step_report(puzzle: &Puzzle, explainer: &Explainer<'_>, step: &Step) -> StepReport {
    let cell = |&(cell, colour): &(Cell, Colour)| {
        let (row, column) = place(puzzle, cell);
        let colour = if colour == Colour::Black { "black" } else { "white" };
        CellReport { row, column, colour }
    };
    let lemma = step.chain.as_ref().filter(|_| !step.lemma.is_empty()).map(|chain| LemmaReport {
        supposed: cell(&chain.supposed),
        cells: step.lemma.iter().map(cell).collect(),
    });
    StepReport {
        cells: step.cells.iter().map(cell).collect(),
        lemma,
        technique: step.technique.name(),
        rules: step.rules.iter().map(|&rule| rule_report(puzzle, explainer, rule)).collect(),
        facts: step.facts.iter().map(|&cell| place(puzzle, cell)).collect(),
        difficulty: step.difficulty,
        text: explainer.words(step),
    }
}

fn rule_report(puzzle: &Puzzle, explainer: &Explainer<'_>, rule: Rule) -> RuleReport {
    let (name, cell) = match rule {
        Rule::Touch => ("touch", None),
        Rule::Connected => ("connected", None),
        Rule::Clue(cell) => ("clue", Some(cell)),
        Rule::Number(cell) => ("number", Some(cell)),
    };
    let number = match cell.and_then(|cell| puzzle.clue(cell)) {
        Some(Clue::Number(number)) if name == "number" => Some(number),
        _ => None,
    };
    let cell = cell.map(|cell| place(puzzle, cell));
    RuleReport { rule: name, cell, number, text: explainer.rule_words(rule) }
}

/// The board after the step, its new cells framed and its reasons marked.
fn draw(
    folder: &Path,
    number: usize,
    puzzle: &Puzzle,
    colours: &[Colour],
    step: &Step,
) -> Result<(), Failure> {
    let numbers = step.rules.iter().filter_map(|rule| match rule {
        Rule::Number(cell) => Some(*cell),
        _ => None,
    });
    let marks = Marks {
        colours: colours.to_vec(),
        new: step.cells.iter().map(|&(cell, _)| cell).collect(),
        reasons: step.facts.iter().copied().chain(numbers).collect(),
    };
    crate::picture::write_step(folder, number, &svg(puzzle, &marks))
}
