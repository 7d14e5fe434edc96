//! The pieces of one side, and its moves as if the other side had no pieces but those that stay.

use super::barriers::Barriers;
use super::board::{Board, NEVER, ahead};
use super::pairs::Pairs;
use crate::table::mix;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Rank, Role, Square, attacks};

/// The pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) pieces: [Bitboard; 6],
    /// The rooks that may castle.
    pub(super) rights: Bitboard,
}

impl Placement {
    pub(super) fn of(position: &Position, color: Color) -> Placement {
        let pieces = Role::ALL.map(|role| position.pieces(color, role));
        Placement { pieces, rights: position.castling().of(color) }
    }

    pub(super) fn all(&self) -> Bitboard {
        self.pieces.into_iter().fold(Bitboard::EMPTY, |all, some| all | some)
    }

    /// How many pieces of each kind there are.
    pub(super) fn counts(&self) -> [usize; 6] {
        self.pieces.map(Bitboard::len)
    }

    pub(super) fn king(&self) -> Option<Square> {
        self.pieces[Role::King.index()].first()
    }

    /// Whether these pieces, of `color`, attack `square` on a board that is `occupied` so.
    pub(super) fn attacks(&self, color: Color, square: Square, occupied: Bitboard) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        (attacks::pawn(!color, square) & pawns).any()
            || (attacks::knight(square) & knights).any()
            || (attacks::king(square) & kings).any()
            || (attacks::bishop_rays(square) & (bishops | queens)).any()
                && (attacks::bishop(square, occupied) & (bishops | queens)).any()
            || (attacks::rook_rays(square) & (rooks | queens)).any()
                && (attacks::rook(square, occupied) & (rooks | queens)).any()
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
    pub(super) fn key(&self, moves: u16) -> u64 {
        // Nothing but the order of what is mixed keeps a square from being taken for a number of moves.
        let seed = mix(0x9E37_79B9_7F4A_7C15 ^ u64::from(moves));
        let parts = self.pieces.iter().map(|pieces| pieces.0).chain([self.rights.0]);
        parts.fold(seed, |key, part| mix(key.rotate_left(7) ^ part))
    }
}

/// One move of a side.
pub(super) struct Step {
    pub(super) after: Placement,
    /// The squares on which no piece of the other side may stand.
    pub(super) way: Bitboard,
    /// Where the king must not be attacked before it castles.
    pub(super) crossing: Bitboard,
}

/// One side on its way to the end, on a board with pieces that stay.
pub(super) struct Solo {
    pub(super) color: Color,
    end: Placement,
    rights_count: bool,
    settled: Bitboard,
    /// To its king.
    closed: Bitboard,
    barriers: Barriers,
    /// For each kind, the moves to each of its places that are still open.
    goals: [Vec<[u8; 64]>; 6],
    pairs: Option<Pairs>,
}

/// More pieces of a kind are not assigned to their places.
const MOST_LIKE: usize = 4;

impl Solo {
    pub(super) fn new(end: &Position, color: Color, rights_count: bool, board: &Board) -> Solo {
        let mut goals: [Vec<[u8; 64]>; 6] = Default::default();
        for goal in &board.goals[color.index()] {
            let mut moves = [NEVER; 64];
            for square in Square::all() {
                moves[square.index()] = goal.moves(goal.role, square, 0);
            }
            goals[goal.role.index()].push(moves);
        }
        Solo {
            color,
            end: Placement::of(end, color),
            rights_count,
            settled: board.settled,
            closed: board.closed[color.index()],
            barriers: board.barriers.clone(),
            goals,
            pairs: None,
        }
    }

    /// The same side, if it starts from `start`: more is known of it then, with at most this many placements of pawns told apart.
    pub(super) fn starting_from(self, start: &Position, board: &Board, placements: usize) -> Solo {
        Solo { pairs: Pairs::new(start, self.color, board, placements), ..self }
    }

    /// Whether the pieces are those of the end, and not too many of a kind.
    pub(super) fn knows(&self, placement: &Placement) -> bool {
        let counts = placement.counts();
        counts == self.end.counts() && counts[1..].iter().all(|&n| n <= MOST_LIKE)
    }

    pub(super) fn is_end(&self, placement: &Placement) -> bool {
        placement.pieces == self.end.pieces
            && (!self.rights_count || placement.rights == self.end.rights)
    }

    /// Calls `look` with every move after which `left` more are not too few for the pieces one by one, until it returns
    /// true; returns whether it did. The other side must still pass over the squares `passed`.
    pub(super) fn any_step(
        &self,
        placement: &Placement,
        left: u16,
        passed: Bitboard,
        mut look: impl FnMut(Step) -> bool,
    ) -> bool {
        let occupied = placement.all() | self.settled;
        let left = u32::from(left);
        let counts = Role::ALL.map(|role| self.count_role(role, placement));
        let count: u32 = counts.iter().sum();
        for role in Role::ALL {
            let others = count - counts[role.index()];
            for from in placement.pieces[role.index()] & !self.settled {
                let targets = match role {
                    Role::Pawn => self.pawn_steps(from, occupied),
                    Role::King => attacks::king(from) & !self.closed,
                    _ => attacks::of(self.color, role, from, occupied),
                };
                for to in targets & !occupied {
                    let after = placement.moved(role, from, to);
                    // Only the piece that has moved is nearer or farther now.
                    let least = match after.rights.is_empty() {
                        true => others + self.count_role(role, &after),
                        false => self.least(&after),
                    };
                    let way = attacks::between(from, to) | to.into();
                    if least <= left
                        && (role == Role::Pawn || !self.barriers.part(from, to))
                        && self.fits_by_pairs(&after, left, passed)
                        && look(Step { after, way, crossing: Bitboard::EMPTY })
                    {
                        return true;
                    }
                }
            }
        }
        self.any_castling(placement, occupied, left, passed, look)
    }

    fn any_castling(
        &self,
        placement: &Placement,
        occupied: Bitboard,
        left: u32,
        passed: Bitboard,
        mut look: impl FnMut(Step) -> bool,
    ) -> bool {
        let Some(king) = placement.king() else { return false };
        for rook in placement.rights & !self.settled {
            let side = CastlingSide::of(king, rook);
            let (king_to, rook_to) = (side.king_target(self.color), side.rook_target(self.color));
            let crossing = attacks::between(king, king_to) | king.into();
            let way = crossing | attacks::between(rook, rook_to) | king_to.into() | rook_to.into();
            let others = occupied & !Bitboard::of(king) & !Bitboard::of(rook);
            if (way & others).any() || self.settled.contains(king) {
                continue;
            }
            let after = placement.castled(self.color, king, rook);
            if self.count(&after) <= left
                && self.fits_by_pairs(&after, left, passed)
                && look(Step { after, way, crossing })
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
    pub(super) fn least(&self, placement: &Placement) -> u32 {
        let to_lose = placement.rights & !self.end.rights;
        let stays = |role: Role| self.count_role(role, placement) == 0;
        let mut least = self.count(placement);
        if self.rights_count && to_lose.any() && stays(Role::King) && stays(Role::Rook) {
            // Some king or rook must go away and come back.
            least += 2;
        }
        if let Some(king) = placement.king() {
            for rook in placement.rights & !self.settled {
                let castled = placement.castled(self.color, king, rook);
                let rooks = |placement: &Placement| placement.pieces[Role::Rook.index()].len();
                if rooks(&castled) < rooks(placement) {
                    // The other rook must still leave the place where this one comes to.
                    return 0;
                }
                least = least.min(1 + self.count(&castled));
            }
        }
        least
    }

    /// Whether `left` moves may be enough from here, while the other side must still pass over the squares `passed`.
    pub(super) fn fits(&self, placement: &Placement, left: u16, passed: Bitboard) -> bool {
        let left = u32::from(left);
        self.least(placement) <= left && self.fits_by_pairs(placement, left, passed)
    }

    /// Whether `left` moves are enough, as if only two officers and the pawns were in each other's way, and the other side had nothing
    /// to do but to pass over the squares `passed`.
    fn fits_by_pairs(&self, placement: &Placement, left: u32, passed: Bitboard) -> bool {
        let Some(pairs) = &self.pairs else { return true };
        let left = left.checked_sub(self.count_role(Role::Pawn, placement));
        left.is_some_and(|left| pairs.fit(placement, self.settled, passed, left))
    }

    fn count(&self, placement: &Placement) -> u32 {
        Role::ALL.iter().map(|&role| self.count_role(role, placement)).sum()
    }

    /// The moves of the pieces of one kind.
    fn count_role(&self, role: Role, placement: &Placement) -> u32 {
        let goals = &self.goals[role.index()];
        let open = placement.pieces[role.index()] & !self.settled;
        if open.len() != goals.len() {
            return u32::from(NEVER);
        }
        let moves = |from: Square, goal: usize| u32::from(goals[goal][from.index()]);
        let mut pieces = open.into_iter();
        match (goals.len(), pieces.next(), pieces.next()) {
            (0, ..) => 0,
            (1, Some(only), _) => moves(only, 0),
            (2, Some(one), Some(other)) => {
                (moves(one, 0) + moves(other, 1)).min(moves(one, 1) + moves(other, 0))
            }
            // Whoever has the shortest way to a place may be the same for several.
            (len, ..) => (0..len)
                .map(|goal| open.into_iter().map(|from| moves(from, goal)).min().unwrap_or(0))
                .sum(),
        }
    }
}
