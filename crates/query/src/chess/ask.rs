//! A chess question being answered: which engine, for which length of the line, and what to say where
//! it cannot be done.

use super::race::race;
use super::{
    ChessPlan, ChessRules, ChessSketch, Shape, demands_check, first_move, placement, playable,
    why_not,
};
use crate::answer::{Answer, Found, Question, Solution, Statistics, Tree, Verdict};
use crate::ask::{Certificate, Engine, Options, blank, question_of};
use crate::demands::Demands;
use crate::plan::Part;
use crate::refutation::{explain_replies, how_it_breaks};
use crate::sat::{Sat, Wanted};
use crate::search::{Rules, Search, search};
use crate::sketch::{Diagnostic, Sketch, Span, Start};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use zugwerk_chess::{Color, Piece, Position, Role, Setup};
use zugwerk_logic::{Limits, Stop};

/// More holes than this are for the solver.
const HOLES_TO_SEARCH: usize = 3;
/// More unknown squares than this are not tried one by one.
const SQUARES_TO_SEARCH: usize = 4;

/// Who answers for one plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    Search,
    Sat,
    /// Both: the first to be done.
    Race,
}

/// Answers the question that a chess sketch asks.
pub fn ask(sketch: &Sketch, source: &str, options: &Options) -> Result<Answer, Diagnostic> {
    let chess = ChessSketch::read(sketch)?;
    let mut question = question_of(&chess.plans, |shape| shape.hole);
    if question == Question::Check && chess.start.holes.any() {
        question = Question::Solve;
    }
    let question = options.question.unwrap_or(question);
    let mut answer = blank(question, options);
    answer.first_move = first_move(&chess.start.setup);
    let demands = Demands::of(sketch, source);
    let from = match &sketch.from {
        Start::Usual => 0..0,
        Start::Position(word) => word.span.clone(),
    };
    let mut asked = Chess { sketch: &chess, options, demands: &demands, answer: &mut answer, from };
    let stopped = asked.ask()?;
    if stopped.is_err() {
        answer.verdict = Verdict::Limit;
        answer.complete = false;
    }
    Ok(answer)
}

/// A chess question being answered.
struct Chess<'a> {
    sketch: &'a ChessSketch,
    options: &'a Options,
    demands: &'a Demands,
    answer: &'a mut Answer,
    /// Where the start stands in the text.
    from: Span,
}

impl Chess<'_> {
    /// Answers for each length of the line, the shortest first, until one works.
    fn ask(&mut self) -> Result<Result<(), Stop>, Diagnostic> {
        let chosen: Vec<Chosen> = self.sketch.plans.iter().map(|plan| self.choose(plan)).collect();
        if chosen.contains(&Chosen::Search) && self.sketch.start.holes.len() > SQUARES_TO_SEARCH {
            let message = format!(
                "the search tries unknown squares one by one, and here are {}",
                self.sketch.start.holes.len()
            );
            let expected = format!("at most {SQUARES_TO_SEARCH} of them, or --engine sat");
            return Err(Diagnostic::new(self.from.clone(), message, expected));
        }
        // Raised when a search has won a race against the solver.
        let outrun = Arc::new(AtomicBool::new(false));
        let limits = self.options.limits.clone().with_flag(outrun.clone());
        let mut sat = Sat::new(
            &limits,
            self.options.backend,
            Wanted {
                profile: self.options.profile,
                cnf: self.options.cnf,
                certificate: self.options.certify,
            },
        );
        let result = self.ask_each(&chosen, &mut sat, &outrun);
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

    fn choose(&self, plan: &ChessPlan) -> Chosen {
        let wants_clauses = self.options.profile || self.options.certify || self.options.cnf;
        match self.options.engine {
            Engine::Search => Chosen::Search,
            Engine::Sat => Chosen::Sat,
            Engine::Auto if wants_clauses || self.sketch.start.holes.any() => Chosen::Sat,
            Engine::Auto => self.fastest(plan),
        }
    }

    /// Who should be fastest: the search where there are few holes, the solver where there are many,
    /// and both where the end is known well enough to lead a search.
    fn fastest(&self, plan: &ChessPlan) -> Chosen {
        let is_hole = |part: &&Part<_, _>| matches!(part, Part::Some(Shape { hole: true, .. }, _));
        let holes = plan.parts.iter().filter(is_hole).count();
        // Where only checks count at the end, the last hole costs the search next to nothing.
        let mates = demands_check(&plan.expect);
        if plan.has_every() || holes <= HOLES_TO_SEARCH + usize::from(mates) {
            Chosen::Search
        } else if self.answer.question != Question::Verify
            && (mates || placement(&plan.expect).is_some())
        {
            Chosen::Race
        } else {
            Chosen::Sat
        }
    }

    fn ask_each(
        &mut self,
        chosen: &[Chosen],
        sat: &mut Sat,
        outrun: &AtomicBool,
    ) -> Result<(), Stop> {
        self.answer.verdict =
            if self.answer.question == Question::Verify { Verdict::Yes } else { Verdict::No };
        for (plan, &chosen) in self.sketch.plans.iter().zip(chosen) {
            let done = match self.answer.question {
                Question::Verify => self.verify(plan, chosen == Chosen::Sat, sat)?,
                _ => self.solve(plan, chosen, sat, outrun)?,
            };
            if done {
                return Ok(());
            }
        }
        if self.answer.question == Question::Debug {
            self.explain(sat)?;
        } else if self.answer.question == Question::Check {
            self.explain_line();
        }
        Ok(())
    }

    /// Carries out one plan; true when that can be done.
    fn solve(
        &mut self,
        plan: &ChessPlan,
        chosen: Chosen,
        sat: &mut Sat,
        outrun: &AtomicBool,
    ) -> Result<bool, Stop> {
        let (sketch, limits) = (self.sketch, &self.options.limits);
        let most = self.options.most_of(plan);
        let search = |limits: &Limits| search_all(sketch, plan, limits, most);
        let (name, found) = match chosen {
            Chosen::Sat => ("sat", sat.solve(sketch, plan, most)),
            Chosen::Search => ("search", search(limits)),
            Chosen::Race => race(limits, outrun, search, || sat.solve(sketch, plan, most)),
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

    /// Has the solver prove what the search has found: that there are so many ways to carry out a plan, and
    /// no more.
    fn certify(&mut self, plan: &ChessPlan, ways: usize, sat: &mut Sat) -> Result<(), Stop> {
        let found = sat.solve(self.sketch, plan, ways + 1);
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
    fn verify(&mut self, plan: &ChessPlan, use_sat: bool, sat: &mut Sat) -> Result<bool, Stop> {
        self.answer.engine = if use_sat { "sat" } else { "search" };
        let mut broken = if use_sat {
            sat.verify(self.sketch, plan)?
        } else {
            let mut broken = None;
            for position in starts(self.sketch) {
                let rules = ChessRules::new(plan);
                let mut search = Search::new(&rules, plan, &self.options.limits);
                let found = search.counterexample(&rules.start(position.clone()));
                self.answer.statistics.positions += search.positions;
                if let Some(names) = found? {
                    let unknown = self.sketch.start.known().is_none();
                    let tree = Tree::of(names.into_iter(), Tree::End);
                    broken = Some(Solution { start: unknown.then(|| position.to_string()), tree });
                    break;
                }
            }
            broken
        };
        if self.options.certify && !use_sat && broken.is_none() {
            broken = sat.verify(self.sketch, plan)?;
            debug_assert!(broken.is_none(), "the engines contradict each other");
        }
        if let Some(Solution { start, tree }) = &broken {
            self.answer.verdict = Verdict::No;
            let named = || start.as_ref().and_then(|fen| fen.parse().ok());
            if let Some(position) = self.sketch.start.known().or_else(named) {
                let rules = ChessRules::new(plan);
                let (start, line) = (rules.start(position), tree.trunk());
                self.answer.core.push(how_it_breaks(&rules, plan, start, &line, self.demands));
            }
        }
        self.answer.counterexample = broken;
        Ok(self.answer.counterexample.is_some())
    }

    /// Why a line without holes cannot be played or does not end as expected.
    fn explain_line(&mut self) {
        let (Some(start), Some(plan)) = (self.sketch.start.known(), self.sketch.plans.first())
        else {
            return;
        };
        let rules = ChessRules::new(plan);
        let mut state = rules.start(start);
        for part in &plan.parts {
            match part {
                Part::Some(shape, word) => match rules.moves(&state, Some(shape)).first() {
                    Some(m) => state = rules.play(&state, *m),
                    None => {
                        let why = why_not(&state.position, shape, &word.text);
                        self.answer.core.push(why);
                        return;
                    }
                },
                Part::Condition(formula, span) => {
                    if !formula.holds(&mut |atom| state.holds(atom)) {
                        let text = self.demands.text(span);
                        let fen = &state.position;
                        self.answer.core.push(format!("{text} does not hold in {fen}"));
                        return;
                    }
                }
                Part::Every => {}
            }
        }
        for (formula, text) in plan.expect.demands().into_iter().zip(&self.demands.expect) {
            if !formula.holds(&mut |atom| state.holds(atom)) {
                let fen = &state.position;
                self.answer.core.push(format!("{text} does not hold in the final position {fen}"));
            }
        }
    }

    /// Why the longest line cannot be had.
    fn explain(&mut self, sat: &mut Sat) -> Result<(), Stop> {
        let Some(plan) = self.sketch.plans.last() else { return Ok(()) };
        match sat.debug(self.sketch, plan, self.demands)? {
            Some(core) => self.answer.core = core,
            None => self.explain_replies(plan)?,
        }
        Ok(())
    }

    /// With replies that help it could be done: which reply refutes each first move?
    fn explain_replies(&mut self, plan: &ChessPlan) -> Result<(), Stop> {
        let Some(start) = self.sketch.start.known() else {
            self.answer.refuted = true;
            let what = "from each start of this kind some reply refutes every choice";
            self.answer.core.push(what.to_string());
            return Ok(());
        };
        let rules = ChessRules::new(plan);
        let state = rules.start(start);
        explain_replies(&rules, plan, &state, &self.options.limits, self.answer)
    }
}

/// Up to `most` ways to carry out a plan, by search.
fn search_all(sketch: &ChessSketch, plan: &ChessPlan, limits: &Limits, most: usize) -> Found {
    let unknown = sketch.start.known().is_none();
    let mut found = Found { complete: true, ..Found::default() };
    for position in starts(sketch) {
        let start = unknown.then(|| position.to_string());
        let rules = ChessRules::towards(plan, &position);
        let state = rules.start(position);
        search(&rules, plan, limits, (&state, start.as_deref()), most, &mut found);
        if found.stopped.is_some() || found.solutions.len() >= most {
            break;
        }
    }
    // With one wanted and found, nobody has looked for more.
    found.complete &= found.stopped.is_none() && found.solutions.len() < most;
    found
}

/// Every position that the start of a sketch can mean.
fn starts(sketch: &ChessSketch) -> Vec<Position> {
    let fits = |position: &Position| match &sketch.condition {
        None => true,
        Some(condition) => {
            let state = ChessRules::new(&sketch.plans[0]).start(position.clone());
            condition.holds(&mut |atom| state.holds(atom))
        }
    };
    if let Some(position) = sketch.start.known() {
        return Some(position).into_iter().filter(fits).collect();
    }
    let mut setups = vec![sketch.start.setup.clone()];
    for square in sketch.start.holes {
        let pieces = Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|p| Some(Piece::new(c, p))));
        let choices: Vec<Option<Piece>> = pieces.chain([None]).collect();
        let fill = |setup: &Setup, piece: Option<Piece>| {
            let mut next = setup.clone();
            next.pieces[square.index()] = piece;
            next
        };
        let filled =
            setups.iter().flat_map(|setup| choices.iter().map(|piece| fill(setup, *piece)));
        setups = filled.collect();
    }
    let positions = setups.iter().filter_map(|setup| {
        let position = playable(setup).ok()?;
        Color::ALL.into_iter().all(|color| position.king(color).is_some()).then_some(position)
    });
    positions.filter(fits).collect()
}
