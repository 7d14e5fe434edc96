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
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

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
        let rows = Mutex::new(Rows::new(job, &self.job, self.shard));
        let window = Window::default();
        let done = output.take_done();
        let stopped = &Stopped { broken: AtomicBool::new(false), flag: interrupt::flag() };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (sender, rows, window, done) = (sender.clone(), &rows, &window, &done);
                scope.spawn(move || work(rows, done, window, stopped, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for (order, part) in answers {
                waiting.insert(order, part);
                while let Some(part) = waiting.remove(&next) {
                    let written = part.and_then(|part| {
                        next += part.rows;
                        summary.rows += part.rows;
                        summary.skipped += part.skipped;
                        summary.answered += part.rows - part.skipped;
                        summary.errors += part.errors;
                        output.append(&part.lines)
                    });
                    window.written(next);
                    progress.update(|| format!("{} of {} rows answered", summary.answered, next));
                    if let Err(error) = written {
                        failure.get_or_insert(error);
                        stopped.broken.store(true, Ordering::Relaxed);
                        break;
                    }
                }
            }
            // Whoever still waits for room shall see that there is nothing more to do.
            window.written(u64::MAX / 2);
        });
        failure.map_or(Ok(summary), Err)
    }
}

/// Answers rows until there are none. They are taken and handed over several at a time where they are answered in no time, so
/// that neither costs more than the answers.
fn work(
    rows: &Mutex<Rows<impl BufRead>>,
    done: &HashMap<u64, u64>,
    window: &Window,
    stopped: &Stopped,
    sender: &mpsc::Sender<(u64, Result<Part, Failure>)>,
) {
    /// How long a part may take, and how many rows it may have.
    const LONGEST: Duration = Duration::from_millis(2);
    const MOST: usize = 32;

    let mut wanted = 1;
    while !stopped.now() {
        let taken = lock(rows).take(wanted);
        let (order, mut taken) = match taken {
            Ok((_, taken)) if taken.is_empty() => {
                if lock(rows).lent == 0 {
                    break;
                }
                // Somebody may give rows back.
                std::thread::sleep(LONGEST);
                continue;
            }
            Ok((order, taken)) => (order, taken.into_iter()),
            Err((order, failure)) => {
                drop(sender.send((order, Err(failure))));
                break;
            }
        };
        window.wait(order, stopped);
        let mut part = Part::default();
        let start = Instant::now();
        while !stopped.now()
            && let Some(row) = taken.next()
        {
            if let Err(failure) = part.answer(&row, done, &stopped.flag) {
                drop(sender.send((order, Err(failure))));
                return;
            }
            if start.elapsed() > LONGEST {
                break;
            }
        }
        // The last answer may have been cut short.
        if stopped.now() {
            break;
        }
        wanted = if taken.len() > 0 { 1 } else { (2 * wanted).min(MOST) };
        if start.elapsed() > LONGEST / 2 {
            wanted = 1.max(wanted / 4);
        }
        lock(rows).give_back(order + part.rows, taken);
        if sender.send((order, Ok(part))).is_err() {
            break;
        }
    }
}

/// The answers to some rows that follow each other.
#[derive(Default)]
struct Part {
    rows: u64,
    /// Rows that the result had already.
    skipped: u64,
    errors: u64,
    /// The answers, a line each.
    lines: Vec<u8>,
}

impl Part {
    /// Answers a row; fails where the result has the answer to another question there.
    fn answer(
        &mut self,
        row: &Question,
        done: &HashMap<u64, u64>,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        self.rows += 1;
        if let Some(label) = done.get(&row.number) {
            if *label != row.label() {
                return Err(Failure::bad_input(format!(
                    "the result is that of another job: its answer to row {} has another id or do; \
                     expected a new file, or the result of this job",
                    row.number
                )));
            }
            self.skipped += 1;
            return Ok(());
        }
        let answer = row.answer(stop);
        self.errors += u64::from(answer.contains_key("error"));
        // A map of JSON values can always be written, and a buffer always be written to.
        let _ = serde_json::to_writer(&mut self.lines, &answer);
        self.lines.push(b'\n');
        Ok(())
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

/// The rows of a job, read one by one: a job may be larger than memory.
struct Rows<'a, R> {
    lines: R,
    name: &'a str,
    number: u64,
    shard: (u64, u64),
    /// How many rows were read: the place of the next one in the order.
    order: u64,
    /// How many workers have taken rows and not yet given back those that they have no time for.
    lent: usize,
    /// Rows that were given back, with their places in the order.
    given_back: VecDeque<(u64, Question)>,
}

impl<'a, R: BufRead> Rows<'a, R> {
    fn new(lines: R, name: &'a str, shard: Option<(u64, u64)>) -> Rows<'a, R> {
        let (shard, given_back) = (shard.unwrap_or((1, 1)), VecDeque::new());
        Rows { lines, name, number: 0, shard, order: 0, lent: 0, given_back }
    }

    /// A few rows that follow each other, and the place of the first in the order; none at the end.
    fn take(&mut self, wanted: usize) -> Result<(u64, Vec<Question>), (u64, Failure)> {
        if let Some((order, row)) = self.given_back.pop_front() {
            self.lent += 1;
            return Ok((order, vec![row]));
        }
        let first = self.order;
        let mut rows = Vec::with_capacity(wanted);
        while rows.len() < wanted {
            match self.read() {
                Ok(Some(row)) => rows.push(row),
                // A failure comes again when there is nothing before it.
                Err(failure) if rows.is_empty() => return Err((first, failure)),
                Ok(None) | Err(_) => break,
            }
        }
        self.order += rows.len() as u64;
        self.lent += usize::from(!rows.is_empty());
        Ok((first, rows))
    }

    fn give_back(&mut self, first: u64, rows: impl Iterator<Item = Question>) {
        self.lent -= 1;
        self.given_back.extend((first..).zip(rows));
    }

    fn read(&mut self) -> Result<Option<Question>, Failure> {
        loop {
            let mut line = Vec::new();
            let read = self.lines.read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::file(self.name, error))? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let (i, n) = self.shard;
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
    /// How many answers are written.
    written: Mutex<u64>,
    moved: Condvar,
}

impl Window {
    /// Answers that may wait for an earlier one.
    const WIDTH: u64 = 4096;

    fn wait(&self, order: u64, stopped: &Stopped) {
        let mut written = lock(&self.written);
        while order >= *written + Window::WIDTH && !stopped.now() {
            written = self.moved.wait(written).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn written(&self, count: u64) {
        *lock(&self.written) = count;
        self.moved.notify_all();
    }
}
