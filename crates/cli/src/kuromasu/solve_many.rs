//! Many boards: solved by several threads, reported in order, compared with what their names expect.

use super::counted;
use super::input::Input;
use super::report::{Proof, Report, Stats, Status};
use super::solve::Solve;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::in_order::{Queue, in_order};
use crate::interrupt;
use crate::terminal::Terminal;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// What the run has seen.
#[derive(Default)]
struct Tally {
    solved: usize,
    unsolvable: usize,
    limits: usize,
    errors: Vec<String>,
    mismatches: Vec<String>,
    /// Boards whose proof holds, and those whose proof does not.
    proved: u64,
    unproved: Vec<String>,
    proof_steps: u64,
    proof_cuts: u64,
    stats: Option<Stats>,
    interrupted: bool,
}

/// Solves all boards; prints a line for each as it is finished and a summary at the end.
pub fn run(solve: &Solve, inputs: &[Input], jobs: usize, terminal: &mut Terminal) -> Outcome {
    let start = Instant::now();
    let stop = interrupt::flag();
    let mut tally = Tally::default();
    let width = inputs.iter().map(|input| input.name.chars().count()).max().unwrap_or(0);
    let mut done = 0;
    let worker = |queue: &Queue<Input, Report>| queue.run(|input| solve.solve(input, None));
    let printed = in_order(inputs, jobs, &stop, worker, |_, mut report| {
        done += 1;
        show_progress(done, inputs.len());
        let known = tally.mismatches.len();
        tally.take(&report);
        report.unexpected = tally.mismatches.get(known).cloned();
        print(&report, width, terminal)
    });
    clear_progress();
    printed?;
    if !terminal.json() {
        summarise(&tally, inputs.len(), start.elapsed().as_secs_f64(), terminal)?;
        if solve.certify {
            summarise_proofs(&tally, terminal)?;
        }
    }
    if tally.interrupted || stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    if let Some(first) = tally.unproved.first() {
        let what = format!("internal error: the proof for {first} does not hold");
        return Err(Failure::bad_input(what));
    }
    let unread = tally.errors.first().map(|first| {
        let (errors, all) = (tally.errors.len(), inputs.len());
        format!("{errors} of {all} boards cannot be read, first {first}")
    });
    match (tally, unread) {
        (Tally { mismatches, .. }, unread) if !mismatches.is_empty() => {
            unread.into_iter().for_each(complain);
            Ok(Exit::No)
        }
        (_, Some(unread)) => Err(Failure::bad_input(unread)),
        (Tally { limits: 1.., .. }, None) => Ok(Exit::Limit),
        _ => Ok(Exit::Answered),
    }
}

/// The course's convention: the name of a file without solution begins with a `u` by itself (`u3`, `u_9x9`), or says so. An
/// address or a game ID tells nothing.
fn expected(file: &str) -> Option<Status> {
    let path = Path::new(file);
    let name = path.file_name().filter(|_| path.exists())?.to_string_lossy().to_lowercase();
    let alone = |rest: &str| !rest.starts_with(char::is_alphabetic);
    let none = name.strip_prefix('u').is_some_and(alone) || name.contains("unsat");
    Some(if none { Status::Unsolvable } else { Status::Solved })
}

impl Tally {
    fn take(&mut self, report: &Report) {
        self.interrupted |= report.interrupted;
        if let Some(stats) = &report.stats {
            *self.stats.get_or_insert_default() += stats;
        }
        match report.proof {
            _ if report.checked == Some(false) => self.unproved.push(report.file.clone()),
            None => {}
            Some(Proof { valid: false, .. }) => self.unproved.push(report.file.clone()),
            Some(Proof { steps, cuts, .. }) => {
                self.proved += 1;
                self.proof_steps += steps;
                self.proof_cuts += cuts as u64;
            }
        }
        match report.status {
            Status::Solved => self.solved += 1,
            Status::Unsolvable => self.unsolvable += 1,
            Status::Limit => self.limits += 1,
            Status::Error => {
                let what = report.message.clone().unwrap_or_default();
                self.errors.push(format!("{}: {what}", report.file));
            }
        }
        if report.unique == Some(false) && report.status == Status::Solved {
            self.mismatches.push(format!("{}: not the only solution", report.file));
        }
        if let Some(expected) = expected(&report.file)
            && matches!(report.status, Status::Solved | Status::Unsolvable)
            && report.status != expected
        {
            let (found, name) = (report.status.word(), expected.word());
            self.mismatches.push(format!("{}: {found}, but its name says {name}", report.file));
        }
    }
}

fn print(report: &Report, width: usize, terminal: &mut Terminal) -> Result<(), Failure> {
    if terminal.json() {
        return terminal.print_json(report);
    }
    clear_progress();
    let size = report.size.map_or_else(String::new, |(height, width)| format!("{width}x{height}"));
    let mut status = report.status.word().to_string();
    match (report.unique, report.count) {
        (Some(true), _) => status.push_str(", unique"),
        (Some(false), _) if report.status == Status::Solved => status.push_str(", not unique"),
        (_, Some(count)) if report.complete == Some(true) => {
            status.push_str(&format!(", {}", counted(count, "solution")));
        }
        (_, Some(count)) => status.push_str(&format!(", {count}+ solutions")),
        _ => {}
    }
    let message = report.message.as_deref().unwrap_or_default();
    let file = &report.file;
    let line = format!("{file:width$}  {size:>9}  {:9.4} s  {status}  {message}", report.seconds);
    writeln!(terminal, "{}", line.trim_end())?;
    Ok(())
}

fn summarise(
    tally: &Tally,
    boards: usize,
    seconds: f64,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    writeln!(
        terminal,
        "\n{boards} boards in {seconds:.2} s: {} solved, {} unsolvable, {} at a limit, {} unreadable",
        tally.solved,
        tally.unsolvable,
        tally.limits,
        tally.errors.len()
    )?;
    for mismatch in &tally.mismatches {
        writeln!(terminal, "unexpected: {mismatch}")?;
    }
    if let Some(stats) = &tally.stats {
        stats.print(seconds, terminal)?;
    }
    Ok(())
}

fn summarise_proofs(tally: &Tally, terminal: &mut Terminal) -> Result<(), Failure> {
    let (proofs, verb) =
        (counted(tally.proved, "proof"), if tally.proved == 1 { "holds" } else { "hold" });
    let steps = counted(tally.proof_steps, "derived clause");
    let cuts = counted(tally.proof_cuts, "cut");
    writeln!(terminal, "{proofs} {verb}: {steps} and {cuts} checked")?;
    for file in &tally.unproved {
        writeln!(terminal, "the proof for {file} DOES NOT HOLD")?;
    }
    Ok(())
}

fn show_progress(done: usize, all: usize) {
    if Terminal::shows_progress() {
        eprint!("\r{done} of {all} boards\x1b[K");
    }
}

fn clear_progress() {
    if Terminal::shows_progress() {
        eprint!("\r\x1b[K");
    }
}
