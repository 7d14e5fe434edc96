//! Stalemates worked out backwards: where the king stands, and what has become of every piece of its side.
//!
//! A stalemated side has no move at all, so each of its pieces was taken, or stands where it cannot move: a pawn behind
//! something, a piece shut in by its own, or one that is pinned and cannot move along the pin. Whatever a piece needs
//! for that calls for other pieces, until all have a task.

use super::builder::{Budget, Cast, Found, Piece};
use super::distances::{ANYWHERE, Distances, TAKEN, Task, guard};
use zugwerk_chess::{Bitboard, Color, Position, Role, Square, attacks};

/// Builds every pattern of a stalemate, draft by draft.
pub(super) struct StalemateBuilder<'a> {
    /// The side that stalemates.
    mating: Color,
    /// Its pieces.
    guards: Vec<Piece<'a>>,
    /// The pieces of the stalemated side but the king.
    stuck: Vec<Piece<'a>>,
    king: Option<Piece<'a>>,
    /// The moves that each side has.
    moves: (u16, u16),
    attempts: usize,
    budget: &'a Budget<'a>,
    found: Found,
}

/// A pattern in the making.
#[derive(Clone)]
struct Draft {
    king: Square,
    tasks: [Task; 64],
    /// The pieces of the stalemating side placed so far, and whether each only guards squares around the king.
    guards: [(Role, Square, bool); 16],
    guards_len: usize,
    /// The pieces of the stalemated side placed so far.
    stuck: [(Role, Square); 16],
    stuck_len: usize,
    /// How many of them are known not to move.
    settled: usize,
    /// Squares of pieces that do not move as they are pinned, and the squares that must be empty for that.
    pinned: Bitboard,
    empty: Bitboard,
    /// Where pieces of the stalemated side are placed, the king included.
    own: Bitboard,
    /// Where all pieces but the king are placed.
    occupied: Bitboard,
    costs: (u16, u16),
    taken: u16,
}

impl<'a> StalemateBuilder<'a> {
    pub(super) fn new(
        position: &Position,
        mating: Color,
        moves: (u16, u16),
        distances: &'a Distances,
        budget: &'a Budget,
    ) -> StalemateBuilder<'a> {
        let Cast { guards, others: stuck, king } = Cast::of(position, mating, moves, distances);
        StalemateBuilder {
            mating,
            guards,
            stuck,
            king,
            moves,
            attempts: 0,
            budget,
            found: Found::default(),
        }
    }

    /// Finds all patterns with the king on `square`; `None` if there are too many.
    pub(super) fn build(&mut self, square: Square) -> Option<Found> {
        let king = self.king.as_ref()?;
        let pieces = self.guards.len() + self.stuck.len() + 1;
        self.found = Found { tasks: vec![Vec::new(); pieces], ..Found::default() };
        // More pieces than fit into a draft come from no game.
        if self.guards.len() > 16 || self.stuck.len() > 16 {
            return None;
        }
        let cost = king.cost(guard(Role::King, square));
        if cost <= self.moves.1 {
            let mut draft = Draft {
                king: square,
                tasks: [ANYWHERE; 64],
                guards: [(Role::King, square, true); 16],
                guards_len: 0,
                stuck: [(Role::King, square); 16],
                stuck_len: 0,
                settled: 0,
                pinned: Bitboard::EMPTY,
                empty: Bitboard::EMPTY,
                own: square.into(),
                occupied: Bitboard::EMPTY,
                costs: (0, cost),
                taken: 0,
            };
            draft.tasks[king.number] = guard(Role::King, square);
            if !self.go_on(&draft) {
                return None;
            }
        }
        Some(std::mem::take(&mut self.found))
    }

    /// Sees to what is still open: a square around the king, a placed piece that could move, a piece without a task.
    fn go_on(&mut self, draft: &Draft) -> bool {
        if self.attempts == 0 {
            self.attempts = self.budget.more();
        }
        let Some(attempts) = self.attempts.checked_sub(1) else { return false };
        self.attempts = attempts;
        if (draft.empty & draft.occupied).any() {
            return true;
        }
        let attacked = self.attacked(draft, usize::MAX);
        let open = attacks::king(draft.king) & !draft.own & !attacked;
        if let Some(square) = open.first() {
            let is_free = !draft.occupied.contains(square);
            return (!is_free || self.put_own(draft, square)) && self.attack(draft, square);
        }
        if draft.settled < draft.stuck_len {
            return self.settle(draft);
        }
        let next = self.stuck.iter().position(|piece| draft.tasks[piece.number] == ANYWHERE);
        match next {
            Some(at) => self.dispose(draft, at),
            None => {
                if self.is_stalemate(draft) {
                    self.keep(draft);
                }
                true
            }
        }
    }

    /// The squares that the placed pieces of the stalemating side attack, one of them left out.
    fn attacked(&self, draft: &Draft, without: usize) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for (at, &(role, from, _)) in draft.guards[..draft.guards_len].iter().enumerate() {
            if at != without {
                attacked |= attacks::of(self.mating, role, from, draft.occupied);
            }
        }
        attacked
    }

    /// Goes on with each piece of the stalemating side in each place from which it attacks `square`.
    fn attack(&mut self, draft: &Draft, square: Square) -> bool {
        let left = self.moves.0 - draft.costs.0;
        for at in 0..self.guards.len() {
            if draft.tasks[self.guards[at].number] != ANYWHERE {
                continue;
            }
            for becomes in Role::ALL {
                let squares = self.guards[at].within_as(becomes, left)
                    & attacks::of(!self.mating, becomes, square, draft.occupied);
                for from in squares {
                    if !self.put_guard(draft, at, becomes, from, true, |_| {}) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Goes on with a piece of the stalemating side on `to`, unless it cannot stand there.
    fn put_guard(
        &mut self,
        draft: &Draft,
        at: usize,
        becomes: Role,
        to: Square,
        only_guards: bool,
        change: impl Fn(&mut Draft),
    ) -> bool {
        let taken = draft.occupied | draft.king.into();
        // Whatever stands between, these give check.
        let reach = attacks::of(self.mating, becomes, to, Bitboard::ALL);
        if taken.contains(to) || reach.contains(draft.king) {
            return true;
        }
        let task = guard(becomes, to);
        let cost = draft.costs.0 + self.guards[at].cost(task);
        if cost > self.moves.0 || draft.guards_len == draft.guards.len() {
            return true;
        }
        let mut next = draft.clone();
        next.tasks[self.guards[at].number] = task;
        next.guards[next.guards_len] = (becomes, to, only_guards);
        next.guards_len += 1;
        next.occupied |= to.into();
        next.costs.0 = cost;
        change(&mut next);
        self.go_on(&next)
    }

    /// Goes on with each piece of the stalemated side that can stand on `square`.
    fn put_own(&mut self, draft: &Draft, square: Square) -> bool {
        (0..self.stuck.len()).all(|at| {
            draft.tasks[self.stuck[at].number] != ANYWHERE || self.put_stuck(draft, at, square)
        })
    }

    /// Goes on with a piece of the stalemated side on `square`, as whatever it can come there.
    fn put_stuck(&mut self, draft: &Draft, at: usize, square: Square) -> bool {
        for becomes in Role::ALL {
            let task = guard(becomes, square);
            let cost = draft.costs.1 + self.stuck[at].cost(task);
            let is_taken = draft.occupied.contains(square) || square == draft.king;
            if cost > self.moves.1 || is_taken || draft.stuck_len == draft.stuck.len() {
                continue;
            }
            let mut next = draft.clone();
            next.tasks[self.stuck[at].number] = task;
            next.stuck[next.stuck_len] = (becomes, square);
            next.stuck_len += 1;
            next.own |= square.into();
            next.occupied |= square.into();
            next.costs.1 = cost;
            if !self.go_on(&next) {
                return false;
            }
        }
        true
    }

    /// Sees to it that the first placed piece that could move cannot: something stands in its way, or it is pinned.
    fn settle(&mut self, draft: &Draft) -> bool {
        let (role, square) = draft.stuck[draft.settled];
        let settled = |next: &mut Draft| next.settled += 1;
        let color = !self.mating;
        let missing = match role {
            Role::Pawn => ahead(color, square) & !draft.own & !draft.occupied,
            _ => attacks::of(color, role, square, Bitboard::ALL) & !draft.own,
        };
        let is_open = match missing.first() {
            None => {
                let mut next = draft.clone();
                settled(&mut next);
                self.go_on(&next)
            }
            // What stands in an officer's way must be its own; before a pawn anything will do.
            Some(blocked) if role == Role::Pawn => {
                self.put_own(draft, blocked) && self.put_any_guard(draft, blocked)
            }
            Some(_) if (missing & draft.occupied).any() => true,
            Some(_) if missing.len() > self.free_pieces(draft) => true,
            Some(blocked) => self.put_own(draft, blocked),
        };
        is_open && self.pin(draft, role, square)
    }

    fn free_pieces(&self, draft: &Draft) -> usize {
        self.stuck.iter().filter(|piece| draft.tasks[piece.number] == ANYWHERE).count()
    }

    /// Goes on with each piece of the stalemating side that can come to `square`.
    fn put_any_guard(&mut self, draft: &Draft, square: Square) -> bool {
        let left = self.moves.0 - draft.costs.0;
        for at in 0..self.guards.len() {
            if draft.tasks[self.guards[at].number] != ANYWHERE {
                continue;
            }
            for becomes in Role::ALL {
                let is_near = self.guards[at].within_as(becomes, left).contains(square);
                if is_near && !self.put_guard(draft, at, becomes, square, false, |_| {}) {
                    return false;
                }
            }
        }
        true
    }

    /// Goes on with each way to pin the first placed piece that could move so that it cannot.
    fn pin(&mut self, draft: &Draft, role: Role, square: Square) -> bool {
        let before = attacks::between(draft.king, square);
        let is_diagonal = attacks::bishop_rays(draft.king).contains(square);
        let is_straight = attacks::rook_rays(draft.king).contains(square);
        let same_file = draft.king.file() == square.file();
        let is_stuck_when_pinned = match role {
            Role::Knight => is_diagonal || is_straight,
            Role::Rook => is_diagonal,
            Role::Bishop => is_straight,
            Role::Pawn => is_diagonal || is_straight && !same_file,
            Role::Queen | Role::King => false,
        };
        if !is_stuck_when_pinned || (before & draft.occupied).any() {
            return true;
        }
        let beyond = attacks::line(draft.king, square)
            & !before
            & !Bitboard::of(square)
            & !Bitboard::of(draft.king);
        let left = self.moves.0 - draft.costs.0;
        for from in beyond {
            let between = attacks::between(square, from);
            // On the king's own side of it there is nothing to pin.
            if between.contains(draft.king) || (between & draft.occupied).any() {
                continue;
            }
            let takes = role == Role::Pawn && attacks::pawn(!self.mating, square).contains(from);
            if takes {
                continue;
            }
            let pinned = |next: &mut Draft| {
                next.settled += 1;
                next.pinned |= square.into();
                next.empty |= before | between;
            };
            for becomes in [if is_diagonal { Role::Bishop } else { Role::Rook }, Role::Queen] {
                let placed = draft.guards[..draft.guards_len].iter();
                if placed.clone().any(|&(role, at, _)| (role, at) == (becomes, from)) {
                    let mut next = draft.clone();
                    pinned(&mut next);
                    for guard in next.guards[..draft.guards_len].iter_mut() {
                        guard.2 &= guard.1 != from;
                    }
                    if !self.go_on(&next) {
                        return false;
                    }
                }
                for at in 0..self.guards.len() {
                    if draft.tasks[self.guards[at].number] == ANYWHERE
                        && self.guards[at].within_as(becomes, left).contains(from)
                        && !self.put_guard(draft, at, becomes, from, false, pinned)
                    {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Goes on with a piece without a task taken, and on each square where it might not be able to move.
    fn dispose(&mut self, draft: &Draft, at: usize) -> bool {
        if draft.taken < self.moves.0 {
            let mut next = draft.clone();
            next.tasks[self.stuck[at].number] = TAKEN;
            next.taken += 1;
            if !self.go_on(&next) {
                return false;
            }
        }
        let left = self.moves.1 - draft.costs.1;
        let lines = attacks::bishop_rays(draft.king) | attacks::rook_rays(draft.king);
        let color = !self.mating;
        // Besides itself.
        let free = self.free_pieces(draft) - 1;
        let mut squares = Bitboard::EMPTY;
        for becomes in Role::ALL {
            for square in self.stuck[at].within_as(becomes, left) & !draft.occupied {
                let missing = attacks::of(color, becomes, square, Bitboard::ALL) & !draft.own;
                let is_possible = match becomes {
                    Role::Pawn => true,
                    Role::Queen => missing.len() <= free,
                    _ => missing.len() <= free || lines.contains(square),
                };
                if is_possible {
                    squares |= square.into();
                }
            }
        }
        squares.into_iter().all(|square| self.put_stuck(draft, at, square))
    }

    /// Whether the pattern can be part of a stalemate, and nobody could be left out.
    fn is_stalemate(&self, draft: &Draft) -> bool {
        let around = attacks::king(draft.king) & !draft.own;
        let guards = &draft.guards[..draft.guards_len];
        let unplaced = self.guards.iter().any(|piece| draft.tasks[piece.number] == ANYWHERE);
        // A check may still be shut out by somebody who has no task.
        let is_check = self.attacked(draft, usize::MAX).contains(draft.king);
        if is_check && !unplaced {
            return false;
        }
        let placed: Bitboard = guards.iter().map(|guard| guard.1).collect();
        let can_take = draft.stuck[..draft.stuck_len].iter().any(|&(role, square)| {
            // On the king's file it may be pinned by what stands before it.
            role == Role::Pawn
                && !draft.pinned.contains(square)
                && square.file() != draft.king.file()
                && (attacks::pawn(!self.mating, square) & placed).any()
        });
        let is_needed = |at: usize| !guards[at].2 || (around & !self.attacked(draft, at)).any();
        !can_take && (0..guards.len()).all(is_needed)
    }

    fn keep(&mut self, draft: &Draft) {
        for (column, &task) in self.found.tasks.iter_mut().zip(&draft.tasks) {
            column.push(task);
        }
        self.found.costs.push((draft.costs.0 as u8, draft.costs.1 as u8));
        self.found.taken.push(draft.taken as u8);
    }
}

/// The square before a pawn.
fn ahead(color: Color, square: Square) -> Bitboard {
    match color {
        Color::White => Bitboard::of(square) << 8,
        Color::Black => Bitboard::of(square) >> 8,
    }
}
