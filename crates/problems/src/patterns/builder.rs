//! Building patterns: first the king, then who gives check, then square by square who guards or blocks it.

use super::distances::{ANYWHERE, Distances, Row, Task, blocker, checker, guard};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use zugwerk_chess::{Bitboard, Color, Position, Rank, Role, Square, attacks};

/// The patterns found.
#[derive(Default)]
pub(super) struct Found {
    /// For each piece its task in each pattern.
    pub(super) tasks: Vec<Vec<Task>>,
    /// For each pattern the moves that the mating and the mated side need.
    pub(super) costs: Vec<(u8, u8)>,
    /// For each pattern how many pieces of the mated side must be taken; nothing where that is not known.
    pub(super) taken: Vec<u8>,
}

/// A piece at the start.
pub(super) struct Piece<'a> {
    pub(super) number: usize,
    pub(super) role: Role,
    row: &'a Row,
    /// By moves and kind of piece, where the piece can be by then.
    within: Vec<[Bitboard; 6]>,
}

impl Piece<'_> {
    pub(super) fn new(number: usize, role: Role, row: &Row, moves: u16) -> Piece<'_> {
        let mut within = vec![[Bitboard::EMPTY; 6]; usize::from(moves) + 1];
        for (moves, within) in within.iter_mut().enumerate() {
            for becomes in Role::ALL {
                let is_near = |&square: &Square| {
                    usize::from(row[usize::from(guard(becomes, square))]) <= moves
                };
                within[becomes.index()] = Square::all().filter(is_near).collect();
            }
        }
        Piece { number, role, row, within }
    }

    /// The fewest moves to a task.
    pub(super) fn cost(&self, task: Task) -> u16 {
        u16::from(self.row[usize::from(task)])
    }

    /// Where a piece can be after at most `moves`, as `becomes`.
    pub(super) fn within_as(&self, becomes: Role, moves: u16) -> Bitboard {
        self.within[usize::from(moves)][becomes.index()]
    }

    /// Where a piece of the mating side can be after at most `moves`.
    fn within(&self, moves: u16) -> Bitboard {
        self.within[usize::from(moves)].iter().fold(Bitboard::EMPTY, |all, &set| all | set)
    }

    /// Whether the piece can become something that moves along lines.
    pub(super) fn may_slide(&self) -> bool {
        !matches!(self.role, Role::Knight | Role::King)
    }
}

/// Builds every pattern, draft by draft.
pub(super) struct Builder<'a> {
    pub(super) mating: Color,
    /// The pieces of the mating side.
    pub(super) guards: Vec<Piece<'a>>,
    /// The pieces of the mated side but the king.
    pub(super) blockers: Vec<Piece<'a>>,
    king: Option<Piece<'a>>,
    /// Whether a pawn of the mated side can still be taken en passant.
    en_passant: bool,
    /// From where the mating side takes en passant.
    fifth: Bitboard,
    /// The moves that each side has.
    moves: (u16, u16),
    /// How many drafts may be looked at before more are asked for.
    attempts: usize,
    budget: &'a Budget<'a>,
    found: Found,
}

/// How many drafts all builders together may still look at.
pub(super) struct Budget<'a> {
    attempts: AtomicUsize,
    /// Whether nobody waits any longer; asked now and then.
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    pub(super) fn new(attempts: usize, is_over: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget { attempts: AtomicUsize::new(attempts), is_over }
    }

    /// Some more attempts; none where all are spent or nobody waits any longer.
    pub(super) fn more(&self) -> usize {
        const SOME: usize = 4096;
        if (self.is_over)() {
            return 0;
        }
        let spend = |left: usize| Some(left.saturating_sub(SOME));
        self.attempts.fetch_update(Relaxed, Relaxed, spend).map_or(0, |left| left.min(SOME))
    }
}

/// A pattern in the making.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) king: Square,
    pub(super) tasks: [Task; 64],
    /// Whether the check may be a discovered one.
    pub(super) discovered: bool,
    /// The pieces of the mating side placed so far; the first gives check.
    pub(super) guards: [(Role, Square); 16],
    pub(super) guards_len: usize,
    /// Where pieces of the mated side block.
    blocks: Bitboard,
    /// Where pieces are placed, the king aside.
    pub(super) occupied: Bitboard,
    costs: (u16, u16),
}

/// The pieces of a position, by their part in a pattern.
pub(super) struct Cast<'a> {
    /// Those of the side that mates or stalemates.
    pub(super) guards: Vec<Piece<'a>>,
    /// Those of the other side but the king.
    pub(super) others: Vec<Piece<'a>>,
    /// The king that is mated or stalemated.
    pub(super) king: Option<Piece<'a>>,
}

impl<'a> Cast<'a> {
    /// The pieces, each with the moves that its side has: those of `mating` first.
    pub(super) fn of(
        position: &Position,
        mating: Color,
        moves: (u16, u16),
        distances: &'a Distances,
    ) -> Cast<'a> {
        let mut cast = Cast { guards: Vec::new(), others: Vec::new(), king: None };
        for (number, square) in position.occupied().into_iter().enumerate() {
            let Some(piece) = position.piece_at(square) else { continue };
            let row = distances.row(piece.color, piece.role, square);
            let own_moves = if piece.color == mating { moves.0 } else { moves.1 };
            let entry = Piece::new(number, piece.role, row, own_moves);
            match piece.role {
                _ if piece.color == mating => cast.guards.push(entry),
                Role::King => cast.king = Some(entry),
                _ => cast.others.push(entry),
            }
        }
        cast
    }
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        position: &Position,
        mating: Color,
        moves: (u16, u16),
        distances: &'a Distances,
        budget: &'a Budget,
    ) -> Builder<'a> {
        let second = Bitboard::rank(Rank::SECOND.relative_to(!mating));
        let unmoved = position.pieces(!mating, Role::Pawn) & second;
        // Blockers have no moves of their own to set anything up with.
        let Cast { guards, others: blockers, king } =
            Cast::of(position, mating, (moves.0, 0), distances);
        Builder {
            mating,
            guards,
            blockers,
            king,
            en_passant: position.double_push_square().is_some() || unmoved.any(),
            fifth: Bitboard::rank(Rank::FIFTH.relative_to(mating)),
            moves,
            attempts: 0,
            budget,
            found: Found::default(),
        }
    }

    /// Finds all patterns with the king on `square`; `None` if there are too many.
    pub(super) fn build(&mut self, square: Square) -> Option<Found> {
        let king = self.king.as_ref()?;
        let pieces = self.guards.len() + self.blockers.len() + 1;
        self.found = Found { tasks: vec![Vec::new(); pieces], ..Found::default() };
        let cost = u16::from(king.row[usize::from(blocker(Role::King, square))]);
        if cost <= self.moves.1 {
            let mut draft = Draft {
                king: square,
                tasks: [ANYWHERE; 64],
                discovered: false,
                guards: [(Role::King, square); 16],
                guards_len: 0,
                blocks: Bitboard::EMPTY,
                occupied: Bitboard::EMPTY,
                costs: (0, cost),
            };
            draft.tasks[king.number] = blocker(Role::King, square);
            if !self.attack(&draft, square) {
                return None;
            }
        }
        Some(std::mem::take(&mut self.found))
    }

    /// Whether the line of a piece that gives check from `from` may be opened by the last move, if the piece
    /// itself needs `cost` moves: somebody else has to stand in it and to leave it, or to take en passant.
    fn may_be_discovered(&self, number: usize, king: Square, from: Square, cost: u16) -> bool {
        let between = attacks::between(king, from);
        if between.is_empty() {
            return false;
        }
        self.guards.iter().any(|piece| {
            let near = self.moves.0.checked_sub(cost + 1);
            piece.number != number
                && near.is_some_and(|near| {
                    (between & piece.within(near)).any()
                        || piece.role == Role::Pawn
                            && self.en_passant
                            && (self.fifth & piece.within(near)).any()
                })
        })
    }

    /// Goes on with each piece of the mating side in each task from which it attacks `square`.
    fn attack(&mut self, draft: &Draft, square: Square) -> bool {
        let checks = square == draft.king;
        let left = self.moves.0 - draft.costs.0;
        for at in 0..self.guards.len() {
            let Piece { number, role, .. } = self.guards[at];
            if draft.tasks[number] != ANYWHERE || checks && role == Role::King {
                continue;
            }
            for becomes in Role::ALL {
                let mut squares = self.guards[at].within_as(becomes, left);
                if squares.is_empty() {
                    continue;
                }
                squares &= attacks::of(!self.mating, becomes, square, draft.occupied)
                    & !draft.occupied
                    & !Bitboard::of(draft.king);
                if becomes == Role::King {
                    squares &= !attacks::king(draft.king);
                }
                for from in squares {
                    if !self.guard(draft, at, becomes, from, checks) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Goes on with a piece of the mating side on `from`.
    fn guard(
        &mut self,
        draft: &Draft,
        at: usize,
        becomes: Role,
        from: Square,
        checks: bool,
    ) -> bool {
        let Piece { number, row, .. } = self.guards[at];
        let mut task = guard(becomes, from);
        let cost = u16::from(row[usize::from(task)]);
        let mut next = draft.clone();
        if checks {
            next.discovered = self.may_be_discovered(number, draft.king, from, cost);
            if !next.discovered {
                task = checker(becomes, from);
            }
        }
        next.costs.0 += u16::from(row[usize::from(task)]);
        if next.costs.0 > self.moves.0 || draft.guards_len == draft.guards.len() {
            return true;
        }
        next.tasks[number] = task;
        next.guards[next.guards_len] = (becomes, from);
        next.guards_len += 1;
        next.occupied |= from.into();
        self.go_on(&next)
    }

    /// Goes on with each piece of the mated side that can block `square`.
    fn block(&mut self, draft: &Draft, square: Square) -> bool {
        for at in 0..self.blockers.len() {
            let Piece { number, role, row, .. } = self.blockers[at];
            if draft.tasks[number] != ANYWHERE {
                continue;
            }
            // A pawn may come as a pawn or promoted.
            let promoted = (role == Role::Pawn).then_some(Role::Queen);
            for role in [Some(role), promoted].into_iter().flatten() {
                let task = blocker(role, square);
                let cost = draft.costs.1 + u16::from(row[usize::from(task)]);
                if cost > self.moves.1 {
                    continue;
                }
                let mut next = draft.clone();
                next.tasks[number] = task;
                next.blocks |= square.into();
                next.occupied |= square.into();
                next.costs.1 = cost;
                if !self.go_on(&next) {
                    return false;
                }
            }
        }
        true
    }

    /// Covers the next square around the king, or keeps the pattern if all are covered.
    fn go_on(&mut self, draft: &Draft) -> bool {
        if self.attempts == 0 {
            self.attempts = self.budget.more();
        }
        let Some(attempts) = self.attempts.checked_sub(1) else { return false };
        self.attempts = attempts;
        let mut attacked = Bitboard::EMPTY;
        for (at, &(role, from)) in draft.guards[..draft.guards_len].iter().enumerate() {
            let reach = attacks::of(self.mating, role, from, draft.occupied);
            if at == 0 && !reach.contains(draft.king) {
                return true;
            }
            attacked |= reach;
        }
        let open = attacks::king(draft.king) & !draft.blocks & !attacked;
        let Some(square) = open.first() else {
            if self.is_minimal(draft, attacked) && !self.is_parried(draft) {
                self.keep(draft);
            }
            return true;
        };
        let blocked = draft.occupied.contains(square) || self.block(draft, square);
        blocked && self.attack(draft, square)
    }

    /// Whether nobody could be left out. Where somebody could, the pattern without him is found as well.
    fn is_minimal(&self, draft: &Draft, attacked: Bitboard) -> bool {
        let guards = &draft.guards[..draft.guards_len];
        let around = attacks::king(draft.king) & !draft.blocks;
        let is_needed = |without: usize| {
            let occupied = draft.occupied ^ guards[without].1.into();
            let mut attacked = Bitboard::EMPTY;
            for (at, &(role, from)) in guards.iter().enumerate() {
                if at != without {
                    attacked |= attacks::of(self.mating, role, from, occupied);
                }
            }
            (around & !attacked).any()
        };
        (attacked & draft.blocks).is_empty() && (1..guards.len()).all(is_needed)
    }

    fn keep(&mut self, draft: &Draft) {
        for (column, &task) in self.found.tasks.iter_mut().zip(&draft.tasks) {
            column.push(task);
        }
        self.found.costs.push((draft.costs.0 as u8, draft.costs.1 as u8));
    }
}
