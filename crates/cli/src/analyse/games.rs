//! The analysis of whole games: every position is searched, every move judged by what it gave away.

use super::{Command, curve, text};
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt;
use crate::number::counted;
use crate::progress::Progress;
use crate::terminal::{Terminal, standard_input};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use zugwerk_chess::pgn::{Line, PgnGame, Ply, Reader};
use zugwerk_chess::{Game, Move};
use zugwerk_engine::{Control, Engine, Limits, Mark, Opinion, expected_score, judge};

/// A move and what the engine thinks of it.
#[derive(Serialize)]
struct Judged {
    ply: usize,
    san: String,
    /// The evaluation after the move, for White, in hundredths of a pawn; mates near ±32000.
    value: i32,
    evaluation: String,
    /// What the move gave away of the expected score, 0 to 1.
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
}

#[derive(Serialize)]
struct Report {
    game: usize,
    white: String,
    black: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    moves: Vec<Judged>,
    /// The annotated game, where it is written nowhere else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
}

impl Command {
    pub(super) fn games(&self, terminal: &mut Terminal) -> Outcome {
        let input: Box<dyn BufRead + Send> = match self.subject.as_str() {
            "-" => Box::new(BufReader::new(standard_input())),
            path => {
                let file = File::open(path).map_err(|error| Failure::file(path, error))?;
                Box::new(BufReader::new(file))
            }
        };
        self.refuse_own_input()?;
        let known = if self.resume { self.games_done()? } else { Vec::new() };
        let done = known.len();
        let mut games = Reader::new(input).enumerate();
        for (known, game) in known.iter().zip(games.by_ref()) {
            self.require_same(game, *known)?;
        }
        let mut output = self.open_output()?;
        let games = Mutex::new(games);
        let mut faults = Vec::new();
        let stop = interrupt::flag();
        let (sender, finished) = mpsc::channel();
        let (searched, seen) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let limits = self.limits(Duration::from_millis(100));
        let mut outcome = Ok(());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (sender, games, stop, limits, searched, seen) =
                    (sender.clone(), &games, &stop, &limits, &searched, &seen);
                scope.spawn(move || {
                    let mut engine = Engine::new(self.hash as usize);
                    loop {
                        let next = games.lock().expect("no reader panics").next();
                        let Some((number, game)) = next else { break };
                        seen.fetch_add(1, Ordering::Relaxed);
                        let analysed = game.map(|mut game| {
                            let report =
                                analyse(&mut engine, number, &mut game, limits, stop, searched);
                            report.map(|report| (game, report))
                        });
                        if sender.send((number, analysed)).is_err() || stop.load(Ordering::Relaxed)
                        {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // Games come back in any order and are written in theirs.
            let mut waiting = BTreeMap::new();
            let mut next = done;
            let mut progress = Progress::new();
            loop {
                match finished.recv_timeout(Duration::from_millis(100)) {
                    Ok((number, analysed)) => {
                        waiting.insert(number, analysed);
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                while outcome.is_ok()
                    && let Some(analysed) = waiting.remove(&next)
                {
                    outcome = match analysed {
                        Err(error) => Err(Failure::file(&self.subject, error)),
                        Ok(None) => Err(Failure::Interrupted),
                        Ok(Some((game, mut report))) => {
                            if output.is_none() && terminal.json() {
                                report.pgn = Some(game.to_string());
                            }
                            let fault = report.error.as_ref();
                            faults.extend(fault.map(|fault| format!("game {}: {fault}", next + 1)));
                            self.write(&game, &report, next == done, &mut output, terminal)
                        }
                    };
                    next += 1;
                }
                if outcome.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                let positions = searched.load(Ordering::Relaxed);
                progress.update(|| {
                    format!("{}, {}", counted(next, "game"), counted(positions, "position"))
                });
            }
        });
        outcome?;
        let games = seen.load(Ordering::Relaxed);
        match faults.first() {
            _ if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted),
            Some(first) => Err(Failure::bad_input(format!(
                "{}: {} of {} could not be read to the end; {first}",
                self.subject,
                faults.len(),
                counted(games, "game")
            ))),
            None if games == 0 && done == 0 => {
                Err(Failure::bad_input(format!("{}: no game in it", self.subject)))
            }
            None => Ok(Exit::Answered),
        }
    }

    /// Opening the output would empty the file that is to be read.
    fn refuse_own_input(&self) -> Result<(), Failure> {
        let Some(output) = &self.output else { return Ok(()) };
        let same = |a: &str, b: &str| Some(fs::canonicalize(a).ok()? == fs::canonicalize(b).ok()?);
        if same(&self.subject, output) == Some(true) {
            return Err(Failure::bad_input(format!(
                "{output} is the file to be analysed; expected another one for --output"
            )));
        }
        Ok(())
    }

    /// The moves of each game that the output file has already, as a hash.
    fn games_done(&self) -> Result<Vec<u64>, Failure> {
        let Some(path) = &self.output else { return Ok(Vec::new()) };
        match File::open(path) {
            Ok(file) => Ok(Reader::new(BufReader::new(file))
                .map_while(Result::ok)
                .map(|game| fingerprint(&game))
                .collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(Failure::file(path, error)),
        }
    }

    /// An analysis goes on only where the games done are those of the input.
    fn require_same(
        &self,
        (number, game): (usize, io::Result<PgnGame>),
        known: u64,
    ) -> Result<(), Failure> {
        let game = game.map_err(|error| Failure::file(&self.subject, error))?;
        if fingerprint(&game) == known {
            return Ok(());
        }
        Err(Failure::bad_input(format!(
            "{}: game {n} is not game {n} of {}; expected the output of an earlier run to resume",
            self.output.as_deref().unwrap_or_default(),
            self.subject,
            n = number + 1
        )))
    }

    fn open_output(&self) -> Result<Option<File>, Failure> {
        let Some(path) = &self.output else { return Ok(None) };
        let opened = match self.resume {
            true => OpenOptions::new().create(true).append(true).open(path),
            false => File::create(path),
        };
        opened.map(Some).map_err(|error| Failure::file(path, error))
    }

    fn write(
        &self,
        game: &PgnGame,
        report: &Report,
        is_first: bool,
        output: &mut Option<File>,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        if let (Some(path), true) = (&self.svg, is_first) {
            let mut shares = vec![0.5];
            shares.extend(report.moves.iter().map(|judged| expected_score(judged.value)));
            let marks: Vec<(usize, &str)> =
                report.moves.iter().filter_map(|judged| Some((judged.ply, judged.mark?))).collect();
            let title = format!("{} - {} {}", report.white, report.black, report.result);
            crate::picture::write_svg(Path::new(path), &curve::svg(&title, &shares, &marks))?;
        }
        let name = self.output.as_deref().unwrap_or("the output");
        match output {
            Some(file) => writeln!(file, "{game}")
                .and_then(|()| file.flush())
                .map_err(|error| Failure::file(name, error))?,
            None if !terminal.json() => {
                writeln!(terminal, "{game}")?;
                terminal.flush()?;
            }
            None => {}
        }
        if terminal.json() {
            terminal.print_json(report)?;
            terminal.flush()?;
        }
        Ok(())
    }
}

/// What tells the moves of a game from those of others.
fn fingerprint(game: &PgnGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.key().hash(&mut hasher);
    game.line.moves.iter().for_each(|ply| ply.m.hash(&mut hasher));
    hasher.finish()
}

/// Analyses a game and annotates it; `None` if it was interrupted.
fn analyse(
    engine: &mut Engine,
    number: usize,
    game: &mut PgnGame,
    limits: &Limits,
    stop: &AtomicBool,
    searched: &AtomicUsize,
) -> Option<Report> {
    engine.clear();
    let mut played = Game::from_position(game.start.clone());
    let mut before = opinion(engine, &played, limits);
    let mut moves = Vec::new();
    for (n, ply) in game.line.moves.iter_mut().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let position = played.position().clone();
        let san = position.san(ply.m);
        played.play(ply.m);
        let after = opinion(engine, &played, limits);
        searched.fetch_add(1, Ordering::Relaxed);
        let judgement = judge(position.turn(), &before, ply.m, &after);
        if let Some(mark) = judgement.mark {
            ply.nags.retain(|known| !(1..=6).contains(known));
            ply.nags.insert(0, mark.nag());
            ply.variations.push(variation(&judgement.better));
        }
        let evaluation = text(after.value);
        let comment = format!("[%eval {}]", evaluation.trim_start_matches('+'));
        ply.comment = [comment, std::mem::take(&mut ply.comment)].join(" ").trim().to_string();
        moves.push(Judged {
            ply: n + 1,
            san,
            value: after.value,
            evaluation,
            loss: (judgement.loss * 1000.0).round() / 1000.0,
            mark: judgement.mark.map(Mark::glyph),
            best: before.best.filter(|best| *best != ply.m).map(|best| position.san(best)),
        });
        before = after;
    }
    game.tags.retain(|(name, _)| name != "Annotator");
    game.tags.push(("Annotator".to_string(), "Zugwerk".to_string()));
    let name = |tag: &str| game.tag(tag).unwrap_or("?").to_string();
    Some(Report {
        game: number + 1,
        white: name("White"),
        black: name("Black"),
        result: game.result,
        error: game.error.as_ref().map(ToString::to_string),
        moves,
        pgn: None,
    })
}

fn opinion(engine: &mut Engine, game: &Game, limits: &Limits) -> Opinion {
    Opinion::of(engine, game, limits, &Control::new(1, false), &|_| ())
}

fn variation(line: &[Move]) -> Line {
    let ply = |m| Ply { m, nags: Vec::new(), comment: String::new(), variations: Vec::new() };
    Line { comment: String::new(), moves: line.iter().map(|m| ply(*m)).collect() }
}
