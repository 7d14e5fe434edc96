//! The exceptions. All that bad input causes are kinds of `ValueError`, as in python-chess.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use zugwerk_chess::{SanError, UciError};

create_exception!(
    zugwerk,
    InputError,
    PyValueError,
    "Input that cannot be used; the message says where and why."
);
create_exception!(zugwerk, InvalidMoveError, InputError, "A text that is no move at all.");
create_exception!(zugwerk, IllegalMoveError, InputError, "A move that the rules forbid here.");
create_exception!(zugwerk, AmbiguousMoveError, InputError, "A move that may mean several.");
create_exception!(
    zugwerk,
    LimitReached,
    PyException,
    "A limit on time, nodes or memory was reached first."
);

/// Makes the exceptions known to Python.
pub fn register(module: &Bound<PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<AmbiguousMoveError>())?;
    module.add("LimitReached", py.get_type::<LimitReached>())
}

/// Input that cannot be used.
pub fn input(what: impl ToString) -> PyErr {
    InputError::new_err(what.to_string())
}

/// A move in UCI that cannot be read.
pub fn uci(error: &UciError) -> PyErr {
    match error {
        UciError::Syntax(_) => InvalidMoveError::new_err(error.to_string()),
        UciError::Illegal(_) => IllegalMoveError::new_err(error.to_string()),
    }
}

/// A move in SAN that cannot be read.
pub fn san(error: &SanError) -> PyErr {
    match error {
        SanError::Syntax(_) => InvalidMoveError::new_err(error.to_string()),
        SanError::Illegal(_) => IllegalMoveError::new_err(error.to_string()),
        SanError::Ambiguous(..) => AmbiguousMoveError::new_err(error.to_string()),
    }
}
