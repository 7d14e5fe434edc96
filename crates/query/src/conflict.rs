//! Why a plan cannot be carried out, found by search alone: the few demands that already conflict.
//!
//! A demand is left out where the plan is impossible without it, too. Replies `*` help here: where a plan
//! fails only because of them, it has no conflict, and the refuting replies say why.

use crate::demands::Demands;
use crate::plan::{Part, Plan};
use crate::search::{Rules, Search};
use crate::sketch::Formula;
use zugwerk_logic::{Limits, Stop};

/// A demand of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// The move or the condition at this place of the line.
    Part(usize),
    /// This part of what is expected.
    Expect(usize),
}

/// Demands that cannot be met together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The demands.
    pub demands: Vec<Demand>,
    /// How many parts of the line they need.
    pub parts: usize,
}

impl Conflict {
    /// The demands in the words of the sketch.
    pub fn sentences<S, A>(&self, plan: &Plan<S, A>, demands: &Demands) -> Vec<String> {
        let sentence = |demand: &Demand| match *demand {
            Demand::Part(at) => demands.of_part(&plan.parts, at, 0),
            Demand::Expect(number) => demands.of_end(number),
        };
        self.demands.iter().map(sentence).collect()
    }
}

/// Positions after which a demand counts as needed.
const DOUBT: u64 = 200_000;

/// The few demands of a plan that conflict, where it is known that it cannot be carried out; none where it
/// could be with replies that help. `any` is the shape that every move has.
pub fn conflict<R: Rules>(
    rules: &R,
    plan: &Plan<R::Shape, R::Atom>,
    any: &R::Shape,
    state: &R::State,
    limits: &Limits,
) -> Result<Option<Conflict>, Stop> {
    let can = |demands: &[Demand], parts: usize, most: u64| {
        let relaxed = relaxed(rules, plan, any, demands, parts);
        Search::new(rules, &relaxed, limits).with_help().with_most(most).value(state, 0)
    };
    let moves = (0..plan.parts.len()).map(Demand::Part);
    let mut all: Vec<Demand> = moves.collect();
    // What comes later in the line matters less: where a move is impossible, nothing after it counts.
    let mut parts = None;
    for length in 0..=all.len() {
        if !can(&all[..length], length, u64::MAX)? {
            parts = Some(length);
            break;
        }
    }
    match parts {
        Some(parts) => all.truncate(parts),
        None => {
            all.extend((0..plan.expect.demands().len()).map(Demand::Expect));
            if plan.has_every() && can(&all, plan.parts.len(), u64::MAX)? {
                return Ok(None);
            }
        }
    }
    let parts = parts.unwrap_or(plan.parts.len());
    let passes = |demand: &Demand| {
        matches!(demand, Demand::Part(at) if matches!(&plan.parts[*at],
            Part::Exists(shape, _) if rules.is_pass(shape)))
    };
    let mut at = 0;
    while at < all.len() {
        // A pass says whose the moves are: without it everything is about something else.
        if passes(&all[at]) {
            at += 1;
            continue;
        }
        let mut fewer = all.clone();
        fewer.remove(at);
        match can(&fewer, parts, DOUBT) {
            Ok(false) => all = fewer,
            Ok(true) | Err(Stop::Conflicts) => at += 1,
            Err(stop) => return Err(stop),
        }
    }
    // Only a pass that is impossible is a reason.
    all.retain(|demand| !passes(demand) || *demand == Demand::Part(parts - 1));
    all.retain(|demand| !matches!(demand, Demand::Part(at) if is_free(&plan.parts[*at])));
    Ok(Some(Conflict { demands: all, parts }))
}

/// Whether nothing is said of a move.
fn is_free<S, A>(part: &Part<S, A>) -> bool {
    match part {
        Part::ForAll => true,
        Part::Exists(_, word) => word.text == "?",
        Part::Condition(..) => false,
    }
}

/// The first parts of a plan, of which only some demands are left.
fn relaxed<R: Rules>(
    rules: &R,
    plan: &Plan<R::Shape, R::Atom>,
    any: &R::Shape,
    demands: &[Demand],
    parts: usize,
) -> Plan<R::Shape, R::Atom> {
    let part = |(at, part): (usize, &Part<R::Shape, R::Atom>)| match part {
        Part::ForAll => Part::ForAll,
        Part::Exists(shape, _) if rules.is_pass(shape) => part.clone(),
        kept if demands.contains(&Demand::Part(at)) => kept.clone(),
        Part::Exists(_, word) => Part::Exists(any.clone(), word.clone()),
        Part::Condition(_, span) => Part::Condition(Formula::And(Vec::new()), span.clone()),
    };
    let expect = plan.expect.demands().into_iter().cloned().enumerate();
    let expect = expect.filter(|(number, _)| demands.contains(&Demand::Expect(*number)));
    Plan {
        parts: plan.parts.iter().take(parts).enumerate().map(part).collect(),
        expect: Formula::And(expect.map(|(_, formula)| formula).collect()),
    }
}
