//! `zugwerk pgn check`: find the broken games of a PGN file.

use crate::exit::{Exit, Failure, Outcome};
use crate::number::counted;
use crate::progress::Progress;
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::{self, BufRead, BufReader, Write};
use std::time::Instant;
use zugwerk_chess::pgn::Reader;

/// Work with PGN files
#[derive(Args)]
pub struct Command {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Check(Check),
}

/// Report the first illegal move of every broken game, with its line, or the first after the game had ended
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk pgn check games.pgn
  zcat games.pgn.gz | zugwerk pgn check -

Files are read as a stream, however large they are. A broken game makes the exit code 1.")]
struct Check {
    /// The files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    game: usize,
    line: usize,
    white: &'a str,
    black: &'a str,
    error: &'a str,
}

#[derive(Serialize, Default)]
struct Summary {
    games: usize,
    broken: usize,
    plies: usize,
    seconds: f64,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match self.action {
            Action::Check(check) => check.run(terminal),
        }
    }
}

impl Check {
    fn run(self, terminal: &mut Terminal) -> Outcome {
        let start = Instant::now();
        let mut summary = Summary::default();
        for file in &self.files {
            let input: Box<dyn BufRead> = match file.as_str() {
                "-" => Box::new(io::stdin().lock()),
                path => {
                    let opened =
                        std::fs::File::open(path).map_err(|error| Failure::file(path, error))?;
                    Box::new(BufReader::with_capacity(1 << 18, opened))
                }
            };
            check(file, input, &mut summary, terminal)?;
        }
        summary.seconds = start.elapsed().as_secs_f64();
        if terminal.json() {
            terminal.print_json(&summary)?;
        } else {
            let games = counted(summary.games, "game");
            writeln!(terminal, "{games}, {} broken", summary.broken)?;
        }
        Ok(if summary.broken == 0 { Exit::Answered } else { Exit::No })
    }
}

fn check(
    file: &str,
    input: impl BufRead,
    summary: &mut Summary,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let mut progress = Progress::new();
    for (number, game) in Reader::new(input).enumerate() {
        let game = game.map_err(|error| Failure::file(file, error))?;
        summary.games += 1;
        summary.plies += game.line.moves.len();
        progress.update(|| {
            format!("{file}: {}, {} broken", counted(summary.games, "game"), summary.broken)
        });
        let Some(error) = game.error.as_ref().or(game.late.as_ref()) else { continue };
        summary.broken += 1;
        let (white, black) = (game.tag("White").unwrap_or("?"), game.tag("Black").unwrap_or("?"));
        if terminal.json() {
            let broken = Broken {
                file,
                game: number + 1,
                line: error.line,
                white,
                black,
                error: &error.what,
            };
            terminal.print_json(&broken)?;
        } else {
            writeln!(
                terminal,
                "{file}:{}: game {} ({white} - {black}): {}",
                error.line,
                number + 1,
                error.what
            )?;
        }
    }
    Ok(())
}
