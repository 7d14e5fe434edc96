//! Proofs by taking moves back: a position cannot come about if no last move leads to it from one that can.

use super::kernel::{Kernel, kernel};
use super::material::Material;
use super::reason::Impossible;
use crate::unmove::{Unmove, unmoves};
use std::collections::HashMap;
use zugwerk_chess::{Position, Role};
use zugwerk_game::Limits;

/// How many moves are taken back at most.
const DEPTH: usize = 4;

/// More positions than this are not looked at.
const MOST_POSITIONS: usize = 20_000;

/// A proof that no game leads to `position`, if one is found.
pub(super) fn impossible(position: &Position, limits: &Limits) -> Option<Impossible> {
    let mut past = Past { limits, positions: 0, kernels: HashMap::new() };
    if !past.has_kernel(position) {
        return Some(Impossible::pawns(&Material::of(position)));
    }
    (1..=DEPTH).find_map(|depth| past.impossible(position, depth))
}

struct Past<'a> {
    limits: &'a Limits,
    positions: usize,
    /// Whether there is a kernel, by the pawns and the material.
    kernels: HashMap<(u64, u64, Material), bool>,
}

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
            if self.positions > MOST_POSITIONS || self.limits.reached().is_some() {
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
        *kernels.or_insert_with(|| kernel(position, &material, limits) != Kernel::None)
    }
}
