//! `zugwerk solve`: chess problems, one or many.

mod input;
mod json;
mod retract;
mod text;

use crate::exit::{Exit, Failure, Outcome};
use crate::in_order::{Queue, in_order};
use crate::progress::Ticking;
use crate::terminal::{Terminal, read_bytes, read_text};
use crate::{interrupt, number, picture};
use clap::{Args, ValueEnum};
use input::{Item, Row, Wanted};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use zugwerk_chess::{Color, Diagram, Position};
use zugwerk_game::{Limits, Stop};
use zugwerk_problems::files::{Entry, latex, olive, popeye};
use zugwerk_problems::{
    IdleThreads, Language, Length, Notation, Options, Problem, Report, Solution, SolveLimits,
    Solver, Stipulation, Style, Twin,
};
use zugwerk_retro::Retraction;

/// Solve a chess problem: every key or every solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk solve '8/8/8/8/6n1/5N1p/3Q3P/5k1K w - -' 's#1'
  zugwerk solve '4r1R1/2pK4/8/8/8/1P5k/2p5/8' 'h#3' --lang de
  zugwerk solve '1n6/8/5B2/pp6/6K1/8/6Nk/Q7 w - -' '#2 +k'
  zugwerk solve 'rnbqkbnr/ppp2ppp/3P4/8/8/8/PPP1PPPP/RNBQKBNR b KQkq -' 'dia 2.5'
  zugwerk solve problems.txt --jobs 2 --json

Stipulations: #n s#n r#n semi-r#n h#n h#n.5 hs#n hr#n reci-h#n ser-#n ser-h#n ser-s#n ser-r#n
phser-h#n pser-#n, exact- and 2-> before them, with the goals # = == #= != ## ##! !# + x % 00 ep ~
ct <> z SQUARE k SQUARE; #? for the shortest mate; 'dia n', 'dia ?', 'ser-dia n' for proof games;
'=>n FEN', 'ser-=>n FEN' for a position reached in n plies. After it: +k for set play and tries,
duplex or halfduplex, exclusive a1h8, quodlibet, postkey, goalisend, maxflights N,
nontrivial M N.

A file has one problem a line: FEN;STIPULATION, or EPD with dm N or bm #N (#-N where the side to
move is mated), or JSON with fen and stip; or it is an input of Popeye (.inp), or a collection of
Olive (.olv). --to writes these and LaTeX.
Exit code 1 means that there is no solution, 3 that a limit was reached before all was searched.")]
pub struct Command {
    /// A FEN; or, alone, a file of problems, - for standard input
    #[arg(value_name = "FEN|FILE")]
    first: String,
    /// What is asked, like #3, h#2.5 or 'dia 7.5'
    stipulation: Option<String>,
    /// Take positions that no game can have, and leave out rights to castle that the board denies
    #[arg(long)]
    any_position: bool,
    /// Tell set play, and tries with their refutation, as +k does
    #[arg(long)]
    set_play: bool,
    /// Call moves with at most this many refutations tries
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=20))]
    refutations: u16,
    /// Solve with the sides exchanged too
    #[arg(long)]
    duplex: bool,
    /// Tell the tree of each key of every problem of a file
    #[arg(long, conflicts_with = "no_tree")]
    tree: bool,
    /// Tell only the keys
    #[arg(long)]
    no_tree: bool,
    /// How many moves deep the tree goes
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=200))]
    tree_moves: u16,
    /// Stop each problem after SECONDS, more than 0
    #[arg(long, value_name = "SECONDS", value_parser = number::seconds)]
    time: Option<Duration>,
    /// Stop each problem at N solutions (keys are not counted); never more are kept than have two
    /// million plies together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_solutions: Option<u64>,
    /// Work on one problem with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Work on N problems of a file at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// How moves are written
    #[arg(long, value_enum, default_value_t = Moves::Problemist)]
    notation: Moves,
    /// Whose piece letters, and words such as threat and try
    #[arg(long, value_enum, default_value_t = Letters::En)]
    lang: Letters,
    /// Print the same question as a sketch for `zugwerk query` instead of solving it
    #[arg(long)]
    sketch: bool,
    /// Solve a twin too, like 'move a3 b4' or 'remove e5 add white Qe8'; may be given again
    #[arg(long, value_name = "CHANGES")]
    twin: Vec<Twin>,
    /// Solve only the twins, not the diagram itself
    #[arg(long, requires = "twin")]
    zero_position: bool,
    /// Print the problems for another program instead of solving them
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "sketch")]
    to: Option<Format>,
    /// Print the diagram too
    #[arg(long)]
    diagram: bool,
    /// Write the diagram to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Write the diagram to this file as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Moves {
    Problemist,
    San,
    Uci,
}

/// What other programs read.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Popeye's input
    Popeye,
    /// Olive's YAML
    Olive,
    /// Diagrams for LaTeX, with the package diagram
    Latex,
}

impl Format {
    /// Why the format cannot say what is asked.
    fn unwritable(self, entry: &Entry) -> Option<String> {
        entry.unwritable().or_else(|| match self {
            Format::Popeye => popeye::unwritable(entry),
            Format::Olive | Format::Latex => None,
        })
    }

    fn write(self, entries: &[Entry]) -> String {
        match self {
            Format::Popeye => popeye::write(entries),
            Format::Olive => olive::write(entries),
            Format::Latex => latex::write(entries),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Letters {
    En,
    De,
    Fr,
    Nl,
}

/// A problem with its answers: the one asked for, and with the sides exchanged where that was asked for.
struct Solved {
    problem: Problem,
    solution: Solution,
    duplex: Option<Box<Solved>>,
    seconds: f64,
}

impl Solved {
    fn stop(&self) -> Option<Stop> {
        self.solution.stopped.or_else(|| self.duplex.as_ref()?.stop())
    }

    fn count(&self) -> usize {
        self.solution.count()
            + self.solution.short_count()
            + self.duplex.as_ref().map_or(0, |duplex| duplex.count())
    }
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match &self.stipulation {
            Some(stipulation) => self.solve_one(stipulation, terminal),
            None => self.solve_many(terminal),
        }
    }

    fn notation(&self) -> Notation {
        let style = match self.notation {
            Moves::Problemist => Style::Problemist,
            Moves::San => Style::San,
            Moves::Uci => Style::Uci,
        };
        let language = match self.lang {
            Letters::En => Language::English,
            Letters::De => Language::German,
            Letters::Fr => Language::French,
            Letters::Nl => Language::Dutch,
        };
        Notation { style, language }
    }

    fn solve_one(&self, stipulation: &str, terminal: &mut Terminal) -> Outcome {
        let fen = match &self.first[..] {
            "-" => read_text("-")?,
            "start" => Position::start().to_string(),
            fen => fen.to_string(),
        };
        if std::path::Path::new(&fen).is_file() {
            return Err(Failure::bad_input(format!(
                "{fen} is a file, which says itself what is asked; expected a FEN before {stipulation}"
            )));
        }
        if let Some(retraction) = Retraction::read(stipulation) {
            let other = [("--to", self.to.is_some()), ("--twin", !self.twin.is_empty())];
            if let Some((option, _)) = other.iter().find(|(_, given)| *given) {
                let what = format!("{option} is not for retractions");
                return Err(Failure::bad_input(what));
            }
            return retract::run(fen.trim(), retraction, terminal);
        }
        let mut problem = Problem::new(fen.trim(), stipulation, self.any_position)
            .map_err(|error| Failure::bad_input(input::told(error)))?;
        self.draw(&problem, terminal)?;
        if self.sketch {
            return self.print_sketch(&problem, terminal);
        }
        self.ask_more(&mut problem);
        let entry = Entry {
            twins: self.twin.clone(),
            zero_position: self.zero_position,
            any_position: self.any_position,
            ..Entry::of(problem)
        };
        if let Some(format) = self.to {
            if let Some(why) = format.unwritable(&entry) {
                return Err(Failure::bad_input(why));
            }
            write!(terminal, "{}", format.write(&[entry]))?;
            return Ok(Exit::Answered);
        }
        self.solve_entry(&entry, terminal)
    }

    /// Options ask for the same as what may follow a stipulation.
    fn ask_more(&self, problem: &mut Problem) {
        problem.stipulation.set_play |= self.set_play;
        problem.stipulation.duplex |= self.duplex;
    }

    /// Solves a problem and its twins.
    fn solve_entry(&self, entry: &Entry, terminal: &mut Terminal) -> Outcome {
        let flag = interrupt::flag();
        let mut solver = Solver::default();
        let wanted = Wanted { tree: !self.no_tree, ..Wanted::of(entry) };
        let (mut count, mut stop, mut rows) = (0, None, Vec::new());
        let mut wrong = Vec::new();
        for (letter, problem) in entry.problems() {
            // A twin that cannot be made does not stop the others.
            let problem = match problem {
                Ok(problem) => problem,
                Err(error) => {
                    let error = input::told(error);
                    let letter = letter.unwrap_or_default();
                    if !terminal.json() {
                        writeln!(terminal, "{letter}) error: {error}")?;
                    }
                    wrong.push(format!("twin {letter}: {error}"));
                    rows.push(json::twin_error(&letter, &error));
                    continue;
                }
            };
            let positions = Arc::new(AtomicU64::new(0));
            let (told, asked) = (positions.clone(), problem.stipulation.to_string());
            let ticking = Ticking::new(move || {
                format!("{asked}: searching, {} positions", told.load(Ordering::Relaxed))
            });
            let report = Report::new(move |more| {
                positions.fetch_add(more, Ordering::Relaxed);
            });
            let solved = self.solve(&mut solver, problem, wanted, None, &flag, Some(report));
            drop(ticking);
            count += solved.count();
            stop = stop.or(solved.stop());
            let mut row = json::row(None, &solved);
            if let Some(letter) = &letter {
                row.insert("twin".to_string(), letter.clone().into());
            }
            if !terminal.json() {
                if let Some(letter) = &letter {
                    writeln!(terminal, "{letter}) {}", solved.problem.stipulation)?;
                }
                write!(terminal, "{}", text::whole(&solved, self.notation()))?;
            }
            rows.push(row);
        }
        if terminal.json() {
            match &rows[..] {
                [row] if entry.twins.is_empty() => terminal.print_json(row)?,
                rows => terminal.print_json(&serde_json::json!({ "twins": rows }))?,
            }
        }
        match stop {
            Some(Stop::Interrupted) => Err(Failure::Interrupted),
            _ if !wrong.is_empty() => Err(Failure::bad_input(wrong.join("\n"))),
            Some(_) => Ok(Exit::Limit),
            None if count == 0 => Ok(Exit::No),
            None => Ok(Exit::Answered),
        }
    }

    /// Prints the problems of a file for another program; those that cannot be read are told.
    fn convert_many(&self, text: &str, format: Format, terminal: &mut Terminal) -> Outcome {
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for Item { line, entry, .. } in input::items(text, self.any_position) {
            let wrong = |problem: &str| format!("line {line}: {problem}");
            match entry {
                Ok(mut entry) => match format.unwritable(&entry) {
                    Some(why) => bad.push(wrong(&why)),
                    None => {
                        self.ask_more(&mut entry.problem);
                        good.push(entry);
                    }
                },
                Err(problem) => bad.push(wrong(&problem)),
            }
        }
        write!(terminal, "{}", format.write(&good))?;
        match &bad[..] {
            [] => Ok(Exit::Answered),
            bad => Err(Failure::bad_input(bad.join("\n"))),
        }
    }

    fn print_sketch(&self, problem: &Problem, terminal: &mut Terminal) -> Outcome {
        let Stipulation { set_play, duplex, .. } = problem.stipulation;
        if set_play || self.set_play || duplex || self.duplex {
            return Err(Failure::bad_input(
                "a sketch asks one question: leave out +k, --set-play and duplex with --sketch",
            ));
        }
        let Some(sketch) = problem.sketch() else {
            let stipulation = &problem.stipulation;
            return Err(Failure::bad_input(format!(
                "{stipulation} cannot be written as a sketch; #n, =n, s#1, h#n, hs#n, dia n and =>n can"
            )));
        };
        if terminal.json() {
            terminal.print_json(&serde_json::json!({ "sketch": sketch }))?;
        } else {
            write!(terminal, "{sketch}")?;
        }
        Ok(Exit::Answered)
    }

    fn draw(&self, problem: &Problem, terminal: &mut Terminal) -> Result<(), Failure> {
        if self.svg.is_some() || self.png.is_some() {
            let mut diagram = Diagram::new(&problem.position);
            diagram.bottom = Color::White;
            let svg = diagram.svg();
            if let Some(path) = &self.svg {
                picture::write_svg(path.as_ref(), &svg)?;
            }
            if let Some(path) = &self.png {
                picture::write_png(path.as_ref(), &svg, 1.0)?;
            }
        }
        if self.diagram && !terminal.json() {
            write!(terminal, "{}", text::diagram(&problem.position))?;
        }
        Ok(())
    }

    /// How many solutions are wanted and can be kept.
    fn most_solutions(&self, problem: &Problem, wanted: Wanted) -> usize {
        let plies = match problem.stipulation.length {
            Length::Halves(plies) => usize::from(plies),
            Length::Shortest => 100,
        };
        let most = self.max_solutions.map(|most| most as usize).or(wanted.solutions);
        most.unwrap_or(usize::MAX).min(SolveLimits::most_lines(plies))
    }

    fn solve(
        &self,
        solver: &mut Solver,
        mut problem: Problem,
        wanted: Wanted,
        idle: Option<Arc<IdleThreads>>,
        flag: &Arc<AtomicBool>,
        report: Option<Report>,
    ) -> Solved {
        self.ask_more(&mut problem);
        let mut options = Options {
            limits: SolveLimits {
                solutions: Some(self.most_solutions(&problem, wanted)),
                report,
                ..SolveLimits::default()
            },
            threads: usize::from(self.threads),
            idle,
            tree: wanted.tree,
            tree_moves: self.tree_moves,
            set_play: problem.stipulation.set_play,
            refutations: wanted.refutations.unwrap_or(usize::from(self.refutations)),
            ..Options::default()
        };
        // Each half of a duplex is a problem of its own, with the time for one.
        let mut solve = |problem: Problem| {
            let start = Instant::now();
            let time = self.time.or(wanted.time);
            let limits = Limits::none().with_flag(flag.clone());
            options.limits.limits = match time {
                Some(time) => limits.with_time(time),
                None => limits,
            };
            let solution = solver.solve(&problem, &options);
            Solved { problem, solution, duplex: None, seconds: start.elapsed().as_secs_f64() }
        };
        let exchanged = problem.stipulation.duplex.then(|| problem.duplex()).flatten();
        let solved = solve(problem);
        Solved { duplex: exchanged.map(|problem| Box::new(solve(problem))), ..solved }
    }

    fn solve_many(&self, terminal: &mut Terminal) -> Outcome {
        let single = [
            ("--sketch", self.sketch),
            ("--svg", self.svg.is_some()),
            ("--png", self.png.is_some()),
            ("--twin", !self.twin.is_empty()),
        ];
        if let Some((option, _)) = single.iter().find(|(_, given)| *given) {
            return Err(Failure::bad_input(format!(
                "{option} is for one problem: a FEN and a stipulation"
            )));
        }
        let text = self.read_problems()?;
        if let Some(format) = self.to {
            return self.convert_many(&text, format, terminal);
        }
        let rows: Vec<Row> = input::rows(&text, self.any_position);
        let flag = interrupt::flag();
        let jobs = usize::from(self.jobs).min(rows.len());
        // Whoever has no problem left helps with those that go on.
        let idle = Arc::new(IdleThreads::new(jobs));
        let worker = |queue: &Queue<Row, Option<Solved>>| {
            let mut solver = Solver::default();
            queue.run(|row| {
                let problem = row.problem.as_ref().ok()?;
                let wanted = Wanted { tree: self.tree, ..row.wanted };
                let helpers = Some(idle.clone());
                Some(self.solve(&mut solver, problem.clone(), wanted, helpers, &flag, None))
            });
            idle.lend();
        };
        let mut tally = Tally::default();
        in_order(&rows, jobs, &flag, worker, |row, solved| {
            self.print_row(row, solved, terminal, &mut tally)
        })?;
        tally.outcome(flag.load(Ordering::Relaxed))
    }

    fn read_problems(&self) -> Result<String, Failure> {
        let bytes = read_bytes(&self.first).map_err(|failure| {
            if self.first.matches('/').count() == 7 {
                Failure::bad_input("a FEN needs a stipulation after it, like '#3' or 'h#2.5'")
            } else {
                failure
            }
        })?;
        // Old collections are in Latin-1. Where a line is neither, it is a bad line; the others are solved all the same.
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect());
        Ok(text.trim_start_matches('\u{feff}').to_string())
    }

    fn print_row(
        &self,
        row: &Row,
        solved: Option<Solved>,
        terminal: &mut Terminal,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        tally.rows += 1;
        match (&row.problem, solved) {
            (Ok(_), Some(solved)) => {
                tally.stopped += usize::from(solved.stop().is_some());
                if terminal.json() {
                    terminal.print_json(&json::row(Some(&row.id), &solved))?;
                } else {
                    if self.diagram {
                        write!(terminal, "{}", text::diagram(&solved.problem.position))?;
                    }
                    writeln!(terminal, "{}: {}", row.id, text::short(&solved, self.notation()))?;
                    if self.tree {
                        write!(terminal, "{}", text::body(&solved, self.notation()))?;
                    }
                }
            }
            (Err(error), _) => {
                tally.bad += 1;
                if terminal.json() {
                    terminal.print_json(&json::error(&row.id, row.line, error))?;
                } else {
                    writeln!(terminal, "{}: error: line {}: {error}", row.id, row.line)?;
                }
            }
            (Ok(_), None) => {}
        }
        terminal.flush()?;
        Ok(())
    }
}

/// How the problems of a file went.
#[derive(Default)]
struct Tally {
    rows: usize,
    bad: usize,
    stopped: usize,
}

impl Tally {
    fn outcome(&self, interrupted: bool) -> Outcome {
        if interrupted {
            Err(Failure::Interrupted)
        } else if self.bad > 0 {
            let message = format!("{} of {} problems could not be read", self.bad, self.rows);
            Err(Failure::bad_input(message))
        } else if self.rows == 0 {
            Err(Failure::bad_input("no problems: expected lines like FEN;STIPULATION"))
        } else if self.stopped > 0 {
            Ok(Exit::Limit)
        } else {
            Ok(Exit::Answered)
        }
    }
}
