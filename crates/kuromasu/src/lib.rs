//! Kuromasu: solve, prove, explain, generate.
//!
//! A board is coloured black and white so that no two black cells touch by a side, cells with a clue
//! are white, a number counts the white cells seen from it, and all white cells are connected. (The
//! puzzle is also known as Kurodoko, and as "Range".) The rules are in [`rules`] as a checker, in
//! `encode` and `connect` as clauses, and [`Search`] finds the solutions.
//!
//! ```
//! use zugwerk_kuromasu::{Next, Options, Puzzle, Search, broken_rules};
//! use zugwerk_logic::Limits;
//!
//! let puzzle: Puzzle = "3x3:c5e".parse()?;
//! let mut search = Search::new(&puzzle, &Options::default());
//! if let Next::Solution(solution) = search.next(&Limits::none()) {
//!     assert!(broken_rules(&puzzle, &solution).is_empty());
//! }
//! # Ok::<(), zugwerk_kuromasu::ParseError>(())
//! ```

mod chains;
mod colouring;
mod connect;
mod deduce;
mod encode;
mod explain;
mod forest;
mod format;
mod generate;
mod named;
pub mod picture;
mod probe;
mod puzzle;
pub mod rules;
mod solve;

pub use colouring::{Colouring, parse_colours};
pub use connect::Connectivity;
pub use deduce::{Colour, Contradiction, deduce};
pub use explain::{Ending, Explainer, Mistake, Step, Technique};
pub use format::{Format, ParseError};
pub use generate::{GenerateError, Generated, Progress, Request, generate, symmetry_name};
pub use named::Rule;
pub use probe::{By, Chain, Link, difficulty};
pub use puzzle::{Clue, Place, Puzzle, SizeError};
pub use rules::{Broken, broken_rules};
pub use solve::{Certificate, Clauses, Next, Options, Search, SolveStatistics};
pub use zugwerk_puzzle::format::WriteError;
pub use zugwerk_puzzle::{Difficulty, Symmetry};

/// The number of a cell, row by row from 0.
pub type Cell = usize;
