//! Whether a mate is still possible if both sides did their best for it.
//!
//! A mate needs a check, and each square next to the king guarded by the mating side or blocked by the
//! king's own pieces. What the mating side can guard in the moves left depends on its own pieces only ([`nets`]),
//! what the other side can block on its pieces only ([`blocks`]), both on an otherwise empty
//! board. So each is computed once for each placement of one colour, and a position is tested by comparing
//! two tables. A mate that the test rules out is impossible; one that it allows may still be.

mod blocks;
mod nets;
mod paths;

use crate::table::{BuildMixed, mix, placement_key, placement_key_after};
use blocks::Blocks;
use nets::Nets;
use std::collections::HashMap;
use zugwerk_chess::{Bitboard, Color, MoveKind, MoveList, Position, attacks};

/// A set of sets of the eight squares next to a king.
pub(crate) type Sets = [u64; 4];

/// The tables computed so far.
pub(crate) struct MateReachability {
    mating: Color,
    nets: HashMap<u64, Nets, BuildMixed>,
    blocks: HashMap<u64, Blocks, BuildMixed>,
}

/// When there are more tables than this, they are forgotten.
const MOST_TABLES: usize = 1 << 14;

impl MateReachability {
    /// For problems in which this colour mates.
    pub(crate) fn new(mating: Color) -> MateReachability {
        MateReachability { mating, nets: HashMap::default(), blocks: HashMap::default() }
    }

    /// Whether the king can be mated with `mating` and `mated` moves of the two sides.
    pub(crate) fn allows_mate(&mut self, position: &Position, mating: u16, mated: u16) -> bool {
        let nets = mix(placement_key(position, self.mating) ^ u64::from(mating));
        let blocks = mix(placement_key(position, !self.mating) ^ u64::from(mated));
        self.allows(nets, blocks, mating, mated, || position.clone())
    }

    /// The moves of the mated side after which one more move may mate.
    pub(crate) fn last_moves(&mut self, position: &Position, moves: &MoveList) -> MoveList {
        let us = position.turn();
        let key = mix(placement_key(position, self.mating) ^ 1);
        let new_nets = || Nets::new(position, self.mating, 1);
        let nets = self.nets.entry(key).or_insert_with(new_nets);
        let king = position.king(us);
        let pieces = position.color(us);
        let around = king.map_or(Bitboard::EMPTY, attacks::king);
        let holds_now = king.is_some_and(|king| nets.hold(king, pieces));
        let mut promising = MoveList::new();
        for &m in moves {
            let (from, to) = (m.from(), m.to());
            if Some(from) != king && !around.contains(from) && !around.contains(to) {
                if holds_now {
                    promising.push(m);
                }
                continue;
            }
            // What was taken guards nothing more, which only makes the mate harder.
            let pieces = (pieces ^ from.into()) | to.into();
            let king = if Some(from) == king { Some(to) } else { king };
            if m.is_castling() || king.is_some_and(|king| nets.hold(king, pieces)) {
                promising.push(m);
            }
        }
        promising
    }

    /// The moves after which the king can be mated with `mating` and `mated` more moves.
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
            let allowed = match position.role_at(m.from()) {
                Some(role) if simple => {
                    let key = |key, moves: u16| {
                        let before = key ^ u64::from(moves);
                        mix(placement_key_after(before, position, role, m) ^ u64::from(moves))
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
        let new_nets = || Nets::new(&position(), self.mating, mating);
        let nets = self.nets.entry(nets).or_insert_with(new_nets);
        let new_blocks = || Blocks::new(&position(), !self.mating, mated);
        let blocks = self.blocks.entry(blocks).or_insert_with(new_blocks);
        blocks.kings.into_iter().any(|king| {
            if usize::from(nets.least_open(king)) > blocks.most_blocked(king) {
                return false;
            }
            let (open, blocked) = (nets.open(king), blocks.blocked(king));
            open.iter().zip(blocked).any(|(open, blocked)| open & blocked != 0)
        })
    }
}
