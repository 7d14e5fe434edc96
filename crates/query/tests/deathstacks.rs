//! Death Stacks on both engines: the same answers, holes in the board, cores, proofs and clauses.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;
use zugwerk_deathstacks::{Board, Player, Position};
use zugwerk_logic::{Backend, Limits};
use zugwerk_query::{Answer, Engine, Options, Question, Verdict, ask};

const SHAPES: [&str; 16] = [
    "pass",
    "series (a6? d1?)",
    "?",
    "?",
    "?",
    "*",
    "*",
    "a6?",
    "?a4",
    "?c3",
    "d1?",
    "b6-1-b5",
    "?{1..2}",
    "f6?",
    "(a6? or ?c3)",
    "(b6-1-b5 or d1?)",
];

const FORMULAS: [&str; 18] = [
    "count(red) > count(blue)",
    "stones(red) <= stones(blue)",
    "legal",
    "won(red)",
    "won(blue)",
    "turn = red",
    "a4 = red",
    "c3 != blue",
    "height(a4) >= 2",
    "height(c3) = 1",
    "height(a6) < 2",
    "count(blue) <= 6",
    "count(red) = 6",
    "count(red) > 5 and empty a4",
    "empty c3 or a4 = blue",
    "not (empty a4 and empty c3)",
    "height(d1) != 2",
    "height(b5) > 0",
];

fn answer(sketch: &str, question: Option<Question>, engine: Engine, most: usize) -> Answer {
    let options = Options { question, engine, most, ..Options::default() };
    ask(sketch, &options)
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw("sketch", sketch, false)))
}

/// A position some random moves after the start, late ones with few stacks included.
fn random_position(random: &mut SmallRng) -> Position {
    let mut position: Position = Position::new(&Board::start(), Player::Red).unwrap();
    for _ in 0..*[0, 1, 6, 20, 60, 100].choose(random).unwrap() {
        let moves: Vec<_> = position.moves().collect();
        match moves.choose(random) {
            Some(chosen) => position = position.play(*chosen).unwrap(),
            None => break,
        }
    }
    position
}

fn text(position: &Position) -> String {
    format!("{} {}", position.board(), position.mover())
}

fn random_sketch(random: &mut SmallRng, plies: usize) -> String {
    let mut play = String::new();
    for _ in 0..plies {
        play.push_str(SHAPES.choose(random).unwrap());
        if random.random_ratio(1, 5) {
            play.push_str(&format!(" [{}]", FORMULAS.choose(random).unwrap()));
        }
        play.push(' ');
    }
    let (from, expect) = (text(&random_position(random)), FORMULAS.choose(random).unwrap());
    format!("game deathstacks\nfrom \"{from}\"\nplay {play}\nexpect {expect}\n")
}

/// Starts and lines.
fn ways(answer: &Answer) -> BTreeSet<(Option<String>, Vec<String>)> {
    let way = |s: &zugwerk_query::Solution| {
        (s.start.clone(), s.tree.trunk().into_iter().map(|name| name.code).collect())
    };
    answer.solutions.iter().map(way).collect()
}

#[test]
fn both_engines_find_the_same_solutions() {
    let mut random = SmallRng::seed_from_u64(41);
    let (mut yes, mut no) = (0, 0);
    for round in 0..90 {
        let sketch = random_sketch(&mut random, 1 + round % 2);
        let most = if round % 2 == 0 { usize::MAX } else { 30 };
        let search = answer(&sketch, None, Engine::Search, most);
        let sat = answer(&sketch, None, Engine::Sat, most);
        assert_eq!(sat.verdict, search.verdict, "{sketch}");
        assert_eq!(sat.complete, search.complete, "{sketch}");
        if search.complete {
            assert_eq!(ways(&sat), ways(&search), "{sketch}");
        }
        match search.verdict {
            Verdict::Yes => yes += 1,
            _ => no += 1,
        }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

#[test]
fn both_engines_verify_and_explain_the_same() {
    let mut random = SmallRng::seed_from_u64(42);
    let mut seen = BTreeSet::new();
    for _ in 0..80 {
        let sketch = random_sketch(&mut random, 2);
        let verify = Some(Question::Verify);
        let search = answer(&sketch, verify, Engine::Search, 1);
        let sat = answer(&sketch, verify, Engine::Sat, 1);
        assert_eq!(sat.verdict, search.verdict, "{sketch}");
        assert_eq!(sat.core.is_empty(), sat.verdict == Verdict::Yes, "{sketch}");
        seen.insert(format!("{:?}", sat.verdict));
        let debug = Some(Question::Debug);
        let search = answer(&sketch, debug, Engine::Search, 1);
        let sat = answer(&sketch, debug, Engine::Sat, 1);
        assert_eq!(sat.verdict, search.verdict, "{sketch}");
        assert_eq!(sat.core.is_empty(), search.core.is_empty(), "{sketch} {:?}", sat.core);
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn proofs_are_accepted_and_clauses_mean_the_question() {
    let mut random = SmallRng::seed_from_u64(43);
    let mut seen = BTreeSet::new();
    for _ in 0..50 {
        let sketch = random_sketch(&mut random, 2);
        let options = Options { certify: true, cnf: true, ..Options::default() };
        let asked = ask(&sketch, &options).unwrap();
        if asked.verdict == Verdict::No {
            assert!(asked.certificate.unwrap().accepted, "{sketch}");
        }
        let several = sketch.contains("..");
        let Some(cnf) = asked.cnf.filter(|_| !several) else { continue };
        let mut solver = zugwerk_logic::Solver::new(Backend::Batsat);
        solver.load(&cnf);
        let satisfied = matches!(solver.solve(&[], &Limits::none()), zugwerk_logic::Answer::Yes(_));
        assert_eq!(satisfied, asked.verdict == Verdict::Yes, "{sketch}");
        seen.insert(satisfied);
    }
    assert_eq!(seen.len(), 2);
}

/// A stack that is not known: both engines find the same ones.
#[test]
fn both_engines_fill_unknown_stacks() {
    let mut random = SmallRng::seed_from_u64(44);
    let mut found = 0;
    for _ in 0..40 {
        let position = random_position(&mut random);
        let board = position.board().to_string();
        let mut cells: Vec<String> =
            board.split('/').flat_map(|row| row.split(',').map(str::to_string)).collect();
        for _ in 0..random.random_range(1..=2) {
            // High stacks have too many other fillings for a search.
            let low: Vec<usize> = (0..36).filter(|at| cells[*at].len() <= 2).collect();
            cells[*low.choose(&mut random).unwrap()] = "?".to_string();
        }
        let rows: Vec<String> = cells.chunks(6).map(|row| row.join(",")).collect();
        let from = format!("{} {}", rows.join("/"), position.mover());
        let (condition, expect) =
            (FORMULAS.choose(&mut random).unwrap(), FORMULAS.choose(&mut random).unwrap());
        let play = ["?", "a6?", "?a4", "?c3"].choose(&mut random).unwrap();
        let sketch = format!(
            "game deathstacks\nfrom \"{from}\"\nwhere {condition}\nplay {play}\nexpect {expect}\n"
        );
        let most = 400;
        let search = answer(&sketch, None, Engine::Search, most);
        let sat = answer(&sketch, None, Engine::Sat, most);
        assert_eq!(sat.verdict, search.verdict, "{sketch}");
        assert_eq!(sat.complete, search.complete, "{sketch}");
        if search.complete {
            assert_eq!(ways(&sat), ways(&search), "{sketch}");
        }
        found += usize::from(search.verdict == Verdict::Yes);
    }
    assert!(found > 5, "{found}");
}

fn core(from: &str, play: &str, expect: &str) -> Vec<String> {
    let sketch = format!("game deathstacks\nfrom {from}\nplay {play}\nexpect {expect}\n");
    answer(&sketch, Some(Question::Debug), Engine::Sat, 1).core
}

/// Cores name the rule and the stacks that matter.
#[test]
fn cores_are_in_words() {
    assert_eq!(
        core("start", "a6-3-a3", "legal"),
        ["the sketch wants a6-3-a3 as first move of the line", "a6 has only 2 stones",]
    );
    let tall = "\",,rrrrr,,,/,,,,,/,r,,,,/,,,b,,/,,,,,/,,,,, r\"";
    assert_eq!(
        core(tall, "b4-1-b5", "legal"),
        [
            "the sketch wants b4-1-b5 as first move of the line",
            "by the laws, who owns a stack of more than four stones must move from such a stack",
            "rrrrr stands on c6",
        ]
    );
    assert_eq!(
        core(tall, "c6-5-c2", "legal"),
        [
            "the sketch wants c6-5-c2 as first move of the line",
            "by the laws, the stones taken along go one square for each of them, in one direction, and turn back at the edge",
        ]
    );
    let core = core("start", "a6-2-a4 a6-1-a5 c1-1-c2", "legal");
    assert_eq!(core[0], "the line begins 1. a6-2-a4");
    assert_eq!(core[1], "the sketch wants a6-1-a5 as second move of the line");
}
