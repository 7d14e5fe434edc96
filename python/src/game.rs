//! Board games of every kind, by name or by the text of their rules.

use crate::errors;
use crate::interruptible::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zugwerk_registry::{AnyGame, PlayerSpec, Session};
use zugwerk_search::Budget;

/// Name, title, and parameters with their usual values.
type About = (String, String, Vec<(String, i64)>);

/// The games that are known by a name.
#[pyfunction]
pub fn games() -> Vec<About> {
    let games = zugwerk_registry::games().into_iter();
    games.map(|about| (about.name, about.title, about.parameters)).collect()
}

/// A game: its rules, with their parameters.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct Game {
    game: Arc<dyn AnyGame>,
}

#[pymethods]
impl Game {
    /// The game of a name.
    #[staticmethod]
    fn open(py: Python, name: String, settings: Vec<(String, i64)>) -> PyResult<Game> {
        let game = interruptible(py, |_| zugwerk_registry::open(&name, &settings))?;
        Ok(Game { game: game.map_err(errors::input)? })
    }

    /// The game of a text of rules; mistakes are told with `name`.
    #[staticmethod]
    fn of_rules(
        py: Python,
        name: String,
        text: String,
        settings: Vec<(String, i64)>,
    ) -> PyResult<Game> {
        let game = interruptible(py, |_| zugwerk_registry::load(&name, &text, &settings))?;
        Ok(Game { game: game.map_err(errors::input)? })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.game.about().name
    }

    #[getter]
    fn title(&self) -> &str {
        &self.game.about().title
    }

    #[getter]
    fn parameters(&self) -> Vec<(String, i64)> {
        self.game.about().parameters.clone()
    }

    /// The two players, first the one who begins.
    #[getter]
    fn players(&self) -> [String; 2] {
        self.game.players()
    }

    /// A state: the start, or that of a text.
    #[pyo3(signature = (position=None))]
    fn state(&self, position: Option<&str>) -> PyResult<State> {
        let position = position.filter(|text| !["start", "startpos"].contains(text));
        let session = self.game.session(position).map_err(errors::input)?;
        let start = session.position();
        Ok(State { game: self.game.clone(), start, session: Mutex::new(session) })
    }
}

/// A state of a game in play.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct State {
    game: Arc<dyn AnyGame>,
    start: String,
    session: Mutex<Box<dyn Session>>,
}

impl State {
    fn session(&self) -> MutexGuard<'_, Box<dyn Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl State {
    /// The position as text.
    #[getter]
    fn position(&self) -> String {
        self.session().position()
    }

    /// Where it began.
    #[getter]
    fn root(&self) -> &str {
        &self.start
    }

    /// The moves since.
    #[getter]
    fn record(&self) -> Vec<String> {
        self.session().record().to_vec()
    }

    /// Who is to move.
    #[getter]
    fn turn(&self) -> String {
        let mover = self.session().mover();
        self.game.players()[mover].clone()
    }

    /// The legal moves, none where the game is over.
    fn moves(&self) -> Vec<String> {
        self.session().moves().into_iter().map(|legal| legal.text).collect()
    }

    /// Plays a legal move and tells how it is written.
    fn play(&self, text: &str) -> PyResult<String> {
        self.session().play(text).map_err(|e| errors::IllegalMoveError::new_err(e.to_string()))
    }

    /// Takes the last move back; `None` where there is none.
    fn undo(&self) -> Option<String> {
        self.session().undo()
    }

    /// The same state by itself.
    fn copy(&self) -> PyResult<State> {
        let mut session = self.game.session(Some(&self.start)).map_err(errors::input)?;
        for text in self.session().record() {
            session.play(text).map_err(errors::input)?;
        }
        Ok(State {
            game: self.game.clone(),
            start: self.start.clone(),
            session: Mutex::new(session),
        })
    }

    /// Who won, `None` for a draw, and the rule that ended the game; `None` while it goes on.
    fn end(&self) -> Option<(Option<String>, String)> {
        let end = self.session().end()?;
        Some((end.winner.map(|winner| self.game.players()[winner].clone()), end.why))
    }

    /// Whether a move is legal, the laws that decide it, and the reason in words.
    fn why(&self, text: &str) -> PyResult<(bool, Vec<String>, String)> {
        let judgement = self.session().judge(text).map_err(errors::input)?;
        Ok((judgement.legal, judgement.laws, judgement.why))
    }

    /// How many lines of `depth` moves there are.
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft(&self, py: Python, depth: u32, threads: usize) -> PyResult<u64> {
        let counted =
            interruptible(py, |stop| self.session().perft(depth, threads.clamp(1, 1024), stop))?;
        counted.ok_or_else(|| errors::LimitReached::new_err("interrupted"))
    }

    /// What a player would do here: `move`, `score`, `line` and more.
    #[pyo3(signature = (player="bot", *, time=None, nodes=None, depth=None))]
    fn think<'py>(
        &self,
        py: Python<'py>,
        player: &str,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let player = PlayerSpec::read(player).map_err(errors::input)?;
        let no_limit = time.is_none() && nodes.is_none() && depth.is_none();
        let time = if no_limit { Some(1.0) } else { time };
        let time = time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| errors::input("time: expected seconds, 0 or more"))?;
        let chosen = interruptible(py, |stop| {
            let budget = Budget { depth, nodes, time, stop: Some(stop.clone()) };
            self.session().think(&player, &budget)
        })?;
        let Some(chosen) = chosen.map_err(errors::input)? else { return Ok(None) };
        let dict = PyDict::new(py);
        dict.set_item("move", chosen.text)?;
        dict.set_item("score", chosen.score)?;
        dict.set_item("proven", chosen.proven)?;
        dict.set_item("plies", chosen.plies)?;
        dict.set_item("line", chosen.line)?;
        dict.set_item("depth", chosen.depth)?;
        dict.set_item("nodes", chosen.nodes)?;
        Ok(Some(dict))
    }

    /// The board as SVG.
    fn svg(&self) -> String {
        self.session().picture().svg()
    }

    fn __str__(&self) -> String {
        self.session().picture().text()
    }
}
