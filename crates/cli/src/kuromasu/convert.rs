//! `zugwerk kuromasu convert`: the same puzzle in another format, or as a picture.

use super::input;
use crate::exit::{Exit, Failure, Outcome};
use crate::picture;
use crate::terminal::{Terminal, read_text};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use zugwerk_kuromasu::picture::{Marks, svg};
use zugwerk_kuromasu::{Clue, Colouring, Format, Puzzle};

/// Write puzzles in another format, or draw them
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk kuromasu convert 'https://puzz.link/p?kurodoko/3/3/5n' --to grid
  zugwerk kuromasu convert riddle.txt --to url
  zugwerk kuromasu convert riddle.txt --picture riddle.png
  zugwerk kuromasu convert riddle.txt --solution riddle.sol --picture solved.svg")]
pub struct Convert {
    /// Files, folders, - for standard input, or an address or game ID itself
    #[arg(required = true)]
    puzzles: Vec<String>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "course", conflicts_with = "picture")]
    to: To,
    /// Draw the puzzle into this file instead, .svg or .png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// With --picture: the colours of the cells, rows of w and b
    #[arg(long, value_name = "FILE", requires = "picture")]
    solution: Option<String>,
}

/// The formats that can be written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum To {
    Course,
    Url,
    Pzprv3,
    Range,
    Grid,
    Svg,
}

impl To {
    /// The puzzle in this format.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, String> {
        let format = match self {
            To::Course => Format::Course,
            To::Url => Format::Url,
            To::Pzprv3 => Format::Pzprv3,
            To::Range => Format::Range,
            To::Grid => Format::Grid,
            To::Svg => return Ok(svg(puzzle, &Marks::default())),
        };
        format.write(puzzle).map_err(|error| error.to_string())
    }
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    height: usize,
    width: usize,
    clues: Vec<(usize, usize, Option<u32>)>,
    text: Option<String>,
}

impl Convert {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(path) = &self.picture {
            let [only] = &self.puzzles[..] else {
                return Err(Failure::bad_input("--picture draws one puzzle at a time"));
            };
            let (_, puzzle) = input::read_one(only)?;
            picture::write(path, &self.draw(&puzzle)?)?;
            return Ok(Exit::Answered);
        }
        for input in input::read_all(&self.puzzles)? {
            let name = input.name;
            let wrong = |what: String| Failure::bad_input(format!("{name}: {what}"));
            let puzzle = input.puzzle.map_err(wrong)?;
            let text = self.to.write(&puzzle).map_err(wrong)?;
            if terminal.json() {
                terminal.print_json(&report(&name, &puzzle, text))?;
            } else {
                write!(terminal, "{text}")?;
            }
        }
        Ok(Exit::Answered)
    }

    fn draw(&self, puzzle: &Puzzle) -> Result<String, Failure> {
        let marks = match &self.solution {
            None => Marks::default(),
            Some(file) => {
                let colouring = Colouring::parse(puzzle, &read_text(file)?)
                    .map_err(|error| Failure::bad_input(format!("{file}: {error}")))?;
                Marks::of(puzzle, &colouring)
            }
        };
        Ok(svg(puzzle, &marks))
    }
}

fn report<'a>(file: &'a str, puzzle: &Puzzle, text: String) -> Report<'a> {
    let value = |clue| match clue {
        Clue::Number(number) => Some(number),
        Clue::Unknown => None,
    };
    let clues = puzzle.clues().map(|(cell, clue)| {
        let place = puzzle.place(cell);
        (place.row, place.column, value(clue))
    });
    let clues = clues.collect();
    Report { file, height: puzzle.height(), width: puzzle.width(), clues, text: Some(text) }
}
