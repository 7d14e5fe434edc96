//! One row of a batch: the same question as a command line, and answered by the same command.

use crate::Arguments;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::terminal::{self, Terminal};
use clap::{CommandFactory, FromArgMatches};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A command that a row may name.
pub struct Verb {
    /// What `do` calls it.
    pub name: &'static str,
    /// The command under it that `verb` names, the first such being the usual one.
    pub under: Option<&'static str>,
    /// The members that are its arguments, in order.
    pub arguments: &'static [&'static str],
    /// The member that is its standard input, where it has one.
    pub input: Option<&'static str>,
}

const fn verb(name: &'static str, arguments: &'static [&'static str]) -> Verb {
    Verb { name, under: None, arguments, input: None }
}

const fn puzzle(under: &'static str) -> Verb {
    Verb { name: "puzzle", under: Some(under), arguments: &[], input: Some("text") }
}

/// Everything that a row may ask for.
pub const VERBS: [Verb; 21] = [
    verb("solve", &["fen", "stipulation"]),
    verb("analyse", &["fen"]),
    Verb { name: "annotate", under: None, arguments: &[], input: Some("pgn") },
    verb("moves", &["fen"]),
    verb("show", &["fen"]),
    verb("perft", &["depth"]),
    verb("why", &["fen", "move"]),
    Verb { name: "winnable", under: None, arguments: &[], input: Some("fen") },
    verb("reachable", &["fen"]),
    verb("unmoves", &["fen"]),
    Verb { name: "query", under: None, arguments: &["question"], input: Some("sketch") },
    puzzle("solve"),
    puzzle("check"),
    puzzle("explain"),
    puzzle("convert"),
    Verb { name: "puzzle", under: Some("generate"), arguments: &["kind", "size"], input: None },
    verb("puzzles", &[]),
    verb("games", &[]),
    verb("match", &[]),
    Verb { name: "match", under: Some("chess"), arguments: &[], input: None },
    Verb { name: "match", under: Some("deathstacks"), arguments: &[], input: None },
];

impl Verb {
    /// The words that its command line begins with.
    fn words(&self) -> Vec<String> {
        let command = if self.name == "annotate" { "analyse" } else { self.name };
        std::iter::once(command).chain(self.under).map(str::to_string).collect()
    }

    /// The command that a row names.
    fn of(row: &Map<String, Value>) -> Result<&'static Verb, Failure> {
        let names = || {
            let mut names: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
            names.dedup();
            names.join(", ")
        };
        let Some(Value::String(name)) = row.get("do") else {
            return Err(Failure::bad_input(format!("expected do: {}", names())));
        };
        let verbs: Vec<&Verb> = VERBS.iter().filter(|verb| verb.name == name).collect();
        let Some(usual) = verbs.first() else {
            let message = format!("there is nothing to do called {name:?}; expected {}", names());
            return Err(Failure::bad_input(message));
        };
        let Some(under) = row.get("verb") else { return Ok(usual) };
        let named = verbs.iter().find(|verb| verb.under.is_some() && verb.under == under.as_str());
        named.copied().ok_or_else(|| {
            let known: Vec<&str> = verbs.iter().filter_map(|verb| verb.under).collect();
            let expected = if known.is_empty() { "none".to_string() } else { known.join(", ") };
            Failure::bad_input(format!("verb: expected {expected}"))
        })
    }
}

/// Answers a question, an object like the rows of a batch; `stop` ends the work early.
///
/// ```
/// let question = br#"{"do": "perft", "depth": 3}"#;
/// let answer = zugwerk::answer(question, &Default::default());
/// assert_eq!(answer["nodes"], 8902);
/// ```
pub fn answer(question: &[u8], stop: &Arc<AtomicBool>) -> Map<String, Value> {
    answer_to(Map::new(), question, stop)
}

/// A row of a job as it stands there.
pub struct Question {
    /// The number of its line.
    pub number: u64,
    pub line: Vec<u8>,
}

impl Question {
    /// Its [`label`], which its answer has too.
    pub fn label(&self) -> u64 {
        label(&serde_json::from_slice(&self.line).unwrap_or_default())
    }

    /// The answer, or an object that says why there is none.
    pub fn answer(&self, stop: &Arc<AtomicBool>) -> Map<String, Value> {
        let numbered = Map::from_iter([("row".to_string(), self.number.into())]);
        answer_to(numbered, &self.line, stop)
    }
}

/// What a question and its answer have in common, `id` and `do`, as a number to compare.
pub fn label(row: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    ["id", "do"].map(|member| row.get(member).map(Value::to_string)).hash(&mut hasher);
    hasher.finish()
}

/// Adds the answer to what is known of a question.
fn answer_to(
    mut answer: Map<String, Value>,
    question: &[u8],
    stop: &Arc<AtomicBool>,
) -> Map<String, Value> {
    let row = match serde_json::from_slice(question) {
        Ok(Value::Object(row)) => row,
        Ok(_) => return failed(answer, "expected a JSON object"),
        Err(error) => return failed(answer, error),
    };
    for member in ["id", "do"] {
        if let Some(value) = row.get(member) {
            answer.insert(member.to_string(), value.clone());
        }
    }
    // One bad row never ends the run, not even by a mistake of ours.
    let found = catch_unwind(AssertUnwindSafe(|| interrupt::with_flag(stop, || run(&row))));
    match found.unwrap_or_else(|_| Err(Failure::bad_input("internal error"))) {
        Ok((exit, members)) => {
            let exit = match exit {
                Exit::Answered => 0,
                Exit::No => 1,
                Exit::Limit => 3,
            };
            answer.insert("exit".to_string(), exit.into());
            answer.extend(members);
            answer
        }
        Err(Failure::BadInput(message)) => failed(answer, message),
        Err(_) => failed(answer, "interrupted"),
    }
}

fn failed(mut answer: Map<String, Value>, why: impl std::fmt::Display) -> Map<String, Value> {
    answer.insert("error".to_string(), why.to_string().into());
    answer
}

/// Runs the command that a row names, and collects what it prints.
fn run(row: &Map<String, Value>) -> Result<(Exit, Map<String, Value>), Failure> {
    let (words, input) = command_line(row)?;
    let arguments = parse(words)?;
    let mut terminal = Terminal::collecting();
    let exit = terminal::with_input(input, || arguments.command.run(&mut terminal))?;
    let printed = terminal.collected();
    let mut objects: Vec<Map<String, Value>> = Vec::new();
    for line in printed.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let mut object: Map<String, Value> =
            serde_json::from_slice(line).map_err(Failure::bad_input)?;
        object.remove("schema");
        objects.push(object);
    }
    let members = match objects.len() {
        1 => objects.remove(0),
        _ => {
            let answers = objects.into_iter().map(Value::Object).collect();
            Map::from_iter([("answers".to_string(), Value::Array(answers))])
        }
    };
    Ok((exit, members))
}

thread_local! {
    /// What the program takes, put together once: that takes longer than many an answer.
    static COMMAND: RefCell<clap::Command> = RefCell::new(Arguments::command());
}

fn parse(words: Vec<String>) -> Result<Arguments, Failure> {
    let parsed = COMMAND.with_borrow_mut(|command| {
        let mut matches = command.try_get_matches_from_mut(words)?;
        Arguments::from_arg_matches_mut(&mut matches)
    });
    parsed.map_err(|error| {
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default();
        Failure::bad_input(first.trim_start_matches("error: "))
    })
}

/// The row as a command line, and what stands on standard input for it.
fn command_line(row: &Map<String, Value>) -> Result<(Vec<String>, Option<String>), Failure> {
    let verb = Verb::of(row)?;
    let mut options = vec!["--json".to_string()];
    let taken = |member: &str| {
        ["id", "do"].contains(&member)
            || verb.arguments.contains(&member)
            || verb.input == Some(member)
            || member == "verb"
    };
    for (member, value) in row.iter().filter(|(member, _)| !taken(member)) {
        let option = format!("--{}", member.replace('_', "-"));
        match value {
            Value::Bool(true) => options.push(option),
            Value::Bool(false) | Value::Null => {}
            Value::Array(values) => {
                for value in values {
                    options.push(format!("{option}={}", word(member, value)?));
                }
            }
            value => options.push(format!("{option}={}", word(member, value)?)),
        }
    }
    let mut words = vec!["zugwerk".to_string()];
    words.extend(verb.words());
    words.extend(options);
    words.push("--".to_string());
    for argument in verb.arguments {
        if let Some(value) = row.get(*argument) {
            words.push(word(argument, value)?);
        }
    }
    let input = match verb.input {
        Some(member) => {
            words.push("-".to_string());
            let value = row.get(member);
            let value = value.ok_or_else(|| Failure::bad_input(format!("expected {member}")))?;
            Some(word(member, value)?)
        }
        None => None,
    };
    Ok((words, input))
}

/// A member as a word of a command line.
fn word(member: &str, value: &Value) -> Result<String, Failure> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(Failure::bad_input(format!("{member}: expected a text or a number"))),
    }
}
