//! `zugwerk puzzle convert`: the same puzzle in another format.

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::{Terminal, shortened};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use zugwerk_puzzle::format::{Document, Family, Formats};
use zugwerk_puzzle::{Kind, is_blank, text};

/// Write puzzles in another format
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle convert 'https://puzz.link/p?nurikabe/6/6/m8n8i9u'
  zugwerk puzzle convert --kind slitherlink 7x7t0:33a2b3b223e221a213b033b2a23a3a1h33 --to url")]
pub struct Convert {
    /// Files, folders, - for standard input, or an address or game ID itself
    #[arg(required = true)]
    puzzles: Vec<String>,
    #[command(flatten)]
    kind: KindOption,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    to: To,
}

/// The formats that can be written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum To {
    /// Plain text, of every kind
    Text,
    /// An address of puzz.link
    Url,
    /// A file of pzpr, with the answer
    Pzprv3,
    /// A game ID of Simon Tatham's collection
    Id,
}

impl To {
    fn drops_answers(self) -> bool {
        matches!(self, To::Url | To::Id)
    }

    /// The puzzle in this format.
    pub fn write(self, kind: &Kind, document: &Document) -> Result<String, String> {
        let family = match self {
            To::Text => return Ok(text::write(kind, &document.puzzle, document.answer.as_ref())),
            To::Url => Family::Address,
            To::Pzprv3 => Family::File,
            To::Id => Family::GameId,
        };
        let formats = Formats::new(kind.codecs().map_err(|error| error.to_string())?);
        let mut text = formats
            .write(family, &document.puzzle, document.answer.as_ref())
            .map_err(|error| error.to_string())?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    kind: &'a str,
    width: usize,
    height: usize,
    text: String,
}

impl Convert {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        for (at, input) in self.kind.read_all(&self.puzzles)?.into_iter().enumerate() {
            let wrong = |what: String| {
                Failure::bad_input(format!("{}: {what}", shortened(&input.name, 80)))
            };
            let (kind, document) = input.document.map_err(wrong)?;
            let text = self.to.write(&kind, &document).map_err(wrong)?;
            if self.to.drops_answers() && document.answer.is_some_and(|it| !is_blank(&it)) {
                let name = shortened(&input.name, 80);
                crate::exit::complain(format!(
                    "{name}: addresses and game IDs have no answers; text and pzprv3 keep this one"
                ));
            }
            if terminal.json() {
                let board = document.puzzle.board;
                let (width, height) = (board.width, board.height);
                terminal.print_json(&Report {
                    file: &input.name,
                    kind: kind.name(),
                    width,
                    height,
                    text,
                })?;
            } else {
                if at > 0 && self.to == To::Text {
                    writeln!(terminal)?;
                }
                write!(terminal, "{text}")?;
            }
        }
        Ok(Exit::Answered)
    }
}
