//! The native half of the Python package `zugwerk`: boards, games, the engine, and the one door through which every
//! question of the program can be asked. What is put together from these is written in Python, in `python/zugwerk`.

mod answer;
mod board;
mod engine;
mod errors;
mod game;
mod interruptible;
mod legal_moves;
mod moves;
mod pgn;
mod puzzle;
mod selfplay;

use pyo3::prelude::*;

/// The native half of zugwerk.
#[pymodule]
fn _zugwerk(module: &Bound<PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add_class::<moves::Move>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<legal_moves::LegalMoves>()?;
    module.add_class::<pgn::PgnReader>()?;
    module.add_class::<pgn::PgnGame>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::State>()?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<answer::Answers>()?;
    module.add_class::<selfplay::SelfPlay>()?;
    module.add_function(wrap_pyfunction!(answer::ask, module)?)?;
    module.add_function(wrap_pyfunction!(answer::run, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::standing, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
