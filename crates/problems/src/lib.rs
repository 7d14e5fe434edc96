//! The problemist's desk: chess problems of every common kind, solved completely.
//!
//! A [`Problem`] is a position and a [`Stipulation`]; a [`Solver`] finds every key or every line and
//! knows when it has searched everything.
//!
//! ```
//! use zugwerk_problems::{Answer, Options, Problem, Solver};
//! let problem = Problem::new("8/4K3/8/7k/8/4p3/4QB2/8", "h#2", false).unwrap();
//! let solution = Solver::default().solve(&problem, &Options::default());
//! let Answer::Lines(lines) = &solution.answer else { unreachable!() };
//! assert_eq!((lines.solutions.len(), solution.is_complete()), (3, true));
//! ```

mod abdada;
mod battle;
pub mod files;
mod goal;
mod help_pruning;
mod idle_threads;
mod letters;
mod limits;
mod lines;
mod mate_reachability;
mod mating;
mod notation;
mod parry_series;
mod patterns;
mod problem;
mod proof_game;
mod report;
mod self_check;
mod sketch;
mod solution;
mod solver;
mod split_pool;
mod stalemating;
mod stipulation;
mod table;
mod twin;
mod words;

pub use goal::Goal;
pub use help_pruning::HelpPruning;
pub use idle_threads::IdleThreads;
pub use limits::{Report, SolveLimits};
pub use notation::{Language, Notation, Style};
pub use problem::ProblemError;
pub use report::write_fight;
pub use solution::{AfterKey, Answer, Attack, Defence, Fight, Lines, Solution, Try};
pub use solver::{Options, Problem, Solver};
pub use stipulation::{
    FightRules, Length, NonTrivial, Parry, Play, Stipulation, StipulationError, Target,
};
pub use twin::{Change, Mirror, Twin, TwinError};

#[cfg(test)]
#[path = "../tests/positions/mod.rs"]
mod positions;

#[cfg(test)]
#[path = "../tests/scenes/mod.rs"]
mod scenes;
