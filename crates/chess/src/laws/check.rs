//! The laws run on known positions: which of them a move breaks, which moves break none, and the
//! position after one. Slow and independent: the reference for the fast generator.

use super::{Board, OWN, PROMOTION, Ply, TURN, movement, safety};
use crate::{Bitboard, Position, Role, Setup, Square};
use zugwerk_logic::{Checker, Model};

/// The laws that a move from `from` to `to` would break, in the order of the laws; none for a legal
/// move. Castling is the king's move of two squares, in Chess960 that to its rook's square.
///
/// The king's safety is looked at only where no other law is broken.
pub fn broken(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Vec<&'static str> {
    let board = Board::known(position);
    check(&board, position, from, to, promotion).1
}

/// Every legal move: from, to, and the piece of a promotion.
pub fn legal_moves(position: &Position) -> Vec<(Square, Square, Option<Role>)> {
    let board = Board::known(position);
    let mut moves = Vec::new();
    for from in position.color(position.turn()) {
        for to in Square::all() {
            if check(&board, position, from, to, None).1.is_empty() {
                moves.push((from, to, None));
            }
            if position.role_at(from) == Some(Role::Pawn) && Bitboard::BACK_RANKS.contains(to) {
                for role in Role::PROMOTIONS {
                    if check(&board, position, from, to, Some(role)).1.is_empty() {
                        moves.push((from, to, Some(role)));
                    }
                }
            }
        }
    }
    moves
}

/// What the laws make of a legal move: pieces, turn, rights and double step of the position after it.
pub fn play(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Setup> {
    let board = Board::known(position);
    let (after, broken) = check(&board, position, from, to, promotion);
    let after = after.filter(|_| broken.is_empty())?;
    Some(after.read(&Model::new(vec![true])))
}

/// What the laws say of a move.
pub(super) struct Judged {
    /// The position after it, where it can be made at all.
    pub after: Option<Setup>,
    /// The laws that it breaks.
    pub broken: Vec<&'static str>,
}

/// Judges a move of a position.
pub(super) fn judge(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Judged {
    let board = Board::known(position);
    let (after, broken) = check(&board, position, from, to, promotion);
    Judged { after: after.map(|after| after.read(&Model::new(vec![true]))), broken }
}

fn check(
    board: &Board,
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> (Option<Board>, Vec<&'static str>) {
    let turn = position.turn();
    let kind = match position.piece_at(from) {
        Some(piece) if piece.color == turn => piece.role,
        _ => return (None, vec![TURN]),
    };
    if from == to {
        return (None, vec![OWN]);
    }
    if promotion.is_some_and(|to| kind != Role::Pawn || !Role::PROMOTIONS.contains(&to)) {
        return (None, vec![PROMOTION]);
    }
    let mut checker = Checker::new();
    let placed = promotion.unwrap_or(kind);
    let ply = Ply::known(&mut checker, board, (kind, from, to, placed));
    movement::state(&mut checker, board, &ply);
    let mut after = None;
    if checker.holds() {
        let next = ply.change(&mut checker, board);
        safety::state(&mut checker, &next);
        after = Some(next);
    }
    debug_assert!(checker.is_complete());
    (after, checker.broken().iter().map(|law| law.name).collect())
}
