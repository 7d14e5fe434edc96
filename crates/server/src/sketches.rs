//! Sketches: a question in the small language of `docs/sketches.md`, answered.

use crate::Shared;
use crate::api::Api;
use crate::error::{ApiError, chosen, within};
use crate::mistake::Mistake;
use crate::progress::{Length, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use zugwerk_logic::Limits;
use zugwerk_query::{Answer, Engine, Options, Question, Solution, ask};

pub(crate) fn endpoints(api: Api) -> Api {
    api.answers("/sketches/check", "What is wrong with a sketch, drawn", check).streams::<_, Event>(
        "/sketches/ask",
        Length::Long,
        "Answer the question of a sketch",
        question,
    )
}

/// A sketch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SketchText")]
pub(crate) struct Text {
    sketch: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SketchChecked")]
pub(crate) struct Checked {
    mistake: Option<Mistake>,
}

/// Bytes of the longest sketch that is read.
const LONGEST: usize = 64 << 10;

fn check_length(sketch: &str) -> Result<(), ApiError> {
    if sketch.len() <= LONGEST {
        return Ok(());
    }
    let message = format!("the sketch has {} bytes; at most {LONGEST} are read", sketch.len());
    Err(ApiError::bad("too_long", message).at("sketch"))
}

fn check(_: &Shared, text: Text) -> Result<Checked, ApiError> {
    check_length(&text.sketch)?;
    let mistake = zugwerk_query::check(&text.sketch, &Options::default()).err();
    Ok(Checked { mistake: mistake.map(|mistake| Mistake::new(&mistake, "sketch", &text.sketch)) })
}

/// A question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SketchQuestion")]
pub(crate) struct Wanted {
    sketch: String,
    /// `solve`, `verify`, `synthesize` or `debug`; what the holes suggest if not given.
    question: Option<String>,
    /// `search` or `sat`; the one that suits the question if not given.
    engine: Option<String>,
    /// Have every "no" of the solver checked by the proof checker.
    certify: Option<bool>,
    /// Tell what each law costs the solver.
    profile: Option<bool>,
    /// How many solutions at most, 1 to 100.
    most: Option<usize>,
    /// 1 to 300; 60 if not given.
    seconds: Option<u64>,
}

/// What is told.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "SketchNews")]
pub(crate) enum Event {
    /// The sketch is wrong.
    Mistake { mistake: Mistake },
    /// The answer.
    Answer {
        /// The members that `zugwerk query --json` prints.
        answer: Value,
        /// The first solution or the counterexample, as numbered moves up to the first reply.
        line: String,
        /// The start of each solution (where the sketch left holes in it) and its tree of moves.
        solutions: Vec<Value>,
        /// What each law costs, as a table, where that was asked for and the solver answered.
        profile: Option<String>,
    },
}

/// The questions that can be asked by name.
const QUESTIONS: [(&str, Question); 4] = [
    ("solve", Question::Solve),
    ("verify", Question::Verify),
    ("synthesize", Question::Synthesize),
    ("debug", Question::Debug),
];

fn question(shared: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    check_length(&wanted.sketch)?;
    let seconds = within("seconds", wanted.seconds, 1..=300)?.unwrap_or(60);
    let most = within("most", wanted.most, 1..=100)?.unwrap_or(1);
    let question = chosen("question", wanted.question.as_deref(), &QUESTIONS)?;
    let engines = Engine::ALL.map(|engine| (engine.name(), engine));
    let engine = chosen("engine", wanted.engine.as_deref(), &engines)?.unwrap_or_default();
    let (certify, profile) = (wanted.certify == Some(true), wanted.profile == Some(true));
    // Half for the search and half for the solver.
    let memory = shared.settings.search_memory << 19;
    Ok(Box::new(move |progress| {
        let time = Duration::from_secs(seconds);
        let options = Options {
            question,
            engine,
            certify,
            profile,
            most,
            limits: Limits::none().with_time(time).with_memory(memory).with_flag(progress.flag()),
            ..Options::default()
        };
        match ask(&wanted.sketch, &options) {
            Ok(answer) => progress.send(&told(&answer)),
            Err(mistake) => {
                progress.send(&Event::Mistake {
                    mistake: Mistake::new(&mistake, "sketch", &wanted.sketch),
                });
            }
        }
        Ok(())
    }))
}

fn told(answer: &Answer) -> Event {
    let tree = |solution: &Solution| serde_json::json!({ "start": solution.start, "tree": tree(&solution.tree) });
    let solutions =
        answer.solutions.iter().chain(answer.counterexample.as_ref()).map(tree).collect();
    Event::Answer {
        answer: serde_json::to_value(answer).unwrap_or_default(),
        line: answer.line_text(),
        solutions,
        profile: answer.profile.as_ref().map(ToString::to_string),
    }
}

/// A tree as a list of moves, each with its name, what follows, and whether it is a reply.
fn tree(tree: &zugwerk_query::Tree) -> Value {
    use zugwerk_query::{Branch, Tree};
    let node = |branch: &Branch, reply: bool| {
        serde_json::json!({
            "uci": branch.name.code,
            "text": branch.name.text,
            "reply": reply,
            "then": self::tree(&branch.then),
        })
    };
    match tree {
        Tree::End => Value::Array(Vec::new()),
        Tree::Choice(branch) => Value::Array(vec![node(branch, false)]),
        Tree::Replies(replies) => replies.iter().map(|branch| node(branch, true)).collect(),
    }
}
