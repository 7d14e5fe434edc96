//! Steps and endings as sentences.

use super::{Ending, Mistake, Step, Technique};
use crate::deduce::Colour;
use crate::named::{Rule, distance};
use crate::probe::{By, Chain};
use crate::{Cell, Clue, Puzzle};
use zugwerk_puzzle::Side;

pub fn step(puzzle: &Puzzle, step: &Step) -> String {
    let follows = consequences(puzzle, &step.cells);
    match step.technique {
        Technique::Clue => format!("Cells with a clue are white: {follows}."),
        Technique::Neighbour => {
            let black = cells(puzzle, &step.facts);
            format!("{black} is black, and black cells never touch: {follows}.")
        }
        Technique::Number => number(puzzle, step, &follows),
        Technique::Cut => cut(puzzle, step, &follows),
        Technique::Contradiction | Technique::Search => match &step.chain {
            Some(chain) => supposition(puzzle, chain, &step.lemma, &follows),
            None => refutation(puzzle, step, &follows),
        },
    }
}

/// "The 7 in r4c2 must reach down: r5c2 and r6c2 are white."
fn number(puzzle: &Puzzle, step: &Step, follows: &str) -> String {
    let Some(&Rule::Number(at)) = step.rules.first() else { return follows.to_string() };
    let name = rule(puzzle, Rule::Number(at));
    let towards = |colour: Colour| {
        let mut words: Vec<&str> = Vec::new();
        for direction in Side::ALL {
            let mut ray = puzzle.ray(at, direction);
            if ray.any(|seen| step.cells.contains(&(seen, colour))) {
                words.push(direction.word());
            }
        }
        words
    };
    let (reach, end) = (towards(Colour::White), towards(Colour::Black));
    let why = match (&reach[..], &end[..]) {
        ([], []) => String::new(),
        (reach, []) => format!("must reach {}", list(reach)),
        ([], end) => format!("must end {}", list(end)),
        (reach, end) => format!("must reach {} and end {}", list(reach), list(end)),
    };
    let given = match &step.facts[..] {
        [] => String::new(),
        facts if facts.len() <= 6 => format!(", given {}", cells(puzzle, facts)),
        facts => format!(", given what is known of {} cells around it", facts.len()),
    };
    format!("{} {why}{given}: {follows}.", capitalised(&name))
}

fn cut(puzzle: &Puzzle, step: &Step, follows: &str) -> String {
    let Some(&(cell, _)) = step.cells.first() else { return follows.to_string() };
    let place = puzzle.place(cell);
    if step.facts.is_empty() {
        return format!("A black {place} would cut the board in two: {follows}.");
    }
    let chain = cells(puzzle, &step.facts);
    format!("A black {place} would cut white cells off, together with {chain}: {follows}.")
}

/// "If r1c1 were black: r1c2 is white (beside r1c1), …; then the 4 in r1c3 could not be reached. So r1c1 is white."
/// Where it is a part: "If r1c1 were black (then r1c2 is white, as shown): …. So then r5c3 is black."
fn supposition(puzzle: &Puzzle, chain: &Chain, lemma: &[(Cell, Colour)], follows: &str) -> String {
    let (cell, colour) = chain.supposed;
    let given = given(puzzle, &chain.facts);
    let links = links(puzzle, chain, lemma.is_empty()).join("; ");
    let so = match &chain.shown[..] {
        [] => String::new(),
        shown => format!(" (then {}, as shown)", consequences(puzzle, shown)),
    };
    let shown = match lemma {
        [] => follows.to_string(),
        lemma => format!("then {}", consequences(puzzle, lemma)),
    };
    format!("If {} were {}{so}: {links}{given}. So {shown}.", puzzle.place(cell), word(colour))
}

/// How many letters the links of a chain take.
pub fn lengths(puzzle: &Puzzle, chain: &Chain) -> Vec<usize> {
    links(puzzle, chain, true).iter().map(String::len).collect()
}

fn given(puzzle: &Puzzle, facts: &[Cell]) -> String {
    match facts {
        [] => String::new(),
        facts if facts.len() <= 8 => format!(" (given {})", cells(puzzle, facts)),
        facts => format!(" (given what is known of {} cells)", facts.len()),
    }
}

/// What follows link by link, up to what cannot be where the chain goes so far.
fn links(puzzle: &Puzzle, chain: &Chain, to_the_end: bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (at, link) in chain.links.iter().enumerate() {
        let shown = consequences(puzzle, &link.shows);
        let is_last = to_the_end && at + 1 == chain.links.len();
        let why = match &link.by {
            By::Touch => format!("beside {}", cells(puzzle, &link.because)),
            By::Number(number) => rule(puzzle, Rule::Number(*number)),
            By::Cut if link.because.is_empty() => "or the board is cut in two".to_string(),
            By::Cut => format!("or white cells are cut off, with {}", cells(puzzle, &link.because)),
            By::Chain(within) => {
                let (cell, colour) = within.supposed;
                let links = links(puzzle, within, true).join("; ");
                let if_not = format!("if {} were {}: {links}", puzzle.place(cell), word(colour));
                words.push(format!("[{if_not}; so {shown}]"));
                continue;
            }
        };
        words.push(match (is_last, link.shows.is_empty()) {
            (true, true) => format!("and then {why} cannot be reached"),
            (true, false) => format!("but also {shown} ({why}), which cannot be"),
            _ => format!("{shown} ({why})"),
        });
    }
    words
}

fn refutation(puzzle: &Puzzle, step: &Step, follows: &str) -> String {
    let Some(&(cell, colour)) = step.cells.first() else { return follows.to_string() };
    // As many rules as a person wants to read, the nearest ones.
    const NAMED: usize = 12;
    let mut near = step.rules.clone();
    near.sort_by_key(|&rule| distance(puzzle, cell, rule));
    let mut rules: Vec<String> = near.iter().take(NAMED).map(|&r| rule(puzzle, r)).collect();
    match near.len().saturating_sub(NAMED) {
        0 => {}
        1 => rules.extend(near.last().map(|&r| rule(puzzle, r))),
        others => rules.push(format!("{others} other numbers")),
    }
    let given = given(puzzle, &step.facts);
    let kept = match &rules[..] {
        [one] => format!("{one} could not be kept"),
        rules => format!("these could not all be kept: {}", list(rules)),
    };
    format!("If {} were {}, {kept}{given}. So {follows}.", puzzle.place(cell), word(colour.other()))
}

pub fn ending(puzzle: &Puzzle, ending: &Ending) -> String {
    match ending {
        Ending::Solved => "Every cell has its colour.".to_string(),
        Ending::Ambiguous => {
            "There are several solutions, and they agree on no other cell.".to_string()
        }
        Ending::Contradiction(rules) => {
            let rules: Vec<String> = rules.iter().map(|&r| rule(puzzle, r)).collect();
            format!("There is no solution. These contradict each other: {}.", list(&rules))
        }
        Ending::Mistake(Mistake::Wrong(cells)) => {
            let named = some_cells(puzzle, cells);
            match cells.len() {
                1 => format!("{named} is wrong: the only solution has the other colour there."),
                _ => format!("{named} are wrong: the only solution has the other colours there."),
            }
        }
        Ending::Mistake(Mistake::Together(groups)) => {
            let sentence = |group: &Vec<Cell>| {
                let named = some_cells(puzzle, group);
                match group.len() {
                    1 => format!("{named} is wrong: no solution has that colour there."),
                    _ => format!("{named} are wrong together: no solution has all these colours."),
                }
            };
            groups.iter().map(sentence).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The cells by name, as far as a person wants to read them.
fn some_cells(puzzle: &Puzzle, all: &[Cell]) -> String {
    const NAMED: usize = 12;
    match all.split_at_checked(NAMED) {
        Some((first, rest @ [_, _, ..])) => {
            let mut names: Vec<String> =
                first.iter().map(|&cell| puzzle.place(cell).to_string()).collect();
            names.push(format!("{} others", rest.len()));
            list(&names)
        }
        _ => cells(puzzle, all),
    }
}

/// A rule as part of a sentence.
pub fn rule(puzzle: &Puzzle, rule: Rule) -> String {
    match rule {
        Rule::Touch => "no two black cells touch".to_string(),
        Rule::Connected => "all white cells are connected".to_string(),
        Rule::Clue(cell) => format!("the clue cell {} is white", puzzle.place(cell)),
        Rule::Number(cell) => match puzzle.clue(cell) {
            Some(Clue::Number(number)) => format!("the {number} in {}", puzzle.place(cell)),
            _ => format!("the clue in {}", puzzle.place(cell)),
        },
    }
}

/// "r1c2 is black" or "r1c2 and r1c3 are white", both joined where both colours occur.
fn consequences(puzzle: &Puzzle, cells_: &[(Cell, Colour)]) -> String {
    let parts = [Colour::Black, Colour::White].into_iter().filter_map(|colour| {
        let some: Vec<Cell> =
            cells_.iter().filter(|(_, c)| *c == colour).map(|&(cell, _)| cell).collect();
        match some.len() {
            0 => None,
            1 => Some(format!("{} is {}", cells(puzzle, &some), word(colour))),
            many if many > 12 => Some(format!("{many} cells are {}", word(colour))),
            _ => Some(format!("{} are {}", cells(puzzle, &some), word(colour))),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn cells(puzzle: &Puzzle, cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| puzzle.place(cell).to_string()).collect();
    list(&names)
}

fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Open => "open",
        Colour::White => "white",
        Colour::Black => "black",
    }
}

fn list(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
