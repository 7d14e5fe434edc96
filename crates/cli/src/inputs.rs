//! Where puzzles come from: files, folders, standard input, or the command line itself.

use crate::exit::Failure;
use crate::terminal::read_text;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use zugwerk_puzzle::text::is_head;

/// A text as it was found, or why it cannot be read.
pub struct Text {
    /// The file's name, with the line where a file holds several puzzles.
    pub name: String,
    pub text: Result<String, String>,
}

/// All texts that the arguments name. Only an argument that names nothing at all is a failure; a file that cannot be read
/// becomes a [`Text`] with an error. `is_puzzle` tells an argument, or a line of a file, that is itself a puzzle.
pub fn read_all(
    arguments: &[String],
    is_puzzle: impl Fn(&str) -> bool,
) -> Result<Vec<Text>, Failure> {
    let mut texts = Vec::new();
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
                read_file(&file.display().to_string(), &is_puzzle, &mut texts);
            }
        } else if argument != "-" && !path.exists() && is_puzzle(argument) {
            split(argument, argument, &is_puzzle, &mut texts);
        } else {
            read_file(argument, &is_puzzle, &mut texts);
        }
    }
    Ok(texts)
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

fn read_file(name: &str, is_puzzle: &impl Fn(&str) -> bool, texts: &mut Vec<Text>) {
    let shown = if name == "-" { "standard input" } else { name };
    match read_text(name) {
        Ok(text) => split(shown, &text, is_puzzle, texts),
        Err(Failure::BadInput(what)) => {
            let what = what.strip_prefix(&format!("{shown}: ")).unwrap_or(&what).to_string();
            texts.push(Text { name: shown.to_string(), text: Err(what) });
        }
        Err(_) => texts.push(Text { name: shown.to_string(), text: Err("unreadable".into()) }),
    }
}

/// Addresses and game IDs stand one a line, and several texts of ours, or grids with their kind and size, one after the other;
/// every other text is one puzzle.
fn split(name: &str, text: &str, is_puzzle: &impl Fn(&str) -> bool, texts: &mut Vec<Text>) {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    // The first line tells what the others are: one that is wrong is wrong by itself. A pzprv3 file has lines of its own.
    let by_lines =
        lines.first().is_some_and(|(_, line)| is_puzzle(line) && line.trim() != "pzprv3");
    let heads: Vec<usize> =
        lines.iter().filter(|(_, line)| is_head(line)).map(|&(at, _)| at).collect();
    if by_lines && lines.len() > 1 {
        for (at, line) in lines {
            texts.push(Text { name: format!("{name}:{at}"), text: Ok(line.to_string()) });
        }
    } else if heads.len() > 1 && lines.first().is_some_and(|(_, line)| is_head(line)) {
        let ends = heads.iter().skip(1).copied().chain([usize::MAX]);
        for (&head, end) in heads.iter().zip(ends) {
            // Blank lines before it keep the numbers of its lines.
            let mut piece = "\n".repeat(head - 1);
            for line in text.lines().take(end - 1).skip(head - 1) {
                piece.push_str(line);
                piece.push('\n');
            }
            texts.push(Text { name: format!("{name}:{head}"), text: Ok(piece) });
        }
    } else {
        texts.push(Text { name: name.to_string(), text: Ok(text.to_string()) });
    }
}
