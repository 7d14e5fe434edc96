//! Minimal unsatisfiable cores: the few assumptions that already contradict each other.

use crate::{Answer, Bit, Limits, Solver, Stop};

impl Solver {
    /// A smallest-by-inclusion part of `assumptions` that the clauses contradict: leave any one of
    /// them out and they agree. None when they all agree.
    ///
    /// Earlier assumptions are dropped first, so put those that should stay in the core at the end.
    pub fn minimal_core(
        &mut self,
        assumptions: &[Bit],
        limits: &Limits,
    ) -> Result<Option<Vec<Bit>>, Stop> {
        self.small_core(assumptions, u64::MAX, limits)
    }

    /// The same within a budget: an assumption stays in the core also where `patience` conflicts do not
    /// show that it can be left out.
    pub fn small_core(
        &mut self,
        assumptions: &[Bit],
        patience: u64,
        limits: &Limits,
    ) -> Result<Option<Vec<Bit>>, Stop> {
        self.rough_core(assumptions, patience, usize::MAX, limits)
    }

    /// The same with about as many `tries` at most: those of a large core are left out several at a time.
    pub fn rough_core(
        &mut self,
        assumptions: &[Bit],
        patience: u64,
        tries: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Bit>>, Stop> {
        let mut open = match self.solve_backwards(assumptions, limits) {
            Answer::Yes(_) => return Ok(None),
            Answer::Unknown(stop) => return Err(stop),
            Answer::No(core) => in_order(assumptions, &core),
        };
        let soon = limits.clone().with_conflicts(patience);
        let together = open.len().div_ceil(tries.max(1)).max(1);
        let mut needed: Vec<Bit> = Vec::new();
        while !open.is_empty() {
            let tried: Vec<Bit> = open.drain(..together.min(open.len())).collect();
            let rest: Vec<Bit> = open.iter().chain(&needed).copied().collect();
            match self.solve_backwards(&rest, &soon) {
                Answer::Yes(_) => needed.extend(tried),
                Answer::Unknown(stop) => match limits.reached() {
                    None if stop == Stop::Conflicts && patience < u64::MAX => needed.extend(tried),
                    // What was reached while it tried is not the budget of a single try.
                    reached => return Err(reached.unwrap_or(stop)),
                },
                Answer::No(core) => open = in_order(&open, &core),
            }
        }
        Ok(Some(needed))
    }

    /// Assumes the last ones first: what the solver assumes early is what its cores are made of, since
    /// whatever follows from it need not be assumed any more.
    fn solve_backwards(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer {
        let backwards: Vec<Bit> = assumptions.iter().rev().copied().collect();
        self.solve(&backwards, limits)
    }
}

/// Those of `all` that are in `chosen`.
fn in_order(all: &[Bit], chosen: &[Bit]) -> Vec<Bit> {
    all.iter().copied().filter(|bit| chosen.contains(bit)).collect()
}
