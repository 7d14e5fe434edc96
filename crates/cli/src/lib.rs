//! The program `zugwerk`: arguments in, text or JSON out, and no logic of its own.
//!
//! Each command is one file: its arguments as a clap struct whose doc comments are the help text,
//! and `run`, which writes to a `Terminal` and returns an `Exit` or a `Failure`. It is a library so that
//! other doors can ask the same questions and get the same answers ([`answer`]).

mod about;
mod analyse;
mod batch;
mod chess;
mod chesscomputer;
mod datagen;
mod deathstacks;
mod exit;
mod games;
mod in_order;
mod inputs;
mod interrupt;
mod kuromasu;
mod matches;
mod named;
mod number;
mod picture;
mod play;
mod program;
mod progress;
mod prompt;
mod puzzle;
mod query;
mod rules;
mod serve;
mod solve;
mod terminal;
mod tune;
mod uci;
mod uci_check;
mod why;

pub use batch::{VERBS, Verb, answer};

use clap::{CommandFactory, Parser, Subcommand};
use exit::Outcome;
use std::ffi::OsString;
use terminal::Terminal;

/// Play board games, search them, and ask a solver about them.
#[derive(Parser)]
#[command(name = "zugwerk", version, propagate_version = true, after_help = about::EXIT_CODES)]
struct Arguments {
    #[command(flatten)]
    output: terminal::Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
enum Command {
    Uci(uci::Command),
    Play(play::Command),
    Analyse(analyse::Command),
    Chesscomputer(chesscomputer::Command),
    #[command(name = "uci-check")]
    UciCheck(uci_check::Command),
    Games(games::List),
    Rules(rules::Command),
    Moves(chess::moves::Command),
    Show(chess::show::Command),
    Convert(chess::convert::Command),
    Pgn(chess::pgn::Command),
    Winnable(chess::winnable::Command),
    Reachable(chess::reachable::Command),
    Unmoves(chess::unmoves::Command),
    Perft(chess::perft::Command),
    Batch(batch::Command),
    Solve(solve::Command),
    Query(query::Command),
    Why(why::Command),
    #[command(name = "deathstacks")]
    DeathStacks(deathstacks::Command),
    #[command(name = "match")]
    Match(matches::Command),
    Datagen(datagen::Command),
    Tune(tune::Command),
    Serve(serve::Command),
    Kuromasu(kuromasu::Kuromasu),
    Puzzle(puzzle::Puzzle),
    Puzzles(puzzle::Puzzles),
    Completions(about::Completions),
    Man(about::Man),
}

impl Command {
    fn run(self, terminal: &mut Terminal) -> Outcome {
        match self {
            Command::Uci(command) => command.run(),
            Command::Play(command) => command.run(terminal),
            Command::Analyse(command) => command.run(terminal),
            Command::Chesscomputer(command) => command.run(terminal),
            Command::UciCheck(command) => command.run(terminal),
            Command::Games(command) => command.run(terminal),
            Command::Rules(command) => command.run(terminal),
            Command::Moves(command) => command.run(terminal),
            Command::Show(command) => command.run(terminal),
            Command::Convert(command) => command.run(terminal),
            Command::Pgn(command) => command.run(terminal),
            Command::Winnable(command) => command.run(terminal),
            Command::Reachable(command) => command.run(terminal),
            Command::Unmoves(command) => command.run(terminal),
            Command::Perft(command) => command.run(terminal),
            Command::Batch(command) => command.run(terminal),
            Command::Solve(command) => command.run(terminal),
            Command::Query(command) => command.run(terminal),
            Command::Why(command) => command.run(terminal),
            Command::DeathStacks(command) => command.run(terminal),
            Command::Match(command) => command.run(terminal),
            Command::Datagen(command) => command.run(terminal),
            Command::Tune(command) => command.run(terminal),
            Command::Serve(command) => command.run(terminal),
            Command::Kuromasu(command) => command.run(terminal),
            Command::Puzzle(command) => command.run(terminal),
            Command::Puzzles(command) => command.run(terminal),
            Command::Completions(command) => command.run(Arguments::command(), terminal),
            Command::Man(command) => command.run(Arguments::command(), terminal),
        }
    }
}

/// The arguments, with `--all` where someone wrote `-all` as the bots of the Death Stacks course take it.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.get(1..3).is_some_and(|words| words == ["deathstacks", "move"]) {
        arguments.iter_mut().skip(3).filter(|word| *word == "-all").for_each(|word| {
            *word = "--all".into();
        });
    }
    arguments
}

/// Runs the program with the arguments of its process.
pub fn main() -> std::process::ExitCode {
    run(arguments()).into()
}

/// Runs the program with these arguments, the first of them its own name, and tells its exit code.
pub fn run(arguments: Vec<OsString>) -> u8 {
    exit::report_panics_in_one_line();
    interrupt::install();
    if let Some(outcome) = uci::run_if_asked(&arguments) {
        return exit::code(outcome);
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    let mut terminal = Terminal::new(&arguments.output);
    let outcome = arguments.command.run(&mut terminal);
    let flushed = terminal.finish();
    exit::code(outcome.and_then(|exit| flushed.map(|()| exit)))
}
