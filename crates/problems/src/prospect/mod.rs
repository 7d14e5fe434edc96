//! Whether a mate is still possible if both sides did their best for it.
//!
//! A mate needs a check, and each square next to the king guarded by the mating side or blocked by the
//! king's own men. What the mating side can guard in so many moves depends on its own men only ([`nets`]),
//! what the other side can block in so many moves on its men only ([`blocks`]), both on an otherwise empty
//! board. So each is computed once for each placement of one colour, and a position is tested by comparing
//! two tables. A mate that the test rules out is impossible; one that it allows may still be.

mod blocks;
mod nets;
mod paths;

use crate::table::{BuildMixed, mix};
use blocks::Blocks;
use nets::Nets;
use std::collections::HashMap;
use zugwerk_chess::{Bitboard, Color, Piece, Position};

/// A set of sets of the eight squares next to a king.
pub(crate) type Sets = [u64; 4];

/// The tables computed so far.
pub(crate) struct Prospect {
    mating: Color,
    /// Where the king can be at the end.
    domain: Bitboard,
    nets: HashMap<u64, Nets, BuildMixed>,
    blocks: HashMap<u64, Blocks, BuildMixed>,
}

/// With more moves to come the tables cost more than they save.
pub(crate) const MOST_MOVES: u16 = 2;

/// When there are more tables than this, they are forgotten.
const MOST_TABLES: usize = 1 << 14;

impl Prospect {
    /// For problems that begin with `position` and in which the king of the side that does not mate
    /// makes at most `moves` moves.
    pub(crate) fn new(position: &Position, mating: Color, moves: u16) -> Prospect {
        let domain = blocks::king_domain(position, !mating, moves);
        Prospect { mating, domain, nets: HashMap::default(), blocks: HashMap::default() }
    }

    /// Whether the king can be mated with so many moves of either side.
    pub(crate) fn allows_mate(&mut self, position: &Position, mating: u16, mated: u16) -> bool {
        let key = placement_key(position, self.mating, mating);
        if self.nets.len() >= MOST_TABLES {
            self.nets.clear();
        }
        let nets = self
            .nets
            .entry(key)
            .or_insert_with(|| Nets::new(position, self.mating, mating, self.domain));
        let key = placement_key(position, !self.mating, mated);
        if self.blocks.len() >= MOST_TABLES {
            self.blocks.clear();
        }
        let blocks = self
            .blocks
            .entry(key)
            .or_insert_with(|| Blocks::new(position, !self.mating, mated, self.domain));
        (nets.kings & blocks.kings).into_iter().any(|king| {
            let (open, blocked) = (&nets.open[king.index()], &blocks.blocked[king.index()]);
            open.iter().zip(blocked).any(|(open, blocked)| open & blocked != 0)
        })
    }
}

/// A key of the men of one colour, its rights, and the moves it has.
fn placement_key(position: &Position, color: Color, moves: u16) -> u64 {
    let own = position.color(color);
    let mut key = mix(own.0 ^ position.castling().of(color).0.rotate_left(29)) ^ u64::from(moves);
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        key = mix(key ^ (position.piece(piece) & own).0);
    }
    key
}
