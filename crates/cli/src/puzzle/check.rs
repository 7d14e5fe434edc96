//! `zugwerk puzzle check`: is an answer right, and if not, which laws are broken?

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::{Terminal, read_text};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_logic::Limits;
use zugwerk_puzzle::{GroundError, Verdict, check, is_blank, place_name, text};

/// Check an answer: is it right, and if not, which laws are broken?
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle solve 'https://puzz.link/p?nurikabe/6/6/m8n8i9u' | zugwerk puzzle check -
  zugwerk puzzle check game.pzprv3
  zugwerk puzzle check 'https://puzz.link/p?nurikabe/6/6/m8n8i9u' --answer mine.txt")]
pub struct Check {
    /// A file with puzzle and answer, or - for standard input
    puzzle: String,
    #[command(flatten)]
    kind: KindOption,
    /// The answer, in a file of its own: rows as `solve` prints them
    #[arg(long, value_name = "FILE")]
    answer: Option<String>,
}

#[derive(Serialize)]
struct Report {
    file: String,
    kind: String,
    status: &'static str,
    broken: Vec<BrokenLaw>,
    open: usize,
}

#[derive(Serialize)]
struct BrokenLaw {
    law: String,
    places: Vec<String>,
}

impl Check {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let (file, kind, document) = self.kind.read_one(&self.puzzle)?;
        let puzzle = document.puzzle;
        let answer = match &self.answer {
            None => document.answer,
            Some(path) => {
                let rows = read_text(path)?;
                let answer = text::read_answer(&kind, &puzzle, &rows);
                Some(answer.map_err(|error| Failure::bad_input(format!("{path}: {error}")))?)
            }
        };
        let answer = answer.unwrap_or_default();
        let limits = Limits::none().with_flag(interrupt::flag());
        let mut verdict = match check(&kind, &puzzle, &answer, &limits) {
            Ok(verdict) => verdict,
            Err(GroundError::Limit(_)) => return Err(Failure::Interrupted),
            Err(other) => {
                return Err(Failure::bad_input(format!(
                    "{file}: {}",
                    super::input_error(&kind, other)
                )));
            }
        };
        // Where nobody has entered anything there is nothing to be right.
        let blank = is_blank(&answer);
        if blank && verdict.is_correct() {
            verdict.open = puzzle.board.cells();
        }
        let correct = verdict.is_correct();
        let Verdict { broken, open } = verdict;
        let broken: Vec<BrokenLaw> = broken
            .into_iter()
            .map(|broken| BrokenLaw {
                law: broken.sentence,
                places: broken.places.iter().map(|&place| place_name(&puzzle, place)).collect(),
            })
            .collect();
        if terminal.json() {
            let status = if correct { "correct" } else { "wrong" };
            let kind = kind.name().to_string();
            terminal.print_json(&Report { file, kind, status, broken, open })?;
        } else if correct {
            writeln!(terminal, "correct")?;
        } else {
            for BrokenLaw { law, places } in &broken {
                let places = if places.is_empty() {
                    String::new()
                } else {
                    format!(": {}", places.join(", "))
                };
                writeln!(terminal, "wrong: {law}{places}")?;
            }
            match open {
                0 => {}
                _ if blank => writeln!(terminal, "nothing is filled in")?,
                _ => writeln!(terminal, "{open} places are open")?,
            }
        }
        Ok(if correct { Exit::Answered } else { Exit::No })
    }
}
