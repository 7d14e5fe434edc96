//! The laws of Death Stacks as relations over bits, for the checker and the solver.
//!
//! A [`Bits`] holds a bit for every colour at every place of every stack, counted from the top: a move of
//! `k` stones then shifts two stacks by `k` places, whatever their heights. A [`Ply`] holds where a move
//! begins, how many stones go, and where they end. [`step`] states every rule of [`rules`](crate::rules)
//! under its name. It shares nothing with the fast rules but the walk over the board: each is the other's
//! test.
//!
//! ```
//! use zugwerk_deathstacks::{Board, Player, Position, laws};
//! let start: Position = Position::new(&Board::start(), Player::Red).unwrap();
//! assert!(laws::broken(&start, "a6-2-a4".parse().unwrap()).is_empty());
//! assert_eq!(laws::broken(&start, "a6-3-a3".parse().unwrap()), [laws::ENOUGH]);
//! ```

mod bits;
mod ply;
#[cfg(test)]
mod tests;

pub use bits::Bits;
pub use ply::{
    Allowed, Ply, any_move, candidates, fixed_move, legal, stated_move, step, thinkable,
};

use crate::{Move, Position, Stack};
use zugwerk_logic::Checker;

/// Rule 2: only stacks of one's own move.
pub const OWN: &str = "a move takes stones of a stack of the mover's own";
/// Rule 2: as many stones as there are.
pub const ENOUGH: &str = "a move takes one stone or more, and no more than there are";
/// Rule 3: as many squares as stones.
pub const WALK: &str = "the stones taken along go one square for each of them, in one direction, and turn back at the edge";
/// Rule 5: something happens.
pub const EFFECT: &str = "a move must change the board";
/// Rule 6, first half.
pub const TALL: &str = "who owns a stack of more than four stones must move from such a stack";
/// Rule 6, second half.
pub const STAY: &str = "at most four stones may stay where a move begins";
/// One move at a time; not a rule one could do without.
pub const ONE_MOVE: &str = "some stones of one stack go to one square";
/// What a move does; not a rule one could do without.
pub const CHANGE: &str = "what a move does to the board";
/// What a possible position is.
pub const POSITION: &str = "there are at most twelve stones of each colour";

/// Stones of each colour at the start of a game: none is ever lost.
pub const STONES: usize = 12;

/// The laws that a move would break, in the order of the laws; none for a legal move.
pub fn broken<S: Stack>(position: &Position<S>, chosen: Move) -> Vec<&'static str> {
    let before = Bits::known(position);
    if chosen.steps == 0 {
        return vec![ENOUGH];
    }
    let mut checker = Checker::new();
    let ply = Ply::known(chosen);
    ply.state(&mut checker, &before);
    debug_assert!(checker.is_complete());
    checker.broken().iter().map(|law| law.name).collect()
}
