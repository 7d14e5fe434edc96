//! `zugwerk puzzle explain`: the solution step by step, or why there is none.

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use zugwerk_logic::Stop;
use zugwerk_puzzle::report::{Explained, Status, explain};

/// Explain the solution step by step, or why there is none
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle explain 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g'
  zugwerk puzzle explain --hint so-far.pzprv3
  zugwerk puzzle explain riddle.txt --svg steps/

Steps that one law alone shows come first, near what was found last. What is filled in already counts as known,
unless it is wrong: then it is named.")]
pub struct Explain {
    /// A file, - for standard input, or an address or game ID itself
    puzzle: String,
    #[command(flatten)]
    kind: KindOption,
    /// Only the next step
    #[arg(long)]
    hint: bool,
    /// Draw the board after each step into a file of this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
}

/// The most links of a chain that are written on one line.
const LINE: usize = 3;

#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(flatten)]
    explained: Explained,
    seconds: f64,
}

impl Explain {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let start = Instant::now();
        let (file, kind, document) = self.kind.read_one(&self.puzzle)?;
        let limits = super::input::limits(self.time);
        let (mut number, mut failed) = (0, None);
        let filled = document.answer.as_ref();
        let explained =
            explain(&kind, &document.puzzle, filled, self.hint, &limits, |step, draw| {
                number += 1;
                if failed.is_some() {
                    return;
                }
                if let Some(folder) = &self.svg {
                    failed = crate::picture::write_step(folder, number, &draw()).err();
                }
                if !terminal.json() && failed.is_none() {
                    let text = match step.links > LINE {
                        true => step.text.replace("; ", ";\n       "),
                        false => step.text.clone(),
                    };
                    failed = writeln!(terminal, "{number:3}. {text}").err().map(Failure::from);
                }
            });
        let explained = explained.map_err(|error| {
            Failure::bad_input(format!("{file}: {}", super::input_error(&kind, error)))
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if explained.stop == Some(Stop::Interrupted) {
            return Err(Failure::Interrupted);
        }
        let exit = match explained.status {
            Status::Solved | Status::Hint => Exit::Answered,
            Status::Limit => Exit::Limit,
            _ => Exit::No,
        };
        if terminal.json() {
            let seconds = start.elapsed().as_secs_f64();
            terminal.print_json(&Report { file, explained, seconds })?;
        } else if !explained.text.is_empty() {
            writeln!(terminal, "{}", explained.text)?;
            if let Some(difficulty) = &explained.difficulty {
                let (steps, score) = (explained.steps.len(), explained.score);
                writeln!(terminal, "{steps} steps, {score} in all: {difficulty}")?;
            }
        }
        Ok(exit)
    }
}
