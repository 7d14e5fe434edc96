//! `zugwerk puzzle show`: a puzzle drawn.

use super::input::KindOption;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::picture;
use crate::terminal::Terminal;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use zugwerk_logic::Limits;
use zugwerk_puzzle::picture::svg;
use zugwerk_puzzle::{Next, Search, text};

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
}

impl Show {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(path) = &self.picture {
            picture::check_name(path)?;
        }
        let (file, kind, mut document) = self.kind.read_one(&self.puzzle)?;
        if self.solved {
            let limits = Limits::none().with_flag(interrupt::flag());
            let wrong =
                |error| Failure::bad_input(format!("{file}: {}", super::input_error(&kind, error)));
            let mut search =
                Search::new(&kind, &document.puzzle, None, false, &limits).map_err(wrong)?;
            match search.next(&limits) {
                Next::Solution(answer) => document.answer = Some(answer),
                Next::NoMore => {
                    return Err(Failure::bad_input(format!(
                        "{file}: there is no solution to draw"
                    )));
                }
                Next::Limit(_) => return Err(Failure::Interrupted),
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
