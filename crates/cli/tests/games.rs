//! The verbs of every game, through `--game`.

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

fn zugwerk(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("zugwerk").unwrap().args(arguments).assert()
}

#[test]
fn games_are_listed() {
    zugwerk(&["games"]).success().stdout(contains("chess").and(contains("deathstacks")));
    zugwerk(&["games", "--json"]).success().stdout(contains("\"name\":\"deathstacks\""));
    let machines = zugwerk(&["games", "--machines"]).success();
    machines.stdout(contains("hanoi").and(contains("deathstacks").not()));
}

#[test]
fn perft_counts_the_leaves_of_any_game() {
    zugwerk(&["perft", "3", "--game", "deathstacks", "--json"])
        .success()
        .stdout(contains("\"nodes\":116928").and(contains("\"depth\":3")));
    let divided = zugwerk(&["perft", "2", "--game", "deathstacks", "--divide"]).success();
    let text = String::from_utf8(divided.get_output().stdout.clone()).unwrap();
    let counts: Vec<u64> =
        text.lines().filter_map(|line| line.split_once(' ')?.1.parse().ok()).collect();
    assert_eq!(counts.iter().sum::<u64>(), 2304);
}

#[test]
fn moves_are_those_of_the_position() {
    zugwerk(&["moves", "--game", "deathstacks", "--json"])
        .success()
        .stdout(contains("\"move\":\"a6-2-a4\"").and(contains("\"clicks\":[\"a6\",\"2\",\"a4\"]")));
}

#[test]
fn why_says_which_rule_forbids_a_move() {
    zugwerk(&["why", "start", "a6-3-a4", "--game", "deathstacks"])
        .code(1)
        .stdout(contains("a6 has only 2 stones"));
    zugwerk(&["why", "start", "a6-2-a4", "--game", "deathstacks"]).code(0);
}

#[test]
fn all_sentences_of_a_rulebook_are_shown() {
    let shown = |game: &str| {
        let output = zugwerk(&["rules", "show", game]).success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    for game in ["chess", "international-draughts", "amazons", "dots-and-boxes", "hanoi"] {
        let text = zugwerk(&["rules", "text", game]).success();
        let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
        let shown = shown(game);
        for (at, sentence) in text.split('"').enumerate() {
            if at % 2 == 1 && !sentence.contains('/') {
                assert!(shown.contains(sentence), "{game}: {sentence}");
            }
        }
    }
    assert!(shown("chess").contains(
        "\n- then promote (after advance, capture): a pawn on the last row becomes another piece\n"
    ));
    zugwerk(&["rules", "show", "chess", "--json"])
        .success()
        .stdout(contains("\"laws\":[\"a king is never left in check\"]"));
}

#[test]
fn a_board_is_shown() {
    zugwerk(&["show", "--game", "deathstacks"]).success().stdout(contains("6 rr rr rr rr rr rr"));
}

#[test]
fn a_game_is_played_to_its_end_and_nonsense_is_forgiven() {
    let mut command = Command::cargo_bin("zugwerk").unwrap();
    command.args(["play", "--game", "deathstacks", "--level", "1", "--time", "0.01"]);
    let nonsense = "nonsense\na6-2-a4\nundo\nlevel 12\nlevel 2\nhint\nmoves\nfen\nrecord\nquit\n";
    let played = command.write_stdin(nonsense).assert().success();
    played.stdout(contains("is not a move").and(contains("red> ")));
}

#[test]
fn a_match_of_any_game_is_scored() {
    let players = ["--a", "bot", "--b", "random", "--games", "2", "--nodes", "2000"];
    zugwerk(&[&["match", "--game", "deathstacks", "--json"], &players[..]].concat())
        .success()
        .stdout(contains("\"wins\":2"));
}

#[test]
fn what_does_not_exist_is_said() {
    zugwerk(&["moves", "--game", "ches"]).code(2).stderr(contains("there is no game \"ches\""));
    let far = zugwerk(&["moves", "--game", "connet-four"]).code(2);
    far.stderr(contains("did you mean connect-four?"));
    let far = zugwerk(&["perft", "1", "--game", "othello", "--set", "widht=6"]).code(2);
    far.stderr(contains("did you mean width?"));
    zugwerk(&["match", "--game", "hex", "--a", "bto"])
        .code(2)
        .stderr(contains("did you mean bot?"));
    zugwerk(&["rules", "check", "sudokku"]).code(2).stderr(contains("did you mean sudoku?"));
    zugwerk(&["rules", "chekc", "hex"]).code(2).stderr(contains("check"));
    zugwerk(&["perft", "1", "--game", "deathstacks", "--set", "width=3"]).code(2);
    zugwerk(&["moves", "rubbish", "--game", "deathstacks"]).code(2);
    zugwerk(&["match", "--game", "deathstacks", "--a", "nobody"]).code(2);
    zugwerk(&["play", "--game", "deathstacks", "--as", "green"]).code(2);
}

#[test]
fn a_match_without_arguments_shows_how_to_choose() {
    zugwerk(&["match"]).code(2).stderr(contains("--game").and(contains("Examples")));
}

#[test]
fn rules_of_puzzles_are_checked_without_a_board() {
    zugwerk(&["rules", "check", "sudoku"]).success().stdout(contains("a puzzle of 4 laws"));
    let text = Command::cargo_bin("zugwerk").unwrap().args(["rules", "text", "sudoku"]).output();
    let text = String::from_utf8(text.unwrap().stdout).unwrap().replace("of lines", "of linse");
    let checked = Command::cargo_bin("zugwerk")
        .unwrap()
        .args(["rules", "check", "-"])
        .write_stdin(text)
        .assert()
        .code(2);
    checked.stderr(contains("-:10:12").and(contains("did you mean lines?")));
}

#[test]
fn hexagons_are_shown_with_their_names() {
    let shown = zugwerk(&["show", "--game", "yavalath"]).success();
    shown.stdout(contains("4 a . . . . . . . .\n").and(contains("e f g h i\n")));
}
