//! Machines: runs to a goal, levels of Sokoban in the usual format, and controllers against an environment.

use std::collections::{HashMap, HashSet, VecDeque};
use zugwerk_game::{Game, Notation};
use zugwerk_query::{Answer, Options, Question, Verdict, ask};
use zugwerk_rulebook::{RuleGame, bundled};

fn asked(text: &str, question: Option<Question>) -> Answer {
    let options = Options { question, ..Options::default() };
    ask(text, &options).unwrap_or_else(|mistake| panic!("{text}\n{mistake:?}"))
}

/// The fewest steps of a keeper that solve a level, by a search of its own; none where nothing does.
fn shortest(level: &str) -> Option<usize> {
    let rows: Vec<Vec<u8>> = level.split('|').map(|row| row.bytes().collect()).collect();
    let at = |row: usize, column: usize| rows[row].get(column).copied().unwrap_or(b' ');
    let places = |signs: &[u8]| -> Vec<(usize, usize)> {
        let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |c| (row, c)));
        all.filter(|&(row, column)| signs.contains(&at(row, column))).collect()
    };
    let goals = places(b".*+");
    let start = (places(b"@+")[0], places(b"$*"));
    let (mut open, mut seen) = (VecDeque::from([(start.clone(), 0)]), HashSet::from([start]));
    while let Some(((keeper, boxes), steps)) = open.pop_front() {
        if goals.iter().all(|goal| boxes.contains(goal)) {
            return Some(steps);
        }
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let go = |(row, column): (usize, usize)| {
                (row.wrapping_add_signed(down), column.wrapping_add_signed(right))
            };
            let (next, mut pushed) = (go(keeper), boxes.clone());
            if at(next.0, next.1) == b'#' {
                continue;
            }
            if let Some(found) = boxes.iter().position(|place| *place == next) {
                let behind = go(next);
                if at(behind.0, behind.1) == b'#' || boxes.contains(&behind) {
                    continue;
                }
                pushed[found] = behind;
                pushed.sort();
            }
            let state = (next, pushed);
            if seen.insert(state.clone()) {
                open.push_back((state, steps + 1));
            }
        }
    }
    None
}

#[test]
fn levels_are_solved_in_the_fewest_steps() {
    for level in [
        "#####|#@$.#|#####",
        "  ####|###  ####|#     $ #|# #  #$ #|# . .#@ #|#########",
        "######|#    #|# #@ #|# $* #|# .* #|#    #|######",
        "####|# .#|#  ###|#*@  #|#  $ #|#  ###|####",
        "#####|#$@.#|#####",
    ] {
        let answer = asked(&format!("game sokoban\nfrom \"{level}\"\nfind goal"), None);
        let steps = answer.solutions.first().map(|solution| solution.tree.trunk().len());
        assert_eq!(steps, shortest(level), "{level}");
        assert_eq!(answer.verdict == Verdict::Yes, steps.is_some(), "{level}");
        let kept = asked(&format!("game sokoban\nfrom \"{level}\"\nalways invariant"), None);
        assert_eq!(kept.verdict, Verdict::Yes, "{level}");
    }
    let wrong = |level: &str| {
        let text = format!("game sokoban\nfrom \"{level}\"\nfind goal");
        ask(&text, &Options::default()).unwrap_err().message
    };
    assert!(wrong("####|#$.#|####").contains("one keeper"));
    assert!(wrong("#####|#@..#|#####").contains("goals"));
    assert!(wrong(&format!("#{}@$.#", " ".repeat(99))).contains("at most"));
}

/// Plays the table of a controller against everything with the rules alone. The goal, where one is to be reached,
/// must come before a position does for the second time.
fn check_controller(answer: &Answer, machine: &str, kept: impl Fn(&str) -> bool, finds: bool) {
    let table: HashMap<&str, &str> =
        answer.strategy.iter().map(|(at, name)| (at.as_str(), name.text.as_str())).collect();
    let game = RuleGame::read(bundled::machine(machine).unwrap(), &Default::default()).unwrap();
    let start = game.start_position();
    let first = game.turn(&start);
    let mut open = vec![(start, Vec::new())];
    let mut seen = HashSet::new();
    while let Some((state, mut line)) = open.pop() {
        let text = game.write_state(&state);
        if finds && !kept(&text) {
            continue;
        }
        assert!(finds || kept(&text), "{text}");
        assert!(!finds || !line.contains(&text), "{line:?} {text}");
        if !seen.insert(text.clone()) && !finds {
            continue;
        }
        line.push(text.clone());
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if game.turn(&state) == first {
            let chosen = table.get(text.as_str()).unwrap_or_else(|| panic!("{text}: no choice"));
            moves.retain(|known| game.notation(&state, *known) == *chosen);
            assert_eq!(moves.len(), 1, "{text}: {chosen}");
        }
        open.extend(moves.into_iter().map(|chosen| (game.play(&state, chosen), line.clone())));
    }
}

#[test]
fn a_controller_keeps_what_it_must_against_everything() {
    let synthesize = Some(Question::Synthesize);
    let level = |text: &str| -> i64 {
        let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == ' ').collect();
        digits.split_whitespace().last().unwrap().parse().unwrap()
    };
    let tank = asked("game water-tank\nalways level > 0 and level < 10", synthesize);
    assert_eq!(tank.verdict, Verdict::Yes);
    check_controller(&tank, "water-tank", |text| (1..10).contains(&level(text)), false);
    // The village can always wait, and then it takes two at once: eight is out of reach.
    let narrow = asked("game water-tank\nalways level > 3 and level < 6", synthesize);
    assert_eq!(narrow.verdict, Verdict::No);
    assert!(!narrow.counterexample.unwrap().tree.trunk().is_empty());
    // Against two units that are drawn each time nothing rises.
    assert_eq!(asked("game water-tank\nfind level = 9", synthesize).verdict, Verdict::No);
    let low = asked("game water-tank\nfind level = 3 or level = 7 or level = 4", synthesize);
    assert_eq!(low.verdict, Verdict::Yes, "{low:?}");
    check_controller(&low, "water-tank", |text| ![3, 4, 7].contains(&level(text)), true);
    // A game is a machine with an environment, too: who begins at Nim wins unless the sum of the heaps is 0.
    let nim = "game nim with first = 1, second = 1, third = 1, height = 3\nfind one wins";
    assert_eq!(asked(nim, synthesize).verdict, Verdict::Yes);
    let even = "game nim with first = 1, second = 2, third = 3, height = 3\nfind one wins";
    assert_eq!(asked(even, synthesize).verdict, Verdict::No);
    // What can be broken by oneself only is kept.
    let verified = asked("game water-tank\nalways invariant", None);
    assert_eq!(verified.verdict, Verdict::No);
    assert_eq!(asked("game water-tank\nalways invariant", synthesize).verdict, Verdict::Yes);
}

/// Why nothing is found is what, put aside alone, lets it be found, where one law is the whole reason.
#[test]
fn debug_names_the_laws_that_are_in_the_way_of_a_run() {
    let game = "game wolf-goat-cabbage\n";
    let debug = Some(Question::Debug);
    let alone = "find goat on c2 and wolf on b2 and man on a1\n";
    let answer = asked(&format!("{game}{alone}"), debug);
    assert_eq!((answer.verdict, answer.question), (Verdict::No, Question::Debug));
    let names = |law: &str| answer.core.iter().any(|sentence| sentence.contains(law));
    for law in ["the wolf eats the goat", "the goat eats the cabbage"] {
        let without = asked(&format!("{game}without {law:?}\n{alone}"), None);
        assert_eq!(without.verdict == Verdict::Yes, names(law), "{:?}", answer.core);
    }
    assert!(names("the wolf eats the goat"));
    assert!(
        answer.core[0].contains("goat on c2 and wolf on b2 and man on a1"),
        "{:?}",
        answer.core
    );
    // What can be found needs no reason.
    let found = asked(&format!("{game}find goal"), debug);
    assert_eq!((found.verdict, found.core.len()), (Verdict::Yes, 0));
    // Both gates open: conditions of events are in the way, and no law.
    let gates = asked("game canal-lock\nfind lower and upper", debug);
    assert_eq!(gates.verdict, Verdict::No);
    assert!(gates.core.len() > 1 && gates.core[1].contains("condition"), "{:?}", gates.core);
    // A level without a way: nothing that can be put aside is named twice.
    let level = asked("game sokoban\nfrom \"#####|#$@.#|#####\"\nfind goal", debug);
    assert_eq!(level.verdict, Verdict::No);
    assert!(level.core[0].contains("every box is in its place"), "{:?}", level.core);
    let told: HashSet<&String> = level.core.iter().collect();
    assert_eq!(told.len(), level.core.len());
}

#[test]
fn debug_says_what_breaks_what_should_hold_always() {
    let debug = Some(Question::Debug);
    let high = asked("game canal-lock\nalways not high", debug);
    assert_eq!((high.verdict, high.question), (Verdict::No, Question::Debug));
    assert_eq!(high.counterexample.as_ref().unwrap().tree.trunk().len(), 1);
    let said = high.core.join("; ");
    assert!(said.contains("not high does not hold there"), "{said}");
    assert!(said.contains("it would hold without \"water is let in"), "{said}");
    assert!(said.contains("and the goal no more"), "{said}");
    // Of two demands the one that breaks first, and the event that does it.
    let two = asked("game canal-lock\nalways not (boat on c1) and not lower", debug);
    let said = two.core.join("; ");
    assert!(said.contains("not lower does not hold there"), "{said}");
    let kept = asked("game canal-lock\nalways invariant", debug);
    assert_eq!(kept.verdict, Verdict::Yes);
    let tank = asked("game water-tank\nalways invariant", debug);
    assert_eq!(tank.verdict, Verdict::No);
    assert!(tank.core[0].contains("not hold there"), "{:?}", tank.core);
    // The hand-written rooms explain lines of play.
    let options = Options { question: debug, ..Options::default() };
    let mistake = ask("game chess\nalways not check", &options).unwrap_err();
    assert!(mistake.message.contains("games of rulebooks only"), "{}", mistake.message);
}
