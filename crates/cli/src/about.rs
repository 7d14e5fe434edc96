//! What the program says about itself: exit codes, shell completions, the manual page.

use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// Shown under the help of the program.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    the question was answered
  1    the answer is \"no\"
  2    bad input
  3    a limit was reached
  130  interrupted

A file named - is standard input.";

/// Print a completion script for your shell
#[derive(Args)]
#[command(
    after_help = "Example:\n  zugwerk completions bash > ~/.local/share/bash-completion/completions/zugwerk"
)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self, mut program: clap::Command, terminal: &mut Terminal) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "zugwerk", &mut script);
        terminal.write_all(&script)?;
        Ok(Exit::Answered)
    }
}

/// Print the manual page
#[derive(Args)]
#[command(after_help = "Example:\n  zugwerk man | man -l -\n  zugwerk man perft | man -l -")]
pub struct Man {
    /// The command to describe; the whole program when left out
    command: Vec<String>,
}

impl Man {
    pub fn run(self, mut program: clap::Command, terminal: &mut Terminal) -> Outcome {
        program.build();
        let mut page = program;
        for name in &self.command {
            page = match page.find_subcommand(name) {
                Some(found) => found.clone(),
                None => {
                    let known: Vec<&str> = page.get_subcommands().map(|c| c.get_name()).collect();
                    return Err(crate::exit::Failure::bad_input(format!(
                        "no command {name:?}; expected one of {}",
                        known.join(", ")
                    )));
                }
            };
        }
        clap_mangen::Man::new(page).render(terminal)?;
        Ok(Exit::Answered)
    }
}
