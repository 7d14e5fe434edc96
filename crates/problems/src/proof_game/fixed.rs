//! Pieces that cannot have moved between two positions, which are obstacles to all others.

use zugwerk_chess::{Bitboard, Color, Piece, Position, Rank, Role, Square, attacks};

/// The squares whose pieces stand there in every position between `start` and `end`.
pub(super) fn fixed_squares(start: &Position, end: &Position, rights_count: bool) -> Bitboard {
    let stands = |square: Square, piece: Piece| {
        start.piece_at(square) == Some(piece) && end.piece_at(square) == Some(piece)
    };
    let mut fixed = Bitboard::EMPTY;
    for color in Color::ALL {
        // No pawn comes to its second rank, so one that is there has always been.
        for square in Bitboard::rank(Rank::SECOND.relative_to(color)) {
            if stands(square, Piece::new(color, Role::Pawn)) {
                fixed |= square.into();
            }
        }
        let rooks = end.castling().of(color);
        if rights_count && rooks.any() {
            fixed |= rooks | end.pieces(color, Role::King);
        }
    }
    // Whoever is shut in by fixed pieces is fixed too, and can have been replaced by nobody else.
    loop {
        let more: Bitboard = (start.occupied() & end.occupied() & !fixed)
            .into_iter()
            .filter(|&square| {
                start.piece_at(square).is_some_and(|piece| {
                    piece.role != Role::Pawn
                        && stands(square, piece)
                        && is_shut_in(piece, square, fixed, start)
                })
            })
            .collect();
        if more.is_empty() {
            return fixed;
        }
        fixed |= more;
    }
}

/// Whether a piece can never leave its square, nor any piece of its kind come to it.
fn is_shut_in(piece: Piece, square: Square, fixed: Bitboard, start: &Position) -> bool {
    let can_castle = match piece.role {
        Role::King => start.castling().of(piece.color).any(),
        Role::Rook => start.castling().rooks().contains(square),
        _ => false,
    };
    // A pawn could become a piece on its last rank without coming from elsewhere.
    let could_appear = square.rank() == Rank::EIGHTH.relative_to(piece.color);
    let exits = attacks::of(piece.color, piece.role, square, fixed) & !fixed;
    exits.is_empty() && !can_castle && !could_appear
}
