//! How far every square is from every place where a piece must end, on a board with pieces that stay.

use super::barriers::{Barriers, ZONES};
use zugwerk_chess::{Bitboard, Color, Position, Rank, Role, Square, attacks};

/// Not to be reached.
pub(super) const NEVER: u8 = 100;

/// Moves from each square.
type Distances = [u8; 64];

/// A pawn makes at most this many captures.
const MOST_CAPTURES: usize = 6;

/// The board between now and the end, as far as some pieces will not move any more.
pub(super) struct Board {
    /// Squares whose pieces stay.
    pub(super) settled: Bitboard,
    /// For each colour, where its other pieces must end.
    pub(super) goals: [Vec<Goal>; 2],
    /// For each colour, squares that its king cannot enter.
    pub(super) closed: [Bitboard; 2],
    pub(super) barriers: Barriers,
}

/// A place where a piece of a kind must end.
pub(super) struct Goal {
    pub(super) role: Role,
    pub(super) square: Square,
    ways: Ways,
}

/// The moves to a place.
pub(super) struct Ways {
    /// Of the piece itself.
    moves: Distances,
    /// By the captures that may be made, of a pawn, which promotes where the piece is none.
    pawns: Vec<Distances>,
}

impl Board {
    /// The board on the way to `end`, if each side makes at most `captures`; pawns promote only
    /// where `may_promote` says so.
    pub(super) fn new(
        end: &Position,
        settled: Bitboard,
        barriers: &Barriers,
        captures: [usize; 2],
        may_promote: [bool; 2],
    ) -> Board {
        let closed = Color::ALL.map(|color| closed_to_king(end, settled, color));
        let goals = |color: Color| {
            let open = end.color(color) & !settled;
            let at = color.index();
            let goals = open.into_iter().filter_map(|square| {
                let role = end.role_at(square)?;
                let side = Side { color, settled, closed: closed[at], barriers };
                let moves = side.moves(role, square.into());
                let pawns = match role {
                    Role::Pawn => side.pawn_moves(|to| (to == square).then_some(0), captures[at]),
                    Role::King => Vec::new(),
                    _ if may_promote[at] => side.promotions(&[&moves], captures[at]),
                    _ => Vec::new(),
                };
                Some(Goal { role, square, ways: Ways { moves, pawns } })
            });
            goals.collect()
        };
        Board { settled, goals: Color::ALL.map(goals), closed, barriers: barriers.clone() }
    }
}

impl Goal {
    /// The moves of a piece from `from` to this place, with at most `captures` by pawns.
    #[inline]
    pub(super) fn moves(&self, role: Role, from: Square, captures: usize) -> u8 {
        match role {
            Role::Pawn => pawn_moves(&self.ways.pawns, from, captures),
            _ if role == self.role => self.ways.moves[from.index()],
            _ => NEVER,
        }
    }
}

#[inline]
fn pawn_moves(by_captures: &[Distances], from: Square, captures: usize) -> u8 {
    match by_captures.get(captures).or(by_captures.last()) {
        Some(moves) => moves[from.index()],
        None => NEVER,
    }
}

/// The moves to the squares on which a side's pieces may be taken by pawns.
pub(super) struct CaptureDistances {
    pieces: [Distances; 4],
    pawns: Vec<Distances>,
}

const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl CaptureDistances {
    /// The ways of `color` to `squares`, with at most `captures` by its own pawns.
    pub(super) fn new(
        settled: Bitboard,
        barriers: &Barriers,
        color: Color,
        squares: Bitboard,
        captures: usize,
    ) -> CaptureDistances {
        let side = Side { color, settled, closed: Bitboard::EMPTY, barriers };
        let pieces = OFFICERS.map(|role| side.moves(role, squares));
        // En passant a pawn is taken one square further on.
        let third = Bitboard::rank(Rank::THIRD.relative_to(color));
        let targets = squares | ahead(color, squares & third);
        let promoted = side.promotions(&[&pieces[0], &pieces[1], &pieces[2], &pieces[3]], captures);
        let mut pawns = side.pawn_moves(|to| targets.contains(to).then_some(0), captures);
        for (pawns, promoted) in pawns.iter_mut().zip(&promoted) {
            for (moves, &promoted) in pawns.iter_mut().zip(promoted) {
                *moves = (*moves).min(promoted);
            }
        }
        CaptureDistances { pieces, pawns }
    }

    /// The moves of a piece from `from` to one of the squares.
    #[inline]
    pub(super) fn moves(&self, role: Role, from: Square, captures: usize) -> u8 {
        match role {
            Role::Pawn => pawn_moves(&self.pawns, from, captures),
            Role::King => NEVER,
            _ => self.pieces[role.index() - 1][from.index()],
        }
    }
}

pub(super) fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// Squares that the king of `color` cannot enter, as pieces of the other side that stay attack them.
fn closed_to_king(end: &Position, settled: Bitboard, color: Color) -> Bitboard {
    let mut closed = Bitboard::EMPTY;
    for square in end.color(!color) & settled {
        if let Some(role) = end.role_at(square) {
            // Of a line only the first square is surely attacked.
            closed |= attacks::of(!color, role, square, Bitboard::ALL);
        }
    }
    closed
}

/// One side on a board.
struct Side<'a> {
    color: Color,
    settled: Bitboard,
    /// To its king.
    closed: Bitboard,
    barriers: &'a Barriers,
}

impl Side<'_> {
    /// The moves of a piece other than the pawn to the nearest of `targets`.
    fn moves(&self, role: Role, targets: Bitboard) -> Distances {
        let mut moves = [NEVER; 64];
        match role {
            Role::Pawn => return moves,
            Role::Rook | Role::Queen => return self.moves_past_barriers(role, targets),
            _ => {}
        }
        // Backwards: the squares from which `border` can be entered.
        let closed = if role == Role::King { self.closed } else { Bitboard::EMPTY };
        let mut reached = targets & !self.settled;
        let mut border = reached;
        for length in 0.. {
            for square in border {
                moves[square.index()] = length;
            }
            let mut next = Bitboard::EMPTY;
            for square in border & !closed {
                next |= attacks::of(self.color, role, square, self.settled);
            }
            border = next & !self.settled & !reached;
            reached |= border;
            if border.is_empty() {
                break;
            }
        }
        moves
    }

    /// As [`Side::moves`], of a piece that moves along files, where pawns bar its way.
    fn moves_past_barriers(&self, role: Role, targets: Bitboard) -> Distances {
        let mut moves = [NEVER; 64];
        // By the pawns below the piece; see [`Barriers`].
        let mut reached = [Bitboard::EMPTY; ZONES];
        let mut next: Vec<(Square, usize)> = Vec::new();
        let mut enter = |square: Square, zone: usize, next: &mut Vec<(Square, usize)>| {
            if !reached[zone].contains(square) {
                reached[zone] |= square.into();
                next.push((square, zone));
            }
        };
        for square in targets & !self.settled {
            self.barriers.zones(square).for_each(|zone| enter(square, zone, &mut next));
        }
        for length in 0.. {
            let border = std::mem::take(&mut next);
            if border.is_empty() {
                break;
            }
            for (square, zone) in border {
                let is_new = moves[square.index()] == NEVER;
                moves[square.index()] = moves[square.index()].min(length);
                let file = Bitboard::file(square.file());
                let origins = attacks::of(self.color, role, square, self.settled) & !self.settled;
                for origin in origins & file {
                    if self.barriers.zones(origin).contains(&zone) {
                        enter(origin, zone, &mut next);
                    }
                }
                for origin in (origins & !file).into_iter().filter(|_| is_new) {
                    self.barriers.zones(origin).for_each(|zone| enter(origin, zone, &mut next));
                }
            }
        }
        moves
    }

    /// By the captures that may be made, the moves of a pawn to where `rest` tells how many more are needed.
    fn pawn_moves(&self, rest: impl Fn(Square) -> Option<u8>, captures: usize) -> Vec<Distances> {
        let mut all: Vec<Distances> = Vec::new();
        for captures in 0..=captures.min(MOST_CAPTURES) {
            let mut moves = [NEVER; 64];
            for rank in (0..8).rev() {
                for square in Bitboard::rank(Rank::new(rank).relative_to(self.color)) {
                    let one = ahead(self.color, square.into()) & !self.settled;
                    let mut least = rest(square).unwrap_or(NEVER);
                    let steps = match rank {
                        1 => one | ahead(self.color, one) & !self.settled,
                        _ => one,
                    };
                    for next in steps {
                        least = least.min(moves[next.index()].saturating_add(1));
                    }
                    if captures > 0 {
                        for next in attacks::pawn(self.color, square) & !self.settled {
                            least = least.min(all[captures - 1][next.index()].saturating_add(1));
                        }
                    }
                    moves[square.index()] = least.min(NEVER);
                }
            }
            all.push(moves);
        }
        all
    }

    /// As [`Side::pawn_moves`], of pawns that promote and go on to where `onward` leads.
    fn promotions(&self, onward: &[&Distances], captures: usize) -> Vec<Distances> {
        let last = Bitboard::rank(Rank::EIGHTH.relative_to(self.color));
        self.pawn_moves(
            |square| {
                let least = onward.iter().map(|moves| moves[square.index()]).min();
                least.filter(|_| last.contains(square))
            },
            captures,
        )
    }
}
