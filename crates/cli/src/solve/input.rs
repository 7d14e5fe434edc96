//! Problems from a file: one a line, as `FEN;STIPULATION`, as EPD with `dm` or `bm #`, or as JSON; or the files of
//! Popeye and of Olive.

use serde_json::Value;
use std::time::Duration;
use zugwerk_problems::files::{Entry, EntryError, olive, popeye};
use zugwerk_problems::{Problem, ProblemError, Twin};

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

/// One problem of a file with its twins.
pub struct Item {
    /// Its name, or its number in the file.
    pub id: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem, or why it cannot be read.
    pub entry: Result<Entry, String>,
}

impl Item {
    /// The problem and its twins.
    fn rows(self) -> Vec<Row> {
        let Item { id, line, entry } = self;
        let entry = match entry {
            Ok(entry) => entry,
            Err(problem) => {
                return vec![Row { id, line, problem: Err(problem), wanted: Wanted::default() }];
            }
        };
        let wanted = Wanted::of(&entry);
        let row = |(letter, problem): (Option<String>, Result<Problem, ProblemError>)| Row {
            id: letter.map_or(id.clone(), |letter| format!("{id} {letter}")),
            line,
            problem: problem.map_err(told),
            wanted,
        };
        entry.problems().into_iter().map(row).collect()
    }
}

/// Why a problem cannot be read, with the option that takes it all the same.
pub fn told(error: ProblemError) -> String {
    match error {
        ProblemError::Impossible(_) => format!("{error} (--any-position takes it all the same)"),
        _ => error.to_string(),
    }
}

/// The problems of a file of any kind, with each twin for itself.
pub fn rows(text: &str, any_position: bool) -> Vec<Row> {
    items(text, any_position).into_iter().flat_map(Item::rows).collect()
}

/// The problems of a file of any kind.
pub fn items(text: &str, any_position: bool) -> Vec<Item> {
    let entries = if popeye::is_popeye(text) {
        popeye::read(text)
    } else if olive::is_olive(text) {
        olive::read(text)
    } else {
        return lines(text, any_position).collect();
    };
    let item = |(number, entry): (usize, Result<Entry, EntryError>)| match entry {
        Ok(entry) => {
            let id = entry.name.clone().unwrap_or(number.to_string());
            Item { id, line: entry.line, entry: Ok(entry) }
        }
        Err(EntryError { line, problem }) => {
            Item { id: number.to_string(), line, entry: Err(problem) }
        }
    };
    (1..).zip(entries).map(item).collect()
}

/// The problems of a file; empty lines and lines that begin with # followed by a blank are skipped.
fn lines(text: &str, any_position: bool) -> impl Iterator<Item = Item> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("# "))
        .map(move |(number, line)| read(number, line, any_position))
}

fn read(number: usize, line: &str, any_position: bool) -> Item {
    let mut id = number.to_string();
    let entry = split(line, &mut id).and_then(|asked| {
        let Asked { fen, stipulation, twins, zero_position } = asked;
        let problem = Problem::new(&fen, &stipulation, any_position).map_err(told)?;
        let zero_position = zero_position && !twins.is_empty();
        let name = Some(id.clone());
        Ok(Entry { line: number, name, twins, zero_position, any_position, ..Entry::of(problem) })
    });
    Item { id, line: number, entry }
}

/// What a line says.
struct Asked {
    fen: String,
    stipulation: String,
    twins: Vec<Twin>,
    zero_position: bool,
}

impl Asked {
    fn plain(fen: &str, stipulation: String) -> Asked {
        Asked { fen: fen.to_string(), stipulation, twins: Vec::new(), zero_position: false }
    }
}

/// What a line asks; a name found there goes to `id`.
fn split(line: &str, id: &mut String) -> Result<Asked, String> {
    if line.starts_with('{') {
        return split_json(line, id);
    }
    if let Some(fields) = epd_fields(line) {
        return split_epd(fields, id);
    }
    let (fen, stipulation) = line.split_once(';').ok_or_else(expected)?;
    Ok(Asked::plain(fen.trim(), stipulation.trim().trim_end_matches(';').to_string()))
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
fn split_epd((fen, operations): (&str, &str), id: &mut String) -> Result<Asked, String> {
    // A semicolon within quotes ends nothing.
    let mut is_quoted = false;
    let ends = |letter: char| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    let operations: Vec<&str> = operations.split(ends).map(str::trim).collect();
    let operand = |name: &str| {
        let mut all = operations.iter();
        all.find_map(|operation| operation.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    if let Some(name) = operand("id") {
        *id = name.trim_matches('"').to_string();
    }
    if let Some(moves) = operand("dm") {
        return Ok(Asked::plain(fen, format!("#{moves}")));
    }
    match operand("bm") {
        // The side to move is mated: the key has been made, and the mate takes one move more with it.
        Some(mate) if mate.starts_with("#-") => match mate[2..].parse::<u16>() {
            Ok(moves @ 1..) => Ok(Asked::plain(fen, format!("#{} postkey", u32::from(moves) + 1))),
            _ => Err(format!("bm {mate}: expected #-N, the side to move being mated in N moves")),
        },
        Some(mate) if mate.starts_with('#') => Ok(Asked::plain(fen, mate.to_string())),
        _ => Err(expected()),
    }
}

/// A line of JSON. Members of other names are a collection's own: authors, sources, keys.
fn split_json(line: &str, id: &mut String) -> Result<Asked, String> {
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
    let twin = |(at, changes): (usize, &Value)| {
        let changes = changes.as_str().ok_or_else(|| format!("twins/{at}: expected a string"))?;
        changes.parse::<Twin>().map_err(|error| format!("twins/{at}: {error}"))
    };
    let twins = match &object["twins"] {
        Value::Null => Vec::new(),
        Value::Array(all) => all.iter().enumerate().map(twin).collect::<Result<_, _>>()?,
        _ => return Err("twins: expected a list of changes like \"move a1 b1\"".to_string()),
    };
    let zero_position = match &object["zero_position"] {
        Value::Null => false,
        Value::Bool(zero_position) => *zero_position,
        _ => return Err("zero_position: expected true or false".to_string()),
    };
    Ok(Asked { fen, stipulation, twins, zero_position })
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

    #[test]
    fn a_semicolon_within_quotes_is_part_of_the_name() {
        let rows = rows("6k1/5ppp/8/8/8/8/6PP/R6K w - - id \"a;b\"; dm 1;", false);
        assert_eq!(rows[0].id, "a;b");
        assert!(rows[0].problem.is_ok());
    }

    #[test]
    fn twins_of_json_are_not_dropped() {
        let line = |more: &str| {
            let fen = "6k1/5ppp/8/8/8/8/6PP/R6K w - -";
            rows(&format!("{{\"id\": 7, \"fen\": \"{fen}\", \"stip\": \"#1\", {more}}}"), false)
        };
        let ids = |rows: &[Row]| rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>();
        let twins = "\"twins\": [\"move a1 b1\", \"remove h1\"]";
        let told = line(twins);
        assert_eq!(ids(&told), ["7 a", "7 b", "7 c"]);
        assert!(told[1].problem.is_ok());
        // Without a king no game has the position.
        let lost = told[2].problem.as_ref().unwrap_err();
        assert!(lost.contains("no white king"), "{lost}");
        assert_eq!(ids(&line(&format!("{twins}, \"zero_position\": true"))), ["7 a", "7 b"]);
        // A collection may say more.
        assert!(line("\"keys\": [\"a1a8\"]")[0].problem.is_ok());
        for (more, part) in [
            ("\"twins\": \"move a1 b1\"", "twins: expected a list"),
            ("\"twins\": [\"jump\"]", "twins/0: twin, word 1: expected one of"),
            ("\"zero_position\": 1", "expected true or false"),
        ] {
            let error = line(more).remove(0).problem.unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
