//! `zugwerk games`: what can be played.

use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_registry::{About, games};

/// List the games that `--game` knows
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk games
  zugwerk moves start --game breakthrough
  zugwerk play --game connect-four --set width=6")]
pub struct Command {}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        #[derive(Serialize)]
        struct Games {
            games: Vec<About>,
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
