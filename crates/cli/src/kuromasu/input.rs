//! Where puzzles come from: files, folders, standard input, or the command line itself.

use crate::exit::Failure;
use crate::terminal::read_text;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use zugwerk_kuromasu::{Format, Puzzle};

/// A puzzle as it was found, or why it cannot be read.
pub struct Input {
    /// The file's name, with the line where a file holds several puzzles.
    pub name: String,
    pub puzzle: Result<Puzzle, String>,
}

/// All puzzles that the arguments name. Only an argument that names nothing at all is a failure;
/// a file that cannot be read becomes an [`Input`] with an error.
pub fn read_all(arguments: &[String]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if path.is_dir() {
            let mut files = Vec::new();
            list(path, &mut HashSet::new(), &mut files)
                .map_err(|error| Failure::file(argument, error))?;
            if files.is_empty() {
                return Err(Failure::bad_input(format!("{argument}: no puzzles in this folder")));
            }
            for file in files {
                read_file(&file.display().to_string(), &mut inputs);
            }
        } else if argument != "-" && !path.exists() && is_puzzle_text(argument) {
            split(argument, argument, &mut inputs);
        } else {
            read_file(argument, &mut inputs);
        }
    }
    Ok(inputs)
}

/// The one puzzle that the argument names.
pub fn read_one(argument: &str) -> Result<(String, Puzzle), Failure> {
    let mut inputs = read_all(&[argument.to_string()])?;
    let count = inputs.len();
    match (inputs.pop(), count) {
        (Some(input), 1) => match input.puzzle {
            Ok(puzzle) => Ok((input.name, puzzle)),
            Err(what) => Err(Failure::bad_input(format!("{}: {what}", input.name))),
        },
        _ => Err(Failure::bad_input(format!("{argument}: expected one puzzle, found {count}"))),
    }
}

/// The files of a folder and its folders, by name, without solutions and notes. Folders that were `seen`
/// are left out: a link may lead back to one.
fn list(
    folder: &Path,
    seen: &mut HashSet<PathBuf>,
    files: &mut Vec<PathBuf>,
) -> std::io::Result<()> {
    if !seen.insert(folder.canonicalize()?) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let skipped = [".sol", ".md", ".json", ".svg", ".png"];
        if name.starts_with('.') || skipped.iter().any(|end| name.ends_with(end)) {
            continue;
        }
        if path.is_dir() { list(&path, seen, files)? } else { files.push(path) }
    }
    Ok(())
}

/// Whether an argument is itself a puzzle: an address or a game ID.
fn is_puzzle_text(argument: &str) -> bool {
    matches!(Format::recognise(argument), Format::Url | Format::Range)
}

fn read_file(name: &str, inputs: &mut Vec<Input>) {
    let shown = if name == "-" { "standard input" } else { name };
    match read_text(name) {
        Ok(text) => split(shown, &text, inputs),
        Err(Failure::BadInput(what)) => {
            let what = what.strip_prefix(&format!("{shown}: ")).unwrap_or(&what).to_string();
            inputs.push(Input { name: shown.to_string(), puzzle: Err(what) });
        }
        Err(_) => inputs.push(Input { name: shown.to_string(), puzzle: Err("unreadable".into()) }),
    }
}

/// Addresses and game IDs may stand one a line; every other text is one puzzle.
fn split(name: &str, text: &str, inputs: &mut Vec<Input>) {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let many = lines.len() > 1 && lines.iter().all(|(_, line)| is_puzzle_text(line));
    if !many {
        let puzzle = text.parse().map_err(|error: zugwerk_kuromasu::ParseError| error.to_string());
        inputs.push(Input { name: name.to_string(), puzzle });
        return;
    }
    for (at, line) in lines {
        let puzzle = line.parse().map_err(|error: zugwerk_kuromasu::ParseError| error.to_string());
        inputs.push(Input { name: format!("{name}:{at}"), puzzle });
    }
}
