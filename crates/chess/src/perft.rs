//! Perft: the number of leaves of the game tree, the usual proof of a move generator.

use crate::movegen::{count, list_stage_all};
use crate::play::play;
use crate::sliders::{Sliders, multiversion};
use crate::{MoveList, Position};

/// The number of ways to play `depth` plies from `position`.
///
/// ```
/// use zugwerk_chess::{Position, perft};
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => below(position, depth),
    }
}

multiversion! { fn below(position: &Position, depth: u32) -> u64 = leaves; }

#[inline(always)]
fn leaves<S: Sliders>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return count::<S>(position) as u64;
    }
    let mut moves = MoveList::new();
    list_stage_all::<S>(position, &mut moves);
    if depth == 2 {
        return moves.iter().map(|&m| count::<S>(&play::<S>(position, m)) as u64).sum();
    }
    moves.iter().map(|&m| below(&play::<S>(position, m), depth - 1)).sum()
}
