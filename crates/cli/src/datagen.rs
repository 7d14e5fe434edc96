//! `zugwerk datagen`: games of the engine against itself in a file, for training an evaluation.

mod file;
mod look;

use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::number::counted;
use crate::progress::Progress;
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use file::GameFile;
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Instant;
use zugwerk_engine::Engine;
use zugwerk_engine::selfplay::{self, Rules, record::Record};

/// Play the engine against itself, to train an evaluation
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Games are added to FILE, which is begun where it is missing. The same command again goes on where the last
one stopped, however that was; Ctrl-C loses the games being played and no other. Game for game the file
depends on the seed and the nodes alone, not on the threads.

Examples:
  zugwerk datagen games.bin --games 100000 --threads 2
  zugwerk datagen stats games.bin
  zugwerk datagen verify games.bin"
)]
pub struct Command {
    #[command(subcommand)]
    look: Option<Look>,
    /// Where the games are kept
    #[arg(required = true)]
    file: Option<String>,
    /// How many games the file shall hold
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// A search ends with the iteration in which it has seen this many nodes
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,
    /// Other seeds give other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(Subcommand)]
enum Look {
    /// What is in a file of games
    Stats {
        /// A file written by `zugwerk datagen`
        file: String,
    },
    /// Replay every game of a file and check its bytes, moves and result
    Verify {
        /// A file written by `zugwerk datagen`
        file: String,
    },
}

#[derive(Serialize)]
struct Added {
    games: usize,
    /// Games that were in the file already.
    before: usize,
    positions: usize,
    seconds: f64,
}

/// The transposition table of each thread, in MiB: enough for a few thousand nodes, and quick to clear.
const HASH: usize = 4;

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match (&self.look, &self.file) {
            (Some(Look::Stats { file }), _) => look::stats(file, terminal),
            (Some(Look::Verify { file }), _) => look::verify(file, terminal),
            (None, Some(file)) => self.play(file, terminal),
            (None, None) => Err(Failure::bad_input("expected a file for the games")),
        }
    }

    fn play(&self, name: &str, terminal: &mut Terminal) -> Outcome {
        let rules = Rules { seed: self.seed, nodes: self.nodes };
        let (mut file, have) = GameFile::open(name, &rules)?;
        let interrupted = interrupt::flag();
        let stop = || interrupted.load(Ordering::Relaxed);
        let next = AtomicU32::new(0);
        let start = Instant::now();
        let (mut games, mut positions) = (0, 0);
        std::thread::scope(|scope| -> Result<(), Failure> {
            let (sender, finished) = mpsc::channel::<Record>();
            for _ in 0..self.threads {
                let (sender, next, have, rules, stop) =
                    (sender.clone(), &next, &have, &rules, &stop);
                let player = move || {
                    let mut engine = Engine::new(HASH);
                    engine.stay_on_thread();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games || stop() {
                            return;
                        }
                        if have.contains(&number) {
                            continue;
                        }
                        let Some(game) = selfplay::play(&mut engine, rules, number, stop) else {
                            return;
                        };
                        if sender.send(game).is_err() {
                            return;
                        }
                    }
                };
                std::thread::Builder::new()
                    .stack_size(Engine::STACK)
                    .spawn_scoped(scope, player)
                    .map_err(|error| Failure::bad_input(format!("no thread to be had: {error}")))?;
            }
            drop(sender);
            let mut progress = Progress::new();
            for game in finished {
                file.add(&game)?;
                games += 1;
                positions += game.plies.len() - usize::from(game.opening);
                progress.update(|| {
                    let speed = positions as f64 / start.elapsed().as_secs_f64();
                    let total = have.len() + games;
                    format!("{total} of {} games, {speed:.0} positions/s", self.games)
                });
            }
            Ok(())
        })?;
        let seconds = start.elapsed().as_secs_f64();
        let before = have.len();
        if terminal.json() {
            terminal.print_json(&Added { games, before, positions, seconds })?;
        } else {
            let speed = positions as f64 / seconds.max(1e-9);
            writeln!(
                terminal,
                "{} added to {before} in {name}: {}, {speed:.0} a second",
                counted(games, "game"),
                counted(positions, "position")
            )?;
        }
        if stop() { Err(Failure::Interrupted) } else { Ok(Exit::Answered) }
    }
}
