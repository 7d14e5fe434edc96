//! `zugwerk games`: what can be played.

use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_registry::{About, games};
use zugwerk_rulebook::{ast::ExprKind, bundled};

/// List the games that `--game` knows
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk games
  zugwerk games --machines
  zugwerk moves start --game breakthrough
  zugwerk play --game connect-four --set width=6")]
pub struct Command {
    /// List the machines instead, which `zugwerk query` can be asked about
    #[arg(long)]
    machines: bool,
}

/// A machine that comes with the program, what it is, and its parameters.
#[derive(Serialize)]
struct Machine {
    name: &'static str,
    about: String,
    parameters: Vec<(String, i64)>,
}

fn machine(name: &'static str) -> Option<Machine> {
    let book = bundled::read(bundled::machine(name)?).ok()?;
    let value = |parameter: &zugwerk_rulebook::ast::Parameter| match parameter.value.kind {
        ExprKind::Number(value) => Some((parameter.name.text.clone(), value)),
        _ => None,
    };
    let parameters = book.parameters.iter().filter_map(value).collect();
    Some(Machine { name, about: book.about.unwrap_or_default(), parameters })
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        #[derive(Serialize)]
        struct Games {
            games: Vec<About>,
        }
        if self.machines {
            return list_machines(terminal);
        }
        let games = games();
        if terminal.json() {
            terminal.print_json(&Games { games })?;
            return Ok(Exit::Answered);
        }
        let widest = games.iter().map(|about| about.name.len()).max().unwrap_or(0);
        for about in games {
            let settings: Vec<String> =
                about.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let line = format!("{:widest$}  {}  {}", about.name, about.title, settings.join(" "));
            writeln!(terminal, "{}", line.trim_end())?;
        }
        Ok(Exit::Answered)
    }
}

fn list_machines(terminal: &mut Terminal) -> Outcome {
    #[derive(Serialize)]
    struct Machines {
        machines: Vec<Machine>,
    }
    let machines: Vec<Machine> = bundled::machines().filter_map(machine).collect();
    if terminal.json() {
        terminal.print_json(&Machines { machines })?;
        return Ok(Exit::Answered);
    }
    let widest = machines.iter().map(|machine| machine.name.len()).max().unwrap_or(0);
    for Machine { name, about, parameters } in machines {
        let settings: Vec<String> =
            parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writeln!(
            terminal,
            "{}",
            format!("{name:widest$}  {about}  {}", settings.join(" ")).trim_end()
        )?;
    }
    Ok(Exit::Answered)
}
