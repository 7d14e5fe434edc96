//! The legal moves of a board as Python sees them: counted, looped over, looked into.

use crate::board::Board;
use crate::moves::Move;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::atomic::{AtomicU64, Ordering};

/// The legal moves of a board.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct LegalMoves {
    board: Py<Board>,
    /// How many there were when they were last listed, in the lowest byte, and the key of that position in the others:
    /// `list()` asks for the moves and then for their number.
    counted: AtomicU64,
}

impl LegalMoves {
    /// Those of this board, whatever is played on it later.
    pub fn new(board: Py<Board>) -> LegalMoves {
        LegalMoves { board, counted: AtomicU64::new(0) }
    }
}

/// No position has more moves.
const MOST_MOVES: u64 = 0xFF;

#[pymethods]
impl LegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let board = self.board.bind(py).try_borrow()?;
        let list = board.list(py)?;
        let count = list.len() as u64;
        self.counted.store(board.position.key() & !MOST_MOVES | count, Ordering::Relaxed);
        list.try_iter()
    }

    fn __len__(&self, py: Python) -> PyResult<usize> {
        let position = &self.board.bind(py).try_borrow()?.position;
        let counted = self.counted.load(Ordering::Relaxed);
        if counted & !MOST_MOVES == position.key() & !MOST_MOVES {
            return Ok((counted & MOST_MOVES) as usize);
        }
        Ok(position.count_moves())
    }

    /// How many there are.
    fn count(&self, py: Python) -> PyResult<usize> {
        self.__len__(py)
    }

    fn __bool__(&self, py: Python) -> PyResult<bool> {
        Ok(self.board.bind(py).try_borrow()?.position.has_moves())
    }

    fn __contains__(&self, py: Python, m: &Bound<PyAny>) -> PyResult<bool> {
        let board = self.board.bind(py).try_borrow()?;
        Ok(m.cast::<Move>().is_ok_and(|m| m.get().legal(&board.position).is_some()))
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let board = self.board.bind(py).try_borrow()?;
        Ok(format!("<LegalMoves ({})>", board.legal_san().join(", ")))
    }
}
