//! Questions about a game with fewer laws.

use crate::answer::{Answer, Question, Verdict};
use crate::ask::{Engine, Options};
use crate::language::Language;
use crate::laws::{Laws, Understood};
use crate::plan::Plan;
use crate::sat::{Sat, reduced};
use crate::sketch::{Diagnostic, Formula, Sketch, Word};
use zugwerk_logic::Stop;

/// The names of the laws that a sketch puts aside; none where it speaks of none.
pub fn put_aside<L: Laws>(
    rules: &L,
    sketch: &Sketch,
    question: Question,
    options: &Options,
) -> Result<Option<Vec<&'static str>>, Diagnostic> {
    let Some(first) = sketch.without.first().or(sketch.with_only.first()) else { return Ok(None) };
    let names = names_put_aside(sketch, &rules.laws_to_put_aside())?;
    let refused = if sketch.always.is_some() || sketch.for_all.is_some() {
        Some(("fewer laws are for one line of play", "no line always and no line for all"))
    } else if question == Question::Debug || question == Question::Synthesize {
        Some(("with fewer laws holes are filled, and lines verified", "no * and no debug"))
    } else if options.engine == Engine::Search || options.certify || options.cnf || options.profile
    {
        Some(("with fewer laws the solver is asked", "--engine sat or auto, and nothing more"))
    } else {
        None
    };
    match refused {
        Some((message, expected)) => Err(Diagnostic::new(first.span.clone(), message, expected)),
        None => Ok(Some(names)),
    }
}

/// Of the sentences and the names of the laws they mean, the names of those that a sketch puts aside.
pub fn names_put_aside<'a>(
    sketch: &Sketch,
    known: &[(&'a str, &'a str)],
) -> Result<Vec<&'a str>, Diagnostic> {
    let find = |word: &Word| {
        let text = word.text.trim().trim_start_matches("by the laws, ");
        let text = text.trim_start_matches("by the rules, ").to_lowercase();
        let found = known.iter().find(|(sentence, _)| sentence.to_lowercase() == text);
        found.map(|(_, name)| *name).ok_or_else(|| {
            let mut all: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
            all.dedup();
            let message = format!("there is no law {:?} that can be put aside", word.text);
            let expected = match all.is_empty() {
                true => "a game whose laws can be put aside".to_string(),
                false => format!("one of: {}", all.join("; ")),
            };
            Diagnostic::new(word.span.clone(), message, expected)
                .suggest(&text, known.iter().map(|(sentence, _)| *sentence))
        })
    };
    let mut names = sketch.without.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    if !sketch.with_only.is_empty() {
        let kept = sketch.with_only.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        names.extend(known.iter().map(|(_, name)| *name).filter(|name| !kept.contains(name)));
    }
    Ok(names)
}

/// Answers with the laws that are left. Verified is the expectation at the end of each line that can be played.
pub fn answer_reduced<G: Language>(
    language: &G,
    sketch: &Understood<G::Rules>,
    put_aside: &[&str],
    options: &Options,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let limits = options.limits.clone().with_memory(options.memory);
    let mut sat = Sat::new(&limits, options.backend, Default::default());
    let verify = answer.question == Question::Verify;
    answer.engine = "sat";
    answer.verdict = if verify { Verdict::Yes } else { Verdict::No };
    for plan in &sketch.plans {
        let rules = language.rules(plan);
        let most = if verify { 1 } else { options.most_of(plan) };
        let asked = match verify {
            false => plan.clone(),
            true => Plan {
                parts: plan.parts.clone(),
                expect: Formula::Not(Box::new(plan.expect.clone())),
            },
        };
        let (found, end) = reduced::solve(&mut sat, &rules, sketch, &asked, (put_aside, most));
        answer.statistics = sat.statistics.clone();
        if let Some(stop) = found.stopped {
            answer.solutions = found.solutions;
            return Err(stop);
        }
        if found.solutions.is_empty() {
            continue;
        }
        let ends = end.map(|end| format!("the first line ends with {end}"));
        if verify {
            answer.verdict = Verdict::No;
            answer.counterexample = found.solutions.into_iter().next();
            answer.core.extend(ends);
        } else {
            answer.verdict = Verdict::Yes;
            answer.complete = most > 1 && found.complete;
            answer.solutions = found.solutions;
            answer.proof.extend(ends);
        }
        break;
    }
    Ok(())
}
