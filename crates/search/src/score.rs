//! Scores: what a position is worth to the side to move. A forced win outranks every estimate, and
//! the sooner it comes the more it is worth.

use crate::Outcome;

/// What a position is worth to the side to move; 0 is even.
pub type Score = i32;

/// A game already won. A win in `n` plies is worth `WIN - n`.
pub const WIN: Score = 1_000_000;

/// The deepest line any search follows.
pub const MAX_PLY: usize = 1000;

/// An estimate must stay within `±MAX_ESTIMATE`, so that no estimate looks like a win.
pub const MAX_ESTIMATE: Score = WIN - MAX_PLY as Score - 1;

/// The score of a game that ended `ply` plies below the root.
pub fn of_outcome(outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Win => WIN - ply as Score,
        Outcome::Loss => ply as Score - WIN,
        Outcome::Draw => 0,
    }
}

/// Whether the score says that one side wins by force.
pub fn is_decisive(score: Score) -> bool {
    score.abs() > MAX_ESTIMATE
}

/// In how many plies the game ends by force, where the score says that it does.
///
/// ```
/// use zugwerk_search::score::{WIN, plies_to_end};
/// assert_eq!(plies_to_end(WIN - 3), Some(3));
/// assert_eq!(plies_to_end(-120), None);
/// ```
pub fn plies_to_end(score: Score) -> Option<u32> {
    is_decisive(score).then(|| (WIN - score.abs()) as u32)
}

/// The value of a position for the side that moved into it, within its window: the contrary of what it is
/// worth to the side to move there, unless that is the same side `again`.
#[inline(always)]
pub(crate) fn passed_on<E>(
    again: bool,
    (alpha, beta): (Score, Score),
    value: impl FnOnce(Score, Score) -> Result<Score, E>,
) -> Result<Score, E> {
    if again { value(alpha, beta) } else { value(-beta, -alpha).map(|value| -value) }
}
