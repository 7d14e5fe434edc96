//! Rules that are easier to follow than to write out as clauses.
//!
//! Some rules, such as "all white cells are connected", need many clauses of which few matter. A
//! propagator watches the search, says what its rule forces, and gives the clause for it only when
//! the solver asks why.

use crate::{Bit, Model};

/// A rule that takes part in the search. The bits it must hear of are named when it is attached.
///
/// Whatever it says must follow from its rule alone, never from how the search got there: each
/// clause it gives is used for good.
pub trait Propagator: Send {
    /// An observed bit became true. Puts what now follows into `implied`; a bit there that is false
    /// already is a conflict, and the solver will ask why it follows.
    fn assigned(&mut self, bit: Bit, implied: &mut Vec<Bit>);

    /// Everything that is assigned has been told. A rule that looks at many bits at once puts here what follows,
    /// instead of at each single bit.
    fn settle(&mut self, _implied: &mut Vec<Bit>) {}

    /// The last `count` bits that were told are not assigned any more.
    fn retract(&mut self, count: usize);

    /// The clause by which `bit` was implied: `bit` itself, and negations of bits that were told
    /// before it followed, at least one.
    fn explain(&mut self, bit: Bit, clause: &mut Vec<Bit>);

    /// The clauses of the rule that the complete `model` breaks, none when it keeps the rule. A
    /// solver that cannot follow the search asks only this.
    fn broken(&mut self, model: &Model) -> Vec<Vec<Bit>>;
}
