//! From a text to an answer: read the sketch, choose the question and the engine, ask.

use crate::answer::{Answer, Question, Statistics, Verdict};
use crate::asked;
use crate::chess::Chess;
use crate::deathstacks::DeathStacks;
use crate::plan::{Part, Plan};
use crate::rulebook::Rulebooks;
use crate::sketch::{self, Diagnostic};
use serde::Serialize;
use std::sync::Arc;
use zugwerk_logic::{Backend, Limits};
use zugwerk_rulebook::Rulebook;
use zugwerk_rulebook::ground::Settings;

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

impl Engine {
    /// All of them.
    pub const ALL: [Engine; 3] = [Engine::Auto, Engine::Search, Engine::Sat];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Search => "search",
            Engine::Sat => "sat",
        }
    }
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
    /// About how many bytes the solver's clauses may take.
    pub memory: usize,
    /// Tell what each law costs.
    pub profile: bool,
    /// Have refutations checked by the proof checker.
    pub certify: bool,
    /// Hand over the clauses.
    pub cnf: bool,
    /// The rulebook that a sketch names by its file: files are read by whoever asks.
    pub rulebook: Option<Arc<Rulebook>>,
    /// Values for the parameters of a rulebook; those that the sketch gives come first.
    pub settings: Settings,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            question: None,
            engine: Engine::Auto,
            backend: Backend::default(),
            most: 1,
            limits: Limits::none(),
            memory: 400 << 20,
            profile: false,
            certify: false,
            cnf: false,
            rulebook: None,
            settings: Settings::new(),
        }
    }
}

/// What the independent checker says of the refutations that an answer rests on: that there are no moves
/// to fill the holes, for each way to choose the moves before a reply `*` that nothing is left after the
/// reply, or that no choice breaks what was to be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// Whether every step of every proof follows, and the contradictions with them.
    pub accepted: bool,
    /// How many refutations were checked.
    pub proofs: u64,
    /// How many steps they have together.
    pub steps: u64,
}

/// Answers the question that a sketch asks.
pub fn ask(text: &str, options: &Options) -> Result<Answer, Diagnostic> {
    let sketch = sketch::parse(text)?;
    match room(&sketch)? {
        Some("chess") => asked::answer(&Chess, &sketch, text, options),
        Some(_) => asked::answer(&DeathStacks, &sketch, text, options),
        None => asked::answer(&Rulebooks::open(&sketch, options)?, &sketch, text, options),
    }
}

/// Reads a sketch without asking it: what is wrong with its words, its names, its position and its moves.
///
/// ```
/// use zugwerk_query::{Options, check};
/// let check = |game, play, expect| {
///     check(&format!("game {game}\nplay {play}\nexpect {expect}"), &Options::default())
/// };
/// assert!(check("chess", "1. e4", "not check").is_ok());
/// assert!(check("ches", "1. e4", "not check").unwrap_err().message.contains("ches"));
/// assert!(check("chess", "1. Nf9", "not check").unwrap_err().message.contains("Nf9"));
/// assert!(check("chess", "1. e4", "mtae").unwrap_err().message.contains("mtae"));
/// ```
pub fn check(text: &str, options: &Options) -> Result<(), Diagnostic> {
    let sketch = sketch::parse(text)?;
    match room(&sketch)? {
        Some("chess") => asked::check(&Chess, &sketch),
        Some(_) => asked::check(&DeathStacks, &sketch),
        None => asked::check(&Rulebooks::open(&sketch, options)?, &sketch),
    }
}

/// The room of a game that has one of its own; other games are rulebooks.
fn room(sketch: &sketch::Sketch) -> Result<Option<&str>, Diagnostic> {
    let name = sketch.game.text.as_str();
    if sketch.file || !sketch::ROOMS.contains(&name) {
        return Ok(None);
    }
    match sketch.settings.first() {
        None => Ok(Some(name)),
        Some((setting, _)) => {
            let message = format!("{name} has no parameters");
            Err(Diagnostic::new(setting.span.clone(), message, "nothing after its name"))
        }
    }
}

/// The file with the rules of the game that a sketch is about, if it names one.
pub fn rulebook_file(text: &str) -> Option<String> {
    let sketch = sketch::parse(text).ok()?;
    sketch.file.then_some(sketch.game.text)
}

impl Options {
    /// How many solutions of a plan are wanted and can be kept.
    pub(crate) fn most_of<S, A>(&self, plan: &Plan<S, A>) -> usize {
        self.most.min(zugwerk_problems::SolveLimits::most_lines(plan.parts.len()))
    }
}

/// What a plan asks where the person does not say: replies want a strategy, holes a solution.
pub fn question_of<S, A>(plans: &[Plan<S, A>], is_hole: impl Fn(&S) -> bool) -> Question {
    let parts = || plans.iter().flat_map(|plan| &plan.parts);
    if parts().any(|part| matches!(part, Part::ForAll)) {
        Question::Synthesize
    } else if parts().any(|part| matches!(part, Part::Exists(shape, _) if is_hole(shape))) {
        Question::Solve
    } else {
        Question::Check
    }
}

/// An answer that says nothing yet.
pub fn blank(question: Question, options: &Options) -> Answer {
    Answer {
        question,
        verdict: Verdict::No,
        engine: "search",
        solutions: Vec::new(),
        complete: false,
        many: options.most > 1,
        counterexample: None,
        core: Vec::new(),
        proof: Vec::new(),
        strategy: Vec::new(),
        refuted: false,
        statistics: Statistics::default(),
        profile: None,
        cnf: None,
        certificate: None,
        first_move: (1, false),
        second_start: None,
    }
}
