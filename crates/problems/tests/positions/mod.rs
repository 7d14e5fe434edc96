//! Random positions for the tests: two kings, a few pieces, pawns near promotion, the usual rights to castle; and
//! random games from them.

use proptest::prelude::*;
use proptest::sample::select;
use zugwerk_chess::{Color, Piece, Position, Role, Setup, Square};

/// Positions with at least one and at most `most` pieces besides the kings.
pub fn position(most: usize) -> impl Strategy<Value = Position> {
    let piece = (0..64usize, 0..12usize);
    let kings = (0..64usize, select(vec![Home::E, Home::Anywhere, Home::Edge]));
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
            for (color, king) in [(Color::White, white), (Color::Black, black)] {
                let mut place = |square: Square, role| {
                    setup.pieces[square.relative_to(color).index()] = Some(Piece::new(color, role));
                };
                if rooks && king.1 == Home::E {
                    let corner = if king.0 % 2 == 0 { Square::A1 } else { Square::H1 };
                    place(corner, Role::Rook);
                }
                place(king_square(king), Role::King);
            }
            setup.turn = if turn { Color::White } else { Color::Black };
            setup.castling = setup.castling_at_home();
            setup.position().ok()
        })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    E,
    Anywhere,
    Edge,
}

/// Where a king stands, as its side sees it.
fn king_square((square, home): (usize, Home)) -> Square {
    match home {
        Home::E => Square::E1,
        Home::Anywhere => Square::new(square),
        Home::Edge => Square::new(square % 16),
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
