//! Save files of Simon Tatham's collection: lines `NAME    :LENGTH:VALUE`, of which the game, its parameters and its
//! description make the game ID, and the moves what has been filled in.

use super::reader::{Fault, Reader, excerpt};
use std::collections::HashMap;

/// How a save file begins.
pub(super) const START: &str = "SAVEFILE:";

/// What a save file tells.
#[derive(Debug)]
pub(super) struct Saved {
    /// The name of the game, as game IDs have it.
    pub game: String,
    /// The game ID.
    pub id: String,
    /// Where the description stands.
    pub at: usize,
    /// The moves that were made, and where they stand.
    pub moves: Vec<(usize, String)>,
}

/// Reads a save file.
pub(super) fn parse(text: &str) -> Result<Saved, Fault> {
    let mut reader = Reader::trimmed(text);
    let mut values: HashMap<&str, (usize, &str)> = HashMap::new();
    let mut moves = Vec::new();
    while !reader.rest().trim().is_empty() {
        let (name, at, value) = line(&mut reader)?;
        match name {
            "MOVE" | "SOLVE" => moves.push(Some((at, value.to_string()))),
            // The board was cleared.
            "RESTART" => moves.push(None),
            _ => {
                values.entry(name).or_insert((at, value));
            }
        }
    }
    // Moves that were taken back come after the state that is shown, which is numbered from 1.
    let shown = values.get("STATEPOS").and_then(|(_, shown)| shown.parse::<usize>().ok());
    moves.truncate(shown.unwrap_or(usize::MAX).saturating_sub(1));
    let last = moves.iter().rposition(Option::is_none).map_or(0, |restart| restart + 1);
    let moves = moves.drain(last..).flatten().collect();
    let end = reader.at();
    let wanted = |name: &str| {
        let missing = || Fault::new(end, format!("the save file has no line {name}"));
        values.get(name).copied().ok_or_else(missing)
    };
    let (_, game) = wanted("GAME")?;
    let (at, description) = wanted("DESC")?;
    let (_, parameters) = values.get("CPARAMS").copied().map_or_else(|| wanted("PARAMS"), Ok)?;
    let game = game.to_lowercase().replace(' ', "");
    let game = if game == "rectangles" { "rect".to_string() } else { game };
    Ok(Saved { game, id: format!("{parameters}:{description}"), at, moves })
}

/// A save file with a game that has just begun; its game is named as people see it.
pub(super) fn write(game: &str, id: &str) -> String {
    let (parameters, description) = id.split_once(':').unwrap_or((id, ""));
    let game = match game {
        "rect" => "Rectangles".to_string(),
        "lightup" => "Light Up".to_string(),
        _ => game
            .chars()
            .take(1)
            .map(|c| c.to_ascii_uppercase())
            .chain(game.chars().skip(1))
            .collect(),
    };
    let lines = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", &game),
        ("PARAMS", parameters),
        ("CPARAMS", parameters),
        ("DESC", description),
        ("NSTATES", "1"),
        ("STATEPOS", "1"),
    ];
    let line = |(name, value): (&str, &str)| format!("{name:8}:{}:{value}\n", value.len());
    lines.map(line).concat()
}

/// The name of a line, where its value begins, and the value.
fn line<'t>(reader: &mut Reader<'t>) -> Result<(&'t str, usize, &'t str), Fault> {
    let name = reader.take_while(|c| c != ':' && c != '\n').trim();
    let expected = "expected a line NAME:LENGTH:VALUE";
    if !reader.skip(':') {
        return Err(reader.fault(format!("{expected}, found {}", excerpt(name))));
    }
    let length = reader.number("the length of the value")?;
    if !reader.skip(':') {
        return Err(reader.fault(expected));
    }
    let at = reader.at();
    let value = usize::try_from(length).ok().and_then(|length| reader.rest().get(..length));
    let Some(value) = value else {
        return Err(reader.fault("the value is shorter than its length says"));
    };
    *reader = Reader::new(reader.text(), at + value.len());
    reader.take_while(char::is_whitespace);
    Ok((name, at, value))
}
