//! A solver for rules: bits, laws, clauses, and questions about them. Knows no game.
//!
//! A game states its laws once against [`Constraints`]. The [`Checker`] runs them on known bits and
//! names the law that fails; the [`Encoder`] turns them into clauses, in which known bits fold away,
//! and a [`Solver`] answers: is there a model, which are all of them ([`Solver::enumerate`]), which
//! few laws contradict each other ([`Solver::minimal_core`]). [`propagate`] says what follows
//! without any search.
//!
//! ```
//! use zugwerk_logic::{Answer, Bit, Checker, Constraints, Encoder, Law, Limits, Solver};
//!
//! /// Two lights behind one fuse: at most one of them is on.
//! fn lights(c: &mut impl Constraints, a: Bit, b: Bit) {
//!     c.law(Law::new("the fuse"));
//!     c.at_most_one(&[a, b]);
//! }
//!
//! let mut checker = Checker::new();
//! lights(&mut checker, Bit::TRUE, Bit::TRUE);
//! assert_eq!(checker.broken()[0].name, "the fuse");
//!
//! let mut encoder = Encoder::new();
//! let b = encoder.fresh();
//! lights(&mut encoder, Bit::TRUE, b);
//! let mut solver = Solver::default();
//! solver.load(encoder.cnf());
//! assert_eq!(solver.solve(&[b], &Limits::none()), Answer::No(vec![b]));
//! ```

mod bit;
mod cdcl;
mod checker;
mod cnf;
mod constraints;
mod core;
mod deferred;
mod encoder;
mod enumerate;
mod line;
mod profile;
mod proof;
mod propagation;
mod propagator;
mod solver;

pub use bit::Bit;
pub use checker::Checker;
pub use cnf::Cnf;
pub use constraints::{Constraints, Law, Unknowns};
pub use encoder::Encoder;
pub use enumerate::End;
pub use line::{Folding, Line};
pub use profile::{Cost, Profile};
pub use proof::{DratWriter, ProofChecker, ProofError, ProofSink, check_drat};
pub use propagation::propagate;
pub use propagator::Propagator;
pub use solver::{Answer, Backend, Model, Solver, Statistics};
pub use zugwerk_game::{Limits, Stop};
