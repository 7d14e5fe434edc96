//! Looking at a file of games: what is in it, and whether it is whole.

use super::file::Games;
use crate::exit::{Exit, Failure, Outcome};
use crate::number::counted;
use crate::terminal::Terminal;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write;

fn open(name: &str) -> Result<Games<File>, Failure> {
    let file = File::open(name).map_err(|error| Failure::file(name, error))?;
    Games::new(name, file)
}

#[derive(Default, Serialize)]
struct Stats {
    seed: u64,
    nodes: u32,
    games: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    /// Positions with a value: all but those of the openings.
    positions: u64,
    /// Those fit to learn from.
    quiet: u64,
    bytes: u64,
    /// Quiet positions by the value's amount in pawns: below 1, 2, 4, 8, and the rest.
    by_value: [u64; 5],
}

/// Upper bounds of [`Stats::by_value`], in centipawns.
const BOUNDS: [u16; 4] = [100, 200, 400, 800];

pub fn stats(name: &str, terminal: &mut Terminal) -> Outcome {
    let mut games = open(name)?;
    let mut stats = Stats { seed: games.rules.seed, nodes: games.rules.nodes, ..Stats::default() };
    while let Some(game) = games.next()? {
        let (game, size) = game.map_err(|fault| {
            Failure::bad_input(format!("{name}: game {} of the file: {fault}", stats.games + 1))
        })?;
        stats.games += 1;
        stats.bytes += size as u64;
        match game.white_points {
            0 => stats.black_wins += 1,
            1 => stats.draws += 1,
            _ => stats.white_wins += 1,
        }
        for ply in game.plies.iter().skip(game.opening.into()) {
            stats.positions += 1;
            if ply.is_quiet {
                stats.quiet += 1;
                let class = BOUNDS.iter().filter(|&&b| ply.value.unsigned_abs() >= b).count();
                stats.by_value[class] += 1;
            }
        }
    }
    if terminal.json() {
        terminal.print_json(&stats)?;
        return Ok(Exit::Answered);
    }
    let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
    writeln!(terminal, "seed {}, {} nodes a move", stats.seed, stats.nodes)?;
    writeln!(
        terminal,
        "{}: White won {:.1} %, drawn {:.1} %, Black won {:.1} %",
        counted(stats.games as usize, "game"),
        share(stats.white_wins, stats.games),
        share(stats.draws, stats.games),
        share(stats.black_wins, stats.games),
    )?;
    writeln!(
        terminal,
        "{}, {} of them quiet; {:.2} bytes a position",
        counted(stats.positions as usize, "position"),
        stats.quiet,
        stats.bytes as f64 / stats.positions.max(1) as f64,
    )?;
    let labels = ["below 1", "1 to 2", "2 to 4", "4 to 8", "8 and more"];
    for (label, count) in labels.iter().zip(stats.by_value) {
        writeln!(terminal, "  {label:>10} pawns: {:5.1} %", share(count, stats.quiet))?;
    }
    Ok(Exit::Answered)
}

#[derive(Serialize)]
struct Verdict {
    games: u64,
    faults: Vec<String>,
}

/// A file that is broken throughout need not be told in full.
const MOST_FAULTS: usize = 20;

pub fn verify(name: &str, terminal: &mut Terminal) -> Outcome {
    let mut games = open(name)?;
    let mut seen = HashSet::new();
    let mut verdict = Verdict { games: 0, faults: Vec::new() };
    while let Some(game) = games.next()? {
        let place = verdict.games + 1;
        let checked = game.and_then(|(game, _)| game.check().map(|()| game.number));
        match checked {
            Ok(number) if seen.insert(number) => {}
            Ok(number) => verdict.faults.push(format!("game {place}: number {number} again")),
            Err(fault) => verdict.faults.push(format!("game {place}: {fault}")),
        }
        verdict.games += 1;
        if verdict.faults.len() >= MOST_FAULTS {
            verdict.faults.push("the rest was not looked at".to_string());
            break;
        }
    }
    let exit = if verdict.faults.is_empty() { Exit::Answered } else { Exit::No };
    if terminal.json() {
        terminal.print_json(&verdict)?;
        return Ok(exit);
    }
    for fault in &verdict.faults {
        writeln!(terminal, "{name}: {fault}")?;
    }
    if exit == Exit::Answered {
        let games = counted(verdict.games as usize, "game");
        writeln!(terminal, "{games}, all whole, legal and with the right result")?;
    }
    Ok(exit)
}
