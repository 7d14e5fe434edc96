//! Men that cannot have moved between two positions, which are obstacles to all others.

use zugwerk_chess::{Bitboard, Color, Man, Piece, Position, Rank, Square, attacks};

/// The squares whose men stand there in every position between `start` and `end`.
pub(super) fn fixed_squares(start: &Position, end: &Position, rights_count: bool) -> Bitboard {
    let stands = |square: Square, man: Man| {
        start.man_on(square) == Some(man) && end.man_on(square) == Some(man)
    };
    let mut fixed = Bitboard::EMPTY;
    for color in Color::ALL {
        // No pawn comes to its second rank, so one that is there has always been.
        for square in Bitboard::rank(Rank::new(1).relative_to(color)) {
            if stands(square, Man::new(color, Piece::Pawn)) {
                fixed |= square.into();
            }
        }
        let rooks = end.castling().of(color);
        if rights_count && rooks.any() {
            fixed |= rooks | end.men(color, Piece::King);
        }
    }
    // Whoever is shut in by fixed men is fixed too, and can have been replaced by nobody else.
    loop {
        let more: Bitboard = (start.occupied() & end.occupied() & !fixed)
            .into_iter()
            .filter(|&square| {
                start.man_on(square).is_some_and(|man| {
                    man.piece != Piece::Pawn
                        && stands(square, man)
                        && is_shut_in(man, square, fixed, start)
                })
            })
            .collect();
        if more.is_empty() {
            return fixed;
        }
        fixed |= more;
    }
}

/// Whether a man can never leave its square, nor any man of its kind come to it.
fn is_shut_in(man: Man, square: Square, fixed: Bitboard, start: &Position) -> bool {
    let can_castle = match man.piece {
        Piece::King => start.castling().of(man.color).any(),
        Piece::Rook => start.castling().rooks().contains(square),
        _ => false,
    };
    // A pawn could become a man on its last rank without coming from elsewhere.
    let could_appear = square.rank() == Rank::new(7).relative_to(man.color);
    let exits = attacks::of(man.color, man.piece, square, fixed) & !fixed;
    exits.is_empty() && !can_castle && !could_appear
}
