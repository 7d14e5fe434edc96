//! Looking for a line that breaks the plan: every choice is the opponent's.

use super::encode;
use super::played::Played;
use super::{Sat, Session, timed};
use crate::answer::{Solution, Tree};
use crate::laws::{Laws, LineOf, PlanOf, Understood};
use crate::plan::Part;
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Folding, Law, Stop};

/// The shortest line that breaks a condition or the expectation, or that cannot go on.
pub fn verify<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
) -> Result<Option<Solution>, Stop> {
    let mut session = Session::new(sat, sat.encoder(), true);
    let mut line = timed(sat, || encode::start(laws, &mut session.encoder, sketch));
    for at in 0..=plan.parts.len() {
        let part = plan.parts.get(at);
        let broken = timed(sat, || broken_here(laws, &mut session.encoder, &line, plan, part));
        session.keep_clauses(sat, &[broken]);
        if broken != Bit::FALSE {
            while let Answer::Yes(model) = session.solve(sat, &[broken])? {
                let start = Played::start(laws, &sketch.start, &line.boards[0], &model);
                let Some(mut played) = start else {
                    let chosen = laws.filling(&sketch.start, &line.boards[0], &model);
                    let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
                    session.encoder.clause(&other);
                    continue;
                };
                let unknown = laws.known(&sketch.start).is_none();
                let text = unknown.then(|| laws.text(&played.state));
                for ply in &line.plies {
                    if let Some(m) = laws.read_move(&played.state, ply, &model) {
                        played.play(laws, m);
                    }
                }
                session.keep_clauses(sat, &[broken]);
                session.close(sat, false);
                let tree = Tree::of(played.names.into_iter(), Tree::End);
                return Ok(Some(Solution { start: text, tree }));
            }
            session.keep_clauses(sat, &[broken]);
            session.certify(sat, &[!broken]);
        }
        timed(sat, || match part {
            Some(part @ Part::Exists(..)) => {
                encode::part(laws, &mut session.encoder, &mut line, part, None);
            }
            Some(Part::ForAll) => {
                let step = laws.step(&mut session.encoder, &line, None, Folding::Laws, None);
                line.push(step);
            }
            // A line that breaks the condition has just been ruled out.
            Some(Part::Condition(..)) | None => {}
        });
    }
    session.close(sat, false);
    Ok(None)
}

/// Whether the plan breaks at the end of the line, before `part`.
fn broken_here<L: Laws>(
    laws: &L,
    encoder: &mut Encoder,
    line: &LineOf<L>,
    plan: &PlanOf<L>,
    part: Option<&Part<L::Shape, L::Atom>>,
) -> Bit {
    encoder.law(Law::new(encode::DEMAND));
    match part {
        None => !encode::formula(laws, encoder, line, &plan.expect),
        Some(Part::Condition(formula, _)) => !encode::formula(laws, encoder, line, formula),
        Some(Part::ForAll) => {
            let any = laws.any_move(encoder, line.last());
            let expected = encode::formula(laws, encoder, line, &plan.expect);
            encoder.and(&[!any, !expected])
        }
        Some(Part::Exists(shape, _)) => !can_play(laws, encoder, line, shape),
    }
}

/// Whether some legal move of the shape exists.
fn can_play<L: Laws>(laws: &L, encoder: &mut Encoder, line: &LineOf<L>, shape: &L::Shape) -> Bit {
    if laws.is_any(shape) {
        return laws.any_move(encoder, line.last());
    }
    let mut ways = Vec::new();
    for fixed in laws.candidates(line.last(), shape) {
        let (legal, ply, after) = laws.fixed_move(encoder, line.last(), fixed);
        if legal == Bit::FALSE {
            continue;
        }
        let mut longer = line.clone();
        longer.push((ply, after));
        let mut all = laws.marks(encoder, &longer, shape);
        all.push(legal);
        ways.push(encoder.and(&all));
    }
    encoder.or(&ways)
}
