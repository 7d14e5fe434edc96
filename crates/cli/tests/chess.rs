//! The commands about the rules of chess, run as a person runs them.

mod common;

use common::{complaint, stdout, zugwerk};

#[test]
fn perft_prints_the_total_alone_on_its_last_line() {
    assert_eq!(stdout(&["perft", "4"]), "197281\n");
    let divided = stdout(&["perft", "3", "--divide", "--threads", "2", "--hash", "1"]);
    assert_eq!(divided.lines().count(), 21);
    assert!(divided.starts_with("a2a3 380\n") && divided.ends_with("\n8902\n"));
    assert_eq!(stdout(&["perft", "0", "--divide"]), "1\n");
}

#[test]
fn perft_suite_reports_mismatches_and_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&suite, format!("{start} ;D1 20 ;D2 400\n{start}; D1 20; D3 8901\n")).unwrap();
    let output = zugwerk(&["perft", "--suite", suite.to_str().unwrap()]).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(
        text,
        format!("line 2: depth 3: 8902, expected 8901: {start}\n2 positions, 1 mismatch\n")
    );
    let shallow = stdout(&["perft", "2", "--suite", suite.to_str().unwrap()]);
    assert_eq!(shallow, "2 positions, 0 mismatches\n");
}

#[test]
fn json_is_versioned() {
    for arguments in [
        &["perft", "2", "--json", "--divide"][..],
        &["moves", "start", "--json"],
        &["show", "start", "--json"],
        &["convert", "start", "--to", "fen", "--json"],
    ] {
        let value: serde_json::Value = serde_json::from_str(&stdout(arguments)).unwrap();
        assert_eq!(value["schema"], "zugwerk/1", "{arguments:?}");
    }
    let counted = stdout(&["perft", "2", "--json", "--divide"]);
    let value: serde_json::Value = serde_json::from_str(&counted).unwrap();
    assert_eq!((&value["nodes"], &value["moves"]["e2e4"]), (&400.into(), &20.into()));
}

#[test]
fn moves_are_one_a_line() {
    let castling = "8/8/8/8/8/1k6/8/4K2R w K - 0 1";
    let moves = stdout(&["moves", castling, "--san"]);
    assert_eq!(moves.lines().count(), 15, "{moves}");
    assert!(moves.lines().any(|line| line == "O-O"));
    assert_eq!(stdout(&["moves", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]), "");
}

#[test]
fn positions_come_from_standard_input_too() {
    zugwerk(&["moves", "-"])
        .write_stdin("7k/8/8/8/8/8/8/K7 b - -\n")
        .assert()
        .success()
        .stdout("h8g7\nh8g8\nh8h7\n");
}

#[test]
fn conversions_go_both_ways() {
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let picture = stdout(&["convert", fen, "--to", "picture"]);
    assert!(picture.contains("[♕♔e3]\n"));
    let pgn = stdout(&["convert", fen, "--to", "pgn"]);
    for input in [picture, pgn] {
        let back = zugwerk(&["convert", "-", "--to", "fen"]).write_stdin(input).assert();
        back.success().stdout(format!("{fen}\n"));
    }
    let last = zugwerk(&["convert", "-", "--to", "shredder", "--last"])
        .write_stdin("1. e4 e5 *\n\n1. d4 *\n")
        .assert();
    last.success().stdout(
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w HAha - 0 2\n\
         rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b HAha - 0 1\n",
    );
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
    let (svg_path, png_path) = (svg.to_str().unwrap(), png.to_str().unwrap());
    stdout(&["show", "start", "--svg", svg_path, "--png", png_path, "--scale", "0.5"]);
    assert!(std::fs::read_to_string(svg).unwrap().contains("<use href=\"#K\""));
    let bytes = std::fs::read(png).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 436);
}

#[test]
fn pgn_check_names_the_line_of_the_first_illegal_move() {
    zugwerk(&["pgn", "check", "-"])
        .write_stdin("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n2. Ke3 Ke6 *\n\n1. d4 *\n")
        .assert()
        .code(1)
        .stdout("-:5: game 1 (A - B): 2. Ke3 is not a legal move here\n2 games, 1 broken\n");
}

#[test]
fn bad_input_gets_one_line_and_exit_code_2() {
    let long_rank = complaint(&["moves", "8/8/8/9/8/8/8/8"]);
    assert_eq!(long_rank, "zugwerk: bad FEN: rank 5 has 9 squares, expected 8\n");
    for arguments in [
        &["perft", "--suite", "no-such-file"][..],
        &["pgn", "check", "no-such-file"],
        &["convert", "no-such-file", "--to", "fen"],
    ] {
        assert!(complaint(arguments).starts_with("zugwerk: no-such-file: "), "{arguments:?}");
    }
    for (input, message) in [
        (&b""[..], "no position: expected a FEN, a text picture or a PGN game"),
        (b"\xff\xfe", "line 1 is not UTF-8 text"),
        (
            b"8 \n7",
            "line 1: row 8 lacks its bracket: expected [ queen or blank, king or blank, perhaps a square ]",
        ),
    ] {
        let mut command = zugwerk(&["convert", "-", "--to", "fen"]);
        let message = format!("zugwerk: standard input: {message}\n");
        command.write_stdin(input).assert().code(2).stderr(message);
    }
    zugwerk(&["perft", "x"]).assert().code(2);
    zugwerk(&["perft"]).assert().code(2);
    zugwerk(&["show", "start", "--png", "/no/such/folder/x.png"]).assert().code(2);
}

#[test]
fn a_position_with_75_moves_on_its_clock_has_ended() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 150 90";
    let moves: serde_json::Value =
        serde_json::from_str(&stdout(&["moves", fen, "--json"])).unwrap();
    assert_eq!(moves["end"], "75 moves without a capture or a pawn move");
    let before = fen.replace("150", "149");
    let moves: serde_json::Value =
        serde_json::from_str(&stdout(&["moves", &before, "--json"])).unwrap();
    assert_eq!(moves["end"], serde_json::Value::Null);
    // Mate stands above it.
    let mated = "R6k/8/6K1/8/8/8/8/8 b - - 150 90";
    let moves: serde_json::Value =
        serde_json::from_str(&stdout(&["moves", mated, "--json"])).unwrap();
    assert_eq!(moves["end"], "checkmate, white wins");
}

#[test]
fn pgn_check_reports_play_after_a_fivefold_repetition() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let round = "Nf3 Nf6 Ng1 Ng8 ";
    std::fs::write(&file, format!("{} *\n", round.repeat(4))).unwrap();
    assert_eq!(stdout(&["pgn", "check", file.to_str().unwrap()]), "1 game, 0 broken\n");
    std::fs::write(&file, format!("{} e4 *\n", round.repeat(4))).unwrap();
    let output = zugwerk(&["pgn", "check", file.to_str().unwrap()]).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let told = "9. e4 is played after the end: fivefold repetition\n1 game, 1 broken\n";
    assert!(text.ends_with(told), "{text}");
}

#[test]
fn an_impossible_square_for_en_passant_is_left_out_aloud() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.txt");
    let drawn = stdout(&["convert", "start", "--to", "picture"]);
    std::fs::write(&picture, drawn.replace("[♛♚]", "[♛♚e6]")).unwrap();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1";
    for input in [fen, picture.to_str().unwrap()] {
        let output = zugwerk(&["convert", input, "--to", "fen"]).assert().code(0);
        let output = output.get_output();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("no pawn can have passed e6"), "{input}: {told}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), fen.replace("e6", "-"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for arguments in [&["--help"][..], &["--version"], &["perft", "--help"], &["perft", "1"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let status = std::process::Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
            .args(arguments)
            .stdout(full)
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn winnable_answers_each_side_and_says_why_not() {
    let fen = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -";
    let output = zugwerk(&["winnable", fen, "--json"]).assert().code(1);
    let value: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!((&value["white"], &value["dead"]), (&false.into(), &true.into()));
    assert!(value["reason"]["black"].as_str().unwrap().contains("never move"));

    let many = "8/8/8/8/8/1k6/8/K6R w - -\n\n4k3/8/8/8/8/8/8/4KB2 w - -\n";
    let output = zugwerk(&["winnable", "-", "--json"]).write_stdin(many).assert().code(0);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 2);

    zugwerk(&["winnable", fen, "--for", "white"]).assert().code(1);
    let complaint = complaint(&["winnable", "8/8/8/8/8/8/8/K7 w - -"]);
    assert!(complaint.contains("no black king"), "{complaint}");
}
