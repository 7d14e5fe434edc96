//! Answers as text.

use super::Solved;
use zugwerk_chess::{File, Move, Position, Rank, Square};
use zugwerk_game::Stop;
use zugwerk_problems::{Answer, Fight, Length, Notation, Solution, Stipulation, write_fight};

/// The whole answer: what was found, then how much and how it is known.
pub fn whole(solved: &Solved, notation: Notation) -> String {
    let mut text = body(solved, notation);
    text.push_str(&summary(solved));
    text.push('\n');
    let Stipulation { set_play, rules, .. } = &solved.problem.stipulation;
    let asked = *set_play && !rules.post_key && solved.solution.is_complete();
    let (set_play, tries) = match &solved.solution.answer {
        Answer::Fight(fight) => (fight.set_play.len(), fight.tries.len()),
        // There are no tries where both sides help.
        Answer::Lines(lines) => (lines.set_play.len(), usize::MAX),
    };
    if asked && set_play == 0 {
        text.push_str("No set play.\n");
    }
    if asked && tries == 0 {
        text.push_str("No tries.\n");
    }
    if let Some(duplex) = &solved.duplex {
        text.push_str(&format!("Duplex, {} to move:\n", duplex.problem.position.turn()));
        text.push_str(&whole(duplex, notation));
    } else if solved.problem.stipulation.duplex {
        text.push_str("No duplex: the side that is not to move then would be in check.\n");
    }
    text
}

/// What was found.
pub fn body(solved: &Solved, notation: Notation) -> String {
    let Solved { problem, solution, .. } = solved;
    match &solution.answer {
        Answer::Fight(fight) => write_fight(problem, fight, notation),
        Answer::Lines(lines) => {
            let start = problem.start();
            let mut text = String::new();
            if !lines.set_play.is_empty() {
                text.push_str(&format!("{}:\n", notation.language.set_play()));
                let set = start.pass();
                for line in &lines.set_play {
                    text.push_str(&format!("  {}\n", notation.line(problem, &set, line)));
                }
            }
            for line in &lines.solutions {
                text.push_str(&notation.line(problem, &start, line));
                text.push('\n');
            }
            if !lines.short.is_empty() {
                text.push_str(&format!("{}:\n", notation.language.short_solutions()));
            }
            for line in &lines.short {
                text.push_str(&format!("  {}\n", notation.line(problem, &start, line)));
            }
            text
        }
    }
}

/// The answer on one line.
pub fn short(solved: &Solved, notation: Notation) -> String {
    let Solved { problem, solution, .. } = solved;
    let found: Vec<String> = match &solution.answer {
        Answer::Fight(fight) => fight
            .keys
            .iter()
            .map(|key| format!("1.{}", notation.write(&problem.position, key.m)))
            .collect(),
        Answer::Lines(lines) => {
            let start = problem.start();
            lines.solutions.iter().map(|line| notation.line(problem, &start, line)).collect()
        }
    };
    let separator = if found.is_empty() { "" } else { " " };
    let mut text =
        format!("{} {}{separator}({})", problem.stipulation, found.join("; "), summary(solved));
    if let Some(duplex) = &solved.duplex {
        text.push_str(&format!(" duplex {}", short(duplex, notation)));
    }
    text
}

/// How many there are, and how that is known.
fn summary(solved: &Solved) -> String {
    let Solved { problem, solution, seconds, .. } = solved;
    let asked = &problem.stipulation;
    let count = solution.count();
    let what = match (&solution.answer, count) {
        (Answer::Fight(Fight { after_key: Some(after_key), .. }), _) => {
            match (after_key.refutations.len(), after_key.undecided.len()) {
                (0, 0) => "every defence is met".to_string(),
                (0, 1) => "1 defence is undecided".to_string(),
                (0, undecided) => format!("{undecided} defences are undecided"),
                (1, _) => "1 defence is not met".to_string(),
                (refutations, _) => format!("{refutations} defences are not met"),
            }
        }
        (_, 0) if problem.can_take_king() => {
            format!("no solution: {} could take the king", problem.position.turn())
        }
        (_, 0) if !solution.spoiled_by().is_empty() => {
            let write = |&m: &Move| Notation::default().write(&problem.position, m);
            let moves: Vec<String> = solution.spoiled_by().iter().map(write).collect();
            format!(
                "no solution: {} must play {} at once",
                problem.position.turn(),
                moves.join(" or ")
            )
        }
        (Answer::Fight(fight), 0) => match (fight.no_solution_in, solution.is_complete()) {
            (Some(length), _) => format!("no mate in {length} or fewer"),
            (None, true) => {
                let bare = Stipulation { set_play: false, duplex: false, ..asked.clone() };
                format!("no solution: no {bare} exists")
            }
            (None, false) => "no key found".to_string(),
        },
        (Answer::Fight(fight), _) if !solution.is_complete() && fight.no_solution_in.is_some() => {
            let none = fight.no_solution_in.unwrap_or(0);
            format!("mate within {}, none in {none} or fewer", fight.moves)
        }
        (Answer::Fight(fight), 1) if problem.stipulation.length == Length::Shortest => {
            format!("mate in {}, 1 key, none shorter", fight.moves)
        }
        (Answer::Fight(fight), keys) if problem.stipulation.length == Length::Shortest => {
            format!("mate in {}, {keys} keys, none shorter", fight.moves)
        }
        (Answer::Fight(_), 1) => "1 key".to_string(),
        (Answer::Fight(_), keys) => format!("{keys} keys: cooked"),
        (Answer::Lines(_), 0) if !solution.is_complete() => "no solution found yet".to_string(),
        (Answer::Lines(_), 0) => "no solution".to_string(),
        (Answer::Lines(lines), 1) => {
            format!("1 solution{}", in_plies(problem.halves(), lines.plies))
        }
        (Answer::Lines(lines), count) => {
            format!("{count} solutions{}", in_plies(problem.halves(), lines.plies))
        }
    };
    let short = match solution.short_count() {
        0 => String::new(),
        short => format!(", {short} short: cooked"),
    };
    format!("{what}{short}, {}, {} nodes, {seconds:.3} s", completeness(solution), solution.nodes)
}

/// The length, where it was not asked for.
fn in_plies(asked: Option<u16>, plies: u16) -> String {
    match asked {
        Some(_) => String::new(),
        None => format!(" in {}, none shorter", Length::Halves(plies)),
    }
}

fn completeness(solution: &Solution) -> &'static str {
    match solution.stopped {
        None => "searched completely",
        Some(Stop::Solutions) => "stopped at the limit of solutions",
        Some(Stop::Interrupted) => "interrupted",
        Some(_) => "stopped at the time limit",
    }
}

/// The board in text.
pub fn diagram(position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let row: Vec<String> = File::ALL
            .iter()
            .map(|&file| {
                let piece = position.piece_at(Square::at(file, rank));
                piece.map_or("·".to_string(), |piece| piece.figurine().to_string())
            })
            .collect();
        text.push_str(&format!("{} {}\n", rank.digit(), row.join(" ")));
    }
    text.push_str("  a b c d e f g h\n");
    text
}
