//! Problems whose solutions are lines of play: help play and series.
//!
//! Every line of the given length is tried; what makes this fast is a table of positions from which
//! nothing is left to find, and knowing early that the last moves cannot mate ([`helpmate`]).

mod helpmate;

use crate::abdada::{self, BUSY, NO_SOLUTION, Split, SplitCandidate};
use crate::goal::Goal;
use crate::limits::{Shared, Watch};
use crate::mate_reachability::MateReachability;
use crate::patterns::{OpenPatterns, Patterns};
use crate::solver::Options;
use crate::split_pool::{SplitPool, Worker};
use crate::stipulation::Play;
use crate::table::Table;
use zugwerk_chess::{Color, Move, MoveList, Position};

/// Who moves when, and how a line must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// How many plies there are.
    pub(crate) plies: u16,
    /// How many of the first plies are made by the same side.
    pub(crate) series: u16,
    /// Whether the last move must reach the goal because every move there does.
    pub(crate) forced: bool,
    /// What the last move reaches.
    pub(crate) goal: Goal,
}

impl Course {
    /// The course of a stipulation of `halves` half-moves, if it is one of lines.
    pub(crate) fn of(play: &Play, goal: Goal, halves: u16) -> Option<Course> {
        let (plies, series, forced) = match play {
            Play::Help => (halves, 1, false),
            Play::HelpSelf => (halves, 1, true),
            Play::Series => (halves / 2, halves / 2, false),
            Play::SeriesHelp => (halves / 2 + 1, halves / 2, false),
            Play::SeriesSelf => (halves / 2 + 1, halves / 2, true),
            _ => return None,
        };
        Some(Course { plies, series, forced, goal })
    }

    /// The course without its first ply.
    pub(crate) fn without_first(self) -> Course {
        Course { plies: self.plies - 1, series: self.series.saturating_sub(1).max(1), ..self }
    }

    /// Whether the side that makes the ply with `left` to come, itself included, also makes the next one.
    fn goes_on(self, left: u16) -> bool {
        self.plies - left + 1 < self.series
    }

    /// The moves of the side that makes the last move, and of the other, with `left` plies to come.
    fn moves_left(self, left: u16) -> (u16, u16) {
        if self.series == self.plies {
            (left, 0)
        } else if self.series > 1 {
            (1, left - 1)
        } else {
            (left.div_ceil(2), left / 2)
        }
    }

    /// Who makes the last move, if `first` makes the first.
    pub(crate) fn last_mover(self, first: Color) -> Color {
        let changes = self.plies - self.series;
        if changes.is_multiple_of(2) { first } else { !first }
    }

    /// With how many moves left it pays to ask whether a mate is possible: the tables for more cost more
    /// than they save, the sooner the shorter the course.
    fn foresight(self) -> u16 {
        if self.plies <= 6 { 2 } else { 3 }
    }
}

/// A course from a position, with what is known of its mates before the search.
pub(crate) struct Plan<'a> {
    course: Course,
    position: &'a Position,
    /// Where a mate is the goal and its patterns are few enough to pay.
    patterns: Option<Patterns>,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(
        course: Course,
        position: &'a Position,
        shared: &Shared,
        threads: usize,
    ) -> Plan<'a> {
        // The search without patterns is faster where the course is short or there are many of them.
        let attempts = match course.plies {
            3 | 4 => 1 << 14,
            5 => 1 << 16,
            6 => 1 << 19,
            7..=80 => 1 << 21,
            _ => 0,
        };
        let patterns = (course.goal == Goal::Mate && attempts > 0).then(|| {
            let mating = course.last_mover(position.turn());
            let moves = course.moves_left(course.plies);
            let threads = if course.plies < LONG { 1 } else { threads };
            Patterns::new(position, mating, moves, attempts, threads, || shared.is_over())
        });
        Plan { course, position, patterns: patterns.flatten() }
    }

    /// How large a table pays.
    pub(crate) fn table_bits(&self) -> u32 {
        let by_length = match self.course.plies {
            0..=2 => 4,
            3 | 4 => 14,
            5 => 17,
            6 => 19,
            _ => 22,
        };
        match &self.patterns {
            Some(patterns) if patterns.len() < 1 << 10 => by_length.min(16),
            Some(patterns) if patterns.len() < 1 << 14 => by_length.min(18),
            Some(_) => by_length.min(20),
            None => by_length,
        }
    }
}

/// A plan and what its threads share.
#[derive(Clone, Copy)]
pub(crate) struct HelpPlay<'a> {
    pub(crate) plan: &'a Plan<'a>,
    pub(crate) table: &'a Table,
    pub(crate) shared: &'a Shared<'a>,
}

impl HelpPlay<'_> {
    /// Every line, in the order of the moves.
    pub(crate) fn solve(&self, options: &Options) -> Vec<Vec<Move>> {
        let &Plan { course, position, ref patterns } = self.plan;
        let mating = course.last_mover(position.turn());
        if patterns.as_ref().is_some_and(Patterns::is_empty) {
            return Vec::new();
        }
        let pool = SplitPool::new();
        let search = || HelpSearch {
            plan: self.plan,
            course,
            reachability: (course.goal == Goal::Mate).then(|| MateReachability::new(mating)),
            open_patterns: patterns.as_ref().map(OpenPatterns::new),
            table: self.table,
            pool: &pool,
            watch: Watch::new(self.shared),
            line: Vec::new(),
            candidates: Vec::new(),
            solutions: Vec::new(),
        };
        // A thread takes longer to start than a short search to end.
        let few = patterns.as_ref().is_some_and(|patterns| patterns.len() < 16);
        let is_shared = course.plies >= SHARED && !few;
        let threads = options.thread_count(is_shared, course.plies >= LONG);
        pool.run(threads, search, |first| {
            first.walk(position, course.plies);
            let mut solutions = std::mem::take(&mut first.solutions);
            if pool.has_several() {
                let play = |position: &Position, m, at: usize| {
                    first.after(position, m, course.plies - at as u16).unwrap_or(position.clone())
                };
                abdada::sort_lines(&mut solutions, position, play);
            }
            solutions
        })
    }
}

/// One thread on its way through all lines.
struct HelpSearch<'a> {
    plan: &'a Plan<'a>,
    course: Course,
    /// For mates only.
    reachability: Option<MateReachability>,
    /// Where the patterns of all mates are known.
    open_patterns: Option<OpenPatterns<'a>>,
    table: &'a Table,
    pool: &'a SplitPool<HelpSearch<'a>>,
    watch: Watch<'a>,
    line: Vec<Move>,
    /// The positions of this line with enough plies left to share them, the first one first.
    candidates: Vec<SplitCandidate<HelpSearch<'a>, Position>>,
    solutions: Vec<Vec<Move>>,
}

/// With this few plies left the moves alone are looked at, and no patterns.
const LAST_PAIR: u16 = 2;

impl HelpSearch<'_> {
    /// Collects the lines of `left` plies from here.
    fn walk(&mut self, position: &Position, left: u16) {
        if left == 1 {
            return self.last(position);
        }
        let goes_on = self.course.goes_on(left);
        let may_pair = self.course.goal == Goal::Mate && !self.course.forced && !goes_on;
        if left == LAST_PAIR && may_pair && self.open_patterns.is_none() {
            return self.last_pair(position);
        }
        if self.watch.tick() {
            return;
        }
        let before = self.solutions.len();
        let legal = position.legal_moves();
        let mut promising = MoveList::new();
        let is_asked = self.find_promising(position, &legal, left, &mut promising);
        let moves = if is_asked { &promising } else { &legal };
        let key = self.table.key(position.key(), u64::from(left));
        if left >= SHARED && self.pool.is_shared() {
            if self.pool.has_several() {
                self.table.set(key, BUSY);
            }
            self.cross(position, moves, left);
        } else {
            for &m in moves {
                self.step(position, m, left, false);
                if self.watch.is_stopped() {
                    break;
                }
            }
        }
        if !self.watch.is_stopped() {
            let nothing = self.solutions.len() == before;
            self.table.set(key, if nothing { NO_SOLUTION } else { 0 });
        }
    }

    /// Tries moves, each the first of `left` plies, with which others may help.
    fn cross(&mut self, position: &Position, moves: &MoveList, left: u16) {
        let depth = self.candidates.len();
        self.candidates.push(SplitCandidate::new(position.clone(), moves, self.line.len(), left));
        while let Some((m, is_fresh)) = self.candidates[depth].take_move() {
            if self.pool.has_idle_helper() {
                SplitCandidate::split_first(&mut self.candidates, &self.line, self.pool);
            }
            if !self.step(position, m, left, is_fresh) {
                self.candidates[depth].defer(m);
            }
            if self.watch.is_stopped() {
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

    /// Adds those of the moves, each the first of `left` plies, after which a mate is not yet ruled out; false if
    /// that is not asked here. Lists are large, so none is moved about.
    fn find_promising(
        &mut self,
        position: &Position,
        moves: &MoveList,
        left: u16,
        promising: &mut MoveList,
    ) -> bool {
        let (mating, mated) = self.course.moves_left(left - 1);
        let is_near = mating.max(mated) <= self.course.foresight() && mating > 0;
        match (&self.open_patterns, &mut self.reachability) {
            (Some(open_patterns), _) => {
                open_patterns.promising_moves(position, moves, mating, mated, promising)
            }
            (None, Some(reachability)) if is_near => {
                *promising = reachability.promising_moves(position, moves, mating, mated);
            }
            _ => return false,
        }
        true
    }

    /// Plays `m`, the first of `left` plies, and collects what follows. Returns false, with nothing done,
    /// if another thread is at work on that and this one `may_defer`.
    fn step(&mut self, position: &Position, m: Move, left: u16, may_defer: bool) -> bool {
        let after = position.play(m);
        let passed = &mut None;
        let after = match self.course.goes_on(left) {
            true if after.is_check() => return true,
            true => &*passed.insert(after.pass()),
            false => &after,
        };
        // Looking is cheaper than following the open_patterns.
        let key = self.table.key(after.key(), u64::from(left - 1));
        match self.table.get(key) {
            NO_SOLUTION => return true,
            BUSY if may_defer => return false,
            _ => {}
        }
        if self.enter(position, m, left) {
            self.walk(after, left - 1);
            self.leave(left);
        }
        true
    }

    /// The position after `m`, the first of `left` plies; in a series only the last move may give check.
    fn after(&self, position: &Position, m: Move, left: u16) -> Option<Position> {
        let after = position.play(m);
        match self.course.goes_on(left) {
            true => (!after.is_check()).then(|| after.pass()),
            false => Some(after),
        }
    }

    /// Goes on along `m`, the first of `left` plies, if that may lead somewhere; to be left again.
    fn enter(&mut self, position: &Position, m: Move, left: u16) -> bool {
        if left > LAST_PAIR
            && let Some(open_patterns) = &mut self.open_patterns
        {
            let (mating, mated) = self.course.moves_left(left - 1);
            if !open_patterns.push(position, m, mating, mated) {
                return false;
            }
        }
        self.line.push(m);
        true
    }

    fn leave(&mut self, left: u16) {
        self.line.pop();
        if left > LAST_PAIR
            && let Some(open_patterns) = &mut self.open_patterns
        {
            open_patterns.pop();
        }
    }

    /// The last move of the lines.
    fn last(&mut self, position: &Position) {
        self.watch.tick();
        let goal = self.course.goal;
        if self.course.forced && !is_forced(goal, position) {
            return;
        }
        let before = self.solutions.len();
        let (line, solutions) = (&self.line, &mut self.solutions);
        goal.find_moves(position, |m| {
            solutions.push(line.iter().copied().chain([m]).collect());
            false
        });
        let found = self.solutions.len() - before;
        (0..found).for_each(|_| self.watch.count_solution());
    }
}

/// With fewer plies left, moves are not worth sharing among threads.
const SHARED: u16 = 4;

/// With this many plies or more, a search may go on when all others are done.
const LONG: u16 = 6;

impl<'a> Worker for HelpSearch<'a> {
    type Node = Split<Position>;
    type Watch = Watch<'a>;
    type Found = Vec<Vec<Move>>;
    type Suspended = (
        Vec<Move>,
        Vec<Vec<Move>>,
        Option<OpenPatterns<'a>>,
        Vec<SplitCandidate<HelpSearch<'a>, Position>>,
    );

    fn go_to(&mut self, split: &Split<Position>) -> Self::Suspended {
        let open_patterns = self.plan.patterns.as_ref().map(OpenPatterns::new);
        let aside = (
            std::mem::take(&mut self.line),
            std::mem::take(&mut self.solutions),
            std::mem::replace(&mut self.open_patterns, open_patterns),
            std::mem::take(&mut self.candidates),
        );
        let mut position = self.plan.position.clone();
        for (&m, left) in split.line.iter().zip((1..=self.course.plies).rev()) {
            // Somebody is there, so the way is open.
            let after = self.after(&position, m, left);
            self.enter(&position, m, left);
            position = after.unwrap_or(position);
        }
        aside
    }

    fn come_back(&mut self, (line, solutions, open_patterns, candidates): Self::Suspended) {
        (self.line, self.solutions) = (line, solutions);
        (self.open_patterns, self.candidates) = (open_patterns, candidates);
    }

    fn work(&mut self, split: &Split<Position>, at: usize) -> Option<Self::Found> {
        self.step(&split.place, split.moves[at], split.left, false);
        Some(std::mem::take(&mut self.solutions))
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }
}

/// Whether there are moves, and each reaches the goal.
fn is_forced(goal: Goal, position: &Position) -> bool {
    let moves = position.legal_moves();
    if goal.needs_check() && moves.iter().any(|&m| !position.gives_check(m)) {
        return false;
    }
    !moves.is_empty() && moves.iter().all(|&m| goal.is_reached(position, m, &position.play(m)))
}

#[cfg(test)]
mod differential;
#[cfg(test)]
mod tests;
