//! From a text to its ground form: parameters, players, pieces and directions put in, every move a family with its
//! conditions and its changes.

mod arena;
mod build;
mod call;
mod changes;
mod circles;
mod clauses;
mod comprehend;
mod drafts;
mod expr;
pub(crate) mod fold;
pub mod form;
pub(crate) mod names;
pub mod node;
mod operators;
pub(crate) mod overlap;
mod quantify;
mod rules;
pub mod scope;
mod simplify;
mod start;
mod unused;
mod value;
mod words;

pub use arena::Arena;
pub use build::{Settings, ground, ground_formula, ground_reduced};
