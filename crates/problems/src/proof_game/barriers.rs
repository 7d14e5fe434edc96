//! Pawns that are never taken, never take and never promote: each stays on its file between its start and its goal, and
//! nobody passes it there.
//!
//! A piece on the file of such pawns has some of them below it. As long as it moves along the file, these stay the same; only
//! while it is elsewhere can a pawn go by. So a square of the file counts once for each number of pawns that can be below
//! it, and moves along the file lead only to the same number.

use zugwerk_chess::{Bitboard, Color, File, Position, Role, Square, attacks};

/// For each square, the fewest and the most pawns that can stand below it on its file.
#[derive(Clone)]
pub(super) struct Barriers {
    below: [(u8, u8); 64],
}

/// More pawns on a file are not told apart.
const MOST_PAWNS: usize = 3;

/// The numbers of pawns that can be below a square.
pub(super) const ZONES: usize = MOST_PAWNS + 1;

impl Barriers {
    /// The barriers between `start` and `end`, where each side makes so many `captures`.
    pub(super) fn new(start: &Position, end: &Position, captures: [usize; 2]) -> Barriers {
        let mut below = [(0, 0); 64];
        let ways: Vec<Bitboard> =
            Color::ALL.iter().flat_map(|&color| ways(start, end, captures, color)).collect();
        for file in File::ALL {
            let file = Bitboard::file(file);
            let ways: Vec<Bitboard> =
                ways.iter().copied().filter(|&way| (way & file).any()).collect();
            if ways.len() > MOST_PAWNS {
                continue;
            }
            for square in file {
                let is_lower = |other: &Square| other.rank() < square.rank();
                let can_be = |way: &&Bitboard| way.into_iter().any(|other| is_lower(&other));
                let must_be = |way: &&Bitboard| {
                    way.into_iter().all(|other| is_lower(&other) || other == square)
                };
                let most = ways.iter().filter(can_be).count();
                let least = ways.iter().filter(can_be).filter(must_be).count();
                below[square.index()] = (least as u8, most as u8);
            }
        }
        Barriers { below }
    }

    /// How many pawns can stand below a square, while a piece stands there.
    pub(super) fn zones(&self, square: Square) -> std::ops::RangeInclusive<usize> {
        let (least, most) = self.below[square.index()];
        usize::from(least)..=usize::from(most)
    }

    /// Whether pawns are always in the way of an officer between two squares.
    pub(super) fn part(&self, from: Square, to: Square) -> bool {
        let (one, other) = (self.below[from.index()], self.below[to.index()]);
        from.file() == to.file() && (one.1 < other.0 || other.1 < one.0)
    }
}

/// The squares from the start to the goal of each pawn of `color`, if they all stay on their files.
fn ways(start: &Position, end: &Position, captures: [usize; 2], color: Color) -> Vec<Bitboard> {
    let files = |position: &Position| -> Vec<Vec<Square>> {
        let pawns = position.pieces(color, Role::Pawn);
        let on = |file| (pawns & Bitboard::file(file)).into_iter().collect();
        File::ALL.into_iter().map(on).collect()
    };
    let (before, after) = (files(start), files(end));
    // As many pawns as before: none was taken, none has promoted. A pawn that takes changes its file, and one capture cannot
    // bring another pawn back to it.
    let stay = before.iter().zip(&after).all(|(before, after)| before.len() == after.len());
    if captures[color.index()] > 1 || !stay {
        return Vec::new();
    }
    // Pawns of a file never pass each other.
    let pawns = before.into_iter().flatten().zip(after.into_iter().flatten());
    pawns.map(|(from, to)| attacks::between(from, to) | from.into() | to.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_part_their_file() {
        let [start, end] =
            ["4k2r/7p/8/8/8/8/7P/4K2R w Kk - 0 1", "4k2r/8/8/8/7p/7P/8/4K2R w Kk - 0 1"]
                .map(|fen| Position::from_fen(fen).unwrap());
        let barriers = Barriers::new(&start, &end, [1, 1]);
        assert!(barriers.part(Square::H1, Square::H8));
        assert!(barriers.part(Square::H3, Square::H2) && barriers.part(Square::H3, Square::H8));
        assert!(!barriers.part(Square::H3, Square::H6) && !barriers.part(Square::H6, Square::H8));
        assert!(!barriers.part(Square::A1, Square::H1));
        // With two captures a pawn may leave the file and another one come to it.
        assert!(!Barriers::new(&start, &end, [2, 2]).part(Square::H1, Square::H8));
    }
}
