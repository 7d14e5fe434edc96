//! Can a side still win: is there a series of legal moves that ends with it giving mate (FIDE 5.2.2, 6.9)?
//!
//! Four ways to the answer, the cheap ones first: random games that head for the mate; the walls
//! ([`Confinement`]); the two kings alone ([`duel`]); and a search through everything that can arise, which ends because there is
//! a finite number of positions. The counters of moves and repetitions do not count.

mod distance;
mod duel;
mod reason;
mod rollout;
mod search;

use distance::Plan;
pub use reason::Reason;
use rollout::Gambler;
use search::{Found, search};
use zugwerk_chess::{Color, Confinement, Move, Position};
use zugwerk_game::{Limits, Stop};

/// Whether a side can still win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can: these legal moves end with its mate. None are needed if it has given mate already.
    Yes(Vec<Move>),
    /// It cannot.
    No(Reason),
    /// A limit came before the answer.
    Unknown(Stop),
}

impl Verdict {
    /// Yes or no, if it is known.
    pub fn known(&self) -> Option<bool> {
        match self {
            Verdict::Yes(_) => Some(true),
            Verdict::No(_) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

/// Games before the walls are looked at, and after.
const GAMES: [usize; 2] = [3, 30];

/// Whether any series of legal moves ends with a mate by `winner`.
pub fn winnable(position: &Position, winner: Color, limits: &Limits) -> Verdict {
    if !position.has_moves() {
        return match position.is_check() && position.turn() != winner {
            true => Verdict::Yes(Vec::new()),
            false => Verdict::No(Reason::Over),
        };
    }
    if position.king(Color::White).is_none() || position.king(Color::Black).is_none() {
        return Verdict::No(Reason::NoKing);
    }
    if position.cannot_mate(winner) {
        return Verdict::No(Reason::Material);
    }
    let mut gambler = Gambler::default();
    let mut play = |games| (0..games).find_map(|_| gambler.play(position, winner));
    if let Some(line) = play(GAMES[0]) {
        return Verdict::Yes(shortened(position, line));
    }
    let confinement = Confinement::of(position);
    if !confinement.may_mate(winner) {
        return Verdict::No(Reason::Walls(Box::new(confinement)));
    }
    if let Some(line) = play(GAMES[1]) {
        return Verdict::Yes(shortened(position, line));
    }
    if duel::keeps_off(position, winner) {
        return Verdict::No(Reason::Kings);
    }
    if duel::stays_shut_in(position, winner) {
        return Verdict::No(Reason::ShutIn);
    }
    let plan = Plan::new(position, &confinement, winner);
    match search(position, winner, plan, limits) {
        Found::Line(line) => Verdict::Yes(shortened(position, line)),
        Found::Nothing(positions) => Verdict::No(Reason::Searched { positions }),
        Found::Stopped(stop) => Verdict::Unknown(stop),
    }
}

/// The line without detours: wherever a move leads to a position that comes later, it is taken at once.
fn shortened(start: &Position, line: Vec<Move>) -> Vec<Move> {
    let mut position = start.clone();
    let mut keys = Vec::with_capacity(line.len());
    // Nearly all positions beside the line are seen to be none of it by six bits of their keys.
    let mut some_key = 0u64;
    for &m in &line {
        position = position.play(m);
        keys.push(position.key());
        some_key |= 1 << (position.key() % 64);
    }
    let mut short = Vec::new();
    let mut position = start.clone();
    let mut at = 0;
    while at < line.len() {
        let (mut furthest, mut m) = (at, line[at]);
        for &other in &position.legal_moves() {
            let key = position.play(other).key();
            if some_key >> (key % 64) & 1 != 0
                && let Some(ahead) = keys[furthest + 1..].iter().rposition(|later| *later == key)
            {
                (furthest, m) = (furthest + 1 + ahead, other);
            }
        }
        short.push(m);
        position = position.play(m);
        at = furthest + 1;
    }
    short
}

#[cfg(test)]
mod tests;
