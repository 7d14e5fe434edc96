//! `zugwerk puzzle …` and `zugwerk puzzles`: puzzles of every kind.

mod check;
mod convert;
mod explain;
mod generate;
mod input;
mod list;
mod show;
mod solve;

pub use list::Puzzles;

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use zugwerk_logic::Stop;
use zugwerk_puzzle::report::limit_words;
use zugwerk_puzzle::{GroundError, Kind};

/// Solve, check, explain, generate and draw puzzles of every kind
#[derive(Args)]
pub struct Puzzle {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Check(check::Check),
    Explain(explain::Explain),
    Generate(generate::Generate),
    Convert(convert::Convert),
    Show(show::Show),
}

impl Puzzle {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match self.command {
            Command::Solve(command) => command.run(terminal),
            Command::Check(command) => command.run(terminal),
            Command::Explain(command) => command.run(terminal),
            Command::Generate(command) => command.run(terminal),
            Command::Convert(command) => command.run(terminal),
            Command::Show(command) => command.run(terminal),
        }
    }
}

/// What is wrong with a puzzle, or with the rulebook of its kind.
fn input_error(kind: &Kind, error: GroundError) -> String {
    match error {
        GroundError::Puzzle(what) | GroundError::Value(what, _) => what,
        GroundError::Rulebook(mistake) => mistake.draw(kind.name(), kind.text(), false),
        GroundError::Limit(stop) => limit_words(stop).to_string(),
    }
}

/// A command that a limit ended: which one it was, and the exit code for it.
fn stopped(stop: Stop) -> Outcome {
    match stop {
        Stop::Interrupted => Err(Failure::Interrupted),
        stop => {
            complain(limit_words(stop));
            Ok(Exit::Limit)
        }
    }
}
