//! Where a stipulation can be written as a sketch, the sketch's answer is the solver's, whichever of its two
//! engines gives it.

mod positions;
mod scenes;

use positions::{position, walk};
use proptest::prelude::*;
use scenes::scenes;
use zugwerk_chess::Position;
use zugwerk_problems::{Answer, Options, Problem, Solver};
use zugwerk_query::{Engine, Verdict, ask};

/// The solver's keys, or its lines without a last move that was forced.
fn solve(problem: &Problem) -> Vec<Vec<String>> {
    let options = Options { tree: false, ..Options::default() };
    let solution = Solver::default().solve(problem, &options);
    assert!(solution.is_complete());
    let forced = problem.stipulation.to_string().starts_with("hs");
    let mut found: Vec<Vec<String>> = match solution.answer {
        Answer::Fight(fight) => {
            fight.keys.iter().map(|key| vec![problem.position.uci(key.m)]).collect()
        }
        Answer::Lines(lines) => {
            let start = problem.start();
            let whole = lines.solutions.iter().map(|line| problem.uci_line(&start, line));
            whole.map(|line| line[..line.len() - usize::from(forced)].to_vec()).collect()
        }
    };
    found.sort();
    found.dedup();
    found
}

/// What an engine finds: all moves up to the end or the first reply.
fn query(sketch: &str, engine: Engine) -> Vec<Vec<String>> {
    let options =
        zugwerk_query::Options { engine, most: usize::MAX, ..zugwerk_query::Options::default() };
    let answer = ask(sketch, &options)
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw("sketch", sketch, false)));
    assert!(answer.complete || answer.verdict == Verdict::No, "{sketch}");
    let codes = |names: Vec<zugwerk_query::MoveName>| names.into_iter().map(|name| name.code);
    let mut found: Vec<Vec<String>> =
        answer.solutions.iter().map(|solution| codes(solution.tree.trunk()).collect()).collect();
    assert_eq!(answer.verdict == Verdict::Yes, !found.is_empty(), "{sketch}");
    found.sort();
    found
}

fn agree(problem: &Problem) {
    let sketch = problem.sketch().expect("a sketch");
    let found = solve(problem);
    for engine in [Engine::Search, Engine::Sat] {
        assert_eq!(found, query(&sketch, engine), "{engine:?} on {sketch}");
    }
}

const STIPULATIONS: [&str; 19] = [
    "#1", "#2", "=1", "=2", "#=2", "+1", "x1", "s#1", "s=1", "h#0.5", "h#1", "h#1.5", "h=1",
    "h#=1", "h+1", "hx1", "hs#1", "hs#1.5", "hs=1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn random_problems(position in position(3), which in 0..STIPULATIONS.len()) {
        let stipulation = STIPULATIONS[which].parse().unwrap();
        agree(&Problem { position, stipulation, target: None });
    }

    #[test]
    fn a_to_b(
        position in position(3),
        choices in proptest::collection::vec(0..1000usize, 1..4),
    ) {
        let (plies, end) = (choices.len(), walk(&position, &choices));
        prop_assume!(end.is_some());
        let fen = end.unwrap().to_string();
        let target: Vec<&str> = fen.split(' ').take(4).collect();
        let stipulation = format!("=>{plies} {}", target.join(" ")).parse().unwrap();
        let problem = Problem { position, stipulation, target: None };
        prop_assert!(!solve(&problem).is_empty());
        agree(&problem);
    }
}

/// Where castling, promotion and en passant are near, the engine that searches answers, and now and then the other.
#[test]
fn scenes_with_castling_promotion_and_en_passant() {
    const STIPULATIONS: [&str; 6] = ["h#1.5", "h#2", "#2", "h=1.5", "hs#1.5", "s#1"];
    let mut solved = 0;
    for (at, position) in scenes(2000).into_iter().enumerate() {
        if position.count_moves().max(position.pass().count_moves()) > 24 {
            continue;
        }
        let stipulation = STIPULATIONS[at % STIPULATIONS.len()].parse().unwrap();
        let problem = Problem { position, stipulation, target: None };
        let found = solve(&problem);
        let sketch = problem.sketch().expect("a sketch");
        assert_eq!(found, query(&sketch, Engine::Search), "{sketch}");
        if at % 30 == 0 {
            assert_eq!(found, query(&sketch, Engine::Sat), "{sketch}");
        }
        solved += usize::from(!found.is_empty());
    }
    assert!(solved > 20, "{solved} have a solution");
}

#[test]
fn problems_with_solutions() {
    for (fen, stipulation) in [
        ("8/8/8/8/8/5K2/R6p/7k w - -", "#2"),
        ("k7/2K5/8/1N6/8/8/8/2B5 w - -", "#2"),
        ("8/8/8/8/8/1k6/8/K6R b - -", "h#1.5"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 b - -", "h#1"),
        ("8/8/8/8/8/2k5/1q6/3K4 w - -", "s#1"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -", "dia 1.5"),
        // The same pieces, after a double step just made and after one made before.
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/P7/1PPP1PPP/RNBQKBNR b KQkq e3", "dia 2.5"),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/P7/1PPP1PPP/RNBQKBNR b KQkq -", "dia 2.5"),
    ] {
        let problem = Problem::new(fen, stipulation, false).unwrap();
        agree(&problem);
    }
}

#[test]
fn what_cannot_be_written_has_no_sketch() {
    let start = Position::start().to_string();
    for stipulation in
        ["r#2", "semi-r#1", "ser-#2", "ser-h#2", "ser-s#2", "#?", "s#2", "+2", "dia ?"]
    {
        assert_eq!(Problem::new(&start, stipulation, false).unwrap().sketch(), None);
    }
}
