//! From a text to an answer: read the sketch, choose the question and the engine, ask.

use crate::answer::{Answer, Question, Solution, Statistics, Tree, Verdict};
use crate::chess::{ChessPlan, ChessRules, ChessSketch, demands_check, playable};
use crate::deathstacks;
use crate::plan::{Part, Plan};
use crate::sat::{Demands, Sat, Wanted};
use crate::search::{Rules, Search};
use crate::sketch::{self, Diagnostic, Sketch};
use serde::Serialize;
use zugwerk_chess::laws::Board;
use zugwerk_chess::{Color, Man, Piece, Position, Setup, Square};
use zugwerk_logic::{Backend, Limits, Stop};

/// Which engine answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The one that suits the question.
    #[default]
    Auto,
    /// Tree search with the fast rules.
    Search,
    /// The laws and a SAT solver.
    Sat,
}

/// How to ask.
#[derive(Clone, Debug)]
pub struct Options {
    /// The question; what the holes suggest where none is given.
    pub question: Option<Question>,
    /// Who answers.
    pub engine: Engine,
    /// The SAT solver.
    pub backend: Backend,
    /// How many solutions are wanted.
    pub most: usize,
    /// How long it may take.
    pub limits: Limits,
    /// Tell what each law costs.
    pub profile: bool,
    /// Have "no" checked by the proof checker.
    pub certify: bool,
    /// Hand over the clauses.
    pub cnf: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            question: None,
            engine: Engine::Auto,
            backend: Backend::default(),
            most: 1,
            limits: Limits::none(),
            profile: false,
            certify: false,
            cnf: false,
        }
    }
}

/// What the independent checker says of a "no".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// Whether every step of the proof follows, and the contradiction with them.
    pub accepted: bool,
    /// How many steps were checked.
    pub steps: u64,
}

/// More holes than this are for the solver.
const HOLES_TO_SEARCH: usize = 3;
/// More unknown squares than this are not tried one by one.
const SQUARES_TO_SEARCH: usize = 4;

/// Answers the question that a sketch asks.
pub fn ask(text: &str, options: &Options) -> Result<Answer, Diagnostic> {
    let sketch = sketch::parse(text)?;
    match sketch.game.text.as_str() {
        "chess" => ask_chess(&sketch, text, options),
        "deathstacks" => ask_deathstacks(&sketch, options),
        unknown => {
            let message = format!("there is no game {unknown:?}");
            Err(Diagnostic::new(sketch.game.span.clone(), message, "chess or deathstacks")
                .suggest(unknown, ["chess", "deathstacks"]))
        }
    }
}

/// What a plan asks where the person does not say: replies want a strategy, holes a solution.
fn question_of<S, A>(plans: &[Plan<S, A>], is_hole: impl Fn(&S) -> bool) -> Question {
    let parts = || plans.iter().flat_map(|plan| &plan.parts);
    if parts().any(|part| matches!(part, Part::Every)) {
        Question::Synthesize
    } else if parts().any(|part| matches!(part, Part::Some(shape, _) if is_hole(shape))) {
        Question::Solve
    } else {
        Question::Check
    }
}

fn blank(question: Question) -> Answer {
    Answer {
        question,
        verdict: Verdict::No,
        engine: "search",
        solutions: Vec::new(),
        complete: false,
        counterexample: None,
        core: Vec::new(),
        statistics: Statistics::default(),
        profile: None,
        cnf: None,
        certificate: None,
        first_move: (1, false),
    }
}

fn ask_chess(sketch: &Sketch, source: &str, options: &Options) -> Result<Answer, Diagnostic> {
    let chess = ChessSketch::read(sketch)?;
    let mut question = question_of(&chess.plans, |shape| shape.hole);
    if question == Question::Check && chess.start.holes.any() {
        question = Question::Solve;
    }
    let question = options.question.unwrap_or(question);
    let mut answer = blank(question);
    let setup = &chess.start.setup;
    answer.first_move = (setup.fullmoves, setup.turn == Color::Black);
    let demands = demands(sketch, source);
    let mut asked = Chess { sketch: &chess, options, demands: &demands, answer: &mut answer };
    let stopped = asked.ask()?;
    if stopped.is_err() {
        answer.verdict = Verdict::Limit;
        answer.complete = false;
    }
    Ok(answer)
}

/// The demands of a sketch in the words of its author.
fn demands(sketch: &Sketch, source: &str) -> Demands {
    let texts = |formula: &sketch::Formula<sketch::Atom>| {
        formula.demands().into_iter().map(|demand| demand.text(source)).collect()
    };
    Demands {
        condition: sketch.condition.as_ref().map(texts).unwrap_or_default(),
        expect: texts(&sketch.expect),
        source: source.to_string(),
    }
}

/// A chess question being answered.
struct Chess<'a> {
    sketch: &'a ChessSketch,
    options: &'a Options,
    demands: &'a Demands,
    answer: &'a mut Answer,
}

impl Chess<'_> {
    /// Answers for each length of the line, the shortest first, until one works.
    fn ask(&mut self) -> Result<Result<(), Stop>, Diagnostic> {
        let use_sat: Vec<bool> = self.sketch.plans.iter().map(|plan| self.use_sat(plan)).collect();
        if use_sat.contains(&true) {
            self.refuse_chess960()?;
        }
        if use_sat.contains(&false) && self.sketch.start.holes.len() > SQUARES_TO_SEARCH {
            let message = format!(
                "the search tries unknown squares one by one, and here are {}",
                self.sketch.start.holes.len()
            );
            let expected = format!("at most {SQUARES_TO_SEARCH} of them, or --engine sat");
            return Err(Diagnostic::new(0..0, message, expected));
        }
        let mut sat = Sat::new(
            &self.options.limits,
            self.options.backend,
            Wanted {
                profile: self.options.profile,
                cnf: self.options.cnf,
                certificate: self.options.certify,
            },
        );
        let result = self.ask_each(&use_sat, &mut sat);
        let positions = self.answer.statistics.positions;
        self.answer.statistics = Statistics { positions, ..sat.statistics };
        self.answer.profile = sat.profile;
        self.answer.cnf = sat.cnf;
        self.answer.certificate = sat.certificate.filter(|_| self.answer.verdict == Verdict::No);
        Ok(result)
    }

    fn refuse_chess960(&self) -> Result<(), Diagnostic> {
        match self.sketch.start.known() {
            Some(position) if Board::known(&position).is_none() => Err(Diagnostic::new(
                0..0,
                "the laws for the solver do not know the castling of Chess960",
                "--engine search",
            )),
            _ => Ok(()),
        }
    }

    fn use_sat(&self, plan: &ChessPlan) -> bool {
        let wants_clauses = self.options.profile || self.options.certify || self.options.cnf;
        let holes = plan
            .parts
            .iter()
            .filter(|part| matches!(part, Part::Some(shape, _) if shape.hole))
            .count();
        match self.options.engine {
            Engine::Search => false,
            Engine::Sat => true,
            Engine::Auto if wants_clauses || self.answer.question == Question::Debug => true,
            Engine::Auto if self.sketch.start.holes.any() => true,
            Engine::Auto => {
                let usual = self.sketch.start.known().is_none_or(|p| Board::known(&p).is_some());
                // Where only checks count at the end, the last hole costs the search next to nothing.
                let searched = HOLES_TO_SEARCH + usize::from(demands_check(&plan.expect));
                usual && !plan.has_every() && holes > searched
            }
        }
    }

    fn ask_each(&mut self, use_sat: &[bool], sat: &mut Sat) -> Result<(), Stop> {
        self.answer.verdict =
            if self.answer.question == Question::Verify { Verdict::Yes } else { Verdict::No };
        for (plan, &use_sat) in self.sketch.plans.iter().zip(use_sat) {
            self.answer.engine = if use_sat { "sat" } else { "search" };
            match self.answer.question {
                Question::Verify => {
                    if self.verify(plan, use_sat, sat)? {
                        return Ok(());
                    }
                }
                _ => {
                    if self.solve(plan, use_sat, sat)? {
                        return Ok(());
                    }
                }
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
    fn solve(&mut self, plan: &ChessPlan, use_sat: bool, sat: &mut Sat) -> Result<bool, Stop> {
        let most = self.options.most;
        let (solutions, complete) = if use_sat {
            let found = sat.solve(self.sketch, plan, most)?;
            (found.solutions, found.complete)
        } else {
            self.search_all(plan, most)?
        };
        if solutions.is_empty() {
            return Ok(false);
        }
        self.answer.solutions = solutions;
        self.answer.complete = complete && most > 1;
        self.answer.verdict = Verdict::Yes;
        Ok(true)
    }

    /// Looks for a line that breaks one plan; true when there is one.
    fn verify(&mut self, plan: &ChessPlan, use_sat: bool, sat: &mut Sat) -> Result<bool, Stop> {
        let broken = if use_sat {
            sat.verify(self.sketch, plan)?
        } else {
            let mut broken = None;
            for position in self.starts() {
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
        if broken.is_some() {
            self.answer.verdict = Verdict::No;
        }
        self.answer.counterexample = broken;
        Ok(self.answer.counterexample.is_some())
    }

    fn search_all(&mut self, plan: &ChessPlan, most: usize) -> Result<(Vec<Solution>, bool), Stop> {
        let rules = ChessRules::new(plan);
        let unknown = self.sketch.start.known().is_none();
        let (mut solutions, mut complete) = (Vec::new(), true);
        for position in self.starts() {
            let start = unknown.then(|| position.to_string());
            let state = rules.start(position);
            let (found, all, positions) =
                search(&rules, plan, &self.options.limits, &state, most - solutions.len())?;
            self.answer.statistics.positions += positions;
            solutions.extend(found.into_iter().map(|tree| Solution { start: start.clone(), tree }));
            complete &= all;
            if solutions.len() >= most {
                complete = false;
                break;
            }
        }
        Ok((solutions, complete))
    }

    /// Every position that the start can mean.
    fn starts(&self) -> Vec<Position> {
        let fits = |position: &Position| match &self.sketch.condition {
            None => true,
            Some(condition) => {
                let state = ChessRules::new(&self.sketch.plans[0]).start(position.clone());
                condition.holds(&mut |atom| state.holds(atom))
            }
        };
        if let Some(position) = self.sketch.start.known() {
            return Some(position).into_iter().filter(fits).collect();
        }
        let squares: Vec<Square> = self.sketch.start.holes.into_iter().collect();
        let mut setups = vec![self.sketch.start.setup.clone()];
        for square in squares {
            let men = Color::ALL.into_iter().flat_map(|c| Piece::ALL.map(|p| Some(Man::new(c, p))));
            let choices: Vec<Option<Man>> = men.chain([None]).collect();
            setups = setups
                .into_iter()
                .flat_map(|setup| {
                    choices.iter().map(move |man| {
                        let mut next: Setup = setup.clone();
                        next.men[square.index()] = *man;
                        next
                    })
                })
                .collect();
        }
        let positions = setups.iter().filter_map(|setup| {
            let position = playable(setup).ok()?;
            Color::ALL.into_iter().all(|color| position.king(color).is_some()).then_some(position)
        });
        positions.filter(fits).collect()
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
                        let why = crate::chess::why_not(&state.position, shape, &word.text);
                        self.answer.core.push(why);
                        return;
                    }
                },
                Part::Condition(formula, span) => {
                    if !formula.holds(&mut |atom| state.holds(atom)) {
                        let text = self.demands.source.get(span.clone()).unwrap_or("[ ]");
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
        let Some(start) = self.sketch.start.known() else { return Ok(()) };
        let rules = ChessRules::new(plan);
        let mut search = Search::new(&rules, plan, &self.options.limits);
        let state = rules.start(start);
        let refutations = search.refutations(&state)?;
        self.answer.core.push("with replies that help it could be done".to_string());
        for (chosen, reply) in refutations {
            let line = self.answer.numbered(&chosen);
            self.answer.core.push(match reply {
                Some(reply) => format!("{line} is refuted by {}", reply.text),
                None => format!("after {line} there is no reply, and the end is not as expected"),
            });
        }
        Ok(())
    }
}

/// Up to `most` ways from one start; whether these are all; and the positions looked at.
fn search<R: Rules>(
    rules: &R,
    plan: &Plan<R::Shape, R::Atom>,
    limits: &Limits,
    state: &R::State,
    most: usize,
) -> Result<(Vec<Tree>, bool, u64), Stop> {
    let mut search = Search::new(rules, plan, limits);
    let (mut trees, mut all) = (Vec::new(), true);
    if most == 1 {
        if search.value(state, 0)? {
            trees.push(search.tree(state, 0)?);
            all = false;
        }
    } else {
        search.all(state, &mut |tree| {
            trees.push(tree);
            all = trees.len() < most;
            all
        })?;
    }
    Ok((trees, all, search.positions))
}

fn ask_deathstacks(sketch: &Sketch, options: &Options) -> Result<Answer, Diagnostic> {
    let (start, plans) = deathstacks::read(sketch)?;
    if options.engine == Engine::Sat || options.certify || options.cnf || options.profile {
        let span = sketch.game.span.clone();
        let message = "Death Stacks has no laws for the solver";
        return Err(Diagnostic::new(span, message, "--engine search or auto"));
    }
    let question = options.question.unwrap_or_else(|| question_of(&plans, |s| s.is_hole()));
    let mut answer = blank(question);
    answer.first_move = (1, start.mover() == zugwerk_deathstacks::Player::Blue);
    let rules = deathstacks::StackRules;
    let mut run = || -> Result<(), Stop> {
        answer.verdict = if question == Question::Verify { Verdict::Yes } else { Verdict::No };
        for plan in &plans {
            if question == Question::Verify {
                let mut search = Search::new(&rules, plan, &options.limits);
                let broken = search.counterexample(&start)?;
                answer.statistics.positions += search.positions;
                if let Some(names) = broken {
                    answer.verdict = Verdict::No;
                    let tree = Tree::of(names.into_iter(), Tree::End);
                    answer.counterexample = Some(Solution { start: None, tree });
                    return Ok(());
                }
                continue;
            }
            let (trees, all, positions) =
                search(&rules, plan, &options.limits, &start, options.most)?;
            answer.statistics.positions += positions;
            if !trees.is_empty() {
                answer.verdict = Verdict::Yes;
                answer.complete = all && options.most > 1;
                let solutions = trees.into_iter().map(|tree| Solution { start: None, tree });
                answer.solutions = solutions.collect();
                return Ok(());
            }
            if question == Question::Debug {
                let mut search = Search::new(&rules, plan, &options.limits);
                for (chosen, reply) in search.refutations(&start)? {
                    let line = answer.numbered(&chosen);
                    answer.core.push(match reply {
                        Some(reply) => format!("{line} is refuted by {}", reply.text),
                        None => format!("after {line} the end is not as expected"),
                    });
                }
            }
        }
        Ok(())
    };
    if run().is_err() {
        answer.verdict = Verdict::Limit;
    }
    Ok(answer)
}
