//! What a search may leave out: moves after which its goal is out of reach.
//!
//! The solvers of this room know when a mate ([`reachability`](crate::reachability)) or a placement of the pieces
//! ([`proof_game`](crate::proof_game)) can no longer be had. A [`HelpPruning`] lends that to searches elsewhere.

use crate::mate_reachability::MateReachability;
use crate::proof_game::DistanceBound;
use zugwerk_chess::{Color, MoveList, Position};

/// Whether a goal of help play, in which both sides do their best for it, can still be reached in an
/// exact number of plies. It never leaves out a move that leads there.
///
/// ```
/// use zugwerk_chess::Position;
/// use zugwerk_problems::HelpPruning;
/// let start = Position::start();
/// let end = start.play(start.parse_san("e3").unwrap());
/// let end = end.play(end.parse_san("e6").unwrap());
/// let mut pruning = HelpPruning::placement(&start, &end);
/// let moves = pruning.promising_moves(&start, start.legal_moves(), 1);
/// assert_eq!(moves.len(), 1);
/// ```
pub struct HelpPruning(Goal);

enum Goal {
    Mate(Color, Box<MateReachability>),
    Placement(Box<DistanceBound>),
}

/// With more moves of a side to come, the tables of mates cost more than they save.
const FORESIGHT: u16 = 2;

impl HelpPruning {
    /// The goal is that `mating` mates; both kings are on the board, and nobody is in check without
    /// being to move.
    pub fn mate(mating: Color) -> HelpPruning {
        HelpPruning(Goal::Mate(mating, Box::new(MateReachability::new(mating))))
    }

    /// The goal is to have the pieces stand as in `end`, whatever the rights to castle, on the way from
    /// `start`.
    pub fn placement(start: &Position, end: &Position) -> HelpPruning {
        HelpPruning(Goal::Placement(Box::new(DistanceBound::new(start, end, false))))
    }

    /// The moves of `position` after which the goal may be reached in `left` more plies.
    pub fn promising_moves(&mut self, position: &Position, moves: MoveList, left: u16) -> MoveList {
        match &mut self.0 {
            Goal::Placement(way) => {
                let mut promising = MoveList::new();
                for &m in &moves {
                    if way.leads_on(position, m, left) {
                        promising.push(m);
                    }
                }
                promising
            }
            Goal::Mate(mating, reachability) => {
                let (more, fewer) = (left.div_ceil(2), left / 2);
                // The last ply is the mating side's.
                let mates_last = (position.turn() == *mating) == left.is_multiple_of(2);
                match (left, mates_last) {
                    (_, false) => MoveList::new(),
                    (1, true) => reachability.last_moves(position, &moves),
                    (2.., true) if more <= FORESIGHT => {
                        reachability.promising_moves(position, &moves, more, fewer)
                    }
                    _ => moves,
                }
            }
        }
    }
}
