//! What all pieces of a kind on a set of squares attack together, without looking at each square.

use crate::{Bitboard, Color, Role};

/// The squares that pieces of this kind, other than pawns, attack from all of `squares`, with `walls` in
/// the way of lines; the first wall of a line is attacked.
pub(super) fn attacks_of_all(role: Role, squares: Bitboard, walls: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knights(squares),
        Role::Bishop => diagonals(squares, walls),
        Role::Rook => straights(squares, walls),
        Role::Queen => diagonals(squares, walls) | straights(squares, walls),
        Role::King => {
            let row = squares | squares.west() | squares.east();
            (row | row << 8 | row >> 8) & !squares | next_to_each_other(squares)
        }
    }
}

/// Squares of the set that are a king's step from another of it.
fn next_to_each_other(squares: Bitboard) -> Bitboard {
    let sides = squares.west() | squares.east();
    let row = squares | sides;
    squares & (sides | row << 8 | row >> 8)
}

fn knights(squares: Bitboard) -> Bitboard {
    let near = squares.west() | squares.east();
    let far = squares.west().west() | squares.east().east();
    near << 16 | near >> 16 | far << 8 | far >> 8
}

fn straights(squares: Bitboard, walls: Bitboard) -> Bitboard {
    slide(squares, walls, |set| set << 8)
        | slide(squares, walls, |set| set >> 8)
        | slide(squares, walls, Bitboard::west)
        | slide(squares, walls, Bitboard::east)
}

fn diagonals(squares: Bitboard, walls: Bitboard) -> Bitboard {
    slide(squares, walls, |set| set.west() << 8)
        | slide(squares, walls, |set| set.west() >> 8)
        | slide(squares, walls, |set| set.east() << 8)
        | slide(squares, walls, |set| set.east() >> 8)
}

/// Everything that a line from a square of the set passes or ends on.
#[inline(always)]
fn slide(squares: Bitboard, walls: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    let mut attacked = step(squares);
    loop {
        let more = attacked | step(attacked & !walls);
        if more == attacked {
            return attacked;
        }
        attacked = more;
    }
}

pub(super) fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks;
    use rand::{Rng, SeedableRng, rngs::SmallRng};

    #[test]
    fn all_together_attack_what_each_attacks() {
        let mut random = SmallRng::seed_from_u64(1);
        for _ in 0..2000 {
            let squares = Bitboard(random.random::<u64>() & random.random::<u64>());
            let walls = Bitboard(random.random::<u64>() & random.random::<u64>());
            for role in &Role::ALL[1..] {
                let each = squares.into_iter().fold(Bitboard::EMPTY, |all, square| {
                    all | attacks::of(Color::White, *role, square, walls)
                });
                assert_eq!(attacks_of_all(*role, squares, walls), each, "{role:?}");
            }
        }
    }
}
