//! What the pawns of a side say about its captures: how many they must make to come to their files, and
//! where.

use super::assignment::{Costs, IMPOSSIBLE, MOST_MEN};
use zugwerk_chess::{Bitboard, Color, Position, Rank, Role, Square, attacks};

/// The captures that pawns must make.
#[derive(Clone, Copy)]
pub(super) struct Structure {
    /// How many at least; more than there are where the pawns cannot come to their places.
    pub(super) captures: usize,
    /// The squares on which they may be made.
    pub(super) squares: Bitboard,
}

impl Structure {
    /// Pawns of which nothing is known.
    const UNKNOWN: Structure = Structure { captures: 0, squares: Bitboard::ALL };

    /// What the pawns of `color` must do on the way to `end`, with `captures` to make.
    pub(super) fn new(
        position: &Position,
        end: &Position,
        color: Color,
        captures: usize,
    ) -> Structure {
        let pawns: Vec<Square> = position.pieces(color, Role::Pawn).into_iter().collect();
        let mut places: Vec<Place> =
            end.pieces(color, Role::Pawn).into_iter().map(Place::Square).collect();
        for role in Role::PROMOTIONS {
            let pieces = position.pieces(color, role).len();
            let missing = end.pieces(color, role).len().saturating_sub(pieces);
            places.extend(std::iter::repeat_n(Place::Promotion, missing));
        }
        if pawns.len() > MOST_MEN || places.len() > MOST_MEN {
            return Structure::UNKNOWN;
        }
        let impossible = Structure { captures: captures + 1, squares: Bitboard::EMPTY };
        if places.len() > pawns.len() {
            return impossible;
        }
        // Pawns without a place are taken, or promote for one that is.
        let mut costs = Costs::new(pawns.len(), places.len());
        for (piece, &pawn) in pawns.iter().enumerate() {
            for (at, &place) in places.iter().enumerate() {
                let files = place.files_from(color, pawn);
                costs.set(piece, at, files.map_or(IMPOSSIBLE, |files| files as i32));
            }
        }
        let assignment = costs.assign();
        let spare = captures as i32 - assignment.cost;
        if spare < 0 {
            return impossible;
        }
        let mut squares = Bitboard::EMPTY;
        for (piece, &pawn) in pawns.iter().enumerate() {
            for (at, &place) in places.iter().enumerate() {
                let more = spare - assignment.excess(piece, at);
                if let (Some(files), 0..) = (place.files_from(color, pawn), more) {
                    squares |= place.capture_squares(color, pawn, files + more as usize);
                }
            }
        }
        Structure { captures: assignment.cost as usize, squares }
    }
}

/// Where a pawn must end.
#[derive(Clone, Copy)]
enum Place {
    Square(Square),
    Promotion,
}

impl Place {
    /// The fewest captures on the way from `from` to this place.
    fn files_from(self, color: Color, from: Square) -> Option<usize> {
        match self {
            Place::Promotion => Some(0),
            Place::Square(to) => files(color, from, to),
        }
    }

    /// Where captures may be made on the way, with at most `most`.
    fn capture_squares(self, color: Color, pawn: Square, most: usize) -> Bitboard {
        let may_enter = |from: Square, to: Square| {
            let before = files(color, pawn, from);
            let after = self.files_from(color, to);
            matches!((before, after), (Some(before), Some(after)) if before + 1 + after <= most)
        };
        let origins = Square::all().filter(|&from| files(color, pawn, from).is_some());
        origins
            .flat_map(|from| attacks::pawn(color, from).into_iter().map(move |to| (from, to)))
            .filter(|&(from, to)| may_enter(from, to))
            .map(|(_, to)| to)
            .collect()
    }
}

/// The files between two squares, if a pawn can go from one to the other by captures and steps.
fn files(color: Color, from: Square, to: Square) -> Option<usize> {
    let rank = |square: Square| -> Rank { square.rank().relative_to(color) };
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = rank(to).index().checked_sub(rank(from).index())?;
    (files <= ranks).then_some(files)
}
