//! The chess player.

use crate::board::Board;
use crate::errors;
use crate::interruptible::interruptible;
use crate::moves::Move;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use zugwerk_chess::Position;
use zugwerk_engine::{
    self as engine, Bound as Exactness, Control, GameClock, Info, Limits, Progress, Score,
};

/// A chess player that keeps what it has learnt from one search to the next.
#[pyclass(frozen, subclass, module = "zugwerk._zugwerk")]
pub struct Engine {
    engine: Mutex<engine::Engine>,
}

/// A time as a person gives it.
fn seconds(name: &str, value: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = value.map(Duration::try_from_secs_f64).transpose();
    duration.map_err(|_| errors::input(format!("{name}: expected seconds, 0 or more")))
}

fn moves<'py>(
    py: Python<'py>,
    position: &Position,
    line: &[zugwerk_chess::Move],
) -> PyResult<Bound<'py, PyList>> {
    let mut at = position.clone();
    let list = PyList::empty(py);
    for m in line {
        list.append(Move::of(&at, *m).object(py)?)?;
        at = at.play(*m);
    }
    Ok(list)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash=16, threads=1, elo=None))]
    fn new(hash: usize, threads: usize, elo: Option<u32>) -> PyResult<Engine> {
        if !(1..=65536).contains(&hash) || !(1..=1024).contains(&threads) {
            return Err(errors::input(
                "expected hash from 1 to 65536 (MiB) and threads from 1 to 1024",
            ));
        }
        let mut engine = engine::Engine::new(hash);
        engine.set_threads(threads);
        engine.set_strength(elo);
        Ok(Engine { engine: Mutex::new(engine) })
    }

    /// Forgets everything learnt in earlier searches.
    fn new_game(&self, py: Python) {
        py.detach(|| self.engine.lock().unwrap_or_else(PoisonError::into_inner).clear());
    }

    /// Searches, and tells the best lines, each as a dict.
    #[pyo3(signature = (board, *, time=None, depth=None, nodes=None, mate=None, clock=None, increment=None, moves_to_go=None, lines=1, only=Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
    fn _search<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        time: Option<f64>,
        depth: Option<i32>,
        nodes: Option<u64>,
        mate: Option<i32>,
        clock: Option<f64>,
        increment: Option<f64>,
        moves_to_go: Option<u32>,
        lines: usize,
        only: Vec<Move>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let game = board.game();
        let position = board.position().clone();
        if depth.is_some_and(|depth| depth < 1) || mate.is_some_and(|mate| mate < 1) {
            return Err(errors::input("depth and mate: expected 1 or more"));
        }
        let illegal =
            |m: &Move| errors::IllegalMoveError::new_err(format!("illegal move: {}", m.uci()));
        let only: PyResult<Vec<_>> =
            only.iter().map(|m| m.legal(&position).ok_or_else(|| illegal(m))).collect();
        let limits = Limits {
            depth,
            nodes,
            mate,
            move_time: seconds("time", time)?,
            clock: seconds("clock", clock)?
                .map(|left| -> PyResult<GameClock> {
                    let increment = seconds("increment", increment)?.unwrap_or_default();
                    Ok(GameClock { left, increment, moves_to_go })
                })
                .transpose()?,
            only: only?,
            ..Limits::default()
        };
        if limits.depth.or(limits.mate).is_none()
            && limits.nodes.is_none()
            && limits.move_time.is_none()
            && limits.clock.is_none()
        {
            return Err(errors::input("expected a limit: time, depth, nodes, mate or clock"));
        }
        let (finished, mut found, seconds) = interruptible(py, |stop| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.set_multi_pv(lines.clamp(1, 256));
            let control = Control::new(engine.threads(), false);
            let found: Mutex<Vec<Info>> = Mutex::default();
            let report = |news: &Progress| {
                let Progress::Line(info) = news else { return };
                if info.bound == Exactness::Exact {
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.retain(|other| other.rank != info.rank);
                    found.push(info.clone());
                }
            };
            let finished = std::thread::scope(|scope| {
                let watch = scope.spawn(|| {
                    while !control.is_stopped() {
                        if stop.load(std::sync::atomic::Ordering::Relaxed) {
                            control.stop();
                        }
                        std::thread::park_timeout(Duration::from_millis(20));
                    }
                });
                let finished = engine.search(&game, &limits, &control, &report);
                control.stop();
                watch.thread().unpark();
                finished
            });
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            (finished, found, control.elapsed().as_secs_f64())
        })?;
        found.sort_by_key(|info| info.rank);
        let result = PyDict::new(py);
        let object = |m: Option<zugwerk_chess::Move>, at: &Position| {
            m.map(|m| Move::of(at, m).object(py)).transpose()
        };
        result.set_item("move", object(finished.best, &position)?)?;
        let after = finished.best.map(|best| position.play(best));
        let ponder = after.as_ref().map(|after| object(finished.ponder, after)).transpose()?;
        result.set_item("ponder", ponder.flatten())?;
        result.set_item("nodes", finished.nodes)?;
        result.set_item("seconds", seconds)?;
        let list = PyList::empty(py);
        for info in &found {
            let line = PyDict::new(py);
            let (centipawns, mate) = match info.score() {
                Score::Centipawns(value) => (Some(value), None),
                Score::Mate(moves) => (None, Some(moves)),
            };
            line.set_item("rank", info.rank)?;
            line.set_item("depth", info.depth)?;
            line.set_item("centipawns", centipawns)?;
            line.set_item("mate", mate)?;
            line.set_item("pv", moves(py, &position, &info.line)?)?;
            line.set_item("san", position.san_line(&info.line))?;
            list.append(line)?;
        }
        result.set_item("lines", list)?;
        Ok(result)
    }
}
