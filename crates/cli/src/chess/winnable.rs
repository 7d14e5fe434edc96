//! `zugwerk winnable`: can a side still win, by any series of legal moves?

use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::{Terminal, read_text};
use crate::{interrupt, number};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use zugwerk_chess::{Color, Position, Setup};
use zugwerk_game::Limits;
use zugwerk_retro::{Verdict, winnable};

/// Tell whether a side can still win a chess position by any series of legal moves
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk winnable '4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -'
  zugwerk winnable '8/8/8/8/8/5kn1/7p/7K w - -' --for white
  zugwerk winnable positions.fen --json

A position that neither side can win is dead: by FIDE's article 5.2.2 the game is drawn at once. A flag that
falls against an opponent who cannot win is a draw too (6.9). The exit code is 1 where the answer is no for
every side that was asked about.")]
pub struct Command {
    /// A FEN, a file with one a line, or - for standard input
    input: String,
    /// Ask about one side only
    #[arg(long = "for", value_name = "SIDE")]
    side: Option<Side>,
    /// Stop after this many seconds for each side of each position
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = number::seconds)]
    time: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dead: Option<Option<bool>>,
    line: Sides<Vec<String>>,
    reason: Sides<String>,
    /// The squares that the reasons are about.
    squares: Sides<Vec<String>>,
}

/// What there is of each side.
#[derive(Serialize)]
struct Sides<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<T>,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let positions = self.read()?;
        let several = positions.len() > 1;
        let mut exit = if several { Exit::Answered } else { Exit::No };
        let stop = interrupt::flag();
        for position in positions {
            let verdicts = Color::ALL.map(|color| {
                let limits = Limits::none().with_time(self.time).with_flag(stop.clone());
                self.asks(color).then(|| winnable(&position, color, &limits))
            });
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            for verdict in verdicts.iter().flatten() {
                match verdict {
                    Verdict::Unknown(_) => exit = Exit::Limit,
                    Verdict::Yes(_) if exit != Exit::Limit => exit = Exit::Answered,
                    _ => {}
                }
            }
            if terminal.json() {
                terminal.print_json(&answer(&position, &verdicts))?;
            } else {
                if several {
                    writeln!(terminal, "{position}")?;
                }
                print(&position, &verdicts, terminal)?;
            }
        }
        Ok(exit)
    }

    fn asks(&self, color: Color) -> bool {
        match self.side {
            None => true,
            Some(Side::White) => color == Color::White,
            Some(Side::Black) => color == Color::Black,
        }
    }

    fn read(&self) -> Result<Vec<Position>, Failure> {
        let is_fen = self.input == "start" || self.input.matches('/').count() == 7;
        if is_fen && !std::path::Path::new(&self.input).exists() {
            let position = position(&self.input);
            return Ok(vec![position.map_err(|e| Failure::bad_input(format!("bad FEN: {e}")))?]);
        }
        let text = read_text(&self.input)?;
        let name = if self.input == "-" { "standard input" } else { &self.input };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let positions = lines.map(|(at, line)| {
            position(line).map_err(|error| {
                Failure::bad_input(format!("{name}: line {}: bad FEN: {error}", at + 1))
            })
        });
        let positions: Vec<Position> = positions.collect::<Result<_, _>>()?;
        if positions.is_empty() {
            return Err(Failure::bad_input(format!("{name}: no position: expected a FEN a line")));
        }
        Ok(positions)
    }
}

/// A position that need not have come from a game, as long as there are two kings and nobody could take one.
fn position(fen: &str) -> Result<Position, String> {
    if fen.trim() == "start" {
        return Ok(Position::start());
    }
    let setup = Setup::from_fen(fen.trim()).map_err(|error| error.to_string())?;
    let position = setup.any_position().map_err(|error| error.to_string())?;
    for color in Color::ALL {
        let Some(king) = position.king(color) else { return Err(format!("no {color} king")) };
        if color != position.turn() && position.is_attacked(king, position.turn()) {
            return Err(format!("{color} is in check but {} is to move", position.turn()));
        }
    }
    Ok(position)
}

fn answer(position: &Position, verdicts: &[Option<Verdict>; 2]) -> Answer {
    let known = |color: Color| verdicts[color.index()].as_ref().map(Verdict::known);
    let line = |color: Color| match &verdicts[color.index()] {
        Some(Verdict::Yes(line)) => Some(super::uci_line(position, line)),
        _ => None,
    };
    let reason = |color: Color| match &verdicts[color.index()] {
        Some(Verdict::No(reason)) => Some(reason.words(position, color)),
        Some(Verdict::Unknown(stop)) => Some(stop.to_string()),
        _ => None,
    };
    let squares = |color: Color| match &verdicts[color.index()] {
        Some(Verdict::No(reason)) => {
            Some(reason.squares(position, color).into_iter().map(|at| at.to_string()).collect())
        }
        _ => None,
    };
    let dead = match (known(Color::White), known(Color::Black)) {
        (Some(Some(true)), Some(_)) | (Some(_), Some(Some(true))) => Some(Some(false)),
        (Some(Some(false)), Some(Some(false))) => Some(Some(true)),
        (Some(_), Some(_)) => Some(None),
        _ => None,
    };
    Answer {
        fen: position.to_string(),
        white: known(Color::White),
        black: known(Color::Black),
        dead,
        line: Sides { white: line(Color::White), black: line(Color::Black) },
        reason: Sides { white: reason(Color::White), black: reason(Color::Black) },
        squares: Sides { white: squares(Color::White), black: squares(Color::Black) },
    }
}

fn print(position: &Position, verdicts: &[Option<Verdict>; 2], terminal: &mut Terminal) -> Outcome {
    let mut known_no = 0;
    for color in Color::ALL {
        let Some(verdict) = &verdicts[color.index()] else { continue };
        match verdict {
            Verdict::Yes(line) if line.is_empty() => writeln!(terminal, "{color} has won: mate")?,
            Verdict::Yes(line) => {
                let line = position.san_line(line);
                writeln!(terminal, "{color} can win: {line}")?;
            }
            Verdict::No(reason) => {
                known_no += 1;
                writeln!(terminal, "{color} cannot win: {}", reason.words(position, color))?;
            }
            Verdict::Unknown(stop) => writeln!(terminal, "{color}: not known, {stop}")?,
        }
    }
    if known_no == 2 {
        writeln!(terminal, "the position is dead")?;
    }
    Ok(Exit::Answered)
}
