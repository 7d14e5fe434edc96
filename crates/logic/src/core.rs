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
        let mut open = match self.solve(assumptions, limits) {
            Answer::Yes(_) => return Ok(None),
            Answer::Unknown(stop) => return Err(stop),
            Answer::No(core) => in_order(assumptions, &core),
        };
        let mut needed: Vec<Bit> = Vec::new();
        while !open.is_empty() {
            let tried = open.remove(0);
            let rest: Vec<Bit> = needed.iter().chain(&open).copied().collect();
            match self.solve(&rest, limits) {
                Answer::Yes(_) => needed.push(tried),
                Answer::Unknown(stop) => return Err(stop),
                Answer::No(core) => open = in_order(&open, &core),
            }
        }
        Ok(Some(needed))
    }
}

/// Those of `all` that are in `chosen`.
fn in_order(all: &[Bit], chosen: &[Bit]) -> Vec<Bit> {
    all.iter().copied().filter(|bit| chosen.contains(bit)).collect()
}
