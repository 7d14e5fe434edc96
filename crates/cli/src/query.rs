//! `zugwerk query`: answers the question that a sketch asks.

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::games::setting;
use crate::named::named;
use crate::terminal::{Terminal, read_short_text};
use crate::{interrupt, number};
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zugwerk_logic::{Backend, Limits, Profile};
use zugwerk_query::{Answer, Engine, Options, Question, Tree, Verdict, ask, rulebook_file};
use zugwerk_rulebook::{Diagnostic, RuleGame, Rulebook, bundled};

/// Ask a question about a game: a sketch of play with holes
///
/// A sketch is a small text: where to start, a line of play with known moves, holes ? for moves to be
/// found and * for every legal reply, and what is expected of the end. The question follows from the
/// holes unless it is given: solve fills the ?, synthesize finds a strategy against every *, verify
/// looks for a choice that breaks the expectation, debug says why it cannot be done.
#[derive(Args)]
#[command(after_help = "\
Examples:
  printf 'game chess\\nfrom start\\nplay f2f3 ? g2g4 ?\\nexpect mate\\n' | zugwerk query -
  zugwerk query mate.zug --all
  zugwerk query debug impossible.zug --json

The language is described in docs/sketches.md. Exit codes: 0 yes, 1 no, 2 bad sketch, 3 limit, 130 interrupted.")]
pub struct Command {
    /// The question (solve, verify, synthesize, debug), where it is not the obvious one, and the file
    /// with the sketch, - for standard input
    #[arg(required = true, num_args = 1..=2, value_name = "[QUESTION] FILE")]
    words: Vec<String>,
    /// Find every solution, not only the first
    #[arg(long)]
    all: bool,
    /// Find at most this many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max: Option<u64>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = number::seconds)]
    time: Duration,
    /// Who answers: tree search, or the laws and a SAT solver
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = named(&Engine::ALL, Engine::name))]
    engine: Engine,
    /// The SAT solver
    #[arg(long, value_name = "SOLVER", default_value = "own", value_parser = named(&Backend::ALL, Backend::name))]
    solver: Backend,
    /// Show what each law costs the solver in variables, clauses, conflicts and time
    #[arg(long)]
    profile: bool,
    /// Write the costs of the laws as a picture
    #[arg(long, value_name = "FILE")]
    profile_svg: Option<String>,
    /// Have each refutation behind the answer proved and the proofs checked independently
    #[arg(long)]
    certify: bool,
    /// A value for a parameter of the rulebook, like width=6
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    settings: Vec<(String, i64)>,
    /// Write the clauses of the question for other SAT solvers
    #[arg(long, value_name = "FILE")]
    dimacs: Option<String>,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let (question, path) = self.question()?;
        self.refuse_what_has_no_meaning()?;
        let text = read_short_text(path)?;
        let flag = interrupt::flag();
        let wants_sat = self.profile || self.profile_svg.is_some();
        let options = Options {
            question,
            engine: self.engine,
            backend: self.solver,
            most: match (self.max, self.all) {
                (Some(max), _) => usize::try_from(max).unwrap_or(usize::MAX),
                (None, true) => usize::MAX,
                (None, false) => 1,
            },
            limits: Limits::none().with_time(self.time).with_flag(flag.clone()),
            profile: wants_sat,
            certify: self.certify,
            cnf: self.dimacs.is_some(),
            ..Options::default()
        };
        let rulebook = self.rulebook(path, &text, terminal)?;
        let settings = self.settings.iter().cloned().collect();
        let options = Options { rulebook, settings, ..options };
        let start = Instant::now();
        let answer = ask(&text, &options).map_err(|mistake| {
            let name = if path == "-" { "sketch" } else { path };
            let color = terminal.color() && std::io::stderr().is_terminal();
            Failure::bad_input(mistake.draw(name, &text, color))
        })?;
        let seconds = start.elapsed().as_secs_f64();
        self.write_files(&answer)?;
        if terminal.json() {
            self.print_json(&answer, seconds, terminal)?;
        } else {
            self.print_text(&answer, seconds, terminal)?;
        }
        match answer.verdict {
            _ if flag.load(Ordering::Relaxed) => Err(Failure::Interrupted),
            Verdict::Yes => Ok(Exit::Answered),
            Verdict::No => Ok(Exit::No),
            Verdict::Limit => Ok(Exit::Limit),
        }
    }

    /// The rulebook that the sketch names by its file: beside the sketch, or in this folder for standard input.
    fn rulebook(
        &self,
        path: &str,
        text: &str,
        terminal: &Terminal,
    ) -> Result<Option<Arc<Rulebook>>, Failure> {
        let Some(file) = rulebook_file(text) else { return Ok(None) };
        let beside = match path {
            "-" => None,
            _ => Path::new(path).parent(),
        };
        let file = beside.map_or(PathBuf::from(&file), |folder| folder.join(&file));
        let name = file.to_string_lossy().into_owned();
        if name == "-" {
            return Err(Failure::bad_input("a rulebook is read from a file; name one"));
        }
        let rules = read_short_text(&name)?;
        let draw = |mistake: Diagnostic| {
            let color = terminal.color() && std::io::stderr().is_terminal();
            Failure::bad_input(mistake.draw(&name, &rules, color))
        };
        let book = bundled::read(&rules).map_err(draw)?;
        // Mistakes in the rules are shown where they stand.
        let settings = self.settings.iter().cloned().collect();
        RuleGame::from_book(&book, &settings).map_err(draw)?;
        Ok(Some(Arc::new(book)))
    }

    fn refuse_what_has_no_meaning(&self) -> Result<(), Failure> {
        let searches = self.engine == Engine::Search;
        let about_clauses = [
            (self.dimacs.is_some(), "--dimacs"),
            (self.profile, "--profile"),
            (self.profile_svg.is_some(), "--profile-svg"),
        ];
        if let Some((_, option)) = about_clauses.iter().find(|(given, _)| *given && searches) {
            let message =
                format!("{option} is about the solver, which --engine search does not ask");
            return Err(Failure::bad_input(message));
        }
        if [&self.dimacs, &self.profile_svg].into_iter().flatten().any(|path| path == "-") {
            return Err(Failure::bad_input("standard output is for the answer; name a file"));
        }
        Ok(())
    }

    /// The question, if one is named, and the file.
    fn question(&self) -> Result<(Option<Question>, &str), Failure> {
        let [question, file] = &self.words[..] else { return Ok((None, &self.words[0])) };
        let question = match question.as_str() {
            "solve" => Question::Solve,
            "verify" => Question::Verify,
            "synthesize" => Question::Synthesize,
            "debug" => Question::Debug,
            other => {
                return Err(Failure::bad_input(format!(
                    "there is no question {other:?}; expected solve, verify, synthesize or debug"
                )));
            }
        };
        Ok((Some(question), file))
    }

    fn write_files(&self, answer: &Answer) -> Result<(), Failure> {
        let create = |path: &String| {
            File::create(path).map(BufWriter::new).map_err(|error| Failure::file(path, error))
        };
        if let (Some(path), Some(profile)) = (&self.profile_svg, &answer.profile) {
            let written = create(path)?.write_all(profile.svg().as_bytes());
            written.map_err(|error| Failure::file(path, error))?;
        }
        match (&self.dimacs, &answer.cnf) {
            (Some(path), Some(cnf)) => {
                let mut out = create(path)?;
                let written = cnf.write_dimacs(&mut out).and_then(|()| out.flush());
                written.map_err(|error| Failure::file(path, error))?;
            }
            (Some(path), None) if answer.verdict == Verdict::Limit => {
                let what = "not written, a limit came before the clauses were complete";
                complain(format!("{path}: {what}"));
            }
            _ => {}
        }
        Ok(())
    }

    fn print_json(
        &self,
        answer: &Answer,
        seconds: f64,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Law {
            law: &'static str,
            variables: usize,
            clauses: usize,
            literals: usize,
            conflicts: u64,
            seconds: f64,
        }
        #[derive(Serialize)]
        struct Printed<'a> {
            #[serde(flatten)]
            answer: &'a Answer,
            seconds: f64,
            #[serde(skip_serializing_if = "Option::is_none")]
            profile: Option<Vec<Law>>,
        }
        let laws = |profile: &Profile| {
            let laws = profile.laws.iter().map(|(law, cost)| Law {
                law,
                variables: cost.variables,
                clauses: cost.clauses,
                literals: cost.literals,
                conflicts: cost.conflicts,
                seconds: profile.seconds(cost),
            });
            laws.collect()
        };
        let profile = answer.profile.as_ref().map(laws);
        terminal.print_json(&Printed { answer, seconds, profile })
    }

    fn print_text(
        &self,
        answer: &Answer,
        seconds: f64,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        let interrupted = interrupt::flag().load(Ordering::Relaxed);
        let (word, color) = match answer.verdict {
            Verdict::Limit if interrupted => ("interrupted", AnsiColor::Yellow),
            Verdict::Yes => ("yes", AnsiColor::Green),
            Verdict::No => ("no", AnsiColor::Red),
            Verdict::Limit if !answer.solutions.is_empty() => {
                ("limit: time is up, the list is not complete", AnsiColor::Yellow)
            }
            Verdict::Limit => ("limit: no answer in the time given", AnsiColor::Yellow),
        };
        let word = terminal.paint(Style::new().fg_color(Some(color.into())).bold(), word);
        writeln!(terminal, "{word}")?;
        if answer.is_list() && !answer.solutions.is_empty() {
            self.print_all(answer, terminal)?;
        } else if let Some(solution) = answer.solutions.first() {
            if let Some(start) = &solution.start {
                writeln!(terminal, "from {start}")?;
            }
            if matches!(solution.tree, Tree::End) {
            } else if has_replies(&solution.tree) {
                write!(terminal, "{}", answer.tree_text())?;
            } else {
                writeln!(terminal, "{}", answer.line_text())?;
            }
        }
        if let Some(counterexample) = &answer.counterexample {
            if let Some(start) = &counterexample.start {
                writeln!(terminal, "from {start}")?;
            }
            let line = answer.line_text();
            let line = if line.is_empty() { "the start itself" } else { &line };
            writeln!(terminal, "counterexample: {line}")?;
        }
        let shown = answer.counterexample.is_some();
        if answer.question == Question::Debug && !answer.core.is_empty() && !shown {
            let what = match answer.refuted {
                true => "with replies that help it could be done, but:",
                false => "these cannot all be:",
            };
            writeln!(terminal, "{what}")?;
        }
        for (position, chosen) in &answer.strategy {
            writeln!(terminal, "{position}: {}", chosen.text)?;
        }
        for sentence in &answer.core {
            writeln!(terminal, "- {sentence}")?;
        }
        for sentence in &answer.proof {
            writeln!(terminal, "- {sentence}")?;
        }
        if let Some(certificate) = answer.certificate {
            let accepted = if certificate.accepted { "accepted" } else { "NOT accepted" };
            let (proofs, steps) = (certificate.proofs, certificate.steps);
            let noun = if proofs == 1 { "proof" } else { "proofs" };
            let what = match answer.solutions.is_empty() {
                true => "",
                false => " that there are no more",
            };
            writeln!(
                terminal,
                "{proofs} {noun} of {steps} steps{what}: {accepted} by the checker"
            )?;
        } else if self.certify && answer.verdict != Verdict::Limit {
            let shown = !answer.solutions.is_empty();
            writeln!(
                terminal,
                "{}",
                match shown && self.all {
                    true => "not proved: that there are no more",
                    false => "nothing to prove: the moves speak for themselves",
                }
            )?;
        }
        if let Some(profile) = &answer.profile
            && self.profile
        {
            let statistics = &answer.statistics;
            write!(terminal, "{profile}")?;
            writeln!(
                terminal,
                "Several laws take part in a conflict; time is shared out by conflicts."
            )?;
            writeln!(
                terminal,
                "{} conflicts, {:.4} s to write the clauses, {:.4} s to solve, {seconds:.4} s in all",
                statistics.conflicts, statistics.encode_seconds, statistics.solve_seconds
            )?;
        }
        Ok(())
    }

    fn print_all(&self, answer: &Answer, terminal: &mut Terminal) -> Result<(), Failure> {
        for (at, solution) in answer.solutions.iter().enumerate() {
            let line = answer.numbered_solution(at);
            match &solution.start {
                Some(start) if line.is_empty() => writeln!(terminal, "{start}")?,
                Some(start) => writeln!(terminal, "{start}: {line}")?,
                None => writeln!(terminal, "{line}")?,
            }
        }
        let count = answer.solutions.len();
        let noun = if count == 1 { "solution" } else { "solutions" };
        let rest = if answer.complete { "and no more" } else { "there may be more" };
        Ok(writeln!(terminal, "{count} {noun}, {rest}")?)
    }
}

fn has_replies(tree: &Tree) -> bool {
    match tree {
        Tree::End => false,
        Tree::Choice(branch) => has_replies(&branch.then),
        Tree::Replies(_) => true,
    }
}
