//! Retractions: the last move is taken back, and perhaps another one mates.

use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::Terminal;
use serde::Serialize;
use std::io::Write;
use zugwerk_chess::Setup;
use zugwerk_retro::{Retracted, Retraction};

#[derive(Serialize)]
struct Answer {
    fen: String,
    retractions: Vec<Solution>,
    complete: bool,
}

#[derive(Serialize)]
struct Solution {
    retract: String,
    captured: Option<char>,
    before: String,
    line: Vec<String>,
    san: String,
}

/// Answers a retraction about a position, in which the side that is not to move takes its last move back.
pub fn run(fen: &str, retraction: Retraction, terminal: &mut Terminal) -> Outcome {
    let position = Setup::from_fen(fen).and_then(|setup| Ok(setup.position()?));
    let position =
        position.map_err(|error| Failure::bad_input(format!("the position: {error}")))?;
    let mut found = retraction.solve(&position);
    found.sort_by_cached_key(|one| (one.last.words(), one.last.before.san_line(&one.line)));
    let exit = if found.is_empty() { Exit::No } else { Exit::Answered };
    if terminal.json() {
        let retractions = found.iter().map(solution).collect();
        terminal.print_json(&Answer { fen: position.to_string(), retractions, complete: true })?;
        return Ok(exit);
    }
    for Retracted { last, line } in &found {
        match line.is_empty() {
            true => writeln!(terminal, "-1.{}", last.words())?,
            false => writeln!(terminal, "-1.{} {}", last.words(), last.before.san_line(line))?,
        }
    }
    let plural = if found.len() == 1 { "" } else { "s" };
    writeln!(terminal, "{} solution{plural}, searched completely", found.len())?;
    Ok(exit)
}

fn solution(one: &Retracted) -> Solution {
    let Retracted { last, line } = one;
    Solution {
        retract: last.words(),
        captured: last.captured.map(|role| role.letter()),
        before: last.before.to_string(),
        line: crate::chess::uci_line(&last.before, line),
        san: last.before.san_line(line),
    }
}
