//! `zugwerk tune`: the numbers of the chess engine's search, tuned by games against itself.

use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::progress::Progress;
use crate::terminal::Terminal;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};
use zugwerk_engine::evaluation::Network;
use zugwerk_engine::tuning::{Spsa, play_pair};
use zugwerk_engine::{Engine, Parameters};

/// Tune the numbers of the chess engine's search by games against itself
#[derive(Args)]
#[command(after_help = "\
SPSA: the engine plays pairs of games with all numbers moved up or down at random, and each number goes a little
towards the winner. FILE holds where it stands; the same command again goes on from there, and Ctrl-C loses the
games being played and no other. A match tells afterwards whether the new numbers are better:

  zugwerk tune numbers.json --pairs 10000 --nodes 10000 --threads 2
  zugwerk match chess --a \"zugwerk uci\" --b \"zugwerk uci\" --option-a null_lead=212 …")]
pub struct Command {
    /// Where the numbers are kept, as JSON
    file: String,
    /// How many pairs of games to play in all
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// A search ends with the iteration in which it has seen this many nodes
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// How many games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Other seeds give other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The numbers to tune, by name; all that are more than a few plies where it is left out
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Evaluate with the network of this file
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
    /// Stop after this time; the same command goes on
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds)]
    time: Option<Duration>,
}

/// What the file holds.
#[derive(Serialize, Deserialize)]
struct State {
    /// Pairs of games learnt from.
    pairs: u32,
    /// Pairs planned.
    of: u32,
    nodes: u64,
    values: BTreeMap<String, f64>,
}

/// The transposition table of each player, in MiB: enough for some ten thousand nodes, and quick to clear.
const HASH: usize = 4;
/// How often the file is written.
const SAVED_EVERY: Duration = Duration::from_secs(5);

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        self.tune(terminal)
    }

    fn tune(&self, terminal: &mut Terminal) -> Outcome {
        let names = match self.only.is_empty() {
            true => Spsa::all_names(),
            false => self.only.iter().map(String::as_str).collect(),
        };
        let mut spsa = Spsa::new(&names, self.pairs).map_err(Failure::bad_input)?;
        let network = self.network.as_deref().map(Network::open).transpose();
        let network = network.map_err(Failure::bad_input)?.map(Arc::new);
        self.resume(&mut spsa)?;
        let before = spsa.pairs_done();
        let spsa = Mutex::new(spsa);
        let (interrupted, start) = (interrupt::flag(), Instant::now());
        let stop = || {
            interrupted.load(Ordering::Relaxed)
                || self.time.is_some_and(|time| start.elapsed() >= time)
        };
        std::thread::scope(|scope| -> Result<(), Failure> {
            let (sender, learnt) = mpsc::channel::<()>();
            for _ in 0..self.threads {
                let (spsa, stop, sender, network) = (&spsa, &stop, sender.clone(), network.clone());
                std::thread::Builder::new()
                    .stack_size(Engine::STACK)
                    .spawn_scoped(scope, move || self.play(spsa, network, stop, &sender))
                    .map_err(|error| Failure::bad_input(format!("no thread to be had: {error}")))?;
            }
            drop(sender);
            let (mut progress, mut saved) = (Progress::new(), Instant::now());
            for () in learnt {
                progress.update(|| {
                    let done = spsa.lock().unwrap().pairs_done();
                    let speed = f64::from(done - before) / start.elapsed().as_secs_f64();
                    format!("{done} of {} pairs of games, {speed:.1} a second", self.pairs)
                });
                if saved.elapsed() >= SAVED_EVERY {
                    self.save(&spsa.lock().unwrap())?;
                    saved = Instant::now();
                }
            }
            Ok(())
        })?;
        let spsa = spsa.into_inner().unwrap();
        self.save(&spsa)?;
        self.tell(&spsa, terminal)?;
        if interrupted.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        Ok(if spsa.pairs_done() < self.pairs { Exit::Limit } else { Exit::Answered })
    }

    /// Plays pairs of games and learns from them until there are none left.
    fn play(
        &self,
        spsa: &Mutex<Spsa>,
        network: Option<Arc<Network>>,
        stop: &dyn Fn() -> bool,
        learnt: &mpsc::Sender<()>,
    ) {
        let mut engines = [Engine::new(HASH), Engine::new(HASH)];
        for engine in &mut engines {
            engine.stay_on_thread();
            if let Some(network) = &network {
                engine.set_network(network.clone());
            }
        }
        while !stop() {
            let Some(trial) = spsa.lock().unwrap().trial(self.seed) else { return };
            let Some(points) = play_pair(&mut engines, &trial, self.nodes, stop) else { return };
            spsa.lock().unwrap().learn(&trial, points);
            if learnt.send(()).is_err() {
                return;
            }
        }
    }

    /// Takes up what the file has, where there is one.
    fn resume(&self, spsa: &mut Spsa) -> Result<(), Failure> {
        let name = &self.file;
        if !Path::new(name).exists() {
            return Ok(());
        }
        let text = std::fs::read_to_string(name).map_err(|error| Failure::file(name, error))?;
        let state: State = serde_json::from_str(&text).map_err(|error| {
            Failure::bad_input(format!("{name}: no file of `zugwerk tune`: {error}"))
        })?;
        if (state.of, state.nodes) != (self.pairs, self.nodes) {
            return Err(Failure::bad_input(format!(
                "{name}: begun with --pairs {} --nodes {}; expected the same, or another file",
                state.of, state.nodes
            )));
        }
        let known = |name: &str| spsa.tuned().iter().any(|tuned| tuned.name == name);
        if state.values.len() != spsa.tuned().len() || !state.values.keys().all(|n| known(n)) {
            return Err(Failure::bad_input(format!(
                "{name}: begun with other numbers; expected the same, or another file"
            )));
        }
        spsa.resume(state.pairs, state.values.iter().map(|(name, value)| (name.as_str(), *value)));
        Ok(())
    }

    /// Writes the file anew, whole at every moment.
    fn save(&self, spsa: &Spsa) -> Result<(), Failure> {
        let values = spsa.tuned().iter().map(|tuned| (tuned.name.to_string(), tuned.value));
        let state = State {
            pairs: spsa.pairs_done(),
            of: self.pairs,
            nodes: self.nodes,
            values: values.collect(),
        };
        let text = serde_json::to_string_pretty(&state).expect("numbers can be written");
        let new = format!("{}.new", self.file);
        std::fs::write(&new, text + "\n")
            .and_then(|()| std::fs::rename(&new, &self.file))
            .map_err(|error| Failure::file(&self.file, error))
    }

    fn tell(&self, spsa: &Spsa, terminal: &mut Terminal) -> Result<(), Failure> {
        let table = Parameters::default().table();
        let before = |name| table.iter().find(|row| row.0 == name).map_or(0, |row| row.1);
        if terminal.json() {
            let values: BTreeMap<_, _> =
                spsa.tuned().iter().map(|tuned| (tuned.name, tuned.value.round())).collect();
            let told = serde_json::json!({"pairs": spsa.pairs_done(), "values": values});
            return terminal.print_json(&told);
        }
        writeln!(terminal, "after {} of {} pairs of games:", spsa.pairs_done(), self.pairs)?;
        for tuned in spsa.tuned() {
            let (name, old) = (tuned.name, before(tuned.name));
            writeln!(terminal, "  {name:26} {old:6} -> {:.0}", tuned.value)?;
        }
        Ok(())
    }
}
