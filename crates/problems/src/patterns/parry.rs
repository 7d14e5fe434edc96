//! Checks that are no mate although every square is covered: somebody takes who gives check, or goes between.

use super::builder::{Builder, Draft};
use super::distances::{ANYWHERE, blocker};
use zugwerk_chess::{Bitboard, Color, Role, Square, attacks};

impl Builder<'_> {
    /// Whether the check is surely parried: by a piece who blocks a square and can take who gives check or
    /// go between, and whom nobody can pin.
    pub(super) fn is_parried(&self, draft: &Draft) -> bool {
        let unplaced = self.guards.iter().filter(|piece| draft.tasks[piece.number] == ANYWHERE);
        let mut helpers = unplaced.filter(|piece| piece.role != Role::King);
        if helpers.any(|piece| draft.discovered || piece.may_slide()) {
            return false;
        }
        let guards = &draft.guards[..draft.guards_len];
        let attack = |&(role, from): &(Role, Square), occupied: Bitboard| {
            attacks::of(self.mating, role, from, occupied).contains(draft.king)
        };
        if guards.iter().filter(|piece| attack(piece, draft.occupied)).count() > 1 {
            return false;
        }
        let from = guards[0].1;
        let between = attacks::between(draft.king, from);
        self.blockers.iter().any(|piece| {
            let task = draft.tasks[piece.number];
            let square = Square::new(usize::from(task % 64));
            let is_promoted = piece.role == Role::Pawn && task != blocker(Role::Pawn, square);
            if task == ANYWHERE || is_promoted {
                return false;
            }
            let without = draft.occupied ^ square.into();
            if guards[1..].iter().any(|piece| attack(piece, without)) {
                return false;
            }
            let reach = attacks::of(!self.mating, piece.role, square, Bitboard::EMPTY);
            if piece.role == Role::Pawn {
                let ahead = square.offset(0, if self.mating == Color::White { -1 } else { 1 });
                return reach.contains(from) || ahead.is_some_and(|ahead| between.contains(ahead));
            }
            let parries = reach & (between | from.into());
            parries.into_iter().any(|to| attacks::between(square, to).is_empty())
        })
    }
}
