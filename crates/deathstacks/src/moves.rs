//! A move and how it is written: `a6-2-a4`.

use crate::pos::{Pos, PosError};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use thiserror::Error;

/// The top `steps` stones of the stack on `start` go `steps` squares and end on `target`.
///
/// ```
/// use zugwerk_deathstacks::Move;
/// let chosen: Move = "a6-2-a4".parse().unwrap();
/// assert_eq!((chosen.start.row(), chosen.steps, chosen.target.row()), (6, 2, 4));
/// assert_eq!(chosen.to_string(), "a6-2-a4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Where the stones are taken from.
    pub start: Pos,
    /// How many stones move, and how far.
    pub steps: u32,
    /// Where they end.
    pub target: Pos,
}

/// As one word: the search hashes every move that it lists.
impl Hash for Move {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let squares = (self.start.index() << 6 | self.target.index()) as u32;
        hasher.write_u32(self.steps << 12 | squares);
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{}-{}", self.start, self.steps, self.target)
    }
}

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say it
pub enum MoveError {
    #[error("{0:?} is not a move; expected start-steps-target, such as a6-2-a4")]
    Parts(String),
    #[error("in the move {0:?}: {1}")]
    Square(String, PosError),
    #[error("in the move {0:?}: {1:?} is not a number of steps")]
    Steps(String, String),
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let parts: Vec<&str> = text.split('-').collect();
        let [start, steps, target] = parts[..] else {
            return Err(MoveError::Parts(text.to_string()));
        };
        let square =
            |name: &str| name.parse().map_err(|error| MoveError::Square(text.to_string(), error));
        let number = steps.bytes().all(|byte| byte.is_ascii_digit()).then(|| steps.parse().ok());
        match number.flatten() {
            None => Err(MoveError::Steps(text.to_string(), steps.to_string())),
            Some(number) => {
                Ok(Move { start: square(start)?, steps: number, target: square(target)? })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_with_its_place() {
        for (text, message) in [
            ("", r#""" is not a move; expected start-steps-target, such as a6-2-a4"#),
            ("a6a4", r#""a6a4" is not a move; expected start-steps-target, such as a6-2-a4"#),
            ("a9-1-a5", r#"in the move "a9-1-a5": "a9" is not a square; expected a1 to f6"#),
            ("a6-1-", r#"in the move "a6-1-": "" is not a square; expected a1 to f6"#),
            ("a6-+1-a5", r#"in the move "a6-+1-a5": "+1" is not a number of steps"#),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().to_string(), message);
        }
        assert!("a6-99999999999-a5".parse::<Move>().is_err());
        assert!("a6-1-a5-".parse::<Move>().is_err());
    }
}
