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

/// "1 step", "2 steps".
fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
