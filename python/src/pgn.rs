//! PGN files, game by game.

use crate::board::Board;
use crate::errors;
use crate::moves::Move;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::sync::Mutex;
use zugwerk_chess::pgn::{self, Reader};

/// Reads the games of a PGN file one after the other, in memory for one only.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct PgnReader {
    name: String,
    games: Mutex<Reader<BufReader<Box<dyn Read + Send>>>>,
}

#[pymethods]
impl PgnReader {
    /// Reads a file.
    #[staticmethod]
    fn open(path: &str) -> PyResult<PgnReader> {
        Ok(PgnReader::of(path, Box::new(File::open(path)?)))
    }

    /// Reads a text.
    #[staticmethod]
    fn of_text(text: String) -> PgnReader {
        PgnReader::of("the text", Box::new(Cursor::new(text.into_bytes())))
    }

    fn __iter__(slf: Py<PgnReader>) -> Py<PgnReader> {
        slf
    }

    fn __next__(&self, py: Python) -> PyResult<Option<PgnGame>> {
        let read = py.detach(|| {
            let mut games = self.games.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            games.next().transpose()
        });
        let game = read.map_err(|error| errors::input(format!("{}: {error}", self.name)))?;
        Ok(game.map(|game| PgnGame { game }))
    }
}

impl PgnReader {
    fn of(name: &str, input: Box<dyn Read + Send>) -> PgnReader {
        let input = BufReader::with_capacity(1 << 16, input);
        PgnReader { name: name.to_string(), games: Mutex::new(Reader::new(input)) }
    }
}

/// A game of a PGN file.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct PgnGame {
    game: pgn::PgnGame,
}

#[pymethods]
impl PgnGame {
    /// The tags, in order.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in &self.game.tags {
            headers.set_item(name, value)?;
        }
        Ok(headers)
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.game.result
    }

    /// The first thing wrong with the game, with its line; `None` where nothing is.
    #[getter]
    fn error(&self) -> Option<String> {
        self.game.error.as_ref().map(ToString::to_string)
    }

    /// The line of the file in which it begins.
    #[getter]
    fn line(&self) -> usize {
        self.game.first_line
    }

    /// The moves of the game itself.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut turn = self.game.start.turn();
        let chess960 = self.game.start.is_chess960();
        let mut objects = Vec::with_capacity(self.game.line.moves.len());
        for m in self.game.moves() {
            objects.push(Move::by(turn, chess960, m).object(py)?);
            turn = !turn;
        }
        PyList::new(py, objects)
    }

    /// The moves of the game itself as people write them.
    fn san(&self) -> Vec<String> {
        let mut at = self.game.start.clone();
        let write = |m| {
            let san = at.san(m);
            at = at.play(m);
            san
        };
        self.game.moves().map(write).collect()
    }

    /// What is said after each move of the game itself.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        self.game.line.moves.iter().map(|ply| ply.comment.as_str()).collect()
    }

    /// The numeric annotation glyphs of each move of the game itself: 1 for `!`, 2 for `?`, and so on.
    #[getter]
    fn nags(&self) -> Vec<Vec<u32>> {
        let moves = self.game.line.moves.iter();
        moves.map(|ply| ply.nags.iter().map(|nag| u32::from(*nag)).collect()).collect()
    }

    /// What is said before the first move.
    #[getter]
    fn comment(&self) -> &str {
        &self.game.line.comment
    }

    /// The board after the last move, with all of them.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = new_board(py)?;
        board.cast::<Board>()?.try_borrow_mut()?.become_game(&self.game);
        Ok(board)
    }

    /// The board before the first move.
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = new_board(py)?;
        board.cast::<Board>()?.try_borrow_mut()?.become_position(&self.game.start);
        Ok(board)
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __len__(&self) -> usize {
        self.game.line.moves.len()
    }
}

/// A board of the class that people use.
fn new_board(py: Python) -> PyResult<Bound<PyAny>> {
    static BOARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    BOARD.import(py, "zugwerk.board", "Board")?.call0()
}
