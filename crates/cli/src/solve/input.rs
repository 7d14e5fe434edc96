//! Problems from a file: one a line, as `FEN;STIPULATION`, as EPD with `dm` or `bm #`, or as JSON; or the files of
//! Popeye and of Olive.

use serde_json::Value;
use std::time::Duration;
use zugwerk_problems::Problem;
use zugwerk_problems::files::{Entry, EntryError, olive, popeye};

/// One line of a file.
pub struct Row {
    /// The problem's name, or the number of its line.
    pub id: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem, or why it cannot be read.
    pub problem: Result<Problem, String>,
    /// What the file wishes.
    pub wanted: Wanted,
}

/// What is wanted of a problem, beside what is asked.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// Whether keys come with their trees.
    pub tree: bool,
    /// The most refutations of a try.
    pub refutations: Option<usize>,
    /// How many solutions are enough.
    pub solutions: Option<usize>,
    /// When to stop.
    pub time: Option<Duration>,
}

impl Wanted {
    /// What an entry wishes.
    pub fn of(entry: &Entry) -> Wanted {
        Wanted {
            tree: false,
            refutations: entry.refutations,
            solutions: entry.max_solutions,
            time: entry.max_seconds.map(|seconds| Duration::from_secs(seconds.into())),
        }
    }
}

/// The problems of a file of any kind.
pub fn rows(text: &str, any_position: bool) -> Vec<Row> {
    match entries(text) {
        Some(entries) => {
            (1..).zip(entries).flat_map(|(number, entry)| of_entry(number, entry)).collect()
        }
        None => lines(text, any_position).collect(),
    }
}

/// The problems of a file of Popeye or Olive; `None` for a file with one problem a line.
pub fn entries(text: &str) -> Option<Vec<Result<Entry, EntryError>>> {
    if popeye::is_popeye(text) {
        Some(popeye::read(text))
    } else if olive::is_olive(text) {
        Some(olive::read(text))
    } else {
        None
    }
}

/// The problem of an entry and its twins.
fn of_entry(number: usize, entry: Result<Entry, EntryError>) -> Vec<Row> {
    match entry {
        Err(EntryError { line, problem }) => {
            let problem = Err(problem);
            vec![Row { id: number.to_string(), line, problem, wanted: Wanted::default() }]
        }
        Ok(entry) => {
            let id = entry.name.clone().unwrap_or(number.to_string());
            let (line, wanted) = (entry.line, Wanted::of(&entry));
            let row = |(letter, problem): (Option<String>, Result<Problem, _>)| Row {
                id: letter.map_or(id.clone(), |letter| format!("{id} {letter}")),
                line,
                problem: problem.map_err(|error: zugwerk_problems::ProblemError| error.to_string()),
                wanted,
            };
            entry.problems().into_iter().map(row).collect()
        }
    }
}

/// The problems of a file; empty lines and lines that begin with # followed by a blank are skipped.
fn lines(text: &str, any_position: bool) -> impl Iterator<Item = Row> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("# "))
        .map(move |(number, line)| read(number, line, any_position))
}

fn read(number: usize, line: &str, any_position: bool) -> Row {
    let mut id = number.to_string();
    let problem = split(line, &mut id).and_then(|(fen, stipulation)| {
        Problem::new(&fen, &stipulation, any_position).map_err(|error| error.to_string())
    });
    Row { id, line: number, problem, wanted: Wanted::default() }
}

/// The FEN and the stipulation of a line; a name found there goes to `id`.
fn split(line: &str, id: &mut String) -> Result<(String, String), String> {
    if line.starts_with('{') {
        return split_json(line, id);
    }
    if let Some(fields) = epd_fields(line) {
        return split_epd(fields, id);
    }
    let (fen, stipulation) = line.split_once(';').ok_or_else(expected)?;
    Ok((fen.trim().to_string(), stipulation.trim().trim_end_matches(';').to_string()))
}

fn expected() -> String {
    "expected FEN;STIPULATION, or EPD with dm N; or bm #N; (#-N: the side to move is mated), or JSON with fen and stip".to_string()
}

/// The position of an EPD and its operations; `None` for a line that is none.
fn epd_fields(line: &str) -> Option<(&str, &str)> {
    // Operations come after the four fields of a position, and the two numbers of a FEN where it has them.
    let (mut start, mut fields) = (0, 0);
    for piece in line.split(';').next()?.split_inclusive(char::is_whitespace) {
        if fields >= 4 && piece.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Some((line[..start].trim(), &line[start..]));
        }
        start += piece.len();
        fields += usize::from(!piece.trim().is_empty());
    }
    None
}

/// The position of an EPD and the length of the mate that its operations name.
fn split_epd((fen, operations): (&str, &str), id: &mut String) -> Result<(String, String), String> {
    let operand = |name: &str| {
        let mut all = operations.split(';').map(str::trim);
        all.find_map(|operation| operation.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    if let Some(name) = operand("id") {
        *id = name.trim_matches('"').to_string();
    }
    if let Some(moves) = operand("dm") {
        return Ok((fen.to_string(), format!("#{moves}")));
    }
    match operand("bm") {
        // The side to move is mated: the key has been made, and the mate takes one move more with it.
        Some(mate) if mate.starts_with("#-") => match mate[2..].parse::<u16>() {
            Ok(moves @ 1..) => Ok((fen.to_string(), format!("#{} postkey", u32::from(moves) + 1))),
            _ => Err(format!("bm {mate}: expected #-N, the side to move being mated in N moves")),
        },
        Some(mate) if mate.starts_with('#') => Ok((fen.to_string(), mate.to_string())),
        _ => Err(expected()),
    }
}

fn split_json(line: &str, id: &mut String) -> Result<(String, String), String> {
    let object: Value = serde_json::from_str(line).map_err(|error| format!("JSON: {error}"))?;
    let member =
        |names: [&str; 2]| names.iter().find_map(|name| object[*name].as_str()).map(str::to_string);
    match &object["id"] {
        Value::String(name) => *id = name.clone(),
        Value::Number(number) => *id = number.to_string(),
        _ => {}
    }
    let fen = member(["fen", "fen"]).ok_or("the JSON has no string \"fen\"")?;
    let stipulation = member(["stip", "stipulation"]).ok_or("the JSON has no string \"stip\"")?;
    Ok((fen, stipulation))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_three_kinds_of_lines_and_reports_the_bad_one() {
        let text = "# a comment\n\n8/8/8/8/6n1/5N1p/3Q3P/5k1K w - -;s#1\n\
            6k1/5ppp/8/8/8/8/6PP/R6K w - - dm 1; id \"back rank\";\n\
            {\"id\": \"x\", \"fen\": \"6k1/5ppp/8/8/8/8/6PP/R6K w - -\", \"stip\": \"#1\"}\n\
            nonsense\n6k1/5ppp w - -;#1\n\
            6k1/5ppp/8/8/8/8/6PP/R6K w - - id \"also\"; bm #1;\n\
            6k1/5ppp/8/8/8/8/6PP/R6K b - - bm #-1;\n6k1/5ppp/8/8/8/8/6PP/R6K w - - bm Ra8;\n\
            6k1/5ppp/8/8/8/8/6PP/R6K b - - bm #-x;\n\
            6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1; ser-# 1\n";
        let rows = rows(text, false);
        let ids: Vec<&str> = rows.iter().map(|row| &row.id[..]).collect();
        assert_eq!(ids, ["3", "back rank", "x", "6", "7", "also", "9", "10", "11", "12"]);
        let good: Vec<bool> = rows.iter().map(|row| row.problem.is_ok()).collect();
        assert_eq!(good, [true, true, true, false, false, true, true, false, false, true]);
        for mate in [1, 5] {
            assert_eq!(rows[mate].problem.as_ref().unwrap().stipulation.to_string(), "#1");
        }
        assert_eq!(rows[6].problem.as_ref().unwrap().stipulation.to_string(), "#2 postkey");
        let bad = rows[8].problem.as_ref().unwrap_err();
        assert!(bad.contains("expected #-N"), "{bad}");
    }
}
