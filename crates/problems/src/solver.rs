//! The solver: one problem in, its whole solution out.

use crate::battle::{self, Combat};
use crate::idle_threads::IdleThreads;
use crate::limits::{Shared, SolveLimits};
use crate::lines::{self, Course, Plan};
use crate::parry_series::ParrySeries;
use crate::proof_game::{self, Journey};
use crate::solution::{Answer, Fight, Lines, Solution};
use crate::split_pool::{SplitPool, ThreadCount};
use crate::stipulation::{Length, Parry, Play, Stipulation, Target};
use crate::table::Table;
use std::sync::Arc;
use zugwerk_chess::{Position, Setup};

/// A position and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The diagram. Of a proof game, the position to be reached.
    pub position: Position,
    /// What is asked.
    pub stipulation: Stipulation,
    /// For proof games: how much of the position counts.
    pub target: Option<Target>,
}

/// How much is to be told, and with how many threads.
#[derive(Clone, Debug)]
pub struct Options {
    /// When to stop before the search is complete.
    pub limits: SolveLimits,
    /// Threads to work with.
    pub threads: usize,
    /// More threads, for a long search, as soon as they are lent.
    pub idle: Option<Arc<IdleThreads>>,
    /// Whether the tree of each key is wanted.
    pub tree: bool,
    /// How many of the attacker's moves the tree tells.
    pub tree_moves: u16,
    /// Whether set play and tries are wanted.
    pub set_play: bool,
    /// The most defences that may refute a move called a try.
    pub refutations: usize,
    /// The longest mate looked for when no length is given.
    pub longest: u16,
}

impl Options {
    /// The threads for a search that is long enough to be shared, and those for one that is so long that
    /// others may come to its help.
    pub(crate) fn thread_count(&self, is_shared: bool, is_long: bool) -> ThreadCount<'_> {
        let idle = self.idle.as_deref().filter(|_| is_long);
        if is_shared { ThreadCount { threads: self.threads, idle } } else { ThreadCount::ONE }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: SolveLimits::default(),
            threads: 1,
            idle: None,
            tree: true,
            tree_moves: 5,
            set_play: false,
            refutations: 1,
            longest: 100,
        }
    }
}

/// Solves problems one after the other, keeping its tables.
///
/// ```
/// use zugwerk_problems::{Answer, Options, Problem, Solver};
/// let problem = Problem::new("k1K5/p7/8/3N4/8/8/8/8 w - - 0 1", "#1", false).unwrap();
/// let solution = Solver::default().solve(&problem, &Options::default());
/// let Answer::Fight(fight) = &solution.answer else { unreachable!() };
/// assert_eq!(problem.position.uci(fight.keys[0].m), "d5c7");
/// assert!(solution.is_complete());
/// ```
pub struct Solver {
    table: Table,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver { table: Table::new(12) }
    }
}

impl Solver {
    /// Everything that solves the problem, as far as the limits allow.
    pub fn solve(&mut self, problem: &Problem, options: &Options) -> Solution {
        let shared = Shared::new(&options.limits);
        let mut answer = self.answer(problem, options, &shared);
        // All last moves of a position are found at once, and so a few more lines than were wanted.
        if let (Answer::Lines(lines), Some(most)) = (&mut answer, options.limits.solutions) {
            lines.solutions.truncate(most);
            lines.short.truncate(most);
            lines.set_play.truncate(most);
        }
        Solution { answer, stopped: shared.stop(), nodes: shared.nodes() }
    }

    fn answer(&mut self, problem: &Problem, options: &Options, shared: &Shared) -> Answer {
        let Problem { position, stipulation, target } = problem;
        let goal = stipulation.goal;
        let has_play = !problem.can_take_king();
        if let Some(combat) = Combat::of(&stipulation.play) {
            let moves = match stipulation.length {
                Length::Halves(halves) => halves / 2,
                Length::Shortest => options.longest,
            };
            let rules = stipulation.rules;
            if !has_play && (rules.post_key || stipulation.length == Length::Shortest) {
                return Answer::Fight(Fight { moves, ..Fight::default() });
            }
            self.table.start(battle::table_bits(moves));
            let pool = &SplitPool::new();
            let exact = stipulation.exact;
            let battle =
                battle::Battle { combat, goal, exact, rules, table: &self.table, shared, pool };
            if rules.post_key {
                return Answer::Fight(battle.solve_after_key(position, moves, options));
            }
            return Answer::Fight(match stipulation.length {
                Length::Halves(_) => battle.solve(position, moves, options),
                Length::Shortest => battle.solve_shortest(position, moves, options),
            });
        }
        let halves = match stipulation.length {
            Length::Halves(halves) => Some(halves),
            Length::Shortest => None,
        };
        if stipulation.parry == Some(Parry::Fights) {
            let moves = halves.unwrap_or(2) / 2;
            if !has_play {
                return Answer::Fight(Fight { moves, ..Fight::default() });
            }
            self.table.start(battle::table_bits(moves));
            let series = ParrySeries::new(stipulation, &self.table, shared);
            return Answer::Fight(series.solve(position, moves, options));
        }
        if let Some(course) = Course::of(stipulation, halves.unwrap_or(1)) {
            let mut solve = |course: Course, position: &Position| {
                let plan = Plan::new(course, position, shared, options.threads);
                self.table.start(plan.table_bits());
                lines::HelpPlay { plan: &plan, table: &self.table, shared }.solve(options)
            };
            let mut lines = Lines { plies: course.plies, ..Lines::default() };
            if has_play {
                lines.spoiled_by = course.spoiled_by(position);
                lines.solutions = solve(course, position);
            }
            if has_play && !stipulation.exact {
                for shorter in Course::shorter(stipulation, halves.unwrap_or(1)) {
                    if shared.stop().is_some() {
                        break;
                    }
                    lines.short.extend(solve(shorter, position));
                }
            }
            if options.set_play && course.plies > 1 && !position.is_check() {
                lines.set_play = solve(course.without_first(), &position.pass());
            }
            return Answer::Lines(lines);
        }
        if !has_play {
            return Answer::Lines(Lines { plies: halves.unwrap_or(0), ..Lines::default() });
        }
        let start = match stipulation.play {
            Play::ProofGame | Play::SeriesProofGame => &Position::start(),
            _ => position,
        };
        let is_series = matches!(stipulation.play, Play::SeriesProofGame | Play::SeriesAToB(_));
        let mut target = match (&stipulation.play, target) {
            (Play::AToB(target) | Play::SeriesAToB(target), _) => (**target).clone(),
            (_, Some(target)) => target.clone(),
            (_, None) => Target {
                setup: Setup::from(position),
                has_turn: true,
                has_castling: true,
                has_en_passant: true,
            },
        };
        // Only one side has moved, whoever the FEN says is next.
        target.has_turn &= !is_series;
        let plies = if is_series { halves.map(|halves| halves / 2) } else { halves };
        let journey = Journey { start, target: &target, is_series, is_exact: stipulation.exact };
        Answer::Lines(proof_game::solve(&journey, plies, &mut self.table, shared, options))
    }
}
