//! A Death Stacks question being answered, by search.

use super::{StackPlan, StackRules, StackShape, read};
use crate::answer::{Answer, Found, Question, Solution, Tree, Verdict};
use crate::ask::{Engine, Options, blank, question_of};
use crate::conflict::{Demand, conflict};
use crate::demands::{Demands, of_line};
use crate::plan::{Part, plies};
use crate::refutation::{explain_replies, how_it_breaks};
use crate::search::{Rules, Search, search};
use crate::sketch::{Diagnostic, Sketch, Start};
use zugwerk_deathstacks::{Player, Position};
use zugwerk_logic::Stop;

/// Answers the question that a Death Stacks sketch asks.
pub fn ask(sketch: &Sketch, source: &str, options: &Options) -> Result<Answer, Diagnostic> {
    let (start, plans) = read(sketch)?;
    if options.engine == Engine::Sat || options.certify || options.cnf || options.profile {
        let span = sketch.game.span.clone();
        let message = "Death Stacks has no laws for the solver";
        return Err(Diagnostic::new(
            span,
            message,
            "--engine search or auto, without --certify, --dimacs and --profile",
        ));
    }
    let question = options.question.unwrap_or_else(|| question_of(&plans, |s| s.is_hole()));
    let mut answer = blank(question, options);
    answer.first_move = (1, start.mover() == Player::Blue);
    let demands = Demands::of(sketch, source);
    let from = match &sketch.from {
        Start::Usual => "the usual start",
        Start::Position(word) => &word.text,
    };
    let asked = Asked { start, options, demands, from };
    let stopped = match question {
        Question::Verify => asked.verify(&plans, &mut answer),
        _ => asked.solve(&plans, &mut answer),
    };
    if stopped.is_err() {
        answer.verdict = Verdict::Limit;
        answer.complete = false;
    }
    Ok(answer)
}

/// A question being answered.
struct Asked<'a> {
    start: Position,
    options: &'a Options,
    demands: Demands,
    /// The start as the sketch names it.
    from: &'a str,
}

impl Asked<'_> {
    fn verify(&self, plans: &[StackPlan], answer: &mut Answer) -> Result<(), Stop> {
        answer.verdict = Verdict::Yes;
        for plan in plans {
            let mut search = Search::new(&StackRules, plan, &self.options.limits);
            let broken = search.counterexample(&self.start)?;
            answer.statistics.positions += search.positions;
            if let Some(names) = broken {
                answer.verdict = Verdict::No;
                let start = self.start.clone();
                let how = how_it_breaks(&StackRules, plan, start, &names, &self.demands);
                answer.core.push(how);
                let tree = Tree::of(names.into_iter(), Tree::End);
                answer.counterexample = Some(Solution { start: None, tree });
                break;
            }
        }
        Ok(())
    }

    fn solve(&self, plans: &[StackPlan], answer: &mut Answer) -> Result<(), Stop> {
        answer.verdict = Verdict::No;
        for plan in plans {
            let most = self.options.most_of(plan);
            let mut found = Found { complete: true, ..Found::default() };
            let start = (&self.start, None);
            search(&StackRules, plan, &self.options.limits, start, most, &mut found);
            answer.statistics.positions += found.positions;
            answer.solutions = found.solutions;
            if let Some(stop) = found.stopped {
                return Err(stop);
            }
            answer.complete = found.complete && most > 1;
            if !answer.solutions.is_empty() {
                answer.verdict = Verdict::Yes;
                return Ok(());
            }
        }
        match plans.last() {
            Some(plan) if [Question::Debug, Question::Check].contains(&answer.question) => {
                self.explain(plan, answer)
            }
            _ => Ok(()),
        }
    }

    /// Why a plan cannot be carried out: demands that conflict, or the replies that refute it.
    fn explain(&self, plan: &StackPlan, answer: &mut Answer) -> Result<(), Stop> {
        let limits = &self.options.limits;
        let any = StackShape::ANY;
        if let Some(found) = conflict(&StackRules, plan, &any, &self.start, limits)? {
            let sentence = |demand: &Demand| match *demand {
                Demand::Part(at) => self.demands.of_part(&plan.parts, at, 0),
                Demand::Expect(number) => self.demands.of_end(number),
            };
            answer.core = found.demands.iter().map(sentence).collect();
            let parts = &plan.parts[..found.parts];
            let why = self.why_illegal(parts);
            answer.core.push(why.unwrap_or_else(|| of_line(plies(parts), self.from)));
            return Ok(());
        }
        explain_replies(&StackRules, plan, &self.start, limits, answer)
    }

    /// By which rule the last move of a line of known moves is illegal; none where some move is a hole.
    fn why_illegal(&self, parts: &[Part<StackShape, super::StackAtom>]) -> Option<String> {
        let mut position = self.start.clone();
        for part in parts {
            let Part::Some(shape, _) = part else { continue };
            let chosen = shape.only()?;
            if let Some(why) = position.why_not(chosen) {
                return Some(format!("by the rules, {why}"));
            }
            position = StackRules.play(&position, chosen);
        }
        None
    }
}
