//! Whether a side could make its way alone: in exactly the moves that it has, with its own pieces in each other's way, but of the
//! other side only those that stay.
//!
//! A count of moves knows nothing of pieces that block each other, nor that a knight cannot lose a single move. A side
//! alone has so few positions that all of this can be searched; what is found holds wherever the other side stands, so it is
//! remembered. Only for the time when nothing more is taken and no pawn promotes, and with no obstacles of the other side but
//! those that never move: the answers would be sharper with those that have come to stay, but fewer of them the same.

use super::board::{Board, NEVER, ahead};
use crate::table::mix;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Rank, Role, Square, attacks};

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placement {
    pieces: [Bitboard; 6],
    /// The rooks that may castle.
    rights: Bitboard,
}

impl Placement {
    fn of(position: &Position, color: Color) -> Placement {
        let pieces = Role::ALL.map(|role| position.pieces(color, role));
        Placement { pieces, rights: position.castling().of(color) }
    }

    fn all(&self) -> Bitboard {
        self.pieces.into_iter().fold(Bitboard::EMPTY, |all, some| all | some)
    }

    fn moved(&self, role: Role, from: Square, to: Square) -> Placement {
        let mut placement = *self;
        placement.pieces[role.index()] ^= Bitboard::of(from) | Bitboard::of(to);
        placement.rights &= if role == Role::King { Bitboard::EMPTY } else { !Bitboard::of(from) };
        placement
    }

    fn castled(&self, color: Color, king: Square, rook: Square) -> Placement {
        let side = CastlingSide::of(king, rook);
        let mut placement = *self;
        placement.rights = Bitboard::EMPTY;
        // In Chess960 either may castle to where it stands.
        placement.pieces[Role::King.index()] = side.king_target(color).into();
        placement.pieces[Role::Rook.index()] &= !Bitboard::of(rook);
        placement.pieces[Role::Rook.index()] |= Bitboard::of(side.rook_target(color));
        placement
    }

    /// A key of the pieces and of the moves that they have.
    fn key(&self, moves: u16) -> u64 {
        // Nothing but the order of what is mixed keeps a square from being taken for a number of moves.
        let seed = mix(0x9E37_79B9_7F4A_7C15 ^ u64::from(moves));
        let parts = self.pieces.iter().map(|pieces| pieces.0).chain([self.rights.0]);
        parts.fold(seed, |key, part| mix(key.rotate_left(7) ^ part))
    }
}

/// The ways of one side alone to the end.
pub(super) struct Alone {
    color: Color,
    end: Placement,
    rights_count: bool,
    /// By the pieces and the moves left: the key, and the answer in its lowest bit.
    known: Vec<u64>,
    /// Steps that a question may take.
    trust: u32,
    /// Steps that the question now asked may still take.
    patience: u32,
    /// Steps that all questions have taken.
    pub(super) steps: u64,
}

/// Answers that are remembered, a power of two.
const KNOWN: usize = 1 << 20;

/// A question that takes more steps is not answered.
const PATIENCE: u32 = 50_000;

/// More pieces of a kind are not assigned to their places.
const MOST_LIKE: usize = 4;

impl Alone {
    pub(super) fn new(end: &Position, color: Color, rights_count: bool) -> Alone {
        Alone {
            color,
            end: Placement::of(end, color),
            rights_count,
            known: Vec::new(),
            trust: PATIENCE,
            patience: 0,
            steps: 0,
        }
    }

    /// Whether the side may come to the end in exactly `moves`; true where that is not known. The board is always that of
    /// the pieces that never move.
    pub(super) fn may_arrive(&mut self, position: &Position, board: &Board, moves: u16) -> bool {
        let placement = Placement::of(position, self.color);
        let counts = |placement: &Placement| placement.pieces.map(|pieces| pieces.len());
        if counts(&placement) != counts(&self.end)
            || counts(&placement)[1..].iter().any(|&n| n > MOST_LIKE)
        {
            return true;
        }
        if self.known.is_empty() {
            self.known = vec![0; KNOWN];
        }
        self.patience = self.trust;
        let arrives = self.least(&placement, board) <= u32::from(moves)
            && self.arrives(&placement, board, moves);
        self.steps += u64::from(self.trust - self.patience);
        // Where most questions take too long, they are not worth so much.
        if !arrives {
            self.trust = (2 * self.trust).min(PATIENCE);
        } else if self.patience == 0 {
            self.trust -= self.trust / 8;
        }
        arrives
    }

    /// Whether the side may come to the end in exactly `moves`, which are not too few for its pieces one by one.
    fn arrives(&mut self, placement: &Placement, board: &Board, moves: u16) -> bool {
        if moves == 0 {
            return placement.pieces == self.end.pieces
                && (!self.rights_count || placement.rights == self.end.rights);
        }
        let key = placement.key(moves) & !1;
        let at = (key >> 1) as usize & (KNOWN - 1);
        if self.known[at] & !1 == key {
            return self.known[at] & 1 != 0;
        }
        if self.patience == 0 {
            return true;
        }
        self.patience -= 1;
        let arrives = self.steps(placement, board, moves - 1);
        self.known[at] = key | u64::from(arrives);
        arrives
    }

    /// Whether some move leads to the end in `left` more.
    fn steps(&mut self, placement: &Placement, board: &Board, left: u16) -> bool {
        let own = placement.all();
        let occupied = own | board.settled;
        let closed = board.closed[self.color.index()];
        let counts = Role::ALL.map(|role| self.count_role(role, placement, board));
        let count: u32 = counts.iter().sum();
        for role in Role::ALL {
            let others = count - counts[role.index()];
            for from in placement.pieces[role.index()] & !board.settled {
                let targets = match role {
                    Role::Pawn => self.pawn_steps(from, occupied),
                    Role::King => attacks::king(from) & !closed,
                    _ => attacks::of(self.color, role, from, occupied),
                };
                for to in targets & !occupied {
                    let moved = placement.moved(role, from, to);
                    // Only the piece that has moved is nearer or farther now.
                    let least = match moved.rights.is_empty() {
                        true => others + self.count_role(role, &moved, board),
                        false => self.least(&moved, board),
                    };
                    if least <= u32::from(left) && self.arrives(&moved, board, left) {
                        return true;
                    }
                }
            }
        }
        let Some(king) = placement.pieces[Role::King.index()].first() else { return false };
        for rook in placement.rights & !board.settled {
            let side = CastlingSide::of(king, rook);
            let (king_to, rook_to) = (side.king_target(self.color), side.rook_target(self.color));
            let way = attacks::between(king, king_to) | attacks::between(rook, rook_to);
            let way = way | king_to.into() | rook_to.into();
            let others = occupied & !Bitboard::of(king) & !Bitboard::of(rook);
            if (way & others).any() || board.settled.contains(king) {
                continue;
            }
            let castled = placement.castled(self.color, king, rook);
            if self.count(&castled, board) <= u32::from(left) && self.arrives(&castled, board, left)
            {
                return true;
            }
        }
        false
    }

    fn pawn_steps(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let one = ahead(self.color, from.into()) & !occupied;
        let third = Bitboard::rank(Rank::THIRD.relative_to(self.color));
        let last = Bitboard::rank(Rank::EIGHTH.relative_to(self.color));
        (one | ahead(self.color, one & third) & !occupied) & !last
    }

    /// The fewest moves, as if the pieces were not in each other's way; castling brings two at once.
    fn least(&self, placement: &Placement, board: &Board) -> u32 {
        let mut least = self.count(placement, board);
        if let Some(king) = placement.pieces[Role::King.index()].first() {
            for rook in placement.rights & !board.settled {
                let castled = placement.castled(self.color, king, rook);
                let rooks = |placement: &Placement| placement.pieces[Role::Rook.index()].len();
                if rooks(&castled) < rooks(placement) {
                    // The other rook must still leave the place where this one comes to.
                    return 0;
                }
                least = least.min(1 + self.count(&castled, board));
            }
        }
        least
    }

    fn count(&self, placement: &Placement, board: &Board) -> u32 {
        Role::ALL.iter().map(|&role| self.count_role(role, placement, board)).sum()
    }

    /// The moves of the pieces of one kind.
    fn count_role(&self, role: Role, placement: &Placement, board: &Board) -> u32 {
        let goals = &board.goals[self.color.index()];
        let mut places = [Square::A1; 8];
        let mut open = 0;
        for square in placement.pieces[role.index()] & !board.settled {
            if open == places.len() {
                return 0;
            }
            places[open] = square;
            open += 1;
        }
        let mut wanted = [0; 8];
        let mut len = 0;
        for (at, _) in goals.iter().enumerate().filter(|(_, goal)| goal.role == role) {
            if len < wanted.len() {
                wanted[len] = at;
            }
            len += 1;
        }
        if len != open {
            return u32::from(NEVER);
        }
        let moves =
            |at: usize, goal: usize| u32::from(goals[wanted[goal]].moves(role, places[at], 0));
        match open {
            0 => 0,
            1 => moves(0, 0),
            2 => (moves(0, 0) + moves(1, 1)).min(moves(0, 1) + moves(1, 0)),
            // Whoever has the shortest way to a place may be the same for several.
            _ => (0..open).map(|goal| (0..open).map(|at| moves(at, goal)).min().unwrap_or(0)).sum(),
        }
    }
}
