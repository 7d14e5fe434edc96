//! Who can play a match of Death Stacks.

use super::{GRACE, Settings};
use crate::exit::{Failure, Outcome};
use crate::program::{Program, Silence};
use crate::terminal::{Terminal, read_text, shortened};
use clap::Args;
use std::time::Duration;
use zugwerk_deathstacks::{
    Board, Bot, DeathStacks, FEATURES, Learned, Move, Ownership, Player as Side, Position,
};
use zugwerk_search::matches::{
    Choice, Contender, Opening, Player, PlayerError, Report, Searcher, Turn,
};
use zugwerk_search::{
    AlphaBeta, Deepening, Greedy, MonteCarlo, PrincipalVariation, Random, Rng, Strategy,
};

/// A match of Death Stacks
#[derive(Args)]
#[command(after_help = "\
Players:
  bot          the bot; bot:threads=2,memory=64,proof=0.1,weights=FILE
  ownership    the bot's search with the first evaluation: stacks owned, nothing else
  greedy       one ply ahead with the bot's evaluation
  random       any legal move
  alpha-beta, pvs, deepening, monte-carlo
               the searches of the same names with the bot's evaluation
  program:COMMAND
               a program that gets the board and r or b as its last arguments and prints a move

An opening is a line of moves from the start position: a6-2-a4 b1-1-b2.

Examples:
  zugwerk match deathstacks --a bot --b greedy --games 100 --time 50
  zugwerk match deathstacks --a bot --b monte-carlo --nodes 5000 --save games.txt
  zugwerk match deathstacks --a bot --b \"program:./mine --fast\" --games 10 --time 1000")]
pub struct Task {
    /// The first player
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Openings, one a line, or - for standard input
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

impl Task {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let (a, b) = (Kind::read(&self.a)?, Kind::read(&self.b)?);
        let openings = match &self.openings {
            Some(path) => read_openings(path)?,
            None => self.random_openings(),
        };
        let seed = self.settings.seed;
        let players = |board: u64| {
            let seed = Rng::new(seed ^ board << 32).bits();
            (a.player(seed), b.player(!seed))
        };
        // The rules of the course know no draw by repetition.
        self.settings.play(&RULES, openings, players, written, None, terminal)
    }

    fn random_openings(&self) -> Vec<Opening<DeathStacks>> {
        let mut rng = Rng::new(self.settings.seed);
        let plies = self.settings.random_plies;
        let pairs = self.settings.games.div_ceil(2);
        (0..pairs).map(|_| Opening::random(&RULES, &start(), plies, &mut rng)).collect()
    }
}

static RULES: DeathStacks = DeathStacks::RULES;

fn start() -> Position {
    Position::new(&Board::start(), Side::Red).expect("the start position has 24 stones")
}

fn read_openings(path: &str) -> Result<Vec<Opening<DeathStacks>>, Failure> {
    let mut openings = Vec::new();
    for (number, line) in read_text(path)?.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let wrong =
            |what: String| Failure::bad_input(format!("{path}: line {}: {what}", number + 1));
        let mut position = start();
        let mut moves = Vec::new();
        for word in line.split_whitespace() {
            let chosen: Move = word.parse().map_err(|error| wrong(format!("{error}")))?;
            let next = position.play(chosen);
            position = next.ok_or_else(|| wrong(format!("{chosen} is not legal there")))?;
            moves.push(chosen);
        }
        openings.push(Opening { start: start(), moves });
    }
    if openings.is_empty() {
        return Err(Failure::bad_input(format!("{path}: no openings; expected one a line")));
    }
    Ok(openings)
}

/// A game as a line: number, who moved first, who won and how, then the moves.
fn written(report: &Report<DeathStacks>) -> String {
    let name = |contender| if contender == Contender::A { "A" } else { "B" };
    let result = match report.winner() {
        Some(winner) => format!("{} wins", name(winner)),
        None => "draw".to_string(),
    };
    let moves: Vec<String> = report.moves.iter().map(Move::to_string).collect();
    format!(
        "{} {} first, {result}, {}: {}",
        report.number + 1,
        name(report.first),
        report.ending.reason,
        moves.join(" ")
    )
}

/// A player as described on the command line.
enum Kind {
    Bot { threads: usize, memory: usize, proof: f64, evaluation: Learned<'static> },
    Ownership,
    Greedy,
    Random,
    AlphaBeta,
    PrincipalVariation,
    Deepening,
    MonteCarlo,
    Program(String),
}

impl Kind {
    fn read(text: &str) -> Result<Kind, Failure> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "bot" => return Kind::read_bot(options),
            "program" if !options.trim().is_empty() => {
                Program::check(options).map_err(Failure::bad_input)?;
                return Ok(Kind::Program(options.to_string()));
            }
            "ownership" => Kind::Ownership,
            "greedy" => Kind::Greedy,
            "random" => Kind::Random,
            "alpha-beta" => Kind::AlphaBeta,
            "pvs" => Kind::PrincipalVariation,
            "deepening" => Kind::Deepening,
            "monte-carlo" => Kind::MonteCarlo,
            _ => {
                return Err(Failure::bad_input(format!(
                    "no player {name:?}; expected bot, ownership, greedy, random, alpha-beta, pvs, \
                     deepening, monte-carlo or program:COMMAND"
                )));
            }
        };
        match options {
            "" => Ok(kind),
            _ => Err(Failure::bad_input(format!("the player {name} has no options"))),
        }
    }

    fn read_bot(options: &str) -> Result<Kind, Failure> {
        let (mut threads, mut memory, mut proof) = (1, 16, None);
        let mut evaluation = Learned::default();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let wrong = || {
                Failure::bad_input(format!(
                    "bad option {option:?} of the bot; expected threads=N, memory=MIB, proof=SHARE \
                     (0 to 0.9) or weights=FILE"
                ))
            };
            let (key, value) = option.split_once('=').ok_or_else(wrong)?;
            let whole = || value.parse().ok().filter(|n| (1..=65536).contains(n)).ok_or_else(wrong);
            match key {
                "threads" => threads = whole()?,
                "memory" => memory = whole()?,
                "proof" => {
                    let share = value.parse().ok().filter(|share| (0.0..=0.9).contains(share));
                    proof = Some(share.ok_or_else(wrong)?);
                }
                "weights" => evaluation = read_weights(value)?,
                _ => return Err(wrong()),
            }
        }
        Ok(Kind::Bot { threads, memory, proof: proof.unwrap_or(Bot::PROOF_SHARE), evaluation })
    }

    fn player(&self, seed: u64) -> Box<dyn Player<DeathStacks>> {
        const MEMORY: usize = 16;
        let learned = Learned::default();
        let strategy: Box<dyn Strategy<DeathStacks> + Send> = match *self {
            Kind::Program(ref command) => return Box::new(Outsider { command: command.clone() }),
            Kind::Bot { threads, memory, proof, evaluation } => {
                Box::new(Bot::new(memory, threads).with(evaluation, proof))
            }
            Kind::Ownership => Box::new(Deepening::new(Ownership, MEMORY)),
            Kind::Greedy => Box::new(Greedy::new(learned, seed)),
            Kind::Random => Box::new(Random::new(seed)),
            Kind::AlphaBeta => Box::new(AlphaBeta { evaluation: learned }),
            Kind::PrincipalVariation => Box::new(PrincipalVariation { evaluation: learned }),
            Kind::Deepening => Box::new(Deepening::new(learned, MEMORY)),
            Kind::MonteCarlo => Box::new(MonteCarlo::new(learned, seed)),
        };
        Box::new(Searcher(strategy))
    }
}

/// A program that is started for every move with the board and the player, and prints the move: the
/// contract of the course's server.
struct Outsider {
    command: String,
}

impl Player<DeathStacks> for Outsider {
    fn choose(
        &mut self,
        _: &DeathStacks,
        turn: &Turn<DeathStacks>,
    ) -> Result<Choice<Move>, PlayerError> {
        let (board, mover) = (turn.state.board(), turn.state.mover().letter());
        let mut program = Program::start(&format!("{} {board} {mover}", self.command))
            .map_err(|error| PlayerError::Crashed(error.to_string()))?;
        program.heed(turn.stop);
        let limit = turn.limit.time_limit().unwrap_or(Duration::from_secs(600));
        let (_, answer) = program.line(limit + GRACE).map_err(|silence| match silence {
            Silence::Late => PlayerError::Hung,
            Silence::Ended => PlayerError::Crashed("ended without an answer".to_string()),
        })?;
        let chosen = answer
            .parse()
            .map_err(|_| PlayerError::Illegal(format!("{:?}", shortened(&answer, 40))))?;
        Ok(Choice { chosen, score: None })
    }
}

/// Weights for the bot's evaluation: as many whole numbers as it has features.
fn read_weights(path: &str) -> Result<Learned<'static>, Failure> {
    let mut weights = Vec::new();
    for word in read_text(path)?.split_whitespace() {
        let number: i16 = word.parse().map_err(|_| {
            Failure::bad_input(format!("{path}: {word:?} is not a whole number up to 32767"))
        })?;
        weights.push(number);
    }
    let found = weights.len();
    let weights: Box<[i16; FEATURES]> = weights
        .try_into()
        .map_err(|_| Failure::bad_input(format!("{path}: {found} numbers; expected {FEATURES}")))?;
    // Players live as long as the program.
    Ok(Learned { weights: Box::leak(weights) })
}
