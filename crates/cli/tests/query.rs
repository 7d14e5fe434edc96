//! The commands `query` and `why` as people and programs run them.

use assert_cmd::cargo::cargo_bin;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn zugwerk(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(cargo_bin!("zugwerk"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its options may be gone before it is asked anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

const MATE: &str = "game chess\nfrom \"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\"\nplay ?\nexpect mate\n";
const NO_MATE: &str = "game chess\nfrom start\nplay ? ? ?\nexpect mate\n";

#[test]
fn exit_codes_tell_the_answer() {
    for (sketch, arguments, code) in [
        (MATE, &["query", "-"][..], 0),
        (NO_MATE, &["query", "-"], 1),
        ("game chess\nplay ?\nexpct mate\n", &["query", "-"], 2),
        ("game checkers\nexpect mate\n", &["query", "-"], 2),
        ("", &["query", "-"], 2),
        (
            "game chess\nfrom start\nplay ?{30}\nexpect mate and count(all) = 3\n",
            &["query", "-", "--time", "0.2"],
            3,
        ),
    ] {
        let output = zugwerk(arguments, sketch);
        assert_eq!(output.status.code(), Some(code), "{sketch} {output:?}");
    }
    let output = zugwerk(&["query", "no such file.zug"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(zugwerk(&["query", "wonder", "-"], MATE).status.code(), Some(2));
}

#[test]
fn mistakes_are_drawn_with_a_suggestion() {
    for (sketch, wanted) in [
        ("game chess\nplay ?\nexpct mate\n", ["expct mate", "did you mean expect?"]),
        ("game ches\nexpect mate\n", ["game ches", "did you mean chess?"]),
        ("game chess\nplay ?\nexpect mat\n", ["expect mat", "did you mean mate?"]),
        ("game chess\nplay Nf9\nexpect mate\n", ["play Nf9", "a move like e2e4"]),
        ("game chess\nfrom \"8/8\"\nexpect mate\n", ["from \"8/8\"", "8 separated"]),
        ("game chess\nplay ?{3..1}\nexpect mate\n", ["?{3..1}", "the smaller number first"]),
        ("game chess\nplay ( ?\nexpect mate\n", ["expect mate", "\")\""]),
        ("game ok.rules\nexpect legal\n", ["game ok.rules", "write game \"ok.rules\""]),
        ("game hanoi\nfnd goal\n", ["fnd goal", "always, find, for all"]),
    ] {
        let output = zugwerk(&["query", "-"], sketch);
        let error = String::from_utf8(output.stderr).unwrap();
        for part in wanted {
            assert!(error.contains(part), "{error}");
        }
    }
}

#[test]
fn json_has_its_members_on_both_engines() {
    for engine in ["search", "sat"] {
        let output = zugwerk(&["query", "-", "--json", "--all", "--engine", engine], MATE);
        let answer = json(&output);
        assert_eq!(answer["schema"], "zugwerk/1");
        assert_eq!(answer["question"], "solve");
        assert_eq!(answer["answer"], "yes");
        assert_eq!(answer["line"], serde_json::json!(["a1a8"]));
        assert_eq!(answer["lines"], serde_json::json!([["a1a8"]]));
        assert_eq!(answer["engine"], engine);
        assert!(answer["seconds"].is_number());
    }
}

#[test]
fn no_is_certified_and_clauses_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let (clauses, picture) = (folder.path().join("q.cnf"), folder.path().join("p.svg"));
    let (clauses, picture) = (clauses.to_str().unwrap(), picture.to_str().unwrap());
    let arguments =
        ["query", "-", "--json", "--certify", "--dimacs", clauses, "--profile-svg", picture];
    let answer = json(&zugwerk(&arguments, NO_MATE));
    assert_eq!(answer["answer"], "no");
    assert_eq!(answer["certificate"]["accepted"], true);
    assert!(answer["profile"].as_array().is_some_and(|laws| laws.len() > 5));
    assert!(std::fs::read_to_string(clauses).unwrap().starts_with("p cnf "));
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
}

#[test]
fn why_answers_for_any_move_of_any_position() {
    let output = zugwerk(&["why", "start", "g1f3"], "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"g1f3 is legal: the knight goes from g1 to f3\n");
    let output = zugwerk(&["why", "start", "f1c4", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["why"], "the pawn on e2 stands in between");
    assert_eq!(zugwerk(&["why", "start", "e9e4"], "").status.code(), Some(2));
    assert_eq!(zugwerk(&["why", "nonsense", "e2e4"], "").status.code(), Some(2));
}

/// A move in SAN is explained too when it is not legal.
#[test]
fn why_explains_san_that_is_not_legal() {
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    for (fen, san, squares) in [
        (pinned, "Nc3", "e2c3 is not legal"),
        ("start", "Qh5", "d1h5 is not legal"),
        ("start", "Nd4", "is not legal"),
        ("start", "e5", "e2e5 is not legal"),
    ] {
        let mut program = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"));
        let output = program.args(["why", fen, san]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{san}: {text}");
        assert!(text.contains(squares), "{san}: {text}");
    }
}

/// What is about the solver is refused where nobody asks it, and standard output is no file.
#[test]
fn options_without_meaning_are_refused() {
    let sketch = "game chess\nfrom start\nplay ?\nexpect legal\n";
    for options in [&["--dimacs", "x.cnf"][..], &["--profile"], &["--profile-svg", "x.svg"]] {
        let arguments = [&["query", "-", "--engine", "search"], options].concat();
        let output = zugwerk(&arguments, sketch);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(options[0]), "{options:?}");
    }
    assert_eq!(zugwerk(&["query", "-", "--dimacs", "-"], sketch).status.code(), Some(2));
}

/// A proof stands behind every yes of verify, whoever has found it.
#[test]
fn verified_by_search_and_proved_by_the_solver() {
    let sketch = "game chess\nfrom start\nplay ? ? ?\nexpect not mate\n";
    for engine in ["search", "sat", "auto"] {
        let arguments = ["query", "verify", "-", "--certify", "--json", "--engine", engine];
        let output = zugwerk(&arguments, sketch);
        assert_eq!(json(&output)["answer"], "yes", "{engine}");
        assert_eq!(json(&output)["certificate"]["accepted"], true, "{engine}");
    }
}

/// People write moves in many ways; the reason is about the piece that they mean.
#[test]
fn why_understands_the_man_that_is_meant() {
    let castling = "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1";
    for (fen, chosen, reason) in [
        ("start", "Bb5", "the pawn on e2 stands in between"),
        ("start", "O-O", "the bishop on f1 and the knight on g1 stand in between"),
        (castling, "e1h1", "the king would pass f1, which the bishop on c4 attacks"),
        (castling, "a1b2#", "the rook on a1 cannot go to b2: a rook moves along ranks and files"),
    ] {
        let output = zugwerk(&["why", fen, chosen, "--json"], "");
        assert_eq!(json(&output)["why"], reason, "{chosen}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_level_of_sokoban_is_a_file_beside_the_sketch() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    write("level.xsb", "; a level\n######\n#    #\n#@$ .#\n######\n");
    let sketch = write("level.zug", "game \"level.xsb\"\nfind goal\n");
    let output = zugwerk(&["query", &sketch, "--json"], "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(json(&output)["line"].as_array().map(Vec::len), Some(2), "{output:?}");
    write("level.xsb", "######\n#  $ #\n######\n");
    let output = zugwerk(&["query", &sketch], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("one keeper"), "{output:?}");
}
