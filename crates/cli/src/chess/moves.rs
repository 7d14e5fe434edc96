//! `zugwerk moves`: the legal moves of a position.

use crate::exit::{Exit, Outcome};
use crate::games;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_chess::Chess;
use zugwerk_game::Depict;

/// List the legal moves of a position, one a line
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk moves start
  zugwerk moves '4k3/8/8/8/8/8/8/4K2R w K -' --san
  zugwerk moves --game deathstacks")]
pub struct Command {
    /// The position: a FEN, `start`, or - for a FEN on standard input
    #[arg(default_value = "start")]
    fen: String,
    /// Write them as people do: Nf3 instead of g1f3
    #[arg(long)]
    san: bool,
    #[command(flatten)]
    choice: games::Choice,
}

#[derive(Serialize)]
struct Moves {
    game: &'static str,
    fen: String,
    moves: Vec<Move>,
    check: bool,
    end: Option<String>,
}

#[derive(Serialize)]
struct Move {
    /// As every game has it, here the same as `san`.
    #[serde(rename = "move")]
    text: String,
    clicks: Vec<String>,
    uci: String,
    san: String,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(game) = self.choice.other_than_chess()? {
            return games::moves(&*game, &self.fen, terminal);
        }
        let position = super::position(&self.fen)?;
        let moves = position.legal_moves();
        let told = |&m| Move {
            text: position.san(m),
            clicks: Chess.clicks(&position, m),
            uci: position.uci(m),
            san: position.san(m),
        };
        let mut moves: Vec<Move> = moves.iter().map(told).collect();
        moves.sort_by(|a, b| a.uci.cmp(&b.uci));
        if terminal.json() {
            let end = position.end().map(|end| end.to_string());
            let fen = position.to_string();
            let (game, check) = ("chess", position.is_check());
            terminal.print_json(&Moves { game, fen, moves, check, end })?;
        } else {
            for m in moves {
                writeln!(terminal, "{}", if self.san { m.san } else { m.uci })?;
            }
        }
        Ok(Exit::Answered)
    }
}
