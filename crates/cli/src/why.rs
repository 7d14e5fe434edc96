//! `zugwerk why`: why a move is legal or not.

use crate::exit::{Exit, Failure, Outcome};
use crate::games;
use crate::terminal::Terminal;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_chess::{Position, SanError, Setup, laws};

/// Say why a move is legal or not: the rule, the pieces and the squares
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk why \"r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1\" e1g1
  zugwerk why start Nf3

Exit codes: 0 the move is legal, 1 it is not, 2 bad input.")]
pub struct Command {
    /// The position as FEN, or the word start
    fen: String,
    /// The move: two squares like e2e4 or e7e8q, or SAN like Nf3 or O-O
    #[arg(value_name = "MOVE")]
    chosen: String,
    #[command(flatten)]
    choice: games::Choice,
}

#[derive(Serialize)]
struct Judgement<'a> {
    #[serde(rename = "move")]
    chosen: String,
    legal: bool,
    laws: &'a [&'static str],
    why: &'a str,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(game) = self.choice.other_than_chess()? {
            return games::why(&*game, &self.fen, &self.chosen, terminal);
        }
        let position = read_position(&self.fen)?;
        let meant = laws::intended_move(&position, &self.chosen).map_err(|error| match error {
            SanError::Illegal(_) => Failure::bad_input(format!(
                "{error}, and no piece of that kind is there to make it"
            )),
            error => Failure::bad_input(error),
        });
        let (from, to, promotion) = meant?;
        let why = laws::why(&position, from, to, promotion);
        let letter = promotion.map(|role| role.letter().to_string()).unwrap_or_default();
        let chosen = format!("{from}{to}{letter}");
        if terminal.json() {
            let judgement = Judgement { chosen, legal: why.legal, laws: &why.laws, why: &why.text };
            terminal.print_json(&judgement)?;
        } else {
            let legal = if why.legal { "legal" } else { "not legal" };
            writeln!(terminal, "{chosen} is {legal}: {}", why.text)?;
        }
        Ok(if why.legal { Exit::Answered } else { Exit::No })
    }
}

/// A position, possible or not: the laws can be asked about any.
fn read_position(fen: &str) -> Result<Position, Failure> {
    if fen == "start" {
        return Ok(Position::start());
    }
    let position = Setup::from_fen(fen).and_then(|setup| Ok(setup.any_position()?));
    position.map_err(|error| Failure::bad_input(format!("the position: {error}")))
}
