//! A chess player: evaluation, search, time, and the Universal Chess Interface.
//!
//! ```
//! use std::time::Duration;
//! use zugwerk_chess::Game;
//! use zugwerk_engine::{Control, Engine, Limits};
//! let mut engine = Engine::new(16);
//! let game = Game::default();
//! let found = engine.search(
//!     &game,
//!     &Limits::time(Duration::from_millis(20)),
//!     &Control::new(engine.threads(), false),
//!     &|_| (),
//! );
//! assert!(game.position().is_legal(found.best.unwrap()));
//! ```

pub mod bench;
#[cfg_attr(target_family = "wasm", path = "no_book.rs")]
mod book;
pub mod classical;
mod clock;
mod control;
#[cfg(not(target_family = "wasm"))]
mod convert;
mod engine;
pub mod evaluation;
mod judge;
mod limits;
pub mod material_minimax;
mod named_file;
mod parameters;
mod prefetch;
mod progress;
mod search;
pub mod selfplay;
mod strength;
mod table;
#[cfg_attr(target_family = "wasm", path = "no_tablebases.rs")]
mod tablebases;
pub mod tuning;
pub mod uci;
mod value;
mod wdl;

pub use book::Book;
pub use control::Control;
pub use engine::{Engine, Finished};
pub use evaluation::evaluate;
pub use judge::{Judgement, Mark, Opinion, expected_score, judge};
pub use limits::{GameClock, Limits};
pub use parameters::Parameters;
pub use progress::{Info, Progress};
pub use table::Table;
pub use value::{Bound, MATE, MAX_PLY, Score};
pub use wdl::Wdl;
