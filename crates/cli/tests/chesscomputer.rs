//! `zugwerk chesscomputer`: pictures in, pictures out.

use assert_cmd::Command;
use std::process::Output;
use zugwerk_chess::Position;

fn chesscomputer(arguments: &[&str], picture: &str) -> Output {
    let mut command = Command::cargo_bin("zugwerk").unwrap();
    command.arg("chesscomputer").args(arguments).write_stdin(picture).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn picture(fen: &str) -> String {
    fen.parse::<Position>().unwrap().picture()
}

#[test]
fn test_prints_every_legal_move_once() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let found = text(&chesscomputer(&["TEST"], &position.picture()));
        let mut found: Vec<String> = found.split("~\n").map(str::to_string).collect();
        let mut expected: Vec<String> =
            position.legal_moves().iter().map(|m| position.play(*m).picture()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{fen}");
    }
}

#[test]
fn stalemate_is_a_draw_and_mate_is_an_error() {
    for arguments in [&[][..], &["TEST"]] {
        let stalemate = picture("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(text(&chesscomputer(arguments, &stalemate)), "DRAW\n");
        let mate = chesscomputer(arguments, &picture("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"));
        assert_eq!(mate.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&mate.stderr).contains("checkmated"));
    }
}

#[test]
fn nonsense_is_refused_with_one_line() {
    for input in ["", "hello", "8 x\n", "\u{0}\u{1}"] {
        let output = chesscomputer(&[], input);
        assert_eq!(output.status.code(), Some(2), "{input:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
    assert_eq!(
        chesscomputer(&["--plain", "--depth", "50"], &picture("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn it_takes_a_hanging_queen_and_mates_in_one() {
    for arguments in [&["--plain"][..], &["--depth", "6"]] {
        let taken = text(&chesscomputer(arguments, &picture("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")));
        assert!(taken.contains('♙') && !taken.contains('♛'), "{taken}");
        let mated = text(&chesscomputer(arguments, &picture("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")));
        assert!(Position::from_picture(&mated).unwrap().is_checkmate(), "{mated}");
    }
}

#[test]
fn a_whole_game_against_a_random_player_is_legal_and_won() {
    let mut position = Position::start();
    let mut random = 7u64;
    for ply in 0..300 {
        if position.end().is_some() {
            break;
        }
        position = if ply % 2 == 0 {
            // The engine plays White; every picture must be one legal move away.
            let answer = text(&chesscomputer(&["--depth", "5"], &position.picture()));
            let after = position
                .legal_moves()
                .iter()
                .map(|m| position.play(*m))
                .find(|after| after.picture() == answer);
            after.unwrap_or_else(|| panic!("{position}: not a legal move:\n{answer}"))
        } else {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.legal_moves();
            position.play(moves[(random >> 33) as usize % moves.len()])
        };
    }
    assert!(position.is_checkmate(), "{position}");
    assert_eq!(position.turn(), zugwerk_chess::Color::Black);
}
