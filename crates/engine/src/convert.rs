//! Positions as the libraries for tablebases and books read them.

use shakmaty::{ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup};
use zugwerk_chess::{Color, Position, Role};

/// The position in shakmaty's types; `None` where it holds that there is no such position.
pub(crate) fn to_shakmaty(position: &Position) -> Option<Chess> {
    let bits = |role| shakmaty::Bitboard(position.role(role).0);
    let color = |color| shakmaty::Bitboard(position.color(color).0);
    let roles = ByRole {
        pawn: bits(Role::Pawn),
        knight: bits(Role::Knight),
        bishop: bits(Role::Bishop),
        rook: bits(Role::Rook),
        queen: bits(Role::Queen),
        king: bits(Role::King),
    };
    let colors = ByColor { black: color(Color::Black), white: color(Color::White) };
    let mut setup = Setup::empty();
    setup.board = shakmaty::Board::try_from_bitboards(roles, colors).ok()?;
    setup.turn = match position.turn() {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    };
    // Whether or not a pawn can take there: books ask for the square where one stands beside, though it be pinned.
    setup.ep_square =
        position.double_push_square().map(|at| shakmaty::Square::new(at.index() as u32));
    setup.castling_rights = shakmaty::Bitboard(position.castling().rooks().0);
    let mode = if position.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard };
    Chess::from_setup(setup, mode).ok()
}
