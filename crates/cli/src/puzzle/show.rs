//! `zugwerk puzzle show`: a puzzle drawn.

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::picture;
use crate::terminal::Terminal;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use zugwerk_puzzle::picture::svg;
use zugwerk_puzzle::{GroundError, Next, Search, text};

/// Draw a puzzle, on the terminal or as a picture
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle show 'https://puzz.link/p?nurikabe/6/6/m8n8i9u'
  zugwerk puzzle show 'https://puzz.link/p?masyu/10/10/0600003i06b1300600000a30600i090330' --solved --picture masyu.svg")]
pub struct Show {
    /// A file, - for standard input, or an address or game ID itself
    puzzle: String,
    #[command(flatten)]
    kind: KindOption,
    /// Draw the solution too
    #[arg(long)]
    solved: bool,
    /// Draw into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Give up on the solution after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
}

impl Show {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(path) = &self.picture {
            picture::check_name(path)?;
        }
        let (file, kind, mut document) = self.kind.read_one(&self.puzzle)?;
        if self.solved {
            let limits = super::input::limits(self.time);
            let mut search = match Search::new(&kind, &document.puzzle, None, false, &limits) {
                Ok(search) => search,
                Err(GroundError::Limit(stop)) => return super::stopped(stop),
                Err(other) => {
                    let what = super::input_error(&kind, other);
                    return Err(Failure::bad_input(format!("{file}: {what}")));
                }
            };
            match search.next(&limits) {
                Next::Solution(answer) => document.answer = Some(answer),
                Next::NoMore => {
                    return Err(Failure::bad_input(format!(
                        "{file}: there is no solution to draw"
                    )));
                }
                Next::Limit(stop) => return super::stopped(stop),
            }
        }
        match &self.picture {
            Some(path) => picture::write(path, &svg(&document.puzzle, document.answer.as_ref()))?,
            None => write!(
                terminal,
                "{}",
                text::write(&kind, &document.puzzle, document.answer.as_ref())
            )?,
        }
        Ok(Exit::Answered)
    }
}
