//! The Kuromasu puzzles that arguments name.

use crate::exit::Failure;
use crate::inputs;
use zugwerk_kuromasu::{Format, ParseError, Puzzle};

/// A puzzle as it was found, or why it cannot be read.
pub struct Input {
    /// The file's name, with the line where a file holds several puzzles.
    pub name: String,
    pub puzzle: Result<Puzzle, String>,
}

/// All puzzles that the arguments name. Only an argument that names nothing at all is a failure;
/// a file that cannot be read becomes an [`Input`] with an error.
pub fn read_all(arguments: &[String]) -> Result<Vec<Input>, Failure> {
    let texts = inputs::read_all(arguments, is_puzzle_text)?;
    let parse = |text: String| text.parse().map_err(|error: ParseError| error.to_string());
    let input = |text: inputs::Text| Input { name: text.name, puzzle: text.text.and_then(parse) };
    Ok(texts.into_iter().map(input).collect())
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

/// Whether an argument is itself a puzzle: an address or a game ID.
fn is_puzzle_text(argument: &str) -> bool {
    matches!(Format::recognise(argument), Format::Url | Format::Range)
}
