//! Every example in the README and in `docs/` is run, and must print what the document says.
//!
//! An example is a line `$ zugwerk …` in a block marked `console`; what follows up to a blank line before the
//! next `$`, or to the end of the block, is its output. `[..]` stands for any text within a line, a line
//! `...` for any lines.

use std::path::{Path, PathBuf};
use std::process::Command;

struct Example {
    place: String,
    command: String,
    expected: Vec<String>,
}

#[test]
fn every_example_in_the_documents_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![root.join("README.md")];
    documents
        .extend(std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let examples: Vec<Example> = documents.iter().flat_map(read).collect();
    assert!(examples.len() > 5, "only {} examples found", examples.len());
    let wrong: Vec<String> = examples.iter().filter_map(|example| run(example, &root)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn read(path: &PathBuf) -> Vec<Example> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut examples: Vec<Example> = Vec::new();
    let mut in_console = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            let place = format!("{}:{}", path.file_name().unwrap().display(), number + 1);
            examples.push(Example { place, command: command.to_string(), expected: Vec::new() });
        } else if in_console && let Some(example) = examples.last_mut() {
            example.expected.push(line.to_string());
        }
    }
    for example in &mut examples {
        while example.expected.last().is_some_and(String::is_empty) {
            example.expected.pop();
        }
    }
    examples
}

/// Runs an example; what is wrong with it, if anything.
fn run(example: &Example, root: &Path) -> Option<String> {
    let words = words(&example.command);
    assert_eq!(words.first().map(String::as_str), Some("zugwerk"), "{}", example.place);
    let output = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
        .args(&words[1..])
        .env("NO_COLOR", "1")
        .current_dir(root)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let printed: Vec<&str> = printed.trim_end().lines().collect();
    let expected: Vec<&str> = example.expected.iter().map(String::as_str).collect();
    let fits = lines_fit(&expected, &printed);
    (!fits).then(|| {
        format!(
            "{}: {}\n--- expected\n{}\n--- printed\n{}",
            example.place,
            example.command,
            expected.join("\n"),
            printed.join("\n")
        )
    })
}

/// Splits a command as a shell does, single and double quotes included.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote, mut open) = (Vec::new(), None, false);
    for letter in command.chars() {
        match (quote, letter) {
            (None, ' ') => open = false,
            (None, '\'' | '"') => {
                quote = Some(letter);
                if !std::mem::replace(&mut open, true) {
                    words.push(String::new());
                }
            }
            (Some(mark), _) if mark == letter => quote = None,
            _ => {
                if !std::mem::replace(&mut open, true) {
                    words.push(String::new());
                }
                words.last_mut().unwrap().push(letter);
            }
        }
    }
    words
}

fn lines_fit(expected: &[&str], printed: &[&str]) -> bool {
    match (expected.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => {
            (0..=printed.len()).any(|skip| lines_fit(rest, &printed[skip..]))
        }
        (Some((pattern, rest)), Some((line, others))) => {
            line_fits(pattern, line) && lines_fit(rest, others)
        }
        _ => false,
    }
}

fn line_fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once("[..]") {
        None => pattern.trim_end() == line.trim_end(),
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| line_fits(after, &rest[at..]))
        }),
    }
}
