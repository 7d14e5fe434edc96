//! The commands around the chess engine: play, analyse, match chess and uci-check.

use assert_cmd::Command;
use std::process::Output;

fn zugwerk(arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::cargo_bin("zugwerk").unwrap();
    command.args(arguments).env("NO_COLOR", "1").write_stdin(stdin).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

#[test]
fn play_takes_moves_and_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let input = format!(
        "e4\nhint\nnonsense\nundo\nd2d4\nlevel 1000\nlevel 9\nNf3\nmoves\nfen\nboard\nhelp\nsave {}\nquit\n",
        file.display()
    );
    let output = text(&zugwerk(&["play", "--time", "0.02"], &input));
    for expected in
        ["You play white", "The engine plays", "not a", "expected an Elo", "1. d4", "Saved."]
    {
        assert!(output.contains(expected), "{expected}: {output}");
    }
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.contains("[White \"You\"]") && saved.contains("2. Nf3"), "{saved}");
}

#[test]
fn a_person_can_play_both_sides() {
    let output = text(&zugwerk(&["play", "--as", "both"], "e4\ne5\nundo\nc5\nmoves\nquit\n"));
    assert!(output.contains("1. e4 c5") && !output.contains("The engine plays"), "{output}");
    let output = text(&zugwerk(&["play", "--as", "both", "--time", "0.02"], "e4\ngo\nquit\n"));
    assert!(output.contains("The engine plays"), "{output}");
    assert_eq!(zugwerk(&["play", "--as", "green"], "").status.code(), Some(2));
}

#[test]
fn play_ends_games_and_survives_the_end_of_input() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let output = text(&zugwerk(&["play", mate], "Ra8\ne4\n"));
    assert!(output.contains("checkmate, white wins. 1-0") && output.contains("The game is over"));
    let output = text(&zugwerk(&["play", "--as", "black", "--clock", "1+1", "--level", "800"], ""));
    assert!(output.contains("The engine plays"));
    assert_eq!(zugwerk(&["play", "not a fen"], "").status.code(), Some(2));
}

#[test]
fn analyse_prints_lines_of_a_position() {
    let output = zugwerk(&["analyse", "start", "--depth", "6", "--lines", "3", "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(answer["lines"].as_array().unwrap().len(), 3);
    assert_eq!(answer["schema"], "zugwerk/1");
    let mate =
        text(&zugwerk(&["analyse", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "--depth", "3"], ""));
    assert!(mate.contains("#1") && mate.contains("Ra8#"), "{mate}");
    assert_eq!(zugwerk(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "").status.code(), Some(2));
}

#[test]
fn analyse_marks_mistakes_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.pgn"), folder.path().join("out.pgn"));
    let curve = folder.path().join("curve.svg");
    std::fs::write(&input, [GAME; 3].join("\n")).unwrap();
    let analyse = |more: &[&str]| {
        let base = [
            "analyse",
            input.to_str().unwrap(),
            "--depth",
            "6",
            "--output",
            output.to_str().unwrap(),
        ];
        zugwerk(&[&base[..], more].concat(), "")
    };
    let json = text(&analyse(&["--json", "--jobs", "2", "--svg", curve.to_str().unwrap()]));
    let reports: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), 3);
    assert_eq!(reports[0]["moves"][5]["mark"], "??", "3... Nf6 allows mate");
    assert_eq!(reports[2]["moves"][6]["san"], "Qxf7#");
    let annotated = std::fs::read_to_string(&output).unwrap();
    assert!(annotated.contains("$4") && annotated.contains("[%eval"), "{annotated}");
    assert!(std::fs::read_to_string(&curve).unwrap().contains("<polyline"));
    // With one game cut off, only that one is done again.
    let cut = annotated.rfind("[Event").unwrap();
    std::fs::write(&output, &annotated[..cut]).unwrap();
    let json = text(&analyse(&["--json", "--resume"]));
    assert_eq!(json.lines().count(), 1);
    let again = std::fs::read_to_string(&output).unwrap();
    assert_eq!(again.matches("[Event").count(), 3);
    assert_eq!(zugwerk(&["analyse", "no-such-file.pgn"], "").status.code(), Some(2));
}

#[test]
fn matches_of_chess_are_played_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let (book, games) = (folder.path().join("book.epd"), folder.path().join("games.pgn"));
    std::fs::write(&book, "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - \n").unwrap();
    let program = format!("{} uci", assert_cmd::cargo::cargo_bin!("zugwerk").display());
    let output = zugwerk(
        &[
            "match",
            "chess",
            "--a",
            &program,
            "--b",
            "random",
            "--games",
            "2",
            "--nodes",
            "300",
            "--option-a",
            "Hash=2",
            "--openings",
            book.to_str().unwrap(),
            "--save",
            games.to_str().unwrap(),
            "--json",
        ],
        "",
    );
    let answer: serde_json::Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!((&answer["games"], &answer["wins"]), (&2.into(), &2.into()));
    let games = std::fs::read(&games).unwrap();
    let read: Vec<_> = zugwerk_chess::pgn::Reader::new(&games[..]).map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
    assert!(read.iter().all(|game| game.error.is_none() && game.tag("FEN").is_some()));
    for bad in [
        &["--a", "no-such-program", "--b", "random"][..],
        &["--a", "zugwerk:speed=3", "--b", "random"],
        &["--a", "random", "--b", "random", "--openings", "/no/such/file"],
    ] {
        assert_eq!(zugwerk(&[&["match", "chess"], bad].concat(), "").status.code(), Some(2));
    }
}

#[test]
fn our_engine_passes_every_check_of_uci_check() {
    let program = format!("{} uci", assert_cmd::cargo::cargo_bin!("zugwerk").display());
    // How quickly a busy machine answers is not a question for a test.
    for only in
        ["mates", "option", "lines", "checkmate", "only", "Chess960", "600", "nonsense", "subset"]
    {
        let output = zugwerk(&["uci-check", &program, "--only", only], "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    assert_eq!(zugwerk(&["uci-check", "no-such-program"], "").status.code(), Some(2));
    assert_eq!(zugwerk(&["uci-check", "cat", "--only", "introduces"], "").status.code(), Some(1));
}

/// Games that cannot be read to their end, files without games, and the input as the output.
#[test]
fn analyse_says_what_is_wrong_with_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let path = file.to_str().unwrap();
    let analyse = |extra: &[&str]| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"));
        let output = command.args(["analyse", path, "--nodes", "20"]).args(extra).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let good = "[White \"A\"]\n\n1. e4 e5 *\n";
    std::fs::write(&file, good).unwrap();
    assert_eq!(analyse(&[]), (Some(0), String::new()));
    let (code, message) = analyse(&["--output", path]);
    assert_eq!(code, Some(2));
    assert!(message.contains("expected another one"), "{message}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), good);
    let other = folder.path().join("other.pgn");
    std::fs::write(&other, "1. d4 *\n").unwrap();
    let (code, message) = analyse(&["--output", other.to_str().unwrap(), "--resume"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("game 1 is not game 1"), "{message}");
    std::fs::write(&file, "1. e4 e5 2. Ke3 *\n").unwrap();
    let (code, message) = analyse(&[]);
    assert_eq!(code, Some(2));
    assert!(message.contains("1 of 1 game could not be read to the end"), "{message}");
    std::fs::write(&file, "").unwrap();
    assert_eq!(analyse(&[]).0, Some(2));
}

#[test]
fn play_says_why_a_move_is_not_legal() {
    let output = text(&zugwerk(&["play", "--time", "0.01"], "e2e5\nNf6\nquit\n"));
    for expected in ["e2e5 is not legal: ", "Nf6 is not legal: "] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn all_algorithms_find_the_same_value_and_the_components_add_up() {
    for (fen, depth) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "2"),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "2"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "2"),
        ("4k3/1P6/8/8/8/8/6p1/4K3 b - - 0 1", "2"),
        // Mates in two by quiet moves, which no search may reduce away.
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "3"),
        ("8/k1K1R3/8/8/8/8/8/8 w - - 0 1", "3"),
        ("4k3/2P5/8/8/8/3P4/8/4K2R w K - 0 1", "3"),
    ] {
        let output = zugwerk(&["analyse", fen, "--search", "all", "--depth", depth, "--json"], "");
        let told: serde_json::Value = serde_json::from_str(&text(&output)).unwrap();
        let searches = told["searches"].as_array().unwrap();
        assert_eq!(searches.len(), 5);
        assert!(searches.iter().all(|s| s["value"] == searches[0]["value"]), "{told}");
        assert!(
            told["evaluation"].as_array().unwrap().iter().any(|part| part["name"] == "material")
        );
    }
    // They can play as well.
    let players = ["--a", "alpha-beta:depth=2", "--b", "random", "--games", "2"];
    let output = text(&zugwerk(&[&["match", "chess"], &players[..]].concat(), ""));
    assert!(output.contains("2 of 2"), "{output}");
}
