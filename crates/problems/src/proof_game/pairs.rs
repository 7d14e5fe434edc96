//! How many moves two officers of a side need together when they and the pawns are in each other's way.
//!
//! Counted one by one, pieces pass through each other and through pawns. Here two of them are counted at a time, from every placement
//! of the two and of the pawns, whose moves cost nothing here since they are counted elsewhere. What a pair needs
//! more than its two pieces one by one is added for pairs that have no piece in common.

use super::barriers::Barriers;
use super::board::{Board, NEVER};
use super::placement::Placement;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Role, Square, attacks};

/// The moves of officers and of pairs of them.
pub(super) struct Pairs {
    pawns: Pawns,
    goals: Vec<(Role, Square)>,
    /// Before the side has lost its last right to castle, and after.
    tables: [Option<Tables>; 2],
}

/// By the pawns and the squares of one officer, or of two.
struct Tables {
    single: Vec<Vec<u8>>,
    /// By the goals of both, the lower first.
    double: Vec<Vec<u8>>,
}

/// Officers that are paired at most.
const MOST_OFFICERS: usize = 8;

/// The pawns that still have moves to make, each on its own file.
struct Pawns {
    color: Color,
    /// The squares of each from its start to its goal.
    ways: Vec<Vec<Square>>,
    placements: usize,
}

impl Pawns {
    /// The pawns that make at most this many placements; others are left out.
    fn new(color: Color, pawns: Bitboard, goals: Bitboard, most: usize) -> Option<Pawns> {
        let mut ways = Vec::new();
        let mut placements = 1;
        for goal in goals {
            let file = Bitboard::file(goal.file());
            let start = (pawns & file).only().filter(|_| (goals & file).only().is_some())?;
            let mut way: Vec<Square> =
                (attacks::between(start, goal) | start.into() | goal.into()).into_iter().collect();
            way.sort_by_key(|square| square.rank().relative_to(color).index());
            if placements * way.len() <= most && way.first() == Some(&start) {
                placements *= way.len();
                ways.push(way);
            }
        }
        Some(Pawns { color, ways, placements })
    }

    /// The number of the placement in which these pawns are.
    fn index(&self, pawns: Bitboard) -> Option<usize> {
        let mut index = 0;
        for way in &self.ways {
            let step = way.iter().position(|&square| pawns.contains(square))?;
            index = index * way.len() + step;
        }
        Some(index)
    }

    /// How far each pawn has come.
    fn steps(&self, mut index: usize) -> Vec<usize> {
        let mut steps = Vec::new();
        for way in self.ways.iter().rev() {
            steps.push(index % way.len());
            index /= way.len();
        }
        steps.reverse();
        steps
    }

    fn squares(&self, index: usize) -> Bitboard {
        let squares = self.ways.iter().zip(self.steps(index));
        squares.fold(Bitboard::EMPTY, |all, (way, step)| all | way[step].into())
    }

    /// The placements from which one step of a pawn leads to this one, with the square that it came from.
    fn before(&self, index: usize) -> Vec<(usize, Square)> {
        let mut before = Vec::new();
        let mut weight = 1;
        for (way, step) in self.ways.iter().zip(self.steps(index)).rev() {
            if step > 0 {
                before.push((index - weight, way[step - 1]));
            }
            weight *= way.len();
        }
        before
    }
}

/// A castling: from where to where king and rook go.
#[derive(Clone, Copy)]
struct Castling {
    king: (Square, Square),
    rook: (Square, Square),
}

/// What a count of moves depends on.
struct Ground<'a> {
    pawns: &'a Pawns,
    settled: Bitboard,
    closed: Bitboard,
    castlings: &'a [Castling],
    barriers: &'a Barriers,
}

impl Pairs {
    /// The pairs of `color` on its way from `start`, unless it has too many officers or pawns on a common file.
    pub(super) fn new(
        start: &Position,
        color: Color,
        board: &Board,
        placements: usize,
    ) -> Option<Pairs> {
        let goals = &board.goals[color.index()];
        let of_pawns = |role: Role| role == Role::Pawn;
        let pawn_goals = goals.iter().filter(|goal| of_pawns(goal.role)).map(|goal| goal.square);
        let pawns = start.pieces(color, Role::Pawn) & !board.settled;
        let pawns = Pawns::new(color, pawns, pawn_goals.collect(), placements)?;
        let goals: Vec<(Role, Square)> = goals
            .iter()
            .filter(|goal| !of_pawns(goal.role))
            .map(|goal| (goal.role, goal.square))
            .collect();
        let of_role = |role: Role| goals.iter().filter(|goal| goal.0 == role).count();
        if goals.len() > MOST_OFFICERS || Role::ALL.iter().any(|&role| of_role(role) > 2) {
            return None;
        }
        let mut castlings = Vec::new();
        if let Some(king) = start.king(color) {
            for rook in start.castling().of(color) & !board.settled {
                let side = CastlingSide::of(king, rook);
                castlings.push(Castling {
                    king: (king, side.king_target(color)),
                    rook: (rook, side.rook_target(color)),
                });
            }
        }
        let closed = board.closed[color.index()];
        let tables = |castlings: &[Castling]| {
            let (settled, barriers) = (board.settled, &board.barriers);
            let ground = Ground { pawns: &pawns, settled, closed, castlings, barriers };
            let single = goals.iter().map(|&goal| ground.count(&[goal])).collect();
            let mut double = Vec::new();
            for (at, &goal) in goals.iter().enumerate() {
                double.extend(goals[..at].iter().map(|&lower| ground.count(&[lower, goal])));
            }
            Tables { single, double }
        };
        let can_castle = !castlings.is_empty();
        let tables = [can_castle.then(|| tables(&castlings)), Some(tables(&[]))];
        Some(Pairs { pawns, goals, tables })
    }

    /// Whether the officers of a placement may need only `left` moves, if the other side must still pass over the squares
    /// `passed`: whoever belongs there and has come there must leave and come back.
    pub(super) fn fit(
        &self,
        placement: &Placement,
        settled: Bitboard,
        passed: Bitboard,
        left: u32,
    ) -> bool {
        let has_rights = (placement.rights & !settled).any();
        let tables = match &self.tables {
            [Some(tables), _] if has_rights => tables,
            [_, Some(tables)] if !has_rights => tables,
            _ => return true,
        };
        let pawns = placement.pieces[Role::Pawn.index()] & !settled;
        let Some(index) = self.pawns.index(pawns) else { return true };
        // Two of a kind may have their goals either way.
        let mut squares = [[Square::A1; 2]; MOST_OFFICERS];
        let mut seen = [0; 6];
        for (at, &(role, _)) in self.goals.iter().enumerate() {
            let mut pieces = (placement.pieces[role.index()] & !settled).into_iter();
            match (pieces.next(), pieces.next(), seen[role.index()]) {
                (Some(only), None, _) => squares[at] = [only; 2],
                (Some(one), Some(other), 0) => squares[at] = [one, other],
                (Some(one), Some(other), _) => squares[at] = [other, one],
                _ => return true,
            }
            seen[role.index()] += 1;
        }
        let twins = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| seen[role.index()] == 2);
        for choice in 0..16usize {
            if (0..4).any(|bit| choice >> bit & 1 == 1 && !twins[bit]) {
                continue;
            }
            let mut from = [Square::A1; MOST_OFFICERS];
            let mut back = [0; MOST_OFFICERS];
            for (at, &(role, goal)) in self.goals.iter().enumerate() {
                let bit = match role {
                    Role::Knight => choice & 1,
                    Role::Bishop => choice >> 1 & 1,
                    Role::Rook => choice >> 2 & 1,
                    Role::Queen => choice >> 3 & 1,
                    _ => 0,
                };
                from[at] = squares[at][bit];
                if from[at] == goal && passed.contains(goal) {
                    // A rook may leave by castling, which is the king's move.
                    back[at] = if has_rights && role == Role::Rook { 1 } else { 2 };
                }
            }
            if tables.fit(index, &from[..self.goals.len()], &back, left) {
                return true;
            }
        }
        false
    }
}

impl Tables {
    /// Whether officers on these squares may come to their goals in `left` moves, where each makes at least the moves of `back`.
    fn fit(&self, pawns: usize, from: &[Square], back: &[u8], left: u32) -> bool {
        let mut single = [0u8; MOST_OFFICERS];
        let mut sum = 0;
        for (at, square) in from.iter().enumerate() {
            single[at] = self.single[at][pawns * 64 + square.index()].max(back[at]);
            sum += u32::from(single[at]);
        }
        if sum > left {
            return false;
        }
        // The most that a pair adds first.
        let mut added = [(0u8, 0usize, 0usize); MOST_OFFICERS * MOST_OFFICERS];
        let mut len = 0;
        let mut table = 0;
        for at in 0..from.len() {
            for lower in 0..at {
                let place = (pawns * 64 + from[lower].index()) * 64 + from[at].index();
                let more = self.double[table][place].saturating_sub(single[lower] + single[at]);
                if more > 0 {
                    added[len] = (more, lower, at);
                    len += 1;
                }
                table += 1;
            }
        }
        added[..len].sort_unstable_by_key(|&(more, ..)| std::cmp::Reverse(more));
        let mut used = 0u32;
        for &(more, lower, at) in &added[..len] {
            let both = 1 << lower | 1 << at;
            if used & both == 0 {
                used |= both;
                sum += u32::from(more);
            }
        }
        sum <= left
    }
}

impl Ground<'_> {
    /// The moves of one or two officers to their goals, by the pawns and their squares.
    fn count(&self, goals: &[(Role, Square)]) -> Vec<u8> {
        let squares = 64usize.pow(goals.len() as u32);
        let mut moves = vec![NEVER; self.pawns.placements * squares];
        let place = |pawns: usize, at: [Square; 2]| match goals.len() {
            1 => pawns * 64 + at[0].index(),
            _ => (pawns * 64 + at[0].index()) * 64 + at[1].index(),
        };
        let occupied: Vec<Bitboard> = (0..self.pawns.placements)
            .map(|pawns| self.pawns.squares(pawns) | self.settled)
            .collect();
        let before: Vec<_> =
            (0..self.pawns.placements).map(|pawns| self.pawns.before(pawns)).collect();
        let last = self.pawns.placements - 1;
        let mut now: Vec<(usize, [Square; 2])> = Vec::new();
        let mut next = vec![(last, [goals[0].1, goals[goals.len() - 1].1])];
        for length in 0..NEVER {
            std::mem::swap(&mut now, &mut next);
            while let Some((pawns, at)) = now.pop() {
                if moves[place(pawns, at)] <= length {
                    continue;
                }
                moves[place(pawns, at)] = length;
                let men =
                    at[..goals.len()].iter().fold(Bitboard::EMPTY, |all, &man| all | man.into());
                for &(pawns, from) in &before[pawns] {
                    if !men.contains(from) && moves[place(pawns, at)] > length {
                        now.push((pawns, at));
                    }
                }
                let all = occupied[pawns] | men;
                for (man, &(role, _)) in goals.iter().enumerate() {
                    if role == Role::King && self.closed.contains(at[man]) {
                        continue;
                    }
                    for from in attacks::of(self.pawns.color, role, at[man], all) & !all {
                        if self.barriers.part(from, at[man]) {
                            continue;
                        }
                        let mut earlier = at;
                        earlier[man] = from;
                        if moves[place(pawns, earlier)] > length + 1 {
                            next.push((pawns, earlier));
                        }
                    }
                }
                self.before_castling(goals, at, all, |earlier, is_free| {
                    if is_free { now.push((pawns, earlier)) } else { next.push((pawns, earlier)) }
                });
            }
            if next.is_empty() {
                break;
            }
        }
        moves
    }

    /// Calls `look` with the squares before each castling that leads to `at`, and whether it costs nothing: it is the king's
    /// move.
    fn before_castling(
        &self,
        goals: &[(Role, Square)],
        at: [Square; 2],
        all: Bitboard,
        mut look: impl FnMut([Square; 2], bool),
    ) {
        let king = goals.iter().position(|goal| goal.0 == Role::King);
        for castling in self.castlings {
            let rooks = (0..goals.len())
                .filter(|&man| goals[man].0 == Role::Rook && at[man] == castling.rook.1);
            for rook in rooks.map(Some).chain([None]) {
                let mut earlier = at;
                let mut left = all;
                match king {
                    Some(king) if at[king] != castling.king.1 => continue,
                    Some(king) => {
                        earlier[king] = castling.king.0;
                        left &= !Bitboard::of(at[king]);
                    }
                    None if rook.is_none() => continue,
                    None => {}
                }
                if let Some(rook) = rook {
                    earlier[rook] = castling.rook.0;
                    left &= !Bitboard::of(at[rook]);
                }
                let is_free = (0..goals.len())
                    .all(|man| earlier[man] == at[man] || !left.contains(earlier[man]));
                if is_free {
                    look(earlier, king.is_none());
                }
            }
        }
    }
}
