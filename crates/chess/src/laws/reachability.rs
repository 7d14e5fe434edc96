//! What the known end of a line says about the boards before it.
//!
//! Where every piece of a side must still be there at the end, each is somewhere from where it can reach
//! a square of its kind in the moves that are left; and where no piece is missing, none was taken.

use super::ply::geometry;
use super::{Board, Castle};
use crate::{Bitboard, Color, Piece, Rank, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints};

/// Where pieces can be after a move, and whether the move may take something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// By colour and piece: from where the end can still be reached.
    pub may: [[Bitboard; 6]; 2],
    /// By colour: how many pieces are taken in the whole line. No more than these can be out of reach.
    pub taken: [usize; 2],
    /// Whether the move may be a capture.
    pub captures: bool,
}

impl Horizon {
    /// Whether this piece may stand here after the move.
    pub(super) fn may(&self, color: Color, role: Role, square: Square) -> bool {
        self.taken[color.index()] > 0 || self.may[color.index()][role.index()].contains(square)
    }

    /// States that no more pieces are out of reach of the end than are taken.
    pub(super) fn state(&self, c: &mut impl Constraints, after: &Board) {
        for color in Color::ALL.into_iter().filter(|color| self.taken[color.index()] > 0) {
            let mut lost = Vec::new();
            for role in Role::ALL {
                let reach = self.may[color.index()][role.index()];
                lost.extend((!reach).into_iter().map(|s| after.piece(Piece::new(color, role), s)));
            }
            lost.retain(|bit| *bit != Bit::FALSE);
            c.at_most(self.taken[color.index()], &lost);
        }
    }
}

/// The horizons of a line of `plies` moves from a known board to `end`, the one after the first move first.
pub fn horizons(start: &Board, end: &[Option<Piece>; 64], plies: usize) -> Vec<Horizon> {
    // How many pieces of each colour are taken.
    let taken = Color::ALL.map(|color| {
        let pieces =
            Square::all().filter(|square| start.color(color, *square) == Bit::TRUE).count();
        pieces.saturating_sub(end.iter().flatten().filter(|piece| piece.color == color).count())
    });
    let distances = Color::ALL.map(|color| {
        let castles = &start.castles[color.index()];
        distances(color, castles, end, taken[(!color).index()] > 0)
    });
    let mover = |ply: usize| if ply.is_multiple_of(2) { start.turn } else { !start.turn };
    let horizon = |ply: usize| {
        let may = Color::ALL.map(|color| {
            let left = (ply + 1..plies).filter(|later| mover(*later) == color).count();
            Role::ALL.map(|role| {
                let near = |square: &Square| {
                    distances[color.index()][role.index()][square.index()] <= left
                };
                Square::all().filter(near).collect()
            })
        });
        Horizon { may, taken, captures: taken[(!mover(ply)).index()] > 0 }
    };
    (0..plies).map(horizon).collect()
}

/// How many moves a piece of each kind needs from each square to one where the end has its kind, on a
/// board without other pieces; a pawn may have become another piece by then.
fn distances(
    color: Color,
    castles: &[Castle; 2],
    end: &[Option<Piece>; 64],
    captures: bool,
) -> [[usize; 64]; 6] {
    const FAR: usize = usize::MAX;
    let mut distance = [[FAR; 64]; 6];
    let mut queue = std::collections::VecDeque::new();
    for square in Square::all() {
        if let Some(piece) = end[square.index()].filter(|piece| piece.color == color) {
            distance[piece.role.index()][square.index()] = 0;
            queue.push_back((piece.role, square));
        }
    }
    let last = Bitboard::rank(Rank::EIGHTH.relative_to(color));
    let pawn_targets = |from: Square| {
        let all = geometry(color, Role::Pawn, from);
        if captures { all } else { all & !attacks::pawn(color, from) }
    };
    while let Some((role, to)) = queue.pop_front() {
        let next = distance[role.index()][to.index()] + 1;
        let mut relax = |kind: Role, from: Square| {
            let known = &mut distance[kind.index()][from.index()];
            if *known == FAR {
                *known = next;
                queue.push_back((kind, from));
            }
        };
        for castle in castles.iter().filter(|castle| castle.king_target() == to) {
            if role == Role::King {
                relax(role, castle.king);
            }
        }
        for from in Square::all() {
            if role != Role::Pawn && geometry(color, role, from).contains(to) {
                relax(role, from);
            }
            let promotes = last.contains(to);
            let from_pawn =
                if promotes { Role::PROMOTIONS.contains(&role) } else { role == Role::Pawn };
            if from_pawn && pawn_targets(from).contains(to) {
                relax(Role::Pawn, from);
            }
        }
    }
    distance
}
