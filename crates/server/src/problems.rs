//! The problemist's desk: a position and a stipulation, answered with a tree that can be walked.

use crate::Shared;
use crate::api::Api;
use crate::error::{ApiError, within};
use crate::work::{Length, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use zugwerk_chess::{Move, Position};
use zugwerk_problems::{
    AfterKey, Answer, Attack, Defence, Fight, Limits, Lines, Notation, Options, Problem,
    ProblemError, Solution, Solver, Stop,
};

pub(crate) fn endpoints(api: Api) -> Api {
    api.streams::<_, News>(
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
}

/// What is told.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "ProblemNews")]
pub(crate) enum News {
    /// The answer; with `duplex` a second one follows for the sides exchanged.
    Answer {
        /// The answer in a sentence.
        sentence: String,
        /// Whether there is a solution.
        solved: bool,
        /// Whether everything was searched.
        complete: bool,
        /// The position the steps start from.
        start: String,
        /// The solutions as trees of moves.
        steps: Vec<Step>,
        /// More that is worth saying, such as tries and set play.
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
    /// What is to be said of it: `key`, `threat`, `dual`.
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

fn solve(_: &Shared, wanted: Wanted) -> Result<Work, ApiError> {
    let problem = Problem::new(wanted.fen.trim(), wanted.stipulation.trim(), wanted.any_position)
        .map_err(|error| {
        let place = match error {
            ProblemError::Stipulation(_) => "stipulation",
            _ => "fen",
        };
        ApiError::bad("bad_problem", error).at(place)
    })?;
    let seconds = within("seconds", wanted.seconds, 1..=300)?.unwrap_or(60);
    let time = Duration::from_secs(seconds);
    Ok(Box::new(move |progress| {
        let limits = Limits {
            deadline: Instant::now().checked_add(time),
            solutions: Some(MOST_SOLUTIONS),
            interrupt: Some(progress.flag()),
        };
        let set_play = problem.stipulation.set_play;
        let options = Options { limits, tree: true, set_play, ..Options::default() };
        let exchanged = problem.duplex().filter(|_| problem.stipulation.duplex);
        for problem in [Some(problem), exchanged].into_iter().flatten() {
            let solution = Solver::default().solve(&problem, &options);
            progress.send(&told(&problem, &solution));
        }
        Ok(())
    }))
}

fn told(problem: &Problem, solution: &Solution) -> News {
    let teller = Teller { notation: Notation::default() };
    let start = problem.start();
    let (steps, details) = match &solution.answer {
        Answer::Fight(Fight { after_key: Some(after_key), .. }) => {
            teller.after_key(&problem.position, after_key)
        }
        Answer::Fight(fight) => teller.fight(&problem.position, fight),
        Answer::Lines(lines) => teller.lines(problem, lines),
    };
    News::Answer {
        sentence: sentence(problem, solution),
        solved: solution.count() > 0,
        complete: solution.is_complete(),
        start: start.to_string(),
        steps,
        details,
        nodes: solution.nodes,
    }
}

/// The answer in a sentence, with how sure it is.
fn sentence(problem: &Problem, solution: &Solution) -> String {
    let what = &problem.stipulation;
    let found = match (solution.count(), &solution.answer) {
        (0, _) if solution.is_complete() => format!("There is no {what}"),
        (0, _) => format!("No {what} was found"),
        (1, Answer::Fight(fight)) if fight.after_key.is_none() => {
            let key = Notation::default().write(&problem.position, fight.keys[0].m);
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
    let how = match solution.stopped {
        None => "searched completely",
        Some(Stop::Time) => "stopped when the time was up",
        Some(Stop::Solutions) => "stopped at so many solutions",
        Some(Stop::Interrupt) => "stopped on request",
    };
    format!("{found}; {how}.")
}

struct Teller {
    notation: Notation,
}

impl Teller {
    fn fight(&self, position: &Position, fight: &Fight) -> (Vec<Step>, Vec<String>) {
        let note = |at: usize| if at == 0 { "key" } else { "cook" };
        let keys = fight.keys.iter().enumerate();
        let steps = keys.map(|(at, key)| self.attack(position, key, 1, note(at))).collect();
        let tries = fight.tries.iter().map(|attempt| {
            let after = position.play(attempt.m);
            let refutations: Vec<String> =
                attempt.refutations.iter().map(|&m| self.notation.write(&after, m)).collect();
            format!(
                "Try: {}? {}!",
                self.notation.write(position, attempt.m),
                refutations.join(", ")
            )
        });
        let set = position.pass();
        let set_play = fight.set_play.iter().map(|defence| {
            let after = set.play(defence.m);
            let replies: Vec<String> =
                defence.replies.iter().map(|reply| self.notation.write(&after, reply.m)).collect();
            format!(
                "Set play: 1… {} 2. {}",
                self.notation.write(&set, defence.m),
                replies.join(", ")
            )
        });
        (steps, set_play.chain(tries).collect())
    }

    /// The play after a key that is not shown.
    fn after_key(&self, position: &Position, after_key: &AfterKey) -> (Vec<Step>, Vec<String>) {
        let defences = after_key.defences.iter();
        let steps = defences.map(|defence| self.defence(position, defence, 1)).collect();
        let refutations = after_key.refutations.iter();
        let details = refutations
            .map(|&m| format!("Not met: 1… {}", self.notation.write(position, m)))
            .collect();
        (steps, details)
    }

    fn attack(&self, position: &Position, attack: &Attack, number: u16, note: &str) -> Step {
        let after = position.play(attack.m);
        let mut then: Vec<Step> = Vec::new();
        if !after.is_check() && !attack.threats.is_empty() {
            let pass = after.pass();
            let threats = attack.threats.iter();
            then.extend(threats.map(|threat| self.attack(&pass, threat, number + 1, "threat")));
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
        let steps = lines.solutions.iter().filter_map(|line| self.line(problem, &start, line));
        let set_play = lines.set_play.iter();
        let details = set_play
            .map(|line| format!("Set play: {}", self.notation.line(problem, &start.pass(), line)));
        let short = lines
            .short
            .iter()
            .map(|line| format!("Short: {}", self.notation.line(problem, &start, line)));
        (steps.collect(), details.chain(short).collect())
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
            (fight(2), Some(Stop::Interrupt), "#200: 2 keys so far; stopped on request."),
            (lines(1), None, "#200: exactly one solution; searched completely."),
            (lines(1), Some(Stop::Time), "#200: a solution; stopped when the time was up."),
            (
                lines(7),
                Some(Stop::Solutions),
                "#200: 7 solutions so far; stopped at so many solutions.",
            ),
        ] {
            assert_eq!(sentence(&problem, &Solution { answer, stopped, nodes: 1 }), expected);
        }
    }
}
