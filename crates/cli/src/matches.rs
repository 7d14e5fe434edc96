//! `zugwerk match`: two players, many games, and what the score says about their strength.
//!
//! What is common to all games is here; who can play and how games are written is in one file for
//! each game.

mod any;
mod chess;
mod deathstacks;

use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::number::{self, positive};
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;
use zugwerk_search::Game;
use zugwerk_search::matches::{
    Adjudication, Conditions, Contender, Decision, Match, Opening, Player, Reason, Report, Sprt,
    Standing, Summary, TimeControl,
};

/// How long over its time a program may take to answer before it counts as hung.
const GRACE: Duration = Duration::from_secs(5);

/// Let two players play a match and measure their difference in strength
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk match --game othello --a bot --b mcts --games 20 --time 100
  zugwerk match chess --a zugwerk --b toga2 --clock 8+0.08 --openings book.epd
  zugwerk match deathstacks --a bot --b random --games 100 --time 50
  zugwerk match deathstacks --a bot --b ownership --time 50 --sprt 0,50 --games 1000
  zugwerk match deathstacks --a bot --b bot:threads=2 --clock 10+0.1 --save games.txt")]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Command {
    #[command(subcommand)]
    game: Option<Played>,
    #[command(flatten)]
    any: any::Task,
}

#[derive(Subcommand)]
enum Played {
    Chess(chess::Task),
    #[command(name = "deathstacks")]
    DeathStacks(deathstacks::Task),
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match self.game {
            Some(Played::Chess(task)) => task.run(terminal),
            Some(Played::DeathStacks(task)) => task.run(terminal),
            None => self.any.run(terminal),
        }
    }
}

/// What every match can be told.
#[derive(Args)]
struct Settings {
    /// How many games to play; every opening is played twice, with either player first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    at_once: u32,
    /// Milliseconds for each move [default: 50]
    #[arg(long, value_name = "MS", group = "pace", allow_negative_numbers = true, value_parser = positive)]
    time: Option<u64>,
    /// Positions to visit for each move
    #[arg(long, value_name = "N", group = "pace", allow_negative_numbers = true, value_parser = positive)]
    nodes: Option<u64>,
    /// Plies to look ahead for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u32).range(1..=500))]
    depth: Option<u32>,
    /// A clock for each player: seconds for the game, seconds added for each move
    #[arg(long, value_name = "S+INC", group = "pace", value_parser = clock)]
    clock: Option<(Duration, Duration)>,
    /// How many milliseconds a player may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Where no openings are given, this many random moves start each pair of games
    #[arg(long, value_name = "N", default_value_t = 4)]
    random_plies: usize,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The game is drawn after this many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// The game is drawn at this occurrence of a position, 0 for never [default: chess 3, Death Stacks 0]
    #[arg(long, value_name = "N")]
    repetitions: Option<usize>,
    /// Give the game to the player whom both hold to be ahead by SCORE for PLIES in a row
    #[arg(long, value_name = "SCORE,PLIES", value_parser = adjudication)]
    adjudicate: Option<Adjudication>,
    /// Stop as soon as a sequential test can tell whether A is better by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

fn clock(text: &str) -> Result<(Duration, Duration), String> {
    number::clock(text, Duration::from_secs(1)).ok_or_else(|| {
        format!("{text:?} is not a clock; expected seconds+increment, such as 10+0.1")
    })
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let parse = |part: &str| part.trim().parse().ok().filter(|number: &f64| number.is_finite());
    text.split(',').map(parse).collect()
}

fn adjudication(text: &str) -> Result<Adjudication, String> {
    match numbers(text).as_deref() {
        Some(&[score, plies]) if score > 0.0 && plies >= 1.0 => {
            Ok(Adjudication { score: score as i32, plies: plies as usize })
        }
        _ => Err("expected a score and a number of plies above 0, such as 800,6".to_string()),
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let (elo0, elo1, alpha, beta) = match numbers(text).as_deref() {
        Some(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
        Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
        _ => return Err("expected two or four numbers, such as 0,10 or 0,10,0.05,0.05".to_string()),
    };
    let probable = |error: f64| error > 0.0 && error < 0.5;
    let sensible = |elo: f64| elo.abs() <= 5000.0;
    if elo0 >= elo1 || !sensible(elo0) || !sensible(elo1) {
        return Err("expected ELO0 below ELO1, both between -5000 and 5000".to_string());
    }
    if !probable(alpha) || !probable(beta) {
        return Err("expected ALPHA and BETA between 0 and 0.5".to_string());
    }
    Ok(Sprt { elo0, elo1, alpha, beta })
}

impl Settings {
    /// The conditions, with the game's own rule about repetitions unless another was given.
    fn conditions(&self, repetitions: Option<usize>) -> Conditions {
        let pace = match (self.depth, self.nodes, self.clock) {
            (Some(plies), ..) => TimeControl::Depth(plies),
            (_, Some(count), _) => TimeControl::Nodes(count),
            (.., Some((time, increment))) => TimeControl::Clock(time, increment),
            _ => TimeControl::Time(Duration::from_millis(self.time.unwrap_or(50))),
        };
        Conditions {
            pace,
            time_margin: Duration::from_millis(self.margin),
            max_plies: self.max_plies as usize,
            repetitions: match self.repetitions {
                Some(number) => (number > 0).then_some(number),
                None => repetitions,
            },
            adjudication: self.adjudicate,
        }
    }

    /// Plays the match, shows how it goes, and prints how it went. `written` is a game as the file
    /// of games has it, without the end of the line; `repetitions` is the game's own rule.
    fn play<G: Game, A: Player<G>, B: Player<G>>(
        &self,
        game: &G,
        openings: Vec<Opening<G>>,
        players: impl Fn(u64) -> (A, B) + Sync,
        written: impl Fn(&Report<G>) -> String,
        repetitions: Option<usize>,
        terminal: &mut Terminal,
    ) -> Outcome {
        let games = Match {
            games: self.games as usize,
            at_once: self.at_once as usize,
            conditions: self.conditions(repetitions),
            openings,
            sprt: self.sprt,
        };
        let stop = interrupt::flag();
        let mut scorer = Scorer::new(self)?;
        let on_game = |report: Report<G>| {
            let a_won = report.winner().map(|winner| winner == Contender::A);
            let how = match &report.ending.reason {
                Reason::Time => How::Time,
                Reason::PlayerError(trouble) => How::PlayerError(trouble.to_string()),
                other => How::Played(other.to_string()),
            };
            scorer.note(report.number, a_won, how, &written(&report), report.standing);
        };
        let summary = games.run_until(game, players, on_game, &stop);
        scorer.finish(&summary, terminal)
    }

    /// The score in one line.
    fn line(&self, standing: &Standing) -> String {
        let (elo, low, high) = standing.elo();
        let mut text = format!(
            "{} of {}: +{} ={} -{}  {:.1} %  Elo {} [{}, {}]",
            standing.games(),
            self.games,
            standing.wins,
            standing.draws,
            standing.losses,
            100.0 * standing.score(),
            elo_text(elo),
            elo_text(low),
            elo_text(high)
        );
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            text += &format!("  LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.ratio(standing));
        }
        text
    }

    fn print(
        &self,
        standing: &Standing,
        decision: Option<Decision>,
        ends: &[(String, u32)],
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Result {
            games: u32,
            wins: u32,
            draws: u32,
            losses: u32,
            pairs: [u32; 5],
            score: f64,
            /// Null where it is infinite.
            elo: Option<f64>,
            elo_low: Option<f64>,
            elo_high: Option<f64>,
            llr: Option<f64>,
            decision: Option<&'static str>,
            ends: serde_json::Map<String, serde_json::Value>,
        }
        let decision = decision.map(|decision| match decision {
            Decision::Accepted => "accepted",
            Decision::Rejected => "rejected",
            Decision::Open => "open",
        });
        if terminal.json() {
            let (elo, low, high) = standing.elo();
            let finite = |number: f64| number.is_finite().then_some(number);
            return terminal.print_json(&Result {
                games: standing.games(),
                wins: standing.wins,
                draws: standing.draws,
                losses: standing.losses,
                pairs: standing.pairs,
                score: standing.score(),
                elo: finite(elo),
                elo_low: finite(low),
                elo_high: finite(high),
                llr: self.sprt.map(|sprt| sprt.ratio(standing)),
                decision,
                ends: ends.iter().map(|(end, count)| (end.clone(), (*count).into())).collect(),
            });
        }
        writeln!(terminal, "{}", self.line(standing))?;
        let pairs: Vec<String> = standing.pairs.iter().map(u32::to_string).collect();
        writeln!(terminal, "pairs by points 0, ½, 1, 1½, 2: {}", pairs.join(" "))?;
        let ends: Vec<String> = ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
        writeln!(terminal, "ends: {}", ends.join(", "))?;
        if let (Some(sprt), Some(decision)) = (self.sprt, decision) {
            writeln!(terminal, "test of {} against {} Elo: {decision}", sprt.elo1, sprt.elo0)?;
        }
        Ok(())
    }
}

fn elo_text(elo: f64) -> String {
    match elo {
        _ if elo == f64::INFINITY => "+∞".to_string(),
        _ if elo == f64::NEG_INFINITY => "−∞".to_string(),
        // Adding nought turns −0 into 0.
        _ => format!("{:+.0}", elo.round() + 0.0),
    }
}

/// How games ended in which a player did not work.
const BROKEN_OFF: &str = "broken off";

/// How a game ended, for the list of ends.
enum How {
    /// By the rules or the conditions of the match.
    Played(String),
    /// A player overstepped the time.
    Time,
    /// A player did not work.
    PlayerError(String),
}

/// Keeps the file of games, the ends and the line that shows how the match stands.
struct Scorer<'a> {
    settings: &'a Settings,
    file: Option<(&'a String, BufWriter<File>)>,
    live: bool,
    broken: Option<Failure>,
    ends: Vec<(String, u32)>,
}

impl<'a> Scorer<'a> {
    fn new(settings: &'a Settings) -> Result<Scorer<'a>, Failure> {
        let file = match &settings.save {
            Some(path) => {
                let file = File::create(path).map_err(|error| Failure::file(path, error))?;
                Some((path, BufWriter::new(file)))
            }
            None => None,
        };
        let live = Terminal::shows_progress();
        Ok(Scorer { settings, file, live, broken: None, ends: Vec::new() })
    }

    /// Takes in a finished game; `written` is the game as the file has it.
    fn note(
        &mut self,
        number: usize,
        a_won: Option<bool>,
        how: How,
        written: &str,
        standing: &Standing,
    ) {
        if let Some((path, file)) = &mut self.file {
            let done = writeln!(file, "{written}").and_then(|()| file.flush());
            if let Err(error) = done {
                self.broken = Some(Failure::file(path, error));
                interrupt::flag().store(true, Ordering::Relaxed);
            }
        }
        let loser = if a_won == Some(true) { "B" } else { "A" };
        let misfortune = match &how {
            How::Played(_) => None,
            How::Time => Some(format!("game {}: {loser} overstepped the time", number + 1)),
            How::PlayerError(trouble) => Some(format!("game {}: {loser} {trouble}", number + 1)),
        };
        let name = match how {
            How::Played(end) => end,
            How::Time => Reason::Time.to_string(),
            How::PlayerError(_) => BROKEN_OFF.to_string(),
        };
        match self.ends.iter_mut().find(|(end, _)| *end == name) {
            Some((_, count)) => *count += 1,
            None => self.ends.push((name, 1)),
        }
        if let Some(text) = misfortune {
            eprintln!("{}{text}", if self.live { "\r\x1b[K" } else { "" });
        }
        if self.live {
            eprint!("\r\x1b[K{}", self.settings.line(standing));
        }
    }

    /// Prints how the match went.
    fn finish(self, summary: &Summary, terminal: &mut Terminal) -> Outcome {
        if self.live {
            eprintln!();
        }
        if let Some(failure) = self.broken {
            return Err(failure);
        }
        self.settings.print(&summary.standing, summary.decision, &self.ends, terminal)?;
        if interrupt::flag().load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        if self.ends.iter().all(|(end, _)| end == BROKEN_OFF) {
            return Err(Failure::bad_input("no game was played to an end"));
        }
        Ok(Exit::Answered)
    }
}
