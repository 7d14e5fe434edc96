//! `zugwerk reachable`: can a game lead to a position?

use crate::exit::{Exit, Failure, Outcome};
use crate::terminal::Terminal;
use crate::{interrupt, number};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use zugwerk_chess::{Position, Setup};
use zugwerk_game::Limits;
use zugwerk_retro::{Certificate, Reachable, certify_counting, reachable};

/// Tell whether a game can lead to a chess position, with a game or a proof that there is none
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk reachable 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'
  zugwerk reachable 'k7/8/8/8/8/8/8/BK6 w - -' --time 10 --json

The exit code is 1 where no game can lead there and 3 where it is not known.")]
pub struct Command {
    /// The position: a FEN, or `start`
    fen: String,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = number::seconds)]
    time: Duration,
    /// Prove a count of pieces that is too large with the solver, and have the proof checked
    #[arg(long)]
    certify: bool,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    reachable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The squares that the reason is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// What contradicts itself by counting, and how many steps of the proof were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Counted>,
}

#[derive(Serialize)]
struct Counted {
    laws: Vec<String>,
    steps: u64,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let setup = match self.fen.trim() {
            "start" => Ok(Setup::start()),
            fen => Setup::from_fen_as_written(fen),
        };
        let setup = setup.map_err(|error| Failure::bad_input(format!("bad FEN: {error}")))?;
        let flag = interrupt::flag();
        let limits = Limits::none().with_time(self.time).with_flag(flag.clone());
        let found = reachable(&setup, &limits);
        if flag.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let start = Position::start();
        let wanted = self.certify && found.known() == Some(false);
        let certificate = if wanted { certify_counting(&setup) } else { None };
        let reason = match &found {
            Reachable::Yes(_) => None,
            Reachable::No(reason) => Some(reason.words(setup.turn)),
            Reachable::Unknown(Some(stop)) => Some(stop.to_string()),
            Reachable::Unknown(None) => Some("neither a game nor a proof was found".to_string()),
        };
        let line = match &found {
            Reachable::Yes(line) => Some(line),
            _ => None,
        };
        if terminal.json() {
            let fen = setup.position().map_or(self.fen.clone(), |position| position.to_string());
            let squares = match &found {
                Reachable::No(reason) => reason.squares(&setup),
                _ => Default::default(),
            };
            let squares = squares.into_iter().map(|square| square.to_string()).collect();
            terminal.print_json(&Answer {
                fen,
                reachable: found.known(),
                line: line.map(|line| super::uci_line(&start, line)),
                san: line.map(|line| start.san_line(line)),
                reason,
                squares,
                certificate: certificate
                    .map(|Certificate { laws, steps, .. }| Counted { laws, steps }),
            })?;
        } else {
            match (&found, reason) {
                (Reachable::Yes(line), _) if line.is_empty() => {
                    writeln!(terminal, "yes: the start")?
                }
                (Reachable::Yes(line), _) => writeln!(terminal, "yes: {}", start.san_line(line))?,
                (Reachable::No(_), reason) => {
                    writeln!(terminal, "no: {}", reason.unwrap_or_default())?
                }
                (_, reason) => writeln!(terminal, "not known: {}", reason.unwrap_or_default())?,
            }
            match certificate {
                Some(Certificate { laws, steps, .. }) => {
                    laws.iter().try_for_each(|law| writeln!(terminal, "  {law}"))?;
                    let steps = if steps == 1 { "1 step".into() } else { format!("{steps} steps") };
                    writeln!(terminal, "a proof of {steps} that this is impossible was checked")?;
                }
                None if wanted => {
                    writeln!(terminal, "the number of the pieces alone does not prove it")?
                }
                None => {}
            }
        }
        Ok(match found.known() {
            Some(true) => Exit::Answered,
            Some(false) => Exit::No,
            None => Exit::Limit,
        })
    }
}
