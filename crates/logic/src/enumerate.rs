//! All models, told apart by chosen bits only.

use crate::{Answer, Bit, Constraints, Encoder, Limits, Model, Solver, Stop};

/// How an enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more models.
    Complete,
    /// The visitor had enough.
    Enough,
    /// A limit came first.
    Limit(Stop),
}

impl Solver {
    /// Calls `visit` with one model for every combination of values of `bits` that the clauses
    /// allow under `assumptions`, until it returns false. Blocks each combination for good, but only
    /// under `assumptions`: without them the solver forgets nothing it had found before.
    pub fn enumerate(
        &mut self,
        bits: &[Bit],
        assumptions: &[Bit],
        limits: &Limits,
        mut visit: impl FnMut(&Model) -> bool,
    ) -> End {
        loop {
            match self.solve(assumptions, limits) {
                Answer::No(_) => return End::Complete,
                Answer::Unknown(stop) => return End::Limit(stop),
                Answer::Yes(model) => {
                    if !visit(&model) {
                        return End::Enough;
                    }
                    let differs = bits.iter().map(|&b| if model.is_true(b) { !b } else { b });
                    let given = assumptions.iter().map(|&bit| !bit);
                    self.add(&given.chain(differs).collect::<Vec<_>>());
                }
            }
        }
    }

    /// The least number of `bits` that can be true at once under `assumptions`, with such a model;
    /// none when the clauses cannot be satisfied. The counting is encoded by `encoder`, whose clauses
    /// this solver must be following.
    pub fn minimize(
        &mut self,
        encoder: &mut Encoder,
        bits: &[Bit],
        assumptions: &[Bit],
        limits: &Limits,
    ) -> Result<Option<(usize, Model)>, Stop> {
        let mut best = None;
        let mut given = assumptions.to_vec();
        loop {
            self.load(encoder.cnf());
            match self.solve(&given, limits) {
                Answer::No(_) => return Ok(best),
                Answer::Unknown(stop) => return Err(stop),
                Answer::Yes(model) => {
                    let count = bits.iter().filter(|&&bit| model.is_true(bit)).count();
                    best = Some((count, model));
                    if count == 0 {
                        return Ok(best);
                    }
                    given.truncate(assumptions.len());
                    given.push(!encoder.counts(count, bits));
                }
            }
        }
    }
}
