//! Constraints that hold only under a condition.

use zugwerk_chess::laws::Unknowns;
use zugwerk_logic::{Bit, Constraints, Encoder, Law};

/// Passes constraints on to an encoder, each under the condition that `guard` is true.
///
/// Definitions hold without it. So do cardinalities: here they only ever speak of the bits of a move
/// that is itself under the guard, and these may all be false.
pub struct Guarded<'a> {
    encoder: &'a mut Encoder,
    guard: Bit,
    clause: Vec<Bit>,
}

impl Guarded<'_> {
    /// Constraints under `guard`.
    pub fn new(encoder: &mut Encoder, guard: Bit) -> Guarded<'_> {
        Guarded { encoder, guard, clause: Vec::new() }
    }
}

impl Constraints for Guarded<'_> {
    fn law(&mut self, law: Law) {
        self.encoder.law(law);
    }

    fn clause(&mut self, bits: &[Bit]) {
        self.clause.clear();
        self.clause.push(!self.guard);
        self.clause.extend(bits);
        self.encoder.clause(&self.clause);
    }

    fn and(&mut self, bits: &[Bit]) -> Bit {
        self.encoder.and(bits)
    }

    fn at_most(&mut self, count: usize, bits: &[Bit]) {
        self.encoder.at_most(count, bits);
    }
}

impl Unknowns for Guarded<'_> {
    fn fresh(&mut self) -> Bit {
        self.encoder.fresh()
    }
}
