//! Retractions that a plan allows.

use super::board::{Board, advance, castler, role, twin, up};
use super::{Beam, Played, State};
use crate::reachable::cast::{ABSENT, first_role};
use crate::reachable::plan::{Victim, color_of};
use crate::reachable::ranks::home;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Role, Square, attacks};

impl Beam<'_> {
    /// Every position before `state` that the plan allows.
    pub(super) fn retract(
        &self,
        state: &State,
        first: bool,
        mut found: impl FnMut(State, u8, Played),
    ) {
        let board = Board::of(state);
        let passed = if first { self.walk.target.double_push_square() } else { None };
        for piece in (0..32_u8).filter(|&piece| color_of(piece) == board.mover) {
            let to = state.squares[usize::from(piece)];
            if to == ABSENT || self.fixed >> piece & 1 != 0 || state.castled & castler(piece) != 0 {
                continue;
            }
            match role(state, piece) {
                Role::Pawn => self.pawn(state, &board, piece, (first, passed), &mut found),
                _ if passed.is_some() => {}
                officer => {
                    self.officer(state, &board, piece, officer, &mut found);
                    if piece < 16 {
                        self.promotion(state, &board, piece, officer, &mut found);
                    }
                    if officer == Role::King {
                        self.castling_back(state, &board, piece, &mut found);
                    }
                }
            }
        }
    }

    /// Takes castling back. King and rook cannot have moved before it.
    fn castling_back(
        &self,
        state: &State,
        board: &Board,
        king: u8,
        found: &mut impl FnMut(State, u8, Played),
    ) {
        let color = board.mover;
        for (side, rook) in [(CastlingSide::King, king + 3), (CastlingSide::Queen, king - 4)] {
            let [king_to, rook_to] = [side.king_target(color), side.rook_target(color)];
            let on = |piece: u8, square: Square| {
                usize::from(state.squares[usize::from(piece)]) == square.index()
            };
            let (king_from, rook_from) = (home(king), home(rook));
            let mut before = *state;
            if on(twin(rook), rook_to) {
                before.squares.swap(usize::from(rook), usize::from(twin(rook)));
            } else if !on(rook, rook_to) {
                continue;
            }
            let both = castler(rook) | castler(king);
            let way = attacks::between(king_from, rook_from) | Bitboard::of(rook_from);
            let way =
                (way | Bitboard::of(king_from)) & !(Bitboard::of(king_to) | Bitboard::of(rook_to));
            if !on(king, king_to)
                || (way & board.occupied).any()
                || state.castled & both != 0
                || (self.fixed >> rook | self.fixed >> twin(rook)) & 1 != 0
            {
                continue;
            }
            before.squares[usize::from(king)] = king_from.index() as u8;
            before.squares[usize::from(rook)] = rook_from.index() as u8;
            before.turn = color;
            before.moved |= both;
            before.castled |= both;
            // Neither king may be in check before it, nor what the king passes be attacked.
            let now = Board::of(&State { turn: !color, ..before });
            let against = Board::of(&State { turn: color, ..before });
            let safe = !now.is_attacked(now.king)
                && !against.is_attacked(king_from)
                && !against.is_attacked(rook_to);
            if safe {
                found(before, king, (king_from, rook_from, None));
            }
        }
    }

    fn officer(
        &self,
        state: &State,
        board: &Board,
        piece: u8,
        officer: Role,
        found: &mut impl FnMut(State, u8, Played),
    ) {
        let to = state.squares[usize::from(piece)];
        let square = Square::new(usize::from(to));
        let victim = self.free[state.turn.index()]
            .iter()
            .copied()
            .find(|&victim| state.squares[usize::from(victim)] == ABSENT);
        let step = self.officer_step(state, board.mover);
        let reach = attacks::of(board.mover, officer, square, board.occupied);
        for from in reach & !board.occupied {
            let before = |state: &State| {
                let mut before = *state;
                before.squares[usize::from(piece)] = from.index() as u8;
                before.turn = board.mover;
                before.moved |= castler(piece);
                before
            };
            let origin = from.index() as u8;
            let played = (from, square, None);
            if board.is_legal(origin, to, officer, officer, false) {
                found(before(state), piece, played);
            }
            if victim.is_none() && step.is_none() {
                continue;
            }
            if !board.is_legal(origin, to, officer, officer, true) {
                continue;
            }
            if let Some(victim) = victim {
                self.free_victim(state, victim, square, |with| found(before(&with), piece, played));
            }
            if let Some(pawn) = step {
                let mut with = before(state);
                with.squares[usize::from(pawn)] = to;
                with.stage -= 1;
                let file = square.file().index();
                let columns = &self.walk.plan.columns[usize::from(with.stage)];
                if !Bitboard::BACK_RANKS.contains(square)
                    && columns[file].pawns().contains(&pawn)
                    && self.fits(&with, file)
                    && self.is_far(&with, pawn)
                {
                    found(with, piece, played);
                }
            }
        }
    }

    /// The positions with a piece back on the square where it was taken outside of the plan.
    fn free_victim(&self, state: &State, victim: u8, square: Square, mut found: impl FnMut(State)) {
        let mut with = *state;
        with.squares[usize::from(victim)] = square.index() as u8;
        if victim >= 16 {
            let bishop = first_role(victim) == Role::Bishop;
            if !bishop || home(victim).is_light() == square.is_light() {
                found(with);
            }
            return;
        }
        for role in [Role::Queen, Role::Knight] {
            with.roles[usize::from(victim)] = role;
            found(with);
        }
    }

    /// The pawn that a piece takes in the step to be taken back next.
    fn officer_step(&self, state: &State, mover: Color) -> Option<u8> {
        let index = usize::from(state.stage).checked_sub(1)?;
        let step = self.walk.plan.steps[index];
        let by_officer = step.taker.is_none() && step.color == mover;
        (by_officer && self.is_complete(state)).then_some(self.walk.ranked.victims[index])
    }

    /// Whether all pawns of the stage are pawns again.
    pub(super) fn is_complete(&self, state: &State) -> bool {
        self.open_promotions(state) == 0
    }

    pub(super) fn open_promotions(&self, state: &State) -> usize {
        let columns = &self.walk.plan.columns[usize::from(state.stage)];
        let open = |&&pawn: &&u8| {
            state.squares[usize::from(pawn)] == ABSENT
                || state.roles[usize::from(pawn)] != Role::Pawn
        };
        columns.iter().map(|column| column.pawns().iter().filter(open).count()).sum()
    }

    /// Whether the pawns of a file stand in the plan's order.
    fn fits(&self, state: &State, file: usize) -> bool {
        let mut below = 0;
        for &pawn in self.walk.plan.columns[usize::from(state.stage)][file].pawns() {
            let square = state.squares[usize::from(pawn)];
            if square == ABSENT || state.roles[usize::from(pawn)] != Role::Pawn {
                continue;
            }
            if usize::from(square & 7) != file || square >> 3 <= below {
                return false;
            }
            below = square >> 3;
        }
        true
    }

    /// Whether a pawn has come as far as the plan wants it in this stage.
    fn is_far(&self, state: &State, pawn: u8) -> bool {
        let come = advance(pawn, state.squares[usize::from(pawn)]);
        come < 6 && come >= self.walk.ranked.advances[usize::from(state.stage)][usize::from(pawn)]
    }

    fn pawn(
        &self,
        state: &State,
        board: &Board,
        piece: u8,
        (first, passed): (bool, Option<Square>),
        found: &mut impl FnMut(State, u8, Played),
    ) {
        let to = state.squares[usize::from(piece)];
        let square = Square::new(usize::from(to));
        let come = advance(piece, to);
        let least = self.walk.ranked.advances[usize::from(state.stage)][usize::from(piece)];
        let mut quiet = |back: u8, from: Square| {
            let origin = from.index() as u8;
            if board.is_legal(origin, to, Role::Pawn, Role::Pawn, false) {
                let mut before = *state;
                before.squares[usize::from(piece)] = origin;
                before.turn = board.mover;
                debug_assert!(come >= back);
                found(before, piece, (from, square, None));
            }
        };
        let down = -up(board.mover);
        if let Some(one) = square.offset(0, down).filter(|one| !board.occupied.contains(*one)) {
            if come > least && passed.is_none() {
                quiet(1, one);
            }
            if let Some(two) = one.offset(0, down).filter(|two| !board.occupied.contains(*two)) {
                let asked = if first { passed == Some(one) } else { true };
                if come == 2 && least == 0 && asked {
                    quiet(2, two);
                }
            }
        }
        if passed.is_none() {
            self.pawn_step(state, board, piece, found);
        }
    }

    /// Takes the plan's next step back if it is this pawn's.
    fn pawn_step(
        &self,
        state: &State,
        board: &Board,
        piece: u8,
        found: &mut impl FnMut(State, u8, Played),
    ) {
        let Some(index) = usize::from(state.stage).checked_sub(1) else { return };
        let step = self.walk.plan.steps[index];
        if step.taker.is_none_or(|(taker, _)| taker != piece) || !self.is_complete(state) {
            return;
        }
        let columns = &self.walk.plan.columns[index];
        let file = columns.iter().position(|column| column.pawns().contains(&piece));
        let (Some(file), to) = (file, state.squares[usize::from(piece)]) else { return };
        let square = Square::new(usize::from(to));
        let beside = file as i8 - square.file().index() as i8;
        let Some(from) = square.offset(beside, -up(board.mover)) else { return };
        let origin = from.index() as u8;
        if board.occupied.contains(from)
            || !board.is_legal(origin, to, Role::Pawn, Role::Pawn, true)
        {
            return;
        }
        let mut before = *state;
        before.stage -= 1;
        before.turn = board.mover;
        before.squares[usize::from(piece)] = origin;
        if !self.is_far(&before, piece) || advance(piece, to) == 0 {
            return;
        }
        let victim = self.walk.ranked.victims[index];
        before.squares[usize::from(victim)] = to;
        let played = (from, square, None);
        match step.victim {
            Victim::Pawn(pawn) => {
                if self.is_far(&before, pawn)
                    && self.fits(&before, file)
                    && self.fits(&before, square.file().index())
                {
                    found(before, piece, played);
                }
            }
            Victim::Officer => {
                let bishop = first_role(victim) == Role::Bishop;
                if (!bishop || home(victim).is_light() == square.is_light())
                    && self.fits(&before, file)
                {
                    found(before, piece, played);
                }
            }
            Victim::Promoted(pawn) => {
                for role in [Role::Queen, Role::Knight] {
                    before.roles[usize::from(pawn)] = role;
                    if self.fits(&before, file) {
                        found(before, piece, played);
                    }
                }
            }
        }
    }

    fn promotion(
        &self,
        state: &State,
        board: &Board,
        piece: u8,
        officer: Role,
        found: &mut impl FnMut(State, u8, Played),
    ) {
        let to = state.squares[usize::from(piece)];
        let (promotion, stage) = self.promotion[usize::from(piece)];
        if promotion != to || stage != state.stage {
            return;
        }
        let square = Square::new(usize::from(to));
        let Some(from) = square.offset(0, -up(board.mover)) else { return };
        let origin = from.index() as u8;
        if board.occupied.contains(from) || !board.is_legal(origin, to, Role::Pawn, officer, false)
        {
            return;
        }
        let Some(pawn) = self.last_of_file(state, piece) else { return };
        let mut before = *state;
        // Whoever comes back first is the pawn that went last.
        before.squares.swap(usize::from(piece), usize::from(pawn));
        before.roles.swap(usize::from(piece), usize::from(pawn));
        before.squares[usize::from(pawn)] = origin;
        before.roles[usize::from(pawn)] = Role::Pawn;
        before.turn = board.mover;
        found(before, piece, (from, square, Some(officer)));
    }

    /// The last of the pawns of the same file and colour to promote that is not yet a pawn again.
    fn last_of_file(&self, state: &State, piece: u8) -> Option<u8> {
        let columns = &self.walk.plan.columns[usize::from(state.stage)];
        let column = columns.iter().find(|column| column.pawns().contains(&piece))?;
        let mut open = column.pawns().iter().copied().filter(|&pawn| {
            color_of(pawn) == color_of(piece)
                && (state.squares[usize::from(pawn)] == ABSENT
                    || state.roles[usize::from(pawn)] != Role::Pawn)
        });
        match color_of(piece) {
            Color::White => open.next(),
            Color::Black => open.next_back(),
        }
    }
}
