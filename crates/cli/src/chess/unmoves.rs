//! `zugwerk unmoves`: the moves that can have been the last.

use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_retro::{Unmove, unmoves};

/// List the moves that can have led to a chess position, with what they took
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk unmoves '8/8/8/8/8/1k6/8/K1R5 b - -'
  zugwerk unmoves 'r3k2r/8/8/8/8/8/8/4K3 w kq -' --json

The exit code is 1 where there is none.")]
pub struct Command {
    /// The position: a FEN, `start`, or - for a FEN on standard input
    fen: String,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    unmoves: Vec<Taken>,
}

#[derive(Serialize)]
struct Taken {
    #[serde(rename = "move")]
    words: String,
    uci: String,
    captured: Option<char>,
    before: String,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let position = super::position(&self.fen)?;
        let mut found = unmoves(&position);
        found.sort_by_cached_key(Unmove::words);
        let exit = if found.is_empty() { Exit::No } else { Exit::Answered };
        if terminal.json() {
            let taken = |last: &Unmove| Taken {
                words: last.words(),
                uci: last.before.uci(last.m),
                captured: last.captured.map(|role| role.letter()),
                before: last.before.to_string(),
            };
            let unmoves = found.iter().map(taken).collect();
            terminal.print_json(&Answer { fen: position.to_string(), unmoves })?;
        } else {
            for last in found {
                writeln!(terminal, "{}", last.words())?;
            }
        }
        Ok(exit)
    }
}
