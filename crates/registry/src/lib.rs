//! Every game behind its name.
//!
//! Rooms know a game by its type; a person names it at run time. [`games`] lists what is known, [`open`]
//! finds the game behind a name, and a [`Session`] is a game of it in play. Nothing here knows any
//! particular game but the list itself.
//!
//! ```
//! let game = zugwerk_registry::open("deathstacks", &[]).unwrap();
//! let mut session = game.session(None).unwrap();
//! session.play("a6-2-a4").unwrap();
//! assert_eq!(session.perft(1, 1, &Default::default()), Some(48));
//! ```

mod hosted;
mod list;
mod players;
mod session;

pub use list::{About, Settings, check, chess_player, games, load, open, rules};
pub use players::{Level, PlayerSpec};
pub use session::{AnyGame, Chosen, End, LegalMove, MatchReport, MatchTask, Session};
