//! `zugwerk kuromasu generate`: new puzzles with exactly one solution.

use super::convert::To;
use super::counted;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::interrupt;
use crate::named::{self, named};
use crate::number::positive;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::num::IntErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use zugwerk_kuromasu::{
    Difficulty, Format, GenerateError, Generated, Progress, Puzzle, Request, Symmetry, generate,
    symmetry_name,
};
use zugwerk_logic::{Limits, Stop};

/// Make new puzzles with exactly one solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk kuromasu generate 9x9
  zugwerk kuromasu generate 20x20 --difficulty hard --seed 7 --to url
  zugwerk kuromasu generate 12x12 --symmetry turn --count 10 --folder puzzles/

easy: single rules are enough, one after the other. medium: now and then one has to see that a
colour leads to a contradiction. hard: that is not enough either. The same size, options and seed
give the same puzzle.")]
pub struct Generate {
    /// Width and height of the board
    #[arg(value_name = "WxH", value_parser = size)]
    size: (usize, usize),
    /// The seed of the first puzzle; each further one takes the next number [default: by the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = positive)]
    count: u64,
    /// How hard
    #[arg(long, value_name = "CLASS", value_parser = named(&Difficulty::ALL, Difficulty::name))]
    difficulty: Option<Difficulty>,
    /// How the clues are laid out
    #[arg(long, value_name = "LAYOUT", default_value = "none", value_parser = named::symmetry())]
    symmetry: Symmetry,
    /// Leave no clue that could be taken away
    #[arg(long)]
    minimal: bool,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "course")]
    to: To,
    /// Write each puzzle into a file of this folder, and its solution beside it
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Give up on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Duration,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "expected a width and a height, as in 12x10".to_string();
    let side = |word: &str| match word.parse::<usize>() {
        Ok(side) => Ok(side),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("a board has at most {} cells", Puzzle::MOST_CELLS))
        }
        Err(_) => Err(wrong()),
    };
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    Ok((side(width)?, side(height)?))
}

#[derive(Serialize)]
struct Report {
    status: &'static str,
    width: usize,
    height: usize,
    seed: u64,
    difficulty: &'static str,
    symmetry: &'static str,
    clues: usize,
    url: Option<String>,
    puzzle: String,
    rows: Vec<String>,
    seconds: f64,
}

impl Generate {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let first = self.seed.unwrap_or_else(|| clock().as_nanos() as u64 % 1_000_000_000);
        for at in 0..self.count {
            let start = Instant::now();
            let request = self.request(first.wrapping_add(at));
            let limits = Limits::none().with_flag(interrupt::flag()).with_time(self.time);
            let mut shown = Instant::now();
            let mut progress = |progress: Progress| show(&mut shown, at, self.count, progress);
            let generated = generate(&request, &limits, &mut progress);
            if Terminal::shows_progress() {
                eprint!("\r\x1b[K");
            }
            match generated {
                Ok(generated) => self.deliver(&request, &generated, start, terminal)?,
                Err(GenerateError::Limit(Stop::Interrupted)) => return Err(Failure::Interrupted),
                Err(GenerateError::Limit(_)) => {
                    return gave_up(&request, start, None, terminal);
                }
                Err(error @ (GenerateError::Size(_) | GenerateError::NoSquare)) => {
                    return Err(Failure::bad_input(error));
                }
                Err(error @ GenerateError::NotFound(_)) => {
                    return gave_up(&request, start, Some(error.to_string()), terminal);
                }
            }
        }
        Ok(Exit::Answered)
    }

    fn request(&self, seed: u64) -> Request {
        let (width, height) = self.size;
        Request {
            height,
            width,
            seed,
            symmetry: self.symmetry,
            difficulty: self.difficulty,
            minimal: self.minimal,
        }
    }

    fn deliver(
        &self,
        request: &Request,
        generated: &Generated,
        start: Instant,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        let Generated { puzzle, solution, difficulty } = generated;
        let text = self.to.write(puzzle).map_err(Failure::bad_input)?;
        let rows: Vec<String> = solution.rows('W', 'B').collect();
        let mut saved = None;
        if let Some(folder) = &self.folder {
            let name = format!("{}x{}_{}", request.width, request.height, request.seed);
            saved = Some(self.save(folder, &name, &text, &(rows.join("\n") + "\n"))?);
        }
        let clues = counted(puzzle.clues().count() as u64, "clue");
        if terminal.json() {
            return terminal.print_json(&Report {
                status: "generated",
                width: request.width,
                height: request.height,
                seed: request.seed,
                difficulty: difficulty.name(),
                symmetry: symmetry_name(request.symmetry),
                clues: puzzle.clues().count(),
                url: Format::Url.write(puzzle).ok().map(|url| url.trim().to_string()),
                puzzle: text,
                rows,
                seconds: start.elapsed().as_secs_f64(),
            });
        }
        if let Some(path) = saved {
            writeln!(terminal, "{}: {}, {clues}", path.display(), difficulty.name())?;
        } else {
            let commented = matches!(self.to, To::Course);
            if commented {
                writeln!(terminal, "# seed {}, {}, {clues}", request.seed, difficulty.name())?;
            }
            write!(terminal, "{text}")?;
        }
        terminal.flush()?;
        Ok(())
    }

    /// Writes the puzzle and its solution; where the puzzle is.
    fn save(&self, folder: &Path, name: &str, text: &str, rows: &str) -> Result<PathBuf, Failure> {
        let extension = if self.to == To::Svg { "svg" } else { "txt" };
        let puzzle = folder.join(format!("{name}.{extension}"));
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder.display(), error))?;
        for (path, content) in [(&puzzle, text), (&folder.join(format!("{name}.sol")), rows)] {
            std::fs::write(path, content).map_err(|error| Failure::file(path.display(), error))?;
        }
        Ok(puzzle)
    }
}

/// Says that a limit came before the puzzle.
fn gave_up(
    request: &Request,
    start: Instant,
    why: Option<String>,
    terminal: &mut Terminal,
) -> Outcome {
    #[derive(Serialize)]
    struct Limit {
        status: &'static str,
        width: usize,
        height: usize,
        seed: u64,
        seconds: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    }
    let &Request { width, height, seed, .. } = request;
    if terminal.json() {
        let seconds = start.elapsed().as_secs_f64();
        let message = why;
        terminal.print_json(&Limit { status: "limit", width, height, seed, seconds, message })?;
    } else if let Some(why) = why {
        complain(format!("{why} (seed {seed})"));
    } else {
        writeln!(terminal, "a limit was reached first (seed {seed})")?;
    }
    Ok(Exit::Limit)
}

/// Shows how far the generator is, a few times a second.
fn show(shown: &mut Instant, at: u64, count: u64, progress: Progress) {
    if Terminal::shows_progress() && shown.elapsed() > Duration::from_millis(200) {
        *shown = Instant::now();
        let Progress { attempt, clues, left } = progress;
        eprint!(
            "\rpuzzle {} of {count}: attempt {attempt}, {clues} clues, {left} to try\x1b[K",
            at + 1
        );
    }
}
