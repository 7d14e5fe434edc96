//! A question: whether it can be asked, and what to say where it cannot.

mod run;

pub use run::starts;

use crate::answer::{Answer, Question, Verdict};
use crate::ask::{Engine, Options, blank, question_of};
use crate::controller::synthesize;
use crate::demands::Demands;
use crate::for_all::{answer_by_solver, answer_for_all, is_for_the_solver};
use crate::language::{Language, TooMany};
use crate::laws::{FormulaOf, Laws, PlanOf, Understood};
use crate::plan::Plan;
use crate::reduced::{answer_reduced, put_aside};
use crate::sketch::{Atom, Diagnostic, Formula, Sketch, Span, Start};
use run::Asked;

/// Answers the question that a sketch of a game asks; for both sides to move where it does not say which.
pub fn answer<G: Language + Sync>(
    language: &G,
    sketch: &Sketch,
    source: &str,
    options: &Options,
) -> Result<Answer, Diagnostic>
where
    Understood<G::Rules>: Sync,
    PlanOf<G::Rules>: Sync,
{
    let Some(starts) = language.starts(&sketch.from) else {
        return answer_from(language, sketch, source, options);
    };
    if let Some(span) = &sketch.for_all {
        let message = "a plan for all fillings needs to know whose turn it is";
        return Err(Diagnostic::new(span.clone(), message, "w or b in the start"));
    }
    let of_start = |start: Start| {
        let half = Sketch { from: start.clone(), ..sketch.clone() };
        let mut answer = answer_from(language, &half, source, options)?;
        if let Start::Position(word) = start {
            answer.name_start(&word.text);
        }
        Ok(answer)
    };
    let [white, black] = starts.map(of_start);
    match (white, black) {
        (Ok(white), Ok(black)) => Ok(white.or(black, options.most)),
        // No game has the position with that side to move.
        (Ok(answer), Err(_)) | (Err(_), Ok(answer)) => Ok(answer),
        (Err(mistake), Err(_)) => Err(mistake),
    }
}

/// Reads a sketch of a game and asks nothing; where it does not say whose turn it is, one of the two must be possible.
pub fn check<G: Language>(language: &G, sketch: &Sketch) -> Result<(), Diagnostic> {
    let Some(starts) = language.starts(&sketch.from) else {
        return language.read(sketch).map(|_| ());
    };
    let read = |from: Start| language.read(&Sketch { from, ..sketch.clone() }).map(|_| ());
    let [white, black] = starts.map(read);
    white.or_else(|mistake| black.map_err(|_| mistake))
}

/// Answers the question of a sketch whose start says whose turn it is.
fn answer_from<G: Language + Sync>(
    language: &G,
    sketch: &Sketch,
    source: &str,
    options: &Options,
) -> Result<Answer, Diagnostic>
where
    Understood<G::Rules>: Sync,
    PlanOf<G::Rules>: Sync,
{
    let understood = language.read(sketch)?;
    let wants_clauses = options.profile || options.certify || options.cnf;
    if (options.engine == Engine::Sat || wants_clauses)
        && let Some(why) = language.lawless()
    {
        let message = format!("{} has no laws for the solver: {why}", sketch.game.text);
        let expected = "a question for the search alone";
        return Err(Diagnostic::new(sketch.game.span.clone(), message, expected));
    }
    let searched_only = |atom: &Atom| language.statement_without_law(&atom.name.text).is_some();
    let beyond_laws = sketch.find(&searched_only);
    let fewer_laws = !sketch.without.is_empty() || !sketch.with_only.is_empty();
    if let Some(atom) = beyond_laws
        && (options.engine == Engine::Sat || wants_clauses || fewer_laws || sketch.always.is_some())
    {
        let why = language.statement_without_law(&atom.name.text).unwrap_or_default();
        let message = format!("{} is not for the solver: {why}", atom.name.text);
        let expected = "a line of play without the solver's options, which is searched";
        return Err(Diagnostic::new(atom.span.clone(), message, expected));
    }
    // Words mean the same whatever the plan.
    let nothing = Plan { parts: Vec::new(), expect: Formula::And(Vec::new()) };
    let rules = language.rules(understood.plans.first().unwrap_or(&nothing));
    let known = rules.known(&understood.start).is_some();
    let mut question = question_of(&understood.plans, |shape| rules.is_hole(shape));
    if question == Question::Check && !known {
        question = Question::Solve;
    }
    let question = match &sketch.always {
        None => options.question.unwrap_or(question),
        Some((_, span)) => {
            let asked = match options.question {
                Some(Question::Solve) if sketch.finds => Question::Verify,
                asked => asked.unwrap_or(Question::Verify),
            };
            refuse_always::<G>(&rules, &understood, asked, span)?;
            asked
        }
    };
    let mut answer = blank(question, options);
    answer.first_move = rules.first_move(&understood.start);
    let sketch_start = match &sketch.from {
        Start::Usual => 0..0,
        Start::Position(word) => word.span.clone(),
    };
    let too_many =
        |TooMany { found, expected }| Diagnostic::new(sketch_start.clone(), found, expected);
    let demands = Demands::of(sketch, source);
    if !G::REDUCES_ITSELF
        && let Some(names) = put_aside(&rules, sketch, options)?
    {
        let asked = (options, &demands);
        let result = answer_reduced(language, &understood, &names, asked, &mut answer);
        if result.map_err(too_many)?.is_err() {
            answer.verdict = Verdict::Limit;
        }
        return Ok(answer);
    }
    if let Some(span) = &sketch.for_all {
        refuse_for_all(sketch, question, options, span)?;
        if question != Question::Verify {
            let can = options.engine != Engine::Search && is_for_the_solver(language, &understood);
            let many = || starts(language, &rules, &understood).is_err();
            let result = if can && (options.engine == Engine::Sat || many()) {
                answer_by_solver(language, &understood, options, &mut answer)
            } else {
                answer_for_all(language, &understood, options, &mut answer).map_err(too_many)?
            };
            if result.is_err() {
                answer.verdict = Verdict::Limit;
            }
            return Ok(answer);
        }
    }
    if let (Question::Synthesize, Some(always)) = (question, &understood.always) {
        let asked = (always, sketch.finds);
        let limits = &options.limits;
        if synthesize(language, &understood, asked, limits, &mut answer).is_err() {
            answer.verdict = Verdict::Limit;
        }
        return Ok(answer);
    }
    let mut asked = Asked {
        language,
        sketch: &understood,
        rules,
        known,
        by_search: beyond_laws.is_some() || language.lawless().is_some(),
        options,
        demands: &demands,
        answer: &mut answer,
    };
    let stopped = asked.ask().map_err(too_many)?;
    if stopped.is_err() {
        answer.verdict = Verdict::Limit;
        answer.complete = false;
    }
    if sketch.finds {
        found(&mut answer);
    }
    if sketch.always.is_some() && question == Question::Debug {
        answer.question = question;
        if answer.verdict == Verdict::No
            && let Ok(core) = language.explain_always(sketch, source, &options.limits)
            && !core.is_empty()
        {
            answer.core = core;
        }
    }
    Ok(answer)
}

/// The answer to what can be found, from that to whether the contrary holds always.
fn found(answer: &mut Answer) {
    answer.question = Question::Solve;
    answer.core = std::mem::take(&mut answer.proof);
    answer.solutions = answer.counterexample.take().into_iter().collect();
    answer.verdict = match answer.verdict {
        Verdict::Yes => Verdict::No,
        Verdict::No => Verdict::Yes,
        Verdict::Limit => Verdict::Limit,
    };
}

/// What one plan for all fillings cannot be asked together with.
fn refuse_for_all(
    sketch: &Sketch,
    question: Question,
    options: &Options,
    span: &Span,
) -> Result<(), Diagnostic> {
    let (message, expected) = if sketch.always.is_some() {
        ("what holds always is about every start anyway", "no line for all")
    } else if question == Question::Debug {
        ("a plan for all fillings is solved or verified", "the question solve or verify")
    } else if options.certify || options.cnf || options.profile {
        ("a plan for all fillings is several questions to the solver", "no clauses, no certificate")
    } else {
        return Ok(());
    };
    Err(Diagnostic::new(span.clone(), message, expected))
}

/// What holds always can be verified only, and speaks of positions, not of how they came about.
fn refuse_always<G: Language>(
    rules: &G::Rules,
    sketch: &Understood<G::Rules>,
    question: Question,
    span: &Span,
) -> Result<(), Diagnostic> {
    let (message, expected) = match question {
        Question::Verify | Question::Synthesize => ("", ""),
        Question::Debug if G::EXPLAINS_ALWAYS => ("", ""),
        Question::Debug => (
            "what holds always, or can be found at some depth, is explained in games of rulebooks only",
            "a line of play, or the question verify",
        ),
        _ => (
            "what holds always can be verified, or a controller for it synthesized",
            "the question verify or synthesize",
        ),
    };
    if !message.is_empty() {
        return Err(Diagnostic::new(span.clone(), message, expected));
    }
    if question == Question::Synthesize && rules.known(&sketch.start).is_none() {
        let message = "a controller starts from a position that is known";
        return Err(Diagnostic::new(span.clone(), message, "a start without holes"));
    }
    let past =
        |always: &FormulaOf<G::Rules>| always.mentions(&|atom| rules.is_about_the_past(atom));
    if sketch.always.as_ref().is_some_and(past) {
        let message = "a statement here depends on how a position came about";
        return Err(Diagnostic::new(span.clone(), message, "statements about the position alone"));
    }
    Ok(())
}
