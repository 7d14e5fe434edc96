//! A game against the bot in the terminal.

use super::{Effort, picture, read_board, read_player, too_many};
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::prompt::{Prompt, Typed};
use crate::terminal::{Terminal, read_text, shortened};
use clap::Args;
use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use zugwerk_deathstacks::{
    Board, Bot, DeathStacks, End, Move, Player, Playing, Position, Repetition, START, VecStack,
};
use zugwerk_search::{Found, Root, Strategy, score};

/// Play a game against the bot
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk deathstacks play
  zugwerk deathstacks play --side b --time 3000
  zugwerk deathstacks play --load game.txt

Type a move such as a6-2-a4, or help.")]
pub struct Play {
    /// Your side: r moves first, b second, both to play on your own
    #[arg(long, default_value = "r", value_name = "r|b|both")]
    side: String,
    /// The board to start from
    #[arg(long, value_name = "FEN", default_value = START, hide_default_value = true)]
    fen: String,
    /// Who moves first, r or b
    #[arg(long, value_name = "PLAYER", default_value = "r")]
    first: String,
    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "first"])]
    load: Option<String>,
    /// The third occurrence of a position is a draw, as in the original game
    #[arg(long)]
    repetition: bool,
    #[command(flatten)]
    effort: Effort,
}

const HELP: &str = "\
a6-2-a4       play a move: start, number of stones and steps, target
moves [a6]    list the legal moves, of one square if you name it
hint          what the bot would play
undo          take your last move back
show          draw the board again
fen           print the board as text
save FILE     write the game to a file
load FILE     continue a game from a file
quit          leave
";

/// How much of a line is repeated when it makes no sense.
const MOST_ECHOED: usize = 40;

/// Stacks of any height, since a game may start from any board.
type Game = Playing<VecStack>;

struct Session<'t> {
    terminal: &'t mut Terminal,
    prompt: Prompt,
    stop: Arc<AtomicBool>,
    game: Game,
    repetition: Repetition,
    /// The sides that the person plays.
    sides: Vec<Player>,
    bot: Bot,
    effort: Effort,
}

/// What a line of the person leads to.
enum Next {
    Ask,
    Continue,
    Quit,
}

impl Play {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let sides = match self.side.as_str() {
            "both" => Player::ALL.to_vec(),
            side => match read_player(side) {
                Ok(player) => vec![player],
                Err(_) => {
                    let message = format!("bad side {side:?}; expected r, b or both");
                    return Err(Failure::bad_input(message));
                }
            },
        };
        if self.fen == "-" {
            return Err(Failure::bad_input(
                "standard input is for your moves; give the board as text",
            ));
        }
        let repetition = if self.repetition { Repetition::Draw } else { Repetition::Ignored };
        let game = match &self.load {
            Some(path) => load(path, repetition)?,
            None => {
                let board = read_board(&self.fen)?;
                let start = Position::new(&board, read_player(&self.first)?).map_err(too_many)?;
                Playing::new(start, repetition)
            }
        };
        let bot = self.effort.bot();
        let prompt = Prompt::new();
        // At a terminal Ctrl-C makes the bot move at once; elsewhere it ends the program.
        let stop = if prompt.is_terminal() { interrupt::flag() } else { Arc::default() };
        Session { terminal, prompt, stop, game, repetition, sides, bot, effort: self.effort }.run()
    }
}

impl Session<'_> {
    fn run(mut self) -> Outcome {
        self.show()?;
        loop {
            let over = self.game.end();
            let prompt = match over {
                Some(end) => {
                    self.announce(end)?;
                    // A person may still want to save the game or take a move back.
                    if !stdin().is_terminal() {
                        return Ok(Exit::Answered);
                    }
                    "undo, save FILE, load FILE or quit> ".to_string()
                }
                None if !self.sides.contains(&self.game.position().mover()) => {
                    self.bot_moves()?;
                    continue;
                }
                None => format!("{}> ", self.game.position().mover()),
            };
            let line = match self.prompt.read(&prompt, self.terminal)? {
                Typed::Line(line) => line,
                Typed::Interrupt => {
                    let is_begun = !self.game.moves().is_empty();
                    if self.prompt.leaves(is_begun, self.terminal)? {
                        write!(self.terminal, "{}", record(&self.game))?;
                        self.terminal.flush()?;
                        return Err(Failure::Interrupted);
                    }
                    continue;
                }
                Typed::End if over.is_some() => {
                    writeln!(self.terminal)?;
                    return Ok(Exit::Answered);
                }
                Typed::End => {
                    writeln!(self.terminal)?;
                    return Err(Failure::bad_input(
                        "standard input ended before the game did; quit leaves a game",
                    ));
                }
            };
            match self.obey(line.trim())? {
                Next::Ask => {}
                Next::Continue => self.show()?,
                Next::Quit => return Ok(Exit::Answered),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Ok(Next::Ask),
            ("help" | "?", _) => self.say(HELP.trim_end()),
            ("moves", square) => self.list(square),
            ("hint", _) if self.game.end().is_some() => self.say("the game is over"),
            ("hint", _) => self.hint(),
            ("undo", _) => self.undo(),
            ("show", _) => Ok(Next::Continue),
            ("fen", _) => {
                let position = self.game.position();
                let text = format!("{} {}", position.board(), position.mover().letter());
                self.say(&text)
            }
            ("save", "") | ("load", "") => self.say(&format!("{word} needs the name of a file")),
            ("save", path) => match std::fs::write(path, record(&self.game)) {
                Ok(()) => self.say(&format!("saved {} moves to {path}", self.game.moves().len())),
                Err(error) => self.say(&format!("{path}: {error}")),
            },
            ("load", path) => match load(path, self.repetition) {
                Ok(game) => {
                    self.game = game;
                    Ok(Next::Continue)
                }
                Err(Failure::BadInput(message)) => self.say(&message),
                Err(other) => Err(other),
            },
            ("quit" | "exit", _) => Ok(Next::Quit),
            _ => self.play(line),
        }
    }

    fn say(&mut self, text: &str) -> Result<Next, Failure> {
        writeln!(self.terminal, "{text}")?;
        Ok(Next::Ask)
    }

    fn play(&mut self, text: &str) -> Result<Next, Failure> {
        // A6 2 a4 is as clear as a6-2-a4.
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        // No move is as long as that, so a cut one is still none.
        let words = shortened(&words.join("-"), MOST_ECHOED);
        let chosen: Move = match words.parse() {
            Ok(chosen) => chosen,
            Err(error) => return self.say(&format!("{error}; or type help")),
        };
        if self.game.play(chosen) {
            return Ok(Next::Continue);
        }
        let reason = self.game.position().why_not(chosen);
        let reason = reason.unwrap_or_else(|| "the game is over".to_string());
        self.say(&format!("{chosen} is not legal: {reason}"))
    }

    fn list(&mut self, square: &str) -> Result<Next, Failure> {
        let square = square.to_lowercase();
        let moves = self.game.position().moves();
        let names: Vec<String> = moves
            .map(|chosen| chosen.to_string())
            .filter(|name| name.starts_with(&square))
            .collect();
        match names.is_empty() {
            true if square.is_empty() => self.say("there is no move"),
            true => self.say(&format!("no move starts from {}", shortened(&square, MOST_ECHOED))),
            false => self.say(&names.join(" ")),
        }
    }

    fn search(&mut self) -> Found<Move> {
        let watched = Terminal::shows_progress();
        if watched {
            eprint!("thinking …");
        }
        let position = self.game.position();
        let budget = self.effort.budget().stopped_by(self.stop.clone());
        // As bit strings where they fit, which is much faster.
        let found = match Position::new(&position.board(), position.mover()) {
            Ok(state) => {
                let root = Root { state, history: short_history(&self.game) };
                let rules = DeathStacks::<zugwerk_deathstacks::PackedStack>::RULES;
                self.bot.search(&rules, &root, &budget)
            }
            Err(_) => {
                let root = Root { state: position.clone(), history: self.game.history() };
                let rules = DeathStacks::<VecStack>::RULES;
                self.bot.search(&rules, &root, &budget)
            }
        };
        self.stop.store(false, Ordering::SeqCst);
        if watched {
            eprint!("\r\x1b[K");
        }
        found
    }

    fn hint(&mut self) -> Result<Next, Failure> {
        let found = self.search();
        let line: Vec<String> = found.line.iter().take(5).map(Move::to_string).collect();
        self.say(&format!("{} ({})", line.join(" "), opinion(found.score)))
    }

    fn undo(&mut self) -> Result<Next, Failure> {
        // Back to the person's own last move, over the bot's reply.
        let Some(own) = (0..self.game.moves().len()).rev().find(|&ply| {
            let mover = if ply % 2 == 0 {
                self.game.start().mover()
            } else {
                self.game.start().mover().other()
            };
            self.sides.contains(&mover)
        }) else {
            return self.say("there is no move of yours to take back");
        };
        while self.game.moves().len() > own {
            self.game.undo();
        }
        Ok(Next::Continue)
    }

    fn bot_moves(&mut self) -> Result<(), Failure> {
        let mover = self.game.position().mover();
        let found = self.search();
        let chosen = found.best.expect("the game goes on");
        writeln!(self.terminal, "{mover} plays {chosen} ({})", opinion(found.score))?;
        self.game.play(chosen);
        self.show()
    }

    fn show(&mut self) -> Result<(), Failure> {
        let picture = picture(&self.game.position().board(), self.terminal);
        write!(self.terminal, "{picture}")?;
        Ok(self.terminal.flush()?)
    }

    fn announce(&mut self, end: End) -> Result<(), Failure> {
        match end {
            End::Won(winner) => writeln!(self.terminal, "{winner} owns every stack and has won")?,
            End::Repetition => {
                writeln!(self.terminal, "the position has occurred three times: a draw")?
            }
        }
        Ok(())
    }
}

/// The earlier positions as the fast form of a position knows them.
fn short_history(game: &Game) -> Vec<u64> {
    let start = game.start();
    let Ok(mut position) =
        Position::<zugwerk_deathstacks::PackedStack>::new(&start.board(), start.mover())
    else {
        return Vec::new();
    };
    let mut history = Vec::new();
    for &chosen in game.moves() {
        history.push(position.hash());
        position = position.play(chosen).expect("the game consists of legal moves");
    }
    history
}

fn opinion(found: score::Score) -> String {
    match score::plies_to_end(found) {
        Some(plies) if found > 0 => format!("wins in {} moves", plies.div_ceil(2)),
        Some(plies) => format!("loses in {} moves", plies / 2),
        None => format!("{:+.2}", f64::from(found) / 100.0),
    }
}

/// A game as text: the board and the first player on one line, then one move a line.
fn record(game: &Game) -> String {
    let start = game.start();
    let mut text = format!("{} {}\n", start.board(), start.mover().letter());
    for chosen in game.moves() {
        text += &format!("{chosen}\n");
    }
    text
}

fn load(path: &str, repetition: Repetition) -> Result<Game, Failure> {
    let at = |line: usize, what: &dyn Display| {
        Failure::bad_input(format!("{path}: line {line}: {what}"))
    };
    if path == "-" {
        return Err(Failure::bad_input("standard input is for your moves; name a file"));
    }
    let text = read_text(path)?;
    let mut lines = text.lines();
    let (fen, player) = lines
        .next()
        .and_then(|line| line.trim().rsplit_once(' '))
        .ok_or_else(|| at(1, &"expected a board and r or b"))?;
    let board = Board::from_fen(fen).map_err(|error| at(1, &error))?;
    let player = read_player(player)
        .map_err(|_| at(1, &format!("bad player {player:?}; expected r or b")))?;
    let start = Position::new(&board, player).map_err(|error| at(1, &error))?;
    let mut game = Playing::new(start, repetition);
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let chosen: Move = line.trim().parse().map_err(|error| at(number + 2, &error))?;
        if !game.play(chosen) {
            return Err(at(number + 2, &format!("{chosen} is not legal there")));
        }
    }
    Ok(game)
}
