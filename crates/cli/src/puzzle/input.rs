//! The puzzles that arguments name, of a kind that is said or that the text tells.

use crate::exit::Failure;
use crate::inputs;
use crate::interrupt;
use crate::terminal::{read_short_text, shortened};
use clap::Args;
use std::borrow::Cow;
use std::time::Duration;
use zugwerk_kuromasu::Format;
use zugwerk_logic::Limits;
use zugwerk_puzzle::format::Document;
use zugwerk_puzzle::{Kind, read, recognises};

/// The option that says the kind.
#[derive(Args)]
pub struct KindOption {
    /// The kind of puzzle (see `zugwerk puzzles`), or a rulebook of your own, NAME.rules; needed only where the text does not tell it
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
}

/// A puzzle as it was found, or why it cannot be read.
pub struct Input {
    pub name: String,
    pub document: Result<(Cow<'static, Kind>, Document), String>,
}

/// The memory that the laws of one puzzle may take, far beyond any that can be solved.
const MEMORY: usize = 2 << 30;

/// What a question about a puzzle may cost.
pub fn limits(time: Option<Duration>) -> Limits {
    let limits = Limits::none().with_flag(interrupt::flag()).with_memory(MEMORY);
    match time {
        Some(time) => limits.with_time(time),
        None => limits,
    }
}

/// The kind of this name, or of the rulebook in this file.
pub fn kind_named(name: &str) -> Result<Cow<'static, Kind>, Failure> {
    if name.ends_with(".rules") {
        let text = read_short_text(name)?;
        let kind = Kind::parse(&text);
        return kind
            .map(Cow::Owned)
            .map_err(|mistake| Failure::bad_input(mistake.draw(name, &text, false)));
    }
    let kind = Kind::named(name).or_else(|| Kind::known_elsewhere(name));
    kind.map(Cow::Borrowed).ok_or_else(|| {
        let advice = zugwerk_rulebook::advice(name, Kind::all().map(Kind::name));
        Failure::bad_input(format!(
            "{}: no such kind of puzzle, see zugwerk puzzles{advice}",
            shortened(name, 60)
        ))
    })
}

/// The one puzzle of this kind that the argument names.
pub fn of_kind(kind: &Kind, argument: &str) -> Result<Document, Failure> {
    let mut texts = inputs::read_all(&[argument.to_string()], recognises)?;
    let count = texts.len();
    let (Some(text), 1) = (texts.pop(), count) else {
        return Err(Failure::bad_input(format!("{argument}: expected one puzzle, found {count}")));
    };
    let wrong = |what| Failure::bad_input(format!("{}: {what}", shortened(&text.name, 80)));
    let read = text.text.and_then(|text| read(&text, Some(kind)));
    let document = read.map_err(wrong)?;
    match document.puzzle.kind == kind.name() {
        true => Ok(document),
        false => Err(Failure::bad_input(format!(
            "{}: this is a {}, a {} is expected",
            shortened(argument, 80),
            document.puzzle.kind,
            kind.name()
        ))),
    }
}

impl KindOption {
    /// All puzzles that the arguments name.
    pub fn read_all(&self, arguments: &[String]) -> Result<Vec<Input>, Failure> {
        let kind = self.kind.as_deref().map(kind_named).transpose()?;
        let texts = inputs::read_all(arguments, recognises)?;
        // Kuromasu has a format of its own, which could be anything: whatever is read otherwise is not meant.
        let is_kuromasu = kind.as_ref().is_none_or(|kind| kind.name() == "kuromasu");
        let document = |text: String| match read(&text, kind.as_deref()) {
            Err(_) if is_kuromasu && Format::recognise(&text) == Format::Course => {
                let puzzle = Format::Course.parse(&text).map_err(|error| error.to_string())?;
                Ok(Document { puzzle: puzzle.to_rulebook(), answer: None })
            }
            read => read,
        };
        let with_kind = |document: Document| {
            let known = || Kind::named(&document.puzzle.kind).map(Cow::Borrowed);
            let kind = kind.clone().or_else(known).ok_or("no such kind of puzzle")?;
            Ok((kind, document))
        };
        let input = |text: inputs::Text| Input {
            name: text.name,
            document: text.text.and_then(document).and_then(&with_kind),
        };
        Ok(texts.into_iter().map(input).collect())
    }

    /// The one puzzle that the argument names.
    pub fn read_one(
        &self,
        argument: &str,
    ) -> Result<(String, Cow<'static, Kind>, Document), Failure> {
        let mut inputs = self.read_all(&[argument.to_string()])?;
        let count = inputs.len();
        match (inputs.pop(), count) {
            (Some(input), 1) => match input.document {
                Ok((kind, document)) => Ok((input.name, kind, document)),
                Err(what) => {
                    Err(Failure::bad_input(format!("{}: {what}", shortened(&input.name, 80))))
                }
            },
            _ => Err(Failure::bad_input(format!("{argument}: expected one puzzle, found {count}"))),
        }
    }
}
