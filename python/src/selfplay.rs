//! Games of the engine against itself, one by one, and what the score of a match says.

use crate::errors;
use crate::interruptible::interruptible;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use zugwerk_engine::Engine;
use zugwerk_engine::selfplay::record::{self, Fault, HEADER, Record};
use zugwerk_engine::selfplay::{Rules, play};
use zugwerk_search::matches::Standing;

/// The transposition table in MiB, as `zugwerk datagen` has it.
const HASH: usize = 4;

/// Plays the games of a seed; each depends on its number and nothing else.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct SelfPlay {
    rules: Rules,
    engine: Mutex<Engine>,
}

#[pymethods]
impl SelfPlay {
    #[new]
    fn new(seed: u64, nodes: u32) -> SelfPlay {
        let mut engine = Engine::new(HASH);
        engine.stay_on_thread();
        SelfPlay { rules: Rules { seed, nodes: nodes.max(1) }, engine: Mutex::new(engine) }
    }

    /// The beginning of a file of such games.
    fn header<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &record::header(&self.rules))
    }

    /// A game as it stands in such a file.
    fn play<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyBytes>> {
        let game = interruptible(py, |stop| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            play(&mut engine, &self.rules, number, &|| stop.load(Ordering::Relaxed))
        })?;
        let game = game.ok_or_else(|| errors::LimitReached::new_err("interrupted"))?;
        Ok(PyBytes::new(py, &game.to_bytes()))
    }

    /// The numbers of the games that a file has, and how many of its bytes are whole.
    fn read(&self, file: &[u8]) -> PyResult<(Vec<u32>, usize)> {
        let rules = record::read_header(file).map_err(errors::input)?;
        if rules != self.rules {
            let Rules { seed, nodes } = rules;
            let what = format!("its games were played with seed {seed} and nodes {nodes}");
            return Err(errors::input(what));
        }
        let mut end = HEADER;
        let mut numbers = Vec::new();
        while end < file.len() {
            match Record::from_bytes(&file[end..]) {
                Ok((game, size)) => {
                    numbers.push(game.number);
                    end += size;
                }
                Err(Fault::Torn) => break,
                Err(fault) => return Err(errors::input(format!("byte {end}: {fault}"))),
            }
        }
        Ok((numbers, end))
    }
}

/// What a score says about strength, in the words of `zugwerk match --json`.
#[pyfunction]
pub fn standing<'py>(
    py: Python<'py>,
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: [u32; 5],
) -> PyResult<Bound<'py, PyDict>> {
    let standing = Standing { wins, draws, losses, pairs };
    let (elo, low, high) = standing.elo();
    let finite = |number: f64| number.is_finite().then_some(number);
    let dict = PyDict::new(py);
    dict.set_item("games", standing.games())?;
    dict.set_item("wins", wins)?;
    dict.set_item("draws", draws)?;
    dict.set_item("losses", losses)?;
    dict.set_item("pairs", pairs.to_vec())?;
    dict.set_item("score", standing.score())?;
    dict.set_item("elo", finite(elo))?;
    dict.set_item("elo_low", finite(low))?;
    dict.set_item("elo_high", finite(high))?;
    Ok(dict)
}
