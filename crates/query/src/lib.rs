//! Questions about games: a sketch of play with holes in it, answered by search or by a solver.
//!
//! A [`sketch`] names a start, a line of play with known moves, holes `?` and any replies `*`, and what
//! is expected of the end. [`ask`] answers: the moves that fill the holes, a strategy against every
//! reply, a counterexample, or the few demands and laws that conflict.
//!
//! ```
//! use zugwerk_query::{Options, Verdict, ask};
//! let sketch = "game chess\nfrom start\nplay f2f3 ? g2g4 ?\nexpect mate";
//! let answer = ask(sketch, &Options::default()).unwrap();
//! assert_eq!(answer.verdict, Verdict::Yes);
//! assert_eq!(answer.line_text(), "1. f3 e6 2. g4 Qh4#");
//! ```

mod answer;
mod ask;
mod asked;
mod chess;
mod conflict;
mod controller;
mod deathstacks;
mod demands;
mod for_all;
mod invariant;
mod language;
mod laws;
mod memory;
mod plan;
mod race;
mod reachable;
mod reduced;
mod refutation;
mod rulebook;
mod sat;
mod search;
pub mod sketch;

pub use answer::{Answer, Branch, MoveName, Question, Solution, Statistics, Tree, Verdict};
pub use ask::{Certificate, Engine, Options, ask, check, rulebook_file};
