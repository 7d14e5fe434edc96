//! The engine: a transposition table, threads, and the search of one position after another.

use crate::clock::Clock;
use crate::control::Control;
use crate::evaluation::Network;
use crate::limits::Limits;
use crate::parameters::Parameters;
use crate::progress::Progress;
use crate::search::{RootMove, Shared, Worker};
use crate::strength::Strength;
use crate::table::Table;
use crate::tablebases::Tablebases;
use std::sync::Arc;
use std::time::Duration;
use zugwerk_chess::{Game, Move, Position};

/// A chess player.
///
/// ```
/// use zugwerk_chess::Game;
/// use zugwerk_engine::{Control, Engine, Limits, Score};
/// let mut engine = Engine::new(16);
/// let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
/// let game = Game::from_position(back_rank);
/// let found = engine.search(&game, &Limits::depth(4), &Control::new(1, false), &|_| ());
/// assert_eq!(game.position().uci(found.best.unwrap()), "a1a8");
/// assert_eq!(Score::from_value(found.value), Score::Mate(1));
/// ```
pub struct Engine {
    table: Table,
    workers: Vec<Worker>,
    tablebases: Tablebases,
    network: Arc<Network>,
    overhead: Duration,
    multi_pv: usize,
    elo: Option<u32>,
    /// Whether the first worker runs on the caller's thread.
    stays: bool,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The best move; `None` where there is none.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The value for the side to move.
    pub value: i32,
    /// The depth that was searched completely.
    pub depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<Move>,
}

impl Engine {
    /// The stack of a searching thread: a search goes deep, and each ply takes a few kibibytes.
    pub const STACK: usize = 16 << 20;

    /// An engine with a table of `mebibytes` (1 if there is no more) and one thread.
    pub fn new(mebibytes: usize) -> Engine {
        let table = Table::new(mebibytes)
            .or_else(|| Table::new(1))
            .expect("a mebibyte of memory can be had");
        Engine {
            table,
            workers: vec![Worker::new(0, Network::embedded())],
            network: Network::embedded(),
            tablebases: Tablebases::default(),
            overhead: Duration::from_millis(20),
            multi_pv: 1,
            elo: None,
            stays: false,
        }
    }

    /// Gives the table `mebibytes`; `false` where the memory cannot be had, and nothing changes.
    pub fn set_hash(&mut self, mebibytes: usize) -> bool {
        match Table::new(mebibytes) {
            Some(table) => {
                self.table = table;
                true
            }
            None => false,
        }
    }

    /// Uses `threads`.
    pub fn set_threads(&mut self, threads: usize) {
        let parameters = self.workers[0].parameters.clone();
        self.workers.truncate(threads.max(1));
        while self.workers.len() < threads {
            let mut worker = Worker::new(self.workers.len(), self.network.clone());
            worker.set_parameters(&parameters);
            self.workers.push(worker);
        }
    }

    /// How many threads it uses.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Tells `lines` principal variations.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.multi_pv = lines.max(1);
    }

    /// Allows for so much time being lost between the move and the clock.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Uses other numbers in the search.
    pub fn set_parameters(&mut self, parameters: &Parameters) {
        for worker in &mut self.workers {
            worker.set_parameters(parameters);
        }
    }

    /// The numbers of the search.
    pub fn parameters(&self) -> &Parameters {
        &self.workers[0].parameters
    }

    /// Plays as strong as this Elo, or as well as it can.
    pub fn set_strength(&mut self, elo: Option<u32>) {
        self.elo = elo;
    }

    /// Evaluates with another network than the one that comes with the program.
    pub fn set_network(&mut self, network: Arc<Network>) {
        for worker in &mut self.workers {
            worker.set_network(network.clone());
        }
        self.network = network;
        self.clear();
    }

    /// The network that evaluates.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Uses these tablebases.
    pub fn set_tablebases(&mut self, tablebases: Tablebases) {
        self.tablebases = tablebases;
    }

    /// Searches on the thread that asks, which must have a stack of [`Engine::STACK`] bytes: for
    /// searches so short that starting a thread for each would tell.
    pub fn stay_on_thread(&mut self) {
        self.stays = true;
    }

    /// Forgets everything learnt in earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.clear();
        }
    }

    /// Forgets the transposition table alone.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Searches the present position of `game`. `report` hears of principal variations as they are
    /// found. Does not return before `control` allows it, if the limits say so.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Progress) + Sync),
    ) -> Finished {
        let legal = game.position().legal_moves();
        let candidates: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| limits.only.is_empty() || limits.only.contains(m))
            .collect();
        let mut root_moves: Vec<RootMove> = candidates.into_iter().map(RootMove::new).collect();
        let mut limits = limits.clone();
        let strength = self.elo.map(Strength::of_elo);
        if let Some(strength) = strength {
            limits.nodes = Some(limits.nodes.map_or(strength.nodes, |n| n.min(strength.nodes)));
        }
        if !root_moves.is_empty() {
            self.tablebases.rank(game, &mut root_moves);
            let considered = strength.map_or(1, |strength| strength.candidates());
            let lines = considered.max(self.multi_pv);
            self.run(game, &limits, control, report, &root_moves, lines);
            if let Some(strength) = strength {
                let moves = &mut self.workers[0].root_moves;
                let chosen = strength.choose(moves, considered);
                moves.swap(0, chosen);
            }
        }
        // A search without limits or in the opponent's time may not answer of its own accord.
        control.wait_for_release(limits.infinite);
        self.finished(game.position(), control, !root_moves.is_empty())
    }

    fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Progress) + Sync),
        root_moves: &[RootMove],
        lines: usize,
    ) {
        let clock = Clock::new(limits, self.overhead);
        self.table.next_search();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            clock: &clock,
            tablebases: &self.tablebases,
            multi_pv: lines,
            report,
        };
        // Even if no thread can be had there is an answer: the first legal move.
        self.workers[0].root_moves = root_moves.to_vec();
        std::thread::scope(|scope| {
            let (first, helpers) = self.workers.split_at_mut(1);
            for worker in helpers {
                let shared = &shared;
                let _ = std::thread::Builder::new()
                    .stack_size(Engine::STACK)
                    .spawn_scoped(scope, move || worker.deepen(shared, game, root_moves));
            }
            let main = &mut first[0];
            let shared = &shared;
            // In a browser there is no other thread.
            if self.stays || cfg!(target_family = "wasm") {
                main.deepen(shared, game, root_moves);
                return control.finish();
            }
            let search = std::thread::Builder::new().stack_size(Engine::STACK).spawn_scoped(
                scope,
                move || {
                    main.deepen(shared, game, root_moves);
                    control.finish();
                },
            );
            if search.is_err() {
                control.finish();
            }
        });
    }

    fn finished(&self, position: &Position, control: &Control, searched: bool) -> Finished {
        let main = &self.workers[0];
        let best = main.root_moves.first().filter(|_| searched);
        let line = best.map(|root_move| root_move.line.clone()).unwrap_or_default();
        let ponder = line.get(1).copied().or_else(|| {
            let after = position.play(*line.first()?);
            let expected = self.table.probe(after.key(), 1)?.best?;
            after.is_legal(expected).then_some(expected)
        });
        Finished {
            best: line.first().copied(),
            ponder,
            value: best.map_or(0, RootMove::best_known_value),
            depth: main.completed_depth,
            nodes: control.nodes(),
            line,
        }
    }
}
