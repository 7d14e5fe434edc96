//! `zugwerk puzzles`: the kinds that are known.

use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use std::io::Write;
use zugwerk_puzzle::Kind;
use zugwerk_puzzle::report::About;

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

impl Puzzles {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(name) = &self.rules {
            let kind = super::input::kind_named(name)?;
            write!(terminal, "{}", kind.text())?;
            return Ok(Exit::Answered);
        }
        for kind in Kind::all() {
            if terminal.json() {
                terminal.print_json(&About::new(kind))?;
            } else {
                writeln!(terminal, "{:12} {}", kind.name(), kind.about())?;
            }
        }
        Ok(Exit::Answered)
    }
}
