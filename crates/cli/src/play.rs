//! `zugwerk play`: a game of chess in the terminal, against the engine.

mod table;

use crate::exit::{Exit, Failure, Outcome};
use crate::games;
use crate::interrupt;
use crate::number;
use crate::prompt::{Prompt, Typed};
use crate::terminal::Terminal;
use clap::Args;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::Table;
use zugwerk_chess::{Color, Position};

/// Play a game against the engine or the bot in the terminal
#[derive(Args)]
#[command(after_help = "\
Moves are written as Nf3, O-O, e8=Q or as g1f3, e1g1, e7e8q. The other words are explained by `help`.

Examples:
  zugwerk play
  zugwerk play --as black --level 1200
  zugwerk play --clock 5+3
  zugwerk play --game deathstacks --as blue --level 4
  zugwerk play '8/8/8/3k4/8/3KP3/8/8 w - - 0 1'")]
pub struct Command {
    /// The position to begin with: a FEN or `start`
    #[arg(default_value = "start")]
    fen: String,
    /// Your side
    #[arg(
        long = "as",
        value_name = "SIDE",
        help = "Your side: a player's name, or both [default: the one who begins]"
    )]
    side: Option<String>,
    /// The strength: in chess an Elo from 800 to 2800, elsewhere 1 to 9, or `full`
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    level: String,
    /// The engine's seconds for a move, where there is no clock
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = number::seconds_or_none, conflicts_with = "clock")]
    time: Duration,
    /// A clock for both: minutes for the game, seconds added for each move
    #[arg(long, value_name = "MIN+SEC", value_parser = clock)]
    clock: Option<(Duration, Duration)>,
    #[command(flatten)]
    choice: games::Choice,
}

/// How strong the engine plays; `None` for as well as it can.
type Level = Option<u32>;

fn level(text: &str) -> Result<Level, String> {
    match text.parse() {
        Ok(elo) if (800..=2800).contains(&elo) => Ok(Some(elo)),
        _ if text == "full" => Ok(None),
        _ => Err("expected an Elo from 800 to 2800, or full".to_string()),
    }
}

fn clock(text: &str) -> Result<(Duration, Duration), String> {
    number::clock(text, Duration::from_secs(60))
        .ok_or_else(|| format!("{text:?} is not a clock; expected minutes+seconds, such as 5+3"))
}

const HELP: &str = "\
  a move       such as Nf3 or g1f3
  hint         what the engine would play
  undo         take back your last move and the answer
  level ELO    the engine's strength, 800 to 2800, or full
  go           let the engine move for you, and change sides
  board        show the board again
  moves        the game so far
  fen          the position as a FEN
  save FILE    write the game as PGN
  new          begin again
  quit         leave";

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(game) = self.choice.other_than_chess()? {
            return self.any_game(&*game, terminal);
        }
        let start = crate::chess::position(&self.fen)?;
        let person = match self.side.as_deref().unwrap_or("white") {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            "both" => None,
            other => {
                let expected = "expected white, black or both";
                let message = format!("there is no side {other:?}; {expected}");
                return Err(Failure::bad_input(message));
            }
        };
        let level = level(&self.level).map_err(|expected| {
            Failure::bad_input(format!("--level {:?}: {expected}", self.level))
        })?;
        let mut table = Table::new(start, person, level, self.time, self.clock);
        match person {
            Some(person) => writeln!(terminal, "You play {person}. Type a move, or `help`.")?,
            None => writeln!(terminal, "Type a move, or `help`.")?,
        }
        self.loop_over_input(&mut table, terminal)?;
        Ok(Exit::Answered)
    }

    fn any_game(&self, game: &dyn zugwerk_registry::AnyGame, terminal: &mut Terminal) -> Outcome {
        if self.clock.is_some() {
            return Err(Failure::bad_input(
                "--clock is for chess; elsewhere --time is for each move",
            ));
        }
        let players = game.players();
        let side = match self.side.as_deref() {
            None => Some(0),
            Some("both") => None,
            Some(name) => match players.iter().position(|player| player == name) {
                Some(side) => Some(side),
                None => {
                    let [first, second] = players;
                    let expected = format!("expected {first}, {second} or both");
                    let message = format!("there is no side {name:?}; {expected}");
                    return Err(Failure::bad_input(message));
                }
            },
        };
        let level = zugwerk_registry::Level::read(&self.level)
            .map_err(|error| Failure::bad_input(format!("--level: {error}")))?;
        games::play(game, &self.fen, side, level, self.time, terminal)
    }

    fn loop_over_input(&self, table: &mut Table, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut prompt = Prompt::new();
        // At a terminal Ctrl-C makes the engine move at once; elsewhere it ends the program.
        let stop = if prompt.is_terminal() { interrupt::flag() } else { Arc::default() };
        let mut shown = false;
        loop {
            if table.engine_is_to_move() {
                let answer = table.answer(&stop);
                stop.store(false, Ordering::SeqCst);
                writeln!(terminal, "{answer}")?;
                shown = false;
            }
            if !shown {
                write!(terminal, "{}", table.drawing())?;
                shown = true;
            }
            let asked = Instant::now();
            let line = match prompt.read(&format!("{}> ", table.prompt()), terminal)? {
                Typed::Line(line) => line,
                Typed::End => return Ok(writeln!(terminal)?),
                Typed::Interrupt if prompt.leaves(table.is_begun(), terminal)? => {
                    writeln!(terminal, "{}", table.pgn())?;
                    terminal.flush()?;
                    return Err(Failure::Interrupted);
                }
                Typed::Interrupt => continue,
            };
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" => {}
                "quit" | "exit" => return Ok(()),
                "help" => writeln!(terminal, "{HELP}")?,
                "board" => shown = false,
                "fen" => writeln!(terminal, "{}", table.position())?,
                "moves" => writeln!(terminal, "{}", table.pgn())?,
                "hint" => {
                    writeln!(terminal, "{}", table.hint(&stop))?;
                    stop.store(false, Ordering::SeqCst);
                }
                "new" => {
                    let start: Position = table.start().clone();
                    *table =
                        Table::new(start, table.person(), table.level(), self.time, self.clock);
                    shown = false;
                }
                "undo" => {
                    if table.undo() {
                        shown = false;
                    } else {
                        writeln!(terminal, "There is nothing to take back.")?;
                    }
                }
                "level" => match level(rest.trim()) {
                    Ok(level) => table.set_level(level),
                    Err(expected) => writeln!(terminal, "level: {expected}")?,
                },
                "go" => table.change_sides(),
                "save" if rest.trim().is_empty() => {
                    writeln!(terminal, "save: expected a file name")?
                }
                "save" => match std::fs::write(rest.trim(), table.pgn()) {
                    Ok(()) => writeln!(terminal, "Saved.")?,
                    Err(error) => writeln!(terminal, "{}: {error}", rest.trim())?,
                },
                _ => match table.person_moves(line, asked.elapsed()) {
                    Ok(()) => shown = false,
                    Err(message) => writeln!(terminal, "{message}")?,
                },
            }
        }
    }
}
