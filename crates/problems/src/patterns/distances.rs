//! How many moves a piece needs to come to a square, as what, on an otherwise empty board.

use std::sync::OnceLock;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Rank, Role, Square, attacks};

/// A task in a pattern: a number that names a task (to guard, to give check, to block), a kind of piece and
/// a square.
pub(super) type Task = u16;

/// No task: the piece may be anywhere.
pub(super) const ANYWHERE: Task = 832;

/// To be taken, wherever.
pub(super) const TAKEN: Task = 833;
const TASKS: usize = 834;

/// A piece that guards from here.
pub(super) fn guard(role: Role, square: Square) -> Task {
    (role.index() * 64 + square.index()) as Task
}

/// The piece that gives check by coming here with the last move.
pub(super) fn checker(role: Role, square: Square) -> Task {
    384 + guard(role, square)
}

/// A piece of the mated side that blocks a square, as a pawn or as whatever else.
pub(super) fn blocker(role: Role, square: Square) -> Task {
    match role {
        Role::Pawn => guard(role, square),
        _ => 768 + square.index() as Task,
    }
}

/// Not to be reached.
pub(super) const NEVER: u8 = 100;

/// The fewest moves from one square, as one kind of piece, to each task.
pub(super) type Row = [u8; TASKS];

/// The fewest moves of every piece from everywhere to every task, computed when first asked for.
pub(super) struct Distances {
    mating: Color,
    /// By colour, how many pieces its pawns can take.
    captures: [usize; 2],
    /// By colour, the rooks that may castle, and from where the king does.
    rooks: [Bitboard; 2],
    kings: [Option<Square>; 2],
    rows: Vec<OnceLock<Box<Row>>>,
}

impl Distances {
    /// For patterns with a check, whose giver is never taken, or without.
    pub(super) fn new(position: &Position, mating: Color, has_check: bool) -> Distances {
        let captures = |color: Color| {
            let victims = position.color(!color) & !position.role(Role::King);
            // The piece that gives check is never taken.
            victims.len().saturating_sub(usize::from(has_check && color != mating))
        };
        Distances {
            mating,
            captures: Color::ALL.map(captures),
            rooks: Color::ALL.map(|color| position.castling().of(color)),
            kings: Color::ALL.map(|color| position.king(color)),
            rows: (0..2 * 6 * 64).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The moves of a piece to every task of its side.
    #[inline]
    pub(super) fn row(&self, color: Color, role: Role, from: Square) -> &Row {
        let slot = (color.index() * 6 + role.index()) * 64 + from.index();
        self.rows[slot].get_or_init(|| self.new_row(color, role, from))
    }

    #[cold]
    fn new_row(&self, color: Color, role: Role, from: Square) -> Box<Row> {
        let mut row = Box::new([NEVER; TASKS]);
        row[usize::from(ANYWHERE)] = 0;
        row[usize::from(TAKEN)] = 0;
        for to in Square::all() {
            for becomes in Role::ALL {
                let moves = self.moves(color, role, from, becomes, to);
                row[usize::from(guard(becomes, to))] = moves;
                if color != self.mating {
                    let task = usize::from(blocker(becomes, to));
                    row[task] = row[task].min(moves);
                } else {
                    row[usize::from(checker(becomes, to))] = match becomes {
                        // Before the last move there is no check, so whoever gives it is still to come.
                        Role::Pawn if from == to => NEVER,
                        _ if from == to && role == becomes => self.return_moves(color, role, from),
                        _ => moves,
                    };
                }
            }
        }
        row
    }

    /// The fewest moves from `from` to `to` of a piece that begins as `role` and ends as `becomes`.
    fn moves(&self, color: Color, role: Role, from: Square, becomes: Role, to: Square) -> u8 {
        if role == Role::Pawn {
            return self.pawn_moves(color, from, becomes, to);
        }
        if role != becomes {
            return NEVER;
        }
        let mut least = officer_moves(role, from, to);
        // Castling is one move, counted as the king's.
        let king = self.kings[color.index()];
        for rook in self.rooks[color.index()] {
            let Some(king) = king else { break };
            let side = CastlingSide::of(king, rook);
            if role == Role::King && from == king {
                let castled = officer_moves(role, side.king_target(color), to);
                least = least.min(castled.saturating_add(1));
            }
            if role == Role::Rook && from == rook {
                least = least.min(officer_moves(role, side.rook_target(color), to));
            }
        }
        least
    }

    /// The fewest moves of a piece that leaves its square and comes back. A rook that castles leaves it by the king's
    /// move.
    fn return_moves(&self, color: Color, role: Role, from: Square) -> u8 {
        let castled = match self.kings[color.index()] {
            Some(king) if role == Role::Rook && self.rooks[color.index()].contains(from) => {
                let target = CastlingSide::of(king, from).rook_target(color);
                officer_moves(role, target, from)
            }
            _ => 0,
        };
        if castled > 0 { castled.min(2) } else { 2 }
    }

    fn pawn_moves(&self, color: Color, from: Square, becomes: Role, to: Square) -> u8 {
        let captures = self.captures[color.index()];
        match becomes {
            Role::King => NEVER,
            Role::Pawn => pawn_way(color, from, to, captures),
            _ => Bitboard::rank(Rank::EIGHTH.relative_to(color))
                .into_iter()
                .map(|last| {
                    let way = pawn_way(color, from, last, captures);
                    way.saturating_add(officer_moves(becomes, last, to)).min(NEVER)
                })
                .min()
                .unwrap_or(NEVER),
        }
    }
}

/// The moves of a pawn as a pawn, with at most `captures`.
fn pawn_way(color: Color, from: Square, to: Square, captures: usize) -> u8 {
    let start = from.rank().relative_to(color).index();
    let end = to.rank().relative_to(color).index();
    let files = from.file().index().abs_diff(to.file().index());
    if from == to {
        return 0;
    }
    if end <= start || files > end - start || files > captures {
        return NEVER;
    }
    let ranks = end - start;
    // A double step needs two ranks that are not spent on captures.
    let double = start == 1 && ranks >= files + 2;
    (ranks - usize::from(double)) as u8
}

/// The moves of a piece other than the pawn on an empty board.
fn officer_moves(role: Role, from: Square, to: Square) -> u8 {
    attacks::distance(role, from, to).unwrap_or(NEVER)
}

/// The squares from which a piece other than the pawn is at most `moves` away from a task of its own
/// kind.
#[inline]
pub(super) fn near(role: Role, task: Task, moves: usize) -> Bitboard {
    static TABLE: OnceLock<Vec<[Bitboard; 8]>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let kinds = Role::ALL.into_iter();
        let squares = kinds.flat_map(|role| Square::all().map(move |to| (role, to)));
        squares
            .map(|(role, to)| {
                let within = |moves: u8| {
                    Square::all().filter(|&from| officer_moves(role, from, to) <= moves).collect()
                };
                [0, 1, 2, 3, 4, 5, 6, 7].map(within)
            })
            .collect()
    });
    // Each task names its square in the last six bits.
    let near = &table[role.index() * 64 + usize::from(task % 64)];
    near.get(moves).copied().unwrap_or(Bitboard::ALL)
}
