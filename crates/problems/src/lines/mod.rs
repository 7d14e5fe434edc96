//! Problems whose solutions are lines of play: help play and series.
//!
//! Every line of the given length is tried; what makes this fast is a table of positions from which
//! nothing is left to find, and knowing early that the last moves cannot mate ([`helpmate`]).

mod course;
mod helpmate;
mod origins;

use crate::abdada::{self, BUSY, NO_SOLUTION, Split, SplitCandidate};
use crate::goal::Goal;
use crate::limits::{Shared, Watch};
use crate::mate_reachability::MateReachability;
use crate::patterns::{OpenPatterns, Patterns};
use crate::solver::Options;
use crate::split_pool::{SplitPool, Worker};
use crate::table::Table;
pub(crate) use course::{Course, Ending};
use origins::Origins;
use zugwerk_chess::{Move, MoveList, Position};

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
        let has_patterns = matches!(course.goal, Goal::Mate | Goal::Stalemate);
        let patterns = (has_patterns && course.has_known_moves() && attempts > 0).then(|| {
            let mating = course.last_mover(position.turn());
            let moves = course.moves_left(course.plies);
            let threads = if course.plies < LONG { 1 } else { threads };
            Patterns::new(position, course.goal, mating, moves, attempts, threads, || {
                shared.is_over()
            })
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
            reachability: course.asks_for_mate().then(|| MateReachability::new(mating)),
            open_patterns: patterns.as_ref().map(OpenPatterns::new),
            table: self.table,
            pool: &pool,
            watch: Watch::new(self.shared),
            line: Vec::new(),
            candidates: Vec::new(),
            origins: course.goal.needs_history().then(|| vec![Origins::of_diagram()]),
            solutions: Vec::new(),
        };
        // A thread takes longer to start than a short search to end.
        let few = patterns.as_ref().is_some_and(|patterns| patterns.len() < 16);
        let is_shared =
            course.plies >= SHARED && !few && !course.parry && !course.goal.needs_history();
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
    /// For goals that need it, where the pieces of each position of this line stood in the diagram.
    origins: Option<Vec<Origins>>,
    /// The positions of this line with enough plies left to share them, the first one first.
    candidates: Vec<SplitCandidate<HelpSearch<'a>, Position>>,
    solutions: Vec<Vec<Move>>,
}

/// With this few plies left mates are found by looking at the moves alone.
const LAST_PAIR: u16 = 2;

impl HelpSearch<'_> {
    /// Collects the lines of `left` plies from here.
    fn walk(&mut self, position: &Position, left: u16) {
        if left == 1 {
            return self.last(position);
        }
        let goes_on = self.course.goes_on(left);
        let Course { goal, ending, .. } = self.course;
        match ending {
            Ending::Reflex if self.course.is_after_intro(left) => {
                let origins = self.origins.as_ref().and_then(|origins| origins.last());
                if is_near(goal, position, origins) {
                    return;
                }
            }
            Ending::Reciprocal if left == 2 => return self.reciprocal(position),
            _ => {}
        }
        let may_pair = self.course.asks_for_mate() && ending == Ending::Reached && !goes_on;
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
        let key = self.table.key(self.course.goal.key(position), u64::from(left));
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
        if !self.watch.is_stopped() && self.origins.is_none() {
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
        if !self.course.has_known_moves() {
            return false;
        }
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
        let goes_on = self.course.goes_on(left);
        // In a series too the other side must reach the goal as soon as it can.
        if goes_on && self.course.ending == Ending::Reflex && self.course.is_after_intro(left) {
            let origins = self.origins.as_ref().and_then(|origins| origins.last());
            let origins = origins.map(|origins| origins.after(position, m));
            if is_near(self.course.goal, &after, origins.as_ref()) {
                return true;
            }
        }
        let passed = &mut None;
        let after = match goes_on {
            true if after.is_check() => {
                self.parry(position, m, &after, left);
                return true;
            }
            true => &*passed.insert(after.pass()),
            false => &after,
        };
        // Looking is cheaper than following the open_patterns.
        let key = self.table.key(self.course.goal.key(after), u64::from(left - 1));
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

    /// Collects what follows when a check in a series, the first of `left` plies, is parried.
    fn parry(&mut self, position: &Position, m: Move, after: &Position, left: u16) {
        // The moves before the series of the other side are no parry series.
        if !self.course.parry || !self.course.is_after_intro(left) {
            return;
        }
        self.push(position, m);
        for &reply in &after.legal_moves() {
            self.push(after, reply);
            self.walk(&after.play(reply), left - 1);
            self.pop();
        }
        self.pop();
    }

    /// Collects the last moves where the side to move can reach the goal or let the other side reach it.
    fn reciprocal(&mut self, position: &Position) {
        self.watch.tick();
        let before = self.solutions.len();
        self.last(position);
        let reached = self.solutions.split_off(before);
        if reached.is_empty() {
            return;
        }
        for &m in &position.legal_moves() {
            self.push(position, m);
            self.last(&position.play(m));
            self.pop();
        }
        if self.solutions.len() > before {
            self.solutions.extend(reached);
        }
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
        if left > self.course.last_looked_at()
            && let Some(open_patterns) = &mut self.open_patterns
        {
            let (mating, mated) = self.course.moves_left(left - 1);
            if !open_patterns.push(position, m, mating, mated) {
                return false;
            }
        }
        self.push(position, m);
        true
    }

    fn leave(&mut self, left: u16) {
        self.pop();
        if left > self.course.last_looked_at()
            && let Some(open_patterns) = &mut self.open_patterns
        {
            open_patterns.pop();
        }
    }

    /// Adds a move of `position` to the line.
    fn push(&mut self, position: &Position, m: Move) {
        self.line.push(m);
        if let Some(origins) = &mut self.origins {
            let next = origins.last().map(|now| now.after(position, m));
            origins.extend(next);
        }
    }

    fn pop(&mut self) {
        self.line.pop();
        if let Some(origins) = &mut self.origins {
            origins.pop();
        }
    }

    /// Whether there are moves, and each reaches the goal.
    fn is_forced(&self, position: &Position) -> bool {
        let goal = self.course.goal;
        let moves = goal.moves(position);
        if goal.needs_check() && moves.iter().any(|&m| !position.gives_check(m)) {
            return false;
        }
        let is_reached = |&m: &Move| match self.origins.as_ref().and_then(|origins| origins.last())
        {
            Some(origins) => origins.reach(goal, position, m),
            None => goal.is_reached(position, m, &position.play(m)),
        };
        !moves.is_empty() && moves.iter().all(is_reached)
    }

    /// The last move of the lines.
    fn last(&mut self, position: &Position) {
        self.watch.tick();
        let goal = self.course.goal;
        if self.course.ending == Ending::Forced && !self.is_forced(position) {
            return;
        }
        let before = self.solutions.len();
        let (line, solutions) = (&self.line, &mut self.solutions);
        let origins = self.origins.as_ref().and_then(|origins| origins.last());
        find_moves(goal, position, origins, |m| {
            solutions.push(line.iter().copied().chain([m]).collect());
            false
        });
        let found = self.solutions.len() - before;
        (0..found).for_each(|_| self.watch.count_solution());
    }
}

/// Calls `found` for each move that reaches the goal, until it returns true. Says whether it did. Goals that need the
/// history of the pieces come with it.
fn find_moves(
    goal: Goal,
    position: &Position,
    origins: Option<&Origins>,
    mut found: impl FnMut(Move) -> bool,
) -> bool {
    match origins {
        Some(origins) => {
            let moves = position.legal_moves();
            moves.iter().any(|&m| origins.reach(goal, position, m) && found(m))
        }
        None => goal.find_moves(position, found),
    }
}

/// Whether some move reaches the goal.
fn is_near(goal: Goal, position: &Position, origins: Option<&Origins>) -> bool {
    find_moves(goal, position, origins, |_| true)
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

#[cfg(test)]
mod differential;
#[cfg(test)]
mod tests;
