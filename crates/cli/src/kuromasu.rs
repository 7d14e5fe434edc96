//! `zugwerk kuromasu …`: solve, explain, generate and convert Kuromasu puzzles.

mod convert;
mod explain;
mod generate;
mod input;
mod report;
mod solve;
mod solve_many;

use crate::exit::Outcome;
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use std::time::Duration;

/// Solve, prove, explain and generate Kuromasu puzzles (Kurodoko, Range)
#[derive(Args)]
pub struct Kuromasu {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Explain(explain::Explain),
    Generate(generate::Generate),
    Convert(convert::Convert),
}

impl Kuromasu {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match self.command {
            Command::Solve(command) => command.run(terminal),
            Command::Explain(command) => command.run(terminal),
            Command::Generate(command) => command.run(terminal),
            Command::Convert(command) => command.run(terminal),
        }
    }
}

/// A number of seconds on the command line.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number that is not negative".into())
}

/// "1 step", "2 steps".
fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
