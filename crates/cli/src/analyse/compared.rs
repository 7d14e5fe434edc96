//! A position searched by the algorithms that every game has, with a classical evaluation: for teaching, and to see
//! what each refinement saves.

use super::{san, text};
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::terminal::Terminal;
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zugwerk_chess::{Chess, Color, Position};
use zugwerk_engine::{MATE, classical};
use zugwerk_registry::{PlayerSpec, chess_player};
use zugwerk_search::{Budget, Root, score};

/// More plies than any of the algorithms reaches in the time of a person.
pub const DEEPEST: u32 = 64;
/// The algorithms, from the plainest on; all find the same value.
pub const ALGORITHMS: [&str; 5] =
    ["minimax", "alpha-beta", "ordered-alpha-beta", "principal-variation", "deepening"];

#[derive(Serialize)]
struct Compared {
    fen: String,
    /// The evaluation without a search, in hundredths of a pawn.
    evaluation: Vec<Part>,
    searches: Vec<Searched>,
}

#[derive(Serialize)]
struct Part {
    name: &'static str,
    white: i32,
    black: i32,
}

#[derive(Serialize)]
struct Searched {
    algorithm: &'static str,
    depth: u32,
    /// Hundredths of a pawn for the side to move, or a mate beyond all of them.
    value: i32,
    text: String,
    nodes: u64,
    seconds: f64,
    moves: String,
}

/// Searches with the algorithm `name`, or with all of them where it says `all`.
pub fn run(
    position: &Position,
    name: &str,
    depth: u32,
    time: Option<Duration>,
    terminal: &mut Terminal,
) -> Outcome {
    let stop = interrupt::flag();
    let chosen = ALGORITHMS.into_iter().filter(|algorithm| [algorithm, "all"].contains(&name));
    let mut searches = Vec::new();
    let mut complete = true;
    for algorithm in chosen {
        let spec = PlayerSpec { name: algorithm.to_string(), ..PlayerSpec::bot() };
        let mut player = chess_player(&spec, 1);
        let budget = Budget { time, ..Budget::depth(depth) }.stopped_by(stop.clone());
        let start = Instant::now();
        let found = player.search(&Chess, &Root::new(position.clone()), &budget);
        let seconds = start.elapsed().as_secs_f64();
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        complete &= found.depth >= depth || found.proven;
        let value = as_engine(found.score);
        let moves = san(position, &found.line);
        let (depth, nodes) = (found.depth, found.nodes);
        searches.push(Searched {
            algorithm,
            depth,
            value,
            text: text(value),
            nodes,
            seconds,
            moves,
        });
    }
    let evaluation = classical::components(position).into_iter().map(|part| {
        let [white, black] = part.sides;
        Part { name: part.name, white, black }
    });
    tell(
        &Compared { fen: position.to_string(), evaluation: evaluation.collect(), searches },
        position,
        terminal,
    )?;
    // Who gives only a time wants what is found in it.
    Ok(if complete || depth == DEEPEST { Exit::Answered } else { Exit::Limit })
}

/// A score of the general search as the engine has it: both count mates in plies from their greatest value.
fn as_engine(found: score::Score) -> i32 {
    match score::plies_to_end(found) {
        Some(plies) if found > 0 => MATE - plies as i32,
        Some(plies) if found < 0 => plies as i32 - MATE,
        _ => found,
    }
}

fn tell(compared: &Compared, position: &Position, terminal: &mut Terminal) -> Result<(), Failure> {
    if terminal.json() {
        return terminal.print_json(compared);
    }
    writeln!(terminal, "{:20} {:>6} {:>6} {:>7}", "evaluation", "White", "Black", "")?;
    let mut total = 0;
    for Part { name, white, black } in &compared.evaluation {
        total += white - black;
        writeln!(terminal, "{name:20} {white:6} {black:6} {:+7}", white - black)?;
    }
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    writeln!(terminal, "{:20} {:6} {:6} {total:+7}", "together", "", "")?;
    writeln!(
        terminal,
        "\n{:20} {:>5} {:>8} {:>12} {:>8}",
        "search", "depth", side, "positions", "seconds"
    )?;
    for s in &compared.searches {
        let (name, depth, nodes, seconds) = (s.algorithm, s.depth, s.nodes, s.seconds);
        writeln!(
            terminal,
            "{name:20} {depth:5} {:>8} {nodes:12} {seconds:8.2}  {}",
            s.text, s.moves
        )?;
    }
    Ok(())
}
