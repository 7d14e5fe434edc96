//! The worked examples of the documentation, run as their comments say, on every engine that can.

use std::path::Path;
use zugwerk_query::{Engine, Options, Question, Verdict, ask};

/// The value of a comment such as `# answer: yes`.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("# ")?.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn every_example_answers_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "zug") {
            continue;
        }
        count += 1;
        check(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
    }
    assert!(count >= 12, "{count} examples");
}

fn check(name: &str, text: &str) {
    let engines: &[Engine] = match directive(text, "engines") {
        Some("search") => &[Engine::Search, Engine::Auto],
        Some("sat") => &[Engine::Sat, Engine::Auto],
        _ => &[Engine::Search, Engine::Sat, Engine::Auto],
    };
    let question = directive(text, "question").map(|question| match question {
        "debug" => Question::Debug,
        "verify" => Question::Verify,
        "synthesize" => Question::Synthesize,
        other => panic!("{name}: {other}"),
    });
    let solutions: Option<usize> = directive(text, "solutions").map(|n| n.parse().unwrap());
    for &engine in engines {
        let most = if solutions.is_some() { usize::MAX } else { 1 };
        let options = Options { question, engine, most, ..Options::default() };
        let answer =
            ask(text, &options).unwrap_or_else(|m| panic!("{}", m.draw(name, text, false)));
        let expected = match directive(text, "answer") {
            Some("yes") => Verdict::Yes,
            Some("no") => Verdict::No,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(answer.verdict, expected, "{name} {engine:?} {answer:?}");
        if let Some(solutions) = solutions {
            assert_eq!(answer.solutions.len(), solutions, "{name} {engine:?}");
            assert!(answer.complete);
        }
        if let Some(line) = directive(text, "line") {
            assert_eq!(answer.line_text(), line, "{name} {engine:?}");
        }
        if let Some(core) = directive(text, "core") {
            let core = core.strip_prefix("the ").unwrap_or(core);
            assert!(answer.core.iter().any(|s| s.contains(core)), "{name}: {:?}", answer.core);
        }
    }
}

/// A line as answers write it is a line as sketches take it.
#[test]
fn an_answer_can_be_pasted_back() {
    let first = "game chess\nplay f2f3 ? g2g4 ?\nexpect mate";
    let line = ask(first, &Options::default()).unwrap().line_text();
    assert_eq!(line, "1. f3 e6 2. g4 Qh4#");
    for play in [line.as_str(), "1.f3 e6 2.g4 ?#", "1. f3 1... e6 2. g4 Qh4"] {
        let again = ask(&format!("game chess\nplay {play}\nexpect mate"), &Options::default());
        assert_eq!(again.unwrap().verdict, Verdict::Yes, "{play}");
    }
}
