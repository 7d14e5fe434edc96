//! Why it cannot be done: the smallest set of named demands, laws and facts that already conflicts.
//!
//! First the demands of the sketch: which few of them cannot be met together from this start by the
//! laws of the game? Then, for these alone, the laws and the facts: what stands where. There a piece stands on its
//! square only as long as that is assumed, and is missing otherwise; every law holds only as long as it is assumed.
//! What the solver can do without is left out one by one. Where that would take long, or would end in more than a
//! person reads, the demands are the answer.

mod later;
mod sentences;
pub(super) mod stated;

use super::{Sat, Session, encode, timed};
use crate::demands::Demands;
use crate::laws::{Laws, PlanOf, Understood};
use crate::plan::{Part, Plan, plies};
use crate::sketch::Formula;
use later::after_known_moves;
use sentences::Sentences;
use stated::state;
use zugwerk_logic::{Answer, Bit, Encoder, Folding, Law, Line, Stop};

const WHERE: &str = "where";
const MOVE: &str = "move";
const CONDITION: &str = "condition";
const EXPECT: &str = "expect";

/// Conflicts after which a first look at the laws is given up.
const LOOK: u64 = 500;
/// Conflicts after which a law or a fact counts as needed, and after which the rest does.
const DOUBT: u64 = 50;
const ALL_DOUBTS: u64 = 400;
/// More sentences than this are no explanation.
const MOST_SENTENCES: usize = 12;
/// Longer lines are not explained by laws and facts.
const LONGEST_DETAILED: usize = 4;

/// The plan up to where demands conflict, and these demands.
type Conflict<L> = (PlanOf<L>, Vec<Law>);

/// Sentences that cannot all be true; none when the plan can be carried out, with replies that help.
pub fn debug<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
    demands: &Demands,
) -> Result<Option<Vec<String>>, Stop> {
    // What known moves lead to is seen better on the board than in the moves.
    let reduced = !sat.put_aside.is_empty();
    let later = if reduced { None } else { after_known_moves(laws, sketch, plan) };
    let (found, sketch, names) = match &later {
        Some(later) => (later.conflict(sat, laws)?, &later.sketch, &later.names[..]),
        None => (conflict(sat, laws, sketch, plan)?, sketch, &[][..]),
    };
    let Some((plan, wanted)) = found else { return Ok(None) };
    let sentences = Sentences { laws, sketch, plan: &plan, demands, played: names.len(), reduced };
    let detailed = if plan.has_every() { None } else { in_detail(sat, &sentences, &wanted)? };
    let core = detailed.unwrap_or_else(|| sentences.of_demands(&wanted));
    let beginning = later.as_ref().map(|later| later.beginning());
    Ok(Some(beginning.into_iter().chain(core).collect()))
}

/// The few demands that conflict, and the plan up to where they do.
fn conflict<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
) -> Result<Option<Conflict<L>>, Stop> {
    let first_reply = plan.parts.iter().position(|part| matches!(part, Part::ForAll));
    if let Some(first) = first_reply {
        let before = Plan { parts: plan.parts[..first].to_vec(), expect: Formula::And(vec![]) };
        if let Some(found) = conflict(sat, laws, sketch, &before)? {
            return Ok(Some(found));
        }
    }
    let Some(mut wanted) = conflicting_demands(sat, laws, sketch, plan)? else { return Ok(None) };
    if first_reply.is_some() {
        // Where there is no reply, the end is asked for there and then.
        for ended in early_ends(laws, plan) {
            let more = conflicting_demands(sat, laws, sketch, &ended)?;
            let Some(more) = more else { return Ok(None) };
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
    Ok(Some(match conflicting_demands(sat, laws, sketch, &short)? {
        Some(fewer) => (short, fewer),
        None => (plan.clone(), wanted),
    }))
}

/// The plan up to each of its replies, where the game is over.
fn early_ends<L: Laws>(laws: &L, plan: &PlanOf<L>) -> impl Iterator<Item = PlanOf<L>> {
    let replies = plan.parts.iter().enumerate().filter(|(_, part)| matches!(part, Part::ForAll));
    replies.map(|(at, _)| {
        let expect = plan.expect.demands().into_iter().cloned().chain([laws.over()]);
        Plan { parts: plan.parts[..at].to_vec(), expect: Formula::And(expect.collect()) }
    })
}

/// Demands, laws and facts in sentences, where that is found soon and is short enough.
fn in_detail<L: Laws>(
    sat: &mut Sat,
    sentences: &Sentences<L>,
    wanted: &[Law],
) -> Result<Option<Vec<String>>, Stop> {
    let Sentences { laws, sketch, plan, .. } = sentences;
    let laws = conflicting_laws(sat, *laws, sketch, plan, wanted)?;
    let all = laws.map(|laws| sentences.of(&laws));
    Ok(all.filter(|all| all.len() <= MOST_SENTENCES))
}

fn is_demand(law: &Law) -> bool {
    [WHERE, MOVE, CONDITION, EXPECT].contains(&law.name)
}

/// Whether a demand is for a move without holes.
fn is_known_move<L: Laws>(laws: &L, plan: &PlanOf<L>, law: &Law) -> bool {
    let part = plan.parts.get(law.subject as usize);
    law.name == MOVE && matches!(part, Some(Part::Exists(shape, _)) if !laws.is_hole(shape))
}

/// The few demands that cannot be met by the laws from this start; none where all can be.
fn conflicting_demands<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
) -> Result<Option<Vec<Law>>, Stop> {
    let mut encoder = sat.encoder_of_names();
    let reduced = !sat.put_aside.is_empty();
    timed(sat, || {
        let board = encode::start_board(laws, &mut encoder, &sketch.start);
        let line = Line::new(board);
        let asked = (sketch.condition.as_ref(), plan);
        // What laws that are put aside say must not be folded away.
        let folding = if reduced { Folding::Nothing } else { Folding::Laws };
        state(&mut encoder, laws, asked, line, folding, &|_| true);
    });
    let named_laws = holding(sat, &encoder);
    let mut session = Session::new(sat, encoder, false);
    let (mut switches, others): (Vec<_>, Vec<_>) =
        named_laws.into_iter().partition(|(law, _)| is_demand(law));
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

/// The laws that are stated and not put aside.
fn holding(sat: &Sat, encoder: &Encoder) -> Vec<(Law, Bit)> {
    encoder.laws().filter(|(law, _)| !sat.put_aside.contains(&law.name)).collect()
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
fn shortened<S: Clone, A: Clone>(plan: &Plan<S, A>, wanted: &[Law]) -> Plan<S, A> {
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

/// The laws and facts that conflict with these demands, and the demands; none where that is not found
/// soon.
fn conflicting_laws<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
    wanted: &[Law],
) -> Result<Option<Vec<Law>>, Stop> {
    if plies(&plan.parts) > LONGEST_DETAILED {
        return Ok(None);
    }
    let mut encoder = sat.encoder_of_names();
    timed(sat, || {
        let line = Line::new(laws.relaxed_board(&mut encoder, &sketch.start));
        let of_these = |law: &Law| wanted.contains(law);
        let asked = (sketch.condition.as_ref(), plan);
        state(&mut encoder, laws, asked, line, Folding::Nothing, &of_these);
    });
    let mut switches = holding(sat, &encoder);
    // What a move is cannot be put aside; nor are the demands in question any more.
    let known = wanted.iter().any(|law| is_known_move(laws, plan, law));
    let hard = |law: &Law| wanted.contains(law) || laws.is_given(&sketch.start, law, known);
    let mut session = Session::new(sat, encoder, false);
    let always = switches.iter().filter(|(law, _)| hard(law));
    always.for_each(|(_, switch)| session.solver.add(&[*switch]));
    switches.retain(|(law, _)| !hard(law));
    // Laws stay in the core longest.
    switches.sort_by_key(|(law, _)| laws.fact(law).unwrap_or(u8::MAX));
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

/// Leaves out of the core what it does not need. What is not decided within `doubt` conflicts stays.
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
