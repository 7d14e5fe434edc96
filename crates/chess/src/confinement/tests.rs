//! Random games attack what a confinement excludes.

use super::*;
use crate::{Move, MoveKind};
use rand::{Rng, SeedableRng, rngs::SmallRng};

/// Positions with walls, en passant, castling and promotions near.
const STARTS: [&str; 14] = [
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1p1p1p1/P1P1P1P1/8/8/1p1p1p1p/1P1P1P1P/R3K2R w KQkq - 0 1",
    "2b1k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4KB2 w - - 0 1",
    "8/1p2k3/pPp3p1/P1PpRpPp/2bP1P1P/5K2/5B2/B7 b - - 0 1",
    "BBRRRK1k/PPPPPP2/7p/7P/8/8/8/7B w - - 0 1",
    "1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1",
    "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/4P3/8/P1P3P1/4K3 w - - 0 1",
    "4k3/8/8/8/1pPp4/1P1P4/8/4K3 b - c3 0 1",
    "4k3/2p5/8/1P1P4/8/8/8/4K3 b - - 0 1",
    "n3k3/Pp6/1P6/8/8/6p1/6Pp/4K2N w - - 0 1",
    "4k3/8/3pBp2/3PbP2/3pBp2/3PbP2/8/4K3 w - - 0 1",
    "kb6/b1p2p1p/1pPp4/1P6/8/8/3P1P1P/K7 w - - 0 1",
    "7k/8/8/6p1/5pP1/4pP1B/4PpK1/5B1B w - - 0 1",
];

/// Who is where in a game, by the square each piece began on.
struct Roll([Option<Square>; 64]);

impl Roll {
    fn of(position: &Position) -> Roll {
        let mut squares = [None; 64];
        for square in position.occupied() {
            squares[square.index()] = Some(square);
        }
        Roll(squares)
    }

    /// Follows a move; returns the squares whose pieces moved to where, and who was taken.
    fn follow(&mut self, position: &Position, m: Move) -> (Vec<(Square, Square)>, Option<Square>) {
        let (from, to) = (m.from(), m.to());
        let mover = self.0[from.index()].take().unwrap();
        if m.is_castling() {
            let side = CastlingSide::of(from, to);
            let rook = self.0[to.index()].take().unwrap();
            let targets = (side.king_target(position.turn()), side.rook_target(position.turn()));
            self.0[targets.0.index()] = Some(mover);
            self.0[targets.1.index()] = Some(rook);
            return (vec![(mover, targets.0), (rook, targets.1)], None);
        }
        let taken = match m.kind() {
            MoveKind::EnPassant => self.0[to.index() ^ 8].take(),
            _ => self.0[to.index()].take(),
        };
        self.0[to.index()] = Some(mover);
        (vec![(mover, to)], taken)
    }
}

#[test]
fn no_game_leaves_the_confinement() {
    let mut random = SmallRng::seed_from_u64(20);
    for fen in STARTS {
        let start: Position = crate::Setup::from_fen(fen).unwrap().any_position().unwrap();
        let confinement = Confinement::of(&start);
        for _ in 0..120 {
            let mut position = start.clone();
            let mut roll = Roll::of(&start);
            let mut promoted = Bitboard::EMPTY;
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.random_range(0..moves.len())];
                let (moved, taken) = roll.follow(&position, m);
                for (piece, to) in moved {
                    assert!(!confinement.fixed().contains(piece), "{fen}: {piece} moved");
                    if !promoted.contains(piece) {
                        assert!(confinement.squares(piece).contains(to), "{fen}: {piece} to {to}");
                    }
                    if m.promoted().is_some() {
                        assert!(confinement.may_promote(position.turn()), "{fen}: {piece}");
                        promoted |= piece.into();
                    }
                }
                if let Some(taken) = taken {
                    assert!(!confinement.fixed().contains(taken), "{fen}: {taken} was taken");
                }
                position = position.play(m);
                if position.is_checkmate() {
                    assert!(confinement.may_mate(!position.turn()), "{fen}: {position}");
                }
            }
        }
    }
}

#[test]
fn mirrored_walls_hold_as_well() {
    for fen in STARTS {
        let start: Position = crate::Setup::from_fen(fen).unwrap().any_position().unwrap();
        let mirror = start.mirrored();
        assert_eq!(start.is_surely_dead(), mirror.is_surely_dead(), "{fen}");
        for color in Color::ALL {
            assert_eq!(start.surely_cannot_win(color), mirror.surely_cannot_win(!color), "{fen}");
        }
    }
}

#[test]
fn walls_are_dead_until_someone_can_pass() {
    for (fen, dead) in [
        ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/4N3/4K3 w - - 0 1", false),
        ("4k3/8/8/1p1p1p2/1P1P1P1P/8/8/4K3 w - - 0 1", false),
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3B4/8/4K3 w - - 0 1", false),
        ("8/4b3/3k4/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1", false),
        ("2b5/8/3k4/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1", true),
        ("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/4P3/8/P1P3P1/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false),
    ] {
        let position: Position = crate::Setup::from_fen(fen).unwrap().any_position().unwrap();
        assert_eq!(position.is_surely_dead(), dead, "{fen}");
    }
}
