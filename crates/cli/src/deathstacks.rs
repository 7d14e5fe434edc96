//! `zugwerk deathstacks`: moves, counts, pictures and games of Death Stacks.

mod picture;
mod play;

pub use picture::picture;

use crate::chess::perft::Counted;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::number::whole;
use crate::terminal::{Terminal, read_text};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use zugwerk_deathstacks::{
    Board, Bot, DeathStacks, Move, PackedStack, Player, Position, Stack, TooManyStones, VecStack,
};
use zugwerk_search::{Budget, Found, Game, Root, Strategy, divide, score};

/// Play Death Stacks, list and count moves, let the bot choose
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk deathstacks play
  zugwerk deathstacks show
  zugwerk deathstacks move \"$(zugwerk deathstacks start)\" r --time 200
  zugwerk deathstacks moves rr,rr,rr,rr,rr,rr/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb r
  zugwerk deathstacks perft rr,rr,rr,rr,rr,rr/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb r 5

A board is written as rows 6 to 1 separated by /, squares by commas, stones as r and b, the top
one first. A FEN of - is read from standard input. A move is start-steps-target: a6-2-a4.")]
pub struct Command {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Move(MoveTask),
    Moves(MovesTask),
    Perft(PerftTask),
    Show(picture::Show),
    Play(play::Play),
    /// Print the start position
    Start,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match self.task {
            Task::Move(task) => task.run(terminal),
            Task::Moves(task) => task.run(terminal),
            Task::Perft(task) => task.run(terminal),
            Task::Show(task) => task.run(terminal),
            Task::Play(task) => task.run(terminal),
            Task::Start => {
                writeln!(terminal, "{}", zugwerk_deathstacks::START)?;
                Ok(Exit::Answered)
            }
        }
    }
}

/// A position on the command line.
#[derive(Args)]
struct Place {
    /// The board, or - to read it from standard input
    fen: String,
    /// Who is to move, r or b
    player: String,
}

impl Place {
    fn read(&self) -> Result<(Board, Player), Failure> {
        Ok((read_board(&self.fen)?, read_player(&self.player)?))
    }
}

fn read_board(fen: &str) -> Result<Board, Failure> {
    let text = if fen == "-" { read_text("-")?.trim_end().to_string() } else { fen.to_string() };
    Board::from_fen(&text).map_err(Failure::bad_input)
}

fn read_player(text: &str) -> Result<Player, Failure> {
    let mut letters = text.chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(Failure::bad_input(format!("bad player {text:?}; expected r or b"))),
    }
}

/// Runs one of two versions of the same code: with stacks as bit strings, which hold every board of
/// the game, or with stacks as lists where someone made up a board with more stones.
macro_rules! with_position {
    ($board:expr, $player:expr, |$position:ident| $body:expr) => {
        match Position::<PackedStack>::new($board, $player) {
            Ok($position) => $body,
            Err(_) => {
                let $position = Position::<VecStack>::new($board, $player).map_err(too_many)?;
                $body
            }
        }
    };
}

fn too_many(error: TooManyStones) -> Failure {
    Failure::bad_input(error)
}

/// Let the bot choose a move and print it
///
/// Exit code 1 where the player has no move, which is to say has lost.
#[derive(Args)]
struct MoveTask {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    effort: Effort,
    /// Print the list of all moves instead, as [a6-1-a5,a6-1-b5]; -all is taken too
    #[arg(long, conflicts_with_all = ["time", "depth"])]
    all: bool,
}

/// How hard the bot thinks.
#[derive(Args, Clone)]
struct Effort {
    /// Think this many milliseconds [default: 1000]
    #[arg(long, value_name = "MS", conflicts_with = "depth", allow_negative_numbers = true, value_parser = whole)]
    time: Option<u64>,
    /// Look exactly this many plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=500))]
    depth: Option<u32>,
    /// Think on this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Remember positions in this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
}

impl Effort {
    fn budget(&self) -> Budget {
        match self.depth {
            Some(depth) => Budget::depth(depth),
            None => Budget::time(Duration::from_millis(self.time.unwrap_or(1000))),
        }
    }

    fn bot(&self) -> Bot {
        Bot::new(self.memory as usize, self.threads as usize)
    }
}

/// What the bot found, for programs.
#[derive(Serialize)]
struct Answer {
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// For the side to move; about 100 make it win three games in four.
    score: Option<i32>,
    /// Set where the game is decided: plies to the end, negative where the mover loses.
    end_in_plies: Option<i64>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    milliseconds: u64,
}

impl Answer {
    fn new(found: &Found<Move>, begin: Instant) -> Answer {
        let end = score::plies_to_end(found.score).map(i64::from);
        Answer {
            chosen: found.best.map(|chosen| chosen.to_string()),
            score: end.is_none().then_some(found.score),
            end_in_plies: end.map(|plies| plies * i64::from(found.score.signum())),
            line: found.line.iter().map(Move::to_string).collect(),
            depth: found.depth,
            nodes: found.nodes,
            milliseconds: begin.elapsed().as_millis() as u64,
        }
    }
}

impl MoveTask {
    fn run(self, terminal: &mut Terminal) -> Outcome {
        let (board, player) = self.place.read()?;
        if self.all {
            return list(&board, player, terminal, |moves| format!("[{}]", moves.join(",")));
        }
        let begin = Instant::now();
        let found = with_position!(&board, player, |position| {
            self.effort.bot().search(
                &DeathStacks::RULES,
                &Root::new(position),
                &self.effort.budget(),
            )
        });
        if terminal.json() {
            terminal.print_json(&Answer::new(&found, begin))?;
        } else if let Some(chosen) = found.best {
            writeln!(terminal, "{chosen}")?;
        }
        match found.best {
            Some(_) => Ok(Exit::Answered),
            None => Ok(no_move(player)),
        }
    }
}

fn no_move(player: Player) -> Exit {
    eprintln!("zugwerk: {player} has no move: {} has won", player.other());
    Exit::No
}

/// List every legal move, one a line
#[derive(Args)]
struct MovesTask {
    #[command(flatten)]
    place: Place,
}

impl MovesTask {
    fn run(self, terminal: &mut Terminal) -> Outcome {
        let (board, player) = self.place.read()?;
        list(&board, player, terminal, |moves| moves.join("\n"))
    }
}

/// Prints every legal move as `written`.
fn list(
    board: &Board,
    player: Player,
    terminal: &mut Terminal,
    written: impl Fn(&[String]) -> String,
) -> Outcome {
    #[derive(Serialize)]
    struct Moves {
        moves: Vec<String>,
    }
    let moves = zugwerk_deathstacks::list_moves(board, player);
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    let none = moves.is_empty();
    match (written(&moves), terminal.json()) {
        (_, true) => terminal.print_json(&Moves { moves })?,
        (text, false) if !text.is_empty() => writeln!(terminal, "{text}")?,
        _ => {}
    }
    Ok(if none { no_move(player) } else { Exit::Answered })
}

/// Count the lines of play of a given length
#[derive(Args)]
struct PerftTask {
    #[command(flatten)]
    place: Place,
    /// How many moves a line has
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Show the count of every first move too
    #[arg(long)]
    divide: bool,
    /// Count on this many threads [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

impl PerftTask {
    fn run(self, terminal: &mut Terminal) -> Outcome {
        let (board, player) = self.place.read()?;
        with_position!(&board, player, |position| self.count(&position, terminal))
    }

    fn count<S: Stack>(&self, position: &Position<S>, terminal: &mut Terminal) -> Outcome {
        #[derive(Serialize)]
        struct Lines {
            #[serde(rename = "move")]
            first: String,
            lines: u64,
        }
        #[derive(Serialize)]
        struct Count {
            #[serde(flatten)]
            counted: Counted,
            // The same under the names that this command had alone; they stay as long as the schema does.
            total: u64,
            divide: Vec<Lines>,
            milliseconds: u64,
        }
        let all = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = self.threads.map_or(all, |threads| threads as usize);
        let rules = DeathStacks::RULES;
        let stop = interrupt::flag();
        let begin = Instant::now();
        let counts = divide(&rules, position, self.depth, threads, &stop);
        let counts = counts.ok_or(Failure::Interrupted)?;
        let total = if self.depth == 0 { 1 } else { counts.iter().map(|(_, lines)| lines).sum() };
        let divide: Vec<Lines> = counts
            .iter()
            .map(|&(first, lines)| Lines { first: rules.notation(position, first), lines })
            .collect();
        if terminal.json() {
            let taken = begin.elapsed();
            let moves =
                divide.iter().map(|Lines { first, lines }| (first.clone(), (*lines).into()));
            let counted = Counted {
                fen: position.board().to_string(),
                player: Some(position.mover().letter()),
                depth: self.depth,
                nodes: total,
                seconds: taken.as_secs_f64(),
                moves: self.divide.then(|| moves.collect()),
            };
            let milliseconds = taken.as_millis() as u64;
            terminal.print_json(&Count { counted, total, divide, milliseconds })?;
            return Ok(Exit::Answered);
        }
        if self.divide {
            for Lines { first, lines } in divide {
                writeln!(terminal, "{first}: {lines}")?;
            }
        }
        writeln!(terminal, "{total}")?;
        Ok(Exit::Answered)
    }
}
