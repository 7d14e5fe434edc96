//! The way to the end: which moves still leave enough moves and captures to arrive.

use super::alone::Alone;
use super::barriers::Barriers;
use super::board::{Board, CaptureDistances};
use super::bound::{Bound, Side};
use super::fixed::fixed_squares;
use super::placement::Placement;
use super::plan::Plan;
use super::structure::Structure;
use super::timetable::{self, Effort, Timetable};
use crate::limits::Watch;
use crate::table::{mix, placement_key};
use std::rc::Rc;
use std::sync::Arc;
use zugwerk_chess::{Bitboard, Color, Move, Position, Role};

/// What bounds say about positions between a start and an end, kept for one thread.
pub(crate) struct DistanceBound {
    end: Position,
    rights_count: bool,
    /// Whether the side to move makes all the moves.
    is_series: bool,
    /// Pieces that have never moved.
    fixed: Bitboard,
    /// Pawns that nobody passes.
    barriers: Barriers,
    /// By the pieces of a side, who stays, and what else it depends on.
    bounds: Memory<Bound>,
    /// By the squares whose pieces stay.
    boards: Memory<Rc<Board>>,
    /// By these squares, and those where pieces are taken by pawns.
    capture_distances: Memory<Rc<CaptureDistances>>,
    /// By the pawns of a side, and how many pieces of each kind it has.
    structures: Memory<Structure>,
    /// What each side can do alone when nothing more is taken.
    alone: [Alone; 2],
    /// Which moves may be made when, if nothing is taken from the beginning on.
    timetable: Option<Arc<Timetable>>,
    /// For each side, how many captures it makes in all, and whether its pawns may promote.
    captures: [usize; 2],
    may_promote: [bool; 2],
}

/// A position on the way, and the squares whose pieces will stay.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) settled: Bitboard,
}

/// With fewer plies left, it is not worth asking who stays.
const FORESIGHT: u16 = 4;

impl DistanceBound {
    pub(crate) fn new(start: &Position, end: &Position, rights_count: bool) -> DistanceBound {
        let surplus =
            |color: Color| start.color(color).len().saturating_sub(end.color(color).len());
        let spare_pawns = |color: Color| {
            start.pieces(color, Role::Pawn).len() > end.pieces(color, Role::Pawn).len()
        };
        let captures = [surplus(Color::Black), surplus(Color::White)];
        let may_promote = Color::ALL.map(spare_pawns);
        let fixed = fixed_squares(start, end, rights_count);
        let barriers = Barriers::new(start, end, captures);
        let board = Board::new(end, fixed, &barriers, captures, may_promote);
        DistanceBound {
            end: end.clone(),
            rights_count,
            is_series: false,
            fixed,
            barriers,
            bounds: Memory::new(1 << 18),
            boards: Memory::new(1 << 12),
            capture_distances: Memory::new(1 << 12),
            structures: Memory::new(1 << 12),
            alone: Color::ALL.map(|color| Alone::new(end, color, rights_count, &board)),
            timetable: None,
            captures,
            may_promote,
        }
    }

    /// For lines in which the side to move makes all the moves, or not.
    pub(crate) fn for_series(self, is_series: bool) -> DistanceBound {
        DistanceBound { is_series, ..self }
    }

    /// For lines that keep to a timetable, if there is one.
    pub(super) fn by_timetable(self, timetable: Option<Arc<Timetable>>) -> DistanceBound {
        DistanceBound { timetable, ..self }
    }

    /// Whether all moves of `color` are known by its own pieces: it loses none, no pawn promotes, and none takes.
    fn is_calm(&self, start: &Position, color: Color) -> bool {
        let [us, them] = [color, !color].map(Color::index);
        let files = |position: &Position| {
            let mut files = [0; 8];
            for pawn in position.pieces(color, Role::Pawn) {
                files[pawn.file().index()] += 1;
            }
            files
        };
        // A pawn that takes changes its file, and one capture cannot bring another one back.
        let no_pawn_takes = self.captures[us] <= 1 && files(start) == files(&self.end);
        self.captures[them] == 0 && !self.may_promote[us] && no_pawn_takes
    }

    /// Whether a side is so calm that it can make plans.
    pub(super) fn has_plans(&self, start: &Position) -> bool {
        !self.is_series && Color::ALL.iter().any(|&color| self.is_calm(start, color))
    }

    /// The plans of the side that moves first and of the other for the lines of `plies` from `start`, of those that are calm, if
    /// they are not too long.
    pub(super) fn plans(
        &mut self,
        start: &Position,
        plies: u16,
        effort: Effort,
        watch: &mut Watch,
    ) -> [Option<Plan>; 2] {
        let Some(Node { settled, .. }) = self.begin(start, plies) else { return [None, None] };
        let board = self.board(settled);
        let is_calm = [start.turn(), !start.turn()].map(|color| self.is_calm(start, color));
        let ends = [start, &self.end];
        timetable::plans(ends, self.rights_count, &board, plies, is_calm, effort, watch)
    }

    /// The timetable of plans of this kind: if only one side has a plan, and nothing is taken at all, the other must make room for
    /// it.
    pub(super) fn timetable(
        &mut self,
        start: &Position,
        plies: u16,
        plans: &[Option<Plan>; 2],
        effort: Effort,
    ) -> Timetable {
        let is_calm = Color::ALL.iter().all(|&color| self.is_calm(start, color));
        let mut planners = plans.iter().flatten();
        let rival = match (planners.next(), planners.next()) {
            (Some(only), None) if is_calm => {
                self.begin(start, plies).map(|Node { settled, .. }| {
                    let board = self.board(settled);
                    let ends = [start, &self.end];
                    timetable::solo(ends, !only.color, self.rights_count, &board, effort)
                })
            }
            _ => None,
        };
        Timetable::new(plans, rival)
    }

    /// Steps of searches of one side alone so far, each of which takes about as long as a position.
    pub(crate) fn steps(&self) -> u64 {
        self.alone.iter().map(|alone| alone.steps).sum()
    }

    /// The moves that `color` makes in the `left` plies from a position with `turn` to move.
    fn moves_of(&self, color: Color, turn: Color, left: u16) -> u16 {
        match (self.is_series, turn == color) {
            (true, true) => left,
            (true, false) => 0,
            (false, true) => left.div_ceil(2),
            (false, false) => left / 2,
        }
    }

    /// The first node, if the end may be reached from `start` in `plies`.
    pub(crate) fn begin(&mut self, start: &Position, plies: u16) -> Option<Node> {
        let settled = self.settle(start, self.fixed, plies, &Color::ALL)?;
        Some(Node { position: start.clone(), settled })
    }

    /// The node after `m` if the end may be reached in `left` more plies.
    pub(crate) fn step(&mut self, node: &Node, m: Move, left: u16) -> Option<Node> {
        let Node { position, settled } = node;
        let touched = Bitboard::of(m.from()) | Bitboard::of(m.to());
        if (*settled & touched).any() {
            return None;
        }
        let (us, them) = (position.turn(), !position.turn());
        let takes = position.is_capture(m);
        // Not a piece too many may be taken, and there must be moves enough to take the rest.
        let surplus = position.color(them).len().checked_sub(self.end.color(them).len())?;
        let more = if self.is_series { left } else { left / 2 };
        if surplus.checked_sub(usize::from(takes))? > usize::from(more) {
            return None;
        }
        let mut after = position.play(m);
        if self.is_series && left > 0 {
            // Only the last move of a series may give check.
            if after.is_check() {
                return None;
            }
            after = after.pass();
        }
        if let Some(timetable) = &self.timetable {
            let [before, now] = [position, &after].map(|position| Placement::of(position, us));
            let moves_left = |color: Color| self.moves_of(color, them, left);
            if !timetable.allows(us, &before, &now, moves_left(us))
                || !timetable.has_room(&after, moves_left)
            {
                return None;
            }
        }
        let sides: &[Color] =
            if takes || self.moves_pawn(position, m) { &[us, them] } else { &[us] };
        let settled = self.settle(&after, *settled, left, sides)?;
        Some(Node { position: after, settled })
    }

    /// As [`DistanceBound::step`], from a position of which nothing more is known.
    pub(crate) fn leads_on(&mut self, position: &Position, m: Move, left: u16) -> bool {
        self.step(&Node { position: position.clone(), settled: self.fixed }, m, left).is_some()
    }

    /// Where a pawn moves, the squares on which pieces of the other side are taken may become fewer.
    fn moves_pawn(&self, position: &Position, m: Move) -> bool {
        self.captures[position.turn().index()] > 0 && position.role_at(m.from()) == Some(Role::Pawn)
    }

    /// The squares whose pieces stay, if `sides`, and whoever else it concerns, have moves enough.
    fn settle(
        &mut self,
        position: &Position,
        mut settled: Bitboard,
        left: u16,
        sides: &[Color],
    ) -> Option<Bitboard> {
        let mut open = [false; 2];
        for side in sides {
            open[side.index()] = true;
        }
        loop {
            let color = Color::ALL.into_iter().find(|color| open[color.index()]);
            let Some(color) = color else { break };
            open[color.index()] = false;
            let available = self.moves_of(color, position.turn(), left);
            let bound = self.bound(position, settled, color, available);
            if bound.moves > available {
                return None;
            }
            if left >= FORESIGHT && (bound.settled & !settled).any() {
                // New obstacles may cost both sides moves.
                settled |= bound.settled;
                open = [true; 2];
            }
        }
        let nothing_is_taken =
            Color::ALL.iter().all(|&c| position.color(c).len() == self.end.color(c).len());
        if left >= FORESIGHT && nothing_is_taken {
            for &color in sides {
                if self.timetable.as_ref().is_some_and(|timetable| timetable.knows(color)) {
                    continue;
                }
                let moves = self.moves_of(color, position.turn(), left);
                if !self.alone[color.index()].may_arrive(position, moves) {
                    return None;
                }
            }
        }
        Some(settled)
    }

    fn bound(
        &mut self,
        position: &Position,
        settled: Bitboard,
        color: Color,
        available: u16,
    ) -> Bound {
        let surplus =
            |color: Color| position.color(color).len().checked_sub(self.end.color(color).len());
        let (Some(losses), Some(captures)) = (surplus(color), surplus(!color)) else {
            return Bound::IMPOSSIBLE;
        };
        let structure = self.structure(position, !color, losses);
        if structure.captures > losses {
            return Bound::IMPOSSIBLE;
        }
        let squares = structure.squares & !settled;
        let key = mix(placement_key(position, color) ^ mix(settled.0))
            ^ mix(squares.0 ^ (structure.captures as u64) << 32)
            ^ mix(u64::from(available) << 32 | (captures as u64) << 1 | color.index() as u64);
        if let Some(&bound) = self.bounds.get(key) {
            return bound;
        }
        let board = self.board(settled);
        let capture_distances =
            (structure.captures > 0).then(|| self.capture_distances(settled, color, squares));
        let rights_to_lose = match self.rights_count {
            true => position.castling().of(color) & !self.end.castling().of(color),
            false => Bitboard::EMPTY,
        };
        let side = Side {
            board: &board,
            position,
            color,
            captures,
            taken_by_pawns: structure.captures,
            capture_distances: capture_distances.as_deref(),
            rights_to_lose,
        };
        let bound = side.bound(available);
        self.bounds.insert(key, bound);
        bound
    }

    /// What the pawns of `color`, which makes `captures`, must do.
    fn structure(&mut self, position: &Position, color: Color, captures: usize) -> Structure {
        let counts = Role::PROMOTIONS
            .iter()
            .fold(captures, |counts, &role| counts << 6 | position.pieces(color, role).len());
        let key = mix(position.pieces(color, Role::Pawn).0)
            ^ mix((counts as u64) << 1 | color.index() as u64);
        if let Some(&structure) = self.structures.get(key) {
            return structure;
        }
        let structure = Structure::new(position, &self.end, color, captures);
        self.structures.insert(key, structure);
        structure
    }

    fn board(&mut self, settled: Bitboard) -> Rc<Board> {
        let key = mix(settled.0);
        if let Some(board) = self.boards.get(key) {
            return board.clone();
        }
        let board = Board::new(&self.end, settled, &self.barriers, self.captures, self.may_promote);
        let board = Rc::new(board);
        self.boards.insert(key, board.clone());
        board
    }

    fn capture_distances(
        &mut self,
        settled: Bitboard,
        color: Color,
        squares: Bitboard,
    ) -> Rc<CaptureDistances> {
        let key = mix(settled.0) ^ mix(squares.0 ^ color.index() as u64).rotate_left(1);
        if let Some(capture_distances) = self.capture_distances.get(key) {
            return capture_distances.clone();
        }
        let captures = self.captures[color.index()];
        let capture_distances =
            CaptureDistances::new(settled, &self.barriers, color, squares, captures);
        let capture_distances = Rc::new(capture_distances);
        self.capture_distances.insert(key, capture_distances.clone());
        capture_distances
    }
}

/// What was worked out before, by well mixed keys. One thing has the place of another after a while.
struct Memory<T> {
    entries: Vec<Option<(u64, T)>>,
    /// Things learnt since it last grew.
    learnt: usize,
    most: usize,
}

impl<T> Memory<T> {
    /// A memory of at most `most` things, a power of two.
    fn new(most: usize) -> Memory<T> {
        Memory { entries: Vec::new(), learnt: 0, most }
    }

    #[inline]
    fn get(&self, key: u64) -> Option<&T> {
        let entry = self.entries.get(key as usize & self.entries.len().wrapping_sub(1));
        entry?.as_ref().filter(|(known, _)| *known == key).map(|(_, value)| value)
    }

    fn insert(&mut self, key: u64, value: T) {
        if self.learnt == self.entries.len() && self.entries.len() < self.most {
            let len = (self.entries.len() * 4).clamp(256, self.most);
            self.entries = std::iter::repeat_with(|| None).take(len).collect();
            self.learnt = 0;
        }
        self.learnt += 1;
        let at = key as usize & (self.entries.len() - 1);
        self.entries[at] = Some((key, value));
    }
}
