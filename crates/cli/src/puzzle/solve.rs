//! `zugwerk puzzle solve`: the solution, whether it is the only one, and the proof.

use super::input::{Input, KindOption};
use crate::exit::{Exit, Failure, Outcome};
use crate::in_order::{Queue, in_order};
use crate::interrupt;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zugwerk_puzzle::report::{Ask, Solutions, Status, solve};
use zugwerk_puzzle::text;

/// Solve puzzles of any kind
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle solve 'https://puzz.link/p?nurikabe/6/6/m8n8i9u'
  zugwerk puzzle solve --kind sudoku --unique 3x3:b5b3a2c3a8_2i8_5_3_5b7b6b4g9b9b4b2_7_3_1i6_4a9c6a3b7b
  zugwerk puzzle solve --unique --certify puzzles/")]
pub struct Solve {
    /// Files, folders, - for standard input, or an address or game ID itself
    #[arg(required = true)]
    puzzles: Vec<String>,
    #[command(flatten)]
    kind: KindOption,
    /// Also say whether the solution is the only one
    #[arg(long)]
    unique: bool,
    /// All solutions, or at most this many
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "1000000", value_parser = crate::number::positive)]
    all: Option<u64>,
    /// Check a proof of every "no more solutions"
    #[arg(long)]
    certify: bool,
    /// Give up on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Solve this many puzzles at once
    #[arg(long, value_name = "COUNT", value_parser = crate::number::positive)]
    jobs: Option<u64>,
}

#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(flatten)]
    solutions: Solutions,
    seconds: f64,
    /// What is printed for people.
    #[serde(skip)]
    texts: Vec<String>,
}

impl Solve {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let inputs = self.kind.read_all(&self.puzzles)?;
        let mut worst = Exit::Answered;
        let mut unreadable = None;
        let many = inputs.len() > 1;
        self.each(&inputs, &mut |report| {
            worst =
                match (worst, report.solutions.status) {
                    (Exit::Limit, _) | (_, Status::Limit) => Exit::Limit,
                    (_, Status::Unsolvable) => Exit::No,
                    (other, _) if report.solutions.unique == Some(false) => {
                        if other == Exit::Limit { other } else { Exit::No }
                    }
                    (other, _) => other,
                };
            if report.solutions.status == Status::Error {
                let what = report.solutions.message.clone().unwrap_or_default();
                unreadable.get_or_insert(format!(
                    "{}: {what}",
                    crate::terminal::shortened(&report.file, 80)
                ));
            }
            if report.solutions.proof.as_ref().is_some_and(|proof| !proof.valid) {
                unreadable.get_or_insert(format!(
                    "internal error: the proof for {} does not hold",
                    report.file
                ));
            }
            if terminal.json() {
                terminal.print_json(&report)
            } else {
                print(&report, many, terminal)
            }
        })?;
        if interrupt::flag().load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        match unreadable {
            Some(what) => Err(Failure::bad_input(what)),
            None => Ok(worst),
        }
    }

    /// Solves all of them on several threads and shows the reports in order.
    fn each(
        &self,
        inputs: &[Input],
        show: &mut dyn FnMut(Report) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let jobs = self.jobs.unwrap_or(1) as usize;
        let stop = interrupt::flag();
        let worker = |queue: &Queue<Input, Report>| queue.run(|input| self.solve(input, &stop));
        in_order(inputs, jobs, &stop, worker, |_, report| show(report))
    }

    fn solve(&self, input: &Input, stop: &Arc<AtomicBool>) -> Report {
        let start = Instant::now();
        let (kind, solutions, texts) = match &input.document {
            Err(what) => (None, Solutions::failed(Status::Error, what.clone()), Vec::new()),
            Ok((kind, document)) => {
                let limits = super::input::limits(self.time).with_flag(stop.clone());
                let ask = Ask { unique: self.unique, all: self.all, certify: self.certify };
                let solutions =
                    solve(kind, &document.puzzle, ask, &limits).unwrap_or_else(|error| {
                        Solutions::failed(Status::Error, super::input_error(kind, error))
                    });
                let shown = if self.all.is_some() { solutions.found.len() } else { 1 };
                let found = solutions.found.iter().take(shown);
                let texts = found.map(|answer| text::write(kind, &document.puzzle, Some(answer)));
                let (name, texts) = (kind.name().to_string(), texts.collect());
                ((solutions.status != Status::Error).then_some(name), solutions, texts)
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        Report { file: input.name.clone(), kind, solutions, seconds, texts }
    }
}

fn print(report: &Report, many: bool, terminal: &mut Terminal) -> Result<(), Failure> {
    let solutions = &report.solutions;
    if many {
        let status = match solutions.status {
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Limit => "limit",
            _ => "error",
        };
        let unique = match solutions.unique {
            Some(true) => ", unique",
            Some(false) if solutions.status == Status::Solved => ", not unique",
            _ => "",
        };
        let kind = report.kind.as_deref().unwrap_or("");
        let message = solutions.message.as_deref().unwrap_or("");
        let file = crate::terminal::shortened(&report.file, 60);
        let line =
            format!("{file:60}  {kind:12} {:8.4} s  {status}{unique}  {message}", report.seconds);
        writeln!(terminal, "{}", line.trim_end())?;
        return Ok(());
    }
    if solutions.status == Status::Error {
        return Ok(());
    }
    for text in &report.texts {
        writeln!(terminal, "{text}")?;
    }
    match (solutions.status, solutions.unique, solutions.count) {
        (Status::Limit, ..) => {
            writeln!(terminal, "{}", solutions.message.as_deref().unwrap_or_default())?
        }
        (Status::Unsolvable, ..) => writeln!(terminal, "no solution")?,
        (_, _, Some(count)) => {
            let least = if solutions.complete == Some(false) { "at least " } else { "" };
            writeln!(terminal, "{least}{count} solution{}", if count == 1 { "" } else { "s" })?
        }
        (_, Some(true), _) => writeln!(terminal, "the only solution")?,
        (_, Some(false), _) => writeln!(terminal, "not the only solution")?,
        _ => {}
    }
    if let Some(proof) = &solutions.proof {
        let verdict = if proof.valid { "the proof holds" } else { "the proof DOES NOT HOLD" };
        writeln!(
            terminal,
            "{verdict}: {} derived clauses and {} of global laws checked",
            proof.steps, proof.lemmas
        )?;
    }
    Ok(())
}
