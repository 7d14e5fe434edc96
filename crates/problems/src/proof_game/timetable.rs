//! Which moves a side may make at which time, when nothing is taken from the first move to the last.
//!
//! Each side alone often has so few ways to the end that all of them can be written down as a [`Plan`]. Then the two sides are held
//! against each other: a move stays only if at that time the other side may have a placement that lets it pass and gives no check that
//! it leaves standing, and a placement only if the other side may make a move past it. What goes takes with it what led only there or
//! came only from there, until nothing more goes: who must still be at home when, who must have left by then, follows
//! from this without being asked.

use super::board::Board;
use super::placement::{Placement, Solo};
use super::plan::{Journey, Plan, PlanMove, State, is_legal};
use crate::limits::Watch;
use crate::table::{BuildMixed, mix};
use std::collections::{HashMap, HashSet};
use zugwerk_chess::{Bitboard, Color, Position};

/// The moves that are left, of one side or of both.
pub(super) struct Timetable {
    /// For each colour, unless there are too many.
    moves: [Option<HashSet<u64, BuildMixed>>; 2],
    /// By the placements of the only side that has a plan and the moves that it has left, the squares that it must still
    /// pass over.
    passed: HashMap<u64, Bitboard, BuildMixed>,
    /// The side without a plan, if nothing is taken at all: it must make room for the other.
    rival: Option<Solo>,
}

/// How much a timetable may take.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Moves of a side that are written down before the other side is known, and after that.
    pub(super) moves: [usize; 2],
    /// How often a move and a placement are held against each other.
    pub(super) comparisons: u64,
    /// Placements of pawns that are told apart where officers are counted by pairs.
    pub(super) pawn_placements: usize,
}

impl Effort {
    pub(super) const MOST: Effort =
        Effort { moves: [200_000, 6_000_000], comparisons: 200_000_000, pawn_placements: 64 };
}

/// A side on its way from `start` to `end`, of which all is known that its officers cost each other.
pub(super) fn solo(
    [start, end]: [&Position; 2],
    color: Color,
    rights_count: bool,
    board: &Board,
    effort: Effort,
) -> Solo {
    let solo = Solo::new(end, color, rights_count, board);
    solo.starting_from(start, board, effort.pawn_placements)
}

/// The plans of the games of `plies` on `board` of the side that moves first and of the other, of those that are calm, if they have not too
/// many moves. A side is calm if it loses nothing, and if its pawns neither promote nor take.
pub(super) fn plans(
    [start, end]: [&Position; 2],
    rights_count: bool,
    board: &Board,
    plies: u16,
    is_calm: [bool; 2],
    effort: Effort,
    watch: &mut Watch,
) -> [Option<Plan>; 2] {
    let journeys = [start.turn(), !start.turn()].map(|color| {
        let is_first = color == start.turn();
        let solo = solo([start, end], color, rights_count, board, effort);
        let moves = if is_first { plies.div_ceil(2) } else { plies / 2 };
        Journey { solo, start: Placement::of(start, color), moves, is_first }
    });
    let [few, many] = effort.moves;
    let mut plans = [0, 1].map(|order| {
        is_calm[order].then(|| Plan::new(&journeys[order], None, few, watch)).flatten()
    });
    if is_calm != [true; 2] {
        return plans;
    }
    // What one side must do leaves the other less to choose.
    match &mut plans {
        [Some(first), second @ None] => *second = Plan::new(&journeys[1], Some(first), many, watch),
        [first @ None, Some(second)] => *first = Plan::new(&journeys[0], Some(second), many, watch),
        _ => {}
    }
    match plans {
        [Some(first), Some(second)] => {
            let mut comparison = Comparison {
                plans: [first, second],
                plies,
                comparisons: 0,
                most: effort.comparisons,
            };
            comparison.compare(watch);
            comparison.plans.map(Some)
        }
        plans => plans,
    }
}

impl Timetable {
    /// The moves of these plans; where only one side has a plan, and nothing is taken at all, with the other as its `rival`.
    pub(super) fn new(plans: &[Option<Plan>; 2], rival: Option<Solo>) -> Timetable {
        let mut moves = [None, None];
        let mut passed = HashMap::default();
        for plan in plans.iter().flatten() {
            let mut keys = HashSet::default();
            plan.each_move(|before, after, left| {
                keys.insert(key(before, after, left));
            });
            moves[plan.color.index()] = Some(keys);
            if rival.is_some() {
                plan.each_state(|placement, squares, left| {
                    passed.insert(placement.key(left), squares);
                });
            }
        }
        Timetable { moves, passed, rival }
    }

    /// Whether it tells so much of `color` that what it can do alone need not be asked.
    pub(super) fn knows(&self, color: Color) -> bool {
        let is_rival = self.rival.as_ref().is_some_and(|rival| rival.color == color);
        is_rival || self.moves[color.index()].is_some()
    }

    /// Whether the side without a plan has moves enough to make room for all that the other must still pass over, if both
    /// have so many moves left as `left` says.
    pub(super) fn has_room(&self, position: &Position, left: impl Fn(Color) -> u16) -> bool {
        let Some(rival) = &self.rival else { return true };
        let planner = Placement::of(position, !rival.color);
        let Some(&passed) = self.passed.get(&planner.key(left(!rival.color))) else { return true };
        rival.fits(&Placement::of(position, rival.color), left(rival.color), passed)
    }

    /// Whether `color`, which has `left` moves after this one, may make it.
    pub(super) fn allows(
        &self,
        color: Color,
        before: &Placement,
        after: &Placement,
        left: u16,
    ) -> bool {
        let moves = &self.moves[color.index()];
        moves.as_ref().is_none_or(|moves| moves.contains(&key(before, after, left)))
    }
}

fn key(before: &Placement, after: &Placement, left: u16) -> u64 {
    mix(before.key(left).rotate_left(32) ^ after.key(left))
}

/// Both sides, held against each other.
struct Comparison {
    /// Of the side to move first, and of the other.
    plans: [Plan; 2],
    plies: u16,
    comparisons: u64,
    most: u64,
}

impl Comparison {
    /// Takes out moves and states until each has something of the other side that goes with it.
    fn compare(&mut self, watch: &mut Watch) {
        let mut len = usize::MAX;
        loop {
            for ply in 0..usize::from(self.plies) {
                if !self.compare_at(ply, watch) {
                    return;
                }
            }
            for plan in &mut self.plans {
                plan.close();
            }
            let now = self.plans.iter().map(Plan::len).sum();
            if now >= len {
                return;
            }
            len = now;
        }
    }

    /// Holds the moves of a ply against the states of the side that waits; returns whether there is time for more.
    fn compare_at(&mut self, ply: usize, watch: &mut Watch) -> bool {
        let [first, second] = &mut self.plans;
        let (mover, waiting, at) = match ply % 2 {
            0 => (first, &mut second.stages[ply / 2], ply / 2),
            _ => (second, &mut first.stages[ply / 2 + 1], ply / 2),
        };
        let color = mover.color;
        let (now, next) = mover.stages.split_at_mut(at + 1);
        let (now, next) = (&mut now[at], &next[0]);
        let mut has_support = vec![false; waiting.states.len()];
        let mut hint = 0;
        let comparisons = &mut self.comparisons;
        let states = &now.states;
        let mut passes = |planned: &PlanMove, state: &State| {
            *comparisons += 1;
            let before = &states[planned.from as usize];
            let after = &next.states[planned.to as usize];
            is_legal(color, planned, before, after, state, ply == 0)
        };
        for (index, planned) in now.moves.iter_mut().enumerate() {
            let len = waiting.states.len();
            let kept = planned.support as usize;
            let places = [kept, hint].into_iter().chain(0..len);
            let support = places
                .filter(|&place| place < len)
                .find(|&place| passes(planned, &waiting.states[place]));
            match support {
                Some(place) => {
                    hint = place;
                    planned.support = place as u32;
                    has_support[place] = true;
                    waiting.states[place].support = index as u32;
                }
                None => planned.is_open = false,
            }
            if index % 64 == 0 && watch.tick() {
                return false;
            }
        }
        let mut hint = 0;
        let len = now.moves.len();
        for (place, state) in waiting.states.iter_mut().enumerate() {
            if has_support[place] {
                continue;
            }
            let kept = state.support as usize;
            let places = [kept, hint].into_iter().chain(0..len);
            let support = places
                .filter(|&index| index < len)
                .find(|&index| now.moves[index].is_open && passes(&now.moves[index], state));
            match support {
                Some(index) => {
                    hint = index;
                    state.support = index as u32;
                }
                None => state.is_open = false,
            }
            if place % 64 == 0 && watch.tick() {
                return false;
            }
        }
        self.comparisons < self.most
    }
}
