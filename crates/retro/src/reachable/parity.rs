//! Who must be to move: where nothing was taken and the moves of every piece are odd or even by where it stands.
//!
//! A knight changes the colour of its square with every move; a rook that goes to and fro between two squares is on
//! the first of them after an even number of moves. So it is with every piece whose moves lead from one half of the
//! squares that it can reach to the other half. Two like pieces may have changed places: only their sum counts.

use super::cast::OFFICERS;
use super::homes::Homes;
use zugwerk_chess::{Bitboard, Color, Position, Rank, Role, Square, attacks};

/// Whether the moves that were played cannot leave this side to move.
pub(super) fn contradicts(position: &Position) -> bool {
    if position.occupied().len() < 32 {
        return false;
    }
    let mut unmoved = position.castling().rooks();
    for color in Color::ALL {
        if position.castling().of(color).any() {
            unmoved |= position.king(color).map_or(Bitboard::EMPTY, Bitboard::of);
        }
    }
    let homes = Homes::of(position, unmoved);
    let [white, black] = Color::ALL.map(|color| is_odd(position, &homes, color));
    match (white, black) {
        (Some(white), Some(black)) => (white != black) != (position.turn() == Color::Black),
        _ => false,
    }
}

/// Whether a side has made an odd number of moves, if it can be told.
fn is_odd(position: &Position, homes: &Homes, color: Color) -> Option<bool> {
    if [0, 7].iter().any(|&rook| homes.may_have_castled(color, rook)) {
        return None;
    }
    let mut odd = false;
    for pawn in position.pieces(color, Role::Pawn) {
        match pawn.relative_to(color).rank().index() {
            1 => {}
            2 => odd = !odd,
            // With a double step or without.
            _ => return None,
        }
    }
    let first = Bitboard::rank(Rank::new(0).relative_to(color));
    for role in &Role::ALL[1..] {
        let begin = first.into_iter().filter(|at| OFFICERS[at.file().index()] == *role);
        let begin = begin.fold(Bitboard::EMPTY, |all, at| all | at.into());
        let half = half(color, *role, begin & !homes.walls, homes.walls)?;
        let now = position.pieces(color, *role);
        odd ^= ((begin & half).len() + (now & half).len()) % 2 == 1;
    }
    Some(odd)
}

/// A half of the squares that pieces of a kind can reach, such that every move leads from it to the other or back;
/// none where there is no such half.
fn half(color: Color, role: Role, begin: Bitboard, walls: Bitboard) -> Option<Bitboard> {
    let mut halves = [Bitboard::EMPTY; 2];
    for start in begin {
        if (halves[0] | halves[1]).contains(start) {
            continue;
        }
        halves[0] |= start.into();
        let mut open: Vec<(Square, usize)> = vec![(start, 0)];
        while let Some((from, side)) = open.pop() {
            for to in attacks::of(color, role, from, walls) & !walls {
                if halves[side].contains(to) {
                    return None;
                }
                if !halves[1 - side].contains(to) {
                    halves[1 - side] |= to.into();
                    open.push((to, 1 - side));
                }
            }
        }
    }
    Some(halves[0])
}
