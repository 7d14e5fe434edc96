//! Who can play a match of chess: our engine, and any UCI program. Every move is checked by our rules.

use super::{GRACE, Settings};
use crate::exit::{Failure, Outcome};
use crate::program::{Program, Silence};
use crate::terminal::{Terminal, read_text};
use clap::Args;
use std::ops::RangeInclusive;
use std::time::Duration;
use zugwerk_chess::pgn::{PgnGame, Reader};
use zugwerk_chess::{Chess, Color, Epd, Move, Position};
use zugwerk_engine::{Control, Engine, GameClock, Limits, material_minimax};
use zugwerk_registry::{PlayerSpec, chess_player};
use zugwerk_search::matches::{
    Choice, Contender, MoveLimit, Opening, Player, PlayerError, Reason, Report, Searcher, Seat,
    Turn,
};
use zugwerk_search::{Random, Rng};

/// A match of chess
#[derive(Args)]
#[command(after_help = "\
Players:
  zugwerk      our engine, in this process; zugwerk:hash=64,threads=2,elo=1500
  plain        minimax over material, 3 plies deep; plain:depth=2
  minimax, alpha-beta, ordered-alpha-beta, principal-variation, deepening, mcts, greedy
               with a classical evaluation; alpha-beta:depth=4
  random       any legal move
  anything else is a UCI program with its arguments, such as \"stockfish\" or \"./zugwerk uci\"

Openings are a file of FEN or EPD lines, or a PGN file, of which whole games are taken as openings.

Examples:
  zugwerk match chess --a zugwerk --b toga2 --clock 8+0.08 --games 200 --openings book.epd
  zugwerk match chess --a \"./new uci\" --b \"./old uci\" --clock 2+0.02 --sprt 0,5 --games 20000
  zugwerk match chess --a zugwerk:elo=1500 --b zugwerk:elo=1300 --time 100 --save games.pgn")]
pub struct Task {
    /// The first player
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// A UCI option for the first player, if that is a program; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_a: Vec<(String, String)>,
    /// A UCI option for the second player, if that is a program; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_b: Vec<(String, String)>,
    /// Openings: EPD or FEN lines, or a PGN file, or - for standard input
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Chess960: castling is written as king takes rook
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    settings: Settings,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as Hash=64")?;
    Ok((name.trim().to_string(), value.trim().to_string()))
}

impl Task {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let kinds = [(&self.a, &self.option_a), (&self.b, &self.option_b)];
        let [a, b] = kinds.map(|(text, options)| Kind::read(text, options));
        let (a, b) = (a?, b?);
        let openings = match &self.openings {
            Some(path) => self.read_openings(path)?,
            None => self.random_openings(),
        };
        let seed = self.settings.seed;
        let players = |board: u64| {
            let seed = Rng::new(seed ^ board << 32).bits();
            (a.player(seed, self.chess960), b.player(!seed, self.chess960))
        };
        let names = [self.a.as_str(), self.b.as_str()];
        let written = |report: &Report<Chess>| written(report, names);
        self.settings.play(&Chess, openings, players, written, Some(3), terminal)
    }

    fn random_openings(&self) -> Vec<Opening<Chess>> {
        let mut rng = Rng::new(self.settings.seed);
        let pairs = self.settings.games.div_ceil(2);
        let mut start = Position::start();
        start.set_chess960(self.chess960);
        (0..pairs)
            .map(|_| Opening::random(&Chess, &start, self.settings.random_plies, &mut rng))
            .collect()
    }

    /// The openings of a file, in an order that follows from the seed.
    fn read_openings(&self, path: &str) -> Result<Vec<Opening<Chess>>, Failure> {
        let text = read_text(path)?;
        let is_pgn = path.ends_with(".pgn") || text.trim_start().starts_with('[');
        let mut openings = if is_pgn { read_pgn(path, &text)? } else { read_epd(path, &text)? };
        if openings.is_empty() {
            return Err(Failure::bad_input(format!("{path}: no openings; expected one a line")));
        }
        for opening in &mut openings {
            opening.start.set_chess960(self.chess960);
        }
        let mut rng = Rng::new(self.settings.seed);
        for at in (1..openings.len()).rev() {
            openings.swap(at, rng.below(at + 1));
        }
        Ok(openings)
    }
}

fn read_epd(path: &str, text: &str) -> Result<Vec<Opening<Chess>>, Failure> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| match line.parse::<Epd>() {
            Ok(epd) => Ok(Opening::from_start(epd.position)),
            Err(error) => Err(Failure::bad_input(format!("{path}: line {}: {error}", number + 1))),
        })
        .collect()
}

fn read_pgn(path: &str, text: &str) -> Result<Vec<Opening<Chess>>, Failure> {
    let mut openings = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| Failure::file(path, error))?;
        if let Some(error) = &game.error {
            return Err(Failure::bad_input(format!("{path}: {error}")));
        }
        if game.last_position().end().is_none() {
            openings.push(Opening { start: game.start.clone(), moves: game.moves().collect() });
        }
    }
    Ok(openings)
}

/// A game as PGN.
fn written(report: &Report<Chess>, names: [&str; 2]) -> String {
    let mut game = PgnGame::new(report.opening.start.clone());
    let [white, black] = match (report.first, report.opening.start.turn()) {
        (Contender::A, Color::White) | (Contender::B, Color::Black) => names,
        _ => [names[1], names[0]],
    };
    let tags = [
        ("Event", "zugwerk match".to_string()),
        ("Round", (report.number + 1).to_string()),
        ("White", white.to_string()),
        ("Black", black.to_string()),
        ("Termination", report.ending.reason.to_string()),
    ];
    game.tags.extend(tags.map(|(name, value)| (name.to_string(), value)));
    for &m in report.moves {
        game.push(m);
    }
    let first = report.opening.start.turn();
    game.result = match report.ending.winner {
        None => "1/2-1/2",
        Some(seat) if (seat == Seat::First) == (first == Color::White) => "1-0",
        Some(_) => "0-1",
    };
    if matches!(report.ending.reason, Reason::PlayerError(_)) {
        game.line.comment = report.ending.reason.to_string();
    }
    game.to_string()
}

/// A player as described on the command line.
enum Kind {
    Zugwerk {
        hash: usize,
        threads: usize,
        elo: Option<u32>,
    },
    Plain(u32),
    Random,
    /// A strategy that every game has.
    General(PlayerSpec),
    Program {
        command: String,
        options: Vec<(String, String)>,
    },
}

impl Kind {
    fn read(text: &str, options: &[(String, String)]) -> Result<Kind, Failure> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut numbers = Vec::new();
        if ["zugwerk", "plain", "random"].contains(&name) {
            if !options.is_empty() {
                let what =
                    format!("{name} is no program: --option-a and --option-b are for programs");
                return Err(Failure::bad_input(what));
            }
            for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
                let number = setting.split_once('=').and_then(|(k, v)| Some((k, v.parse().ok()?)));
                let bad = || format!("bad setting {setting:?} of {name}; expected NAME=NUMBER");
                numbers.push(number.ok_or_else(|| Failure::bad_input(bad()))?);
            }
        }
        let known = |names: &[&str]| match numbers.iter().find(|(k, _)| !names.contains(k)) {
            Some((wrong, _)) => Err(Failure::bad_input(format!(
                "{name} has no setting {wrong:?}; it has {}",
                if names.is_empty() { "none".to_string() } else { names.join(", ") }
            ))),
            None => Ok(()),
        };
        let number = |wanted: &str, range: RangeInclusive<u32>| match numbers
            .iter()
            .find(|(k, _)| *k == wanted)
        {
            Some((_, n)) if !range.contains(n) => Err(Failure::bad_input(format!(
                "{name}: {wanted} must be {} to {}, not {n}",
                range.start(),
                range.end()
            ))),
            found => Ok(found.map(|(_, n)| *n)),
        };
        Ok(match name {
            "zugwerk" => {
                known(&["hash", "threads", "elo"])?;
                Kind::Zugwerk {
                    hash: number("hash", 1..=65_536)?.unwrap_or(64) as usize,
                    threads: number("threads", 1..=512)?.unwrap_or(1) as usize,
                    elo: number("elo", 800..=2800)?,
                }
            }
            "plain" => {
                known(&["depth"])?;
                // Deeper, it would think for minutes.
                Kind::Plain(number("depth", 1..=5)?.unwrap_or(3))
            }
            "random" => {
                known(&[])?;
                Kind::Random
            }
            _ if PlayerSpec::NAMES.contains(&name) && options.is_empty() => {
                Kind::General(PlayerSpec::read(text).map_err(Failure::bad_input)?)
            }
            _ => {
                External::new(text, options.to_vec()).introduce()?;
                Kind::Program { command: text.to_string(), options: options.to_vec() }
            }
        })
    }

    fn player(&self, seed: u64, chess960: bool) -> Box<dyn Player<Chess>> {
        match self {
            Kind::Zugwerk { hash, threads, elo } => {
                let mut engine = Engine::new(*hash);
                engine.set_threads(*threads);
                engine.set_strength(*elo);
                Box::new(InProcess(engine))
            }
            Kind::Plain(depth) => Box::new(Plain(*depth)),
            Kind::Random => Box::new(Searcher(Random::new(seed))),
            Kind::General(spec) => Box::new(Searcher(chess_player(spec, seed))),
            Kind::Program { command, options } => {
                let mut options = options.clone();
                if chess960 {
                    options.push(("UCI_Chess960".to_string(), "true".to_string()));
                }
                Box::new(External::new(command, options))
            }
        }
    }
}

/// Our engine without a pipe in between.
struct InProcess(Engine);

impl Player<Chess> for InProcess {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.0.clear();
        Ok(())
    }

    fn choose(&mut self, _: &Chess, turn: &Turn<Chess>) -> Result<Choice<Move>, PlayerError> {
        let mut game = zugwerk_chess::Game::from_position(turn.start.clone());
        for &m in turn.moves {
            game.play(m);
        }
        let limits = match turn.limit {
            MoveLimit::Depth(plies) => Limits::depth(plies as i32),
            MoveLimit::Nodes(count) => Limits::nodes(count),
            MoveLimit::Time(time) => Limits::time(time),
            MoveLimit::Clock { own, increment, .. } => {
                let clock = GameClock { left: own, increment, moves_to_go: None };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        };
        let control = Control::new(self.0.threads(), false);
        let found = self.0.search(&game, &limits, &control, &|_| ());
        let chosen = found.best.ok_or_else(|| PlayerError::Crashed("found no move".to_string()))?;
        Ok(Choice { chosen, score: Some(found.value) })
    }
}

/// Minimax over material.
struct Plain(u32);

impl Player<Chess> for Plain {
    fn choose(&mut self, _: &Chess, turn: &Turn<Chess>) -> Result<Choice<Move>, PlayerError> {
        let found = material_minimax::best_move(turn.state, self.0);
        let (chosen, value) =
            found.ok_or_else(|| PlayerError::Crashed("found no move".to_string()))?;
        Ok(Choice { chosen, score: Some(value) })
    }
}

/// A UCI program; one that has broken down is started afresh for the next game.
struct External {
    command: String,
    options: Vec<(String, String)>,
    running: Option<Program>,
}

/// How long a program may take to say that it is ready.
const READY_TIMEOUT: Duration = Duration::from_secs(20);

fn trouble(silence: Silence) -> PlayerError {
    match silence {
        Silence::Late => PlayerError::Hung,
        Silence::Ended => PlayerError::Crashed("ended without an answer".to_string()),
    }
}

fn broken(error: std::io::Error) -> PlayerError {
    PlayerError::Crashed(error.to_string())
}

/// Lets a program say who it is and what can be set; `listen` hears it.
fn shake_hands(program: &mut Program, listen: &mut dyn FnMut(&str)) -> Result<(), PlayerError> {
    program.say("uci").map_err(broken)?;
    program.wait_for("uciok", READY_TIMEOUT, listen).map_err(trouble)?;
    Ok(())
}

impl External {
    fn new(command: &str, options: Vec<(String, String)>) -> External {
        External { command: command.to_string(), options, running: None }
    }

    /// Starts the program once before the match: a wrong name is an error, and an option that it does not
    /// list is told, since UCI has no word for refusing one.
    fn introduce(&self) -> Result<(), Failure> {
        let mut program =
            Program::start(&self.command).map_err(|error| Failure::file(&self.command, error))?;
        let mut listed = Vec::new();
        let mut listen = |line: &str| {
            if let Some(rest) = line.strip_prefix("option name ") {
                listed.push(rest.split(" type ").next().unwrap_or(rest).to_lowercase());
            }
        };
        if shake_hands(&mut program, &mut listen).is_ok() {
            for (name, _) in &self.options {
                if !listed.contains(&name.to_lowercase()) {
                    eprintln!("{}: lists no option {name}; it is sent all the same", self.command);
                }
            }
        }
        Ok(())
    }

    fn start(&self) -> Result<Program, PlayerError> {
        let mut program = Program::start(&self.command).map_err(broken)?;
        shake_hands(&mut program, &mut |_| ())?;
        for (name, value) in &self.options {
            program.say(&format!("setoption name {name} value {value}")).map_err(broken)?;
        }
        Ok(program)
    }

    fn program(&mut self) -> Result<&mut Program, PlayerError> {
        let program = match self.running.take() {
            Some(program) => program,
            None => self.start()?,
        };
        Ok(self.running.insert(program))
    }

    fn greet(&mut self) -> Result<(), PlayerError> {
        let program = self.program()?;
        program.say("ucinewgame").and_then(|()| program.say("isready")).map_err(broken)?;
        program.wait_for("readyok", READY_TIMEOUT, |_| ()).map_err(trouble)?;
        Ok(())
    }

    fn answer(&mut self, turn: &Turn<Chess>) -> Result<Choice<Move>, PlayerError> {
        let program = self.program()?;
        program.heed(turn.stop);
        let mut position = turn.start.clone();
        let mut command = format!("position fen {position}");
        for (number, m) in turn.moves.iter().enumerate() {
            command += if number == 0 { " moves " } else { " " };
            command += &position.uci(*m);
            position = position.play(*m);
        }
        program.say(&command).and_then(|()| program.say(&go(turn))).map_err(broken)?;
        let limit = turn.limit.time_limit().unwrap_or(Duration::from_secs(600));
        let mut score = None;
        let listen = |line: &str| score = read_score(line).or(score);
        let (_, text) = program.wait_for("bestmove", limit + GRACE, listen).map_err(trouble)?;
        let word = text.split_whitespace().nth(1).unwrap_or("");
        let chosen =
            position.parse_uci(word).map_err(|_| PlayerError::Illegal(word.to_string()))?;
        Ok(Choice { chosen, score })
    }
}

impl Player<Chess> for External {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.greet().inspect_err(|_| self.running = None)
    }

    fn choose(&mut self, _: &Chess, turn: &Turn<Chess>) -> Result<Choice<Move>, PlayerError> {
        let answer = self.answer(turn);
        if matches!(answer, Err(PlayerError::Crashed(_) | PlayerError::Hung)) {
            self.running = None;
        }
        answer
    }
}

fn go(turn: &Turn<Chess>) -> String {
    match turn.limit {
        MoveLimit::Depth(plies) => format!("go depth {plies}"),
        MoveLimit::Nodes(count) => format!("go nodes {count}"),
        MoveLimit::Time(time) => format!("go movetime {}", time.as_millis()),
        MoveLimit::Clock { own, other, increment } => {
            let (white, black) = match turn.state.turn() {
                Color::White => (own, other),
                Color::Black => (other, own),
            };
            let (white, black, added) =
                (white.as_millis(), black.as_millis(), increment.as_millis());
            format!("go wtime {white} btime {black} winc {added} binc {added}")
        }
    }
}

/// The score in a line of information, a mate as a large number.
fn read_score(line: &str) -> Option<i32> {
    let mut words = line.split_whitespace().skip_while(|word| *word != "score").skip(1);
    let (kind, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match kind {
        "cp" => Some(number.clamp(-30_000, 30_000)),
        "mate" => Some(if number > 0 { 32_000 } else { -32_000 }),
        _ => None,
    }
}
