//! Random positions for the tests: two kings, a few pieces, pawns near promotion or just passed, rights to castle as
//! usual or as in Chess960; and random games from them.

use proptest::prelude::*;
use proptest::sample::select;
use zugwerk_chess::{CastlingRights, Color, Piece, Position, Role, Setup, Square};

/// Positions with at least one and at most `most` pieces besides the kings.
pub fn position(most: usize) -> impl Strategy<Value = Position> {
    let piece = (0..64usize, 0..12usize);
    let homes = vec![Home::E, Home::Chess960, Home::Anywhere, Home::Edge];
    let kings = (0..64usize, select(homes));
    let kings = (kings.clone(), kings);
    (proptest::collection::vec(piece, 1..=most), kings, any::<bool>(), any::<bool>())
        .prop_filter_map("an impossible position", |(pieces, (white, black), rooks, turn)| {
            let mut setup = Setup::empty();
            for (square, kind) in pieces {
                let color = if kind < 6 { Color::White } else { Color::Black };
                let (role, square) = match kind % 6 {
                    0 => (Role::Pawn, square),
                    // About to promote, at home, or where it takes en passant.
                    1 => {
                        let rank = [6, 1, 4, 6][square / 16];
                        (Role::Pawn, Square::new(rank * 8 + square % 8).relative_to(color).index())
                    }
                    2 => (Role::Knight, square),
                    3 => (Role::Bishop, square),
                    4 => (Role::Rook, square),
                    _ => (Role::Queen, square),
                };
                setup.pieces[square] = Some(Piece::new(color, role));
            }
            let mut castling = Vec::new();
            for (color, king) in [(Color::White, white), (Color::Black, black)] {
                let mut place = |square: Square, role| {
                    setup.pieces[square.relative_to(color).index()] = Some(Piece::new(color, role));
                };
                if let Some(rook) = castling_rook(king).filter(|_| rooks) {
                    place(rook, Role::Rook);
                    castling.push(rook.relative_to(color));
                }
                place(king_square(king), Role::King);
            }
            setup.turn = if turn { Color::White } else { Color::Black };
            castling.extend(setup.castling_at_home().rooks());
            setup.castling = CastlingRights::new(castling.into_iter().collect());
            // A pawn that may have made its double step just now did.
            let passed = |&file: &usize| {
                let at = |rank: usize| Square::new(rank * 8 + file).relative_to(!setup.turn);
                let is_empty = |rank| setup.pieces[at(rank).index()].is_none();
                let pawn = Some(Piece::new(!setup.turn, Role::Pawn));
                is_empty(1) && is_empty(2) && setup.pieces[at(3).index()] == pawn
            };
            setup.double_push =
                (0..8).find(passed).map(|file| Square::new(16 + file).relative_to(!setup.turn));
            setup.position().ok()
        })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    E,
    Chess960,
    Anywhere,
    Edge,
}

/// Where a king stands, as its side sees it.
fn king_square((square, home): (usize, Home)) -> Square {
    match home {
        Home::E => Square::E1,
        Home::Chess960 => Square::new(1 + square % 6),
        Home::Anywhere => Square::new(square),
        Home::Edge => Square::new(square % 16),
    }
}

/// The rook with which a king at home may castle, as its side sees it.
fn castling_rook((square, home): (usize, Home)) -> Option<Square> {
    match home {
        Home::E => Some(if square % 2 == 0 { Square::A1 } else { Square::H1 }),
        Home::Chess960 => {
            let (king, choice) = (1 + square % 6, square / 6);
            let right = 7 - king;
            Some(Square::new(if choice % 2 == 0 { choice % king } else { 7 - choice % right }))
        }
        Home::Anywhere | Home::Edge => None,
    }
}

/// The position after as many random moves as there are choices; `None` where the game is over before.
#[allow(dead_code, reason = "not every test plays games")]
pub fn walk(start: &Position, choices: &[usize]) -> Option<Position> {
    choices.iter().try_fold(start.clone(), |position, &choice| {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| position.play(moves[choice % moves.len()]))
    })
}
