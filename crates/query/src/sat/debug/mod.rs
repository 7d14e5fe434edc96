//! Why it cannot be done: the smallest set of named demands, laws and men that already conflicts.
//!
//! First the demands of the sketch: which few of them cannot be met together from this start by the
//! laws of chess? Then, for these alone, the laws and the men. There nothing is folded away: the men
//! stand on their squares only as long as that is assumed, and every law holds only as long as it is.
//! What the solver can do without is left out one by one. Where that would take long, or would end in more than a
//! person reads, the demands are the answer.

mod sentences;

pub use sentences::Demands;

use super::encode::{self, Scene};
use super::{Sat, Session, timed};
use crate::chess::{ChessAtom, ChessPlan, ChessSketch};
use crate::plan::Part;
use crate::sketch::Formula;
use sentences::Sentences;
use zugwerk_chess::laws::{self, Allowed, Board, Folding, Line};
use zugwerk_chess::{CastlingSide, Color, File, Square};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Law, Stop};

const MAN: &str = "what stands on a square";
const RIGHTS: &str = "the rights to castle";
const PASSED: &str = "the last move before the start";
const WHERE: &str = "where";
const MOVE: &str = "move";
const CONDITION: &str = "condition";
const EXPECT: &str = "expect";

/// Conflicts after which a first look at the laws is given up.
const LOOK: u64 = 500;
/// Conflicts after which a law or a man counts as needed, and after which the rest does.
const DOUBT: u64 = 50;
const ALL_DOUBTS: u64 = 400;
/// More sentences than this are no explanation.
const MOST_SENTENCES: usize = 9;
/// Longer lines are not explained by laws and men.
const LONGEST_DETAILED: usize = 4;

/// Sentences that cannot all be true; none when the plan can be carried out, with replies that help.
pub fn debug(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    demands: &Demands,
) -> Result<Option<Vec<String>>, Stop> {
    let Some(wanted) = conflicting_demands(sat, sketch, plan)? else { return Ok(None) };
    let sentences = Sentences { sketch, plan, demands };
    let short = shortened(plan, &wanted);
    if let Some(laws) = conflicting_laws(sat, sketch, &short, &wanted)? {
        let all = sentences.of(&laws);
        if all.len() <= MOST_SENTENCES {
            return Ok(Some(all));
        }
    }
    let mut all = sentences.of(&wanted);
    all.push(sentences.of_line(plies(&short)));
    Ok(Some(all))
}

fn is_demand(law: &Law) -> bool {
    [WHERE, MOVE, CONDITION, EXPECT].contains(&law.name)
}

fn plies(plan: &ChessPlan) -> usize {
    plan.parts.iter().filter(|part| !matches!(part, Part::Condition(..))).count()
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

/// The laws and men that conflict with these demands, and the demands; none where that is not found
/// soon.
fn conflicting_laws(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    wanted: &[Law],
) -> Result<Option<Vec<Law>>, Stop> {
    if plies(plan) > LONGEST_DETAILED {
        return Ok(None);
    }
    let encoder = timed(sat, || {
        let mut encoder = Encoder::with_named_laws();
        let mut board = Board::unknown(&mut encoder, sketch.start.setup.turn);
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
    let hard =
        |law: &Law| [laws::ONE_MOVE, laws::CHANGE].contains(&law.name) || wanted.contains(law);
    let mut session = Session::new(sat, encoder, false);
    let always = switches.iter().filter(|(law, _)| hard(law));
    always.for_each(|(_, switch)| session.solver.add(&[*switch]));
    switches.retain(|(law, _)| !hard(law));
    // Laws stay in the core longest, empty squares shortest.
    switches.sort_by_key(|(law, _)| match law.name {
        MAN => usize::from(sketch.start.setup.men[law.subject as usize % 64].is_some()),
        PASSED | RIGHTS => 2,
        _ => 3,
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

/// Everything that the sketch says about the line and the laws say of it, each under its name.
/// Of the demands only those that are wanted.
fn state(
    encoder: &mut Encoder,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    mut line: Line,
    folding: Folding,
    wanted: &dyn Fn(&Law) -> bool,
) {
    let clock = sketch.start.setup.halfmoves;
    let demand = |encoder: &mut Encoder, line: &Line, name, formula: &Formula<ChessAtom>| {
        for (number, part) in formula.demands().into_iter().enumerate() {
            let law = Law::about(name, number as u32);
            if wanted(&law) {
                encode::hold_one(encoder, &Scene { line, clock }, part, law);
            }
        }
    };
    if let Some(condition) = &sketch.condition {
        demand(encoder, &line, WHERE, condition);
    }
    for (number, part) in plan.parts.iter().enumerate() {
        match part {
            Part::Condition(formula, _) => {
                let law = Law::about(CONDITION, number as u32);
                if wanted(&law) {
                    encode::hold_one(encoder, &Scene { line: &line, clock }, formula, law);
                }
            }
            Part::Every => line.step(encoder, &Allowed::ANY, folding),
            Part::Some(shape, _) => {
                let allowed = shape.allowed(line.last().turn);
                line.step(encoder, &Allowed::ANY, folding);
                let law = Law::about(MOVE, number as u32);
                if !wanted(&law) {
                    continue;
                }
                let marks = encode::marks(encoder, &line, shape);
                encoder.law(law);
                if let Some(ply) = line.plies.last() {
                    ply.restrict(encoder, &line.boards[line.boards.len() - 2], &allowed);
                }
                marks.into_iter().for_each(|bit| encoder.hold(bit));
            }
        }
    }
    demand(encoder, &line, EXPECT, &plan.expect);
}

fn state_start(encoder: &mut Encoder, sketch: &ChessSketch, board: &Board) {
    let setup = &sketch.start.setup;
    for square in Square::all().filter(|square| !sketch.start.holes.contains(*square)) {
        encoder.law(Law::about(MAN, square.index() as u32));
        encoder.hold(match setup.men[square.index()] {
            Some(man) => board.man(man, square),
            None => board.empty(square),
        });
    }
    encoder.law(Law::new(RIGHTS));
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let right = setup.castling.rooks().contains(board.castle(color, side).rook);
            encoder.equal(board.castling(color, side), right.into());
        }
    }
    encoder.law(Law::new(PASSED));
    for file in File::ALL {
        let passed = setup.passed.is_some_and(|square| square.file() == file);
        encoder.equal(board.passed(file), passed.into());
    }
    if sketch.start.holes.any() {
        laws::possible(encoder, board);
    }
}
