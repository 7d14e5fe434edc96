//! `zugwerk puzzle check`: is an answer right, and if not, which laws are broken?

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::{Terminal, read_text};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_logic::Limits;
use zugwerk_puzzle::report::{Checked, LawThere, Status, checked};
use zugwerk_puzzle::{GroundError, text};

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
    #[serde(flatten)]
    checked: Checked,
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
        let checked = match checked(&kind, &puzzle, &answer, &limits) {
            Ok(checked) => checked,
            Err(GroundError::Limit(_)) => return Err(Failure::Interrupted),
            Err(other) => {
                return Err(Failure::bad_input(format!(
                    "{file}: {}",
                    super::input_error(&kind, other)
                )));
            }
        };
        let correct = checked.status == Status::Correct;
        if terminal.json() {
            terminal.print_json(&Report { file, checked })?;
        } else if correct {
            writeln!(terminal, "correct")?;
        } else {
            for LawThere { law, places } in &checked.broken {
                let places = if places.is_empty() {
                    String::new()
                } else {
                    format!(": {}", places.join(", "))
                };
                writeln!(terminal, "wrong: {law}{places}")?;
            }
            let open = checked.open;
            match open {
                0 => {}
                _ if checked.blank => writeln!(terminal, "nothing is filled in")?,
                _ => writeln!(terminal, "{open} places are open")?,
            }
        }
        Ok(if correct { Exit::Answered } else { Exit::No })
    }
}
