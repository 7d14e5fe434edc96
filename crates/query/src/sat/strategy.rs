//! Filling holes, and strategies against every reply, by counterexample-guided refinement.
//!
//! The solver guesses the moves up to the first `*`. A second solver looks for the reply that refutes
//! them; where it finds one, the first learns that after this reply, too, the rest must be possible,
//! and guesses again. The refuting solver learns in the same way from the lines that answer its
//! replies.

use super::encode::{self, Scene};
use super::guarded::Guarded;
use super::played::{Played, fixed};
use super::{Sat, Session, timed};
use crate::answer::{Branch, Found, Solution, Tree};
use crate::chess::{ChessAtom, ChessPlan, ChessSketch, Shape, name};
use crate::plan::Part;
use zugwerk_chess::Move;
use zugwerk_chess::laws::{Allowed, Folding, Line, fixed_move};
use zugwerk_logic::{Answer, Bit, Checker, Constraints, Encoder, Stop};

type Parts<'a> = &'a [Part<Shape, ChessAtom>];

/// Up to `most` ways to carry out the plan.
pub fn solve(sat: &mut Sat, sketch: &ChessSketch, plan: &ChessPlan, most: usize) -> Found {
    let mut found = Found::default();
    found.stopped = find(sat, sketch, plan, most, &mut found).err();
    found
}

fn find(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    most: usize,
    found: &mut Found,
) -> Result<(), Stop> {
    let clock = sketch.start.setup.halfmoves;
    let (prefix, rest) = split(&plan.parts);
    let mut encoder = Encoder::new();
    let line = timed(sat, || {
        let mut line = encode::start(&mut encoder, sketch);
        let horizons = encode::horizons(sketch, plan);
        for part in prefix {
            let horizon = horizons.get(line.plies.len());
            encode::part(&mut encoder, &mut line, clock, part, horizon);
        }
        if rest.is_none() {
            encode::hold(&mut encoder, &Scene { line: &line, clock }, &plan.expect);
        }
        line
    });
    let mut session = Session::new(sat, encoder, true);
    while found.solutions.len() < most {
        if found.solutions.is_empty() {
            session.keep_clauses(sat);
        }
        let Answer::Yes(model) = session.solve(sat, &[])? else {
            found.complete = true;
            break;
        };
        let mut chosen = encode::chosen_start(sketch, &line.boards[0], &model);
        let start = Played::start(sketch, &line.boards[0], &model);
        let unknown_start = sketch.start.known().is_none();
        if let Some(mut played) = start {
            let fen = unknown_start.then(|| played.position.to_string());
            for ply in &line.plies {
                chosen.extend(ply.chosen(&model));
                match played.chosen(ply, &model) {
                    Some(m) => played.play(m),
                    None => debug_assert!(false, "the laws allow what the generator does not"),
                }
            }
            let end = match rest {
                None => Some(Tree::End),
                Some(rest) => match defend(sat, &played, plan, rest)? {
                    Defence::Fails(replies) => Some(Tree::Replies(replies)),
                    Defence::Refutes(reply) => {
                        if let Some(reply) = reply {
                            let fixed = fixed(&played.position, reply);
                            timed(sat, || {
                                learn(&mut session.encoder, &line, plan, rest, clock, fixed);
                            });
                        }
                        None
                    }
                },
            };
            if let Some(end) = end {
                let tree = Tree::of(played.names.into_iter(), end);
                found.solutions.push(Solution { start: fen, tree });
            }
        }
        let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
        session.encoder.clause(&other);
    }
    // Without the ways that have been found nothing is left: that there are no more is proved, too.
    session.close(sat, found.complete);
    Ok(())
}

/// The parts before the first reply, and those after it, if there is one.
fn split(parts: Parts) -> (Parts, Option<Parts>) {
    match parts.iter().position(|part| matches!(part, Part::Every)) {
        Some(at) => (&parts[..at], Some(&parts[at + 1..])),
        None => (parts, None),
    }
}

/// After one more reply, where that is legal, the rest must be possible too. Says nothing where the
/// rest has replies of its own: then only the refuted moves are put aside.
fn learn(
    encoder: &mut Encoder,
    line: &Line,
    plan: &ChessPlan,
    rest: Parts,
    clock: u16,
    reply: zugwerk_chess::laws::FixedMove,
) {
    if split(rest).1.is_some() {
        return;
    }
    let (legal, ply, after) = fixed_move(encoder, line.last(), reply);
    let mut line = line.clone();
    line.plies.push(ply);
    line.boards.push(after);
    let mut c = Guarded::new(encoder, legal);
    rest.iter().for_each(|part| encode::part(&mut c, &mut line, clock, part, None));
    encode::hold(&mut c, &Scene { line: &line, clock }, &plan.expect);
}

/// What replies can do.
enum Defence {
    /// Nothing: each is answered.
    Fails(Vec<Branch>),
    /// This reply cannot be answered; none where there is no reply and the expectation does not hold.
    Refutes(Option<Move>),
}

/// Looks for a reply after which the rest cannot be had.
fn defend(sat: &mut Sat, played: &Played, plan: &ChessPlan, rest: Parts) -> Result<Defence, Stop> {
    let clock = played.clock;
    let mut encoder = Encoder::new();
    let line = timed(sat, || {
        let mut line = played.line.clone();
        line.step(&mut encoder, &Allowed::ANY, Folding::Laws);
        line
    });
    let Some(ply) = line.plies.last() else { return Ok(Defence::Fails(Vec::new())) };
    let mut session = Session::new(sat, encoder, true);
    let mut answered: Vec<(Move, Branch)> = Vec::new();
    while let Answer::Yes(model) = session.solve(sat, &[])? {
        let Some(reply) = played.chosen(ply, &model) else {
            debug_assert!(false, "the laws allow what the generator does not");
            break;
        };
        let Some(branch) = answer(sat, played, plan, rest, reply)? else {
            return Ok(Defence::Refutes(Some(reply)));
        };
        let answering = branch.1;
        timed(sat, || {
            avoid(&mut session.encoder, &line, plan, rest, clock, played, reply, &answering);
        });
        let other: Vec<Bit> = ply.chosen(&model).into_iter().map(|bit| !bit).collect();
        session.encoder.clause(&other);
        answered.push((reply, branch.0));
    }
    // Replies that known answers already meet were not looked at one by one.
    let mut replies = Vec::new();
    for &reply in &played.position.legal_moves() {
        let known = answered.iter().position(|(answered, _)| *answered == reply);
        let branch = match known {
            Some(at) => Some(answered.swap_remove(at).1),
            None => answer(sat, played, plan, rest, reply)?.map(|(branch, _)| branch),
        };
        match branch {
            Some(branch) => replies.push(branch),
            None => return Ok(Defence::Refutes(Some(reply))),
        }
    }
    if replies.is_empty() {
        session.certify(sat, &[]);
        let scene = Scene { line: &played.line, clock };
        let holds = encode::formula(&mut Checker::new(), &scene, &plan.expect) == Bit::TRUE;
        return Ok(if holds { Defence::Fails(replies) } else { Defence::Refutes(None) });
    }
    Ok(Defence::Fails(replies))
}

/// How the rest can be had after a reply: the branch, and the moves up to the next reply.
fn answer(
    sat: &mut Sat,
    played: &Played,
    plan: &ChessPlan,
    rest: Parts,
    reply: Move,
) -> Result<Option<(Branch, Vec<Move>)>, Stop> {
    let mut next = played.clone();
    next.play(reply);
    let then = win(sat, &next, plan, rest)?;
    let name = name(&played.position, reply);
    Ok(then.map(|(then, moves)| (Branch { name, then }, moves)))
}

/// How the rest can be had from here: the tree, and the moves up to the next reply.
fn win(
    sat: &mut Sat,
    played: &Played,
    plan: &ChessPlan,
    parts: Parts,
) -> Result<Option<(Tree, Vec<Move>)>, Stop> {
    let clock = played.clock;
    let (prefix, rest) = split(parts);
    let known = played.line.plies.len();
    let mut encoder = Encoder::new();
    let line = timed(sat, || {
        let mut line = played.line.clone();
        prefix.iter().for_each(|part| encode::part(&mut encoder, &mut line, clock, part, None));
        if rest.is_none() {
            encode::hold(&mut encoder, &Scene { line: &line, clock }, &plan.expect);
        }
        line
    });
    let mut session = Session::new(sat, encoder, true);
    while let Answer::Yes(model) = session.solve(sat, &[])? {
        let (mut next, mut moves, mut chosen) = (played.clone(), Vec::new(), Vec::new());
        for ply in &line.plies[known..] {
            chosen.extend(ply.chosen(&model));
            if let Some(m) = next.chosen(ply, &model) {
                moves.push(m);
                next.play(m);
            }
        }
        let names = next.names[played.names.len()..].iter().cloned();
        let Some(rest) = rest else { return Ok(Some((Tree::of(names, Tree::End), moves))) };
        match defend(sat, &next, plan, rest)? {
            Defence::Fails(replies) => {
                return Ok(Some((Tree::of(names, Tree::Replies(replies)), moves)));
            }
            Defence::Refutes(Some(reply)) => {
                let fixed = fixed(&next.position, reply);
                timed(sat, || learn(&mut session.encoder, &line, plan, rest, clock, fixed));
            }
            Defence::Refutes(None) => {}
        }
        let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
        session.encoder.clause(&other);
    }
    session.certify(sat, &[]);
    Ok(None)
}

/// The refuting solver learns a line that answers one reply: other replies must not allow it. Only
/// where the line ends the plan, so that playing it is all that is needed.
#[allow(clippy::too_many_arguments, reason = "the state of one refinement step")]
fn avoid(
    encoder: &mut Encoder,
    line: &Line,
    plan: &ChessPlan,
    rest: Parts,
    clock: u16,
    played: &Played,
    reply: Move,
    answer: &[Move],
) {
    if split(rest).1.is_some() {
        return;
    }
    let mut position = played.position.play(reply);
    let (mut line, mut all) = (line.clone(), Vec::new());
    let mut moves = answer.iter();
    for part in rest {
        match part {
            Part::Some(shape, _) => {
                let Some(&m) = moves.next() else { return };
                let (legal, ply, after) = fixed_move(encoder, line.last(), fixed(&position, m));
                position = position.play(m);
                line.plies.push(ply);
                line.boards.push(after);
                all.push(legal);
                all.extend(encode::marks(encoder, &line, shape));
            }
            Part::Condition(formula, _) => {
                all.push(encode::formula(encoder, &Scene { line: &line, clock }, formula));
            }
            Part::Every => return,
        }
    }
    all.push(encode::formula(encoder, &Scene { line: &line, clock }, &plan.expect));
    let other: Vec<Bit> = all.iter().map(|&bit| !bit).collect();
    encoder.clause(&other);
}
