//! Why it cannot be done: the smallest set of named demands, laws and pieces that already conflicts.
//!
//! First the demands of the sketch: which few of them cannot be met together from this start by the
//! laws of chess? Then, for these alone, the laws and the pieces. There a piece stands on its square only as
//! long as that is assumed, and is missing otherwise; every law holds only as long as it is assumed.
//! What the solver can do without is left out one by one. Where that would take long, or would end in more than a
//! person reads, the demands are the answer.

mod later;
mod sentences;
mod stated;

use super::{Sat, Session, timed};
use crate::chess::{ChessAtom, ChessPlan, ChessSketch};
use crate::demands::Demands;
use crate::plan::{Part, plies};
use crate::sketch::Formula;
use later::after_known_moves;
use sentences::Sentences;
use stated::{state, state_start};
use zugwerk_chess::Role;
use zugwerk_chess::laws::{self, Board, Folding, Line};
use zugwerk_logic::{Answer, Bit, Encoder, Law, Stop};

const MAN: &str = "what stands on a square";
const RIGHTS: &str = "the rights to castle";
const PASSED: &str = "the last move before the start";
const WHERE: &str = "where";
const MOVE: &str = "move";
const CONDITION: &str = "condition";
const EXPECT: &str = "expect";

/// Conflicts after which a first look at the laws is given up.
const LOOK: u64 = 500;
/// Conflicts after which a law or a piece counts as needed, and after which the rest does.
const DOUBT: u64 = 50;
const ALL_DOUBTS: u64 = 400;
/// More sentences than this are no explanation.
const MOST_SENTENCES: usize = 12;
/// Longer lines are not explained by laws and pieces.
const LONGEST_DETAILED: usize = 4;

/// Sentences that cannot all be true; none when the plan can be carried out, with replies that help.
pub fn debug(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    demands: &Demands,
) -> Result<Option<Vec<String>>, Stop> {
    // What known moves lead to is seen better on the board than in the moves.
    let later = after_known_moves(sketch, plan);
    let (found, sketch, names) = match &later {
        Some(later) => (later.conflict(sat)?, &later.sketch, &later.names[..]),
        None => (conflict(sat, sketch, plan)?, sketch, &[][..]),
    };
    let Some((plan, wanted)) = found else { return Ok(None) };
    let sentences = Sentences { sketch, plan: &plan, demands, played: names.len() };
    let detailed = if plan.has_every() { None } else { in_detail(sat, &sentences, &wanted)? };
    let core = detailed.unwrap_or_else(|| sentences.of_demands(&wanted));
    let beginning = later.as_ref().map(|later| later.beginning());
    Ok(Some(beginning.into_iter().chain(core).collect()))
}

/// The few demands that conflict, and the plan up to where they do.
fn conflict(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
) -> Result<Option<(ChessPlan, Vec<Law>)>, Stop> {
    let first_reply = plan.parts.iter().position(|part| matches!(part, Part::Every));
    if let Some(first) = first_reply {
        let before =
            ChessPlan { parts: plan.parts[..first].to_vec(), expect: Formula::And(vec![]) };
        if let Some(found) = conflict(sat, sketch, &before)? {
            return Ok(Some(found));
        }
    }
    let Some(mut wanted) = conflicting_demands(sat, sketch, plan)? else { return Ok(None) };
    if first_reply.is_some() {
        // Where there is no reply, the end is asked for there and then.
        for ended in early_ends(plan) {
            let Some(more) = conflicting_demands(sat, sketch, &ended)? else { return Ok(None) };
            let of_plan = |law: &Law| {
                law.name != EXPECT || (law.subject as usize) < plan.expect.demands().len()
            };
            wanted.extend(more.into_iter().filter(of_plan));
        }
        wanted.sort_by_key(|law| (law.name != EXPECT, std::cmp::Reverse(law.subject)));
        wanted.dedup();
        return Ok(Some((plan.clone(), wanted)));
    }
    let short = shortened(plan, &wanted);
    if short.parts.len() == plan.parts.len() {
        return Ok(Some((short, wanted)));
    }
    // The conflict may be that the line must go on: after a mate, say.
    Ok(Some(match conflicting_demands(sat, sketch, &short)? {
        Some(fewer) => (short, fewer),
        None => (plan.clone(), wanted),
    }))
}

/// The plan up to each of its replies, where the game is over.
fn early_ends(plan: &ChessPlan) -> impl Iterator<Item = ChessPlan> {
    let replies = plan.parts.iter().enumerate().filter(|(_, part)| matches!(part, Part::Every));
    replies.map(|(at, _)| {
        let over = [ChessAtom::Mate, ChessAtom::Stalemate].map(Formula::Atom).to_vec();
        let expect = plan.expect.demands().into_iter().cloned().chain([Formula::Or(over)]);
        ChessPlan { parts: plan.parts[..at].to_vec(), expect: Formula::And(expect.collect()) }
    })
}

/// Demands, laws and pieces in sentences, where that is found soon and is short enough.
fn in_detail(
    sat: &mut Sat,
    sentences: &Sentences,
    wanted: &[Law],
) -> Result<Option<Vec<String>>, Stop> {
    let laws = conflicting_laws(sat, sentences.sketch, sentences.plan, wanted)?;
    let all = laws.map(|laws| sentences.of(&laws));
    Ok(all.filter(|all| all.len() <= MOST_SENTENCES))
}

fn is_demand(law: &Law) -> bool {
    [WHERE, MOVE, CONDITION, EXPECT].contains(&law.name)
}

/// Whether a demand is for a move without holes.
fn is_known_move(plan: &ChessPlan, law: &Law) -> bool {
    let part = plan.parts.get(law.subject as usize);
    law.name == MOVE && matches!(part, Some(Part::Some(shape, _)) if !shape.hole)
}

/// The few demands that cannot be met by the laws from this start; none where all can be.
fn conflicting_demands(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
) -> Result<Option<Vec<Law>>, Stop> {
    let encoder = timed(sat, || {
        let mut encoder = Encoder::with_named_laws();
        let board = match sketch.start.known() {
            Some(position) => Board::known(&position),
            None => {
                let (setup, holes) = (&sketch.start.setup, sketch.start.holes);
                let board = Board::with_unknown(&mut encoder, setup, holes);
                laws::possible(&mut encoder, &board);
                board
            }
        };
        state(&mut encoder, sketch, plan, Line::new(board), Folding::Laws, &|_| true);
        encoder
    });
    let laws: Vec<(Law, Bit)> = encoder.laws().collect();
    let mut session = Session::new(sat, encoder, false);
    let (mut switches, others): (Vec<_>, Vec<_>) =
        laws.into_iter().partition(|(law, _)| is_demand(law));
    others.iter().for_each(|(_, switch)| session.solver.add(&[*switch]));
    // What is expected stays in the core longest: it is what the person is after.
    switches.sort_by_key(|(law, _)| law.name == EXPECT);
    let core = match session.solve(sat, &bits(&switches))? {
        Answer::No(core) => minimal(sat, &mut session, &bits(&switches), core, None),
        _ => {
            session.close(sat, false);
            return Ok(None);
        }
    };
    session.close(sat, false);
    Ok(Some(named(&switches, &core)))
}

fn bits(switches: &[(Law, Bit)]) -> Vec<Bit> {
    switches.iter().map(|(_, switch)| *switch).collect()
}

/// The laws of a core, those that were kept longest first.
fn named(switches: &[(Law, Bit)], core: &[Bit]) -> Vec<Law> {
    let kept = switches.iter().rev().filter(|(_, switch)| core.contains(switch));
    kept.map(|(law, _)| *law).collect()
}

/// The plan up to the last of the demands.
fn shortened(plan: &ChessPlan, wanted: &[Law]) -> ChessPlan {
    let mut short = plan.clone();
    let at_end = |law: &Law| law.name == EXPECT;
    let last = wanted.iter().filter(|law| [MOVE, CONDITION].contains(&law.name));
    match last.map(|law| law.subject as usize).max() {
        _ if wanted.iter().any(at_end) => {}
        Some(last) => short.parts.truncate(last + 1),
        // Not even the line can be played, or the start cannot be had.
        None if wanted.is_empty() => {}
        None => short.parts.clear(),
    }
    short
}

/// The laws and pieces that conflict with these demands, and the demands; none where that is not found
/// soon.
fn conflicting_laws(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    wanted: &[Law],
) -> Result<Option<Vec<Law>>, Stop> {
    if plies(&plan.parts) > LONGEST_DETAILED {
        return Ok(None);
    }
    let encoder = timed(sat, || {
        let mut encoder = Encoder::with_named_laws();
        let (setup, holes) = (&sketch.start.setup, sketch.start.holes);
        let mut board = Board::with_doubts(&mut encoder, setup, holes);
        if let Some(position) = sketch.start.known() {
            board = board.castling_as_in(&position);
        }
        state_start(&mut encoder, sketch, &board);
        let line = Line::new(board);
        state(&mut encoder, sketch, plan, line, Folding::Nothing, &|law| wanted.contains(law));
        encoder
    });
    let mut switches: Vec<(Law, Bit)> = encoder.laws().collect();
    // What a move is cannot be put aside; nor are the demands in question any more.
    const MOVING: [&str; 4] = [laws::ONE_MOVE, laws::CHANGE, laws::TURN, laws::PROMOTION];
    // Castling and en passant are on the mind of those who name a move, and of nobody else.
    const PAST: [&str; 3] = [RIGHTS, PASSED, laws::CASTLING_RIGHT];
    let known = wanted.iter().any(|law| is_known_move(plan, law));
    let hard = |law: &Law| {
        MOVING.contains(&law.name)
            || !known && PAST.contains(&law.name)
            || is_about_nobody(sketch, law)
            || wanted.contains(law)
    };
    let mut session = Session::new(sat, encoder, false);
    let always = switches.iter().filter(|(law, _)| hard(law));
    always.for_each(|(_, switch)| session.solver.add(&[*switch]));
    switches.retain(|(law, _)| !hard(law));
    // Laws stay in the core longest, pieces shortest.
    switches.sort_by_key(|(law, _)| match law.name {
        MAN => 0,
        PASSED | RIGHTS => 1,
        _ => 2,
    });
    let look = sat.limits.clone().with_conflicts(LOOK);
    let all = bits(&switches);
    match session.solve_within(sat, &all, &look) {
        Ok(Answer::No(core)) => {
            let core = minimal(sat, &mut session, &all, core, Some(DOUBT));
            let core = named(&switches, &core);
            Ok(Some(wanted.iter().copied().chain(core).collect()))
        }
        Err(Stop::Conflicts) => Ok(None),
        Err(stop) => Err(stop),
        Ok(_) => {
            debug_assert!(false, "the laws allow what they do not where bits are folded away");
            Ok(None)
        }
    }
}

/// Whether a law is about a piece that neither side has or can get.
fn is_about_nobody(sketch: &ChessSketch, law: &Law) -> bool {
    let stands = |role: Role| sketch.start.setup.pieces.iter().flatten().any(|m| m.role == role);
    let pawns = [laws::PAWN_STEP, laws::PAWN_CAPTURE].contains(&law.name);
    let role = Role::ALL.into_iter().find(|role| laws::MOVEMENT[role.index()] == law.name);
    let role = if pawns { Some(Role::Pawn) } else { role };
    let some = |role| stands(role) || stands(Role::Pawn) && role != Role::King;
    sketch.start.holes.is_empty() && role.is_some_and(|role| !some(role))
}

/// Leaves out of the core what it does not need. What is not decided within so many conflicts stays.
fn minimal(
    sat: &mut Sat,
    session: &mut Session,
    all: &[Bit],
    core: Vec<Bit>,
    doubt: Option<u64>,
) -> Vec<Bit> {
    let limits = match doubt {
        Some(doubt) => sat.limits.clone().with_conflicts(doubt),
        None => sat.limits.clone(),
    };
    let first = sat.statistics.conflicts;
    let keep = |core: &[Bit], all: &[Bit]| -> Vec<Bit> {
        all.iter().copied().filter(|bit| core.contains(bit)).collect()
    };
    let mut open = keep(&core, all);
    let mut needed: Vec<Bit> = Vec::new();
    while !open.is_empty() {
        if doubt.is_some() && sat.statistics.conflicts - first >= ALL_DOUBTS {
            needed.extend(open);
            return needed;
        }
        let tried = open.remove(0);
        let rest: Vec<Bit> = needed.iter().chain(&open).copied().collect();
        match session.solve_within(sat, &rest, &limits) {
            Ok(Answer::No(core)) => open = keep(&core, &open),
            Ok(_) | Err(Stop::Conflicts) => needed.push(tried),
            Err(_) => {
                needed.push(tried);
                needed.extend(open);
                return needed;
            }
        }
    }
    needed
}
