//! What a search may leave out: moves after which its goal is out of reach.
//!
//! The solvers of this room know when a mate ([`prospect`](crate::prospect)) or a placement of the pieces
//! ([`passage`](crate::passage)) can no longer be had. An [`Outlook`] lends that to searches elsewhere.

use crate::passage::Way;
use crate::prospect::Prospect;
use zugwerk_chess::{Color, MoveList, Position};

/// Whether a goal of help play, in which both sides do their best for it, can still be reached in an
/// exact number of plies. It never leaves out a move that leads there.
///
/// ```
/// use zugwerk_chess::Position;
/// use zugwerk_problems::Outlook;
/// let start = Position::start();
/// let end = start.play(start.parse_san("e3").unwrap());
/// let end = end.play(end.parse_san("e6").unwrap());
/// let mut outlook = Outlook::placement(&start, &end);
/// let moves = outlook.promising_moves(&start, start.legal_moves(), 1);
/// assert_eq!(moves.len(), 1);
/// ```
pub struct Outlook(Goal);

enum Goal {
    Mate(Color, Box<Prospect>),
    Placement(Box<Way>),
}

/// With more moves of a side to come, the tables of mates cost more than they save.
const FORESIGHT: u16 = 2;

impl Outlook {
    /// The goal is that `mating` mates; both kings are on the board, and nobody is in check without
    /// being to move.
    pub fn mate(mating: Color) -> Outlook {
        Outlook(Goal::Mate(mating, Box::new(Prospect::new(mating))))
    }

    /// The goal is to have the pieces stand as in `end`, whatever the rights to castle, on the way from
    /// `start`.
    pub fn placement(start: &Position, end: &Position) -> Outlook {
        Outlook(Goal::Placement(Box::new(Way::new(start, end, false))))
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
            Goal::Mate(mating, prospect) => {
                let (more, fewer) = (left.div_ceil(2), left / 2);
                // The last ply is the mating side's.
                let mates_last = (position.turn() == *mating) == left.is_multiple_of(2);
                match (left, mates_last) {
                    (_, false) => MoveList::new(),
                    (1, true) => prospect.last_moves(position, &moves),
                    (2.., true) if more <= FORESIGHT => {
                        prospect.promising_moves(position, &moves, more, fewer)
                    }
                    _ => moves,
                }
            }
        }
    }
}
