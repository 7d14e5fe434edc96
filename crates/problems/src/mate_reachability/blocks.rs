//! What the mated side can block: for each square of its king, the sets of neighbours that its pieces can
//! occupy.

use super::Sets;
use super::nets::neighbours;
use super::paths::reach;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Role, Square, attacks};

/// The blocks of one placement of the mated side's pieces, with a number of moves to come. What they are around
/// each king is computed when it is first asked for.
pub(super) struct Blocks {
    color: Color,
    pieces: Vec<(Square, Role)>,
    /// Where the pieces stand.
    occupied: Bitboard,
    /// The squares that the king can reach.
    pub(super) kings: Bitboard,
    /// For each of them the moves that are left for the others.
    left: [u16; 64],
    known: Bitboard,
    /// For each of them the sets of its neighbours that can be blocked.
    blocked: Box<[Sets; 64]>,
}

/// The fewest moves of the king to each square, castling included.
fn king_moves(position: &Position, color: Color) -> [u16; 64] {
    let mut moves = [u16::MAX; 64];
    let Some(king) = position.king(color) else { return moves };
    let castled = position
        .castling()
        .of(color)
        .into_iter()
        .map(|rook| (CastlingSide::of(king, rook).king_target(color), 1));
    for (start, before) in [(king, 0)].into_iter().chain(castled) {
        for square in Square::all() {
            let distance = before + start.distance(square) as u16;
            moves[square.index()] = moves[square.index()].min(distance);
        }
    }
    moves
}

impl Blocks {
    pub(super) fn new(position: &Position, color: Color, moves: u16) -> Blocks {
        let pieces: Vec<(Square, Role)> = blockers(position, color).collect();
        let mut blocks = Blocks {
            color,
            occupied: pieces.iter().map(|piece| piece.0).collect(),
            pieces,
            kings: Bitboard::EMPTY,
            left: [0; 64],
            known: Bitboard::EMPTY,
            blocked: Box::new([[0; 4]; 64]),
        };
        for (king, needed) in Square::all().zip(king_moves(position, color)) {
            if let Some(left) = moves.checked_sub(needed) {
                blocks.kings |= king.into();
                blocks.left[king.index()] = left;
            }
        }
        blocks
    }

    /// How many neighbours of `king` can be blocked at most.
    #[inline]
    pub(super) fn most_blocked(&self, king: Square) -> usize {
        (self.occupied & attacks::king(king)).len() + usize::from(self.left[king.index()])
    }

    /// The sets of neighbours of `king` that can be blocked.
    #[inline]
    pub(super) fn blocked(&mut self, king: Square) -> &Sets {
        if !self.known.contains(king) {
            self.known |= king.into();
            self.blocked[king.index()] =
                sets(&self.pieces, self.color, king, self.left[king.index()]);
        }
        &self.blocked[king.index()]
    }
}

/// The sets of neighbours of `king` that the other pieces can block in at most `moves`.
fn sets(pieces: &[(Square, Role)], color: Color, king: Square, moves: u16) -> Sets {
    let around = neighbours(king);
    if moves <= 1 {
        return near_sets(pieces, color, king, around, moves);
    }
    // The fewest moves for each set, exactly these squares being blocked.
    let mut least = [u16::MAX; 256];
    least[0] = 0;
    for &(from, role) in pieces {
        let reach = reach(color, role, from);
        let near = reach.after(moves).iter().fold(Bitboard::EMPTY, |all, &set| all | set);
        if (near & attacks::king(king)).is_empty() {
            continue;
        }
        let before = least;
        for (at, square) in around.iter().enumerate() {
            let Some(square) = square else { continue };
            let cost = reach.moves_to(*square);
            if cost > moves {
                continue;
            }
            for (set, &spent) in before.iter().enumerate() {
                if spent <= moves && set >> at & 1 == 0 {
                    let slot = &mut least[set | 1 << at];
                    *slot = (*slot).min(spent + cost);
                }
            }
        }
    }
    let mut sets = [0; 4];
    for (set, &spent) in least.iter().enumerate() {
        if spent <= moves {
            sets[set / 64] |= 1 << (set % 64);
        }
    }
    sets
}

/// As [`sets`] for at most one move: what is blocked now, and with one piece moved.
fn near_sets(
    pieces: &[(Square, Role)],
    color: Color,
    king: Square,
    around: &[Option<Square>; 8],
    moves: u16,
) -> Sets {
    let bit =
        |at: Square| around.iter().position(|&square| square == Some(at)).map_or(0, |at| 1 << at);
    let neighbourhood = attacks::king(king);
    let standing = pieces.iter().filter(|(from, _)| neighbourhood.contains(*from));
    let blocked: usize = standing.fold(0, |set, &(from, _)| set | bit(from));
    let mut sets = [0; 4];
    let mut add = |set: usize| sets[set / 64] |= 1 << (set % 64);
    add(blocked);
    if moves == 1 {
        for &(from, role) in pieces {
            let near = reach(color, role, from).after(1);
            let near = near.iter().fold(Bitboard::EMPTY, |all, &set| all | set) & neighbourhood;
            for to in near {
                add(blocked & !bit(from) | bit(to));
            }
        }
    }
    sets
}

/// The pieces that can block; a rook that may castle counts as standing where castling brings it, too.
fn blockers(position: &Position, color: Color) -> impl Iterator<Item = (Square, Role)> {
    let pieces = position.color(color) & !position.role(Role::King);
    let here = pieces.into_iter().filter_map(|from| Some((from, position.role_at(from)?)));
    let castled = position.king(color).into_iter().flat_map(move |king| {
        position
            .castling()
            .of(color)
            .into_iter()
            .map(move |rook| (CastlingSide::of(king, rook).rook_target(color), Role::Rook))
    });
    here.chain(castled)
}
