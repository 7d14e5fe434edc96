//! The Kuromasu commands as a person or a program meets them: output, JSON, exit codes.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

/// The example of the document that poses the task.
const EXAMPLE: &str = "w 6\nh 5\nc 0 4 6\nc 1 3 5\nc 1 5 8\nc 3 2 10\nc 3 0 8\nc 4 1 9\n";
/// A 9 that needs the whole row and a 2 in that row.
const UNSOLVABLE: &str = "w 5\nh 5\nc 0 0 9\nc 0 4 2\n";

/// Runs `zugwerk kuromasu` and returns exit code, output and errors.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("zugwerk")
        .unwrap()
        .arg("kuromasu")
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str], input: &str) -> (i32, Vec<Value>) {
    let (code, out, _) = run(&[arguments, &["--json"]].concat(), input);
    (code, out.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// An empty folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("zugwerk-kuromasu-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn solves_the_example_and_proves_it_unique() {
    let (code, out, _) = run(&["solve", "--unique", "--certify", "-"], EXAMPLE);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("WWWBWW\n") && out.contains("the only solution\nthe proof holds"),
        "{out}"
    );
    let (_, reports) = json(&["solve", "--unique", "-"], EXAMPLE);
    assert_eq!(reports[0]["status"], "solved");
    assert_eq!(reports[0]["unique"], true);
    assert_eq!(reports[0]["rows"].as_array().unwrap().len(), 5);
    assert_eq!(reports[0]["schema"], "zugwerk/1");
}

#[test]
fn every_encoding_and_solver_finds_the_same() {
    for encoding in ["follow", "cuts", "trees", "steps"] {
        for solver in ["own", "batsat"] {
            for rest in [&["--no-deduction"][..], &["--certify"], &[]] {
                let options = ["solve", "-", "--encoding", encoding, "--solver", solver];
                let options = [&options[..], rest].concat();
                let (code, out, _) = run(&options, EXAMPLE);
                assert_eq!((code, &out[..6]), (0, "WWWBWW"), "{options:?}");
                assert_eq!(run(&options, UNSOLVABLE).0, 1, "{options:?}");
            }
        }
    }
}

#[test]
fn counts_and_lists_solutions() {
    assert_eq!(run(&["solve", "--count", "3x3:c5e"], "").1, "9 solutions\n");
    let (_, reports) = json(&["solve", "--all", "3x3:c5e"], "");
    assert_eq!(reports[0]["solutions"].as_array().unwrap().len(), 9);
    assert_eq!(reports[0]["complete"], true);
    let (code, out, _) = run(&["solve", "--max", "2", "3x3:c5e"], "");
    assert_eq!((code, out.lines().count()), (0, 8));
    let (code, out, _) = run(&["solve", "--unique", "3x3:c5e"], "");
    assert_eq!(code, 1);
    assert!(out.contains("they differ in"), "{out}");
}

#[test]
fn verify_names_each_broken_rule() {
    let folder = folder("verify");
    let solution = folder.join("colours");
    let path = solution.to_str().unwrap();
    std::fs::write(&solution, "wwwwww\nbbwwww\nwwwwww\nwwwwww\nwbwwww\n").unwrap();
    let (code, out, _) = run(&["solve", "-", "--verify", path], EXAMPLE);
    assert_eq!(code, 1);
    for line in [
        "the black cells r2c1 and r2c2 touch",
        "r5c2 has a clue but is black",
        "the 6 in r1c5 sees 10",
        "wrong",
    ] {
        assert!(out.lines().any(|found| found == line), "{line:?} is missing in {out}");
    }
    std::fs::write(&solution, run(&["solve", "-"], EXAMPLE).1).unwrap();
    let (code, out, _) = run(&["solve", "-", "--verify", path], EXAMPLE);
    assert_eq!((code, out.as_str()), (0, "correct\n"));
}

#[test]
fn a_folder_is_compared_with_its_names() {
    let folder = folder("run");
    std::fs::write(folder.join("good"), EXAMPLE).unwrap();
    std::fs::write(folder.join("u_bad"), UNSOLVABLE).unwrap();
    std::fs::write(folder.join("good.sol"), "not a puzzle").unwrap();
    let path = folder.to_str().unwrap();
    let (code, out, _) = run(&["solve", "--jobs", "2", path], "");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("2 boards in") && out.contains("1 solved, 1 unsolvable"), "{out}");
    std::fs::write(folder.join("u_good"), EXAMPLE).unwrap();
    let (code, out, _) = run(&["solve", path], "");
    assert_eq!(code, 1);
    assert!(out.contains("solved, but its name says unsolvable"), "{out}");
    std::fs::write(folder.join("worse"), "w 3\n").unwrap();
    let (code, reports) = json(&["solve", path], "");
    assert_eq!(code, 1);
    assert!(reports[2]["unexpected"].as_str().unwrap().contains("its name says unsolvable"));
    std::fs::remove_file(folder.join("u_good")).unwrap();
    assert_eq!(json(&["solve", path], "").0, 2);
    let status: Vec<&str> = reports.iter().map(|r| r["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["solved", "unsolvable", "solved", "error"]);
}

#[test]
fn bad_input_is_one_message_and_exit_code_2() {
    for (input, expected) in [
        ("", "standard input: there is no puzzle here"),
        ("w 3\n", "the height"),
        ("w 0\nh 0\n", "no cells"),
        ("w 1000000\nh 1000000\n", "too large"),
        ("\u{1}\u{2}junk", "line 1, column 1: expected"),
    ] {
        let (code, out, errors) = run(&["solve", "-"], input);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
    assert_eq!(run(&["solve", "/no/such/file"], "").0, 2);
    // An impossible number is not an error: there is just no solution.
    for number in ["0", "10", "99999999999999999999"] {
        let (code, out, _) = run(&["solve", "-"], &format!("w 3\nh 3\nc 1 1 {number}\n"));
        assert_eq!((code, out.as_str()), (1, "no solution\n"), "{number}");
    }
}

#[test]
fn a_limit_is_exit_code_3() {
    let (code, reports) = json(&["solve", "--count", "--time", "0.05", "12x12:zzzzzn"], "");
    assert_eq!(code, 3);
    assert_eq!(reports[0]["status"], "limit");
}

#[test]
fn clauses_come_with_a_map_of_the_cells() {
    let file = folder("dimacs").join("clauses.cnf");
    assert_eq!(run(&["solve", "-", "--dimacs", file.to_str().unwrap()], EXAMPLE).0, 0);
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("c cell ")).count(), 31);
    assert_eq!(text.lines().filter(|line| line.starts_with("p cnf ")).count(), 1);
}

#[test]
fn generates_explains_and_converts() {
    let (code, puzzle, _) =
        run(&["generate", "6x5", "--seed", "1", "--symmetry", "turn", "--to", "url"], "");
    assert_eq!(code, 0);
    let puzzle = puzzle.trim();
    assert_eq!(
        run(&["generate", "6x5", "--seed", "1", "--symmetry", "turn", "--to", "url"], "").1.trim(),
        puzzle
    );
    let (code, out, _) = run(&["explain", puzzle], "");
    assert_eq!(code, 0);
    assert!(out.contains("Every cell has its colour.") && out.contains(": easy"), "{out}");
    let (_, hint) = json(&["explain", "--hint", puzzle], "");
    assert_eq!(hint[0]["steps"].as_array().unwrap().len(), 1);
    let (_, range, _) = run(&["convert", puzzle, "--to", "range"], "");
    assert_eq!(run(&["convert", "-", "--to", "url"], &range).1.trim(), puzzle);
    let picture = folder("picture").join("board.png");
    assert_eq!(run(&["convert", puzzle, "--picture", picture.to_str().unwrap()], "").0, 0);
    assert!(std::fs::read(picture).unwrap().starts_with(b"\x89PNG"));
    let steps = folder("steps");
    assert_eq!(run(&["explain", puzzle, "--svg", steps.to_str().unwrap()], "").0, 0);
    assert!(std::fs::read_to_string(steps.join("step-001.svg")).unwrap().starts_with("<svg"));
    let (code, out, _) = run(&["explain", "-"], UNSOLVABLE);
    assert_eq!(code, 1);
    assert!(out.contains("the 9 in r1c1 and the 2 in r1c5"), "{out}");
}

#[test]
fn the_addresses_in_the_help_are_puzzles() {
    for command in ["solve", "convert"] {
        let (_, help, _) = run(&[command, "--help"], "");
        let words = help.split_whitespace().map(|word| word.trim_matches('\''));
        let puzzles: Vec<&str> =
            words.filter(|word| word.starts_with("https://") || word.starts_with("3x3:")).collect();
        assert!(!puzzles.is_empty(), "{help}");
        for puzzle in puzzles {
            assert_eq!(run(&["convert", puzzle, "--to", "grid"], "").2, "", "{puzzle}");
        }
    }
    assert_eq!(run(&["solve", "--unique", "https://puzz.link/p?kurodoko/3/3/5n"], "").0, 1);
}

#[test]
fn a_wrong_board_is_not_blamed_on_the_puzzle() {
    let folder = folder("mistake");
    let board = folder.join("board.txt");
    // The solution begins with wwwbww.
    std::fs::write(&board, "bxxbxx\nxxxxxx\nxxxxxx\nxxxxxx\nxxxxxx\n").unwrap();
    let board = board.to_str().unwrap();
    let (code, out, _) = run(&["explain", "-", "--board", board], EXAMPLE);
    assert_eq!(code, 1);
    let said = "r1c1 is wrong: the only solution has the other colour there.\n";
    assert_eq!(out, said);
    let (code, reports) = json(&["explain", "--hint", "-", "--board", board], EXAMPLE);
    assert_eq!((code, &reports[0]["status"]), (1, &"mistake".into()));
    assert_eq!(reports[0]["cells"], serde_json::json!([[0, 0]]));
    assert!(reports[0].get("core").is_none());
}

#[test]
fn a_limit_is_told_in_json_by_every_command() {
    let (code, reports) = json(&["generate", "50x50", "--time", "0", "--seed", "3"], "");
    assert_eq!((code, &reports[0]["status"]), (3, &"limit".into()));
    assert_eq!((&reports[0]["seed"], reports.len()), (&3.into(), 1));
    let (code, reports) = json(&["explain", "12x12:zzzzzn", "--time", "0"], "");
    assert_eq!((code, &reports[0]["status"]), (3, &"limit".into()));
    assert!(reports[0]["file"].is_string() && reports[0]["steps"].is_array());
}

#[test]
fn many_boards_have_totals_of_statistics_and_proofs() {
    let folder = folder("totals");
    std::fs::write(folder.join("a.txt"), EXAMPLE).unwrap();
    std::fs::write(folder.join("u.txt"), UNSOLVABLE).unwrap();
    let folder = folder.to_str().unwrap();
    let (code, out, _) = run(&["solve", "--unique", "--certify", "--stats", folder], "");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("2 proofs hold: ") && out.contains(" cells open after deduction"),
        "{out}"
    );
    assert!(out.contains(" s  unsolvable\n"), "{out}");
    let (_, reports) = json(&["solve", "--unique", "-"], UNSOLVABLE);
    assert_eq!(reports[0]["unique"], false);
}

#[test]
fn pictures_of_other_kinds_and_negative_numbers_are_refused() {
    let picture = folder("pictures").join("board.jpg");
    let name = picture.to_str().unwrap();
    for command in ["solve", "convert"] {
        let (code, out, errors) = run(&[command, "-", "--picture", name], EXAMPLE);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(errors.contains("ends in .svg or .png"), "{errors}");
        assert!(!picture.exists());
    }
    let (code, _, errors) = run(&["solve", "-", "--time", "-5"], EXAMPLE);
    assert!(code == 2 && errors.contains("not negative"), "{errors}");
    for wrong in [&["solve", "-", "--max", "-1"][..], &["solve", "-", "--max", "0"]] {
        let (code, _, errors) = run(wrong, EXAMPLE);
        assert!(code == 2 && errors.contains("a whole number above 0"), "{errors}");
    }
    let (code, _, errors) = run(&["generate", "5x5", "--count", "0"], "");
    assert!(code == 2 && errors.contains("a whole number above 0"), "{errors}");
    let (code, _, errors) = run(&["generate", "0x5"], "");
    assert!(code == 2 && errors.contains("0 wide and 5 high"), "{errors}");
    let (code, _, errors) = run(&["generate", "99999999999999999999x5"], "");
    assert!(code == 2 && errors.contains("at most 1000000 cells"), "{errors}");
    let both = ["convert", "-", "--to", "svg", "--picture", name];
    let (code, _, errors) = run(&both, EXAMPLE);
    assert!(code == 2 && errors.contains("cannot be used with"), "{errors}");
}

#[test]
fn a_solution_is_its_own_certificate() {
    let (code, out, _) = run(&["solve", "--certify", "-"], EXAMPLE);
    assert!(code == 0 && out.ends_with("checked, it keeps all rules\n"), "{out}");
    let (_, reports) = json(&["solve", "--certify", "-"], EXAMPLE);
    assert_eq!(reports[0]["checked"], true);
}

#[test]
fn new_puzzles_say_where_they_are() {
    let folder = folder("generated");
    let name = folder.to_str().unwrap();
    let (code, out, _) =
        run(&["generate", "5x4", "--seed", "3", "--count", "2", "--folder", name], "");
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines.len() == 2 && lines[1].contains("5x4_4.txt: easy, "), "{out}");
    let path = lines[1].split(": ").next().unwrap();
    assert_eq!(run(&["solve", "--unique", path], "").0, 0);
}

/// Boards with a million cells: no number looks at most of them, so no clauses are needed for these.
#[test]
fn a_million_cells_are_answered_and_limits_kept() {
    let (code, out, _) = run(&["solve", "-", "--unique"], "h 1000\nw 1000\nc 500 500 9\n");
    assert!(code == 1 && out.contains("not the only solution"));
    let (code, out, _) = run(&["generate", "1000x1000", "--time", "0.1", "--seed", "1"], "");
    assert_eq!((code, out.as_str()), (3, "a limit was reached first (seed 1)\n"));
}
