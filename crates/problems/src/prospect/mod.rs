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

use crate::table::{BuildMixed, mix, placement_key, placement_key_after};
use blocks::Blocks;
use nets::Nets;
use std::collections::HashMap;
use zugwerk_chess::{Bitboard, Color, MoveKind, MoveList, Position};

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
        let nets = mix(placement_key(position, self.mating) ^ u64::from(mating));
        let blocks = mix(placement_key(position, !self.mating) ^ u64::from(mated));
        self.allows(nets, blocks, mating, mated, || position.clone())
    }

    /// The moves after which the king can be mated with so many more moves of either side.
    pub(crate) fn promising_moves(
        &mut self,
        position: &Position,
        moves: &MoveList,
        mating: u16,
        mated: u16,
    ) -> MoveList {
        let us = position.turn();
        let nets = placement_key(position, self.mating) ^ u64::from(mating);
        let blocks = placement_key(position, !self.mating) ^ u64::from(mated);
        let (mixed_nets, mixed_blocks) = (mix(nets), mix(blocks));
        let rights = position.castling().of(us).any();
        let mut promising = MoveList::new();
        for &m in moves {
            let simple = m.kind() == MoveKind::Normal && !position.is_capture(m) && !rights;
            let allowed = match position.piece_on(m.from()) {
                Some(piece) if simple => {
                    let key = |key, moves: u16| {
                        let before = key ^ u64::from(moves);
                        mix(placement_key_after(before, position, piece, m) ^ u64::from(moves))
                    };
                    let (nets, blocks) = match us == self.mating {
                        true => (key(nets, mating), mixed_blocks),
                        false => (mixed_nets, key(blocks, mated)),
                    };
                    self.allows(nets, blocks, mating, mated, || position.play(m))
                }
                _ => self.allows_mate(&position.play(m), mating, mated),
            };
            if allowed {
                promising.push(m);
            }
        }
        promising
    }

    /// Compares the tables with these keys; `position` gives the position to compute them from.
    fn allows(
        &mut self,
        nets: u64,
        blocks: u64,
        mating: u16,
        mated: u16,
        position: impl Fn() -> Position,
    ) -> bool {
        if self.nets.len() >= MOST_TABLES {
            self.nets.clear();
        }
        if self.blocks.len() >= MOST_TABLES {
            self.blocks.clear();
        }
        let new_nets = || Nets::new(&position(), self.mating, mating, self.domain);
        let nets = self.nets.entry(nets).or_insert_with(new_nets);
        let new_blocks = || Blocks::new(&position(), !self.mating, mated, self.domain);
        let blocks = self.blocks.entry(blocks).or_insert_with(new_blocks);
        (nets.kings & blocks.kings).into_iter().any(|king| {
            let (open, blocked) = (&nets.open[king.index()], &blocks.blocked[king.index()]);
            open.iter().zip(blocked).any(|(open, blocked)| open & blocked != 0)
        })
    }
}
