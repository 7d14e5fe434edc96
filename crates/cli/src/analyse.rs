//! `zugwerk analyse`: the engine's opinion of a position, or of every move of the games of a PGN file.

mod compared;
mod curve;
mod games;

use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::number;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;
use zugwerk_chess::{Game, Move, Position};
use zugwerk_engine::{Bound, Control, Engine, Info, Limits, Progress, Score};

/// Analyse a position, or the games of a PGN file
#[derive(Args)]
#[command(after_help = "\
For a position the best lines are printed. For a PGN file every move of every game gets its evaluation;
inaccuracies, mistakes and blunders are marked ?!, ? and ??, each with the better line as a variation.
The annotated games are written as PGN, to standard output or to the file of --output. An analysis that was
interrupted goes on with --resume: games that are already in that file are not analysed again.

Examples:
  zugwerk analyse start --depth 18 --lines 3
  zugwerk analyse 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3'
  zugwerk analyse games.pgn --time 0.2 --jobs 2 --output annotated.pgn
  zugwerk analyse game.pgn --svg curve.svg --json
  zugwerk analyse start --search all --depth 4")]
pub struct Command {
    /// A FEN, `start`, a PGN file, or - for a PGN file on standard input
    subject: String,
    /// Seconds for each position [default: 1 for a position, 0.1 in a game]
    #[arg(long, value_name = "SECONDS", value_parser = number::seconds_or_none, group = "effort")]
    time: Option<Duration>,
    /// Depth for each position
    #[arg(long, value_name = "PLIES", group = "effort", value_parser = clap::value_parser!(i32).range(1..=240))]
    depth: Option<i32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many lines to show for a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Search a position with this algorithm instead of the engine, or with `all` of them to compare: with a classical
    /// evaluation, told by component
    #[arg(long, value_name = "NAME", conflicts_with_all = ["nodes", "lines", "output", "svg"], value_parser = algorithms())]
    search: Option<String>,
    /// The engine's transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// How many games to analyse at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Write the annotated games to this file
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// Go on with an analysis that was interrupted
    #[arg(long, requires = "output")]
    resume: bool,
    /// Write the curve of the evaluation of the first game to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

#[derive(Serialize)]
struct Line {
    rank: usize,
    /// Hundredths of a pawn for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    centipawns: Option<i32>,
    /// Moves to mate; negative when the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    depth: i32,
    moves: Vec<String>,
    uci: Vec<String>,
}

#[derive(Serialize)]
struct Analysed {
    fen: String,
    nodes: u64,
    seconds: f64,
    lines: Vec<Line>,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let is_file = self.subject == "-"
            || self.subject.ends_with(".pgn")
            || Path::new(&self.subject).is_file();
        if is_file { self.games(terminal) } else { self.position(terminal) }
    }

    /// What to spend on a position.
    fn limits(&self, default: Duration) -> Limits {
        match (self.depth, self.nodes) {
            (Some(depth), _) => Limits::depth(depth),
            (_, Some(nodes)) => Limits::nodes(nodes),
            _ => Limits::time(self.time.unwrap_or(default)),
        }
    }

    fn position(&self, terminal: &mut Terminal) -> Outcome {
        if self.output.is_some() || self.svg.is_some() {
            let what = "--output and --svg are for games; expected a PGN file";
            return Err(Failure::bad_input(what));
        }
        let position = crate::chess::position(&self.subject)?;
        if let Some(end) = position.end() {
            return Err(Failure::bad_input(format!("there is nothing to analyse: {end}")));
        }
        if let Some(name) = &self.search {
            let depth = match (self.depth, self.time) {
                (Some(depth), _) => depth as u32,
                (None, Some(_)) => compared::DEEPEST,
                (None, None) => TAUGHT_DEPTH,
            };
            return compared::run(&position, name, depth, self.time, terminal);
        }
        let mut engine = Engine::new(self.hash as usize);
        engine.set_multi_pv(self.lines as usize);
        let game = Game::from_position(position.clone());
        let control = Control::new(1, false);
        let lines: Mutex<Vec<Info>> = Mutex::default();
        let stop = interrupt::flag();
        let progress = Mutex::new(crate::progress::Progress::new());
        let report = |news: &Progress| {
            if stop.load(Ordering::Relaxed) {
                control.stop();
            }
            let Progress::Line(info) = news else { return };
            if info.bound != Bound::Exact {
                return;
            }
            let mut lines = lines.lock().expect("no thread panics with the lines");
            lines.retain(|other| other.rank != info.rank);
            lines.push(info.clone());
            let mut progress = progress.lock().expect("no thread panics with the progress");
            progress.update(|| {
                format!("depth {}: {} {}", info.depth, text(info.value), san(&position, &info.line))
            });
        };
        let limits = self.limits(Duration::from_secs(1));
        // Ctrl-C ends the search at once, not only when it has news.
        interrupt::watched(&stop, &control, || engine.search(&game, &limits, &control, &report));
        drop(progress);
        let mut lines = lines.into_inner().expect("no thread panics with the lines");
        lines.sort_by_key(|line| line.rank);
        self.print(&position, &lines, &control, terminal)?;
        if stop.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(Exit::Answered) }
    }

    fn print(
        &self,
        position: &Position,
        lines: &[Info],
        control: &Control,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        if terminal.json() {
            return terminal.print_json(&Analysed {
                fen: position.to_string(),
                nodes: control.nodes(),
                seconds: control.elapsed().as_secs_f64(),
                lines: lines.iter().map(|info| line(position, info)).collect(),
            });
        }
        for info in lines {
            let (value, depth) = (text(info.value), info.depth);
            writeln!(terminal, "{value:>8}  depth {depth:2}  {}", san(position, &info.line))?;
        }
        Ok(())
    }
}

/// The algorithms that `--search` takes.
fn algorithms() -> Vec<&'static str> {
    [&compared::ALGORITHMS[..], &["all"]].concat()
}

/// Plies that even minimax searches in a second or two.
const TAUGHT_DEPTH: u32 = 3;

fn line(position: &Position, info: &Info) -> Line {
    let (centipawns, mate) = match info.score() {
        Score::Centipawns(value) => (Some(value), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    let each = |write: fn(&Position, Move) -> String| {
        let mut at = position.clone();
        let texts = info.line.iter().map(|m| {
            let text = write(&at, *m);
            at = at.play(*m);
            text
        });
        texts.collect()
    };
    let (moves, uci) = (each(Position::san), each(Position::uci));
    Line { rank: info.rank, centipawns, mate, depth: info.depth, moves, uci }
}

/// A value in pawns, or the moves to mate: `+0.35`, `#3`, `#-2`.
fn text(value: i32) -> String {
    match Score::from_value(value) {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// Moves as people write them, with move numbers.
fn san(position: &Position, moves: &[Move]) -> String {
    let mut at = position.clone();
    let mut words = Vec::new();
    for (n, m) in moves.iter().enumerate() {
        match at.turn() {
            zugwerk_chess::Color::White => words.push(format!("{}.", at.fullmoves())),
            zugwerk_chess::Color::Black if n == 0 => words.push(format!("{}...", at.fullmoves())),
            zugwerk_chess::Color::Black => {}
        }
        words.push(at.san(*m));
        at = at.play(*m);
    }
    words.join(" ")
}
