//! Checks that are no mate although every square is covered: somebody takes who gives check, or goes between.

use super::builder::{Builder, Draft};
use super::ways::{ANYWHERE, blocker};
use zugwerk_chess::{Bitboard, Color, Piece, Square, attacks};

impl Builder<'_> {
    /// Whether the check is surely parried: by a man who blocks a square and can take who gives check or
    /// go between, and whom nobody can pin.
    pub(super) fn is_parried(&self, draft: &Draft) -> bool {
        let unplaced = self.guards.iter().filter(|man| draft.places[man.number] == ANYWHERE);
        let mut helpers = unplaced.filter(|man| man.piece != Piece::King);
        if helpers.any(|man| draft.discovered || man.may_slide()) {
            return false;
        }
        let guards = &draft.guards[..draft.guards_len];
        let attack = |&(piece, from): &(Piece, Square), occupied: Bitboard| {
            attacks::of(self.mating, piece, from, occupied).contains(draft.king)
        };
        if guards.iter().filter(|man| attack(man, draft.occupied)).count() > 1 {
            return false;
        }
        let from = guards[0].1;
        let between = attacks::between(draft.king, from);
        self.blockers.iter().any(|man| {
            let place = draft.places[man.number];
            let square = Square::new(usize::from(place % 64));
            let is_promoted = man.piece == Piece::Pawn && place != blocker(Piece::Pawn, square);
            if place == ANYWHERE || is_promoted {
                return false;
            }
            let without = draft.occupied ^ square.into();
            if guards[1..].iter().any(|man| attack(man, without)) {
                return false;
            }
            let reach = attacks::of(!self.mating, man.piece, square, Bitboard::EMPTY);
            if man.piece == Piece::Pawn {
                let ahead = square.offset(0, if self.mating == Color::White { -1 } else { 1 });
                return reach.contains(from) || ahead.is_some_and(|ahead| between.contains(ahead));
            }
            let parries = reach & (between | from.into());
            parries.into_iter().any(|to| attacks::between(square, to).is_empty())
        })
    }
}
