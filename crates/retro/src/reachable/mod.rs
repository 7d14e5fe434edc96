//! Can a game lead to a position?
//!
//! Three kinds of proof that none can: the pieces by their number, the pawns by their order ([`kernel`]), and the
//! last moves, each of which leads back to a position that cannot come about either ([`retract`]).

mod kernel;
mod material;
mod reason;
mod retract;

use crate::limits::Stop;
pub use reason::Impossible;
use zugwerk_chess::{Move, Position, Setup};
use zugwerk_game::Limits;

/// Whether a game can lead to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachable {
    /// It can: these moves from the start do it.
    Yes(Vec<Move>),
    /// It cannot.
    No(Impossible),
    /// Not known: a limit came first, or neither a game nor a proof was found.
    Unknown(Option<Stop>),
}

impl Reachable {
    /// Yes or no, if it is known.
    pub fn known(&self) -> Option<bool> {
        match self {
            Reachable::Yes(_) => Some(true),
            Reachable::No(_) => Some(false),
            Reachable::Unknown(_) => None,
        }
    }
}

/// Whether a game from the start can lead to this position: its pieces, the side to move, the rights to castle, and
/// the en-passant square if there is one. The counters do not count.
pub fn reachable(setup: &Setup, limits: &Limits) -> Reachable {
    let position = match setup.position() {
        Ok(position) => position,
        Err(error) => return Reachable::No(Impossible::Board(error)),
    };
    if same(&position, &Position::start()) {
        return Reachable::Yes(Vec::new());
    }
    if let Some(reason) = retract::impossible(&position, limits) {
        return Reachable::No(reason);
    }
    Reachable::Unknown(limits.reached().map(Stop::Limits))
}

/// Whether two positions are the same but for the counters.
fn same(one: &Position, other: &Position) -> bool {
    one.key() == other.key() && one.occupied() == other.occupied()
}

#[cfg(test)]
mod tests;
