//! `zugwerk kuromasu solve`: the solutions of one board in full, of many boards as a table.

use super::input::{self, Input};
use super::report::{Proof, Report, Second, Stats, Status};
use super::{counted, solve_many};
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::number::positive;
use crate::terminal::{Terminal, read_text};
use crate::{interrupt, named, picture};
use anstyle::{AnsiColor, Style};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zugwerk_kuromasu::picture::{Marks, svg};
use zugwerk_kuromasu::{
    Certificate, Clauses, Colouring, Connectivity, Next, Options, Place, Puzzle, Search,
    broken_rules,
};
use zugwerk_logic::{Backend, Limits, Stop};

/// Solve boards: one in full, many as a table
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk kuromasu solve riddle.txt
  zugwerk kuromasu solve --unique 'https://puzz.link/p?kurodoko/3/3/5n'
  zugwerk kuromasu solve --count 3x3:c5e
  zugwerk kuromasu solve riddle.txt --verify mine.txt
  zugwerk kuromasu solve --jobs 2 --time 60 riddles/
  zugwerk kuromasu solve --certify --stats riddles/unsolvable.txt

With several boards, a file whose name begins with u or contains unsat is expected to have no
solution; a board that turns out otherwise is listed, and the exit code is 1.")]
pub struct Solve {
    /// Files, folders, - for standard input, or an address or game ID itself
    #[arg(required = true)]
    puzzles: Vec<String>,
    /// Prove that the solution is the only one, or show a second one
    #[arg(long)]
    unique: bool,
    /// Show all solutions
    #[arg(long, conflicts_with = "unique")]
    all: bool,
    /// Show at most this many solutions
    #[arg(long, value_name = "N", conflicts_with = "unique", allow_negative_numbers = true, value_parser = positive)]
    max: Option<u64>,
    /// Count the solutions instead of showing them
    #[arg(long, conflicts_with = "unique")]
    count: bool,
    /// Give up on a board after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::number::seconds_or_none, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Boards to solve at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Say what it cost: variables, clauses, conflicts, seconds by phase
    #[arg(long)]
    stats: bool,
    /// Check every solution, and a proof for every "no solution" and every "the only solution"
    #[arg(long)]
    pub certify: bool,
    /// Check this colouring (rows of w and b) instead, and name each broken rule
    #[arg(long, value_name = "SOLUTION", conflicts_with_all = ["unique", "all", "max", "count", "certify"])]
    verify: Option<String>,
    /// Also write the clauses to this file, with a comment for the variable of each cell
    #[arg(long, value_name = "FILE")]
    dimacs: Option<PathBuf>,
    /// Also draw the first solution into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// How to draw solutions on the screen: letters w and b, or squares
    #[arg(long, value_name = "STYLE", default_value = "auto")]
    style: Drawing,
    /// How the solver learns that white cells must be connected
    #[arg(long, value_name = "ENCODING", default_value = "follow", help_heading = "Comparison",
        value_parser = named::described(&Connectivity::ALL, encoding))]
    encoding: Connectivity,
    /// Which SAT solver
    #[arg(long, value_name = "SOLVER", default_value = "own", help_heading = "Comparison",
        value_parser = named::named(&Backend::ALL, Backend::name))]
    solver: Backend,
    /// Leave out the deduction that goes first
    #[arg(long, help_heading = "Comparison")]
    no_deduction: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Drawing {
    /// Squares on a terminal, letters elsewhere
    Auto,
    Letters,
    Squares,
}

fn encoding(connectivity: Connectivity) -> PossibleValue {
    PossibleValue::new(connectivity.name()).help(match connectivity {
        Connectivity::Follow => "Watch the black chains during the search",
        Connectivity::Cuts => "Add a clause for every part that is cut off",
        Connectivity::Trees => "Clauses: black cells form trees",
        Connectivity::Steps => "Clauses: reachable in k steps (small boards)",
    })
}

/// The most solutions of a board that are kept to be reported together.
const KEPT: u64 = 10_000;

impl Solve {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(path) = &self.picture {
            picture::check_name(path)?;
        }
        let inputs = input::read_all(&self.puzzles)?;
        if let Some(file) = &self.verify {
            return self.verify(file, inputs, terminal);
        }
        let folders = self.puzzles.iter().any(|name| Path::new(name).is_dir());
        let single = match &inputs[..] {
            [only] if !folders => Some(only),
            _ => None,
        };
        if single.is_none() && (self.dimacs.is_some() || self.picture.is_some()) {
            return Err(Failure::bad_input("--dimacs and --picture take one board at a time"));
        }
        match single {
            Some(input) => self.solve_one(input, terminal),
            None => solve_many::run(&self, &inputs, self.jobs.into(), terminal),
        }
    }

    fn solve_one(&self, input: &Input, terminal: &mut Terminal) -> Outcome {
        let puzzle = match &input.puzzle {
            Ok(puzzle) => puzzle,
            Err(what) if !terminal.json() => {
                return Err(Failure::bad_input(format!("{}: {what}", input.name)));
            }
            Err(_) => {
                let report = self.solve(input, None);
                terminal.print_json(&report)?;
                let what = report.message.unwrap_or_default();
                return Err(Failure::bad_input(format!("{}: {what}", report.file)));
            }
        };
        let json = terminal.json();
        let mut written = Ok(());
        let mut shown = 0;
        let mut show = |rows: Vec<String>| {
            let gap = if shown > 0 { writeln!(terminal).map_err(Failure::from) } else { Ok(()) };
            shown += 1;
            written = gap.and_then(|()| self.print_rows(&rows, &[], terminal));
            written.is_ok()
        };
        let report = self.solve(input, if json { None } else { Some(&mut show) });
        written?;
        if let (Some(path), Some(rows)) = (&self.picture, &report.rows)
            && let Ok(solution) = Colouring::parse(puzzle, &rows.join("\n"))
        {
            picture::write(path, &svg(puzzle, &Marks::of(puzzle, &solution)))?;
        }
        let mut unwritten = false;
        if let Some(path) = &self.dimacs {
            unwritten = !self.write_dimacs(path, puzzle)?;
        }
        if terminal.json() {
            terminal.print_json(&report)?;
        } else {
            self.print(&report, terminal)?;
        }
        let exit = self.exit(&report)?;
        if unwritten {
            complain("a limit was reached before the clauses were written");
            return Ok(Exit::Limit);
        }
        Ok(exit)
    }

    fn exit(&self, report: &Report) -> Outcome {
        if report.interrupted {
            return Err(Failure::Interrupted);
        }
        if report.checked == Some(false) {
            return Err(Failure::bad_input("internal error: a solution breaks a rule"));
        }
        if report.proof.as_ref().is_some_and(|proof| !proof.valid) {
            return Err(Failure::bad_input("internal error: the proof does not hold"));
        }
        Ok(match report.status {
            Status::Solved if report.unique == Some(false) => Exit::No,
            Status::Solved => Exit::Answered,
            Status::Unsolvable => Exit::No,
            Status::Limit | Status::Error => Exit::Limit,
        })
    }

    fn options(&self) -> Options {
        Options {
            connectivity: self.encoding,
            backend: self.solver,
            deduce: !self.no_deduction,
            certify: self.certify,
        }
    }

    fn limits(&self) -> Limits {
        let limits = Limits::none().with_flag(interrupt::flag());
        match self.time {
            Some(time) => limits.with_time(time),
            None => limits,
        }
    }

    /// Solves one board as the options ask. Where all solutions are wanted, `show` gets each as it is
    /// found, until it returns false; without it they are kept, up to [`KEPT`].
    pub fn solve(
        &self,
        input: &Input,
        show: Option<&mut dyn FnMut(Vec<String>) -> bool>,
    ) -> Report {
        let start = Instant::now();
        let mut report = Report { file: input.name.clone(), ..Report::default() };
        match &input.puzzle {
            Err(what) => report.message = Some(what.clone()),
            Ok(puzzle) => self.search(puzzle, &mut report, show),
        }
        report.seconds = start.elapsed().as_secs_f64();
        report
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        report: &mut Report,
        mut show: Option<&mut dyn FnMut(Vec<String>) -> bool>,
    ) {
        let limits = self.limits();
        report.size = Some((puzzle.height(), puzzle.width()));
        let wanted = match (self.unique, self.count || self.all, self.max) {
            (true, ..) => 2,
            (_, _, Some(max)) => max,
            (_, true, None) if self.all && !self.count && show.is_none() => KEPT,
            (_, true, None) => u64::MAX,
            _ => 1,
        };
        let mut search = Search::new(puzzle, &self.options());
        let rows = |colouring: &Colouring| colouring.rows('W', 'B').collect::<Vec<String>>();
        let mut first: Option<Colouring> = None;
        let mut found = 0;
        let mut end = None;
        while found < wanted && end.is_none() {
            match search.next(&limits) {
                Next::Solution(solution) => {
                    found += 1;
                    if self.certify {
                        let keeps_rules = broken_rules(puzzle, &solution).is_empty();
                        report.checked = Some(report.checked.unwrap_or(true) && keeps_rules);
                    }
                    if (self.all || self.max.is_some()) && !self.count {
                        match &mut show {
                            None => report.solutions.push(rows(&solution)),
                            Some(show) => {
                                if !show(rows(&solution)) {
                                    return;
                                }
                            }
                        }
                    }
                    match &first {
                        None => {
                            report.rows = Some(rows(&solution));
                            first = Some(solution);
                        }
                        Some(first) if self.unique => {
                            let place = |cell| puzzle.place(cell);
                            let differs = first.differences(&solution).into_iter().map(place);
                            let differs = differs.map(|place| (place.row, place.column)).collect();
                            report.second = Some(Second { rows: rows(&solution), differs });
                        }
                        Some(_) => {}
                    }
                }
                other => end = Some(other),
            }
        }
        let stopped = match end {
            Some(Next::Limit(stop)) => Some(stop),
            _ => None,
        };
        report.interrupted = stopped == Some(Stop::Interrupted);
        report.status = match (found, stopped) {
            (0, None) => Status::Unsolvable,
            (0, Some(_)) => Status::Limit,
            _ if wanted > 1 && stopped.is_some() => Status::Limit,
            _ => Status::Solved,
        };
        if self.unique && stopped.is_none() {
            report.unique = Some(found == 1);
        }
        if self.count || self.all || self.max.is_some() {
            report.count = Some(found);
            report.complete = Some(matches!(end, Some(Next::NoMore)));
        }
        let proof = |Certificate { valid, steps, cuts }| Proof { valid, steps, cuts };
        report.proof = search.certified().map(proof);
        if self.stats {
            report.stats = Some(Stats::new(&search.statistics()));
        }
    }

    fn write_dimacs(&self, path: &PathBuf, puzzle: &Puzzle) -> Result<bool, Failure> {
        let failed = |error: io::Error| Failure::file(path.display(), error);
        // A file of clauses has to hold all rules, so one of the encodings by clauses is needed.
        let connectivity = match self.options().connectivity {
            by_clauses if by_clauses.is_clauses() => by_clauses,
            _ => Connectivity::Trees,
        };
        let clauses = match Clauses::new(puzzle, connectivity, &self.limits()) {
            Ok(clauses) => clauses,
            Err(Stop::Interrupted) => return Err(Failure::Interrupted),
            Err(_) => return Ok(false),
        };
        let mut out = BufWriter::new(File::create(path).map_err(failed)?);
        let mut write = || -> io::Result<()> {
            writeln!(out, "c Kuromasu, {} rows, {} columns", puzzle.height(), puzzle.width())?;
            writeln!(out, "c cell ROW COLUMN VARIABLE: true for black")?;
            for (cell, bit) in clauses.bits().iter().enumerate() {
                let Place { row, column } = puzzle.place(cell);
                writeln!(out, "c cell {row} {column} {}", bit.dimacs())?;
            }
            clauses.cnf().write_dimacs(&mut out)?;
            out.flush()
        };
        write().map_err(failed)?;
        Ok(true)
    }

    fn print(&self, report: &Report, terminal: &mut Terminal) -> Result<(), Failure> {
        match report.status {
            Status::Solved => {}
            Status::Unsolvable => writeln!(terminal, "no solution")?,
            Status::Limit | Status::Error => writeln!(terminal, "a limit was reached first")?,
        }
        if let (Some(rows), None) = (&report.rows, report.count) {
            self.print_rows(rows, &[], terminal)?;
        }
        if let Some(count) = report.count {
            let more = if report.complete == Some(true) { "" } else { " or more" };
            writeln!(terminal, "{}{more}", counted(count, "solution"))?;
        }
        match (&report.unique, &report.second) {
            (Some(true), _) => writeln!(terminal, "the only solution")?,
            (_, Some(second)) => {
                writeln!(terminal, "not the only solution; another one:")?;
                self.print_rows(&second.rows, &second.differs, terminal)?;
                let place = |&(row, column): &(usize, usize)| Place { row, column }.to_string();
                let cells: Vec<String> = second.differs.iter().map(place).collect();
                writeln!(terminal, "they differ in {}", cells.join(", "))?;
            }
            _ => {}
        }
        if report.checked == Some(true) && report.proof.is_none() {
            writeln!(terminal, "a solution is its own certificate: checked, it keeps all rules")?;
        }
        if let Some(Proof { valid, steps, cuts }) = report.proof {
            let verdict = if valid { "holds" } else { "DOES NOT HOLD" };
            let (steps, cuts) = (counted(steps, "derived clause"), counted(cuts as u64, "cut"));
            writeln!(terminal, "the proof {verdict}: {steps} and {cuts} checked")?;
        }
        if let Some(stats) = &report.stats {
            stats.print(report.seconds, terminal)?;
        }
        Ok(())
    }

    fn print_rows(
        &self,
        rows: &[String],
        marked: &[(usize, usize)],
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        let squares = match self.style {
            Drawing::Auto => io::stdout().is_terminal(),
            Drawing::Letters => false,
            Drawing::Squares => true,
        };
        let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.chars().enumerate() {
                let cell = match (letter, squares) {
                    ('B', true) => "■ ",
                    (_, true) => "□ ",
                    ('B', false) => "B",
                    (_, false) => "W",
                };
                let is_marked = marked.contains(&(row, column));
                let cell = if is_marked { terminal.paint(style, cell) } else { cell.to_string() };
                write!(terminal, "{cell}")?;
            }
            writeln!(terminal)?;
        }
        Ok(())
    }

    fn verify(&self, file: &str, inputs: Vec<Input>, terminal: &mut Terminal) -> Outcome {
        #[derive(Serialize)]
        struct Rule {
            rule: &'static str,
            cells: Vec<(usize, usize)>,
            text: String,
        }
        #[derive(Serialize)]
        struct Verdict {
            file: String,
            status: &'static str,
            broken: Vec<Rule>,
        }
        let [input] = &inputs[..] else {
            return Err(Failure::bad_input("--verify takes one board at a time"));
        };
        let puzzle = match &input.puzzle {
            Ok(puzzle) => puzzle,
            Err(what) => return Err(Failure::bad_input(format!("{}: {what}", input.name))),
        };
        let colouring = Colouring::parse(puzzle, &read_text(file)?)
            .map_err(|error| Failure::bad_input(format!("{file}: {error}")))?;
        let broken = broken_rules(puzzle, &colouring);
        let status = if broken.is_empty() { "correct" } else { "wrong" };
        if terminal.json() {
            let rule = |broken: &zugwerk_kuromasu::Broken| Rule {
                rule: broken.rule(),
                cells: broken.places().iter().map(|place| (place.row, place.column)).collect(),
                text: broken.to_string(),
            };
            let broken = broken.iter().map(rule).collect();
            terminal.print_json(&Verdict { file: input.name.clone(), status, broken })?;
        } else {
            for rule in &broken {
                writeln!(terminal, "{rule}")?;
            }
            writeln!(terminal, "{status}")?;
        }
        Ok(if broken.is_empty() { Exit::Answered } else { Exit::No })
    }
}
