//! `zugwerk convert`: from one notation of a position to another.

use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::{Terminal, read_text};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use zugwerk_chess::pgn::{PgnGame, Reader};
use zugwerk_chess::{Epd, Position, Setup};

/// Convert chess positions between FEN, text picture and PGN
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk convert '4k3/8/8/8/8/8/8/4K2R w K -' --to picture
  zugwerk show start --text | zugwerk convert - --to fen
  zugwerk convert games.pgn --to fen --last

What the input is shows from its content: a text picture, a PGN file (its games' start positions), or a
FEN or EPD a line.")]
pub struct Command {
    /// A file, - for standard input, or a FEN
    input: String,
    /// What to write
    #[arg(long, value_enum)]
    to: Format,
    /// Of a PGN file, take the position after the last move of each game
    #[arg(long)]
    last: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// FEN, with X-FEN castling for Chess960
    Fen,
    /// FEN that names the files of castling rooks
    Shredder,
    /// The text picture
    Picture,
    /// A PGN game that starts here
    Pgn,
}

#[derive(Serialize)]
struct Converted {
    fen: String,
    shredder: String,
    picture: String,
    pgn: String,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let positions = self.read()?;
        for (at, position) in positions.iter().enumerate() {
            if terminal.json() {
                terminal.print_json(&Converted {
                    fen: position.to_string(),
                    shredder: position.shredder_fen(),
                    picture: position.picture(),
                    pgn: PgnGame::new(position.clone()).to_string(),
                })?;
                continue;
            }
            if at > 0 && matches!(self.to, Format::Picture | Format::Pgn) {
                writeln!(terminal)?;
            }
            match self.to {
                Format::Fen => writeln!(terminal, "{position}")?,
                Format::Shredder => writeln!(terminal, "{}", position.shredder_fen())?,
                Format::Picture => write!(terminal, "{}", position.picture())?,
                Format::Pgn => write!(terminal, "{}", PgnGame::new(position.clone()))?,
            }
        }
        Ok(Exit::Answered)
    }

    fn read(&self) -> Result<Vec<Position>, Failure> {
        let looks_like_fen = self.input == "start" || self.input.matches('/').count() == 7;
        if looks_like_fen && !std::path::Path::new(&self.input).exists() {
            return Ok(vec![super::position(&self.input)?]);
        }
        let text = read_text(&self.input)?;
        let name = if self.input == "-" { "standard input" } else { &self.input };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let wrong = |what: &dyn std::fmt::Display| Failure::bad_input(format!("{name}: {what}"));
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        match first {
            None => Err(wrong(&"no position: expected a FEN, a text picture or a PGN game")),
            Some(line) if line.starts_with("8 ") || line == "8" || line.starts_with("8[") => {
                let position = Position::from_picture(text).map_err(|error| wrong(&error))?;
                super::tell_what_is_left_out(Setup::from_picture(text).ok(), &position);
                Ok(vec![position])
            }
            Some(line) if line.matches('/').count() >= 7 && !line.starts_with('[') => text
                .lines()
                .enumerate()
                .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
                .map(|(at, line)| {
                    let epd: Result<Epd, _> = line.parse();
                    epd.map(|epd| epd.position)
                        .map_err(|error| wrong(&format!("line {}: {error}", at + 1)))
                })
                .collect(),
            Some(_) => self.read_pgn(text, name),
        }
    }

    fn read_pgn(&self, text: &str, name: &str) -> Result<Vec<Position>, Failure> {
        let games = Reader::new(text.as_bytes()).map(|game| {
            let game = game.map_err(|error| Failure::file(name, error))?;
            match &game.error {
                Some(error) => Err(Failure::bad_input(format!("{name}: {error}"))),
                None => Ok(if self.last { game.last_position() } else { game.start }),
            }
        });
        games.collect()
    }
}
