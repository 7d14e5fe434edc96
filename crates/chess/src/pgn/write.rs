//! Writing a game as PGN.

use super::{Line, PgnGame, lexer};
use crate::{Color, Position};
use std::fmt::{self, Write};

/// The tags that every game has, in the order that the standard asks for.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// No line of moves is longer, as the standard asks.
const WIDTH: usize = 79;

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, default) in ROSTER {
            let value =
                if name == "Result" { self.result } else { self.tag(name).unwrap_or(default) };
            write_tag(f, name, value)?;
        }
        if self.start != Position::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.to_string())?;
        }
        let written = |name: &str| {
            ROSTER.iter().any(|(known, _)| *known == name) || name == "SetUp" || name == "FEN"
        };
        for (name, value) in self.tags.iter().filter(|(name, _)| !written(name)) {
            write_tag(f, name, value)?;
        }
        f.write_char('\n')?;
        let mut words = Vec::new();
        line_words(&self.start, &self.line, &mut words);
        words.push(self.result.to_string());
        write_wrapped(f, &words)
    }
}

/// Writes a tag. Its value is one line: where it has breaks or other signs of control, blanks are written.
fn write_tag(f: &mut fmt::Formatter, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(char::is_control, " ");
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The words of a line of play; a move number goes with its move.
fn line_words(start: &Position, line: &Line, words: &mut Vec<String>) {
    comment_words(&line.comment, words);
    let mut position = start.clone();
    let mut needs_number = true;
    for ply in &line.moves {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmoves())),
            Color::Black if needs_number => words.push(format!("{}...", position.fullmoves())),
            Color::Black => {}
        }
        words.push(position.san(ply.m));
        words.extend(ply.nags.iter().map(|nag| format!("${nag}")));
        comment_words(&ply.comment, words);
        for variation in &ply.variations {
            let first = words.len();
            line_words(&position, variation, words);
            // The brackets cling to the words inside them.
            match &mut words[first..] {
                [] => {}
                [first, .., last] => {
                    first.insert(0, '(');
                    last.push(')');
                }
                [only] => *only = format!("({only})"),
            }
        }
        needs_number = !ply.comment.is_empty() || !ply.variations.is_empty();
        position = position.play(ply.m);
    }
}

fn comment_words(comment: &str, words: &mut Vec<String>) {
    if !comment.is_empty() {
        let text = format!("{{{}}}", lexer::tidied(comment));
        words.extend(text.split_whitespace().map(str::to_string));
    }
}

fn write_wrapped(f: &mut fmt::Formatter, words: &[String]) -> fmt::Result {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            f.write_char(if fits { ' ' } else { '\n' })?;
            width = if fits { width + 1 } else { 0 };
        }
        f.write_str(word)?;
        width += length;
    }
    f.write_char('\n')
}
