//! All ways of one side to the end when nothing is taken: the placements that it may have after each of its moves, and the moves
//! between them.

use super::placement::{Placement, Solo, Step};
use crate::limits::Watch;
use crate::table::BuildMixed;
use std::collections::HashMap;
use zugwerk_chess::{Bitboard, Color, Role, Square};

/// From where a side starts, and how many moves it makes.
pub(super) struct Journey {
    pub(super) solo: Solo,
    pub(super) start: Placement,
    pub(super) moves: u16,
    /// Whether it moves first.
    pub(super) is_first: bool,
}

/// All ways of one side to the end.
pub(super) struct Plan {
    pub(super) color: Color,
    /// By the moves that were made.
    pub(super) stages: Vec<Stage>,
}

/// What a side may have and do after some moves.
#[derive(Default)]
pub(super) struct Stage {
    pub(super) states: Vec<State>,
    /// The moves to the next stage, those from the same state together.
    pub(super) moves: Vec<PlanMove>,
}

pub(super) struct State {
    pub(super) placement: Placement,
    all: Bitboard,
    king: Square,
    pub(super) is_open: bool,
    /// A move of the other side that passes this state.
    pub(super) support: u32,
    /// Squares that are passed over on every way from here to the end.
    passed: Bitboard,
}

pub(super) struct PlanMove {
    pub(super) from: u32,
    pub(super) to: u32,
    way: Bitboard,
    crossing: Bitboard,
    pub(super) is_open: bool,
    /// A state of the other side that lets this move pass.
    pub(super) support: u32,
}

impl Plan {
    /// The ways of a journey, past the other side if that is known, unless there are more than `most` moves.
    pub(super) fn new(
        journey: &Journey,
        other: Option<&Plan>,
        most: usize,
        watch: &mut Watch,
    ) -> Option<Plan> {
        let Journey { solo, start, moves, is_first } = journey;
        if !solo.knows(start) {
            return None;
        }
        let mut stages = vec![Stage { states: vec![State::new(*start)?], ..Stage::default() }];
        let mut total = 0;
        for left in (0..*moves).rev() {
            let at = stages.len() - 1;
            let waiting = other.map(|other| Waiting::new(other, at, *is_first));
            let passed = waiting.as_ref().map_or(Bitboard::EMPTY, |waiting| waiting.passed);
            let mut indices: HashMap<u64, u32, BuildMixed> = HashMap::default();
            let mut next = Stage::default();
            let mut moves = Vec::new();
            let now = stages.last()?;
            let mut hint = 0;
            for (from, state) in now.states.iter().enumerate() {
                if watch.tick() || total + moves.len() > most {
                    return None;
                }
                solo.any_step(&state.placement, left, passed, |Step { after, way, crossing }| {
                    if left == 0 && !solo.is_end(&after) {
                        return false;
                    }
                    let Some(after) = State::new(after) else { return false };
                    let planned = PlanMove {
                        from: from as u32,
                        to: 0,
                        way,
                        crossing,
                        is_open: true,
                        support: 0,
                    };
                    let passes = |waiting: &Waiting| {
                        waiting.lets_pass(solo.color, &planned, state, &after, &mut hint)
                    };
                    if !waiting.as_ref().is_none_or(passes) {
                        return false;
                    }
                    let to = *indices.entry(after.placement.key(0)).or_insert_with(|| {
                        next.states.push(after);
                        next.states.len() as u32 - 1
                    });
                    moves.push(PlanMove { to, ..planned });
                    false
                });
            }
            total += moves.len();
            stages.last_mut()?.moves = moves;
            stages.push(next);
        }
        let mut plan = Plan { color: solo.color, stages };
        plan.close();
        plan.tell_passed();
        Some(plan)
    }

    pub(super) fn len(&self) -> usize {
        self.stages.iter().map(|stage| stage.moves.len()).sum()
    }

    /// Calls `look` with each move, and how many follow it.
    pub(super) fn each_move(&self, mut look: impl FnMut(&Placement, &Placement, u16)) {
        for (at, stages) in self.stages.windows(2).enumerate() {
            let [now, next] = stages else { continue };
            for planned in &now.moves {
                let before = &now.states[planned.from as usize].placement;
                let after = &next.states[planned.to as usize].placement;
                look(before, after, (self.stages.len() - 2 - at) as u16);
            }
        }
    }

    /// Calls `look` with each placement, the squares that are passed over on every way from it, and how many moves
    /// follow.
    pub(super) fn each_state(&self, mut look: impl FnMut(&Placement, Bitboard, u16)) {
        for (left, stage) in self.stages.iter().rev().enumerate() {
            for state in &stage.states {
                look(&state.placement, state.passed, left as u16);
            }
        }
    }

    /// Takes out what is not open any more, and what leads only there or comes only from there.
    pub(super) fn close(&mut self) {
        let last = self.stages.len() - 1;
        for at in (0..last).rev() {
            let (now, next) = self.stages.split_at_mut(at + 1);
            let (now, next) = (&mut now[at], &next[0]);
            let mut leads_on = vec![false; now.states.len()];
            for planned in &mut now.moves {
                planned.is_open &= next.states[planned.to as usize].is_open;
                leads_on[planned.from as usize] |= planned.is_open;
            }
            for (state, leads_on) in now.states.iter_mut().zip(leads_on) {
                state.is_open &= leads_on;
            }
        }
        for at in 0..last {
            let (now, next) = self.stages.split_at_mut(at + 1);
            let (now, next) = (&mut now[at], &mut next[0]);
            let mut is_reached = vec![false; next.states.len()];
            for planned in &mut now.moves {
                planned.is_open &= now.states[planned.from as usize].is_open;
                is_reached[planned.to as usize] |= planned.is_open;
            }
            for (state, is_reached) in next.states.iter_mut().zip(is_reached) {
                state.is_open &= is_reached;
            }
        }
        let mut from = Vec::new();
        for at in 0..=last {
            let mut to = Vec::new();
            if let Some(next) = self.stages.get_mut(at + 1) {
                to = keep_open(&mut next.states);
            }
            if at == 0 {
                from = keep_open(&mut self.stages[0].states);
            }
            let now = &mut self.stages[at];
            now.moves.retain(|planned| planned.is_open);
            for planned in &mut now.moves {
                planned.from = from[planned.from as usize];
                planned.to = to[planned.to as usize];
            }
            from = to;
        }
    }

    /// Works out what is passed over from each state on.
    fn tell_passed(&mut self) {
        for at in (0..self.stages.len() - 1).rev() {
            let (now, next) = self.stages.split_at_mut(at + 1);
            let (now, next) = (&mut now[at], &next[0]);
            for state in &mut now.states {
                state.passed = Bitboard::ALL;
            }
            for planned in &now.moves {
                let onward = planned.way | next.states[planned.to as usize].passed;
                now.states[planned.from as usize].passed &= onward;
            }
        }
    }
}

/// Leaves only the open ones, and returns the new place of each.
fn keep_open(states: &mut Vec<State>) -> Vec<u32> {
    let mut places = Vec::with_capacity(states.len());
    let mut len = 0;
    for state in states.iter() {
        places.push(len);
        len += u32::from(state.is_open);
    }
    states.retain(|state| state.is_open);
    places
}

impl Stage {
    /// Where the moves from each state begin, and where the last ones end.
    pub(super) fn begins(&self) -> Vec<u32> {
        let begin = |state: usize| {
            self.moves.partition_point(|planned| (planned.from as usize) < state) as u32
        };
        (0..=self.states.len()).map(begin).collect()
    }
}

impl State {
    fn new(placement: Placement) -> Option<State> {
        let king = placement.pieces[Role::King.index()].only()?;
        Some(State {
            all: placement.all(),
            king,
            placement,
            is_open: true,
            support: 0,
            passed: Bitboard::EMPTY,
        })
    }
}

/// What the other side may have while a side moves.
struct Waiting<'a> {
    states: &'a [State],
    /// Where it surely has a piece.
    always: Bitboard,
    /// The squares that it must still pass over.
    passed: Bitboard,
    is_start: bool,
}

impl Waiting<'_> {
    /// While the side that moves first, or the other one, makes the move after `at`.
    fn new(other: &Plan, at: usize, is_first: bool) -> Waiting<'_> {
        let states = &other.stages[if is_first { at } else { at + 1 }].states;
        let always = states.iter().fold(Bitboard::ALL, |all, state| all & state.all);
        let passed = states.iter().fold(Bitboard::ALL, |all, state| all & state.passed);
        Waiting { states, always, passed, is_start: is_first && at == 0 }
    }

    fn lets_pass(
        &self,
        color: Color,
        planned: &PlanMove,
        before: &State,
        after: &State,
        hint: &mut usize,
    ) -> bool {
        if (planned.way & self.always).any() {
            return false;
        }
        let len = self.states.len();
        let found = [*hint].into_iter().chain(0..len).filter(|&place| place < len).find(|&place| {
            is_legal(color, planned, before, after, &self.states[place], self.is_start)
        });
        *hint = found.unwrap_or(*hint);
        found.is_some()
    }
}

/// Whether a move of `color` is legal where the other side stands so.
pub(super) fn is_legal(
    color: Color,
    planned: &PlanMove,
    before: &State,
    after: &State,
    other: &State,
    is_first: bool,
) -> bool {
    if ((planned.way | before.all) & other.all).any() {
        return false;
    }
    let occupied = before.all | other.all;
    // A start may be a position that no game has.
    (is_first || !before.placement.attacks(color, other.king, occupied))
        && !other.placement.attacks(!color, after.king, after.all | other.all)
        && !planned
            .crossing
            .into_iter()
            .any(|square| other.placement.attacks(!color, square, occupied))
}
