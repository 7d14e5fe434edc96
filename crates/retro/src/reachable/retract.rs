//! Proofs by taking moves back: a position cannot come about if no last move leads to it from one that can.

use super::kernel::{Kernel, kernel};
use super::material::Material;
use super::plan::{Planned, Wanted, plan};
use super::reason::Impossible;
use crate::unmove::{Unmove, unmoves};
use std::collections::HashMap;
use zugwerk_chess::{Position, Role};
use zugwerk_game::{Limits, Rng};

/// How hard a proof is looked for.
pub(super) struct Effort {
    /// How many moves are taken back at most.
    depth: usize,
    /// How many positions are looked at in all.
    positions: usize,
}

impl Effort {
    /// What takes no time.
    pub(super) const LITTLE: Effort = Effort { depth: 2, positions: 200 };
    /// All that is known.
    pub(super) const FULL: Effort = Effort { depth: 4, positions: 20_000 };
}

/// A proof that no game leads to `position`, if one is found.
pub(super) fn impossible(
    position: &Position,
    effort: &Effort,
    limits: &Limits,
) -> Option<Impossible> {
    let most = effort.positions;
    let rng = Rng::new(1);
    let mut past = Past { limits, positions: 0, most, kernels: HashMap::new(), rng };
    if !past.has_kernel(position) {
        return Some(Impossible::pawns(&Material::of(position)));
    }
    (1..=effort.depth).find_map(|depth| past.impossible(position, depth))
}

struct Past<'a> {
    limits: &'a Limits,
    positions: usize,
    most: usize,
    /// Whether there is a kernel, by the pawns and the material.
    kernels: HashMap<(u64, u64, Material), bool>,
    rng: Rng,
}

/// How many arrangements of the pawns are looked at for a plan before a proof that there is none is tried.
const ARRANGEMENTS: usize = 200;

impl Past<'_> {
    /// A proof by taking back at most `depth` moves; the pawns of the position itself are known to be possible.
    fn impossible(&mut self, position: &Position, depth: usize) -> Option<Impossible> {
        self.positions += 1;
        if super::same(position, &Position::start()) {
            return None;
        }
        let mut last = unmoves(position);
        if last.is_empty() {
            return Some(Impossible::NoLastMove);
        }
        // Quiet moves first: one that may have been is enough.
        last.sort_by_key(|last| (last.captured.is_some(), last.m.promoted().is_some()));
        let mut reasons = Vec::new();
        for Unmove { m, captured, before } in last {
            if self.positions > self.most || self.limits.reached().is_some() {
                return None;
            }
            let changed = captured.is_some() || before.role_at(m.from()) == Some(Role::Pawn);
            let reason = if changed && !self.has_kernel(&before) {
                Impossible::pawns(&Material::of(&before))
            } else if depth > 1 {
                self.impossible(&before, depth - 1)?
            } else {
                return None;
            };
            let words = Unmove { m, captured, before }.words();
            reasons.push((words, reason));
        }
        Some(Impossible::LastMoves(reasons))
    }

    fn has_kernel(&mut self, position: &Position) -> bool {
        let material = Material::of(position);
        if material.excess().is_some() {
            return false;
        }
        let pawns = position.role(Role::Pawn);
        let white = pawns & position.color(zugwerk_chess::Color::White);
        let limits = self.limits;
        let kernels = self.kernels.entry((pawns.0, white.0, material));
        let rng = &mut self.rng;
        *kernels.or_insert_with(|| {
            // A plan of a game has a kernel, and is soon found if there is one.
            matches!(plan(&Wanted::of(position), ARRANGEMENTS, rng, limits), Planned::Plan(_))
                || kernel(position, &material, limits) != Kernel::None
        })
    }
}
