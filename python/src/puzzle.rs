//! A grid puzzle: read, written and drawn. What is asked about it goes through `ask`.

use crate::errors;
use pyo3::prelude::*;
use std::borrow::Cow;
use zugwerk_puzzle::format::Document;
use zugwerk_puzzle::{Answer, Kind, picture, read, text};

/// A puzzle of some kind, and what is filled in.
#[pyclass(frozen, module = "zugwerk._zugwerk")]
pub struct Puzzle {
    kind: Cow<'static, Kind>,
    document: Document,
}

#[pymethods]
impl Puzzle {
    /// Reads a puzzle in any format; `rules` is the text of a rulebook of one's own.
    #[new]
    #[pyo3(signature = (text, kind=None, rules=None))]
    fn new(text: &str, kind: Option<&str>, rules: Option<&str>) -> PyResult<Puzzle> {
        let known = |name: &str| {
            let kind = Kind::named(name).map(Cow::Borrowed);
            kind.ok_or_else(|| errors::input(format!("{name:?}: no such kind of puzzle")))
        };
        let kind = match (kind, rules) {
            (name, Some(rules)) => Some(Cow::Owned(Kind::parse(rules).map_err(|mistake| {
                errors::input(mistake.draw(name.unwrap_or("rules"), rules, false))
            })?)),
            (Some(name), None) => Some(known(name)?),
            (None, None) => None,
        };
        let document = read(text, kind.as_deref()).map_err(errors::input)?;
        let kind = match kind {
            Some(kind) => kind,
            None => known(&document.puzzle.kind)?,
        };
        Ok(Puzzle { kind, document })
    }

    #[getter]
    fn kind(&self) -> &str {
        self.kind.name()
    }

    #[getter]
    fn width(&self) -> usize {
        self.document.puzzle.board.width
    }

    #[getter]
    fn height(&self) -> usize {
        self.document.puzzle.board.height
    }

    /// The text of the rules of its kind.
    #[getter]
    fn rules(&self) -> &str {
        self.kind.text()
    }

    /// The puzzle as text, with the answer of these rows, or with what is filled in.
    #[pyo3(signature = (answer=None))]
    fn text(&self, answer: Option<&str>) -> PyResult<String> {
        let answer = self.answer(answer)?;
        Ok(text::write(&self.kind, &self.document.puzzle, answer.as_deref()))
    }

    /// The puzzle as SVG, with the answer of these rows, or with what is filled in.
    #[pyo3(signature = (answer=None))]
    fn svg(&self, answer: Option<&str>) -> PyResult<String> {
        Ok(picture::svg(&self.document.puzzle, self.answer(answer)?.as_deref()))
    }
}

impl Puzzle {
    fn answer(&self, rows: Option<&str>) -> PyResult<Option<Cow<'_, Answer>>> {
        match rows {
            Some(rows) => {
                let answer = text::read_answer(&self.kind, &self.document.puzzle, rows);
                Ok(Some(Cow::Owned(answer.map_err(errors::input)?)))
            }
            None => Ok(self.document.answer.as_ref().map(Cow::Borrowed)),
        }
    }
}
