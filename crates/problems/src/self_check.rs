//! Moves that leave the own king in check, which the laws forbid: double mates, countermates and automates end with one.
//!
//! Only the last move of a line may be such a move, so all that is needed are the moves that the laws of the pieces alone
//! allow, and whether a king is mated on the board after them, whoever is to move there. A king gives check, also to the
//! other king. It is never taken in play, but a side that could take it is not mated.

use zugwerk_chess::{Bitboard, Color, Move, MoveList, Position, Rank, Role, attacks};

/// The moves of the pieces that are not legal because they leave the own king in check. Castling has laws of its own, and
/// is never among them.
pub(crate) fn moves(position: &Position) -> MoveList {
    let us = position.turn();
    let mut list = MoveList::new();
    let mut add = |m: Move| {
        if !position.is_legal(m) {
            list.push(m);
        }
    };
    let free = !position.color(us) & !position.role(Role::King);
    for from in position.color(us) {
        match position.role_at(from) {
            None => {}
            Some(Role::Pawn) => {
                let last = Bitboard::rank(Rank::EIGHTH.relative_to(us));
                let targets = pawn_targets(position, from.into());
                for to in targets & !last {
                    add(Move::normal(from, to));
                }
                for to in targets & last {
                    Role::PROMOTIONS
                        .into_iter()
                        .for_each(|role| add(Move::promotion(from, to, role)));
                }
                if let Some(passed) = position.double_push_square()
                    && attacks::pawn(us, from).contains(passed)
                {
                    add(Move::en_passant(from, passed));
                }
            }
            Some(role) => {
                for to in attacks::of(us, role, from, position.occupied()) & free {
                    add(Move::normal(from, to));
                }
            }
        }
    }
    list
}

/// Where a pawn can step or take, en passant aside.
fn pawn_targets(position: &Position, pawn: Bitboard) -> Bitboard {
    let us = position.turn();
    let empty = !position.occupied();
    let ahead = |set: Bitboard| if us == Color::White { set << 8 } else { set >> 8 };
    let single = ahead(pawn) & empty;
    let third = Bitboard::rank(Rank::THIRD.relative_to(us));
    let double = ahead(single & third) & empty;
    single | double | attacks::pawns(us, pawn) & position.color(!us) & !position.role(Role::King)
}

/// Whether `color` is mated, were it to move. Like Popeye, a side that can take the other king without being in check then
/// is not mated: that king has moved into check, and there is nothing to fear from it any more.
pub(crate) fn is_mated(position: &Position, color: Color) -> bool {
    let is_attacked = |position: &Position| {
        position.king(color).is_some_and(|king| position.is_attacked(king, !color))
    };
    if !is_attacked(position) || can_take_king(position, color) {
        return false;
    }
    let turned = &mut None;
    let position = match position.turn() == color {
        true => position,
        false => &*turned.insert(position.pass()),
    };
    // The moves that are called legal know nothing of kings beside each other.
    !position.legal_moves().iter().any(|&m| !is_attacked(&position.play(m)))
}

/// Whether the side to move attacks the other king, which no game allows and after which there is nothing to play.
pub(crate) fn attacks_king(position: &Position) -> bool {
    let king = position.king(!position.turn());
    king.is_some_and(|king| position.is_attacked(king, position.turn()))
}

/// Whether `color` can take the other king and is not in check on the board after that.
fn can_take_king(position: &Position, color: Color) -> bool {
    let (Some(own), Some(other)) = (position.king(color), position.king(!color)) else {
        return false;
    };
    let attackers = position.attackers(other, position.occupied()) & position.color(color);
    attackers.into_iter().any(|from| {
        let king = if from == own { other } else { own };
        let occupied = position.occupied() & !Bitboard::from(from);
        let enemies = position.color(!color) & !Bitboard::from(other);
        (position.attackers(king, occupied) & enemies).is_empty()
    })
}
