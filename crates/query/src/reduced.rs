//! Questions about a game with fewer laws.

mod rules;

use crate::answer::{Answer, Found, Question, Solution, Statistics, Tree, Verdict};
use crate::ask::{Engine, Options};
use crate::asked::starts;
use crate::conflict::conflict;
use crate::demands::{Demands, of_line};
use crate::language::{Language, TooMany};
use crate::laws::{Laws, LineOf, PlanOf, Understood};
use crate::plan::{Part, plies};
use crate::refutation::{explain_replies, how_it_breaks};
use crate::sat::{Sat, reduced};
use crate::search::{Rules, Search, search};
use crate::sketch::{Diagnostic, Sketch, Word};
use rules::FewerLaws;
use zugwerk_logic::{Line, Stop};

/// The names of the laws that a sketch puts aside; none where it speaks of none.
pub fn put_aside<L: Laws>(
    rules: &L,
    sketch: &Sketch,
    options: &Options,
) -> Result<Option<Vec<&'static str>>, Diagnostic> {
    let Some(first) = sketch.without.first().or(sketch.with_only.first()) else { return Ok(None) };
    let names = names_put_aside(sketch, &rules.laws_to_put_aside())?;
    let refused = if sketch.always.is_some() || sketch.for_all.is_some() {
        Some(("fewer laws are for one line of play", "no line always and no line for all"))
    } else if options.certify || options.cnf || options.profile {
        let what =
            "with fewer laws there are several questions to the solver, each with laws put aside";
        Some((what, "no clauses, no certificate"))
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

/// Answers with the laws that are left. Inner errors are limits.
pub fn answer_reduced<G: Language>(
    language: &G,
    sketch: &Understood<G::Rules>,
    put_aside: &[&'static str],
    (options, demands): (&Options, &Demands),
    answer: &mut Answer,
) -> Result<Result<(), Stop>, TooMany> {
    let limits = options.limits.clone().with_memory(options.memory);
    let mut sat = Sat::new(&limits, options.backend, Default::default());
    sat.put_aside = put_aside.to_vec();
    let verify = answer.question == Question::Verify;
    answer.verdict = if verify { Verdict::Yes } else { Verdict::No };
    let mut done = Ok(false);
    for plan in &sketch.plans {
        let rules = language.rules(plan);
        let known = rules.known(&sketch.start).is_some();
        let by_search = match options.engine {
            Engine::Search => true,
            Engine::Sat => false,
            Engine::Auto => known && plan.has_every(),
        };
        let starts = if by_search { starts(language, &rules, sketch)? } else { Vec::new() };
        let second_begins = answer.first_move.1;
        let rules = FewerLaws { laws: &rules, put_aside, second_begins };
        let asked = Reduced { rules, sketch, plan, options, known };
        answer.engine = if by_search { "search" } else { "sat" };
        done = match (verify, by_search) {
            (true, true) => asked.verify_by_search(&starts, demands, answer),
            (true, false) => asked.verify_by_solver(&mut sat, answer),
            (false, true) => asked.solve_by_search(&starts, answer),
            (false, false) => asked.solve_by_solver(&mut sat, answer),
        };
        let last = sketch.plans.last().is_some_and(|last| std::ptr::eq(last, plan));
        if done == Ok(false) && last && answer.question == Question::Debug {
            done = asked.explain(by_search, demands, &mut sat, answer).map(|()| true);
        }
        if done != Ok(false) {
            break;
        }
    }
    let positions = answer.statistics.positions;
    answer.statistics = Statistics { positions, ..sat.statistics.clone() };
    Ok(done.map(|_| ()))
}

/// A plan and the laws that are left for it.
struct Reduced<'a, L: Laws> {
    rules: FewerLaws<'a, L>,
    sketch: &'a Understood<L>,
    plan: &'a PlanOf<L>,
    options: &'a Options,
    /// The start has no holes.
    known: bool,
}

impl<L: Laws> Reduced<'_, L> {
    fn line(&self, start: &L::State) -> LineOf<L> {
        Line::new(self.rules.laws.board(start))
    }

    /// Ways to carry out the plan; true where there is one.
    fn solve_by_solver(&self, sat: &mut Sat, answer: &mut Answer) -> Result<bool, Stop> {
        let most = self.options.most_of(self.plan);
        let (found, end) = reduced::solve(sat, self.rules.laws, self.sketch, self.plan, most);
        if let Some(end) = end.filter(|_| !self.plan.has_every()) {
            answer.proof.push(format!("the first line ends with {end}"));
        }
        self.solved(found, answer)
    }

    fn solve_by_search(&self, starts: &[L::State], answer: &mut Answer) -> Result<bool, Stop> {
        let most = self.options.most_of(self.plan);
        let mut found = Found { complete: true, ..Found::default() };
        for start in starts {
            let text = (!self.known).then(|| self.rules.laws.text(start));
            let from = (&self.line(start), text.as_deref());
            search(&self.rules, self.plan, &self.options.limits, from, most, &mut found);
            if found.stopped.is_some() || found.solutions.len() >= most {
                break;
            }
        }
        found.complete &= found.stopped.is_none() && found.solutions.len() < most;
        answer.statistics.positions += found.positions;
        self.solved(found, answer)
    }

    fn solved(&self, found: Found, answer: &mut Answer) -> Result<bool, Stop> {
        answer.solutions = found.solutions;
        if let Some(stop) = found.stopped {
            return Err(stop);
        }
        answer.complete = found.complete && self.options.most_of(self.plan) > 1;
        let can = !answer.solutions.is_empty();
        if can {
            answer.verdict = Verdict::Yes;
        }
        Ok(can)
    }

    /// A line that breaks the plan; true where there is one.
    fn verify_by_solver(&self, sat: &mut Sat, answer: &mut Answer) -> Result<bool, Stop> {
        let Some((line, end)) = reduced::verify(sat, self.rules.laws, self.sketch, self.plan)?
        else {
            return Ok(false);
        };
        answer.verdict = Verdict::No;
        answer.counterexample = Some(line);
        answer.core.push(format!("the line ends with {end}"));
        Ok(true)
    }

    fn verify_by_search(
        &self,
        starts: &[L::State],
        demands: &Demands,
        answer: &mut Answer,
    ) -> Result<bool, Stop> {
        for start in starts {
            let mut search = Search::new(&self.rules, self.plan, &self.options.limits);
            let line = self.line(start);
            let found = search.counterexample(&line);
            answer.statistics.positions += search.positions;
            if let Some(names) = found? {
                answer.verdict = Verdict::No;
                answer.core.push(how_it_breaks(&self.rules, self.plan, line, &names, demands));
                let text = (!self.known).then(|| self.rules.laws.text(start));
                let tree = Tree::of(names.into_iter(), Tree::End);
                answer.counterexample = Some(Solution { start: text, tree });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Why the plan cannot be carried out by the laws that are left.
    fn explain(
        &self,
        by_search: bool,
        demands: &Demands,
        sat: &mut Sat,
        answer: &mut Answer,
    ) -> Result<(), Stop> {
        let laws = self.rules.laws;
        let core = match (by_search, laws.known(&self.sketch.start)) {
            (true, Some(start)) => self.conflict(&self.line(&start), demands)?,
            _ => sat.debug(laws, self.sketch, self.plan, demands)?,
        };
        match (core, laws.known(&self.sketch.start)) {
            (Some(core), _) => answer.core = core,
            (None, Some(start)) => {
                let limits = &self.options.limits;
                let line = self.line(&start);
                explain_replies(&self.rules, self.plan, &line, limits, answer)?;
            }
            (None, None) => answer.refuted_everywhere(),
        }
        Ok(())
    }

    /// Demands that conflict, found by search; none where only the replies stand in the way.
    fn conflict(&self, line: &LineOf<L>, demands: &Demands) -> Result<Option<Vec<String>>, Stop> {
        let (laws, plan) = (self.rules.laws, self.plan);
        let limits = &self.options.limits;
        let found = conflict(&self.rules, plan, &laws.any_shape(), line, limits)?;
        let Some(found) = found else { return Ok(None) };
        let mut core = found.sentences(plan, demands);
        let parts = &plan.parts[..found.parts];
        let laws_broken = self.broken_laws(parts, line);
        if laws_broken.is_empty() {
            core.push(of_line(plies(parts), &laws.start_in_words(&self.sketch.start)));
        }
        core.extend(laws_broken);
        Ok(Some(core))
    }

    /// The laws that forbid the first illegal move of a line of known moves.
    fn broken_laws(&self, parts: &[Part<L::Shape, L::Atom>], start: &LineOf<L>) -> Vec<String> {
        let mut line = start.clone();
        for part in parts {
            let Part::Exists(shape, _) = part else { continue };
            if self.rules.laws.is_hole(shape) {
                break;
            }
            match self.rules.moves(&line, Some(shape)).first() {
                Some(chosen) => line = self.rules.play(&line, *chosen),
                None => return self.rules.why_not(&line, shape),
            }
        }
        Vec::new()
    }
}
