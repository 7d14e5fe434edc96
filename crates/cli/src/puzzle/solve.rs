//! `zugwerk puzzle solve`: the solution, whether it is the only one, and the proof.

use super::input::{Input, KindOption};
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::{Answer, Certificate, GroundError, Kind, Next, Search, text};

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
    /// All solutions, or at most so many
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "1000000", value_parser = crate::number::positive)]
    all: Option<u64>,
    /// Check a proof of every \"no more solutions\"
    #[arg(long)]
    certify: bool,
    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Solve so many puzzles at once
    #[arg(long, value_name = "COUNT", value_parser = crate::number::positive)]
    jobs: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Solved,
    Unsolvable,
    Limit,
    Error,
}

#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    seconds: f64,
    /// What is printed for people.
    #[serde(skip)]
    texts: Vec<String>,
}

#[derive(Serialize)]
struct Proof {
    valid: bool,
    steps: u64,
    lemmas: usize,
}

impl Report {
    fn new(file: &str, status: Status) -> Report {
        Report {
            file: file.to_string(),
            kind: None,
            status,
            unique: None,
            count: None,
            answer: None,
            answers: Vec::new(),
            proof: None,
            message: None,
            seconds: 0.0,
            texts: Vec::new(),
        }
    }
}

impl Solve {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let inputs = self.kind.read_all(&self.puzzles)?;
        let mut worst = Exit::Answered;
        let mut unreadable = None;
        let many = inputs.len() > 1;
        self.each(&inputs, &mut |report| {
            worst = match (worst, report.status) {
                (Exit::Limit, _) | (_, Status::Limit) => Exit::Limit,
                (_, Status::Unsolvable) => Exit::No,
                (other, _) if report.unique == Some(false) => {
                    if other == Exit::Limit {
                        other
                    } else {
                        Exit::No
                    }
                }
                (other, _) => other,
            };
            if report.status == Status::Error {
                let what = report.message.clone().unwrap_or_default();
                unreadable.get_or_insert(format!(
                    "{}: {what}",
                    crate::terminal::shortened(&report.file, 80)
                ));
            }
            if report.proof.as_ref().is_some_and(|proof| !proof.valid) {
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
        let jobs = self.jobs.unwrap_or(1).min(inputs.len() as u64);
        let next = AtomicUsize::new(0);
        let stop = interrupt::flag();
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while let Some(input) = inputs.get(next.load(Ordering::Relaxed)) {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let input = inputs.get(at).unwrap_or(input);
                        if at >= inputs.len() || sender.send((at, self.solve(input, stop))).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut early: BTreeMap<usize, Report> = BTreeMap::new();
            let mut expected = 0;
            for (at, report) in receiver {
                early.insert(at, report);
                while let Some(report) = early.remove(&expected) {
                    expected += 1;
                    if let Err(failure) = show(report) {
                        // Nobody reads any more: let the threads end after their current puzzle.
                        next.store(inputs.len(), Ordering::Relaxed);
                        return Err(failure);
                    }
                }
            }
            Ok(())
        })
    }

    fn solve(&self, input: &Input, stop: &Arc<AtomicBool>) -> Report {
        let start = Instant::now();
        let mut report = match &input.document {
            Err(what) => {
                Report { message: Some(what.clone()), ..Report::new(&input.name, Status::Error) }
            }
            Ok((kind, document)) => {
                let mut limits = Limits::none().with_flag(stop.clone());
                if let Some(time) = self.time {
                    limits = limits.with_time(time);
                }
                match self.search(kind, &document.puzzle, &input.name, &limits) {
                    Ok(report) => Report { kind: Some(kind.name().to_string()), ..report },
                    Err(message) => {
                        Report { message: Some(message), ..Report::new(&input.name, Status::Error) }
                    }
                }
            }
        };
        report.seconds = start.elapsed().as_secs_f64();
        report
    }

    fn search(
        &self,
        kind: &Kind,
        puzzle: &zugwerk_puzzle::Puzzle,
        name: &str,
        limits: &Limits,
    ) -> Result<Report, String> {
        let mut report = Report::new(name, Status::Unsolvable);
        let mut search = match Search::new(kind, puzzle, None, self.certify, limits) {
            Ok(search) => search,
            Err(GroundError::Limit(stop)) => {
                report.status = Status::Limit;
                report.message = Some(limit_words(stop).to_string());
                return Ok(report);
            }
            Err(other) => return Err(super::input_error(kind, other)),
        };
        let most = self.all.unwrap_or(if self.unique || self.certify { 2 } else { 1 });
        let mut found: Vec<Answer> = Vec::new();
        let mut complete = false;
        while (found.len() as u64) < most {
            match search.next(limits) {
                Next::Solution(answer) => found.push(answer),
                Next::NoMore => {
                    complete = true;
                    break;
                }
                Next::Limit(stop) => {
                    report.message = Some(limit_words(stop).to_string());
                    report.status = Status::Limit;
                    break;
                }
            }
        }
        if report.status != Status::Limit
            || (!found.is_empty() && !self.unique && self.all.is_none())
        {
            report.status = if found.is_empty() { Status::Unsolvable } else { Status::Solved };
        }
        if complete || found.len() > 1 {
            report.unique = (self.unique || self.certify).then_some(found.len() == 1 && complete);
        }
        report.count = self.all.map(|_| found.len() as u64);
        let rows = |answer: &Answer| text::answer_rows(kind, puzzle, answer);
        report.answer = found.first().map(rows);
        if self.all.is_some() {
            report.answers = found.iter().map(rows).collect();
        }
        let shown = if self.all.is_some() { found.len() } else { 1 };
        report.texts = found
            .iter()
            .take(shown)
            .map(|answer| text::write(kind, puzzle, Some(answer)))
            .collect();
        let certificate = search.certificate();
        report.proof =
            certificate.map(|Certificate { valid, steps, lemmas }| Proof { valid, steps, lemmas });
        Ok(report)
    }
}

fn limit_words(stop: Stop) -> &'static str {
    match stop {
        Stop::Interrupted => "interrupted",
        _ => "a limit was reached first",
    }
}

fn print(report: &Report, many: bool, terminal: &mut Terminal) -> Result<(), Failure> {
    if many {
        let status = match report.status {
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Limit => "limit",
            Status::Error => "error",
        };
        let unique = match report.unique {
            Some(true) => ", unique",
            Some(false) if report.status == Status::Solved => ", not unique",
            _ => "",
        };
        let kind = report.kind.as_deref().unwrap_or("");
        let message = report.message.as_deref().unwrap_or("");
        let file = crate::terminal::shortened(&report.file, 60);
        let line =
            format!("{file:60}  {kind:12} {:8.4} s  {status}{unique}  {message}", report.seconds);
        writeln!(terminal, "{}", line.trim_end())?;
        return Ok(());
    }
    if report.status == Status::Error {
        return Ok(());
    }
    for text in &report.texts {
        writeln!(terminal, "{text}")?;
    }
    match (report.status, report.unique, report.count) {
        (Status::Limit, ..) => writeln!(terminal, "a limit was reached first")?,
        (Status::Unsolvable, ..) => writeln!(terminal, "no solution")?,
        (_, _, Some(count)) => {
            writeln!(terminal, "{count} solution{}", if count == 1 { "" } else { "s" })?
        }
        (_, Some(true), _) => writeln!(terminal, "the only solution")?,
        (_, Some(false), _) => writeln!(terminal, "not the only solution")?,
        _ => {}
    }
    if let Some(proof) = &report.proof {
        let verdict = if proof.valid { "the proof holds" } else { "the proof DOES NOT HOLD" };
        writeln!(
            terminal,
            "{verdict}: {} derived clauses and {} of global laws checked",
            proof.steps, proof.lemmas
        )?;
    }
    Ok(())
}
