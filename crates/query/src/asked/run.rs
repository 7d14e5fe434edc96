//! A question being answered: which engine, for which length of the line.

use crate::answer::{Answer, Found, Question, Solution, Statistics, Tree, Verdict};
use crate::ask::{Certificate, Engine, Options};
use crate::conflict::conflict;
use crate::demands::{Demands, of_line};
use crate::invariant::verify_always;
use crate::language::{Chosen, Language, StateOf, TooMany, holes};
use crate::laws::{Laws, PlanOf, Understood};
use crate::plan::{Part, Plan, plies};
use crate::race::race;
use crate::refutation::{explain_replies, how_it_breaks};
use crate::sat::always::spared;
use crate::sat::{Sat, Wanted};
use crate::search::{Rules, Search, search};
use crate::sketch::Start;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use zugwerk_logic::{Limits, Stop};

/// A question being answered.
pub(super) struct Asked<'a, G: Language> {
    pub language: &'a G,
    pub sketch: &'a Understood<G::Rules>,
    /// For what does not depend on the plan.
    pub rules: G::Rules,
    /// The start has no holes.
    pub known: bool,
    /// The solver cannot be asked.
    pub by_search: bool,
    pub options: &'a Options,
    pub demands: &'a Demands,
    pub answer: &'a mut Answer,
}

impl<G: Language + Sync> Asked<'_, G>
where
    Understood<G::Rules>: Sync,
    PlanOf<G::Rules>: Sync,
{
    /// Answers for each length of the line, the shortest first, until one works.
    pub fn ask(&mut self) -> Result<Result<(), Stop>, TooMany> {
        let chosen: Vec<Chosen> = self.sketch.plans.iter().map(|plan| self.choose(plan)).collect();
        let searched = chosen.iter().any(|chosen| *chosen != Chosen::Sat);
        let searched = searched && self.sketch.always.is_none();
        let starts =
            if searched { starts(self.language, &self.rules, self.sketch)? } else { Vec::new() };
        // Raised when a search has won a race against the solver.
        let outrun = Arc::new(AtomicBool::new(false));
        let limits = self.options.limits.clone().with_flag(outrun.clone());
        let limits = limits.with_memory(self.options.memory);
        let mut sat = Sat::new(
            &limits,
            self.options.backend,
            Wanted {
                profile: self.options.profile,
                cnf: self.options.cnf,
                certificate: self.options.certify,
            },
        );
        let result = match &self.sketch.always {
            // Whether a start is one that is meant may have been left open.
            None if self.rules.undecided() => Err(Stop::Memory),
            None => self.ask_each(&chosen, &starts, &mut sat, &outrun),
            Some(always) => {
                let with = (&mut sat, &self.options.limits);
                verify_always(self.language, self.sketch, always, with, self.answer)
            }
        };
        let positions = self.answer.statistics.positions;
        self.answer.statistics = Statistics { positions, ..sat.statistics };
        self.answer.profile = sat.profile;
        self.answer.cnf = sat.cnf;
        // A counterexample or a solution speaks for itself, but not for there being no other.
        let refuted = match self.answer.question {
            Question::Verify => Verdict::Yes,
            _ => Verdict::No,
        };
        let proved = self.answer.verdict == refuted || self.answer.complete;
        // Without a proof the clauses contradicted each other as they were written.
        let at_once = Certificate { accepted: true, proofs: 0, steps: 0 };
        let asked = proved && self.options.certify;
        self.answer.certificate = asked.then(|| sat.certificate.unwrap_or(at_once));
        Ok(result)
    }

    fn choose(&self, plan: &PlanOf<G::Rules>) -> Chosen {
        let wants_clauses = self.options.profile || self.options.certify || self.options.cnf;
        match self.options.engine {
            Engine::Search => Chosen::Search,
            Engine::Sat => Chosen::Sat,
            Engine::Auto if self.by_search => Chosen::Search,
            Engine::Auto if wants_clauses || !self.known => Chosen::Sat,
            Engine::Auto => {
                let verify = self.answer.question == Question::Verify;
                self.language.fastest(plan, holes(&self.rules, plan), verify)
            }
        }
    }

    fn ask_each(
        &mut self,
        chosen: &[Chosen],
        starts: &[StateOf<G>],
        sat: &mut Sat,
        outrun: &AtomicBool,
    ) -> Result<(), Stop> {
        self.answer.verdict =
            if self.answer.question == Question::Verify { Verdict::Yes } else { Verdict::No };
        for (plan, &chosen) in self.sketch.plans.iter().zip(chosen) {
            let done = match self.answer.question {
                Question::Verify => self.verify(plan, chosen == Chosen::Sat, starts, sat)?,
                _ => self.solve(plan, chosen, starts, sat, outrun)?,
            };
            if done {
                return Ok(());
            }
        }
        let by_search = G::EXPLAINED_BY_SEARCH && self.options.engine != Engine::Sat && self.known;
        let by_search = by_search || self.by_search;
        match self.answer.question {
            Question::Debug | Question::Check if by_search => self.explain_by_search(),
            Question::Debug => self.explain(sat),
            Question::Check => {
                self.explain_line();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Carries out one plan; true when that can be done.
    fn solve(
        &mut self,
        plan: &PlanOf<G::Rules>,
        chosen: Chosen,
        starts: &[StateOf<G>],
        sat: &mut Sat,
        outrun: &AtomicBool,
    ) -> Result<bool, Stop> {
        let limits = &self.options.limits;
        let most = self.options.most_of(plan);
        let (language, sketch) = (self.language, self.sketch);
        let search = |limits: &Limits, starts: &[StateOf<G>]| {
            search_all(language, plan, limits, starts, self.known, most)
        };
        let laws = language.rules(plan);
        let (name, found) = match chosen {
            Chosen::Sat => ("sat", sat.solve(&laws, sketch, plan, most)),
            Chosen::Search => ("search", search(limits, starts)),
            Chosen::Race => {
                // A race is for starts that are known: each side makes its own.
                let again = |limits: &Limits| {
                    let rules = language.rules(plan);
                    let start: Vec<_> = rules.known(&sketch.start).into_iter().collect();
                    search_all(language, plan, limits, &start, true, most)
                };
                race(limits, outrun, again, || sat.solve(&laws, sketch, plan, most))
            }
        };
        self.answer.engine = name;
        self.answer.statistics.positions += found.positions;
        if let Some(stop) = found.stopped {
            self.answer.solutions = found.solutions;
            return Err(stop);
        }
        let complete = found.complete && most > 1;
        if self.options.certify
            && chosen == Chosen::Search
            && (complete || found.solutions.is_empty())
        {
            self.certify(plan, found.solutions.len(), sat)?;
        }
        self.answer.complete = complete;
        if found.solutions.is_empty() {
            return Ok(false);
        }
        self.answer.solutions = found.solutions;
        self.answer.verdict = Verdict::Yes;
        Ok(true)
    }

    /// Has the solver prove what the search has found: that there are `ways` to carry out a plan, and
    /// no more.
    fn certify(&mut self, plan: &PlanOf<G::Rules>, ways: usize, sat: &mut Sat) -> Result<(), Stop> {
        let found = sat.solve(&self.language.rules(plan), self.sketch, plan, ways + 1);
        if let Some(stop) = found.stopped {
            return Err(stop);
        }
        let agrees = found.solutions.len() == ways;
        debug_assert!(agrees, "the engines contradict each other");
        if let Some(certificate) = &mut sat.certificate {
            certificate.accepted &= agrees;
        }
        Ok(())
    }

    /// Looks for a line that breaks one plan; true when there is one.
    fn verify(
        &mut self,
        plan: &PlanOf<G::Rules>,
        use_sat: bool,
        starts: &[StateOf<G>],
        sat: &mut Sat,
    ) -> Result<bool, Stop> {
        self.answer.engine = if use_sat { "sat" } else { "search" };
        let rules = self.language.rules(plan);
        let mut broken = None;
        if use_sat {
            let left = self.spared(&rules, plan, sat)?;
            broken = sat.verify(&rules, self.sketch, &left)?;
        }
        for start in starts.iter().take(if use_sat { 0 } else { usize::MAX }) {
            let mut search = Search::new(&rules, plan, &self.options.limits);
            let found = search.counterexample(start);
            self.answer.statistics.positions += search.positions;
            if let Some(names) = found? {
                let tree = Tree::of(names.into_iter(), Tree::End);
                let text = (!self.known).then(|| rules.text(start));
                broken = Some(Solution { start: text, tree });
                break;
            }
        }
        if self.options.certify && !use_sat && broken.is_none() {
            broken = sat.verify(&rules, self.sketch, plan)?;
            debug_assert!(broken.is_none(), "the engines contradict each other");
        }
        if let Some(Solution { start, tree }) = &broken {
            self.answer.verdict = Verdict::No;
            let named = || {
                let word = crate::sketch::Word { text: start.clone()?, span: 0..0 };
                let start = self.language.start(&Start::Position(word)).ok()?;
                rules.known(&start)
            };
            if let Some(state) = rules.known(&self.sketch.start).or_else(named) {
                let line = tree.trunk();
                self.answer.core.push(how_it_breaks(&rules, plan, state, &line, self.demands));
            }
        }
        self.answer.counterexample = broken;
        Ok(self.answer.counterexample.is_some())
    }

    /// A plan without what no move can break and the start does not: where the start has holes, to count
    /// what is in them costs more than to look at every move.
    fn spared(
        &self,
        rules: &G::Rules,
        plan: &PlanOf<G::Rules>,
        sat: &mut Sat,
    ) -> Result<PlanOf<G::Rules>, Stop> {
        let expect = match self.known || self.options.cnf {
            true => plan.expect.clone(),
            false => spared(sat, rules, self.sketch, &plan.expect)?,
        };
        Ok(Plan { parts: plan.parts.clone(), expect })
    }

    /// Why a line without holes cannot be played or does not end as expected.
    fn explain_line(&mut self) {
        let Some(plan) = self.sketch.plans.first() else { return };
        let rules = self.language.rules(plan);
        let Some(mut state) = rules.known(&self.sketch.start) else { return };
        for part in &plan.parts {
            match part {
                Part::Exists(shape, word) => match rules.moves(&state, Some(shape)).first() {
                    Some(m) => state = rules.play(&state, *m),
                    None => {
                        let why = rules.why_not(&state, shape, &word.text);
                        self.answer.core.push(why);
                        return;
                    }
                },
                Part::Condition(formula, span) => {
                    if !formula.holds(&mut |atom| rules.holds(&state, atom)) {
                        let (text, position) = (self.demands.text(span), rules.text(&state));
                        self.answer.core.push(format!("{text} does not hold in {position}"));
                        return;
                    }
                }
                Part::ForAll => {}
            }
        }
        for (formula, text) in plan.expect.demands().into_iter().zip(&self.demands.expect) {
            if !formula.holds(&mut |atom| rules.holds(&state, atom)) {
                let end = rules.text(&state);
                self.answer.core.push(format!("{text} does not hold in the final position {end}"));
            }
        }
    }

    /// Why the longest line cannot be had.
    fn explain(&mut self, sat: &mut Sat) -> Result<(), Stop> {
        let Some(plan) = self.sketch.plans.last() else { return Ok(()) };
        let rules = self.language.rules(plan);
        match sat.debug(&rules, self.sketch, plan, self.demands)? {
            Some(core) => self.answer.core = core,
            None => self.explain_replies(plan)?,
        }
        Ok(())
    }

    /// The same by search: demands that conflict, or the replies that refute what is chosen.
    fn explain_by_search(&mut self) -> Result<(), Stop> {
        let Some(plan) = self.sketch.plans.last() else { return Ok(()) };
        let rules = self.language.rules(plan);
        let Some(state) = rules.known(&self.sketch.start) else { return Ok(()) };
        let limits = &self.options.limits;
        let Some(found) = conflict(&rules, plan, &rules.any_shape(), &state, limits)? else {
            return self.explain_replies(plan);
        };
        self.answer.core = found.sentences(plan, self.demands);
        let parts = &plan.parts[..found.parts];
        let start = rules.start_in_words(&self.sketch.start);
        let why = why_illegal(&rules, parts, state);
        self.answer.core.push(why.unwrap_or_else(|| of_line(plies(parts), &start)));
        Ok(())
    }

    /// With replies that help it could be done: which reply refutes each first move?
    fn explain_replies(&mut self, plan: &PlanOf<G::Rules>) -> Result<(), Stop> {
        let rules = self.language.rules(plan);
        let Some(state) = rules.known(&self.sketch.start) else {
            self.answer.refuted_everywhere();
            return Ok(());
        };
        explain_replies(&rules, plan, &state, &self.options.limits, self.answer)
    }
}

/// Every position that the start of a sketch can mean.
pub fn starts<G: Language>(
    language: &G,
    rules: &G::Rules,
    sketch: &Understood<G::Rules>,
) -> Result<Vec<StateOf<G>>, TooMany> {
    let fits = |state: &StateOf<G>| match &sketch.condition {
        None => true,
        Some(condition) => condition.holds(&mut |atom| rules.holds(state, atom)),
    };
    let all = match rules.known(&sketch.start) {
        Some(state) => vec![state],
        None => language.fillings(rules, &sketch.start)?,
    };
    Ok(all.into_iter().filter(fits).collect())
}

/// By which rule the last move of a line of known moves is illegal; none where some move is a hole.
fn why_illegal<L: Laws>(
    rules: &L,
    parts: &[Part<L::Shape, L::Atom>],
    start: L::State,
) -> Option<String> {
    let mut state = start;
    for part in parts {
        let Part::Exists(shape, word) = part else { continue };
        if rules.is_hole(shape) {
            return None;
        }
        match rules.moves(&state, Some(shape)).first() {
            Some(chosen) => state = rules.play(&state, *chosen),
            None => return Some(rules.why_not(&state, shape, &word.text)),
        }
    }
    None
}

/// Up to `most` ways to carry out a plan from any of the starts, by search.
fn search_all<G: Language>(
    language: &G,
    plan: &PlanOf<G::Rules>,
    limits: &Limits,
    starts: &[StateOf<G>],
    known: bool,
    most: usize,
) -> Found {
    let mut found = Found { complete: true, ..Found::default() };
    for state in starts {
        let rules = language.towards(plan, state);
        let text = (!known).then(|| rules.text(state));
        search(&rules, plan, limits, (state, text.as_deref()), most, &mut found);
        if found.stopped.is_some() || found.solutions.len() >= most {
            break;
        }
    }
    // With one wanted and found, nobody has looked for more.
    found.complete &= found.stopped.is_none() && found.solutions.len() < most;
    found
}
