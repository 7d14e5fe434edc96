//! The trees of solutions replayed: every move legal, the goal reached at every end, no defence missing.

use std::time::Instant;
use zugwerk_chess::{Move, Position};
use zugwerk_game::Limits;
use zugwerk_problems::{
    Answer, Attack, Defence, Fight, Notation, Options, Play, Problem, SolveLimits, Solver,
    write_fight,
};

fn solve(fen: &str, stipulation: &str) -> (Problem, Fight) {
    let problem = Problem::new(fen, stipulation, false).unwrap();
    let options = Options { set_play: problem.stipulation.set_play, ..Options::default() };
    let solution = Solver::default().solve(&problem, &options);
    assert!(solution.is_complete());
    let Answer::Fight(fight) = solution.answer else { panic!("{stipulation} has keys") };
    (problem, fight)
}

struct Checker<'a> {
    problem: &'a Problem,
    ends: usize,
}

impl Checker<'_> {
    fn attack(&mut self, position: &Position, attack: &Attack) {
        assert!(position.is_legal(attack.m), "{position} {:?}", attack.m);
        let after = position.play(attack.m);
        let direct = self.problem.stipulation.play == Play::Direct;
        if direct && attack.length == 1 {
            assert!(self.problem.stipulation.goal.is_reached(position, attack.m, &after));
            self.ends += 1;
            return;
        }
        for threat in &attack.threats {
            self.attack(&after.pass(), threat);
        }
        let threats: Vec<Move> = attack.threats.iter().map(|threat| threat.m).collect();
        for &m in &after.legal_moves() {
            match attack.defences.iter().find(|defence| defence.m == m) {
                Some(defence) => self.defence(&after, defence, attack.length),
                // What is not told must be answered by a threat.
                None => {
                    let reply = after.play(m);
                    let answered = reply.legal_moves().iter().any(|m| threats.contains(m));
                    assert!(answered, "{after}: {} is missing", after.uci(m));
                }
            }
        }
    }

    fn defence(&mut self, position: &Position, defence: &Defence, length: u16) {
        let after = position.play(defence.m);
        let direct = self.problem.stipulation.play == Play::Direct;
        if !direct && self.problem.stipulation.goal.is_reached(position, defence.m, &after) {
            assert!(defence.reaches_goal);
            self.ends += 1;
            return;
        }
        assert!(
            !defence.replies.is_empty(),
            "{position}: {} has no answer",
            position.uci(defence.m)
        );
        for reply in &defence.replies {
            assert!(reply.length < length);
            self.attack(&after, reply);
        }
    }
}

/// Solves, replays the tree of each key, and returns the keys and the text.
fn check(fen: &str, stipulation: &str) -> (Vec<String>, String) {
    let (problem, fight) = solve(fen, stipulation);
    let mut keys: Vec<String> = fight.keys.iter().map(|key| problem.position.uci(key.m)).collect();
    keys.sort();
    let mut checker = Checker { problem: &problem, ends: 0 };
    for key in &fight.keys {
        checker.attack(&problem.position, key);
    }
    assert!(checker.ends > 0 || keys.is_empty());
    (keys, write_fight(&problem, &fight, Notation::default()))
}

#[test]
fn a_mate_in_one_ends_at_once() {
    let (keys, text) = check("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "#1");
    assert_eq!((keys, &text[..]), (vec!["a1a8".to_string()], "1.Ra8#!\n"));
}

/// Two rooks against a king on the edge, built for these tests: 1.Rg4 Kh7 2.Rh5#.
const ROOKS: &str = "8/8/7k/R7/1R6/8/8/4K3 w - - 0 1";

#[test]
fn a_quiet_key_is_followed_by_its_defences() {
    let (keys, text) = check(ROOKS, "#2");
    assert!(keys.contains(&"b4g4".to_string()), "{keys:?}");
    assert!(text.contains("1.Rg4! zugzwang\n  1...Kh7 2.Rh5#\n"), "{text}");
}

#[test]
fn longer_trees_are_complete() {
    for (fen, stipulation) in [
        (ROOKS, "#3"),
        ("8/8/8/8/8/5k2/7q/3K4 b - - 0 1", "#2"),
        ("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "#3"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "=2"),
    ] {
        let (keys, _) = check(fen, stipulation);
        assert!(!keys.is_empty(), "{fen} {stipulation}");
    }
}

#[test]
fn no_mate_is_a_proven_answer() {
    let (keys, text) = check(ROOKS, "#1");
    assert_eq!((keys.len(), &text[..]), (0, ""));
}

#[test]
fn the_shortest_mate_is_found_without_a_length() {
    let (_, fight) = solve(ROOKS, "#?");
    assert_eq!((fight.moves, fight.no_solution_in), (2, Some(1)));
}

#[test]
fn cooks_are_flagged() {
    let (keys, text) = check("k7/8/1K6/8/8/8/8/1R6 w - - 0 1", "#2");
    assert_eq!(keys, ["b1d1", "b1e1", "b1f1", "b1g1", "b1h1", "b6c7"]);
    assert_eq!(text.matches("(cook)").count(), 5, "{text}");
}

#[test]
fn tries_have_one_refutation_and_set_play_an_answer() {
    let (problem, fight) = solve("8/8/8/8/8/1k6/7Q/K2R4 w - - 0 1", "#2 +k");
    for attempt in &fight.tries {
        assert_eq!(attempt.refutations.len(), 1);
        assert!(fight.keys.iter().all(|key| key.m != attempt.m));
    }
    for defence in &fight.set_play {
        let after = problem.position.pass().play(defence.m);
        assert!(defence.replies.iter().all(|reply| after.play(reply.m).is_checkmate()));
    }
}

#[test]
fn a_selfmate_ends_with_the_defenders_mate() {
    let (keys, text) = check("8/8/8/8/6n1/5N1p/3Q3P/5k1K w - - 0 1", "s#1");
    assert_eq!(keys, ["d2g2"]);
    assert!(text.contains("1...hxg2#"), "{text}");
}

/// What a search did not come to is undecided, not refuted.
#[test]
fn a_stopped_search_refutes_no_key() {
    let problem = Problem::new("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", "#11 postkey", false).unwrap();
    let limits = SolveLimits {
        limits: Limits::none().with_deadline(Instant::now()),
        ..SolveLimits::default()
    };
    let solution = Solver::default().solve(&problem, &Options { limits, ..Options::default() });
    assert!(!solution.is_complete());
    assert_eq!(solution.count(), 0);
    let Answer::Fight(fight) = solution.answer else { panic!("a fight") };
    let after_key = fight.after_key.unwrap();
    assert!(after_key.refutations.is_empty() && !after_key.undecided.is_empty(), "{after_key:?}");
}
