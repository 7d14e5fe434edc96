//! Moves as UCI writes them: `e2e4`, `e7e8q`, castling `e1g1`, or king takes rook in Chess960.

use crate::fen::shorten;
use crate::{CastlingSide, Move, Position, Role, Square};

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum UciError {
    #[error(
        "{0:?} is not a move: expected two squares like e2e4, and a piece for a promotion like e7e8q"
    )]
    Syntax(String),
    #[error("{0} is not a legal move here")]
    Illegal(String),
}

impl Position {
    /// Reads a legal move. Castling may be written as the king's two squares or as king takes rook.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let position = Position::start();
    /// assert!(position.parse_uci("g1f3").is_ok());
    /// assert_eq!(position.parse_uci("e2e5").unwrap_err().to_string(), "e2e5 is not a legal move here");
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let syntax = || UciError::Syntax(shorten(text));
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(syntax());
        }
        let square = |at: usize| text[at..at + 2].parse::<Square>().map_err(|_| syntax());
        let (from, to) = (square(0)?, square(2)?);
        let promoted = match text[4..].chars().next() {
            None => None,
            Some(letter) => match Role::from_letter(letter) {
                Some(role) if Role::PROMOTIONS.contains(&role) => Some(role),
                _ => return Err(syntax()),
            },
        };
        let found = self.legal_moves().iter().copied().find(|m| {
            let meant = to == m.to()
                || m.is_castling() && !self.is_chess960() && to == self.king_target(*m);
            m.from() == from && meant && m.promoted() == promoted
        });
        found.ok_or_else(|| UciError::Illegal(text.to_string()))
    }

    /// Writes a move of this position.
    pub fn uci(&self, m: Move) -> String {
        let to = if m.is_castling() && !self.is_chess960() { self.king_target(m) } else { m.to() };
        let promoted = m.promoted().map(|role| role.letter().to_string()).unwrap_or_default();
        format!("{}{to}{promoted}", m.from())
    }

    /// Where the king ends by a castling move.
    pub(crate) fn king_target(&self, castling: Move) -> Square {
        CastlingSide::of(castling.from(), castling.to()).king_target(self.turn())
    }
}
