//! Games, puzzles and machines as text.
//!
//! A rulebook is a page of text that says which board there is, what stands on it, what can be done and how it ends,
//! each rule with its sentence. It is read by [`parse`]; mistakes are [`Diagnostic`]s that point at their place.

pub mod ast;
pub mod board;
pub mod bundled;
mod cellset;
mod diagnostic;
pub mod eval;
pub mod ground;
#[cfg(feature = "laws")]
pub mod laws;
pub mod lexer;
pub mod lint;
mod parser;
mod reduced;
pub mod sokoban;

pub use ast::Rulebook;
pub use cellset::CellSet;
pub use diagnostic::{Diagnostic, advice, nearest};
pub use eval::{Move, RuleGame, State, Statement, plain};
pub use parser::{parse, parse_formula};
pub use reduced::{reduced, sentences};

use std::ops::Range;

/// Where something stands in the text, in bytes.
pub type Span = Range<usize>;
