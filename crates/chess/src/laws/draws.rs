//! Draws as defined bits: too little material, the 50-move rule, repetition.

use super::{Board, Ply, Replies};
use crate::{Bitboard, Color, Piece, Role};
use zugwerk_logic::{Bit, Constraints};

/// Whether nobody can mate with what is left: kings alone, one knight, or bishops that all stand on
/// squares of one colour.
pub fn insufficient_material(c: &mut impl Constraints, board: &Board) -> Bit {
    let all = |role: Role, squares: Bitboard| -> Vec<Bit> {
        let both = Color::ALL.into_iter().flat_map(move |color| {
            squares.into_iter().map(move |square| board.piece(Piece::new(color, role), square))
        });
        both.collect()
    };
    let heavy = [Role::Pawn, Role::Rook, Role::Queen].map(|role| all(role, Bitboard::ALL));
    let heavy = c.or(&heavy.concat());
    let kings = c.counts(2, &all(Role::King, Bitboard::ALL));
    let knights = all(Role::Knight, Bitboard::ALL);
    let (knight, knights) = (c.or(&knights), c.counts(2, &knights));
    let light = c.or(&all(Role::Bishop, Bitboard::LIGHT));
    let dark = c.or(&all(Role::Bishop, !Bitboard::LIGHT));
    let one_knight = c.and(&[!knights, !light, !dark]);
    let both = c.and(&[light, dark]);
    let one_colour = c.and(&[!knight, !both]);
    let few = c.or(&[one_knight, one_colour]);
    c.and(&[!heavy, kings, few])
}

/// Whether 50 moves of each side have gone by without a capture or a pawn move: `clock` plies before
/// the line began, and the plies of the line with the boards before them.
pub fn fifty_moves(c: &mut impl Constraints, clock: u16, line: &[(&Board, &Ply)]) -> Bit {
    const PLIES: usize = 100;
    let counted = &line[line.len().saturating_sub(PLIES)..];
    if counted.len() < PLIES && counted.len() + usize::from(clock) < PLIES {
        return Bit::FALSE;
    }
    let mut quiet = Vec::new();
    for (board, ply) in counted {
        quiet.push(!ply.kind(Role::Pawn));
        quiet.push(!ply.capture(c, board));
    }
    c.and(&quiet)
}

/// The bits that tell positions with the same side to move apart as FIDE 9.2.3 has it: the pieces on
/// their squares, the rights to castle, and whether a pawn can be taken en passant. Two positions of a
/// line are the same where these are equal: in a position in which en passant is possible the last bit is
/// true, and none like it has stood before, because a pawn has just made its double step.
pub fn identity(c: &mut impl Constraints, board: &Board) -> Vec<Bit> {
    let pieces = board.pieces.iter().flatten().flatten();
    let mut bits: Vec<Bit> = pieces.chain(board.castling.iter().flatten()).copied().collect();
    bits.push(match board.passed.iter().any(|&bit| bit != Bit::FALSE) {
        true => Replies::new(c, board).en_passant,
        false => Bit::FALSE,
    });
    bits
}
