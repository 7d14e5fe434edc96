//! A game that leads to a position: a plan, who is who, and the way back to the start; then played and compared.

use super::cast::{ABSENT, Cast, OFFICERS, cast};
use super::plan::{Planned, Wanted, plan};
use super::ranks::{Advances, ranked};
use super::walk::{Played, Walk, walk};
use zugwerk_chess::{Move, Position, Role};
use zugwerk_game::{Limits, Rng};

/// The search for a game, which can be interrupted and gone on with.
pub(super) struct Games<'a> {
    target: &'a Position,
    wanted: Wanted,
    rng: Rng,
    attempt: usize,
    /// How often there was no plan at all.
    planless: usize,
}

impl<'a> Games<'a> {
    pub(super) fn new(target: &'a Position) -> Games<'a> {
        Games { target, wanted: Wanted::of(target), rng: Rng::new(1), attempt: 0, planless: 0 }
    }

    /// A game from the start to the target, if one is found with `plans` and within the limits.
    pub(super) fn search(&mut self, plans: usize, limits: &Limits) -> Option<Vec<Move>> {
        for _ in 0..plans {
            if limits.reached().is_some() || self.planless == MOST_PLANLESS {
                return None;
            }
            let found = self.attempt(limits);
            if found.is_some() {
                return found;
            }
            self.attempt += 1;
        }
        None
    }

    /// One plan, worked out.
    fn attempt(&mut self, limits: &Limits) -> Option<Vec<Move>> {
        let more = (self.attempt / PLANS_BEFORE_WIDENING).min(4);
        let plan = match plan(&self.wanted, ARRANGEMENTS << more, &mut self.rng, limits) {
            Planned::Plan(plan) => plan,
            Planned::None => {
                self.planless += 1;
                return None;
            }
            Planned::GivenUp => return None,
        };
        let cast = cast(self.target, &self.wanted, &plan, &mut self.rng)?;
        let officers: Vec<(u8, Role)> = (16..32_u8)
            .filter(|&piece| cast.squares[usize::from(piece)] == ABSENT)
            .map(|piece| (piece, OFFICERS[usize::from(piece & 7)]))
            .collect();
        let ranked = ranked(&plan, &furthest(&cast), &officers, &mut self.rng)?;
        let line = walk(
            &Walk {
                target: self.target,
                plan: &plan,
                ranked: &ranked,
                cast: &cast,
                limits,
                width: WIDTH << more,
            },
            &mut self.rng,
        )?;
        replay(&line, self.target)
    }
}

/// How far each pawn may have come: to where it stands, or as far as pawns go.
fn furthest(cast: &Cast) -> Advances {
    std::array::from_fn(|pawn| match cast.squares[pawn] >> 3 {
        _ if cast.squares[pawn] == ABSENT || cast.roles[pawn] != Role::Pawn => 5,
        rank if pawn < 8 => rank - 1,
        rank => 6 - rank,
    })
}

/// After this many plans that led nowhere, more is looked at.
const PLANS_BEFORE_WIDENING: usize = 8;
/// When no plan exists so often, chance is not to blame.
const MOST_PLANLESS: usize = 4;
/// How many positions are kept of each number of moves, at first.
const WIDTH: usize = 64;
/// How many arrangements of the pawns are looked at for a plan, at first.
const ARRANGEMENTS: usize = 2_000;

/// The moves as they are played from the start, if all are legal and they end in `target`.
fn replay(line: &[Played], target: &Position) -> Option<Vec<Move>> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for &(from, to, promoted) in line {
        let legal = position.legal_moves();
        let m = legal
            .iter()
            .copied()
            .find(|m| m.from() == from && m.to() == to && m.promoted() == promoted)?;
        position = position.play(m);
        moves.push(m);
    }
    super::same(&position, target).then_some(moves)
}
