//! What a legal position is, for positions that are asked for.

use super::{Board, POSITION, safety};
use crate::{Bitboard, CastlingSide, Color, File, Piece, Rank, Role, Square};
use zugwerk_logic::{Bit, Constraints, Law};

/// States that `board` is a legal position: one king each and never side by side, no pawn on the first
/// or last rank, the side not to move not in check, no more pieces than a game has, and king and rook at
/// home where there is a right to castle.
pub fn legal_position(c: &mut impl Constraints, board: &Board) {
    c.law(Law::new(POSITION));
    for color in Color::ALL {
        let all =
            |role: Role| Square::all().map(|s| board.piece(Piece::new(color, role), s)).collect();
        let kings: Vec<_> = all(Role::King);
        c.exactly_one(&kings);
        for square in Bitboard::BACK_RANKS {
            c.clause(&[!board.piece(Piece::new(color, Role::Pawn), square)]);
        }
        let pieces: Vec<_> = Square::all().map(|square| board.color(color, square)).collect();
        c.at_most(16, &pieces);
        let pawns: Vec<_> = all(Role::Pawn);
        c.at_most(8, &pawns);
    }
    for (premise, conclusion) in agreement(board) {
        c.implies(&[premise], &[conclusion]);
    }
    safety::state(c, board);
}

/// States that a pawn stands beside one that has just made a double step.
pub fn can_be_taken_in_passing(c: &mut impl Constraints, board: &Board) {
    c.law(Law::new(POSITION));
    let rank = Rank::FIFTH.relative_to(board.turn);
    for file in File::ALL {
        let beside = [-1, 1].into_iter().filter_map(|step| Square::at(file, rank).offset(step, 0));
        let pawn = Piece::new(board.turn, Role::Pawn);
        let pawns: Vec<Bit> = beside.map(|square| board.piece(pawn, square)).collect();
        c.implies(&[board.passed(file)], &pawns);
    }
}

/// What rights and double steps say about the pieces, as pairs of which the first implies the second: king
/// and rook are at home where there is a right to castle, and a pawn has come from where it began.
pub fn agreement(board: &Board) -> Vec<(Bit, Bit)> {
    let mut pairs = Vec::new();
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let (right, castle) = (board.castling(color, side), board.castle(color, side));
            pairs.push((right, board.piece(Piece::new(color, Role::King), castle.king)));
            pairs.push((right, board.piece(Piece::new(color, Role::Rook), castle.rook)));
        }
    }
    for file in File::ALL {
        let on = |rank: usize| Square::at(file, Rank::new(rank).relative_to(!board.turn));
        let passed = board.passed(file);
        pairs.push((passed, board.piece(Piece::new(!board.turn, Role::Pawn), on(3))));
        pairs.push((passed, board.empty(on(2))));
        pairs.push((passed, board.empty(on(1))));
    }
    pairs
}
