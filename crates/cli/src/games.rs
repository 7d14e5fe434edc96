//! The verbs of every game, `zugwerk moves --game NAME` and its like: what they do for a game that is
//! known only by its name. Chess has more to say and answers for itself.

mod list;
mod play;

pub use list::Command as List;
pub use play::play;

use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::{Terminal, read_text};
use crate::{interrupt, picture};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use zugwerk_registry::{AnyGame, End, LegalMove, Session};

/// Which game is meant.
#[derive(Args, Clone)]
pub struct Choice {
    /// The game, as `zugwerk games` lists it, or a file of rules
    #[arg(long, value_name = "NAME", default_value = "chess")]
    pub game: String,
    /// Another value for a parameter of the game, such as width=6; may be repeated
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    pub settings: Vec<(String, i64)>,
}

pub fn setting(text: &str) -> Result<(String, i64), String> {
    let wrong = || format!("expected a name and a number like width=6, found {text:?}");
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.trim().to_string(), value.trim().parse().map_err(|_| wrong())?))
}

impl Choice {
    /// The game that is meant; `None` for chess as it is usually played, which knows more.
    pub fn other_than_chess(&self) -> Result<Option<Arc<dyn AnyGame>>, Failure> {
        match self.game.as_str() {
            "chess" if self.settings.is_empty() => Ok(None),
            _ => self.open().map(Some),
        }
    }

    /// The game that is meant.
    pub fn open(&self) -> Result<Arc<dyn AnyGame>, Failure> {
        let bad = |error: zugwerk_game::TextError| Failure::bad_input(error);
        if self.game.ends_with(".rules") {
            let text = crate::rules::text(&self.game)?;
            return zugwerk_registry::load(&self.game, &text, &self.settings).map_err(bad);
        }
        zugwerk_registry::open(&self.game, &self.settings).map_err(bad)
    }
}

/// A game from the position of an argument: its text, `start`, or `-` for standard input.
pub fn session(game: &dyn AnyGame, position: &str) -> Result<Box<dyn Session>, Failure> {
    let text = match position {
        "-" => read_text("-")?,
        text => text.to_string(),
    };
    let position = match text.trim() {
        "start" | "startpos" => None,
        text => Some(text),
    };
    game.session(position).map_err(|error| Failure::bad_input(format!("the position: {error}")))
}

/// `zugwerk perft DEPTH --game NAME`.
pub fn perft(
    game: &dyn AnyGame,
    position: &str,
    depth: u32,
    threads: usize,
    divide: bool,
    terminal: &mut Terminal,
) -> Outcome {
    #[derive(Serialize)]
    struct Counted<'a> {
        game: &'a str,
        fen: String,
        depth: u32,
        nodes: u64,
        seconds: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<serde_json::Map<String, serde_json::Value>>,
    }
    let session = session(game, position)?;
    let stop = interrupt::flag();
    let start = Instant::now();
    let mut divided = Vec::new();
    let nodes = if divide && depth > 0 {
        divided = session.divide(depth, threads, &stop).ok_or(Failure::Interrupted)?;
        divided.sort();
        divided.iter().fold(0, |total: u64, (_, leaves)| total.saturating_add(*leaves))
    } else {
        session.perft(depth, threads, &stop).ok_or(Failure::Interrupted)?
    };
    let seconds = start.elapsed().as_secs_f64();
    if terminal.json() {
        let moves = divided.into_iter().map(|(name, leaves)| (name, leaves.into()));
        let (fen, name) = (session.position(), game.about().name.as_str());
        let moves = divide.then(|| moves.collect());
        terminal.print_json(&Counted { game: name, fen, depth, nodes, seconds, moves })?;
    } else {
        for (name, leaves) in divided {
            writeln!(terminal, "{name} {leaves}")?;
        }
        writeln!(terminal, "{nodes}")?;
    }
    Ok(Exit::Answered)
}

/// `zugwerk moves POSITION --game NAME`.
pub fn moves(game: &dyn AnyGame, position: &str, terminal: &mut Terminal) -> Outcome {
    #[derive(Serialize)]
    struct Moves<'a> {
        game: &'a str,
        fen: String,
        moves: Vec<LegalMove>,
        end: Option<String>,
    }
    let session = session(game, position)?;
    let moves = session.moves();
    if terminal.json() {
        let (fen, end) = (session.position(), session.end().map(|end| end.why));
        terminal.print_json(&Moves { game: &game.about().name, fen, moves, end })?;
    } else {
        for legal in moves {
            writeln!(terminal, "{}", legal.text)?;
        }
    }
    Ok(Exit::Answered)
}

/// Where `zugwerk show` draws to.
pub struct Files<'a> {
    pub svg: Option<&'a PathBuf>,
    pub png: Option<&'a PathBuf>,
    pub scale: f32,
}

/// `zugwerk show POSITION --game NAME`.
pub fn show(game: &dyn AnyGame, position: &str, files: Files, terminal: &mut Terminal) -> Outcome {
    #[derive(Serialize)]
    struct Shown<'a> {
        game: &'a str,
        fen: String,
        turn: String,
        end: Option<End>,
        moves: usize,
        picture: String,
    }
    let session = session(game, position)?;
    let board = session.picture();
    if files.svg.is_some() || files.png.is_some() {
        let svg = board.svg();
        files.svg.map_or(Ok(()), |path| picture::write_svg(path, &svg))?;
        files.png.map_or(Ok(()), |path| picture::write_png(path, &svg, files.scale))?;
        if !terminal.json() {
            return Ok(Exit::Answered);
        }
    }
    let turn = game.players()[session.mover()].clone();
    let moves = session.moves().len();
    if terminal.json() {
        terminal.print_json(&Shown {
            game: &game.about().name,
            fen: session.position(),
            turn,
            end: session.end(),
            moves,
            picture: board.text(),
        })?;
    } else {
        write!(terminal, "{}", board.text())?;
        writeln!(terminal, "\n{}", session.position())?;
        match session.end() {
            Some(end) => writeln!(terminal, "The game is over: {}.", end.why)?,
            None => {
                let plural = if moves == 1 { "" } else { "s" };
                writeln!(terminal, "{turn} to move, {moves} legal move{plural}.")?;
            }
        }
    }
    Ok(Exit::Answered)
}

/// `zugwerk why POSITION MOVE --game NAME`.
pub fn why(game: &dyn AnyGame, position: &str, text: &str, terminal: &mut Terminal) -> Outcome {
    let session = session(game, position)?;
    let judgement = session.judge(text).map_err(Failure::bad_input)?;
    if terminal.json() {
        terminal.print_json(&judgement)?;
    } else {
        let legal = if judgement.legal { "legal" } else { "not legal" };
        writeln!(terminal, "{} is {legal}: {}", judgement.chosen, judgement.why)?;
    }
    Ok(if judgement.legal { Exit::Answered } else { Exit::No })
}
