//! How a game is written: its positions and moves as text, both ways, and its reasons in words.

use crate::Game;
use serde::Serialize;
use std::fmt;

/// A game that can be read and written.
pub trait Notation: Game {
    /// The players, the one who moves first in the usual start position first.
    fn players(&self) -> [String; 2];

    /// Whose turn it is: an index into [`players`](Notation::players).
    fn mover(&self, state: &Self::State) -> usize;

    /// The usual start position.
    fn start(&self) -> Self::State;

    /// A position from its text.
    fn read_state(&self, text: &str) -> Result<Self::State, TextError>;

    /// The text of a position, which [`read_state`](Notation::read_state) reads back.
    fn write_state(&self, state: &Self::State) -> String;

    /// The legal move that a text means. What [`Game::notation`] writes is always understood.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let mut moves = Vec::new();
        if self.outcome(state).is_none() {
            self.moves(state, &mut moves);
        }
        let wanted = text.trim();
        let written = |chosen: &Self::Move| self.notation(state, *chosen);
        let exact = moves.iter().find(|chosen| written(chosen) == wanted);
        let found = exact.or_else(|| {
            let mut alike = moves.iter().filter(|m| written(m).eq_ignore_ascii_case(wanted));
            alike.next().filter(|_| alike.next().is_none())
        });
        found.copied().ok_or_else(|| {
            let why = self.judge(state, text);
            TextError::new(match why {
                Ok(judgement) => format!("{wanted} is not legal: {}", judgement.why),
                Err(error) => error.to_string(),
            })
        })
    }

    /// Whether a move is legal, and by which rule it is or is not. An error where the text is no move.
    fn judge(&self, state: &Self::State, text: &str) -> Result<Judgement, TextError>;

    /// How the game has ended here, in words; `None` while it goes on.
    fn ending(&self, state: &Self::State) -> Option<String>;
}

/// What the rules say of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Whether it may be played.
    pub legal: bool,
    /// The rules that decide it, each by its name or sentence.
    pub laws: Vec<String>,
    /// The reason in words.
    pub why: String,
}

/// A text that could not be understood: what is wrong with it, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(String);

impl TextError {
    /// An error with its message.
    pub fn new(message: impl fmt::Display) -> TextError {
        TextError(message.to_string())
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TextError {}
