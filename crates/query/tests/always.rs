//! What holds always: theorems that must come out, what does not hold with the shortest line that breaks
//! it, and what cannot be asked.

use zugwerk_query::{Answer, Options, Verdict, ask};

fn always(game: &str, from: &str, formula: &str, certify: bool) -> Answer {
    let sketch = format!("game {game}\nfrom {from}\nalways {formula}\n");
    ask(&sketch, &Options { certify, ..Options::default() })
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw("sketch", &sketch, false)))
}

/// No pawn of either side on the first or last rank.
fn no_pawn_on_the_edge() -> String {
    let squares = "abcdefgh".chars().flat_map(|file| [1, 8].map(|rank| format!("{file}{rank}")));
    let none: Vec<String> = squares.map(|s| format!("{s} != P and {s} != p")).collect();
    none.join(" and ")
}

/// No white bishop on a dark square.
fn light_bishops() -> String {
    let squares = (0..64).filter(|at| (at / 8 + at % 8) % 2 == 0);
    let name = |at: usize| format!("{}{}", "abcdefgh".as_bytes()[at % 8] as char, at / 8 + 1);
    squares.map(|at| format!("{} != B", name(at))).collect::<Vec<_>>().join(" and ")
}

#[test]
fn theorems_of_chess() {
    let bishop = "\"4k3/p7/8/8/8/8/8/4KB2 w - - 0 1\"";
    let no_rights = "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1\"";
    for (from, formula) in [
        ("start", "count(K) = 1 and count(k) = 1".to_string()),
        ("start", "count(white) <= 16 and count(black) <= 16".to_string()),
        ("start", "count(P) <= 8 and count(p) < 9".to_string()),
        ("start", "count(Q) <= 9 and count(n) <= 10 and not count(r) > 10".to_string()),
        ("start", no_pawn_on_the_edge()),
        (
            "start",
            "not (turn = white and check(black)) and not (turn = black and check(white))"
                .to_string(),
        ),
        (bishop, light_bishops()),
        (no_rights, "not castling K and not castling Q".to_string()),
        ("start", "not castling K or e1 = K".to_string()),
    ] {
        let answer = always("chess", from, &formula, true);
        assert_eq!(answer.verdict, Verdict::Yes, "{formula}");
        assert!(!answer.proof.is_empty(), "{formula}");
        assert!(answer.certificate.is_some_and(|c| c.accepted), "{formula}");
    }
}

#[test]
fn theorems_of_death_stacks() {
    for formula in [
        "stones(all) = 24",
        "stones(red) = 12 and stones(blue) = 12",
        "not stuck or won(red) or won(blue)",
    ] {
        let answer = always("deathstacks", "start", formula, true);
        assert_eq!(answer.verdict, Verdict::Yes, "{formula}");
        assert!(answer.certificate.is_some_and(|c| c.accepted), "{formula}");
    }
}

/// What does not hold is refuted by a line that is as short as possible.
#[test]
fn what_does_not_hold_is_refuted_by_a_shortest_line() {
    for (game, formula, plies) in [
        ("chess", "count(p) >= 8", 3),
        ("chess", "count(all) = 32", 3),
        ("chess", "not mate", 4),
        ("chess", "not check", 3),
        ("chess", "turn = white", 1),
        ("chess", "count(white) < 16", 0),
        ("deathstacks", "height(a4) = 0", 1),
        ("deathstacks", "height(c3) < 3", 3),
    ] {
        let answer = always(game, "start", formula, false);
        assert_eq!(answer.verdict, Verdict::No, "{formula}");
        assert_eq!(answer.counterexample.unwrap().tree.trunk().len(), plies, "{formula}");
    }
}

/// A start of which nothing is known: counting looks at moves, not at squares.
#[test]
fn counting_after_a_ply_from_any_position_is_quick() {
    let holes = ["????????"; 8].join("/");
    let sketch = format!(
        "game chess\nfrom \"{holes} w - - 0 1\"\nwhere not mate and not stalemate\nplay ?\nexpect count(white) <= 16\n"
    );
    let question = Some(zugwerk_query::Question::Verify);
    let answer = ask(&sketch, &Options { question, ..Options::default() }).unwrap();
    assert_eq!(answer.verdict, Verdict::Yes);
    assert!(answer.statistics.conflicts < 20_000, "{}", answer.statistics.conflicts);
}

#[test]
fn mistakes_are_told() {
    for (sketch, message) in [
        ("game chess\nalways mate\nplay ?", "and not of one line"),
        ("game chess\nalways draw", "how a position came about"),
        ("game chess\nalways mate\nalways check", "two lines always"),
    ] {
        let mistake = ask(sketch, &Options::default()).unwrap_err();
        assert!(mistake.to_string().contains(message), "{mistake}");
    }
    let debug = Options { question: Some(zugwerk_query::Question::Debug), ..Options::default() };
    assert!(ask("game chess\nalways legal", &debug).is_err());
}
