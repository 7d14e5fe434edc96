//! Proof games and A=>B problems: from one position to another in an exact number of plies.
//!
//! Every line is tried, except those that a bound shows to be too long: each side must have enough moves
//! left to bring its pieces home ([`bound`]) on a board on which some pieces do not move any more ([`fixed`],
//! [`board`]) and some pawns are never passed ([`barriers`]), with as many captures by pawns as their files ask for ([`structure`]). Positions from
//! which nothing was found are remembered.
//!
//! Where nothing is taken and the search is not over soon, all ways of each side are written down as a [`plan`], with officers counted by
//! [`pairs`]; the two are held against each other ([`timetable`]), and what is left is searched together ([`joint`]).

mod alone;
mod assignment;
mod barriers;
mod board;
mod bound;
mod distance;
mod fixed;
mod joint;
mod pairs;
mod placement;
mod plan;
mod structure;
mod timetable;

pub(crate) use distance::DistanceBound;
use distance::Node;

#[cfg(test)]
mod tests;

use crate::abdada::{self, BUSY, NO_SOLUTION, Split, SplitCandidate};
use crate::limits::{Shared, Watch};
use crate::solution::Lines;
use crate::solver::Options;
use crate::split_pool::{SplitPool, Worker};
use crate::stipulation::Target;
use crate::table::Table;
use joint::Joint;
use std::sync::Arc;
use timetable::{Effort, Timetable};
use zugwerk_chess::{Color, Move, MoveList, Position, Role};

/// The most plies tried when no length is given.
const MOST_PLIES: u16 = 80;

/// From where to where, and how.
pub(crate) struct Journey<'a> {
    pub(crate) start: &'a Position,
    pub(crate) target: &'a Target,
    /// Whether the side to move makes all the moves.
    pub(crate) is_series: bool,
    /// Whether shorter lines do not matter.
    pub(crate) is_exact: bool,
}

/// Every line from the start to the target in exactly `plies`, or in as few as will do.
pub(crate) fn solve(
    journey: &Journey,
    plies: Option<u16>,
    table: &mut Table,
    shared: &Shared,
    options: &Options,
) -> Lines {
    let &Journey { start, target, is_series, is_exact } = journey;
    let Ok(end) = target.setup.any_position() else { return Lines::default() };
    let route = Route { target, end: &end, start, is_series };
    let solve = |plies: u16, table: &mut Table| {
        table.start(table_bits(plies));
        ProofGame { route: &route, table, shared }.solve(plies, options)
    };
    let parity = target.has_turn.then_some(u16::from(start.turn() != end.turn()));
    let is_possible = |plies: &u16| parity.is_none_or(|parity| plies % 2 == parity);
    if let Some(plies) = plies {
        let mut lines = Lines { plies, ..Lines::default() };
        if is_possible(&plies) {
            lines.solutions = solve(plies, table);
        }
        // A line of the other parity ends with the other side to move, so it is another problem.
        let step = if is_series { 1 } else { 2 };
        // Where the game is to come back to where it begins, no moves at all are no shorter game.
        let fewer = (1..plies).rev().filter(|fewer| (plies - fewer).is_multiple_of(step));
        for fewer in fewer.filter(is_possible).filter(|_| !is_exact) {
            if shared.stop().is_some() {
                break;
            }
            lines.short.extend(solve(fewer, table));
        }
        return lines;
    }
    for plies in (0..=MOST_PLIES).filter(is_possible) {
        let solutions = solve(plies, table);
        if !solutions.is_empty() || shared.stop().is_some() {
            return Lines { plies, solutions, ..Lines::default() };
        }
    }
    Lines { plies: MOST_PLIES, ..Lines::default() }
}

fn table_bits(plies: u16) -> u32 {
    match plies {
        0..=6 => 10,
        7..=10 => 16,
        11..=14 => 20,
        _ => 23,
    }
}

/// Where a line must lead.
struct Route<'a> {
    target: &'a Target,
    end: &'a Position,
    start: &'a Position,
    is_series: bool,
}

impl Route<'_> {
    fn way(&self) -> DistanceBound {
        DistanceBound::new(self.start, self.end, self.target.has_castling)
            .for_series(self.is_series)
    }

    fn is_end(&self, position: &Position) -> bool {
        let (end, target) = (self.end, self.target);
        Color::ALL.iter().all(|&color| position.color(color) == end.color(color))
            && Role::ALL.iter().all(|&role| position.role(role) == end.role(role))
            && (!target.has_turn || position.turn() == end.turn())
            && (!target.has_castling || position.castling() == end.castling())
            && (!target.has_en_passant || position.en_passant() == end.en_passant())
    }
}

struct ProofGame<'a> {
    route: &'a Route<'a>,
    table: &'a Table,
    shared: &'a Shared<'a>,
}

impl ProofGame<'_> {
    fn solve(&self, plies: u16, options: &Options) -> Vec<Vec<Move>> {
        let first = self.try_shortly(plies);
        if let Some(solutions) = first {
            return solutions;
        }
        let mut timetable = None;
        if self.makes_plans(plies) {
            let mut watch = Watch::new(self.shared);
            let (way, start) = (&mut self.route.way(), self.route.start);
            match way.plans(start, plies, Effort::MOST, &mut watch) {
                [None, None] => {}
                [Some(first), Some(second)] => {
                    let is_end = |position: &Position| self.route.is_end(position);
                    let plans = [first, second];
                    let joint = Joint::new(&plans, start, plies, &is_end, self.table, watch);
                    return self.sort(joint.games());
                }
                plans => {
                    timetable = Some(Arc::new(way.timetable(start, plies, &plans, Effort::MOST)));
                }
            }
        }
        let pool = SplitPool::new();
        let search = || self.search_in(&pool, timetable.clone());
        // A thread takes longer to start than a short search to end.
        let threads = options.thread_count(plies >= SHARED, plies >= LONG);
        pool.run(threads, search, |first| {
            if let Some(start) = first.way.begin(self.route.start, plies) {
                first.search(start, plies);
            }
            let solutions = std::mem::take(&mut first.solutions);
            if pool.has_several() { self.sort(solutions) } else { solutions }
        })
    }

    /// Whether so much may follow from plans of both sides that they are worth their time.
    fn makes_plans(&self, plies: u16) -> bool {
        plies >= PLANNED && self.route.way().has_plans(self.route.start)
    }

    /// All lines, if they are found before it is time to make plans.
    fn try_shortly(&self, plies: u16) -> Option<Vec<Vec<Move>>> {
        if !self.makes_plans(plies) {
            return None;
        }
        let pool = SplitPool::new();
        let mut search = self.search_in(&pool, None);
        search.patience = STEPS_BEFORE_PLANS;
        if let Some(start) = search.way.begin(self.route.start, plies) {
            search.search(start, plies);
        }
        if search.is_impatient() && !search.watch.is_stopped() {
            search.watch.forget_solutions(search.solutions.len());
            return None;
        }
        Some(search.solutions)
    }

    fn search_in<'b>(
        &'b self,
        pool: &'b SplitPool<ProofGameSearch<'b>>,
        timetable: Option<Arc<Timetable>>,
    ) -> ProofGameSearch<'b> {
        ProofGameSearch {
            route: self.route,
            table: self.table,
            pool,
            watch: Watch::new(self.shared),
            way: self.route.way().by_timetable(timetable),
            patience: u64::MAX,
            steps: 0,
            line: Vec::new(),
            candidates: Vec::new(),
            solutions: Vec::new(),
        }
    }

    /// Puts lines in the order of their moves.
    fn sort(&self, mut lines: Vec<Vec<Move>>) -> Vec<Vec<Move>> {
        let is_series = self.route.is_series;
        let play = |position: &Position, m: Move, _| {
            let after = position.play(m);
            if is_series { after.pass() } else { after }
        };
        abdada::sort_lines(&mut lines, self.route.start, play);
        lines
    }
}

/// One thread on its way through all lines.
struct ProofGameSearch<'a> {
    route: &'a Route<'a>,
    table: &'a Table,
    pool: &'a SplitPool<ProofGameSearch<'a>>,
    watch: Watch<'a>,
    way: DistanceBound,
    /// The positions and steps of sides alone after which the search is given up.
    patience: u64,
    /// The steps of sides alone when the clock was last looked at.
    steps: u64,
    line: Vec<Move>,
    /// The stages of this line with enough plies left to share them, the first one first.
    candidates: Vec<SplitCandidate<ProofGameSearch<'a>, Node>>,
    solutions: Vec<Vec<Move>>,
}

/// With fewer plies left, moves are not worth sharing among threads.
const SHARED: u16 = 6;

/// Steps of a side alone between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 10_000;

/// With fewer plies, plans of both sides take longer than the search.
const PLANNED: u16 = 12;

/// Positions and steps of a side alone before plans are made.
const STEPS_BEFORE_PLANS: u64 = 20_000;

/// With this many plies or more, a search may go on when all others are done.
const LONG: u16 = 12;

impl<'a> ProofGameSearch<'a> {
    /// Collects the lines of `left` plies from here to the end.
    fn search(&mut self, node: Node, left: u16) {
        let position = &node.position;
        if left == 0 {
            if self.route.is_end(position) {
                self.solutions.push(self.line.clone());
                self.watch.count_solution();
            }
            return;
        }
        let key = self.table.key(position.key(), u64::from(left));
        if self.table.get(key) == NO_SOLUTION || self.watch.tick() {
            return;
        }
        let before = self.solutions.len();
        let moves = position.legal_moves();
        if left >= SHARED && self.pool.is_shared() {
            if self.pool.has_several() {
                self.table.set(key, BUSY);
            }
            self.cross(node, &moves, left);
        } else {
            for &m in &moves {
                if let Some(after) = self.way.step(&node, m, left - 1) {
                    self.go(m, after, left);
                }
                if self.is_late() {
                    break;
                }
            }
        }
        if !self.watch.is_stopped() && !self.is_impatient() {
            let nothing = self.solutions.len() == before;
            self.table.set(key, if nothing { NO_SOLUTION } else { 0 });
        }
    }

    /// Whether it is time to stop, looked at now and then while a side alone is searched: those searches count no
    /// positions.
    fn is_late(&mut self) -> bool {
        if self.way.steps() > self.steps + STEPS_BETWEEN_LOOKS {
            self.steps = self.way.steps();
            self.watch.look();
        }
        self.watch.is_stopped() || self.is_impatient()
    }

    /// Whether the search has taken too long already.
    fn is_impatient(&self) -> bool {
        self.patience < u64::MAX && self.watch.nodes() + self.way.steps() > self.patience
    }

    /// Collects the lines that follow `m`, the first of `left` plies, which leads to `after`.
    fn go(&mut self, m: Move, after: Node, left: u16) {
        self.line.push(m);
        self.search(after, left - 1);
        self.line.pop();
    }

    /// Tries all moves of a node at which others may help.
    fn cross(&mut self, node: Node, moves: &MoveList, left: u16) {
        let depth = self.candidates.len();
        self.candidates.push(SplitCandidate::new(node, moves, self.line.len(), left));
        while let Some((m, is_fresh)) = self.candidates[depth].take_move() {
            if self.pool.has_idle_helper() {
                SplitCandidate::split_first(&mut self.candidates, &self.line, self.pool);
            }
            if let Some(after) = self.way.step(&self.candidates[depth].place, m, left - 1) {
                let key = self.table.key(after.position.key(), u64::from(left - 1));
                if is_fresh && self.table.get(key) == BUSY {
                    self.candidates[depth].defer(m);
                    continue;
                }
                self.go(m, after, left);
            }
            if self.is_late() {
                break;
            }
        }
        if let Some(split_point) = self.candidates.pop().and_then(SplitCandidate::split_point) {
            let mut before = std::mem::take(&mut self.solutions);
            for found in self.pool.join(self, &split_point).into_iter().flatten() {
                before.extend(found);
            }
            self.solutions = before;
        }
    }
}

impl<'a> Worker for ProofGameSearch<'a> {
    type Node = Split<Node>;
    type Watch = Watch<'a>;
    type Found = Vec<Vec<Move>>;
    type Suspended = (Vec<Move>, Vec<Vec<Move>>, Vec<SplitCandidate<ProofGameSearch<'a>, Node>>);

    fn go_to(&mut self, split: &Split<Node>) -> Self::Suspended {
        let line = std::mem::replace(&mut self.line, split.line.clone());
        (line, std::mem::take(&mut self.solutions), std::mem::take(&mut self.candidates))
    }

    fn come_back(&mut self, (line, solutions, candidates): Self::Suspended) {
        (self.line, self.solutions, self.candidates) = (line, solutions, candidates);
    }

    fn work(&mut self, split: &Split<Node>, at: usize) -> Option<Self::Found> {
        let m = split.moves[at];
        if let Some(after) = self.way.step(&split.place, m, split.left - 1) {
            self.go(m, after, split.left);
        }
        Some(std::mem::take(&mut self.solutions))
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }
}
