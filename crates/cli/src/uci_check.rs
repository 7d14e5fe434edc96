//! `zugwerk uci-check`: does a UCI program keep to the protocol, also where it gets awkward?

mod checks;

use crate::exit::{Exit, Failure, Outcome};
use crate::program::Program;
use crate::terminal::Terminal;
use anstyle::{AnsiColor, Style};
use checks::CHECKS;
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// Check that a UCI program keeps to the protocol
#[derive(Args)]
#[command(after_help = "\
Each check starts the program afresh. A failed check makes the exit code 1.

Examples:
  zugwerk uci-check stockfish
  zugwerk uci-check \"./zugwerk uci\" --only stop")]
pub struct Command {
    /// The program with its arguments
    program: String,
    /// Only the checks whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

#[derive(Serialize)]
struct Checked {
    check: &'static str,
    passed: bool,
    remark: String,
}

#[derive(Serialize)]
struct Report {
    program: String,
    passed: usize,
    failed: usize,
    checks: Vec<Checked>,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if self.program.trim().is_empty() {
            return Err(Failure::bad_input("no program; expected its name and its arguments"));
        }
        Program::start(&self.program).map_err(|error| Failure::file(&self.program, error))?;
        let wanted =
            |name: &str| self.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
        let mut checks = Vec::new();
        for (name, check) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
            let (passed, remark) = match check(&self.program) {
                Ok(remark) => (true, remark),
                Err(problem) => (false, problem),
            };
            if !terminal.json() {
                let (word, color) =
                    if passed { ("ok", AnsiColor::Green) } else { ("FAILED", AnsiColor::Red) };
                let style = Style::new().fg_color(Some(color.into()));
                let word = terminal.paint(style, &format!("{word:6}"));
                writeln!(terminal, "{word}  {name:44}  {remark}")?;
                terminal.flush()?;
            }
            checks.push(Checked { check: name, passed, remark });
        }
        if checks.is_empty() {
            let only = self.only.unwrap_or_default();
            return Err(Failure::bad_input(format!("no check has {only:?} in its name")));
        }
        let failed = checks.iter().filter(|check| !check.passed).count();
        let passed = checks.len() - failed;
        if terminal.json() {
            terminal.print_json(&Report { program: self.program, passed, failed, checks })?;
        } else {
            writeln!(terminal, "{passed} of {} checks passed", passed + failed)?;
        }
        Ok(if failed == 0 { Exit::Answered } else { Exit::No })
    }
}
