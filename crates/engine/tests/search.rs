//! What the search finds, and that it finds it again.

use std::time::Duration;
use zugwerk_chess::{Game, Move};
use zugwerk_engine::{Control, Engine, Finished, Limits, MATE, Progress, Score, bench};

fn game(fen: &str) -> Game {
    Game::from_position(fen.parse().unwrap())
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> Finished {
    engine.search(game, limits, &Control::new(engine.threads(), false), &|_| ())
}

fn best(fen: &str, depth: i32) -> (String, Score) {
    let game = game(fen);
    let found = search(&mut Engine::new(8), &game, &Limits::depth(depth));
    (game.position().uci(found.best.unwrap()), Score::from_value(found.value))
}

#[test]
fn finds_mates_and_counts_them_in_moves() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", Some("a1a8"), 1),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", Some("d2h6"), 2),
        ("kbK5/pp6/RP6/8/8/8/8/8 b - - 1 1", None, -1),
        ("8/8/8/8/8/2k5/1q6/3K4 b - - 0 1", None, 1),
    ];
    for (fen, expected, mate) in cases {
        let (found, score) = best(fen, 8);
        assert!(expected.is_none_or(|expected| expected == found), "{fen}: {found}");
        assert_eq!(score, Score::Mate(mate), "{fen}");
    }
}

#[test]
fn promotes_to_less_than_a_queen_when_that_wins() {
    // Saavedra's rook: a queen would allow a stalemate. And a knight that forks king and queen.
    for (fen, expected) in [
        ("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", "c7c8r"),
        ("8/k1P5/3q4/8/8/8/5PPP/6K1 w - - 0 1", "c7c8n"),
    ] {
        assert_eq!(best(fen, 10).0, expected, "{fen}");
    }
}

#[test]
fn mate_on_the_hundredth_ply_comes_before_the_fifty_move_rule() {
    // One ply before the draw: only the immediate mate counts.
    let (m, score) = best("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 5);
    assert_eq!((m.as_str(), score), ("a1a8", Score::Mate(1)));
    // A mate in two would come too late.
    let (_, score) = best("7k/8/5K2/8/8/8/8/R7 w - - 98 80", 8);
    assert!(matches!(score, Score::Centipawns(value) if value.abs() < 5), "{score:?}");
}

#[test]
fn a_threefold_repetition_in_the_game_is_seen() {
    // Black is a rook down and can repeat the position for the third time.
    let mut game = game("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1");
    for m in
        ["b1b2", "h7h6", "b2c2", "g8h7", "c2c1", "h7g8", "c1c2", "g8h7", "c2c1", "h7g8", "c1c2"]
    {
        game.play(game.position().parse_uci(m).unwrap());
    }
    let found = search(&mut Engine::new(8), &game, &Limits::depth(8));
    assert_eq!(game.position().uci(found.best.unwrap()), "g8h7");
    assert!(found.value.abs() < 5, "{}", found.value);
}

#[test]
fn the_same_search_has_the_same_nodes_after_a_new_game() {
    let mut engine = Engine::new(4);
    let game = game("r1bqk2r/ppp2ppp/2n1pn2/3p4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6");
    let first = search(&mut engine, &game, &Limits::depth(9));
    search(&mut engine, &Game::default(), &Limits::depth(6));
    engine.clear();
    let second = search(&mut engine, &game, &Limits::depth(9));
    assert_eq!(first, second);
}

#[test]
fn the_bench_has_its_signature() {
    let result = bench::run(bench::DEPTH, || false);
    assert_eq!(result.each.len(), bench::POSITIONS.len());
    assert_eq!(result.nodes, bench::SIGNATURE, "state the new number where the search has changed");
}

#[test]
fn every_line_told_is_legal_and_ranked() {
    let mut engine = Engine::new(8);
    engine.set_multi_pv(4);
    for threads in [1, 2] {
        engine.set_threads(threads);
        for fen in bench::POSITIONS {
            let game = game(fen);
            let check = |progress: &Progress| {
                let Progress::Line(info) = progress else { return };
                let mut position = game.position().clone();
                for &m in &info.line {
                    assert!(position.is_legal(m), "{fen}: {m:?} in {:?}", info.line);
                    position = position.play(m);
                }
                assert!(info.value.abs() <= MATE && (1..=4).contains(&info.rank));
            };
            let control = Control::new(threads, false);
            let found = engine.search(&game, &Limits::depth(7), &control, &check);
            assert!(found.best.is_some_and(|m| game.position().is_legal(m)));
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = Game::default();
    let only: Vec<Move> =
        ["a2a3", "h2h3"].iter().map(|m| game.position().parse_uci(m).unwrap()).collect();
    let limits = Limits { only: only.clone(), ..Limits::depth(5) };
    let found = search(&mut Engine::new(1), &game, &limits);
    assert!(only.contains(&found.best.unwrap()));
}

#[test]
fn nodes_and_time_are_kept() {
    let mut engine = Engine::new(8);
    let found = search(&mut engine, &Game::default(), &Limits::nodes(5000));
    assert!((1000..=5000).contains(&found.nodes), "{}", found.nodes);
    let control = Control::new(1, false);
    let limits = Limits::time(Duration::from_millis(150));
    engine.search(&Game::default(), &limits, &control, &|_| ());
    // Only the lower end: how late a busy machine lets us be is not ours to say.
    assert!(control.elapsed() >= Duration::from_millis(70));
}

#[test]
fn every_strength_plays_legal_moves() {
    let mut engine = Engine::new(1);
    for elo in [800, 1500, 2200, 2800] {
        engine.set_strength(Some(elo));
        let mut game = Game::default();
        for _ in 0..40 {
            if game.end().is_some() {
                break;
            }
            let found = search(&mut engine, &game, &Limits::default());
            let best = found.best.unwrap();
            assert!(game.position().is_legal(best));
            game.play(best);
        }
    }
}

/// Plays the engine against itself from a won ending; how many plies until mate.
fn plies_to_mate(fen: &str, nodes: u64) -> Option<usize> {
    let mut engine = Engine::new(8);
    let mut game = game(fen);
    while game.end().is_none() && game.claim().is_none() {
        let found = search(&mut engine, &game, &Limits::nodes(nodes));
        game.play(found.best?);
    }
    game.position().is_checkmate().then(|| game.moves().len())
}

#[test]
fn mates_with_every_basic_ending_within_fifty_moves() {
    for (fen, nodes) in [
        ("8/8/3k4/8/8/8/8/KQ6 w - - 0 1", 5_000),
        ("8/8/3k4/8/8/8/8/KR6 w - - 0 1", 10_000),
        ("8/8/3k4/8/8/8/8/KBB5 w - - 0 1", 20_000),
        ("8/8/3k4/8/8/8/8/KBN5 w - - 0 1", 60_000),
        ("7k/8/8/8/3N4/3B4/3K4/8 w - - 0 1", 60_000),
    ] {
        let plies = plies_to_mate(fen, nodes);
        assert!(plies.is_some_and(|plies| plies <= 100), "{fen}: {plies:?}");
    }
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let found = search(&mut Engine::new(1), &game(fen), &Limits::depth(3));
        assert_eq!(found.best, None, "{fen}");
    }
}

#[test]
fn a_position_that_nobody_can_win_is_worth_nothing() {
    for fen in ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "8/8/4k3/8/8/4KN2/8/8 b - - 0 1"] {
        let mut engine = Engine::new(4);
        let game = game(fen);
        for depth in 1..12 {
            assert_eq!(search(&mut engine, &game, &Limits::depth(depth)).value, 0, "{fen}");
        }
    }
}
