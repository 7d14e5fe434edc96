//! Games out of the plans of both sides: every pair of ways is tried, move by move, where the two do not get in each other's way.

use super::placement::Placement;
use super::plan::{Plan, is_legal};
use crate::abdada::NO_SOLUTION;
use crate::limits::Watch;
use crate::table::{Table, mix};
use zugwerk_chess::{Move, Position};

/// A search through two plans.
pub(super) struct Joint<'a> {
    /// Of the side that moves first, and of the other.
    plans: &'a [Plan; 2],
    /// For each plan and stage, where the moves from each state begin.
    begins: [Vec<Vec<u32>>; 2],
    start: &'a Position,
    is_end: &'a dyn Fn(&Position) -> bool,
    table: &'a Table,
    watch: Watch<'a>,
    plies: usize,
    /// The states that were entered.
    line: Vec<u32>,
    games: Vec<Vec<Move>>,
}

impl<'a> Joint<'a> {
    pub(super) fn new(
        plans: &'a [Plan; 2],
        start: &'a Position,
        plies: u16,
        is_end: &'a dyn Fn(&Position) -> bool,
        table: &'a Table,
        watch: Watch<'a>,
    ) -> Joint<'a> {
        let begins = plans.each_ref().map(|plan| plan.stages.iter().map(|s| s.begins()).collect());
        let (line, games) = (Vec::new(), Vec::new());
        let plies = usize::from(plies);
        Joint { plans, begins, start, is_end, table, watch, plies, line, games }
    }

    /// All games.
    pub(super) fn games(mut self) -> Vec<Vec<Move>> {
        if self.plans.iter().all(|plan| !plan.stages[0].states.is_empty()) {
            self.search([0, 0]);
        }
        self.games
    }

    /// Collects the games that go on from these states.
    fn search(&mut self, states: [u32; 2]) {
        let ply = self.line.len();
        if ply == self.plies {
            if let Some(game) = self.game() {
                self.games.push(game);
                self.watch.count_solution();
            }
            return;
        }
        let pair = mix(u64::from(states[0]) << 32 | u64::from(states[1]));
        let key = self.table.key(pair, (self.plies - ply) as u64);
        if self.table.get(key) == NO_SOLUTION || self.watch.tick() {
            return;
        }
        let before = self.games.len();
        let plans = self.plans;
        let (mover, waiting) = (ply % 2, 1 - ply % 2);
        let (at, from) = (ply / 2, states[mover] as usize);
        let [now, next] = [0, 1].map(|more| &plans[mover].stages[at + more]);
        let other = &plans[waiting].stages[at + mover].states[states[waiting] as usize];
        let [begin, end] = [from, from + 1].map(|state| self.begins[mover][at][state] as usize);
        for planned in &now.moves[begin..end] {
            let after = &next.states[planned.to as usize];
            let color = plans[mover].color;
            if is_legal(color, planned, &now.states[from], after, other, ply == 0) {
                let mut states = states;
                states[mover] = planned.to;
                self.line.push(planned.to);
                self.search(states);
                self.line.pop();
            }
            if self.watch.is_stopped() {
                return;
            }
        }
        self.table.set(key, if self.games.len() == before { NO_SOLUTION } else { 0 });
    }

    /// The moves between the states of the line, if they are legal and lead to the end.
    fn game(&self) -> Option<Vec<Move>> {
        let mut position = self.start.clone();
        let mut game = Vec::new();
        for (ply, &state) in self.line.iter().enumerate() {
            let plan = &self.plans[ply % 2];
            let wanted = &plan.stages[ply / 2 + 1].states[state as usize].placement;
            let leads_there = |m: &&Move| Placement::of(&position.play(**m), plan.color) == *wanted;
            let m = *position.legal_moves().iter().find(leads_there)?;
            position = position.play(m);
            game.push(m);
        }
        (self.is_end)(&position).then_some(game)
    }
}
