//! `zugwerk puzzle generate`: new puzzles.

use super::convert::To;
use crate::exit::{Exit, Failure, Outcome};
use crate::named::{self, named};
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use zugwerk_logic::Stop;
use zugwerk_puzzle::format::Document;
use zugwerk_puzzle::report::Made;
use zugwerk_puzzle::{Board, Difficulty, GenerateError, Symmetry, Wish, generate};

/// Make a new puzzle with exactly one solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk puzzle generate slitherlink 6x6 --seed 1
  zugwerk puzzle generate sudoku 9x9 --difficulty easy --symmetry half --to url
  zugwerk puzzle generate kuromasu --layout earlier.txt --seed 2")]
pub struct Generate {
    /// The kind of puzzle (see `zugwerk puzzles`)
    kind: String,
    /// The size: width x height; the layout's where that is left out
    #[arg(required_unless_present = "layout")]
    size: Option<String>,
    /// How hard; where that is not found in a few tries, easier
    #[arg(long, value_name = "GRADE", value_parser = named(&Difficulty::ALL, Difficulty::name))]
    difficulty: Option<Difficulty>,
    /// How clues lie on the board
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = named::symmetry())]
    symmetry: Symmetry,
    /// Clues stand where this puzzle has them, and its rooms and walls are kept: a file, -, an address or a game ID; in a
    /// grid ? is a place for a clue
    #[arg(long, value_name = "PUZZLE")]
    layout: Option<String>,
    /// The same seed gives the same puzzle
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = crate::number::whole)]
    seed: u64,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    to: To,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Duration,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    made: Made,
    /// What was asked for, where the puzzle is easier.
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<&'static str>,
    seconds: f64,
}

impl Generate {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let start = Instant::now();
        let kind = super::input::kind_named(&self.kind)?;
        let layout = self.layout.as_deref().map(|text| super::input::of_kind(&kind, text));
        let layout = layout.transpose()?.map(|document| document.puzzle);
        let board = match (&self.size, &layout) {
            (Some(size), _) => board(size)?,
            (None, Some(layout)) => layout.board,
            (None, None) => return Err(Failure::bad_input("expected a size such as 10x10")),
        };
        let limits = super::input::limits(Some(self.time));
        let wish = Wish {
            board,
            difficulty: self.difficulty,
            symmetry: self.symmetry,
            layout: layout.as_ref(),
            seed: self.seed,
        };
        let made = match generate(&kind, &wish, &limits) {
            Ok(made) => made,
            Err(GenerateError::Limit(Stop::Interrupted)) => return Err(Failure::Interrupted),
            Err(error @ (GenerateError::Limit(_) | GenerateError::Unlucky(_))) => {
                crate::exit::complain(error);
                return Ok(Exit::Limit);
            }
            Err(error) => return Err(Failure::bad_input(error)),
        };
        let document = Document { puzzle: made.puzzle.clone(), answer: None };
        let text = self.to.write(&kind, &document).map_err(Failure::bad_input)?;
        let wanted = wish.difficulty.filter(|&wanted| wanted != made.difficulty);
        let wanted = wanted.map(Difficulty::name);
        if let Some(wanted) = wanted {
            let found = made.difficulty.name();
            crate::exit::complain(format!("no {wanted} puzzle was found; this one is {found}"));
        }
        if terminal.json() {
            let made = Made::new(&kind, &made, text, self.seed);
            let seconds = start.elapsed().as_secs_f64();
            terminal.print_json(&Report { made, wanted, seconds })?;
        } else {
            write!(terminal, "{text}")?;
        }
        Ok(Exit::Answered)
    }
}

/// The board that a size such as 10x10 names.
fn board(size: &str) -> Result<Board, Failure> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=100).contains(side));
    let sides =
        size.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let board = sides.map(|(width, height)| Board::new(width, height));
    board.ok_or_else(|| {
        Failure::bad_input(format!("{size:?}: expected a size such as 10x10, at most 100x100"))
    })
}
