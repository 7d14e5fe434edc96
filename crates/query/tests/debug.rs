//! Why something cannot be done: the sentences of `debug` say what matters and nothing else, and what
//! they say is true.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use zugwerk_chess::{CastlingRights, Position, Setup, Square};
use zugwerk_query::{Answer, Engine, Options, Question, Verdict, ask};

fn debug(sketch: &str) -> Answer {
    let options = Options { question: Some(Question::Debug), ..Options::default() };
    ask(sketch, &options)
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw("sketch", sketch, false)))
}

fn core(game: &str, from: &str, play: &str, expect: &str) -> Vec<String> {
    let answer = debug(&format!("game {game}\nfrom {from}\nplay {play}\nexpect {expect}\n"));
    assert_eq!(answer.verdict, Verdict::No, "{play}");
    answer.core
}

#[test]
fn a_blocked_queen_is_blocked_by_one_pawn() {
    let expected = [
        "the sketch wants Qd3 as first move of the line",
        "by the laws, no piece but the knight jumps over others",
        "a white pawn stands on d2",
    ];
    assert_eq!(core("chess", "start", "Qd3", "legal"), expected);
}

#[test]
fn a_missing_man_is_missed() {
    let kings = "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"";
    let last = |play: &str| core("chess", kings, play, "legal").pop().unwrap();
    assert_eq!(last("Qd3"), "there is no white queen");
    assert_eq!(last("e2e4"), "no white piece stands on e2");
    assert_eq!(last("e8e7"), "a black king stands on e8");
    assert_eq!(
        last("e1e2q"),
        "by the laws, a pawn on the last rank is promoted, and nothing else is"
    );
    assert_eq!(last("Ke2+"), "this move does not give check");
}

/// Of a long line the known moves are played, and the reason is found on the board after them.
#[test]
fn a_long_line_is_explained_where_it_fails() {
    let expected = [
        "the line begins 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#",
        "the sketch wants Kxf7 as 8th move of the line",
        "by the laws, no move leaves its own king in check",
        "a white bishop stands on c4",
    ];
    let play = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7 Kxf7";
    assert_eq!(core("chess", "start", play, "legal"), expected);
}

/// Where a reply is missing, the end is asked for at once: that, too, must be impossible.
#[test]
fn a_game_that_ends_early_counts() {
    let queen = "\"7k/5Q2/5K2/8/8/8/8/8 w - - 0 1\"";
    let expected = [
        "the line begins 1. Qf8+",
        "the sketch expects mate at the end",
        "the line has one legal move, from 5Q1k/8/5K2/8/8/8/8/8, or fewer where the game ends",
    ];
    assert_eq!(core("chess", queen, "Qf8 *", "mate"), expected);
    let expected = [
        "the sketch expects mate at the end",
        "the sketch wants ?1 as first move of the line",
        "the line has 2 legal plies, from 7K/8/6b1/5q2/k7/8/6p1/8, or fewer where the game ends",
    ];
    let bishop = "\"7K/8/6b1/5q2/k7/8/6p1/8 b - - 0 1\"";
    assert_eq!(core("chess", bishop, "?1 *", "mate"), expected);
}

/// The game is over, so the line cannot go on.
#[test]
fn nothing_is_played_after_a_mate() {
    let core = core("chess", "\"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\"", "Ra8 ?", "legal");
    assert!(core.contains(&"by the laws, no move leaves its own king in check".to_string()));
    assert!(core.contains(&"a black pawn stands on g7".to_string()), "{core:?}");
}

/// A move that is illegal on the whole board is illegal with only those pieces that the sentences name.
#[test]
fn the_named_men_are_enough() {
    let mut random = SmallRng::seed_from_u64(8);
    let mut named_pieces = 0;
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k2r/1b6/8/8/1q6/8/3N2PP/R3K2R w KQk - 0 1",
    ];
    for _ in 0..400 {
        let mut position: Position = starts.choose(&mut random).unwrap().parse().unwrap();
        for _ in 0..random.random_range(0..4) {
            let moves = position.legal_moves();
            position = position.play(*moves.choose(&mut random).unwrap());
        }
        let own: Vec<Square> = position.color(position.turn()).into_iter().collect();
        let from = *own.choose(&mut random).unwrap();
        let to = Square::new(random.random_range(0..64));
        let illegal = |position: &Position| {
            !position
                .legal_moves()
                .iter()
                .any(|m| position.uci(*m).starts_with(&format!("{from}{to}")))
        };
        if from == to || !illegal(&position) {
            continue;
        }
        let answer =
            debug(&format!("from \"{position}\"\nplay {from}{to}\nexpect legal\ngame chess"));
        assert_eq!(answer.verdict, Verdict::No);
        let named = |square: Square| {
            let end = format!("stands on {square}");
            answer.core.iter().any(|sentence| sentence.ends_with(&end))
        };
        let mut setup = Setup::from(&position);
        for square in Square::all().filter(|square| !named(*square)) {
            setup.pieces[square.index()] = None;
        }
        (setup.castling, setup.double_push) = (CastlingRights::default(), None);
        named_pieces += setup.pieces.iter().flatten().count();
        let stripped = setup.any_position().unwrap_or_else(|error| panic!("{error}"));
        assert!(illegal(&stripped), "{from}{to} in {position}: {:?}", answer.core);
    }
    assert!(named_pieces > 25, "{named_pieces}");
}

#[test]
fn death_stacks_names_the_rule() {
    let expected =
        ["the sketch wants a6-1-a5 as second move of the line", "by the rules, a6 is empty"];
    assert_eq!(core("deathstacks", "start", "a6-2-a4 a6-1-a5 c1-1-c2", "legal"), expected);
}

#[test]
fn death_stacks_names_the_demands_that_conflict() {
    let expect = "count(red) < 20 and height(a1) = 5";
    let expected = [
        "the sketch expects height(a1) = 5 at the end",
        "the line has 3 legal plies, from the usual start",
    ];
    assert_eq!(core("deathstacks", "start", "? ?a3 ?", expect), expected);
    let expected =
        ["the sketch wants [count(red) = 3]", "the line has one legal move, from the usual start"];
    assert_eq!(core("deathstacks", "start", "? [count(red) = 3] ?", "legal"), expected);
}

/// Where replies stand in the way, those are told, each once.
#[test]
fn replies_that_refute_are_told() {
    let answer = debug("game deathstacks\nfrom start\nplay ? *\nexpect count(blue) < 6\n");
    assert!(answer.refuted);
    assert_eq!(answer.core, ["every choice is refuted by a1-1-a2"]);
    let rooks = "6k1/5ppp/8/8/8/8/4r3/RR4K1 w - - 0 1";
    let answer = debug(&format!("game chess\nfrom \"{rooks}\"\nplay K? * ?\nexpect mate\n"));
    assert!(answer.refuted);
    assert_eq!(answer.core, ["every choice is refuted by Kf8"]);
}

/// A counterexample says what it breaks.
#[test]
fn a_counterexample_says_what_it_breaks() {
    for (game, play, expect, broken) in [
        ("chess", "e2e5", "legal", "e2e5 cannot be played there"),
        ("chess", "e4 ? [check] ?", "legal", "[check] does not hold there"),
        ("chess", "e4 ?", "turn = white and check", "check does not hold there"),
        ("chess", "f3 e5 g4 Qh4 ?", "legal", "there is no move"),
        (
            "deathstacks",
            "? ?",
            "height(a1) = 2 and turn = red",
            "height(a1) = 2 does not hold there",
        ),
        ("deathstacks", "a6-1-a1", "legal", "a6-1-a1 cannot be played there"),
    ] {
        let sketch = format!("game {game}\nfrom start\nplay {play}\nexpect {expect}\n");
        for engine in [Engine::Search, Engine::Sat] {
            let question = Some(Question::Verify);
            let answer = ask(&sketch, &Options { question, engine, ..Options::default() }).unwrap();
            assert!(answer.counterexample.is_some(), "{sketch}");
            assert_eq!(answer.core, [broken], "{sketch} {engine:?}");
        }
    }
}

/// Laws about pieces that nobody has are not named.
#[test]
fn laws_about_nobody_are_not_named() {
    let core = core("chess", "\"8/8/1k6/B7/8/5K2/8/8 b - - 0 1\"", "?c6 ? ?", "mate");
    for role in ["queen", "rook", "knight", "pawn"] {
        assert!(core.iter().all(|sentence| !sentence.contains(role)), "{core:?}");
    }
}

/// A pawn that would stay a pawn on the last rank.
#[test]
fn the_promotion_law_is_named() {
    let core = core("chess", "\"7k/P7/8/8/8/8/8/K7 w - - 0 1\"", "?", "a8 = P");
    let law = "by the laws, a pawn on the last rank is promoted, and nothing else is";
    assert!(core.contains(&law.to_string()), "{core:?}");
}
