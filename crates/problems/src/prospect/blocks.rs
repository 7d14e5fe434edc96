//! What the mated side can block: for each square of its king, the sets of neighbours that its men can
//! occupy.

use super::Sets;
use super::nets::neighbours;
use super::paths::reach;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Piece, Position, Square, attacks};

/// The blocks of one placement of the mated side's men, with so many moves to come.
pub(super) struct Blocks {
    /// The squares that the king can reach.
    pub(super) kings: Bitboard,
    /// For each of them the sets of its neighbours that can be blocked, and all subsets of these.
    pub(super) blocked: Box<[Sets; 64]>,
}

/// Where the king of `color` can be after at most `moves`.
pub(super) fn king_domain(position: &Position, color: Color, moves: u16) -> Bitboard {
    let kings = king_moves(position, color);
    Square::all().filter(|square| kings[square.index()] <= moves).collect()
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
    pub(super) fn new(position: &Position, color: Color, moves: u16, domain: Bitboard) -> Blocks {
        let mut blocks = Blocks { kings: Bitboard::EMPTY, blocked: Box::new([[0; 4]; 64]) };
        let king_moves = king_moves(position, color);
        for king in domain {
            if let Some(left) = moves.checked_sub(king_moves[king.index()]) {
                blocks.kings |= king.into();
                blocks.blocked[king.index()] = sets(position, color, king, left);
            }
        }
        blocks
    }
}

/// The sets of neighbours of `king` that the other men can block in at most `moves`.
fn sets(position: &Position, color: Color, king: Square, moves: u16) -> Sets {
    let around = neighbours(king);
    if moves <= 1 {
        return near_sets(position, color, king, &around, moves);
    }
    // The fewest moves for each set, exactly these squares being blocked.
    let mut least = [u16::MAX; 256];
    least[0] = 0;
    for (from, piece) in blockers(position, color) {
        let reach = reach(color, piece, from);
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
    with_subsets(sets)
}

/// As [`sets`] for at most one move: what is blocked now, and with one man moved.
fn near_sets(
    position: &Position,
    color: Color,
    king: Square,
    around: &[Option<Square>; 8],
    moves: u16,
) -> Sets {
    let bit =
        |at: Square| around.iter().position(|&square| square == Some(at)).map_or(0, |at| 1 << at);
    let neighbourhood = attacks::king(king);
    let blocked: usize = blockers(position, color)
        .filter(|&(from, _)| neighbourhood.contains(from))
        .fold(0, |set, (from, _)| set | bit(from));
    let mut sets = [0; 4];
    let mut add = |set: usize| sets[set / 64] |= 1 << (set % 64);
    add(blocked);
    if moves == 1 {
        for (from, piece) in blockers(position, color) {
            let near = reach(color, piece, from).after(1);
            let near = near.iter().fold(Bitboard::EMPTY, |all, &set| all | set) & neighbourhood;
            for to in near {
                add(blocked & !bit(from) | bit(to));
            }
        }
    }
    with_subsets(sets)
}

/// The men that can block; a rook that may castle counts as standing where castling brings it, too.
fn blockers(position: &Position, color: Color) -> impl Iterator<Item = (Square, Piece)> {
    let men = position.color(color) & !position.piece(Piece::King);
    let here = men.into_iter().filter_map(|from| Some((from, position.piece_on(from)?)));
    let castled = position.king(color).into_iter().flat_map(move |king| {
        position
            .castling()
            .of(color)
            .into_iter()
            .map(move |rook| (CastlingSide::of(king, rook).rook_target(color), Piece::Rook))
    });
    here.chain(castled)
}

/// All sets that are contained in one of `sets`.
fn with_subsets(mut sets: Sets) -> Sets {
    const HAS: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    for (bit, has) in HAS.into_iter().enumerate() {
        for word in &mut sets {
            *word |= (*word & has) >> (1 << bit);
        }
    }
    sets[0] |= sets[1];
    sets[2] |= sets[3];
    sets[0] |= sets[2];
    sets[1] |= sets[3];
    sets
}
