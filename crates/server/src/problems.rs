//! The problemist's table: a position and a stipulation, answered with a tree that can be walked.

use crate::Shared;
use crate::api::Api;
use crate::error::{ApiError, chosen, within};
use crate::progress::{Length, Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use zugwerk_chess::{Move, Position};
use zugwerk_game::{Instant, Limits, Stop};
use zugwerk_problems::files::Entry;
use zugwerk_problems::{
    AfterKey, Answer, Attack, Defence, Fight, Language, Lines, Notation, Options, Problem,
    ProblemError, Report, Solution, SolveLimits, Solver, Style, Twin,
};

pub(crate) fn endpoints(api: Api) -> Api {
    api.streams::<_, Event>(
        "/problems/solve",
        Length::Long,
        "Solve a chess problem completely",
        solve,
    )
}

/// A problem.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ProblemQuestion")]
pub(crate) struct Wanted {
    fen: String,
    /// Such as `#3`, `h#2.5`, `s#3`, `dia 6.0`.
    stipulation: String,
    /// Whether a position that cannot arise in a game is solved too.
    #[serde(default)]
    any_position: bool,
    /// 1 to 300; 60 if not given.
    seconds: Option<u64>,
    /// `problemist`, `san` or `uci`; as problemists write if not given.
    notation: Option<String>,
    /// Whose letters the pieces have: `en`, `de`, `fr` or `nl`; English if not given.
    language: Option<String>,
    /// Twins, at most 26, each as changes like `move a3 b4` or `continued remove e5`.
    #[serde(default)]
    twins: Vec<String>,
    /// Whether only the twins are solved, not the diagram itself.
    #[serde(default)]
    zero_position: bool,
}

impl Wanted {
    fn notation(&self) -> Result<Notation, ApiError> {
        let styles = [("problemist", Style::Problemist), ("san", Style::San), ("uci", Style::Uci)];
        let languages = [
            ("en", Language::English),
            ("de", Language::German),
            ("fr", Language::French),
            ("nl", Language::Dutch),
        ];
        Ok(Notation {
            style: chosen("notation", self.notation.as_deref(), &styles)?.unwrap_or_default(),
            language: chosen("language", self.language.as_deref(), &languages)?.unwrap_or_default(),
        })
    }
}

/// What is told.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "ProblemNews")]
#[allow(clippy::large_enum_variant, reason = "each is sent as soon as it is made")]
pub(crate) enum Event {
    /// How the search goes on.
    Progress {
        /// Positions looked at so far.
        nodes: u64,
        millis: u64,
    },
    /// The answer; with `duplex` a second one follows for the sides exchanged, and then those of twins.
    Answer {
        /// The letter of the twin, where there are several.
        twin: Option<String>,
        /// Whether it is for the sides exchanged.
        duplex: bool,
        /// The answer in a sentence.
        sentence: String,
        /// The stipulation, as it was read.
        stipulation: String,
        /// What was counted: `keys`, `solutions`, or `defences` that are met after a key that is not told.
        counted: &'static str,
        count: usize,
        /// How many solutions are shorter than asked for, which makes them cooks.
        short: usize,
        /// Moves that reach the goal in the diagram of a reflexmate, so that there is no solution.
        spoiled_by: Vec<String>,
        /// The key, where there is one.
        key: Option<String>,
        /// What ended the search before it was complete: `time`, `solutions` or `request`.
        stopped: Option<&'static str>,
        /// Whether there is a solution.
        solved: bool,
        /// Whether everything was searched.
        complete: bool,
        /// The position the steps start from.
        start: String,
        /// The solutions as trees of moves; then set play and tries, where they were asked for.
        steps: Vec<Step>,
        /// More that is worth saying.
        details: Vec<String>,
        nodes: u64,
    },
}

/// A move of a solution and what follows it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Step {
    uci: String,
    /// The move as problemists write it, with its number.
    text: String,
    /// What is to be said of it: `key`, `cook`, `threat`, `dual`, `zugzwang`, `set play`, `try`, `refutes`,
    /// `short`.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
    /// Whether it is the defender's.
    reply: bool,
    /// The position after it.
    fen: String,
    then: Vec<Step>,
}

/// Solutions of a problem made of lines that are told.
const MOST_SOLUTIONS: usize = 500;

/// The most twins of a problem.
const MOST_TWINS: usize = 26;

/// A problem that cannot be read, at a member of the question.
fn refused(error: ProblemError, place: &str) -> ApiError {
    ApiError::bad("bad_problem", error.to_string()).at(place)
}

/// The problem and its twins, each with its letter where there are several.
fn problems(wanted: &Wanted) -> Result<Vec<(Option<String>, Problem)>, ApiError> {
    let problem = Problem::new(wanted.fen.trim(), wanted.stipulation.trim(), wanted.any_position)
        .map_err(|error| match error {
        ProblemError::Stipulation(_) => refused(error, "stipulation"),
        _ => refused(error, "fen"),
    })?;
    if wanted.twins.len() > MOST_TWINS {
        let message = format!("expected at most {MOST_TWINS} twins");
        return Err(ApiError::bad("bad_limit", message).at("twins"));
    }
    let place = |at: usize| format!("twins/{at}");
    let twins = wanted.twins.iter().enumerate().map(|(at, text)| {
        text.parse::<Twin>()
            .map_err(|error| ApiError::bad("bad_problem", error.to_string()).at(place(at)))
    });
    let entry = Entry {
        twins: twins.collect::<Result<_, _>>()?,
        zero_position: wanted.zero_position && !wanted.twins.is_empty(),
        any_position: wanted.any_position,
        ..Entry::of(problem)
    };
    // The diagram, where it is solved, comes before the first twin and is no twin that could be wrong.
    let before = usize::from(!entry.zero_position);
    let all = entry.problems().into_iter().enumerate();
    all.map(|(at, (letter, problem))| {
        let wrong = |error| refused(error, &place(at.saturating_sub(before)));
        Ok((letter, problem.map_err(wrong)?))
    })
    .collect()
}

fn solve(_: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let problems = problems(&wanted)?;
    let seconds = within("seconds", wanted.seconds, 1..=300)?.unwrap_or(60);
    let notation = wanted.notation()?;
    let time = Duration::from_secs(seconds);
    Ok(Box::new(move |progress| {
        // All of them share the time.
        let limits = SolveLimits {
            limits: Limits::none().with_time(time).with_flag(progress.flag()),
            solutions: Some(MOST_SOLUTIONS),
            report: Some(reporting(progress)),
        };
        for (letter, problem) in problems {
            let set_play = problem.stipulation.set_play;
            let limits = limits.clone();
            let options = Options { limits, tree: true, set_play, ..Options::default() };
            let exchanged = problem.duplex().filter(|_| problem.stipulation.duplex);
            let halves = [(false, Some(problem)), (true, exchanged)];
            for (is_duplex, problem) in halves {
                let Some(problem) = problem else { continue };
                let solution = Solver::default().solve(&problem, &options);
                progress.send(&told(&problem, &solution, notation, letter.clone(), is_duplex));
            }
        }
        Ok(())
    }))
}

/// Tells how many positions were looked at, a few times a second.
fn reporting(progress: &Progress) -> Report {
    const PAUSE: Duration = Duration::from_millis(300);
    let (progress, start, nodes) = (progress.clone(), Instant::now(), AtomicU64::new(0));
    let last = Mutex::new(start);
    Report::new(move |more| {
        let nodes = nodes.fetch_add(more, Ordering::Relaxed) + more;
        // Who finds the lock taken leaves the news to the one who has it.
        if let Ok(mut last) = last.try_lock()
            && last.elapsed() >= PAUSE
        {
            *last = Instant::now();
            progress.offer(&Event::Progress { nodes, millis: start.elapsed().as_millis() as u64 });
        }
    })
}

fn told(
    problem: &Problem,
    solution: &Solution,
    notation: Notation,
    twin: Option<String>,
    duplex: bool,
) -> Event {
    let teller = Teller { notation };
    let start = problem.start();
    let (steps, mut details) = match &solution.answer {
        Answer::Fight(Fight { after_key: Some(after_key), .. }) => {
            teller.after_key(&problem.position, after_key)
        }
        Answer::Fight(fight) => teller.fight(&problem.position, fight),
        Answer::Lines(lines) => teller.lines(problem, lines),
    };
    if problem.can_take_king() {
        details.push(format!("Nothing is played: {} could take the king", problem.position.turn()));
    }
    Event::Answer {
        twin,
        duplex,
        sentence: sentence(problem, solution, notation),
        stipulation: problem.stipulation.to_string(),
        counted: match &solution.answer {
            Answer::Fight(Fight { after_key: Some(_), .. }) => "defences",
            Answer::Fight(_) => "keys",
            Answer::Lines(_) => "solutions",
        },
        count: solution.count(),
        short: solution.short_count(),
        spoiled_by: spoiled_by(problem, solution, notation),
        key: match &solution.answer {
            Answer::Fight(fight) => {
                fight.keys.first().map(|key| notation.write(&problem.position, key.m))
            }
            Answer::Lines(_) => None,
        },
        stopped: solution.stopped.map(|stop| match stop {
            Stop::Solutions => "solutions",
            Stop::Interrupted => "request",
            _ => "time",
        }),
        solved: solution.count() > 0,
        complete: solution.is_complete(),
        start: start.to_string(),
        steps,
        details,
        nodes: solution.nodes,
    }
}

/// The moves that must be played in the diagram by the rules of a reflexmate and spoil it.
fn spoiled_by(problem: &Problem, solution: &Solution, notation: Notation) -> Vec<String> {
    solution.spoiled_by().iter().map(|&m| notation.write(&problem.position, m)).collect()
}

/// The answer in a sentence, with how sure it is.
fn sentence(problem: &Problem, solution: &Solution, notation: Notation) -> String {
    let what = &problem.stipulation;
    let spoiled_by = spoiled_by(problem, solution, notation);
    let found = match (solution.count(), &solution.answer) {
        (0, _) if !spoiled_by.is_empty() => {
            let (turn, moves) = (problem.position.turn(), spoiled_by.join(" or "));
            format!("There is no {what}: {turn} must play {moves} at once")
        }
        (0, _) if solution.is_complete() => format!("There is no {what}"),
        (0, _) => format!("No {what} was found"),
        (1, Answer::Fight(fight)) if fight.after_key.is_none() => {
            let key = notation.write(&problem.position, fight.keys[0].m);
            let which = if solution.is_complete() { "the only key" } else { "a key" };
            format!("{what}: {key} is {which}")
        }
        (_, Answer::Fight(Fight { after_key: Some(_), .. })) => {
            format!("{what}: every defence is met")
        }
        (1, Answer::Lines(_)) if solution.is_complete() => format!("{what}: exactly one solution"),
        (1, Answer::Lines(_)) => format!("{what}: a solution"),
        (count, answer) => {
            let found = if matches!(answer, Answer::Fight(_)) { "keys" } else { "solutions" };
            let so_far = if solution.is_complete() { "" } else { " so far" };
            format!("{what}: {count} {found}{so_far}")
        }
    };
    let short = match solution.short_count() {
        0 => "",
        1 => ", and a shorter one: cooked",
        _ => ", and shorter ones: cooked",
    };
    let how = match solution.stopped {
        None => "searched completely",
        Some(Stop::Solutions) => "stopped at the number of solutions asked for",
        Some(Stop::Interrupted) => "stopped on request",
        Some(_) => "stopped when the time was up",
    };
    format!("{found}{short}; {how}.")
}

struct Teller {
    notation: Notation,
}

impl Teller {
    fn fight(&self, position: &Position, fight: &Fight) -> (Vec<Step>, Vec<String>) {
        let note = |at: usize| if at == 0 { "key" } else { "cook" };
        let keys = fight.keys.iter().enumerate();
        let keys = keys.map(|(at, key)| self.attack(position, key, 1, note(at)));
        let set = position.pass();
        let set_play = fight.set_play.iter().map(|defence| {
            let step = self.defence(&set, defence, 1);
            Step { note: "set play".to_string(), ..step }
        });
        let tries = fight.tries.iter().map(|attempt| {
            let after = position.play(attempt.m);
            let refute = |&m: &Move| {
                let text = format!("1… {}", self.notation.write(&after, m));
                self.step(&after, m, text, "refutes".to_string(), true, Vec::new())
            };
            let refutations = attempt.refutations.iter().map(refute).collect();
            let text = format!("1. {}", self.notation.write(position, attempt.m));
            self.step(position, attempt.m, text, "try".to_string(), false, refutations)
        });
        (keys.chain(set_play).chain(tries).collect(), Vec::new())
    }

    /// The play after a key that is not shown.
    fn after_key(&self, position: &Position, after_key: &AfterKey) -> (Vec<Step>, Vec<String>) {
        let mut steps = Vec::new();
        if !after_key.threats.is_empty() {
            let pass = position.pass();
            let threats = after_key.threats.iter();
            steps.extend(threats.map(|threat| self.attack(&pass, threat, 2, "threat")));
        }
        let defences = after_key.defences.iter();
        steps.extend(defences.map(|defence| self.defence(position, defence, 1)));
        let open = [("Not met", &after_key.refutations), ("Undecided", &after_key.undecided)];
        let details = open.iter().flat_map(|(what, moves)| {
            moves.iter().map(move |&m| format!("{what}: 1… {}", self.notation.write(position, m)))
        });
        (steps, details.collect())
    }

    fn attack(&self, position: &Position, attack: &Attack, number: u16, note: &str) -> Step {
        let after = position.play(attack.m);
        let mut then: Vec<Step> = Vec::new();
        if !after.is_check() && !attack.threats.is_empty() {
            let pass = after.pass();
            let threats = attack.threats.iter();
            then.extend(threats.map(|threat| self.attack(&pass, threat, number + 1, "threat")));
        }
        if !attack.next.is_empty() {
            let pass = after.pass();
            let next = attack.next.iter();
            then.extend(next.map(|next| self.attack(&pass, next, number + 1, "")));
        }
        then.extend(attack.defences.iter().map(|defence| self.defence(&after, defence, number)));
        let mut notes: Vec<&str> = vec![note];
        if attack.is_zugzwang {
            notes.push("zugzwang");
        }
        notes.retain(|note| !note.is_empty());
        let text = format!("{number}. {}", self.notation.write(position, attack.m));
        self.step(position, attack.m, text, notes.join(", "), false, then)
    }

    fn defence(&self, position: &Position, defence: &Defence, number: u16) -> Step {
        let after = position.play(defence.m);
        let dual = if defence.replies.len() > 1 { "dual" } else { "" };
        let replies = defence.replies.iter();
        let then = replies.map(|reply| self.attack(&after, reply, number + 1, dual)).collect();
        let text = format!("{number}… {}", self.notation.write(position, defence.m));
        self.step(position, defence.m, text, String::new(), true, then)
    }

    fn step(
        &self,
        position: &Position,
        m: Move,
        text: String,
        note: String,
        reply: bool,
        then: Vec<Step>,
    ) -> Step {
        let fen = position.play(m).to_string();
        Step { uci: position.uci(m), text, note, reply, fen, then }
    }

    fn lines(&self, problem: &Problem, lines: &Lines) -> (Vec<Step>, Vec<String>) {
        let start = problem.start();
        let noted = |from: Position, lines: &[Vec<Move>], note: &str| {
            let steps = lines.iter().filter_map(|line| self.line(problem, &from, line));
            let steps = steps.map(|step| Step { note: note.to_string(), ..step });
            steps.collect::<Vec<Step>>()
        };
        let mut steps = noted(start.clone(), &lines.solutions, "");
        steps.extend(noted(start.pass(), &lines.set_play, "set play"));
        steps.extend(noted(start.clone(), &lines.short, "short"));
        (steps, Vec::new())
    }

    /// A line as a step with one step after it, and so on.
    fn line(&self, problem: &Problem, start: &Position, line: &[Move]) -> Option<Step> {
        let positions = problem.positions(start, line);
        let mut last: Option<Step> = None;
        for (ply, &m) in line.iter().enumerate().rev() {
            let position = &positions[ply];
            let text = self.notation.write(position, m);
            let reply = position.turn() != start.turn();
            let mut step =
                self.step(position, m, text, String::new(), reply, last.into_iter().collect());
            step.fen = positions[ply + 1].to_string();
            last = Some(step);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_an_unfinished_search_is_not_called_the_only_one() {
        let problem = Problem::new("8/8/4k3/8/8/8/8/KQ6 w - - 0 1", "#200", false).unwrap();
        let m = problem.position.parse_uci("b1b4").unwrap();
        let fight = |keys: usize| {
            let keys = vec![Attack::bare(m, 10); keys];
            Answer::Fight(Fight { moves: 200, keys, ..Fight::default() })
        };
        let lines = |count: usize| {
            Answer::Lines(Lines { plies: 1, solutions: vec![vec![m]; count], ..Lines::default() })
        };
        for (answer, stopped, expected) in [
            (fight(1), None, "#200: Qb4 is the only key; searched completely."),
            (fight(1), Some(Stop::Time), "#200: Qb4 is a key; stopped when the time was up."),
            (fight(2), None, "#200: 2 keys; searched completely."),
            (fight(2), Some(Stop::Interrupted), "#200: 2 keys so far; stopped on request."),
            (lines(1), None, "#200: exactly one solution; searched completely."),
            (lines(1), Some(Stop::Time), "#200: a solution; stopped when the time was up."),
            (
                lines(7),
                Some(Stop::Solutions),
                "#200: 7 solutions so far; stopped at the number of solutions asked for.",
            ),
        ] {
            let solution = Solution { answer, stopped, nodes: 1 };
            assert_eq!(sentence(&problem, &solution, Notation::default()), expected);
        }
    }
}
