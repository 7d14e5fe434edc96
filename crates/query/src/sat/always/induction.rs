//! Induction over one ply: what holds on a board of which nothing else is known still holds after any move.
//!
//! Lemmas of the game are proved along with the demands. Those that do not hold in the start, or that a
//! move can break, are dropped, until those that are left carry each other (as Houdini does).

use super::{Proof, bounded, counting};
use crate::laws::{FormulaOf, Laws, Understood};
use crate::sat::{Sat, Session, encode, timed};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Folding, Line, Stop};

/// Conflicts after which a claim counts as broken.
const MOST_CONFLICTS: u64 = 100_000;

/// One ply of either side: what is claimed of the board before and after it.
struct Ply {
    session: Session,
    /// By number of the claim, demands first.
    before: Vec<Bit>,
    after: Vec<Bit>,
}

/// Tries to prove that demands, which hold in the start, hold always.
pub fn prove<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    demands: &[FormulaOf<L>],
) -> Result<Proof, Stop> {
    match attempt(sat, laws, sketch, demands, &[])? {
        Proof::Open => {
            let few = counting::few(sat, laws, sketch)?;
            attempt(sat, laws, sketch, demands, &few)
        }
        done => Ok(done),
    }
}

/// The same where it is known of which things there are few.
fn attempt<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    demands: &[FormulaOf<L>],
    few: &[Option<usize>],
) -> Result<Proof, Stop> {
    let mut plies = Vec::new();
    for other in [false, true] {
        plies.push(ply(sat, laws, sketch, (demands, few), other, false)?);
    }
    let mut claims: Vec<usize> = (0..demands.len()).collect();
    let lemmas = plies[0].before.len() - demands.len();
    let at_start = bounded::lemmas_at_start(sat, laws, sketch)?;
    claims.extend((0..lemmas).filter(|lemma| at_start[*lemma]).map(|lemma| demands.len() + lemma));
    while let Some(broken) = broken(sat, &mut plies, &claims)? {
        if broken < demands.len() {
            return Ok(Proof::Open);
        }
        claims.retain(|claim| *claim != broken);
    }
    if sat.wants_proofs() {
        for other in [false, true] {
            let mut proved = [ply(sat, laws, sketch, (demands, few), other, true)?];
            let again = broken(sat, &mut proved, &claims)?;
            debug_assert_eq!(again, None, "what was proved is proved again");
        }
    }
    let lemmas = claims.len() - demands.len();
    let with = match lemmas {
        0 => String::new(),
        1 => ", with one lemma that is proved so too".to_string(),
        _ => format!(", with {lemmas} lemmas that are proved so too"),
    };
    let known = few.iter().flatten().count();
    let and = if known > 0 { ", and by weights of what there is at most one" } else { "" };
    Ok(Proof::Done(vec![format!("by induction: no move of either side breaks it{with}{and}")]))
}

fn ply<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    (demands, few): (&[FormulaOf<L>], &[Option<usize>]),
    other: bool,
    proved: bool,
) -> Result<Ply, Stop> {
    let mut encoder = sat.encoder();
    let (before, after) = timed(sat, || {
        let mut line = Line::new(laws.any_board(&mut encoder, &sketch.start, other));
        for (bits, few) in laws.classes(line.last()).iter().zip(few) {
            if let Some(few) = few {
                encoder.at_most(*few, bits);
            }
        }
        let before = claims(laws, &mut encoder, &line, demands);
        line.push(laws.step(&mut encoder, &line, None, Folding::Laws, None));
        (before, claims(laws, &mut encoder, &line, demands))
    });
    match encoder.stopped() {
        Some(stop) => Err(stop),
        None => Ok(Ply { session: Session::new(sat, encoder, proved), before, after }),
    }
}

/// The demands and the lemmas at the end of a line.
fn claims<L: Laws>(
    laws: &L,
    encoder: &mut Encoder,
    line: &crate::laws::LineOf<L>,
    demands: &[FormulaOf<L>],
) -> Vec<Bit> {
    let demands: Vec<Bit> =
        demands.iter().map(|demand| encode::formula(laws, encoder, line, demand)).collect();
    demands.into_iter().chain(laws.lemmas(encoder, line.last())).collect()
}

/// A claim that some move breaks on a board where all hold, or of which that is not decided soon.
fn broken(sat: &mut Sat, plies: &mut [Ply], claims: &[usize]) -> Result<Option<usize>, Stop> {
    for ply in plies {
        for &claim in claims {
            let mut assumed: Vec<Bit> = claims.iter().map(|claim| ply.before[*claim]).collect();
            assumed.push(!ply.after[claim]);
            let limits = sat.limits.clone().with_conflicts(MOST_CONFLICTS);
            match ply.session.solve_within(sat, &assumed, &limits) {
                Ok(Answer::Yes(_)) | Err(Stop::Conflicts) => return Ok(Some(claim)),
                Err(stop) => return Err(stop),
                Ok(_) => {
                    let clause: Vec<Bit> = assumed.iter().map(|bit| !*bit).collect();
                    if !clause.contains(&Bit::TRUE) {
                        ply.session.certify(sat, &clause);
                    }
                }
            }
        }
    }
    Ok(None)
}
