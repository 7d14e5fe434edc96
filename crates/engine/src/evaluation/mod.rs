//! The evaluation: what a position is worth without looking ahead.
//!
//! The search knows only [`Evaluator`]: it is told of every move played and taken back, so that it may
//! keep up to date what it needs, and is asked for the value. A learned network gives the value; the
//! few endings that need a plan rather than a judgement are apart.

mod endgame;
mod kpk;
mod network;

pub(crate) use kpk::pawn_wins;
pub use network::Network;

use crate::value::WIN_BOUND;
use network::Accumulator;
use std::sync::Arc;
use zugwerk_chess::{Color, Move, Position, Role, Square};

/// Evaluates positions along a line of play.
pub(crate) struct Evaluator {
    accumulator: Accumulator,
}

impl Evaluator {
    pub fn new(network: Arc<Network>) -> Evaluator {
        kpk::prepare();
        Evaluator { accumulator: Accumulator::new(network) }
    }

    /// Begins a line at `position`.
    pub fn reset(&mut self, position: &Position) {
        self.accumulator.reset(position);
    }

    /// Follows a move played in `before`.
    #[inline]
    pub fn play(&mut self, before: &Position, m: Move) {
        self.accumulator.play(before, m);
    }

    /// Follows a null move.
    #[inline]
    pub fn pass(&mut self) {
        self.accumulator.pass();
    }

    /// Follows the taking back of the last move or null move.
    #[inline]
    pub fn take_back(&mut self) {
        self.accumulator.take_back();
    }

    /// What the position, the last on the line, is worth to the side to move.
    #[inline]
    pub fn value(&mut self, position: &Position) -> i32 {
        if let Some(value) = endgame::lone_king(position).or_else(|| endgame::lone_pawn(position)) {
            return if position.turn() == Color::White { value } else { -value };
        }
        let value = self.accumulator.value(position);
        let strong = if value > 0 { position.turn() } else { !position.turn() };
        let value = value * endgame::scale(position, strong) / 64;
        value.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }
}

/// What a position is worth to the side to move, without looking ahead.
///
/// ```
/// use zugwerk_engine::evaluate;
/// let up_a_rook = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 b - - 0 1".parse().unwrap();
/// assert!(evaluate(&up_a_rook) < -300);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    evaluate_with(Network::embedded(), position)
}

/// What each piece but the kings is worth to White in the network's eyes: the value of the position less its value
/// without that piece.
///
/// ```
/// use zugwerk_chess::{Position, Square};
/// use zugwerk_engine::evaluation::{Network, values_by_piece};
/// let values = values_by_piece(Network::embedded(), &Position::start());
/// assert_eq!(values.len(), 30);
/// let of = |square| values.iter().find(|value| value.0 == square).unwrap().1;
/// assert!(of(Square::D1) > of(Square::A1) && of(Square::A1) > of(Square::A2));
/// assert!(of(Square::D8) < 0);
/// ```
pub fn values_by_piece(network: Arc<Network>, position: &Position) -> Vec<(Square, i32)> {
    let mut accumulator = Accumulator::new(network);
    accumulator.reset(position);
    let whole = accumulator.value(position);
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    let others = position.occupied() & !position.role(Role::King);
    others
        .into_iter()
        .filter_map(|square| {
            let piece = position.piece_at(square)?;
            let without = accumulator.value_without(position, (piece.color, piece.role, square));
            Some((square, sign * (whole - without)))
        })
        .collect()
}

/// What another network says.
pub fn evaluate_with(network: Arc<Network>, position: &Position) -> i32 {
    let mut evaluator = Evaluator::new(network);
    evaluator.reset(position);
    evaluator.value(position)
}
