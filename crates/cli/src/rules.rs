//! `zugwerk rules`: rulebooks checked and shown.

use crate::exit::{Exit, Failure, Outcome};
use crate::number::counted;
use crate::terminal::{Terminal, read_text};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;
use zugwerk_game::{Depict, Limits};
use zugwerk_rulebook::ast::{Kind, Result as EndResult};
use zugwerk_rulebook::{RuleGame, Rulebook, bundled, lint};

/// Check a rulebook, or show what it says
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk rules check mine.rules
  zugwerk rules show othello
  zugwerk play --game mine.rules")]
pub struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Read a rulebook and say what is wrong with it
    Check(Which),
    /// Show the rules in prose, the board, and how many moves there can be
    Show(Which),
    /// Print the text of a rulebook that comes with the program
    Text(Which),
    /// Look for what is odd about a game: rules that never apply, ends that never come, pieces that never move
    Lint(Lint),
}

#[derive(Args)]
struct Which {
    /// A file, - for standard input, or the name of a rulebook that comes with the program
    file: String,
    /// Another value for a parameter, such as width=6; may be repeated
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = crate::games::setting)]
    settings: Vec<(String, i64)>,
}

#[derive(Args)]
struct Lint {
    #[command(flatten)]
    which: Which,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = crate::number::seconds)]
    time: Duration,
    /// Play this many random games
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The text of a rulebook: a file's, or the bundled one of that name where there is no such file.
pub fn text(file: &str) -> Result<String, Failure> {
    let name = file.strip_suffix(".rules").unwrap_or(file);
    let puzzle = || zugwerk_puzzle::Kind::named(name).map(zugwerk_puzzle::Kind::text);
    let known = || bundled::text(name).or_else(|| bundled::machine(name)).or_else(puzzle);
    let is_file = file == "-" || std::path::Path::new(file).exists();
    match known().filter(|_| !is_file) {
        Some(text) => Ok(text.to_string()),
        None if !is_file && !file.contains(['.', '/', '\\']) => {
            let known = bundled::names().chain(bundled::machines());
            let known = known.chain(zugwerk_puzzle::Kind::all().map(zugwerk_puzzle::Kind::name));
            let advice = zugwerk_rulebook::advice(file, known);
            let file = crate::terminal::shortened(file, 60);
            Err(Failure::bad_input(format!(
                "{file}: no such file, and no rulebook of this name, see zugwerk games{advice}"
            )))
        }
        None => read_text(file),
    }
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        match self.verb {
            Verb::Check(which) => which.check(terminal),
            Verb::Show(which) => which.show(terminal),
            Verb::Lint(lint) => lint.run(terminal),
            Verb::Text(which) => {
                write!(terminal, "{}", text(&which.file)?)?;
                Ok(Exit::Answered)
            }
        }
    }
}

/// What a rulebook is, in numbers.
#[derive(Serialize)]
struct Summary<'a> {
    name: &'a str,
    kind: &'a str,
    status: &'a str,
    parameters: Vec<(String, i64)>,
    cells: usize,
    rules: Vec<RuleSummary>,
    /// Further parts of moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartSummary>,
    /// What happens after moves, what no move may leave, when somebody moves again, goals and invariants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    laws: Vec<String>,
    ends: Vec<String>,
}

#[derive(Serialize)]
struct RuleSummary {
    name: Option<String>,
    sentence: String,
    /// The sentences of its conditions, and how it goes on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    /// How many moves it can make in all positions together.
    moves: usize,
}

#[derive(Serialize)]
struct PartSummary {
    name: Option<String>,
    /// The moves that it follows.
    after: Vec<String>,
    sentence: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

/// What the linter found, for programs.
#[derive(Serialize)]
struct Linted {
    name: String,
    status: &'static str,
    positions: usize,
    /// How many rules were looked at, and how many there are.
    rules: usize,
    of: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<&'static str>,
    findings: Vec<Odd>,
}

#[derive(Serialize)]
struct Odd {
    fault: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl Lint {
    fn run(self, terminal: &mut Terminal) -> Outcome {
        let text = text(&self.which.file)?;
        let drawn = |mistake: zugwerk_rulebook::Diagnostic| {
            Failure::bad_input(mistake.draw(&self.which.file, &text, terminal.color()))
        };
        let book = bundled::read(&text).map_err(drawn)?;
        if book.kind != Kind::Game {
            let what =
                format!("{} is a {}; only games are looked at", book.name.text, book.kind.word());
            return Err(Failure::bad_input(what));
        }
        let settings: HashMap<String, i64> = self.which.settings.iter().cloned().collect();
        let options = lint::Options {
            games: self.games as usize,
            positions: self.games as usize * 12,
            seed: self.seed,
            limits: Limits::none().with_time(self.time).with_flag(crate::interrupt::flag()),
            playing: Some(self.time / 5),
        };
        let report = lint::lint(&book, &settings, &options).map_err(drawn)?;
        let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let odd = |finding: &lint::Finding| Odd {
            fault: finding.fault.word(),
            message: finding.message.clone(),
            line: finding.span.as_ref().map(|span| line(span.start)),
            position: finding.witness.clone(),
        };
        let linted = Linted {
            name: book.name.text.clone(),
            status: match (&report.stopped, report.findings.is_empty()) {
                (Some(_), _) => "limit",
                (None, true) => "clean",
                (None, false) => "odd",
            },
            positions: report.positions,
            rules: report.rules.0,
            of: report.rules.1,
            solved: report.solved.map(|outcome| match outcome {
                zugwerk_game::Outcome::Win => "first",
                zugwerk_game::Outcome::Draw => "draw",
                zugwerk_game::Outcome::Loss => "second",
            }),
            findings: report.findings.iter().map(odd).collect(),
        };
        if terminal.json() {
            terminal.print_json(&linted)?;
        } else {
            linted.print(&self.which.file, terminal)?;
        }
        Ok(match linted.status {
            "clean" => Exit::Answered,
            "odd" => Exit::No,
            _ => Exit::Limit,
        })
    }
}

impl Linted {
    fn print(&self, file: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        for odd in &self.findings {
            let place = odd.line.map_or(file.to_string(), |line| format!("{file}:{line}"));
            writeln!(terminal, "{place}: {}", odd.message)?;
            if let Some(position) = &odd.position {
                writeln!(terminal, "    {position}")?;
            }
        }
        let looked = format!("{} positions looked at", self.positions);
        match self.status {
            "clean" => writeln!(terminal, "{}: nothing odd, {looked}", self.name)?,
            "odd" => writeln!(terminal, "{} odd, {looked}", self.findings.len())?,
            _ => {
                let (rules, all) = (self.rules, counted(self.of, "rule"));
                writeln!(terminal, "the time was up: {rules} of {all} looked at, {looked}")?
            }
        }
        match self.solved {
            Some("draw") => writeln!(terminal, "with best play the game is a draw")?,
            Some(side) => writeln!(terminal, "with best play the {side} player wins")?,
            None => {}
        }
        Ok(())
    }
}

impl Which {
    /// The text, read and, for a game, grounded.
    fn read(&self, terminal: &Terminal) -> Result<(Rulebook, Option<RuleGame>), Failure> {
        let text = text(&self.file)?;
        let drawn = |mistake: zugwerk_rulebook::Diagnostic| {
            Failure::bad_input(mistake.draw(&self.file, &text, terminal.color()))
        };
        let book = bundled::read(&text).map_err(drawn)?;
        if book.kind == Kind::Puzzle {
            zugwerk_puzzle::Kind::parse(&text).map_err(drawn)?;
            return Ok((book, None));
        }
        let settings: HashMap<String, i64> = self.settings.iter().cloned().collect();
        let game = RuleGame::playable(&book, &settings).map_err(drawn)?;
        Ok((book, Some(game)))
    }

    fn check(&self, terminal: &mut Terminal) -> Outcome {
        let (book, game) = self.read(terminal)?;
        let summary = summary(&book, game.as_ref());
        if terminal.json() {
            terminal.print_json(&summary)?;
            return Ok(Exit::Answered);
        }
        let moves: usize = summary.rules.iter().map(|rule| rule.moves).sum();
        match game {
            Some(_) => writeln!(
                terminal,
                "{}: a {} of {} on {}, {}",
                summary.name,
                summary.kind,
                counted(summary.rules.len(), "rule"),
                counted(summary.cells, "cell"),
                counted(moves, "move")
            )?,
            None => {
                let laws = counted(summary.rules.len(), "law");
                writeln!(terminal, "{}: a puzzle of {laws}", summary.name)?
            }
        }
        Ok(Exit::Answered)
    }

    fn show(&self, terminal: &mut Terminal) -> Outcome {
        let (book, game) = self.read(terminal)?;
        let summary = summary(&book, game.as_ref());
        if terminal.json() {
            terminal.print_json(&summary)?;
            return Ok(Exit::Answered);
        }
        let about = book.about.as_ref().map_or(String::new(), |about| format!(": {about}"));
        writeln!(terminal, "{}{about}", summary.name)?;
        if !book.players.is_empty() {
            let players: Vec<&str> =
                book.players.iter().map(|player| player.text.as_str()).collect();
            writeln!(terminal, "players: {}", players.join(", "))?;
        }
        if !summary.parameters.is_empty() {
            let parameters: Vec<String> = summary
                .parameters
                .iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            writeln!(terminal, "parameters: {}", parameters.join(", "))?;
        }
        if let Some(game) = &game {
            writeln!(terminal, "\n{}", game.picture(&game.start_position()).text())?;
        }
        writeln!(terminal, "{}", if game.is_some() { "moves" } else { "laws" })?;
        for rule in &summary.rules {
            let name = rule.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
            let count = match game {
                Some(_) => format!(" ({})", counted(rule.moves, "move")),
                None => String::new(),
            };
            writeln!(terminal, "- {name}{}{count}", rule.sentence)?;
            for also in &rule.also {
                writeln!(terminal, "  - {also}")?;
            }
        }
        for part in &summary.parts {
            let name = part.name.as_ref().map_or(String::new(), |name| format!(" {name}"));
            let after = match &part.after[..] {
                [] => String::new(),
                moves => format!(" (after {})", moves.join(", ")),
            };
            writeln!(terminal, "- then{name}{after}: {}", part.sentence)?;
            for also in &part.also {
                writeln!(terminal, "  - {also}")?;
            }
        }
        if !summary.laws.is_empty() {
            writeln!(terminal, "also")?;
            for law in &summary.laws {
                writeln!(terminal, "- {law}")?;
            }
        }
        if !summary.ends.is_empty() {
            writeln!(terminal, "ends")?;
            for end in &summary.ends {
                writeln!(terminal, "- {end}")?;
            }
        }
        Ok(Exit::Answered)
    }
}

fn summary<'a>(book: &'a Rulebook, game: Option<&RuleGame>) -> Summary<'a> {
    let sentence = |quoted: &Option<zugwerk_rulebook::ast::Quoted>| {
        quoted.as_ref().map_or("(without a sentence)".to_string(), |quoted| quoted.text.clone())
    };
    let rules = match game {
        None => book
            .laws
            .iter()
            .map(|law| RuleSummary {
                name: None,
                sentence: sentence(&law.sentence),
                also: Vec::new(),
                moves: 0,
            })
            .collect(),
        Some(game) => {
            let counts = game.ground().counts_of_moves();
            let rules = book.moves.iter().enumerate().map(|(at, rule)| RuleSummary {
                name: rule.name.as_ref().map(|name| name.text.clone()),
                sentence: sentence(&rule.sentence),
                also: sentences_within(rule),
                moves: counts.get(&at).copied().unwrap_or(0),
            });
            rules.collect()
        }
    };
    let ends = book.ends.iter().map(|end| {
        let result = match &end.result {
            EndResult::Draw => "draw".to_string(),
            EndResult::Score(_) => "who has more wins".to_string(),
            EndResult::Wins(who) => match &who.kind {
                zugwerk_rulebook::ast::ExprKind::Name(name) if name == "me" => {
                    "who has moved wins".to_string()
                }
                zugwerk_rulebook::ast::ExprKind::Name(name) if name == "other" => {
                    "who has moved loses".to_string()
                }
                zugwerk_rulebook::ast::ExprKind::Name(name) => format!("{name} wins"),
                _ => "somebody wins".to_string(),
            },
        };
        format!("{result}: {}", sentence(&end.sentence))
    });
    let draw = book.repetition.iter().filter_map(|repetition| repetition.sentence.as_ref());
    let ends = ends.chain(draw.map(|sentence| format!("draw: {}", sentence.text)));
    let parts = book.parts.iter().map(|then| PartSummary {
        name: then.part.name.as_ref().map(|name| name.text.clone()),
        after: then.after.iter().map(|name| name.text.clone()).collect(),
        sentence: sentence(&then.part.sentence),
        also: sentences_within(&then.part),
    });
    let goals = book.goals.iter().map(|law| ("goal: ", &law.sentence));
    let goals = goals.chain(book.invariants.iter().map(|law| ("invariant: ", &law.sentence)));
    let laws = book.after.iter().map(|after| &after.sentence);
    let laws = laws.chain(book.never.iter().chain(&book.again).map(|law| &law.sentence));
    let laws = laws.map(|sentence| ("", sentence)).chain(goals).filter_map(|(kind, sentence)| {
        sentence.as_ref().map(|sentence| format!("{kind}{}", sentence.text))
    });
    let mut parameters: Vec<(String, i64)> = game
        .map(|game| {
            game.ground()
                .words
                .parameters
                .iter()
                .map(|(name, value)| (name.clone(), *value))
                .collect()
        })
        .unwrap_or_default();
    parameters.sort();
    let cells = game.map_or(0, |game| game.ground().words.board.cells().count());
    let kind = book.kind.word();
    Summary {
        name: &book.name.text,
        kind,
        status: "ok",
        parameters,
        cells,
        rules,
        parts: parts.collect(),
        laws: laws.collect(),
        ends: ends.collect(),
    }
}

/// The sentences of a move beside its own: of its conditions, of how it goes on, of what is compared.
fn sentences_within(rule: &zugwerk_rulebook::ast::Move) -> Vec<String> {
    let conditions = rule.conditions.iter().map(|condition| &condition.sentence);
    let repeat = rule.repeat.iter().map(|repeat| &repeat.sentence);
    let most = rule.most.iter().map(|(_, sentence)| sentence);
    let all = conditions.chain(repeat).chain(most).chain([&rule.merge_sentence]);
    all.flatten().map(|sentence| sentence.text.clone()).collect()
}
