//! What a door can do with any game: the traits without types.

use crate::{About, PlayerSpec};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use zugwerk_game::{Judgement, Picture, TextError};
use zugwerk_search::matches::{Conditions, Sprt, Standing, Summary};
use zugwerk_search::{Budget, Score};

/// A game chosen at run time.
pub trait AnyGame: Send + Sync {
    /// Its name, and what it is.
    fn about(&self) -> &About;

    /// The players, first the one who begins.
    fn players(&self) -> [String; 2];

    /// A game from a position, or from the usual start.
    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, TextError>;

    /// Plays a match; `on_game` hears of every finished game.
    fn play_match(
        &self,
        task: &MatchTask,
        on_game: &mut dyn FnMut(MatchReport),
        stop: &Arc<AtomicBool>,
    ) -> Result<Summary, TextError>;
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchTask {
    /// The first player.
    pub a: PlayerSpec,
    /// The second player.
    pub b: PlayerSpec,
    /// How many games.
    pub games: usize,
    /// How many of them at once.
    pub at_once: usize,
    /// How games are played.
    pub conditions: Conditions,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// How many random moves begin each pair of games.
    pub random_plies: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The position that games start from; the usual one where there is none.
    pub start: Option<String>,
}

/// A finished game of a match.
pub struct MatchReport<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// Whether the first player of the match moved first.
    pub a_first: bool,
    /// Whether the first player of the match won; `None` for a draw.
    pub a_won: Option<bool>,
    /// Where it started.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// How it ended.
    pub reason: String,
    /// Whether a player broke down, and how.
    pub trouble: Option<String>,
    /// The score after it.
    pub standing: &'a Standing,
}

/// A game in play: where it began, and the moves since.
pub trait Session: Send {
    /// Makes the third occurrence of a position a draw, in games whose rules do not say so.
    fn draw_by_repetition(&mut self);

    /// The position as text.
    fn position(&self) -> String;

    /// Whose turn it is: an index into the players.
    fn mover(&self) -> usize;

    /// The legal moves, none where the game is over.
    fn moves(&self) -> Vec<LegalMove>;

    /// Plays a legal move, and tells how it is written.
    fn play(&mut self, text: &str) -> Result<String, TextError>;

    /// Takes the last move back, and tells which it was.
    fn undo(&mut self) -> Option<String>;

    /// The moves so far.
    fn record(&self) -> &[String];

    /// How the game has ended; `None` while it goes on.
    fn end(&self) -> Option<End>;

    /// What the rules say of a move.
    fn judge(&self, text: &str) -> Result<Judgement, TextError>;

    /// The board.
    fn picture(&self) -> Picture;

    /// What a player would play here; `None` where the game is over.
    fn think(&mut self, player: &PlayerSpec, budget: &Budget) -> Result<Option<Chosen>, TextError>;

    /// How many lines of `depth` moves there are; `None` when `stop` was raised meanwhile.
    fn perft(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<u64>;

    /// The same for each first move.
    fn divide(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;
}

/// A legal move: how it is written, and the clicks that make it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// Cells and words, in order.
    pub clicks: Vec<String>,
    /// The cells that it passes, for each way that leads there, where the clicks do not show that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Vec<String>>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// Who won: an index into the players; `None` for a draw.
    pub winner: Option<usize>,
    /// The rule that ended it.
    pub why: String,
}

/// What a player chose, and what it thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chosen {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Whether that is the true value of the game and not an estimate.
    pub proven: bool,
    /// In how many plies the game ends by force, where that is known.
    pub plies: Option<u32>,
    /// The expected line.
    pub line: Vec<String>,
    /// How deep the search looked.
    pub depth: u32,
    /// How many positions it visited.
    pub nodes: u64,
}
