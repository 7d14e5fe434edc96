//! `zugwerk perft`: count the leaves of the game tree.

use crate::exit::{Exit, Failure, Outcome};
use crate::games;
use crate::number::counted;
use crate::progress::Progress;
use crate::terminal::{Terminal, read_text};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;
use zugwerk_chess::{Perft, PerftCase, Position};

/// Count the leaves of the game tree
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk perft 6
  zugwerk perft 5 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' --divide
  zugwerk perft 7 --hash 256 --threads 2
  zugwerk perft --suite positions.epd
  zugwerk perft 4 --game deathstacks

The total stands alone on the last line. A suite is a file of lines like
  FEN ;D1 20 ;D2 400 ;D3 8902
Each count that comes out differently is reported, and makes the exit code 1.")]
pub struct Command {
    /// How many plies; with --suite, the deepest count to check
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: Option<u32>,
    /// Where to start
    #[arg(long, default_value = "start", conflicts_with = "suite")]
    fen: String,
    /// Check the counts in this file
    #[arg(long, value_name = "FILE")]
    suite: Option<String>,
    /// Count each move apart
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Remember positions already counted, in a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=65_536))]
    hash: u64,
    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    #[command(flatten)]
    choice: games::Choice,
}

/// A count of any game, for programs.
#[derive(Serialize)]
pub struct Counted {
    pub fen: String,
    /// Who is to move, where the board does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<char>,
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
    /// The count of every first move, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<serde_json::Map<String, serde_json::Value>>,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(game) = self.choice.other_than_chess()? {
            if self.suite.is_some() || self.hash > 0 {
                return Err(Failure::bad_input("--suite and --hash are for chess"));
            }
            let depth = self.depth.unwrap_or(0);
            return games::perft(
                &*game,
                &self.fen,
                depth,
                self.threads as usize,
                self.divide,
                terminal,
            );
        }
        let perft = Perft::new(self.threads as usize, self.hash as usize);
        match &self.suite {
            Some(file) => check_suite(&perft, file, self.depth, terminal),
            None => {
                let position = super::position(&self.fen)?;
                self.count(&perft, &position, self.depth.unwrap_or(0), terminal)
            }
        }
    }

    fn count(
        &self,
        perft: &Perft,
        position: &Position,
        depth: u32,
        terminal: &mut Terminal,
    ) -> Outcome {
        let start = Instant::now();
        let progress = Mutex::new(Progress::new());
        let mut divided = perft.divide_telling(position, depth, &|done, jobs, leaves| {
            // A thread that finds another one telling has nothing newer to tell.
            if let Ok(mut progress) = progress.try_lock() {
                progress.update(|| format!("{} % done, {leaves} leaves so far", 100 * done / jobs));
            }
        });
        drop(progress);
        let nodes = match depth {
            0 => 1,
            _ => divided.iter().fold(0, |total: u64, (_, leaves)| total.saturating_add(*leaves)),
        };
        if nodes == u64::MAX {
            return Err(Failure::bad_input(
                "more leaves than 64 bits can count: take a smaller depth",
            ));
        }
        let seconds = start.elapsed().as_secs_f64();
        divided.sort_by_key(|(m, _)| position.uci(*m));
        let divided = divided.into_iter().map(|(m, leaves)| (position.uci(m), leaves));
        if terminal.json() {
            let moves =
                self.divide.then(|| divided.map(|(m, leaves)| (m, leaves.into())).collect());
            terminal.print_json(&Counted {
                fen: position.to_string(),
                player: None,
                depth,
                nodes,
                seconds,
                moves,
            })?;
        } else {
            for (m, leaves) in divided.filter(|_| self.divide) {
                writeln!(terminal, "{m} {leaves}")?;
            }
            writeln!(terminal, "{nodes}")?;
        }
        Ok(Exit::Answered)
    }
}

#[derive(Serialize)]
struct Mismatch {
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    counted: u64,
}

#[derive(Serialize)]
struct Summary {
    positions: usize,
    mismatches: usize,
    nodes: u64,
    seconds: f64,
}

fn check_suite(
    perft: &Perft,
    file: &str,
    deepest: Option<u32>,
    terminal: &mut Terminal,
) -> Outcome {
    let text = read_text(file)?;
    let start = Instant::now();
    let mut progress = Progress::new();
    let mut summary = Summary { positions: 0, mismatches: 0, nodes: 0, seconds: 0.0 };
    let cases = PerftCase::read_suite(&text)
        .map_err(|(line, error)| Failure::bad_input(format!("{file}: line {line}: {error}")))?;
    for (line, case) in cases {
        summary.positions += 1;
        for (depth, expected) in case.counts {
            if deepest.is_some_and(|deepest| depth > deepest) {
                continue;
            }
            progress.update(|| {
                format!("{} positions, now depth {depth} of line {line}", summary.positions)
            });
            let counted = perft.count(&case.position, depth);
            summary.nodes += counted;
            if counted != expected {
                summary.mismatches += 1;
                let fen = case.position.to_string();
                if terminal.json() {
                    terminal.print_json(&Mismatch { line, fen, depth, expected, counted })?;
                } else {
                    writeln!(
                        terminal,
                        "line {line}: depth {depth}: {counted}, expected {expected}: {fen}"
                    )?;
                }
            }
        }
    }
    drop(progress);
    summary.seconds = start.elapsed().as_secs_f64();
    if terminal.json() {
        terminal.print_json(&summary)?;
    } else {
        let positions = counted(summary.positions, "position");
        let mismatches = match summary.mismatches {
            1 => "1 mismatch".to_string(),
            several => format!("{several} mismatches"),
        };
        writeln!(terminal, "{positions}, {mismatches}")?;
    }
    Ok(if summary.mismatches == 0 { Exit::Answered } else { Exit::No })
}
