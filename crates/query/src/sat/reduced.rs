//! The game with fewer laws: what could be played if one of them did not hold.
//!
//! Every law is stated under its name and nothing is folded away, so that those that are put aside really say
//! nothing. What is played then is read off the bits, since the game's own rules know no such moves. Replies are
//! gone through one by one: the solver names each, and then what answers it.

use super::debug::stated;
use super::strategy::split;
use super::{Sat, Session, encode, timed};
use crate::answer::{Branch, Found, MoveName, Solution, Tree};
use crate::laws::{FormulaOf, Laws, LineOf, PlanOf, Understood};
use crate::plan::{Part, Plan};
use crate::sketch::Formula;
use zugwerk_logic::{Answer, Bit, Checker, Folding, Line, Model, Stop};

type Parts<'a, L> =
    &'a [Part<<L as crate::search::Rules>::Shape, <L as crate::search::Rules>::Atom>];

/// A line of which every bit is known, and its start where the sketch left holes in it.
type Played<L> = (LineOf<L>, Option<String>);

/// What is done with each way to play a line; false where no other is wanted.
type Visit<'v, L> = &'v mut dyn FnMut(&mut Sat, Played<L>) -> Result<bool, Stop>;

/// Up to `most` ways to carry out a plan where the laws that are put aside do not hold, and the position at the
/// end of the first, or before its first reply.
pub fn solve<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
    most: usize,
) -> (Found, Option<String>) {
    let ways = Ways { laws, expect: &plan.expect };
    let (prefix, rest) = split(&plan.parts);
    let (mut found, mut end) = (Found::default(), None);
    let done = ways.each(sat, Err(sketch), prefix, &ways.end(rest), &mut |sat, (line, start)| {
        let last = match rest {
            None => Some(Tree::End),
            Some(rest) => ways.defend(sat, &line, rest)?,
        };
        if let Some(last) = last {
            end.get_or_insert_with(|| laws.text_of_bits(line.last(), &nothing()));
            let tree = Tree::of(names(laws, &line, 0).into_iter(), last);
            found.solutions.push(Solution { start, tree });
        }
        Ok(found.solutions.len() < most)
    });
    match done {
        Ok(complete) => found.complete = complete,
        Err(stop) => found.stopped = Some(stop),
    }
    (found, end)
}

/// The shortest line that breaks a condition or the expectation of a plan, or that cannot go on, and its end.
pub fn verify<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
) -> Result<Option<(Solution, String)>, Stop> {
    let ways = Ways { laws, expect: &plan.expect };
    let not = |formula: &FormulaOf<L>| Formula::Not(Box::new(formula.clone()));
    for at in 0..=plan.parts.len() {
        let end = match plan.parts.get(at) {
            None | Some(Part::ForAll) => not(&plan.expect),
            Some(Part::Condition(formula, _)) => not(formula),
            Some(Part::Exists(..)) => Formula::And(Vec::new()),
        };
        // Where the line must go on, it breaks only if it cannot.
        let next: Vec<_> = plan.parts.get(at).into_iter().cloned().collect();
        let stuck = matches!(next.first(), Some(Part::Exists(..) | Part::ForAll));
        let mut broken = None;
        ways.each(sat, Err(sketch), &plan.parts[..at], &end, &mut |sat, (line, start)| {
            if stuck && ways.can(sat, &line, &next)? {
                return Ok(true);
            }
            let text = laws.text_of_bits(line.last(), &nothing());
            let tree = Tree::of(names(laws, &line, 0).into_iter(), Tree::End);
            broken = Some((Solution { start, tree }, text));
            Ok(false)
        })?;
        if broken.is_some() {
            return Ok(broken);
        }
    }
    Ok(None)
}

/// A model of bits that are all known.
fn nothing() -> Model {
    Model::new(vec![true])
}

/// The moves of a line, from this one on.
fn names<L: Laws>(laws: &L, line: &LineOf<L>, from: usize) -> Vec<MoveName> {
    line.plies[from..].iter().filter_map(|ply| laws.name_of_bits(ply, &nothing())).collect()
}

struct Ways<'a, L: Laws> {
    laws: &'a L,
    expect: &'a FormulaOf<L>,
}

impl<L: Laws> Ways<'_, L> {
    /// What is asked of the end of a segment: nothing where replies follow.
    fn end(&self, rest: Option<Parts<L>>) -> FormulaOf<L> {
        if rest.is_none() { self.expect.clone() } else { Formula::And(Vec::new()) }
    }

    /// Visits each way to play parts, replies among them like moves that are chosen, from the end of a line or the
    /// start of a sketch. True where all have been visited.
    fn each(
        &self,
        sat: &mut Sat,
        from: Result<&LineOf<L>, &Understood<L>>,
        parts: Parts<L>,
        end: &FormulaOf<L>,
        visit: Visit<L>,
    ) -> Result<bool, Stop> {
        let laws = self.laws;
        let mut encoder = sat.encoder_of_names();
        let line = timed(sat, || {
            let (line, condition) = match from {
                Ok(line) => (line.clone(), None),
                Err(sketch) => {
                    let board = encode::start_board(laws, &mut encoder, &sketch.start);
                    (Line::new(board), sketch.condition.as_ref())
                }
            };
            let plan = Plan { parts: parts.to_vec(), expect: end.clone() };
            let asked = (condition, &plan);
            stated::state(&mut encoder, laws, asked, line, Folding::Nothing, &|_| true)
        });
        let holding = encoder.laws().filter(|(law, _)| !sat.put_aside.contains(&law.name));
        let switches: Vec<Bit> = holding.map(|(_, switch)| switch).collect();
        let mut session = Session::new(sat, encoder, false);
        switches.iter().for_each(|switch| session.solver.add(&[*switch]));
        let known = from.map_or(0, |line| line.plies.len());
        let complete = loop {
            let Answer::Yes(model) = session.solve(sat, &[])? else { break true };
            let mut chosen = match from {
                Ok(_) => Vec::new(),
                Err(sketch) => laws.filling(&sketch.start, &line.boards[0], &model),
            };
            for ply in &line.plies[known..] {
                chosen.extend(laws.chosen(ply, &model));
            }
            if let Some(played) = self.read(from, &line, &model)
                && !visit(sat, played)?
            {
                break false;
            }
            if chosen.is_empty() {
                break true;
            }
            let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
            session.solver.add(&other);
        };
        session.close(sat, false);
        Ok(complete)
    }

    /// The line that a model has, as known bits.
    fn read(
        &self,
        from: Result<&LineOf<L>, &Understood<L>>,
        line: &LineOf<L>,
        model: &Model,
    ) -> Option<Played<L>> {
        let laws = self.laws;
        let (mut played, start) = match from {
            Ok(line) => (line.clone(), None),
            Err(sketch) => {
                let known = laws.known(&sketch.start);
                let unknown = known.is_none();
                let state = known.or_else(|| laws.filled(&sketch.start, &line.boards[0], model))?;
                (Line::new(laws.board(&state)), unknown.then(|| laws.text(&state)))
            }
        };
        for ply in &line.plies[played.plies.len()..] {
            let fixed = laws.fixed_in(ply, model)?;
            let step = laws.stated_move(&mut Checker::new(), played.last(), fixed);
            played.push(step);
        }
        Some((played, start))
    }

    /// Whether parts can be played from the end of a line.
    fn can(&self, sat: &mut Sat, line: &LineOf<L>, parts: Parts<L>) -> Result<bool, Stop> {
        let end = Formula::And(Vec::new());
        Ok(!self.each(sat, Ok(line), parts, &end, &mut |_, _| Ok(false))?)
    }

    /// What answers every reply; none where one cannot be answered, or where there is none and the expectation
    /// does not hold.
    fn defend(
        &self,
        sat: &mut Sat,
        line: &LineOf<L>,
        rest: Parts<L>,
    ) -> Result<Option<Tree>, Stop> {
        let (mut replies, at) = (Vec::new(), line.plies.len());
        let end = Formula::And(Vec::new());
        let all = self.each(sat, Ok(line), &[Part::ForAll], &end, &mut |sat, (next, _)| {
            let Some(then) = self.win(sat, &next, rest)? else { return Ok(false) };
            let name = names(self.laws, &next, at);
            replies.extend(name.into_iter().map(|name| Branch { name, then: then.clone() }));
            Ok(true)
        })?;
        if !all {
            return Ok(None);
        }
        let ends = encode::formula(self.laws, &mut Checker::new(), line, self.expect);
        let held = !replies.is_empty() || ends == Bit::TRUE;
        Ok(held.then_some(Tree::Replies(replies)))
    }

    /// How the rest of a plan can be carried out from the end of a line.
    fn win(&self, sat: &mut Sat, line: &LineOf<L>, parts: Parts<L>) -> Result<Option<Tree>, Stop> {
        let (prefix, rest) = split(parts);
        let (mut won, at) = (None, line.plies.len());
        self.each(sat, Ok(line), prefix, &self.end(rest), &mut |sat, (next, _)| {
            let last = match rest {
                None => Some(Tree::End),
                Some(rest) => self.defend(sat, &next, rest)?,
            };
            won = last.map(|last| Tree::of(names(self.laws, &next, at).into_iter(), last));
            Ok(won.is_none())
        })?;
        Ok(won)
    }
}
