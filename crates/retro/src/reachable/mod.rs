//! Can a game lead to a position?
//!
//! Four kinds of proof that none can: the pieces by their number, where those that were never let out count as none
//! ([`homes`]), the pawns by their order ([`kernel`]), the moves by being odd or even ([`parity`]), and the last moves, each
//! of which leads back to a position that cannot come about either ([`retract`]).
//!
//! That one can is shown by a game ([`game`]): a plan of the captures that get the pawns past each other ([`plan`],
//! [`ranks`]), a part in it for every piece on the board ([`cast`]), and a way back to the start along it
//! ([`walk`]). The game is then played and its end compared.

mod cast;
mod counting;
mod game;
mod homes;
mod kernel;
mod material;
mod parity;
mod plan;
mod ranks;
mod reason;
mod retract;
mod walk;

pub use counting::{Certificate, certify_counting};
use game::Games;
pub use reason::Impossible;
use retract::Effort;
use zugwerk_chess::{Color, Move, Position, Role, Setup};
use zugwerk_game::{Limits, Stop};

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
    if parity::contradicts(&position) {
        return Reachable::No(Impossible::Parity);
    }
    let mut games = Games::new(&position);
    for (effort, plans) in [(Effort::LITTLE, FEW_PLANS), (Effort::FULL, MANY_PLANS)] {
        if let Some(reason) = retract::impossible(&position, &effort, limits) {
            return Reachable::No(reason);
        }
        if let Some(line) = games.search(plans, limits) {
            return Reachable::Yes(line);
        }
    }
    Reachable::Unknown(limits.reached())
}

/// How many plans are tried before a proof is looked for that takes its time, and after it.
const FEW_PLANS: usize = 4;
const MANY_PLANS: usize = 200;

/// Whether two positions are the same but for the counters.
fn same(one: &Position, other: &Position) -> bool {
    Color::ALL.iter().all(|&color| one.color(color) == other.color(color))
        && Role::ALL.iter().all(|&role| one.role(role) == other.role(role))
        && (one.turn(), one.castling()) == (other.turn(), other.castling())
        && one.en_passant() == other.en_passant()
}

#[cfg(test)]
mod tests;
