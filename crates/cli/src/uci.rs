//! `zugwerk uci`: the chess engine, for a GUI.

use crate::exit::{Exit, Outcome};
use clap::Args;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use zugwerk_chess::{Move, Position};
use zugwerk_engine::uci::{Flow, Session};
use zugwerk_game::Limits;
use zugwerk_problems::{Answer, Options, Problem, SolveLimits, Solver};

/// Speak UCI, the language of chess GUIs, on standard input and output
#[derive(Args)]
#[command(after_help = "\
In a chess GUI, add the program `zugwerk` as an engine, with the argument `uci` or without any.

Examples:
  zugwerk uci
  zugwerk uci bench             the node signature and the speed
  zugwerk uci \"go perft 5\" quit")]
pub struct Command {
    /// Commands to run before reading standard input
    commands: Vec<String>,
}

impl Command {
    pub fn run(self) -> Outcome {
        let mut session = new_session();
        for command in self.commands {
            if session.handle(command.as_bytes()) == Flow::Quit {
                return Ok(Exit::Answered);
            }
            // Whoever asks on the command line wants the answer before the next command.
            session.wait();
        }
        listen(session)
    }
}

/// The first move of a shortest mate and its length, or that there is none in `moves`.
fn shortest_mate(
    position: &Position,
    moves: u16,
    stop: Arc<AtomicBool>,
) -> Option<Option<(Move, u16)>> {
    let stipulation = "#?".parse().ok()?;
    let problem = Problem { position: position.clone(), stipulation, target: None };
    let limits = SolveLimits { limits: Limits::none().with_flag(stop), ..SolveLimits::default() };
    let options = Options { limits, tree: false, longest: moves, ..Options::default() };
    let solution = Solver::default().solve(&problem, &options);
    match &solution.answer {
        Answer::Fight(fight) if !fight.keys.is_empty() => {
            Some(fight.keys.first().map(|key| (key.m, key.length)))
        }
        _ => solution.is_complete().then_some(None),
    }
}

/// Speaks UCI where the program was started without arguments on a pipe whose first line says `uci`, as GUIs do that
/// cannot give an engine arguments. `None` where it was started in any other way.
pub fn run_if_asked(arguments: &[OsString]) -> Option<Outcome> {
    if arguments.len() > 1 || io::stdin().is_terminal() {
        return None;
    }
    let mut line = Vec::new();
    while line.trim_ascii().is_empty() {
        line.clear();
        if io::stdin().lock().read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
    }
    if line.trim_ascii() != b"uci" {
        return None;
    }
    let mut session = new_session();
    session.handle(&line);
    Some(listen(session))
}

fn new_session() -> Session {
    let session = Session::new(Arc::new(say)).with_mate_solver(Arc::new(shortest_mate));
    match mebibytes_at_hand() {
        Some(memory) => session.with_memory(memory),
        None => session,
    }
}

/// Handles lines of standard input until it ends or says `quit`.
fn listen(mut session: Session) -> Outcome {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if session.handle(&line) == Flow::Quit {
            break;
        }
    }
    // Whoever pipes a question in wants what is known by now.
    session.finish();
    Ok(Exit::Answered)
}

/// Writes a line and makes sure that the GUI sees it.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        // Nobody listens any more.
        std::process::exit(0);
    }
}

/// The memory that can be had without swapping, where the system tells.
fn mebibytes_at_hand() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}
