//! The two engines must give the same answers, with either SAT solver: on random small sketches, and
//! against brute force over the rules where that is easy.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::time::Duration;
use zugwerk_chess::{Move, Position};
use zugwerk_logic::{Backend, Limits};
use zugwerk_query::{Answer, Engine, Options, Question, Tree, Verdict, ask};

const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/8/8/8/1k6/2q5/K7 w - - 0 1",
    "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1",
    "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1",
    "5k2/3P4/4K3/8/8/8/6p1/8 w - - 98 80",
    "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 2",
    // Chess960: rooks elsewhere, castling that is the only move, a rook that shields its king.
    "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1",
    "5r2/8/8/8/8/7k/7P/6KR w H - 0 1",
    "4k3/8/8/8/8/8/8/qRK2R2 w BF - 0 1",
];

const SHAPES: [&str; 35] = [
    "pass",
    "--",
    "series ?{2}",
    "series ((K? or ?x) ?+)",
    "?",
    "?",
    "?",
    "*",
    "*",
    "K?",
    "P?",
    "Q?",
    "?x",
    "?+",
    "O?",
    "?e4",
    "?=Q",
    "N?",
    "e?",
    "?8",
    "?#",
    "R?x",
    "N?f",
    "?xd5",
    "P?=N",
    "a1?",
    "?h",
    "O-O",
    "e1?",
    "B?",
    "?{1..2}",
    "(K? ?){0..1}",
    "(K? or ?x)",
    "(e2e4 or N? or ?+)",
    "(O? or P?=Q or ?#)",
];

const FORMULAS: [&str; 22] = [
    "count(white) > count(black)",
    "count(pawn) != count(P)",
    "mate",
    "stalemate",
    "check",
    "draw",
    "insufficient",
    "fifty",
    "legal",
    "not check",
    "empty e4",
    "count(white) = 3",
    "count(q) = 0 or check",
    "attacked(e4, black)",
    "count(all) >= 4",
    "castling Q",
    "turn = white and not mate",
    "not (check or stalemate)",
    "e1 = K",
    "count(pawn) < 2",
    "passed e3",
    "not passed d3",
];

fn answer(
    sketch: &str,
    question: Option<Question>,
    engine: Engine,
    backend: Backend,
    most: usize,
) -> Answer {
    let options = Options { question, engine, backend, most, ..Options::default() };
    ask(sketch, &options)
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw("sketch", sketch, false)))
}

/// A position a few random moves away from one of the starts.
fn random_position(random: &mut SmallRng) -> Position {
    let mut position: Position = STARTS.choose(random).unwrap().parse().unwrap();
    for _ in 0..random.random_range(0..4) {
        if let Some(m) = position.legal_moves().choose(random) {
            position = position.play(*m);
        }
    }
    position
}

fn random_sketch(random: &mut SmallRng, plies: usize) -> String {
    let position = random_position(random);
    let mut play = String::new();
    for _ in 0..plies {
        // Restricted holes often leave nothing to choose.
        let shape = if random.random_ratio(1, 3) { "?" } else { SHAPES.choose(random).unwrap() };
        play.push_str(shape);
        if random.random_ratio(1, 5) {
            play.push_str(&format!(" [{}]", FORMULAS.choose(random).unwrap()));
        }
        play.push(' ');
    }
    format!(
        "game chess\nfrom \"{position}\"\nplay {play}\nexpect {}\n",
        FORMULAS.choose(random).unwrap()
    )
}

fn lines(answer: &Answer) -> BTreeSet<Vec<String>> {
    let line = |tree: &Tree| tree.trunk().into_iter().map(|name| name.code).collect();
    answer.solutions.iter().map(|solution| line(&solution.tree)).collect()
}

#[test]
fn both_engines_find_the_same_solutions() {
    let mut random = SmallRng::seed_from_u64(1);
    let (mut yes, mut no) = (0, 0);
    for round in 0..240 {
        let plies = if round % 3 == 0 { 1 } else { 2 };
        let sketch = random_sketch(&mut random, plies);
        let search = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
        for backend in Backend::ALL {
            let sat = answer(&sketch, None, Engine::Sat, backend, usize::MAX);
            assert_eq!(sat.verdict, search.verdict, "{sketch}");
            assert_eq!(lines(&sat), lines(&search), "{sketch}");
            assert_eq!(sat.complete, search.complete, "{sketch}");
        }
        match search.verdict {
            Verdict::Yes => yes += 1,
            _ => no += 1,
        }
    }
    assert!(yes > 40 && no > 40, "{yes} {no}");
}

#[test]
fn both_engines_agree_on_longer_sketches() {
    let mut random = SmallRng::seed_from_u64(2);
    for _ in 0..60 {
        let sketch = random_sketch(&mut random, 3);
        let search = answer(&sketch, None, Engine::Search, Backend::Own, 1);
        let sat = answer(&sketch, None, Engine::Sat, Backend::Own, 1);
        assert_eq!(sat.verdict, search.verdict, "{sketch}");
    }
}

#[test]
fn both_engines_verify_the_same() {
    let mut random = SmallRng::seed_from_u64(3);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..240 {
        let sketch = random_sketch(&mut random, 2);
        let search = answer(&sketch, Some(Question::Verify), Engine::Search, Backend::Own, 1);
        let sat = answer(&sketch, Some(Question::Verify), Engine::Sat, Backend::Own, 1);
        assert_eq!(sat.verdict, search.verdict, "{sketch}");
        match search.verdict {
            Verdict::Yes => yes += 1,
            _ => no += 1,
        }
    }
    assert!(yes > 3 && no > 40, "{yes} {no}");
}

/// Where the end is known, the search leaves out what cannot lead there, and never more.
#[test]
fn both_engines_find_the_same_ways_to_a_placement() {
    let mut random = SmallRng::seed_from_u64(5);
    for round in 0..150 {
        let start = random_position(&mut random);
        let mut end = start.clone();
        let plies = 3 + round % 3;
        for _ in 0..plies {
            if let Some(m) = end.legal_moves().choose(&mut random) {
                end = end.play(*m);
            }
        }
        let placement = end.to_string().split(' ').next().unwrap().to_string();
        let sketch = format!(
            "game chess\nfrom \"{start}\"\nplay ?{{{plies}}}\nexpect position \"{placement}\"\n"
        );
        let search = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
        let sat = answer(&sketch, None, Engine::Sat, Backend::Own, usize::MAX);
        let auto = answer(&sketch, None, Engine::Auto, Backend::Own, usize::MAX);
        assert_eq!(lines(&search), lines(&sat), "{sketch}");
        assert_eq!(lines(&search), lines(&auto), "{sketch}");
    }
}

/// The same for help mates.
#[test]
fn both_engines_find_the_same_help_mates() {
    let mut random = SmallRng::seed_from_u64(6);
    let mut found = 0;
    for round in 0..40 {
        let start = random_position(&mut random);
        let plies = 2 + round % 2 + usize::from(start.occupied().len() < 8);
        let sketch = format!("game chess\nfrom \"{start}\"\nplay ?{{{plies}}}\nexpect mate\n");
        let search = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
        let sat = answer(&sketch, None, Engine::Sat, Backend::Own, usize::MAX);
        assert_eq!(lines(&search), lines(&sat), "{sketch}");
        found += usize::from(search.verdict == Verdict::Yes);
    }
    assert!(found > 5, "{found}");
}

/// Debug finds a core exactly where there is no solution, and the core says something.
#[test]
fn debug_explains_exactly_what_cannot_be_done() {
    let mut random = SmallRng::seed_from_u64(4);
    for _ in 0..25 {
        let sketch = random_sketch(&mut random, 1);
        let search = answer(&sketch, None, Engine::Search, Backend::Own, 1);
        let debug = answer(&sketch, Some(Question::Debug), Engine::Auto, Backend::Own, 1);
        assert_eq!(debug.verdict, search.verdict, "{sketch}");
        assert_eq!(debug.core.is_empty(), debug.verdict == Verdict::Yes, "{sketch}");
    }
}

/// Strategies are strategies: playing every reply and the chosen answers ends as expected.
#[test]
fn trees_win_against_every_reply() {
    for engine in [Engine::Search, Engine::Sat] {
        let sketch =
            "game chess\nfrom \"8/Q7/8/8/8/8/8/2k1K2R w K - 0 1\"\nplay ? * ?\nexpect mate\n";
        let found = answer(sketch, None, engine, Backend::Own, usize::MAX);
        let keys: Vec<_> = found.solutions.iter().map(|s| s.tree.trunk()[0].text.clone()).collect();
        assert_eq!(keys, ["Qf2"]);
        let start: Position = "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1".parse().unwrap();
        for solution in &found.solutions {
            check_tree(&start, &solution.tree);
        }
    }
}

fn check_tree(position: &Position, tree: &Tree) {
    let read = |code: &str| -> Move { position.parse_uci(code).unwrap() };
    match tree {
        Tree::End => assert!(position.is_checkmate()),
        Tree::Choice(branch) => check_tree(&position.play(read(&branch.name.code)), &branch.then),
        Tree::Replies(replies) if replies.is_empty() => assert!(position.is_checkmate()),
        Tree::Replies(replies) => {
            let all: BTreeSet<_> =
                position.legal_moves().iter().map(|m| position.uci(*m)).collect();
            let answered: BTreeSet<_> = replies.iter().map(|b| b.name.code.clone()).collect();
            assert_eq!(all, answered);
            for branch in replies {
                check_tree(&position.play(read(&branch.name.code)), &branch.then);
            }
        }
    }
}

/// Holes in the position: the same positions, whoever looks for them.
#[test]
fn both_engines_find_the_same_positions() {
    for (from, rest) in [
        ("8/8/8/8/8/1?1K4/1?6/k7 w - - 0 1", "where count(white) = 2\nplay ?\nexpect mate"),
        ("k7/?K6/?7/8/8/8/8/8 w - - 0 1", "play ?\nexpect stalemate"),
        ("7k/5?2/6K1/8/8/8/8/8 b - - 0 1", "play\nexpect stalemate"),
        ("r3k2?/8/8/8/8/8/8/R3K3 b kq - 0 1", "play O-O\nexpect not check"),
        (
            "7?/5N2/5K2/8/8/8/6k1/?7 w - - 0 1",
            "where legal and count(all) = 4\nplay ? ?\nexpect check",
        ),
    ] {
        let sketch = format!("game chess\nfrom \"{from}\"\n{rest}\n");
        let found = [Engine::Search, Engine::Sat].map(|engine| {
            let answer = answer(&sketch, Some(Question::Solve), engine, Backend::Own, usize::MAX);
            let ways = answer.solutions.iter().map(|solution| {
                let moves = solution.tree.trunk().into_iter().map(|name| name.code);
                (solution.start.clone().unwrap(), moves.collect::<Vec<_>>())
            });
            ways.collect::<BTreeSet<_>>()
        });
        assert_eq!(found[0], found[1], "{sketch}");
    }
}

/// A random position of few pieces in which some squares are not known.
fn random_holes(random: &mut SmallRng) -> String {
    let position = loop {
        let position = random_position(random);
        if position.occupied().len() <= 9 {
            break position;
        }
    };
    let fen = position.to_string();
    let (placement, rest) = fen.split_once(' ').unwrap();
    let mut cells: Vec<char> = Vec::new();
    for letter in placement.chars() {
        match letter.to_digit(10) {
            Some(digit) => cells.extend(std::iter::repeat_n('1', digit as usize)),
            None => cells.push(letter),
        }
    }
    for _ in 0..random.random_range(1..=2) {
        let at = random.random_range(0..cells.len());
        if !"/Kk".contains(cells[at]) {
            cells[at] = '?';
        }
    }
    // Rights and double steps depend on squares that may have become unknown.
    let turn = rest.split(' ').next().unwrap();
    format!("{} {turn} - - 0 1", String::from_iter(cells))
}

#[test]
fn both_engines_fill_random_holes() {
    let mut random = SmallRng::seed_from_u64(8);
    let mut found = 0;
    for _ in 0..130 {
        let from = random_holes(&mut random);
        let (condition, expect) =
            (FORMULAS.choose(&mut random).unwrap(), FORMULAS.choose(&mut random).unwrap());
        let play = SHAPES.choose(&mut random).unwrap();
        let sketch = format!(
            "game chess\nfrom \"{from}\"\nwhere {condition} or count(white) <= 2\nplay {play}\n\
             expect {expect}\n"
        );
        let both = [Engine::Search, Engine::Sat].map(|engine| {
            let answer = answer(&sketch, None, engine, Backend::Own, usize::MAX);
            let ways = answer.solutions.iter().map(|solution| {
                let moves = solution.tree.trunk().into_iter().map(|name| name.code);
                (solution.start.clone(), moves.collect::<Vec<_>>())
            });
            ways.collect::<BTreeSet<_>>()
        });
        assert_eq!(both[0], both[1], "{sketch}");
        found += usize::from(!both[0].is_empty());
    }
    assert!(found > 20, "{found}");
}

/// What the solver refutes, the proof checker accepts: with replies, where something is verified, and
/// where the search has answered.
#[test]
fn refutations_are_certified() {
    for (engine, question, play, expect) in [
        (Engine::Auto, None, "a7a1 * ?", "mate"),
        (Engine::Search, None, "a7a1 * ?", "mate"),
        (Engine::Sat, None, "a7b7 * ? * ?", "stalemate and count(white) = 2"),
        (Engine::Sat, Some(Question::Verify), "Q? *", "count(Q) = 1"),
        (Engine::Search, None, "? ?", "mate and count(white) = 2"),
    ] {
        let sketch = format!(
            "game chess\nfrom \"8/Q7/8/8/8/8/8/2k1K2R w K - 0 1\"\nplay {play}\nexpect {expect}\n"
        );
        let options = Options { question, engine, certify: true, ..Options::default() };
        let answer = ask(&sketch, &options).unwrap();
        let refuted = if question.is_some() { Verdict::Yes } else { Verdict::No };
        assert_eq!(answer.verdict, refuted, "{sketch}");
        let certificate = answer.certificate.unwrap();
        assert!(certificate.accepted && certificate.proofs > 0, "{sketch}");
    }
}

/// That there are no more ways than those found is proved as well.
#[test]
fn complete_lists_are_certified() {
    let mut random = SmallRng::seed_from_u64(31);
    let mut found = 0;
    for _ in 0..60 {
        let sketch = random_sketch(&mut random, 2);
        let all = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
        for engine in [Engine::Search, Engine::Auto] {
            let (most, certify) = (usize::MAX, true);
            let options = Options { engine, most, certify, ..Options::default() };
            let proved = ask(&sketch, &options).unwrap();
            assert_eq!(lines(&proved), lines(&all), "{sketch}");
            assert!(proved.certificate.is_some_and(|c| c.accepted && c.proofs > 0), "{sketch}");
        }
        found += all.solutions.len().min(1);
    }
    assert!(found > 5, "{found}");
}

/// The clauses that are handed over can be satisfied exactly where the answer is yes, whichever solver reads
/// them; for `verify` where there is a counterexample.
#[test]
fn the_clauses_mean_the_question() {
    let mut random = SmallRng::seed_from_u64(32);
    let mut seen = BTreeSet::new();
    for round in 0..150 {
        let sketch = random_sketch(&mut random, 2);
        let question = (round % 3 == 0).then_some(Question::Verify);
        let options = Options { question, cnf: true, ..Options::default() };
        let asked = ask(&sketch, &options).unwrap();
        // Of several lengths only the last that was asked about is written.
        let several = sketch.contains("..");
        let Some(cnf) = asked.cnf.filter(|_| !several) else { continue };
        let mut solver = zugwerk_logic::Solver::new(Backend::Batsat);
        solver.load(&cnf);
        let satisfied = matches!(solver.solve(&[], &Limits::none()), zugwerk_logic::Answer::Yes(_));
        let expected = if question.is_some() { Verdict::No } else { Verdict::Yes };
        assert_eq!(satisfied, asked.verdict == expected, "{sketch}");
        seen.insert((question.is_some(), satisfied));
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn draws_agree() {
    for (sketch, expected) in [
        ("from start\nplay g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 ?\nexpect repetition", 1),
        ("from start\nplay g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 ? ?\nexpect draw", 1),
        ("from \"5k2/8/4K3/8/8/8/6p1/7R w - - 98 80\"\nplay ? ?\nexpect fifty", 40),
        ("from \"8/8/8/8/8/2k5/1p6/K7 w - - 0 1\"\nplay ?\nexpect draw", 0),
        ("from \"8/8/8/8/8/8/1pk5/K7 w - - 0 1\"\nplay Kxb2+ ?\nexpect draw", 0),
        // A mate is no draw, not even with the hundredth quiet ply.
        ("from \"7k/8/6K1/8/8/8/8/R7 w - - 99 80\"\nplay Ra8\nexpect draw", 0),
        ("from \"7k/8/6K1/8/8/8/8/R7 w - - 99 80\"\nplay Ra7\nexpect draw", 1),
    ] {
        let sketch = format!("game chess\n{sketch}\n");
        let search = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
        let sat = answer(&sketch, None, Engine::Sat, Backend::Own, usize::MAX);
        assert_eq!(lines(&search), lines(&sat), "{sketch}");
        if expected <= 1 {
            assert_eq!(lines(&search).len(), expected, "{sketch}");
        } else {
            assert!(!lines(&search).is_empty());
        }
    }
}

/// A limit that comes in the middle of a list keeps what was found until then.
#[test]
fn a_limit_keeps_what_was_found() {
    let sketch = "game chess\nfrom start\nplay ?{6}\nexpect legal\n";
    for engine in [Engine::Search, Engine::Sat] {
        let limits = Limits::none().with_time(Duration::from_millis(300));
        let options = Options { engine, limits, most: usize::MAX, ..Options::default() };
        let answer = ask(sketch, &options).unwrap();
        // A fast machine may fill the list before the time is up.
        if answer.verdict == Verdict::Limit {
            assert!(!answer.complete);
            let json = serde_json::to_value(&answer).unwrap();
            assert_eq!(json["answer"], "limit");
            if !answer.solutions.is_empty() {
                assert_eq!(json["lines"].as_array().unwrap().len(), answer.solutions.len());
                assert_eq!(json["complete"], false);
            }
        }
    }
}

/// Castling in Chess960, by either way to write it, and in usual chess written as king takes rook.
#[test]
fn both_engines_castle_alike() {
    let plays = ["O?", "O-O", "O-O-O", "K?", "?g1", "?c1", "e1g1", "e1h1", "g1h1", "c1b1", "?f1"];
    let starts = &[&STARTS[9..], &[STARTS[1], STARTS[6]]].concat();
    let mut castled = 0;
    for start in starts {
        for (play, expect) in plays.iter().flat_map(|play| [(play, "legal"), (play, "castling K")])
        {
            let sketch = format!("game chess\nfrom \"{start}\"\nplay {play} ?\nexpect {expect}\n");
            let search = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
            let sat = answer(&sketch, None, Engine::Sat, Backend::Own, usize::MAX);
            assert_eq!(lines(&search), lines(&sat), "{sketch}");
            let text = |s: &zugwerk_query::Solution| s.tree.trunk()[0].text.starts_with("O-O");
            castled += search.solutions.iter().filter(|solution| text(solution)).count();
            let debug = answer(&sketch, Some(Question::Debug), Engine::Auto, Backend::Own, 1);
            assert_eq!(debug.verdict, search.verdict, "{sketch}");
            assert_eq!(debug.core.is_empty(), search.verdict == Verdict::Yes, "{sketch}");
        }
    }
    assert!(castled > 40, "{castled}");
    // The king ends where its rook stood, and nothing is taken.
    let sketch = format!(
        "game chess\nfrom \"{}\"\nplay ?{{3}}\nexpect position \"{}\"\n",
        "1r2k3/p6p/8/8/8/8/P6P/1R2K1R1 w GB - 0 1", "1r2k3/p7/7p/8/8/7P/P7/1R3RK1"
    );
    let both = [Engine::Search, Engine::Sat]
        .map(|engine| lines(&answer(&sketch, None, engine, Backend::Own, usize::MAX)));
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0].len(), 2);
}

/// Lines that go back and forth, with conditions about repetition on the way, asked for and forbidden.
#[test]
fn both_engines_agree_about_repetition() {
    let back = "(?g1 ?b8 ?h1 ?a8)";
    for (play, expect, count) in [
        (format!("{back}{{2}}"), "repetition", 1),
        (format!("{back}{{2}}"), "not repetition", 0),
        (format!("{back} ?g1 ?b8 ?h1 ?"), "repetition", 1),
        (format!("{back} ?g1 ?b8 ?h1 ?"), "draw", 1),
        (format!("{back} ?g1 ?b8 ?h1 [not repetition] ? [not repetition]"), "a8 = k", 0),
        (format!("{back}{{2}} [repetition] ?g1 ?b8"), "repetition", 1),
        ("(? [repetition]){3}".to_string(), "legal", 0),
        (format!("{back} [draw] ?"), "legal", 0),
    ] {
        let sketch = format!(
            "game chess\nfrom \"k7/p7/P7/8/8/7p/7P/7K w - - 0 1\"\nplay {play}\nexpect {expect}\n"
        );
        for engine in [Engine::Search, Engine::Sat] {
            let found = answer(&sketch, None, engine, Backend::Own, usize::MAX);
            assert_eq!(found.solutions.len(), count, "{sketch} {engine:?}");
        }
    }
    let mut random = SmallRng::seed_from_u64(9);
    let mut seen = BTreeSet::new();
    for _ in 0..12 {
        let mut play = String::new();
        for ply in 0..8 {
            let there = ["?g1 ", "?b8 ", "?h1 ", "?a8 "][ply % 4];
            play.push_str(if random.random_ratio(1, 4) { "K? " } else { there });
            if ply > 3 && random.random_ratio(1, 3) {
                play.push_str(["[not repetition] ", "[not draw] ", "[not check] "][ply % 3]);
            }
        }
        let expect = ["repetition", "draw", "not draw"].choose(&mut random).unwrap();
        let start = "k7/p7/P7/8/8/7p/7P/7K w - - 0 1";
        let sketch = format!("game chess\nfrom \"{start}\"\nplay {play}\nexpect {expect}\n");
        let search = answer(&sketch, None, Engine::Search, Backend::Own, usize::MAX);
        let sat = answer(&sketch, None, Engine::Sat, Backend::Own, usize::MAX);
        assert_eq!(lines(&sat), lines(&search), "{sketch}");
        seen.insert(search.solutions.is_empty());
    }
    assert_eq!(seen.len(), 2);
}

/// A flag that is raised before the question begins, and a bound on memory, are seen while clauses are
/// written, wherever repetition or a long line makes that long.
#[test]
fn encoding_looks_at_time_cancel_and_memory() {
    for sketch in [
        "game chess\nplay (? [not repetition]){200}\nexpect legal",
        "game chess\nplay (? [not draw]){200}\nexpect legal",
        "game chess\nfrom \"????????/????????/????????/????????/????????/????????/????????/???????? w - - 0 1\"\nplay ?{400}\nexpect repetition",
    ] {
        let raised = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        for (limits, memory) in [
            (Limits::none().with_flag(raised), usize::MAX),
            (Limits::none().with_time(Duration::ZERO), usize::MAX),
            (Limits::none(), 8 << 20),
        ] {
            let options = Options { engine: Engine::Sat, limits, memory, ..Options::default() };
            let answer = ask(sketch, &options).unwrap();
            assert_eq!(answer.verdict, Verdict::Limit, "{sketch}");
            assert!(answer.statistics.conflicts == 0, "{sketch}");
        }
    }
    // What contradicts itself at once is not written to its end.
    let sketch = "game chess\nplay (? [repetition]){200}\nexpect legal";
    let options = Options { engine: Engine::Sat, ..Options::default() };
    let answer = ask(sketch, &options).unwrap();
    assert_eq!(answer.verdict, Verdict::No);
    assert!(answer.statistics.clauses < 1000, "{}", answer.statistics.clauses);
}

#[test]
fn a_mated_position_is_no_draw() {
    // The mate is the hundredth ply without progress; after the other move there is one.
    let sketch = |play: &str, expect: &str| {
        format!(
            "game chess\nfrom \"7k/8/6K1/8/8/8/R7/8 w - - 99 90\"\nplay {play}\nexpect {expect}\n"
        )
    };
    for engine in [Engine::Search, Engine::Sat] {
        let verdict = |play: &str, expect: &str| {
            let options = Options { engine, ..Options::default() };
            ask(&sketch(play, expect), &options).unwrap().verdict
        };
        assert_eq!(verdict("Ra8", "mate and fifty"), Verdict::Yes, "{engine:?}");
        assert_eq!(verdict("Ra8", "draw"), Verdict::No, "{engine:?}");
        assert_eq!(verdict("Ra7", "draw"), Verdict::Yes, "{engine:?}");
        assert_eq!(verdict("?", "draw and mate"), Verdict::No, "{engine:?}");
        assert_eq!(verdict("?", "draw and not mate"), Verdict::Yes, "{engine:?}");
    }
}
