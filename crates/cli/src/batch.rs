//! `zugwerk batch`: many questions from a file, their answers into another, on all cores, in order; killed
//! and started again without loss or doubles.

mod output;
mod question;

pub use question::{VERBS, Verb, answer};

use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::progress::Progress;
use crate::terminal::Terminal;
use clap::Args;
use output::Output;
use question::Question;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// Answer many questions: a file of them in, a file of answers out
#[derive(Args)]
#[command(after_help = "\
A row of the job is a JSON object: `do` names a command, its other members are the arguments and options
of that command, and `id`, if there is one, comes back with the answer.

  {\"id\": 1, \"do\": \"solve\", \"fen\": \"8/Q7/8/8/8/8/8/2k1K2R w K -\", \"stipulation\": \"#2\"}
  {\"id\": 2, \"do\": \"analyse\", \"fen\": \"start\", \"depth\": 12, \"lines\": 3}
  {\"id\": 3, \"do\": \"query\", \"sketch\": \"game chess\\nplay f2f3 ? g2g4 ?\\nexpect mate\", \"time\": 5}
  {\"id\": 4, \"do\": \"puzzle\", \"text\": \"5x5:a4g5_5h3a3_6b\", \"kind\": \"kuromasu\", \"unique\": true}
  {\"id\": 5, \"do\": \"puzzle\", \"verb\": \"generate\", \"kind\": \"sudoku\", \"size\": \"9x9\", \"seed\": 7}

A row of the result has the `row` of its question, its `id`, and the members that the command prints with
--json; `error` where the question cannot be answered. Rows that the result file has already are not
answered again, so a batch that was stopped is simply started once more.

Example:
  zugwerk batch job.jsonl --out result.jsonl --jobs 4 --shard 2/3")]
pub struct Command {
    /// The questions, one JSON object a line
    #[arg(value_name = "JOB")]
    job: String,
    /// Where the answers go
    #[arg(long, value_name = "FILE")]
    out: String,
    /// How many questions to answer at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Answer only every N-th question, from the I-th on: a part of the work for one of N machines
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("expected a part such as 2/3, from 1/3 to 3/3".to_string()),
    }
}

#[derive(Default, Serialize)]
struct Summary {
    /// Rows of the job that belong to this shard.
    rows: u64,
    /// Answered now.
    answered: u64,
    /// Of those, the ones that could not be answered.
    errors: u64,
    /// Already in the result.
    skipped: u64,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let job = File::open(&self.job).map_err(|error| Failure::file(&self.job, error))?;
        let output = Output::open(&self.out)?;
        let summary = self.answer_all(BufReader::new(job), output)?;
        if interrupt::flag().load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        if terminal.json() {
            terminal.print_json(&summary)?;
        } else {
            let Summary { answered, errors, skipped, .. } = summary;
            writeln!(
                terminal,
                "{answered} answered, {errors} of them errors; {skipped} were done"
            )?;
        }
        Ok(Exit::Answered)
    }

    fn answer_all(&self, job: impl BufRead + Send, mut output: Output) -> Result<Summary, Failure> {
        let mut summary = Summary::default();
        let mut failure = None;
        let mut progress = Progress::new();
        let (sender, answers) = mpsc::channel();
        let rows = Mutex::new(Rows { lines: job, name: &self.job, number: 0, shard: self.shard });
        let window = Window::default();
        let done = output.take_done();
        let stopped = &Stopped { broken: AtomicBool::new(false), flag: interrupt::flag() };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (sender, rows, window, done) = (sender.clone(), &rows, &window, &done);
                scope.spawn(move || {
                    while !stopped.now() {
                        let (order, row) = {
                            let mut rows = lock(rows);
                            match rows.next() {
                                Ok(Some(row)) => (window.take(), row),
                                Ok(None) => break,
                                Err(failure) => {
                                    drop(sender.send((window.take(), Err(failure))));
                                    break;
                                }
                            }
                        };
                        window.wait(order, stopped);
                        let answer = match done.contains(&row.number) {
                            true => Answered::Before,
                            false => Answered::Now(Box::new(row.answer(&stopped.flag))),
                        };
                        if stopped.now() || sender.send((order, Ok(answer))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for (order, answer) in answers {
                waiting.insert(order, answer);
                while let Some(answer) = waiting.remove(&next) {
                    next += 1;
                    window.written(next);
                    let written = answer.and_then(|answer| {
                        summary.rows += 1;
                        match answer {
                            Answered::Before => summary.skipped += 1,
                            Answered::Now(answer) => {
                                output.append(&answer)?;
                                summary.answered += 1;
                                summary.errors += u64::from(answer.contains_key("error"));
                            }
                        }
                        Ok(())
                    });
                    progress.update(|| format!("{} of {} rows answered", summary.answered, next));
                    if let Err(error) = written {
                        failure.get_or_insert(error);
                        stopped.broken.store(true, Ordering::Relaxed);
                    }
                }
            }
            // Whoever still waits for room shall see that there is nothing more to do.
            window.written(u64::MAX / 2);
        });
        failure.map_or(Ok(summary), Err)
    }
}

/// Why the workers may have to end early.
struct Stopped {
    /// An answer could not be written, or a question not be read.
    broken: AtomicBool,
    /// The person pressed Ctrl-C.
    flag: Arc<AtomicBool>,
}

impl Stopped {
    fn now(&self) -> bool {
        self.broken.load(Ordering::Relaxed) || self.flag.load(Ordering::Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What became of a row.
enum Answered {
    /// The result had it already.
    Before,
    Now(Box<serde_json::Map<String, serde_json::Value>>),
}

/// The rows of a job, read one by one: a job may be larger than memory.
struct Rows<'a, R> {
    lines: R,
    name: &'a str,
    number: u64,
    shard: Option<(u64, u64)>,
}

impl<R: BufRead> Rows<'_, R> {
    fn next(&mut self) -> Result<Option<Question>, Failure> {
        loop {
            let mut line = Vec::new();
            let read = self.lines.read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::file(self.name, error))? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let (i, n) = self.shard.unwrap_or((1, 1));
            if line.trim_ascii().is_empty() || (self.number - 1) % n != i - 1 {
                continue;
            }
            return Ok(Some(Question { number: self.number, line }));
        }
    }
}

/// Keeps the workers from running far ahead of the first answer that is still missing.
#[derive(Default)]
struct Window {
    /// The next place in the order, and how many answers are written.
    places: Mutex<(u64, u64)>,
    moved: Condvar,
}

impl Window {
    /// Answers that may wait for an earlier one.
    const WIDTH: u64 = 4096;

    fn take(&self) -> u64 {
        let mut places = lock(&self.places);
        places.0 += 1;
        places.0 - 1
    }

    fn wait(&self, order: u64, stopped: &Stopped) {
        let mut places = lock(&self.places);
        while order >= places.1 + Window::WIDTH && !stopped.now() {
            places = self.moved.wait(places).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn written(&self, count: u64) {
        lock(&self.places).1 = count;
        self.moved.notify_all();
    }
}
