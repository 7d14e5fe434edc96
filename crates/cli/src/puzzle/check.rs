//! `zugwerk puzzle check`: is an answer right, and if not, which laws are broken?

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::{Terminal, read_text};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use zugwerk_logic::Stop;
use zugwerk_puzzle::report::{Checked, LawThere, Status, checked, lasting};
use zugwerk_puzzle::{Answer, Value, text};

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
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
}

#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(flatten)]
    checked: Checked,
    /// The laws that are broken whatever is put into the open places.
    conflicts: Vec<LawThere>,
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
        let limits = super::input::limits(self.time);
        let checked = checked(&kind, &puzzle, &answer, &limits).map_err(|error| {
            Failure::bad_input(format!("{file}: {}", super::input_error(&kind, error)))
        })?;
        if checked.stop == Some(Stop::Interrupted) {
            return Err(Failure::Interrupted);
        }
        let exit = match checked.status {
            Status::Correct => Exit::Answered,
            Status::Limit => Exit::Limit,
            _ => Exit::No,
        };
        let conflicts = match checked.status {
            Status::Wrong if !checked.blank => lasting(&kind, &puzzle, &answer, &limits),
            _ => Ok(Vec::new()),
        };
        let conflicts = conflicts.map_err(|error| {
            Failure::bad_input(format!("{file}: {}", super::input_error(&kind, error)))
        })?;
        if terminal.json() {
            terminal.print_json(&Report { file, checked, conflicts })?;
        } else if exit == Exit::Answered {
            writeln!(terminal, "correct")?;
        } else if let Some(message) = &checked.message {
            writeln!(terminal, "{message}")?;
        } else {
            // What is broken whatever comes stands out from what is not finished yet.
            let is_whole = is_whole(&answer);
            let (wrong, unfinished): (Vec<&LawThere>, Vec<&LawThere>) =
                checked.broken.iter().partition(|law| is_whole || conflicts.contains(law));
            for (word, laws) in [("wrong", wrong), ("not yet", unfinished)] {
                for broken in laws.chunk_by(|one, other| one.law == other.law) {
                    let places: Vec<String> =
                        broken.iter().map(|there| there.places.join(" and ")).collect();
                    let places = match places.concat().is_empty() {
                        true => String::new(),
                        false => format!(": {}", places.join(", ")),
                    };
                    writeln!(terminal, "{word}: {}{places}", broken[0].law)?;
                }
            }
            let open = checked.open;
            match open {
                0 => {}
                _ if checked.blank => writeln!(terminal, "nothing is filled in")?,
                _ => writeln!(terminal, "{open} places are open")?,
            }
        }
        Ok(exit)
    }
}

/// Whether no place is left open.
fn is_whole(answer: &Answer) -> bool {
    answer.layers.values().all(|layer| !layer.values.iter().any(Value::is_empty))
}
