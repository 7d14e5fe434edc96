//! The counting of pieces as laws: who refutes a position by them can have that checked by others.
//!
//! Of every piece that is no pawn it is unknown whether it has promoted. No more of a kind than can be pieces of the
//! start have not, and no more have than pawns are gone. The laws are turned into clauses, a solver contradicts them, and
//! the checker of proofs, which shares nothing with either, follows it step by step.

use super::material::{FULL, Material};
use std::sync::{Arc, Mutex, PoisonError};
use zugwerk_chess::{Color, Setup};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Law, Limits, ProofChecker, Solver};

/// That the pieces of a side are too many, proved and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The side.
    pub color: Color,
    /// What contradicts itself, in words.
    pub laws: Vec<String>,
    /// How many steps of the proof were checked.
    pub steps: u64,
}

/// A proof that a side has too many pieces, accepted by the proof checker; none where counting alone tells nothing.
///
/// ```
/// use zugwerk_chess::Setup;
/// let queens = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPQ/RNBQKBNR b KQkq - 0 1";
/// let certificate = zugwerk_retro::certify_counting(&Setup::from_fen(queens).unwrap());
/// assert!(certificate.is_none()); // The queen may be the pawn that is missing on h2.
/// let queens = "rnbqkbnr/pppppppp/8/8/7Q/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1";
/// let certificate = zugwerk_retro::certify_counting(&Setup::from_fen(queens).unwrap()).unwrap();
/// assert_eq!(certificate.laws.len(), 2);
/// assert_eq!(certificate.laws[0], "8 white pawns are on the board, so that at most 0 have promoted");
/// ```
pub fn certify_counting(setup: &Setup) -> Option<Certificate> {
    let material = Material::of(&setup.any_position().ok()?);
    Color::ALL.into_iter().find_map(|color| refute(&material, color))
}

/// The kinds of pieces as [`Material`] has them, but pawns.
const KINDS: [&str; 5] =
    ["knights", "bishops on light squares", "bishops on dark squares", "rooks", "queens"];

fn refute(material: &Material, color: Color) -> Option<Certificate> {
    let proof = Arc::new(Mutex::new(ProofChecker::new()));
    let mut solver = Solver::default();
    solver.log(Box::new(proof.clone()));
    let mut encoder = Encoder::new();
    let pawns = material.count(color, 0);
    let mut promoted = Vec::new();
    let mut laws = Vec::new();
    for (at, name) in KINDS.into_iter().enumerate() {
        let (count, originals) = (material.count(color, at + 1), material.original(color, at + 1));
        let bits: Vec<Bit> = (0..count).map(|_| encoder.fresh()).collect();
        let unpromoted: Vec<Bit> = bits.iter().map(|&bit| !bit).collect();
        encoder.law(Law::new("pieces that have not promoted are those of the start"));
        encoder.at_most(originals, &unpromoted);
        promoted.extend(bits);
        if count > originals {
            let why = if originals < FULL[at + 1] {
                ", as those of the start never left home"
            } else {
                ""
            };
            laws.push(format!(
                "of {count} {color} {name} at most {originals} have not promoted{why}"
            ));
        }
    }
    let gone = 8_usize.saturating_sub(pawns);
    encoder.law(Law::new("each piece that has promoted was one of eight pawns"));
    encoder.at_most(gone, &promoted);
    if pawns > 8 {
        encoder.hold(Bit::FALSE);
    }
    laws.insert(
        0,
        format!("{pawns} {color} pawns are on the board, so that at most {gone} have promoted"),
    );
    solver.load(encoder.cnf());
    let Answer::No(_) = solver.solve(&[], &Limits::none()) else { return None };
    let mut proof = proof.lock().unwrap_or_else(PoisonError::into_inner);
    let accepted = proof.accepts(&[]);
    accepted.then(|| Certificate { color, laws, steps: proof.steps() })
}
