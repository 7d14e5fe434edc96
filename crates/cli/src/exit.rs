//! How a command ends: what it answered, or the one message that says why it could not.

use std::fmt::Display;
use std::io::{self, Write};

/// What every command returns.
pub type Outcome = Result<Exit, Failure>;

/// The documented exit codes of a command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: the question was answered.
    Answered,
    /// 1: the answer is "no".
    No,
    /// 3: a limit on time, nodes or memory was reached first.
    Limit,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// 2: the input cannot be used; the message names the place and what was expected.
    BadInput(String),
    /// 130: the person pressed Ctrl-C.
    Interrupted,
    /// The reader of our output went away: end quietly.
    ClosedPipe,
}

impl Failure {
    /// A failure whose message is `what` as it is.
    pub fn bad_input(what: impl Display) -> Failure {
        Failure::BadInput(what.to_string())
    }

    /// A failure to read or write `path`.
    pub fn file(path: impl Display, error: io::Error) -> Failure {
        Failure::BadInput(format!("{path}: {error}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::BadInput(format!("cannot write the output: {error}")),
        }
    }
}

/// Tells the person what is wrong. Where nobody listens, the exit code still tells.
pub fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "zugwerk: {message}");
}

/// Prints the failure's message, if it has one, and turns the outcome into the process's exit code.
pub fn code(outcome: Outcome) -> u8 {
    match outcome {
        Ok(Exit::Answered) | Err(Failure::ClosedPipe) => 0,
        Ok(Exit::No) => 1,
        Ok(Exit::Limit) => 3,
        Err(Failure::BadInput(message)) => {
            complain(message);
            2
        }
        Err(Failure::Interrupted) => 130,
    }
}

/// Prints what clap has to say: help that was asked for, or what is wrong with the arguments.
pub fn usage(error: &clap::Error) -> u8 {
    let printed = error.print().and_then(|()| io::stdout().flush());
    code(match printed {
        _ if error.use_stderr() => return 2,
        Ok(()) => Ok(Exit::Answered),
        Err(error) => Err(error.into()),
    })
}

/// A panic is a bug of ours; a person gets one line about it, not a backtrace.
pub fn report_panics_in_one_line() {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|info| {
            let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
            let place = place.unwrap_or_default();
            let what = info.payload_as_str().unwrap_or("unknown");
            complain(format!("internal error{place}: {what}"));
        }));
    }
}
