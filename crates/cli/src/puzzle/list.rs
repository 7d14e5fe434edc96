//! `zugwerk puzzles`: the kinds that are known.

use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_puzzle::Kind;

/// List the kinds of puzzles
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzles
  zugwerk puzzles --rules sudoku")]
pub struct Puzzles {
    /// Print the rulebook of this kind instead
    #[arg(long, value_name = "KIND")]
    rules: Option<String>,
}

#[derive(Serialize)]
struct Report<'a> {
    kind: &'a str,
    about: &'a str,
    laws: Vec<&'a str>,
    given: Vec<&'a str>,
    answer: Vec<&'a str>,
    formats: Vec<String>,
}

impl Puzzles {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(name) = &self.rules {
            let kind = super::input::kind_named(name)?;
            write!(terminal, "{}", kind.text())?;
            return Ok(Exit::Answered);
        }
        for kind in Kind::all() {
            if terminal.json() {
                terminal.print_json(&report(kind))?;
            } else {
                writeln!(terminal, "{:12} {}", kind.name(), kind.about())?;
            }
        }
        Ok(Exit::Answered)
    }
}

fn report(kind: &Kind) -> Report<'_> {
    let book = kind.book();
    let formats = kind.codecs().unwrap_or_default();
    Report {
        kind: kind.name(),
        about: kind.about(),
        laws: (0..book.laws.len()).map(|law| kind.sentence(law)).collect(),
        given: book.given.iter().map(|given| given.name.text.as_str()).collect(),
        answer: book.unknown.iter().map(|unknown| unknown.name.text.as_str()).collect(),
        formats: formats
            .iter()
            .map(|codec| format!("{} {}", codec.family().word(), codec.names().join(" ")))
            .collect(),
    }
}
