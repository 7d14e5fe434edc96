//! Chess and Death Stacks with laws put aside: search and solver answer the same, replies and reasons included.

use std::collections::BTreeSet;
use zugwerk_query::{Answer, Engine, Options, Question, Tree, Verdict, ask};

fn asked(text: &str, engine: Engine, question: Option<Question>, most: usize) -> Answer {
    let options = Options { engine, question, most, ..Options::default() };
    ask(text, &options).unwrap_or_else(|mistake| panic!("{text}\n{mistake:?}"))
}

/// The keys, and after each the replies that are told.
fn keys(answer: &Answer) -> BTreeSet<(String, Vec<String>)> {
    let key = |solution: &zugwerk_query::Solution| {
        let names = solution.tree.trunk();
        let mut tree = &solution.tree;
        while let Tree::Choice(branch) = tree {
            tree = &branch.then;
        }
        let mut replies: Vec<String> = match tree {
            Tree::Replies(replies) => replies.iter().map(|reply| reply.name.code.clone()).collect(),
            _ => Vec::new(),
        };
        replies.sort();
        let names: Vec<String> = names.into_iter().map(|name| name.code).collect();
        (format!("{:?} {}", solution.start, names.join(" ")), replies)
    };
    answer.solutions.iter().map(key).collect()
}

/// Positions of few pieces, so that every line can be gone through by the solver.
const CHESS: [&str; 5] = [
    "7k/5K2/8/6Q1/8/8/8/8 w - -",
    "k7/P7/1K6/8/8/8/8/8 w - -",
    "4k3/8/8/8/8/8/3p4/R3K3 w Q -",
    "8/8/8/2pP4/8/k7/8/K6r w - c6",
    "8/1r6/8/8/8/k7/7P/KB6 w - -",
];
const CHESS_LAWS: [&str; 8] = [
    "without \"no piece but the knight jumps over others\"",
    "without \"a king is never left in check\"",
    "without \"a king is never taken\"\nwithout \"a king is never left in check\"",
    "without \"how a king moves\"",
    "without \"how a rook moves\"\nwithout \"no piece takes one of its own side\"",
    "without \"a pawn on the last rank is promoted, and nothing else is\"",
    "without \"a pawn moves diagonally only to take\"\nwithout \"a pawn steps straight ahead only to an empty square\"",
    "with only \"no move leaves its own king in check\"\nwith only \"how a king moves\"",
];
const STACKS: [&str; 2] = ["rb,r,,,,/,,,,,/,,,,,/,,,,,/,,,,,/b,rbbrr,,,, r", ""];
const STACK_LAWS: [&str; 5] = [
    "without \"a move must change the board\"",
    "without \"a move takes stones of a stack of the mover's own\"",
    "without \"at most four stones may stay where a move begins\"",
    "without \"who owns a stack of more than four stones must move from such a stack\"",
    "with only \"a move must change the board\"",
];

#[test]
fn both_engines_agree_on_chess_with_fewer_laws() {
    for (number, position) in CHESS.into_iter().enumerate() {
        for (of_law, law) in CHESS_LAWS.into_iter().enumerate() {
            let sketch = |play: &str, expect: &str| {
                format!("game chess\nfrom \"{position}\"\n{law}\nplay {play}\nexpect {expect}")
            };
            let moves = sketch("?", "legal");
            let all = |engine| asked(&moves, engine, None, 5000);
            let (search, sat) = (all(Engine::Search), all(Engine::Sat));
            assert_eq!(keys(&search), keys(&sat), "{moves}");
            assert!(search.complete && sat.complete, "{moves}");
            // Every second one, since each reply is a question to the solver.
            if (number + of_law) % 4 == 0 && search.solutions.len() < 40 {
                for expect in ["not check", "count(all) = 3 or check"] {
                    let replies = sketch("? *", expect);
                    let all = |engine| asked(&replies, engine, None, 5000);
                    let (search, sat) = (all(Engine::Search), all(Engine::Sat));
                    assert_eq!(keys(&search), keys(&sat), "{replies}");
                    let verify = |engine| asked(&replies, engine, Some(Question::Verify), 1);
                    let (search, sat) = (verify(Engine::Search), verify(Engine::Sat));
                    assert_eq!(search.verdict, sat.verdict, "{replies}");
                }
            }
        }
    }
}

#[test]
fn both_engines_agree_on_death_stacks_with_fewer_laws() {
    for position in STACKS {
        for law in STACK_LAWS {
            let from =
                if position.is_empty() { "start".to_string() } else { format!("\"{position}\"") };
            let sketch = |play: &str, expect: &str| {
                format!("game deathstacks\nfrom {from}\n{law}\nplay {play}\nexpect {expect}")
            };
            let moves = sketch("?", "legal");
            let all = |engine| asked(&moves, engine, None, 5000);
            let (search, sat) = (all(Engine::Search), all(Engine::Sat));
            assert_eq!(keys(&search), keys(&sat), "{moves}");
            assert!(search.complete && sat.complete && !search.solutions.is_empty(), "{moves}");
            if position.is_empty() {
                continue;
            }
            let replies = sketch("? *", "height(b1) > 3");
            let all = |engine| asked(&replies, engine, None, 5000);
            let (search, sat) = (all(Engine::Search), all(Engine::Sat));
            assert_eq!(keys(&search), keys(&sat), "{replies}");
            let verify = |engine| asked(&replies, engine, Some(Question::Verify), 1).verdict;
            assert_eq!(verify(Engine::Search), verify(Engine::Sat), "{replies}");
        }
    }
}

/// Putting aside a law that is about nobody on the board changes nothing.
#[test]
fn what_is_about_nobody_changes_nothing() {
    let sketch = |law: &str, play: &str| {
        format!("game chess\nfrom \"7k/5K2/8/6Q1/8/8/8/8 w - -\"\n{law}\nplay {play}\nexpect mate")
    };
    let law = "without \"how a rook moves\"";
    for play in ["?", "? * ?"] {
        let whole = asked(&sketch("", play), Engine::Search, None, 100);
        let codes = |answer: &Answer| -> BTreeSet<String> {
            keys(answer).into_iter().map(|(key, _)| key).collect()
        };
        let fewer = asked(&sketch(law, play), Engine::Search, None, 100);
        assert_eq!(codes(&whole), codes(&fewer), "{play}");
        assert!(!codes(&whole).is_empty());
    }
    let sat = asked(&sketch(law, "?"), Engine::Sat, None, 100);
    assert_eq!(
        sat.solutions.len(),
        asked(&sketch("", "?"), Engine::Search, None, 100).solutions.len()
    );
}

#[test]
fn debug_names_only_laws_that_are_left() {
    let sketch = |law: &str| {
        format!("game chess\nfrom \"4r2k/8/8/8/8/8/4N3/4K3 w - -\"\n{law}\nplay Nc2\nexpect legal")
    };
    let king = "without \"a king is never left in check\"";
    for engine in [Engine::Search, Engine::Sat] {
        let answer = asked(&sketch(king), engine, Some(Question::Debug), 1);
        assert_eq!(answer.verdict, Verdict::No, "{engine:?}");
        let said = answer.core.join("; ");
        assert!(said.contains("a knight moves by a leap"), "{engine:?} {said}");
        assert!(!said.contains("king in check"), "{engine:?} {said}");
        let both = format!("{king}\nwithout \"how a knight moves\"");
        let answer = asked(&sketch(&both), engine, Some(Question::Debug), 1);
        assert_eq!(answer.verdict, Verdict::Yes, "{engine:?}");
    }
    // Only the replies stand in the way: every one of them is named.
    let replies = "game chess\nfrom \"7k/5K2/8/6Q1/8/8/8/8 w - -\"\nwithout \"how a king moves\"\nplay Qg7 *\nexpect empty a2";
    let answer = asked(replies, Engine::Auto, Some(Question::Debug), 1);
    assert_eq!(answer.verdict, Verdict::No);
    assert!(answer.refuted, "{:?}", answer.core);
    assert!(answer.core[0].contains("h8a2"), "{:?}", answer.core);
}

#[test]
fn what_has_no_meaning_with_fewer_laws_is_refused_in_a_sentence() {
    let law = "without \"a king is never taken\"";
    let refused = |text: &str, certify: bool| {
        let options = Options { certify, ..Options::default() };
        ask(text, &options).unwrap_err().message
    };
    let always = format!("game chess\n{law}\nalways count(K) = 1");
    assert!(refused(&always, false).contains("one line of play"));
    let line = format!("game chess\n{law}\nplay ?\nexpect mate");
    assert!(refused(&line, true).contains("several questions to the solver"));
    // What a move is cannot be put aside.
    let turn =
        "game chess\nwithout \"the side to move moves one of its own pieces\"\nplay ?\nexpect mate";
    assert!(refused(turn, false).contains("there is no law"));
}
