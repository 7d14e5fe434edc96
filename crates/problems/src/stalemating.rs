//! Stalemating moves, found without playing most of them.
//!
//! The other side is not stalemated as long as it has one free move: a step of a piece that is not in line with its
//! king, so that nothing pins it, to an empty square. Only moves to the squares of that step can take it away.

use zugwerk_chess::{Bitboard, Color, Move, MoveKind, Position, Role, attacks};

/// Calls `found` for each stalemating move, until it returns true. Says whether it did.
pub(crate) fn find_stalemates(position: &Position, mut found: impl FnMut(Move) -> bool) -> bool {
    let step = free_step(position);
    let is_open = |m: Move| match m.kind() {
        MoveKind::Normal | MoveKind::Promotion(_) => step.is_empty() || step.contains(m.to()),
        // These come to or clear more squares than one.
        MoveKind::Castling | MoveKind::EnPassant => true,
    };
    let is_stalemate = |after: &Position| !after.is_check() && !after.has_moves();
    let moves = position.legal_moves();
    moves.iter().any(|&m| is_open(m) && is_stalemate(&position.play(m)) && found(m))
}

/// Origin and target of a step that the side not to move can make after any check-free move that comes to neither;
/// empty if none is seen.
fn free_step(position: &Position) -> Bitboard {
    let them = !position.turn();
    let Some(king) = position.king(them) else { return Bitboard::EMPTY };
    let free = !position.occupied();
    for from in position.color(them) & !Bitboard::of(king) {
        if attacks::line(king, from).any() {
            continue;
        }
        let targets = match (position.role_at(from), them) {
            (Some(Role::Pawn), Color::White) => Bitboard::of(from) << 8,
            (Some(Role::Pawn), Color::Black) => Bitboard::of(from) >> 8,
            (Some(Role::Knight), _) => attacks::knight(from),
            // Of sliders the squares beside them are enough.
            (Some(role), _) => attacks::of(them, role, from, Bitboard::ALL),
            (None, _) => Bitboard::EMPTY,
        };
        if let Some(to) = (targets & free).first() {
            return Bitboard::of(from) | to.into();
        }
    }
    Bitboard::EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// The same moves as by playing each.
        #[test]
        fn no_stalemate_is_left_out(position in crate::positions::position(7)) {
            let mut found = Vec::new();
            find_stalemates(&position, |m| {
                found.push(m);
                false
            });
            let played: Vec<Move> = position
                .legal_moves()
                .iter()
                .copied()
                .filter(|&m| {
                    let after = position.play(m);
                    !after.is_check() && after.legal_moves().is_empty()
                })
                .collect();
            prop_assert_eq!(found, played, "{}", position);
        }
    }

    /// Taking a pawn, blocking it and taking it en passant each take the last move away.
    #[test]
    fn the_last_free_step_can_be_taken_away() {
        for (fen, stalemate) in [
            ("7k/5Q2/p7/8/8/8/8/4K3 w - - 0 1", None),
            ("7k/5Q2/p7/8/2B5/8/8/4K3 w - - 0 1", Some("c4a6")),
            ("7k/5Q2/8/p7/8/P7/8/4K3 w - - 0 1", Some("a3a4")),
            ("7k/5Q2/8/1pP5/8/8/8/4K3 w - b6 0 1", Some("c5b6")),
        ] {
            let position: Position = fen.parse().unwrap();
            let mut found = Vec::new();
            find_stalemates(&position, |m| {
                found.push(position.uci(m));
                false
            });
            assert_eq!(found.first().map(String::as_str), stalemate, "{fen}");
        }
    }
}
