//! What the known end of a line says about the boards before it.
//!
//! Where every man of a side must still be there at the end, each is somewhere from where it can reach
//! a square of its kind in the moves that are left; and where no man is missing, none was taken.

use super::ply::geometry;
use super::{Board, Castle};
use crate::{Bitboard, Color, Man, Piece, Rank, Square, attacks};
use zugwerk_logic::{Bit, Constraints};

/// Where men can be after a move, and whether the move may take something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// By colour and piece: from where the end can still be reached.
    pub may: [[Bitboard; 6]; 2],
    /// By colour: how many men are taken in the whole line. Only so many can be out of reach.
    pub taken: [usize; 2],
    /// Whether the move may be a capture.
    pub captures: bool,
}

impl Horizon {
    /// Whether this man may stand here after the move.
    pub(super) fn may(&self, color: Color, piece: Piece, square: Square) -> bool {
        self.taken[color.index()] > 0 || self.may[color.index()][piece.index()].contains(square)
    }

    /// States that no more men are out of reach of the end than are taken.
    pub(super) fn state(&self, c: &mut impl Constraints, after: &Board) {
        for color in Color::ALL.into_iter().filter(|color| self.taken[color.index()] > 0) {
            let mut lost = Vec::new();
            for piece in Piece::ALL {
                let reach = self.may[color.index()][piece.index()];
                lost.extend((!reach).into_iter().map(|s| after.man(Man::new(color, piece), s)));
            }
            lost.retain(|bit| *bit != Bit::FALSE);
            c.at_most(self.taken[color.index()], &lost);
        }
    }
}

/// The horizons of a line of `plies` moves from a known board to `end`, the one after the first move first.
pub fn horizons(start: &Board, end: &[Option<Man>; 64], plies: usize) -> Vec<Horizon> {
    // How many men of each colour are taken.
    let taken = Color::ALL.map(|color| {
        let men = Square::all().filter(|square| start.color(color, *square) == Bit::TRUE).count();
        men.saturating_sub(end.iter().flatten().filter(|man| man.color == color).count())
    });
    let distances = Color::ALL.map(|color| {
        let castles = &start.castles[color.index()];
        distances(color, castles, end, taken[(!color).index()] > 0)
    });
    let mover = |ply: usize| if ply.is_multiple_of(2) { start.turn } else { !start.turn };
    let horizon = |ply: usize| {
        let may = Color::ALL.map(|color| {
            let left = (ply + 1..plies).filter(|later| mover(*later) == color).count();
            Piece::ALL.map(|piece| {
                let near = |square: &Square| {
                    distances[color.index()][piece.index()][square.index()] <= left
                };
                Square::all().filter(near).collect()
            })
        });
        Horizon { may, taken, captures: taken[(!mover(ply)).index()] > 0 }
    };
    (0..plies).map(horizon).collect()
}

/// How many moves a man of each kind needs from each square to one where the end has its kind, on a
/// board without other men; a pawn may have become another piece by then.
fn distances(
    color: Color,
    castles: &[Castle; 2],
    end: &[Option<Man>; 64],
    captures: bool,
) -> [[usize; 64]; 6] {
    const FAR: usize = usize::MAX;
    let mut distance = [[FAR; 64]; 6];
    let mut queue = std::collections::VecDeque::new();
    for square in Square::all() {
        if let Some(man) = end[square.index()].filter(|man| man.color == color) {
            distance[man.piece.index()][square.index()] = 0;
            queue.push_back((man.piece, square));
        }
    }
    let last = Bitboard::rank(Rank::new(7).relative_to(color));
    let pawn_targets = |from: Square| {
        let all = geometry(color, Piece::Pawn, from);
        if captures { all } else { all & !attacks::pawn(color, from) }
    };
    while let Some((piece, to)) = queue.pop_front() {
        let next = distance[piece.index()][to.index()] + 1;
        let mut relax = |kind: Piece, from: Square| {
            let known = &mut distance[kind.index()][from.index()];
            if *known == FAR {
                *known = next;
                queue.push_back((kind, from));
            }
        };
        for castle in castles.iter().filter(|castle| castle.king_target() == to) {
            if piece == Piece::King {
                relax(piece, castle.king);
            }
        }
        for from in Square::all() {
            if piece != Piece::Pawn && geometry(color, piece, from).contains(to) {
                relax(piece, from);
            }
            let promotes = last.contains(to);
            let from_pawn =
                if promotes { Piece::PROMOTIONS.contains(&piece) } else { piece == Piece::Pawn };
            if from_pawn && pawn_targets(from).contains(to) {
                relax(Piece::Pawn, from);
            }
        }
    }
    distance
}
