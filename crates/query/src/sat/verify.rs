//! Looking for a line that breaks the plan: every choice is the opponent's.

use super::encode::{self, Scene};
use super::played::Played;
use super::{Sat, Session, timed};
use crate::answer::{Solution, Tree};
use crate::chess::{ChessPlan, ChessSketch, Shape};
use crate::plan::Part;
use zugwerk_chess::laws::{Allowed, Folding, Line, Replies, candidates, fixed_move};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Law, Stop};

/// The shortest line that breaks a condition or the expectation, or that cannot go on.
pub fn verify(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
) -> Result<Option<Solution>, Stop> {
    let clock = sketch.start.setup.halfmoves;
    let mut session = Session::new(sat, Encoder::new(), true);
    let mut line = encode::start(&mut session.encoder, sketch);
    for at in 0..=plan.parts.len() {
        let part = plan.parts.get(at);
        let broken = timed(sat, || broken_here(&mut session.encoder, &line, clock, plan, part));
        session.keep_clauses(sat);
        if let Some(cnf) = &mut sat.cnf {
            cnf.add(&[broken]);
        }
        if broken != Bit::FALSE {
            while let Answer::Yes(model) = session.solve(sat, &[broken])? {
                let start = Played::start(sketch, &line.boards[0], &model);
                let Some(mut played) = start else {
                    let chosen = encode::chosen_start(sketch, &line.boards[0], &model);
                    let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
                    session.encoder.clause(&other);
                    continue;
                };
                let unknown = sketch.start.known().is_none();
                let fen = unknown.then(|| played.position.to_string());
                for ply in &line.plies {
                    if let Some(m) = played.chosen(ply, &model) {
                        played.play(m);
                    }
                }
                session.close(sat, false);
                let tree = Tree::of(played.names.into_iter(), Tree::End);
                return Ok(Some(Solution { start: fen, tree }));
            }
            session.certify(sat, &[!broken]);
        }
        timed(sat, || match part {
            Some(part @ Part::Some(..)) => {
                encode::part(&mut session.encoder, &mut line, clock, part, None);
            }
            Some(Part::Every) => {
                line.step(&mut session.encoder, &Allowed::ANY, Folding::Laws);
            }
            // A line that breaks the condition has just been ruled out.
            Some(Part::Condition(..)) | None => {}
        });
    }
    session.close(sat, false);
    Ok(None)
}

/// Whether the plan breaks at the end of the line, before `part`.
fn broken_here(
    encoder: &mut Encoder,
    line: &Line,
    clock: u16,
    plan: &ChessPlan,
    part: Option<&Part<Shape, crate::chess::ChessAtom>>,
) -> Bit {
    encoder.law(Law::new(encode::DEMAND));
    let scene = Scene { line, clock };
    match part {
        None => !encode::formula(encoder, &scene, &plan.expect),
        Some(Part::Condition(formula, _)) => !encode::formula(encoder, &scene, formula),
        Some(Part::Every) => {
            let any = Replies::new(encoder, line.last()).any;
            let expected = encode::formula(encoder, &scene, &plan.expect);
            encoder.and(&[!any, !expected])
        }
        Some(Part::Some(shape, _)) => !can_play(encoder, line, shape),
    }
}

/// Whether some legal move of the shape exists.
fn can_play(encoder: &mut Encoder, line: &Line, shape: &Shape) -> Bit {
    let allowed = shape.allowed(line.last().turn);
    let unmarked = !shape.capture && !shape.check && !shape.mate;
    if allowed == Allowed::ANY && unmarked {
        return Replies::new(encoder, line.last()).any;
    }
    let mut ways = Vec::new();
    for fixed in candidates(line.last(), &allowed) {
        let (legal, ply, after) = fixed_move(encoder, line.last(), fixed);
        if legal == Bit::FALSE {
            continue;
        }
        let mut longer = line.clone();
        longer.plies.push(ply);
        longer.boards.push(after);
        let mut all = encode::marks(encoder, &longer, shape);
        all.push(legal);
        ways.push(encoder.and(&all));
    }
    encoder.or(&ways)
}
