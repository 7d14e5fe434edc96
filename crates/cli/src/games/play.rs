//! `zugwerk play --game NAME`: a game against the bot in the terminal.

use super::session;
use crate::exit::{Exit, Failure, Outcome};
use crate::prompt::{Prompt, Typed};
use crate::terminal::{Terminal, shortened};
use std::io::{IsTerminal, Write, stdin};
use std::time::Duration;
use zugwerk_registry::{AnyGame, Chosen, Level, PlayerSpec, Session};
use zugwerk_search::Budget;

const HELP: &str = "\
  a move         as `moves` lists it
  moves [TEXT]   the legal moves, those that begin with TEXT
  hint           what the bot would play
  undo           take back your last move and the answer
  level N        the bot's strength, 1 to 9, or full
  go             let the bot move for you, and change sides
  board          show the board again
  record         the game so far
  fen            the position as text
  save FILE      write the game to a file
  new            begin again
  quit           leave";

/// How much of a line is repeated when it makes no sense.
const MOST_ECHOED: usize = 40;

/// Plays a game: the person has the side of that number, or both where there is none.
pub fn play(
    game: &dyn AnyGame,
    position: &str,
    side: Option<usize>,
    level: Level,
    time: Duration,
    terminal: &mut Terminal,
) -> Outcome {
    let session = session(game, position)?;
    let bot = PlayerSpec { level, ..PlayerSpec::bot() };
    let table = Table { game, position, session, side, bot, budget: Budget::time(time), terminal };
    match side.map(|side| game.players()[side].clone()) {
        Some(name) => writeln!(table.terminal, "You play {name}. Type a move, or `help`.")?,
        None => writeln!(table.terminal, "Type a move, or `help`.")?,
    }
    table.run()
}

struct Table<'a> {
    game: &'a dyn AnyGame,
    position: &'a str,
    session: Box<dyn Session>,
    side: Option<usize>,
    bot: PlayerSpec,
    budget: Budget,
    terminal: &'a mut Terminal,
}

/// What a line of the person leads to.
enum Next {
    Ask,
    Show,
    Quit,
}

impl Table<'_> {
    fn run(mut self) -> Outcome {
        self.show()?;
        let mut announced = false;
        let mut prompt = Prompt::new();
        loop {
            let end = self.session.end();
            match &end {
                Some(end) if !announced => {
                    let result = match end.winner {
                        Some(winner) => format!("{} has won", self.game.players()[winner]),
                        None => "the game is drawn".to_string(),
                    };
                    writeln!(self.terminal, "{result}: {}", end.why)?;
                    announced = true;
                    if !stdin().is_terminal() {
                        return Ok(Exit::Answered);
                    }
                }
                Some(_) => {}
                None if self.side.is_some_and(|side| side != self.session.mover()) => {
                    self.bot_moves()?;
                    continue;
                }
                None => announced = false,
            }
            let mover = &self.game.players()[self.session.mover()];
            let who = if end.is_some() { "over" } else { mover };
            let line = match prompt.read(&format!("{who}> "), self.terminal)? {
                Typed::Line(line) => line,
                Typed::Interrupt => {
                    let record = self.session.record();
                    if prompt.leaves(!record.is_empty(), self.terminal)? {
                        writeln!(self.terminal, "{}", record.join(" "))?;
                        self.terminal.flush()?;
                        return Err(Failure::Interrupted);
                    }
                    continue;
                }
                Typed::End => {
                    writeln!(self.terminal)?;
                    return Ok(Exit::Answered);
                }
            };
            match self.obey(line.trim())? {
                Next::Ask => {}
                Next::Show => {
                    announced = false;
                    self.show()?;
                }
                Next::Quit => return Ok(Exit::Answered),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Ok(Next::Ask),
            ("help" | "?", _) => self.say(HELP),
            ("moves", start) => self.list(start),
            ("hint", _) => self.hint(),
            ("undo", _) => self.undo(),
            ("board" | "show", _) => Ok(Next::Show),
            ("fen", _) => self.say(&self.session.position()),
            ("record", _) => self.say(&self.session.record().join(" ")),
            ("level", text) => match Level::read(text) {
                Ok(level) => {
                    self.bot.level = level;
                    Ok(Next::Ask)
                }
                Err(error) => self.say(&error.to_string()),
            },
            ("go", _) => {
                self.side = Some(1 - self.session.mover());
                Ok(Next::Ask)
            }
            ("new", _) => {
                self.session = session(self.game, self.position)?;
                Ok(Next::Show)
            }
            ("save", "") => self.say("save: expected a file name"),
            ("save", path) => match std::fs::write(path, self.record()) {
                Ok(()) => self.say("saved"),
                Err(error) => self.say(&format!("{path}: {error}")),
            },
            ("quit" | "exit", _) => Ok(Next::Quit),
            _ => match self.session.play(&shortened(line, MOST_ECHOED)) {
                Ok(_) => Ok(Next::Show),
                Err(error) => self.say(&error.to_string()),
            },
        }
    }

    fn say(&mut self, text: &str) -> Result<Next, Failure> {
        writeln!(self.terminal, "{text}")?;
        Ok(Next::Ask)
    }

    fn list(&mut self, start: &str) -> Result<Next, Failure> {
        let moves = self.session.moves().into_iter().map(|legal| legal.text);
        let moves: Vec<String> = moves.filter(|text| text.starts_with(start)).collect();
        match moves.is_empty() {
            true => self.say("there is no such move"),
            false => self.say(&moves.join(" ")),
        }
    }

    fn think(&mut self) -> Result<Option<Chosen>, Failure> {
        let watched = Terminal::shows_progress();
        if watched {
            eprint!("thinking …");
        }
        let chosen = self.session.think(&self.bot, &self.budget).map_err(Failure::bad_input);
        if watched {
            eprint!("\r\x1b[K");
        }
        chosen
    }

    fn hint(&mut self) -> Result<Next, Failure> {
        match self.think()? {
            Some(chosen) => {
                let line = chosen.line.iter().take(5).cloned().collect::<Vec<_>>().join(" ");
                self.say(&format!("{line} ({})", opinion(&chosen)))
            }
            None => self.say("the game is over"),
        }
    }

    fn undo(&mut self) -> Result<Next, Failure> {
        if self.session.undo().is_none() {
            return self.say("there is nothing to take back");
        }
        // Over the bot's answer, back to the person's own move.
        while self.side.is_some_and(|side| side != self.session.mover()) {
            if self.session.undo().is_none() {
                break;
            }
        }
        Ok(Next::Show)
    }

    fn bot_moves(&mut self) -> Result<(), Failure> {
        let mover = self.game.players()[self.session.mover()].clone();
        let Some(chosen) = self.think()? else { return Ok(()) };
        self.session.play(&chosen.text).map_err(Failure::bad_input)?;
        writeln!(self.terminal, "{mover} plays {} ({})", chosen.text, opinion(&chosen))?;
        self.show()
    }

    fn show(&mut self) -> Result<(), Failure> {
        write!(self.terminal, "{}", self.session.picture().text())?;
        Ok(self.terminal.flush()?)
    }

    /// The game as text: the name of the game, then one move a line.
    fn record(&self) -> String {
        let mut text = format!("{} {}\n", self.game.about().name, self.position);
        for written in self.session.record() {
            text += &format!("{written}\n");
        }
        text
    }
}

/// What the bot thinks of its position, in words.
fn opinion(chosen: &Chosen) -> String {
    match chosen.plies {
        Some(plies) if chosen.score > 0 => format!("wins in {}", plies.div_ceil(2)),
        Some(plies) => format!("loses in {}", plies / 2),
        None if chosen.proven => "a draw with best play".to_string(),
        None => format!("{:+.2}", f64::from(chosen.score) / 100.0),
    }
}
