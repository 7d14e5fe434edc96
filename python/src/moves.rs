//! Moves as python-chess has them: two squares and a promotion, without the position they belong to.

use crate::errors;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use zugwerk_chess::{self as chess, CastlingSide, Color, MoveKind, Position, Role, Square};

/// A move: where from, where to, and the piece that a pawn becomes.
#[pyclass(frozen, eq, hash, module = "zugwerk", from_py_object)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square it starts from, 0 for a1 to 63 for h8.
    #[pyo3(get)]
    pub from_square: u8,
    /// The square it goes to.
    #[pyo3(get)]
    pub to_square: u8,
    /// The piece that a pawn becomes, 2 for a knight to 5 for a queen.
    #[pyo3(get)]
    pub promotion: Option<u8>,
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn new(from_square: u8, to_square: u8, promotion: Option<u8>) -> PyResult<Move> {
        if from_square > 63
            || to_square > 63
            || promotion.is_some_and(|role| !(1..=6).contains(&role))
        {
            let what = "expected squares from 0 to 63, and a promotion from 2 to 5 or None";
            return Err(errors::input(what));
        }
        Ok(Move { from_square, to_square, promotion })
    }

    /// The move of a text like `e2e4` or `e7e8q`; `0000` is the null move.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Move> {
        Move::read(uci).ok_or_else(|| {
            let what = "is not a move: expected two squares like e2e4, and a piece for a promotion like e7e8q";
            errors::InvalidMoveError::new_err(format!("{uci:?} {what}"))
        })
    }

    /// The move that passes.
    #[staticmethod]
    pub fn null() -> Move {
        Move { from_square: 0, to_square: 0, promotion: None }
    }

    /// The move as UCI writes it.
    pub fn uci(&self) -> String {
        if self.is_null() {
            return "0000".to_string();
        }
        let promotion = self.promotion.and_then(|role| "pnbrqk".chars().nth(usize::from(role) - 1));
        let square = |at: u8| Square::new(at.into());
        format!(
            "{}{}{}",
            square(self.from_square),
            square(self.to_square),
            promotion.map(String::from).unwrap_or_default()
        )
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci({:?})", self.uci()).replace('"', "'")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> (Bound<'py, PyAny>, (u8, u8, Option<u8>)) {
        let m = slf.get();
        (slf.get_type().into_any(), (m.from_square, m.to_square, m.promotion))
    }

    fn __copy__(slf: Py<Move>) -> Py<Move> {
        slf
    }

    fn __deepcopy__(slf: Py<Move>, _memo: &Bound<PyAny>) -> Py<Move> {
        slf
    }
}

impl Move {
    fn read(uci: &str) -> Option<Move> {
        if uci == "0000" {
            return Some(Move::null());
        }
        if !uci.is_ascii() || !(4..=5).contains(&uci.len()) {
            return None;
        }
        let square = |at: usize| uci[at..at + 2].parse::<Square>().ok();
        let (from, to) = (square(0)?, square(2)?);
        let promotion = match uci.as_bytes().get(4) {
            None => None,
            Some(letter) => Some("pnbrqk".bytes().position(|role| role == *letter)? as u8 + 1),
        };
        (from != to).then_some(Move {
            from_square: from.index() as u8,
            to_square: to.index() as u8,
            promotion,
        })
    }

    pub fn is_null(&self) -> bool {
        self.from_square == self.to_square
    }

    /// How python-chess writes a move of this position.
    #[inline]
    pub fn of(position: &Position, m: chess::Move) -> Move {
        Move::by(position.turn(), position.is_chess960(), m)
    }

    /// How python-chess writes a move of this side.
    #[inline]
    pub fn by(turn: Color, chess960: bool, m: chess::Move) -> Move {
        let to = match m.kind() {
            MoveKind::Castling if !chess960 => CastlingSide::of(m.from(), m.to()).king_target(turn),
            _ => m.to(),
        };
        Move {
            from_square: m.from().index() as u8,
            to_square: to.index() as u8,
            promotion: m.promoted().map(|role| role.index() as u8 + 1),
        }
    }

    /// The legal move of a position that is meant.
    pub fn legal(&self, position: &Position) -> Option<chess::Move> {
        let (from, to) = (Square::new(self.from_square.into()), Square::new(self.to_square.into()));
        let role = position.role_at(from)?;
        let m = match (self.promotion, role) {
            (Some(promotion @ 2..=5), _) => {
                chess::Move::promotion(from, to, Role::ALL[usize::from(promotion) - 1])
            }
            (Some(_), _) => return None,
            (None, Role::King) => self.of_king(position, from, to),
            (None, Role::Pawn) if position.en_passant() == Some(to) && from.file() != to.file() => {
                chess::Move::en_passant(from, to)
            }
            (None, _) => chess::Move::normal(from, to),
        };
        position.is_legal(m).then_some(m)
    }

    /// A step of the king, or castling in either way of writing it.
    fn of_king(&self, position: &Position, from: Square, to: Square) -> chess::Move {
        let us = position.turn();
        let rights = position.castling().of(us);
        if rights.contains(to) {
            return chess::Move::castling(from, to);
        }
        let is_jump = from.file().index().abs_diff(to.file().index()) == 2;
        let rook = CastlingSide::ALL
            .into_iter()
            .filter(|side| is_jump && !position.is_chess960() && side.king_target(us) == to)
            .find_map(|side| position.castling().rook(us, side, from));
        match rook {
            Some(rook) => chess::Move::castling(from, rook),
            None => chess::Move::normal(from, to),
        }
    }

    /// The one Python object for this move: moves do not change, so that lists of them need not make any.
    #[inline]
    pub fn object<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        static OBJECTS: [PyOnceLock<Py<Move>>; 7 << 12] = [const { PyOnceLock::new() }; 7 << 12];
        let at = usize::from(self.promotion.unwrap_or(0)) << 12
            | usize::from(self.from_square) << 6
            | usize::from(self.to_square);
        let object = match OBJECTS[at].get(py) {
            Some(object) => object,
            None => OBJECTS[at].get_or_try_init(py, || Py::new(py, self))?,
        };
        Ok(object.bind(py).clone())
    }
}
