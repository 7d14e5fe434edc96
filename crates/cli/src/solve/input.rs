//! Problems from a file: one a line, as `FEN;STIPULATION`, as EPD with `dm`, or as JSON.

use serde_json::Value;
use zugwerk_problems::Problem;

/// One line of a file.
pub struct Row {
    /// The problem's name, or the number of its line.
    pub id: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem, or why it cannot be read.
    pub problem: Result<Problem, String>,
}

/// The problems of a file; empty lines and lines that begin with # followed by a blank are skipped.
pub fn rows(text: &str, any_position: bool) -> impl Iterator<Item = Row> {
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
    Row { id, line: number, problem }
}

/// The FEN and the stipulation of a line; a name found there goes to `id`.
fn split(line: &str, id: &mut String) -> Result<(String, String), String> {
    if line.starts_with('{') {
        return split_json(line, id);
    }
    let (first, rest) = line.split_once(';').ok_or_else(expected)?;
    if let Some((fen, moves)) = split_mate_operation(first) {
        if let Some(name) =
            rest.split(';').find_map(|operation| operation.trim().strip_prefix("id "))
        {
            *id = name.trim().trim_matches('"').to_string();
        }
        return Ok((fen.to_string(), format!("#{moves}")));
    }
    Ok((first.trim().to_string(), rest.trim().trim_end_matches(';').to_string()))
}

fn expected() -> String {
    "expected FEN;STIPULATION, or EPD with dm N;, or JSON with fen and stip".to_string()
}

/// The position and the number of `FEN dm N`.
fn split_mate_operation(text: &str) -> Option<(&str, &str)> {
    let at = text.find(" dm ")?;
    Some((text[..at].trim(), text[at + 4..].trim()))
}

fn split_json(line: &str, id: &mut String) -> Result<(String, String), String> {
    let object: Value = serde_json::from_str(line).map_err(|error| format!("JSON: {error}"))?;
    let member =
        |names: [&str; 2]| names.iter().find_map(|name| object[*name].as_str()).map(str::to_string);
    if let Some(name) = member(["id", "id"]) {
        *id = name;
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
            nonsense\n6k1/5ppp w - -;#1\n";
        let rows: Vec<Row> = rows(text, false).collect();
        let ids: Vec<&str> = rows.iter().map(|row| &row.id[..]).collect();
        assert_eq!(ids, ["3", "back rank", "x", "6", "7"]);
        let good: Vec<bool> = rows.iter().map(|row| row.problem.is_ok()).collect();
        assert_eq!(good, [true, true, true, false, false]);
        assert_eq!(rows[1].problem.as_ref().unwrap().stipulation.to_string(), "#1");
    }
}
