//! One row of a batch: the same question as a command line, and answered by the same command.

use crate::Arguments;
use crate::exit::{Exit, Failure};
use crate::terminal::{self, Terminal};
use clap::Parser;
use serde_json::{Map, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A command that a row may name.
struct Verb {
    name: &'static str,
    /// The words that it begins with.
    words: &'static [&'static str],
    /// The members that are its arguments, in order.
    arguments: &'static [&'static str],
    /// The member that is its standard input, where it has one.
    input: Option<&'static str>,
}

const fn verb(name: &'static str, arguments: &'static [&'static str]) -> Verb {
    Verb { name, words: &[], arguments, input: None }
}

const VERBS: [Verb; 11] = [
    verb("solve", &["fen", "stipulation"]),
    verb("analyse", &["fen"]),
    verb("moves", &["fen"]),
    verb("show", &["fen"]),
    verb("perft", &["depth"]),
    verb("why", &["fen", "move"]),
    verb("winnable", &["fen"]),
    verb("reachable", &["fen"]),
    verb("unmoves", &["fen"]),
    Verb { name: "query", words: &[], arguments: &["question"], input: Some("sketch") },
    Verb { name: "puzzle", words: &["solve"], arguments: &[], input: Some("text") },
];

/// A row of a job as it stands there.
pub struct Question {
    /// The number of its line.
    pub number: u64,
    pub line: Vec<u8>,
}

impl Question {
    /// The answer, or an object that says why there is none.
    pub fn answer(&self) -> Map<String, Value> {
        let mut answer = Map::new();
        answer.insert("row".to_string(), self.number.into());
        let row = match serde_json::from_slice(&self.line) {
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
        let found = catch_unwind(AssertUnwindSafe(|| run(&row)));
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
}

fn failed(mut answer: Map<String, Value>, why: impl std::fmt::Display) -> Map<String, Value> {
    answer.insert("error".to_string(), why.to_string().into());
    answer
}

/// Runs the command that a row names, and collects what it prints.
fn run(row: &Map<String, Value>) -> Result<(Exit, Map<String, Value>), Failure> {
    let (words, input) = command_line(row)?;
    let arguments = Arguments::try_parse_from(words).map_err(|error| {
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default();
        Failure::bad_input(first.trim_start_matches("error: "))
    })?;
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

/// The row as a command line, and what stands on standard input for it.
fn command_line(row: &Map<String, Value>) -> Result<(Vec<String>, Option<String>), Failure> {
    let names = || VERBS.map(|verb| verb.name).join(", ");
    let name = match row.get("do") {
        Some(Value::String(name)) => name,
        Some(_) | None => return Err(Failure::bad_input(format!("expected do: {}", names()))),
    };
    let Some(verb) = VERBS.iter().find(|verb| verb.name == name) else {
        let message = format!("there is nothing to do called {name:?}; expected {}", names());
        return Err(Failure::bad_input(message));
    };
    let mut options = vec!["--json".to_string()];
    let taken = |member: &str| {
        ["id", "do"].contains(&member)
            || verb.arguments.contains(&member)
            || verb.input == Some(member)
            || (verb.name == "puzzle" && member == "verb")
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
    let mut words = vec!["zugwerk".to_string(), verb.name.to_string()];
    match row.get("verb") {
        Some(value) if verb.name == "puzzle" => words.push(word("verb", value)?),
        _ => words.extend(verb.words.iter().map(ToString::to_string)),
    }
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
