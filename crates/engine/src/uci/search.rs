//! The work that a session hands to a thread: searches, perft and the bench.

use super::command::Go;
use super::{Output, format};
use crate::bench;
use crate::control::Control;
use crate::engine::{Engine, Finished};
use crate::limits::{GameClock, Limits};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zugwerk_chess::{Game, Move, Position};

/// Work under way on a thread of its own, which has the engine meanwhile.
pub(super) struct Running {
    control: Arc<Control>,
    thread: Option<JoinHandle<Option<Engine>>>,
    is_endless: bool,
}

impl Running {
    /// Starts the work on a thread with a stack of `stack` bytes. Where none can be had, the engine comes
    /// back.
    pub fn new(
        output: Output,
        engine: Engine,
        stack: usize,
        pondering: bool,
        work: impl FnOnce(Output, Arc<Control>, Engine) -> Option<Engine> + Send + 'static,
    ) -> Result<Running, Box<Engine>> {
        let control = Arc::new(Control::new(engine.threads(), pondering));
        let given = control.clone();
        // What a thread that does not start was given is lost, so that the engine is handed over later.
        let (hand_over, engine_for_thread) = mpsc::channel();
        let run = move || work(output, given, engine_for_thread.recv().ok()?);
        let builder = std::thread::Builder::new().name("search".to_string()).stack_size(stack);
        let Ok(thread) = builder.spawn(run) else { return Err(Box::new(engine)) };
        match hand_over.send(engine) {
            Ok(()) => Ok(Running { control, thread: Some(thread), is_endless: false }),
            Err(mpsc::SendError(engine)) => Err(Box::new(engine)),
        }
    }

    /// The same, for work that does not end by itself.
    pub fn without_end(self) -> Running {
        Running { is_endless: true, ..self }
    }

    pub fn is_endless(&self) -> bool {
        self.is_endless
    }

    pub fn stop(&self) {
        self.control.stop();
    }

    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Whether the work is done or as good as done: its answer may be read before its thread ends.
    pub fn is_over(&self) -> bool {
        self.control.is_answered() || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Stops the work, waits for its end and gives the engine back, if it is still whole.
    pub fn end(self) -> Option<Engine> {
        self.control.stop();
        self.join()
    }

    /// Waits for the end of the work and gives the engine back, if it is still whole.
    pub fn join(self) -> Option<Engine> {
        self.thread?.join().ok().flatten()
    }
}

/// The limits that a `go` asks for in this position.
pub(super) fn limits(position: &Position, go: &Go) -> Limits {
    let side = position.turn().index();
    // A GUI that sends only the other side's clock still wants a quick answer.
    let left = go.time[side].or(go.time[1 - side]);
    let clock = left.map(|left| GameClock {
        left,
        increment: go.increment[side].unwrap_or(Duration::ZERO),
        moves_to_go: go.moves_to_go,
    });
    let has_limit = clock.is_some()
        || go.depth.is_some()
        || go.nodes.is_some()
        || go.mate.is_some()
        || go.move_time.is_some();
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        mate: go.mate,
        move_time: go.move_time,
        clock,
        // A bare `go` is a search without end, as other engines have it.
        infinite: go.infinite || !has_limit && !go.ponder,
        only: go.only.iter().filter_map(|text| position.parse_uci(text).ok()).collect(),
    }
}

/// Searches and answers with exactly one `bestmove`, whatever happens.
pub(super) fn search(
    output: &Output,
    control: &Control,
    mut engine: Engine,
    game: &Game,
    limits: &Limits,
    show_wdl: bool,
) -> Option<Engine> {
    let root = game.position();
    let report = |progress: &_| output(&format::progress(root, progress, show_wdl));
    let found = catch_unwind(AssertUnwindSafe(|| engine.search(game, limits, control, &report)));
    match found {
        Ok(found) => {
            if found.best.is_none() {
                let score = if root.is_check() { "mate 0" } else { "cp 0" };
                output(&format!("info depth 0 score {score}"));
            }
            control.answer();
            output(&format::best_move(root, &found));
            Some(engine)
        }
        Err(_) => {
            output("info string internal error: the search broke down; any legal move is played");
            control.answer();
            known_move(output, root, root.legal_moves().first().copied());
            None
        }
    }
}

/// Answers without a search.
pub(super) fn known_move(output: &Output, root: &Position, best: Option<Move>) {
    let line = best.into_iter().collect();
    let found = Finished { best, ponder: None, value: 0, depth: 0, nodes: 0, line };
    output(&format::best_move(root, &found));
}

/// Deeper counts than this have no end.
const DEEPEST_PERFT: u32 = 30;

/// Counts the leaves under every move.
pub(super) fn perft(output: &Output, control: &Control, position: &Position, depth: u32) {
    if depth > DEEPEST_PERFT {
        return output(&format!(
            "info string go perft: expected a depth of at most {DEEPEST_PERFT}"
        ));
    }
    let mut total: u64 = 0;
    if depth > 0 {
        for &m in &position.legal_moves() {
            let Some(leaves) = leaves(control, &position.play(m), depth - 1) else {
                return output("info string perft was stopped");
            };
            total = total.saturating_add(leaves);
            output(&format!("{}: {leaves}", position.uci(m)));
        }
    } else {
        total = 1;
    }
    control.answer();
    output(&format!("Nodes searched: {total}"));
}

/// The leaves under a position, unless stopped.
fn leaves(control: &Control, position: &Position, depth: u32) -> Option<u64> {
    if depth <= 4 {
        return (!control.is_stopped()).then(|| zugwerk_chess::perft(position, depth));
    }
    let moves = position.legal_moves();
    moves.iter().try_fold(0_u64, |total, m| {
        Some(total.saturating_add(leaves(control, &position.play(*m), depth - 1)?))
    })
}

/// Runs the bench and prints its signature and speed.
pub(super) fn bench(output: &Output, control: &Control, depth: Option<i32>) {
    let start = Instant::now();
    let result = bench::run(depth.unwrap_or(bench::DEPTH).clamp(1, 60), || control.is_stopped());
    if control.is_stopped() {
        return output("info string the bench was stopped");
    }
    let seconds = start.elapsed().as_secs_f64().max(1e-6);
    control.answer();
    output(&format!("{} nodes {} nps", result.nodes, (result.nodes as f64 / seconds) as u64));
}
