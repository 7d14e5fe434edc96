//! A bound on the moves that a side needs to bring its men to their targets.
//!
//! Each man of the end must come from a man of the same kind, or from a pawn that promotes; the
//! cheapest assignment of men to targets, kind by kind and as if nothing but fixed men stood in the way, is a
//! bound. It depends on the men of one colour only, so it is computed once for each of their placements.

use super::fixed::fixed_squares;
use super::paths::{NEVER, Paths};
use crate::table::{BuildMixed, mix, placement_key};
use std::collections::HashMap;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Move, Piece, Position, Rank, Square, attacks};

/// What never changes on the way.
pub(super) struct Journey {
    fixed: Bitboard,
    /// For each colour and kind of piece but the pawn.
    paths: [[Paths; 5]; 2],
    /// For each colour and kind of piece, where it must end.
    targets: [[Bitboard; 6]; 2],
}

/// More moves than any side has.
const IMPOSSIBLE: u16 = 1000;

impl Journey {
    pub(super) fn new(start: &Position, end: &Position, rights_count: bool) -> Journey {
        let fixed = fixed_squares(start, end, rights_count);
        let paths = |color: Color| {
            let pawns = fixed & end.men(!color, Piece::Pawn);
            let guarded = attacks::pawns(!color, pawns);
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King].map(|piece| {
                let closed = if piece == Piece::King { guarded } else { Bitboard::EMPTY };
                Paths::new(color, piece, fixed, closed)
            })
        };
        let targets = |color| Piece::ALL.map(|piece| end.men(color, piece));
        Journey { fixed, paths: Color::ALL.map(paths), targets: Color::ALL.map(targets) }
    }

    /// Whether `m` moves or takes a man that must stay.
    #[inline]
    pub(super) fn stays(&self, m: Move, position: &Position) -> bool {
        let touched = Bitboard::of(m.from()) | Bitboard::of(m.to());
        (self.fixed & touched).any() || !m.is_castling() && !self.may_take(position, m)
    }

    /// Whether what `m` takes, if anything, is one man more than the end has.
    fn may_take(&self, position: &Position, m: Move) -> bool {
        let them = !position.turn();
        !position.is_capture(m) || position.color(them).len() > self.count(them)
    }

    fn count(&self, color: Color) -> usize {
        self.targets[color.index()].iter().map(|targets| targets.len()).sum()
    }

    /// A bound on the moves that `color` still needs.
    fn least_moves(&self, position: &Position, color: Color) -> u16 {
        let side = Side { journey: self, position, color };
        let captures = position.color(!color).len().checked_sub(self.count(!color));
        let (Some(captures), true) = (captures, position.color(color).len() >= self.count(color))
        else {
            return IMPOSSIBLE;
        };
        let pawns = side.pawns(captures as u16);
        if pawns >= IMPOSSIBLE {
            return IMPOSSIBLE;
        }
        let pieces: u16 = [Piece::Knight, Piece::Bishop, Piece::Queen]
            .into_iter()
            .map(|piece| side.pieces(piece, position.men(color, piece)))
            .sum();
        let moves = pawns + pieces + side.king_and_rooks();
        moves.max(captures as u16).min(IMPOSSIBLE)
    }
}

/// One side's men on their way.
struct Side<'a> {
    journey: &'a Journey,
    position: &'a Position,
    color: Color,
}

impl Side<'_> {
    fn paths(&self, piece: Piece) -> &Paths {
        &self.journey.paths[self.color.index()][piece.index() - 1]
    }

    fn targets(&self, piece: Piece) -> Bitboard {
        self.journey.targets[self.color.index()][piece.index()]
    }

    /// The moves that pieces of a kind, standing on `men`, need; pawns may promote to help.
    fn pieces(&self, piece: Piece, men: Bitboard) -> u16 {
        let targets = self.targets(piece);
        if targets == men {
            return 0;
        }
        // Who must stay serves his own target.
        let (targets, men) = (targets & !self.journey.fixed, men & !self.journey.fixed);
        let paths = self.paths(piece);
        let mut assignment = Assignment::new(targets);
        for man in men {
            assignment.offer(|target| u16::from(paths.moves(man, target)));
        }
        let pawns = self.position.men(self.color, Piece::Pawn) & !self.journey.fixed;
        // An assignment with a pawn in it costs at least the pawn's way to the last rank.
        let nearest = pawns.into_iter().map(|pawn| self.steps_to(pawn, 7).0).min();
        if nearest.is_none_or(|nearest| assignment.cost() <= nearest) {
            return assignment.cost();
        }
        for pawn in pawns {
            assignment.offer(|target| self.promotion(pawn, paths, target));
        }
        assignment.cost()
    }

    /// The moves from a pawn to a promoted piece on its target.
    fn promotion(&self, pawn: Square, paths: &Paths, target: Square) -> u16 {
        let way = self.steps_to(pawn, 7);
        let last = Rank::new(7).relative_to(self.color);
        let files = Bitboard::rank(last).into_iter().filter(|square| {
            square.file().index().abs_diff(pawn.file().index()) <= usize::from(way.1)
        });
        let onward = files.map(|square| u16::from(paths.moves(square, target))).min();
        way.0 + onward.unwrap_or(u16::from(NEVER))
    }

    /// The moves and the ranks from a pawn's rank to a rank as its side counts them.
    fn steps_to(&self, pawn: Square, rank: u16) -> (u16, u16) {
        let from = pawn.rank().relative_to(self.color).index() as u16;
        let ranks = rank.saturating_sub(from);
        (if from == 1 && ranks >= 2 { ranks - 1 } else { ranks }, ranks)
    }

    /// The moves that pawns need, with at most so many captures to change files by.
    fn pawns(&self, captures: u16) -> u16 {
        let men = self.position.men(self.color, Piece::Pawn);
        let targets = self.targets(Piece::Pawn);
        if men == targets {
            return 0;
        }
        let (targets, men) = (targets & !self.journey.fixed, men & !self.journey.fixed);
        let mut moves = Assignment::new(targets);
        let mut files = Assignment::new(targets);
        for pawn in men {
            moves.offer(|target| {
                self.pawn_way(pawn, target, captures).map_or(IMPOSSIBLE, |way| way.0)
            });
            files.offer(|target| {
                self.pawn_way(pawn, target, captures).map_or(IMPOSSIBLE, |way| way.1)
            });
        }
        if files.cost() > captures { IMPOSSIBLE } else { moves.cost() }
    }

    /// The moves from a pawn to a pawn's target and the captures among them.
    fn pawn_way(&self, pawn: Square, target: Square, captures: u16) -> Option<(u16, u16)> {
        if pawn == target {
            return Some((0, 0));
        }
        let from = pawn.rank().relative_to(self.color).index();
        let to = target.rank().relative_to(self.color).index();
        let files = pawn.file().index().abs_diff(target.file().index()) as u16;
        if to <= from || usize::from(files) > to - from || files > captures {
            return None;
        }
        let ranks = (to - from) as u16;
        // A double step needs two ranks that are not spent on captures.
        let double = from == 1 && ranks >= files + 2;
        Some((if double { ranks - 1 } else { ranks }, files))
    }

    /// The moves of king and rooks, which castling makes together.
    fn king_and_rooks(&self) -> u16 {
        let rooks = self.position.men(self.color, Piece::Rook);
        let Some(king) = self.position.king(self.color) else {
            return self.pieces(Piece::Rook, rooks);
        };
        let king_moves = |from: Square| match self.targets(Piece::King).first() {
            Some(target) => u16::from(self.paths(Piece::King).moves(from, target)),
            None => 0,
        };
        let mut least = king_moves(king) + self.pieces(Piece::Rook, rooks);
        for rook in self.position.castling().of(self.color) {
            let side = CastlingSide::of(king, rook);
            let after = rooks ^ rook.into() | side.rook_target(self.color).into();
            let castled =
                1 + king_moves(side.king_target(self.color)) + self.pieces(Piece::Rook, after);
            least = least.min(castled);
        }
        least
    }
}

/// The cheapest assignment of men to targets, one man at most to each, by dynamic programming over the
/// sets of targets served.
struct Assignment {
    targets: [Square; MOST_TARGETS],
    len: usize,
    cost: [u16; 1 << MOST_TARGETS],
}

/// More targets of a kind are not looked at, which only weakens the bound.
const MOST_TARGETS: usize = 8;

impl Assignment {
    fn new(targets: Bitboard) -> Assignment {
        let mut assignment = Assignment {
            targets: [Square::A1; MOST_TARGETS],
            len: 0,
            cost: [IMPOSSIBLE; 1 << MOST_TARGETS],
        };
        for target in targets.into_iter().take(MOST_TARGETS) {
            assignment.targets[assignment.len] = target;
            assignment.len += 1;
        }
        assignment.cost[0] = 0;
        assignment
    }

    /// Offers a man that serves each target at the cost given for it.
    fn offer(&mut self, cost: impl Fn(Square) -> u16) {
        let mut costs = [IMPOSSIBLE; MOST_TARGETS];
        for (slot, &target) in costs.iter_mut().zip(&self.targets[..self.len]) {
            *slot = cost(target);
        }
        // Downwards, so that the man is not used twice.
        for served in (0..1usize << self.len).rev() {
            for (at, &cost) in costs[..self.len].iter().enumerate() {
                if served >> at & 1 != 0 && cost < u16::from(NEVER) {
                    let with = self.cost[served & !(1 << at)].saturating_add(cost);
                    self.cost[served] = self.cost[served].min(with);
                }
            }
        }
    }

    fn cost(&self) -> u16 {
        self.cost[(1 << self.len) - 1].min(IMPOSSIBLE)
    }
}

/// The bounds computed so far.
#[derive(Default)]
pub(super) struct Bounds {
    known: HashMap<u64, u16, BuildMixed>,
}

/// When there are more bounds than this, they are forgotten.
const MOST_BOUNDS: usize = 1 << 20;

impl Bounds {
    /// A bound on the moves that `color` still needs.
    pub(super) fn least_moves(
        &mut self,
        journey: &Journey,
        position: &Position,
        color: Color,
    ) -> u16 {
        let others = position.color(!color).len() as u64;
        let key = mix(placement_key(position, color) ^ others << 1 ^ color.index() as u64);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let least = journey.least_moves(position, color);
        if self.known.len() >= MOST_BOUNDS {
            self.known.clear();
        }
        self.known.insert(key, least);
        least
    }
}
