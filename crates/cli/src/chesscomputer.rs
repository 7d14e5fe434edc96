//! `zugwerk chesscomputer`: reads the text picture of a board and answers with the picture after its move.

use crate::exit::{Exit, Failure, Outcome};
use crate::number;
use crate::terminal::{self, Terminal};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use zugwerk_chess::{Game, Move, Position};
use zugwerk_engine::{Control, Engine, Limits, Score, material_minimax};

/// Answer the text picture of a chess position with the picture after the best move
#[derive(Args)]
#[command(after_help = "\
The picture is eight rows of chess symbols from the eighth rank down. Rows 8 and 1 end with a bracket:
the rights to castle of that side (queen for long, king for short), and the square that its pawn has just
passed over. The hand ☚ marks the side to move. `zugwerk show start --text` prints one.

Examples:
  zugwerk show start --text | zugwerk chesscomputer
  zugwerk show start --text | zugwerk chesscomputer TEST
  zugwerk show start --text | zugwerk chesscomputer --depth 3 --plain")]
pub struct Command {
    /// TEST prints the picture after every legal move, separated by lines with a ~
    #[arg(value_enum, ignore_case = true, conflicts_with_all = ["time", "depth", "plain"])]
    mode: Option<Mode>,
    /// Time for the move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = number::seconds_or_none, conflicts_with_all = ["depth", "plain"])]
    time: Duration,
    /// Look this many half-moves ahead, whatever time it takes
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: Option<i32>,
    /// Plain minimax that counts nothing but material, 3 half-moves deep unless --depth says otherwise
    #[arg(long)]
    plain: bool,
    /// Read the picture from this file
    #[arg(long, value_name = "FILE", default_value = "-")]
    file: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    #[value(name = "TEST")]
    Test,
}

/// The depth of plain minimax that the picture format's first program had.
const PLAIN_DEPTH: i32 = 3;
/// Deeper, plain minimax would take hours.
const PLAIN_DEPTH_MAX: i32 = 6;

#[derive(Serialize)]
struct Answer {
    r#move: String,
    san: String,
    score: String,
    fen: String,
    picture: String,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let text = terminal::read_text(&self.file)?;
        let position = Position::from_picture(&text).map_err(Failure::bad_input)?;
        if position.is_checkmate() {
            let loser = position.turn();
            return Err(Failure::bad_input(format!(
                "{loser} is checkmated: there is no move to make"
            )));
        }
        if position.is_stalemate() {
            if terminal.json() {
                terminal.print_json(&serde_json::json!({ "end": "stalemate" }))?;
            } else {
                writeln!(terminal, "DRAW")?;
            }
            return Ok(Exit::Answered);
        }
        match self.mode {
            Some(Mode::Test) => successors(&position, terminal),
            None => self.answer(&position, terminal),
        }
    }

    fn answer(&self, position: &Position, terminal: &mut Terminal) -> Outcome {
        let (best, score) = self.choose(position)?;
        let after = position.play(best);
        if terminal.json() {
            terminal.print_json(&Answer {
                r#move: position.uci(best),
                san: position.san(best),
                score: score.to_string(),
                fen: after.to_string(),
                picture: after.picture(),
            })?;
        } else {
            write!(terminal, "{}", after.picture())?;
        }
        Ok(Exit::Answered)
    }

    fn choose(&self, position: &Position) -> Result<(Move, Score), Failure> {
        let found = if self.plain {
            let depth = self.depth.unwrap_or(PLAIN_DEPTH);
            if depth > PLAIN_DEPTH_MAX {
                return Err(Failure::bad_input(format!(
                    "--plain looks at most {PLAIN_DEPTH_MAX} half-moves ahead, not {depth}"
                )));
            }
            material_minimax::best_move(position, depth as u32)
        } else {
            let limits = match self.depth {
                Some(depth) => Limits::depth(depth),
                None => Limits::time(self.time),
            };
            let game = Game::from_position(position.clone());
            let found = Engine::new(16).search(&game, &limits, &Control::new(1, false), &|_| ());
            found.best.map(|best| (best, found.value))
        };
        let (best, value) = found.ok_or_else(|| Failure::bad_input("there is no move to make"))?;
        Ok((best, Score::from_value(value)))
    }
}

/// The picture after every legal move.
fn successors(position: &Position, terminal: &mut Terminal) -> Outcome {
    let pictures: Vec<String> =
        position.legal_moves().iter().map(|m| position.play(*m).picture()).collect();
    if terminal.json() {
        terminal.print_json(&serde_json::json!({ "pictures": pictures }))?;
    } else {
        write!(terminal, "{}", pictures.join("~\n"))?;
    }
    Ok(Exit::Answered)
}
