//! What an evaluation of single features cannot see: how to mate a lone king, and which material
//! advantages do not win.

use super::kpk::pawn_wins;
use zugwerk_chess::{Bitboard, Color, Position, Role, Square};

/// An advantage of this size is as good as won.
const KNOWN_WIN: i32 = 5_000;

/// The value for White where one side has a lone king and the other can force mate with pieces alone:
/// the lone king belongs at the edge (with bishop and knight, in a corner of the bishop's colour) and
/// the other king close to it.
pub(super) fn lone_king(position: &Position) -> Option<i32> {
    if position.role(Role::Pawn).any() {
        return None;
    }
    let weak = Color::ALL.into_iter().find(|color| !position.color(*color).several())?;
    let strong = !weak;
    let (lone, king) = (position.king(weak)?, position.king(strong)?);
    let count = |role| position.pieces(strong, role).len() as i32;
    let bishops = position.pieces(strong, Role::Bishop);
    let both_colours = (bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any();
    let heavy = count(Role::Queen) + count(Role::Rook) > 0;
    let knight_and_bishop = bishops.any() && count(Role::Knight) > 0;
    if !heavy && !both_colours && !knight_and_bishop && count(Role::Knight) < 3 {
        return Some(0);
    }
    let material = 900 * count(Role::Queen)
        + 500 * count(Role::Rook)
        + 300 * (count(Role::Bishop) + count(Role::Knight));
    let drive = if !heavy && !both_colours && knight_and_bishop {
        let light = (bishops & Bitboard::LIGHT).any();
        let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let steps = corners.map(|corner| manhattan(lone, corner)).into_iter().min().unwrap_or(0);
        90 * (7 - steps)
    } else {
        40 * edge(lone)
    };
    let value = KNOWN_WIN + material + drive - 15 * manhattan(king, lone) + 4 * edge_distance(king);
    Some(if strong == Color::White { value } else { -value })
}

/// The value for White of a pawn and nothing else beside the kings, which is known.
#[inline]
pub(super) fn lone_pawn(position: &Position) -> Option<i32> {
    let wins = pawn_wins(position)?;
    let pawn = position.role(Role::Pawn).only()?;
    let strong = position.piece_at(pawn)?.color;
    let steps = pawn.rank().relative_to(strong).index() as i32;
    let value = if wins { KNOWN_WIN + 50 * steps } else { 0 };
    Some(if strong == Color::White { value } else { -value })
}

/// How much of an advantage counts, in 64ths, where `strong` has it.
pub(super) fn scale(position: &Position, strong: Color) -> i32 {
    let weak = !strong;
    let pawns = position.pieces(strong, Role::Pawn);
    let pieces = |color: Color| {
        let count = |role| position.pieces(color, role).len() as i32;
        3 * (count(Role::Knight) + count(Role::Bishop))
            + 5 * count(Role::Rook)
            + 9 * count(Role::Queen)
    };
    let (own, others) = (pieces(strong), pieces(weak));
    if pawns.is_empty() {
        // Without pawns a piece ahead is not enough, and two knights never are.
        if own < 5 || own == 6 && others == 0 && position.pieces(strong, Role::Knight).len() == 2 {
            return 0;
        }
        return if own - others <= 3 { 8 } else { 64 };
    }
    if wrong_bishop(position, strong, pawns, own) {
        return 0;
    }
    64
}

/// Rook pawns and a bishop that does not control their last square, against a king in that corner.
fn wrong_bishop(position: &Position, strong: Color, pawns: Bitboard, own: i32) -> bool {
    let Some(bishop) = position.pieces(strong, Role::Bishop).only() else { return false };
    let Some(king) = position.king(!strong) else { return false };
    if own != 3 {
        return false;
    }
    let files = [(0x0101_0101_0101_0101u64, Square::A8), (0x8080_8080_8080_8080, Square::H8)];
    files.into_iter().any(|(file, corner)| {
        let corner = corner.relative_to(strong);
        (pawns & !Bitboard(file)).is_empty()
            && bishop.is_light() != corner.is_light()
            && king.distance(corner) <= 1
    })
}

fn manhattan(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files + ranks) as i32
}

/// How far from the edge a square is, 0 to 3.
fn edge_distance(square: Square) -> i32 {
    let from_edge = |index: usize| index.min(7 - index) as i32;
    from_edge(square.file().index()).min(from_edge(square.rank().index()))
}

/// How near to the edge and the corners a square is.
fn edge(square: Square) -> i32 {
    let from_edge = |index: usize| index.min(7 - index) as i32;
    6 - from_edge(square.file().index()) - from_edge(square.rank().index())
        + 2 * i32::from(edge_distance(square) == 0)
}
