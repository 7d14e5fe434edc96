//! What holds in every position that play can reach: proofs for all depths.
//!
//! A statement about numbers is proved by weights: no ground move raises a weighted sum ([`counting`]).
//! Anything else is proved by induction over one ply, from a position of which nothing is known
//! ([`induction`]), with lemmas that are proved along with it, or by clauses that are found one by one ([`pdr`]).
//! What neither proves may still be refuted: [`bounded`] looks for the shortest line that breaks it.

pub mod bounded;
pub mod counting;
mod induction;
pub mod pdr;

pub use bounded::Bounded;

use super::Sat;
use crate::laws::{FormulaOf, Laws, Understood};
use crate::sketch::Formula;
use zugwerk_logic::Stop;

/// What came of an attempt to prove something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is proved: how, in sentences.
    Done(Vec<String>),
    /// This way does not prove it.
    Open,
}

/// Tries to prove that a formula holds in every position that play can reach from the start of a sketch.
/// That it holds in the start itself must be known.
pub fn prove<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    always: &FormulaOf<L>,
) -> Result<Proof, Stop> {
    let mut sentences = Vec::new();
    let mut rest = Vec::new();
    for demand in always.demands() {
        match counting::prove(sat, laws, sketch, demand)? {
            Proof::Done(how) => sentences.extend(how),
            Proof::Open => rest.push(demand.clone()),
        }
    }
    if rest.is_empty() {
        return Ok(Proof::Done(sentences));
    }
    Ok(match induction::prove(sat, laws, sketch, &rest)? {
        Proof::Done(how) => Proof::Done(sentences.into_iter().chain(how).collect()),
        Proof::Open => Proof::Open,
    })
}

/// The same by weights alone.
pub fn prove_by_weights<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    always: &FormulaOf<L>,
) -> Result<Proof, Stop> {
    let mut sentences = Vec::new();
    for demand in always.demands() {
        match counting::prove(sat, laws, sketch, demand)? {
            Proof::Done(how) => sentences.extend(how),
            Proof::Open => return Ok(Proof::Open),
        }
    }
    Ok(Proof::Done(sentences))
}

/// The demands of what is expected of every line's end that need not be asked about, because they hold in
/// the start and no move can break them: how, in sentences, and what is left.
pub fn spared<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    expect: &FormulaOf<L>,
) -> Result<FormulaOf<L>, Stop> {
    let mut rest = Vec::new();
    for demand in expect.demands() {
        let proved = counting::is_count(laws, demand)
            && bounded::holds_at_start(sat, laws, sketch, demand)?
            && counting::prove(sat, laws, sketch, demand)? != Proof::Open;
        if !proved {
            rest.push(demand.clone());
        }
    }
    Ok(Formula::And(rest))
}
