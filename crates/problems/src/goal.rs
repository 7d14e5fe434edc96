//! Goals: what the last move of a problem must do.

use crate::{mating, self_check, stalemating, table::mix};
use std::fmt;
use zugwerk_chess::{CastlingSide, Color, Move, MoveKind, MoveList, Position, Square};

/// What the last move must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Mate: `#`.
    Mate,
    /// Stalemate: `=`.
    Stalemate,
    /// Either of the two: `#=`.
    MateOrStalemate,
    /// Neither side could move, and nobody is in check: `==`.
    DoubleStalemate,
    /// Whoever moved could not move again: `!=`.
    AutoStalemate,
    /// Both sides are mated, by a move that leaves its own king in check: `##`.
    DoubleMate,
    /// A side that is mated mates with a move that leaves its own king in check: `##!`.
    CounterMate,
    /// Whoever moved has mated himself: `!#`.
    AutoMate,
    /// Check, mate included: `+`.
    Check,
    /// A capture: `x`, or `%` for the win of a piece, which without fairy conditions is the same.
    Capture,
    /// Castling: `00`.
    Castling,
    /// A capture en passant: `ep`.
    EnPassant,
    /// Any move: `~`.
    Any,
    /// The piece that moves comes to where it stood in the diagram: `ct`.
    Circuit,
    /// The piece that moves and another of its side stand where the other stood in the diagram: `<>`.
    Exchange,
    /// The piece that moves comes next to the piece that stood here in the diagram, and is its only neighbour: `k e8`.
    Kiss(Square),
    /// A piece arrives on this square: `z e8`.
    Square(Square),
    /// A certain position stands on the board: proof games and A=>B problems.
    Position,
}

impl Goal {
    /// Whether a move from `before` to `after` reaches the goal; it is legal, or one of [`Goal::self_checks`].
    pub fn is_reached(self, before: &Position, m: Move, after: &Position) -> bool {
        match self {
            Goal::Mate => after.is_check() && !after.has_moves(),
            Goal::Stalemate => !after.is_check() && !after.has_moves(),
            Goal::MateOrStalemate => !after.has_moves(),
            Goal::Check => after.is_check(),
            Goal::DoubleStalemate => {
                !after.is_check() && !after.has_moves() && !after.pass().has_moves()
            }
            Goal::AutoStalemate => !after.is_check() && !after.pass().has_moves(),
            Goal::DoubleMate => before.has_moves() && is_double_mate(after),
            Goal::CounterMate => before.is_check() && !before.has_moves() && is_double_mate(after),
            Goal::AutoMate => self_check::is_mated(after, !after.turn()),
            Goal::Capture => before.is_capture(m),
            Goal::Castling => m.is_castling(),
            Goal::EnPassant => m.kind() == MoveKind::EnPassant,
            Goal::Any => true,
            Goal::Square(square) => steps(before.turn(), m).any(|(_, to)| to == square),
            Goal::Circuit | Goal::Exchange | Goal::Kiss(_) | Goal::Position => false,
        }
    }

    /// Whether the goal is reached by moves that leave the own king in check, and by no others.
    pub fn is_reached_in_check(self) -> bool {
        matches!(self, Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate)
    }

    /// What tells positions apart in tables. A capture en passant that leaves the own king in check may reach such a goal, and the
    /// position's own key knows of legal ones alone.
    pub(crate) fn key(self, position: &Position) -> u64 {
        match position.double_push_square() {
            Some(passed) if self.is_reached_in_check() => {
                position.key() ^ mix(1 + passed.index() as u64)
            }
            _ => position.key(),
        }
    }

    /// The moves that reach the goal although they leave the own king in check, which they may for this goal alone.
    pub(crate) fn self_checks(self, position: &Position) -> MoveList {
        let mut reaching = MoveList::new();
        // Before a countermate there is no legal move, and before a double mate there is one.
        let may_be = self.is_reached_in_check()
            && (self == Goal::AutoMate || position.has_moves() == (self == Goal::DoubleMate));
        if may_be {
            for &m in &self_check::moves(position) {
                if self.is_reached(position, m, &position.play(m)) {
                    reaching.push(m);
                }
            }
        }
        reaching
    }

    /// The legal moves, and those that reach the goal although they leave the own king in check.
    pub(crate) fn moves(self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        if self.is_reached_in_check() {
            for &m in &self.self_checks(position) {
                moves.push(m);
            }
        }
        moves
    }

    /// Whether the goal depends on where pieces stood in the diagram, not only on the position before the move.
    pub fn needs_history(self) -> bool {
        matches!(self, Goal::Circuit | Goal::Exchange | Goal::Kiss(_))
    }

    /// Calls `found` for each move that reaches the goal, until it returns true. Says whether it did.
    pub(crate) fn find_moves(
        self,
        position: &Position,
        mut found: impl FnMut(Move) -> bool,
    ) -> bool {
        if self == Goal::Mate {
            return mating::find_mates(position, found);
        }
        if self == Goal::Stalemate {
            return stalemating::find_stalemates(position, found);
        }
        if self.is_reached_in_check() {
            return self.self_checks(position).iter().any(|&m| found(m));
        }
        let moves = position.legal_moves();
        moves.iter().any(|&m| self.is_reached(position, m, &position.play(m)) && found(m))
    }

    /// Whether some move reaches the goal.
    pub(crate) fn is_near(self, position: &Position) -> bool {
        self.find_moves(position, |_| true)
    }

    /// Whether a move that gives no check can reach the goal.
    pub(crate) fn needs_check(self) -> bool {
        matches!(self, Goal::Mate | Goal::Check)
    }
}

fn is_double_mate(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| self_check::is_mated(position, color))
}

/// The pieces that a move of `color` brings from square to square: castling two, and in Chess960 perhaps one, for king or
/// rook may stay where it is.
pub(crate) fn steps(color: Color, m: Move) -> impl Iterator<Item = (Square, Square)> {
    let (from, to) = (m.from(), m.to());
    let steps = if m.is_castling() {
        let side = CastlingSide::of(from, to);
        [Some((from, side.king_target(color))), Some((to, side.rook_target(color)))]
    } else {
        [Some((from, to)), None]
    };
    steps.into_iter().flatten().filter(|(from, to)| from != to)
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Goal::Mate => f.write_str("#"),
            Goal::Stalemate => f.write_str("="),
            Goal::MateOrStalemate => f.write_str("#="),
            Goal::DoubleStalemate => f.write_str("=="),
            Goal::AutoStalemate => f.write_str("!="),
            Goal::DoubleMate => f.write_str("##"),
            Goal::CounterMate => f.write_str("##!"),
            Goal::AutoMate => f.write_str("!#"),
            Goal::Check => f.write_str("+"),
            Goal::Capture => f.write_str("x"),
            Goal::Castling => f.write_str("00"),
            Goal::EnPassant => f.write_str("ep"),
            Goal::Any => f.write_str("~"),
            Goal::Circuit => f.write_str("ct"),
            Goal::Exchange => f.write_str("<>"),
            Goal::Kiss(square) => write!(f, "k{square}"),
            Goal::Square(square) => write!(f, "z{square}"),
            Goal::Position => f.write_str("=>"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pawn on d5 is pinned: its capture on e6 is not legal, but may mate both sides.
    #[test]
    fn an_illegal_capture_en_passant_tells_positions_apart_where_it_may_reach_the_goal() {
        let position = |square: &str| -> Position {
            format!("3rk3/8/8/3Pp3/8/8/8/3K4 w - {square} 0 1").parse().unwrap()
        };
        let (with, without) = (position("e6"), position("-"));
        assert_eq!((with.double_push_square(), with.en_passant()), (Some(Square::E6), None));
        assert_eq!(Goal::Mate.key(&with), Goal::Mate.key(&without));
        assert_ne!(Goal::DoubleMate.key(&with), Goal::DoubleMate.key(&without));
    }
}
