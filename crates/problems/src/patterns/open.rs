//! Which patterns are still open as a line of play goes on.
//!
//! Each move changes the moves that one piece needs to its task, so the patterns of a position follow from those of
//! the position before it.

use super::distances::{self, ANYWHERE, TAKEN};
use super::{NOBODY, Numbers, Open, Patterns};
use zugwerk_chess::{Bitboard, CastlingSide, Move, MoveKind, MoveList, Position, Role, Square};

/// The patterns that are still open along a line of play.
pub(crate) struct OpenPatterns<'a> {
    patterns: &'a Patterns,
    open: Vec<Open>,
    steps: Vec<Step>,
}

/// One position of the line.
#[derive(Clone)]
struct Step {
    /// Where its open patterns begin.
    start: usize,
    numbers: Numbers,
}

/// A piece that a move brings from one task to another.
struct Shift {
    piece: u8,
    from: Square,
    role: Role,
    to: Square,
    becomes: Role,
}

impl<'a> OpenPatterns<'a> {
    /// All of them, at the start.
    pub(crate) fn new(patterns: &'a Patterns) -> OpenPatterns<'a> {
        OpenPatterns {
            patterns,
            open: patterns.first.clone(),
            steps: vec![Step { start: 0, numbers: patterns.numbers }],
        }
    }

    /// The moves after which a pattern may still be open, if `mating` and `mated` moves are left to the two
    /// sides then.
    pub(crate) fn promising_moves(
        &self,
        position: &Position,
        moves: &MoveList,
        mating: u16,
        mated: u16,
        promising: &mut MoveList,
    ) {
        let most = if position.turn() == self.patterns.mating { mating } else { mated };
        let (mut known, mut targets) = (Bitboard::EMPTY, [Bitboard::ALL; 64]);
        for &m in moves {
            let from = m.from();
            let is_pawn = position.role_at(from) == Some(Role::Pawn);
            if !is_pawn && !known.contains(from) {
                known |= from.into();
                targets[from.index()] = self.targets(position, from, most);
            }
            let keeps = match is_pawn {
                true => self.keeps_open(position, m, most),
                false => targets[from.index()].contains(m.to()) || m.is_castling(),
            };
            if keeps {
                promising.push(m);
            }
        }
    }

    /// Whether a pattern may still be open after the pawn's move `m`, if its side has `most` moves after that.
    fn keeps_open(&self, position: &Position, m: Move, most: u16) -> bool {
        let Some(step) = self.steps.last() else { return true };
        let us = position.turn();
        let before = self.patterns.distances.row(us, Role::Pawn, m.from());
        let after = self.patterns.distances.row(us, m.promoted().unwrap_or(Role::Pawn), m.to());
        let tasks = &self.patterns.tasks[usize::from(step.numbers[m.from().index()])];
        let side = usize::from(us != self.patterns.mating);
        self.open[step.start..].iter().any(|open| {
            let own = i16::from(open.moves[side]);
            let task = usize::from(tasks[open.pattern as usize]);
            own + i16::from(after[task]) - i16::from(before[task]) <= most.min(99) as i16
        })
    }

    /// The squares to which the piece on `from`, no pawn, may go so that a pattern may still be open, if his side has `most`
    /// moves after that.
    fn targets(&self, position: &Position, from: Square, most: u16) -> Bitboard {
        let (Some(step), Some(role)) = (self.steps.last(), position.role_at(from)) else {
            return Bitboard::ALL;
        };
        let Patterns { distances, tasks, mating, .. } = self.patterns;
        let tasks = &tasks[usize::from(step.numbers[from.index()])];
        let side = usize::from(position.turn() != *mating);
        let row = distances.row(position.turn(), role, from);
        let most = most.min(99) as i16;
        let mut targets = Bitboard::EMPTY;
        for open in &self.open[step.start..] {
            let task = tasks[open.pattern as usize];
            let others = i16::from(open.moves[side]) - i16::from(row[usize::from(task)]);
            if others > most {
                continue;
            }
            if matches!(task, ANYWHERE | TAKEN) {
                return Bitboard::ALL;
            }
            targets |= distances::near(role, task, (most - others) as usize);
        }
        targets
    }

    /// Goes on with `m`, after which `mating` and `mated` moves are left; says whether a
    /// pattern is still open. If not, they stay as they were.
    pub(crate) fn push(&mut self, position: &Position, m: Move, mating: u16, mated: u16) -> bool {
        let Some(step) = self.steps.last() else { return false };
        let us = position.turn();
        let (shift, castled, taken) = shifts(position, m, &step.numbers);
        let (start, end) = (step.start, self.open.len());
        let mut numbers = step.numbers;
        let Patterns { distances, tasks, .. } = self.patterns;
        let side = usize::from(us != self.patterns.mating);
        let most = [mating, mated][side].min(99) as i16;
        let own_places = &tasks[usize::from(shift.piece)];
        let before = distances.row(us, shift.role, shift.from);
        let after = distances.row(us, shift.becomes, shift.to);
        // What castling costs is known when the rook's part is added.
        let first_most = if castled.is_some() { i16::MAX } else { most };
        self.open.reserve(end - start);
        for at in start..end {
            let mut open = self.open[at];
            let task = usize::from(own_places[open.pattern as usize]);
            let change = i16::from(after[task]) - i16::from(before[task]);
            let moves = i16::from(open.moves[side]) + change;
            if moves <= first_most {
                open.moves[side] = moves as u8;
                self.open.push(open);
            }
        }
        if let Some(square) = taken {
            let tasks = &tasks[usize::from(numbers[square.index()])];
            self.retain(end, |open| match tasks[open.pattern as usize] {
                TAKEN => {
                    open.taken -= 1;
                    true
                }
                task => task == ANYWHERE,
            });
        }
        if let Some(rook) = &castled {
            let tasks = &tasks[usize::from(rook.piece)];
            let before = distances.row(us, Role::Rook, rook.from);
            let after = distances.row(us, Role::Rook, rook.to);
            self.retain(end, |open| {
                let task = usize::from(tasks[open.pattern as usize]);
                let change = i16::from(after[task]) - i16::from(before[task]);
                let moves = i16::from(open.moves[side]) + change;
                open.moves[side] = moves as u8;
                moves <= most
            });
        }
        // Each move of the mating side takes one piece at most.
        self.retain(end, |open| u16::from(open.taken) <= mating);
        if self.open.len() == end {
            return false;
        }
        if let Some(square) = taken {
            numbers[square.index()] = NOBODY;
        }
        for shift in [Some(&shift), castled.as_ref()].into_iter().flatten() {
            numbers[shift.from.index()] = NOBODY;
        }
        for shift in [Some(&shift), castled.as_ref()].into_iter().flatten() {
            numbers[shift.to.index()] = shift.piece;
        }
        self.steps.push(Step { start: end, numbers });
        true
    }

    /// Keeps those open patterns from `start` on that are wanted.
    fn retain(&mut self, start: usize, mut is_wanted: impl FnMut(&mut Open) -> bool) {
        let mut kept = start;
        for at in start..self.open.len() {
            let mut open = self.open[at];
            if is_wanted(&mut open) {
                self.open[kept] = open;
                kept += 1;
            }
        }
        self.open.truncate(kept);
    }

    /// Goes back one move.
    pub(crate) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.open.truncate(step.start);
        }
    }
}

/// Who moves, who castles with him, and the square on which a piece is taken.
#[inline]
fn shifts(
    position: &Position,
    m: Move,
    numbers: &Numbers,
) -> (Shift, Option<Shift>, Option<Square>) {
    let (from, to) = (m.from(), m.to());
    let role = position.role_at(from).unwrap_or(Role::King);
    let shift = |from: Square, role, to, becomes| {
        let piece = numbers[from.index()];
        Shift { piece, from, role, to, becomes }
    };
    match m.kind() {
        MoveKind::Castling => {
            let (us, side) = (position.turn(), CastlingSide::of(from, to));
            let king = shift(from, Role::King, side.king_target(us), Role::King);
            let rook = shift(to, Role::Rook, side.rook_target(us), Role::Rook);
            (king, Some(rook), None)
        }
        MoveKind::EnPassant => {
            let taken = Square::at(to.file(), from.rank());
            (shift(from, role, to, role), None, Some(taken))
        }
        _ => {
            let becomes = m.promoted().unwrap_or(role);
            let taken = position.is_capture(m).then_some(to);
            (shift(from, role, to, becomes), None, taken)
        }
    }
}
