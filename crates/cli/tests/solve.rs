//! `zugwerk solve`, run as a person runs it.

mod common;

use common::{complaint, stdout, zugwerk};
use serde_json::Value;

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1";

#[test]
fn keys_come_with_their_tree_and_how_it_is_known() {
    let text = stdout(&["solve", "8/8/8/8/6n1/5N1p/3Q3P/5k1K w - -", "s#1"]);
    assert!(text.starts_with("1.Qg2+!\n  1...hxg2#\n1 key, searched completely"), "{text}");
    let answer = json(&["solve", BACK_RANK, "#1", "--json"]);
    assert_eq!(answer["schema"], "zugwerk/1");
    assert_eq!((&answer["keys"][0], &answer["complete"]), (&"a1a8".into(), &true.into()));
    assert_eq!(answer["tree"][0]["move"], "a1a8");
}

#[test]
fn lines_are_written_in_the_language_asked_for() {
    let arguments = ["solve", "8/4K3/8/7k/8/4p3/4QB2/8", "h#2"];
    let german = stdout(&[&arguments[..], &["--lang", "de"]].concat());
    assert!(german.contains("1.Kg6 Kf8 2.Kh7 Dh5#\n"), "{german}");
    let french = stdout(&[&arguments[..], &["--lang", "fr", "--notation", "san"]].concat());
    assert!(french.contains("1.Rg6 Rf8 2.Rh7 Dh5#\n"), "{french}");
    let uci = stdout(&[&arguments[..], &["--notation", "uci"]].concat());
    assert!(uci.contains("1.h5g6 e7f8 2.g6h7 e2h5\n"), "{uci}");
}

#[test]
fn proof_games_heed_the_rights_to_castle() {
    let after = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    assert_eq!(json(&["solve", after, "dia ?", "--json"])["plies"], 0);
    // Both king's knights and rooks there and back: White has lost a right.
    let lost = json(&["solve", &format!("{after} Qkq -"), "dia 4", "--json"]);
    let solutions = lost["solutions"].as_array().unwrap();
    assert!(!solutions.is_empty());
    for line in solutions {
        assert!(line.as_array().unwrap().contains(&"h1g1".into()), "{line}");
    }
}

#[test]
fn no_solution_is_exit_code_1_and_a_limit_3() {
    zugwerk(&["solve", BACK_RANK, "h#0.5 +k"]).assert().success();
    let none = zugwerk(&["solve", "6k1/5ppp/8/8/8/8/5PPP/6KR w - - 0 1", "#1"]).assert().code(1);
    let text = String::from_utf8(none.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("no solution: no #1 exists, searched completely"), "{text}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let limit = zugwerk(&["solve", start, "#9", "--time", "0.05", "--json"]).assert().code(3);
    let answer: Value = serde_json::from_slice(&limit.get_output().stdout).unwrap();
    assert_eq!((&answer["complete"], &answer["stopped"]), (&false.into(), &"time".into()));
    let few =
        zugwerk(&["solve", start, "h#2.5", "--max-solutions", "2", "--json"]).assert().code(3);
    let answer: Value = serde_json::from_slice(&few.get_output().stdout).unwrap();
    assert_eq!(answer["stopped"], "solutions");
    assert_eq!(answer["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn bad_input_is_told_in_one_line_with_its_place() {
    let text = complaint(&["solve", BACK_RANK, "h#two"]);
    assert!(text.contains("column 3: expected a length"), "{text}");
    let text = complaint(&["solve", "8/8/8/8/8/8/8/K7 w - -", "#1"]);
    assert!(text.contains("no black king") && text.contains("--any-position"), "{text}");
    let text = complaint(&["solve", BACK_RANK]);
    assert!(text.contains("a FEN needs a stipulation"), "{text}");
    assert!(complaint(&["solve", "no-such-file"]).contains("no-such-file"));
    zugwerk(&["solve", "-"]).write_stdin([0xFF, 0xFE, 0]).assert().code(2);
    zugwerk(&["solve", "-"]).write_stdin("").assert().code(2);
}

#[test]
fn rights_that_the_board_denies_are_refused_and_left_out_on_request() {
    let bare = "7k/8/6K1/8/8/8/8/R7 w";
    for (rights, reason) in [
        ("K -", "its king is not on its back rank"),
        ("k -", "Black may castle with h8"),
        ("- e6", "no black pawn on e5"),
    ] {
        let fen = format!("{bare} {rights}");
        for stipulation in ["#1", "dia 60"] {
            let text = complaint(&["solve", &fen, stipulation]);
            assert!(text.contains("--any-position"), "{text}");
            if stipulation == "#1" {
                assert!(text.to_lowercase().contains(&reason.to_lowercase()), "{text}");
            }
        }
        let answer = json(&["solve", &fen, "#1", "--any-position", "--json"]);
        assert_eq!(
            (&answer["keys"][0], &answer["fen"]),
            (&"a1a8".into(), &format!("{bare} - - 0 1").into())
        );
    }
    let text = complaint(&["solve", BACK_RANK, "=>3 4k3/8/8/8/8/8/8/4K3 b K"]);
    assert!(text.to_lowercase().contains("no white rook"), "{text}");
}

#[test]
fn what_cannot_be_done_for_many_problems_or_as_a_sketch_is_refused() {
    for option in ["--sketch", "--svg=x.svg", "--png=x.png"] {
        let refused = zugwerk(&["solve", "-", option]).write_stdin("").assert().code(2);
        let text = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(text.contains("is for one problem"), "{text}");
    }
    for stipulation in ["#1 +k", "#1 duplex"] {
        let text = complaint(&["solve", BACK_RANK, stipulation, "--sketch"]);
        assert!(text.contains("a sketch asks one question"), "{text}");
    }
}

#[test]
fn what_was_asked_is_told_as_it_was_meant() {
    let none = "8/8/8/8/8/3k4/8/3K4 w - -";
    let output = zugwerk(&["solve", none, "#1 +k"]).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("no #1 exists"), "{text}");
    let endless = "8/8/8/8/8/3k4/8/3K4 w - -";
    let limit = zugwerk(&["solve", endless, "#?", "--time", "0.05", "--json"]).assert();
    let answer: Value = serde_json::from_slice(&limit.get_output().stdout).unwrap();
    assert!(answer.get("moves").is_none(), "{answer}");
    let passage = "=>1 6k1/5ppp/8/8/8/8/R5PP/7K b - -";
    let answer = json(&["solve", "6k1/5ppp/8/8/8/8/6PP/R6K w - -", passage, "--json"]);
    assert_eq!(answer["stipulation"], passage);
}

#[test]
fn impossible_positions_are_solved_on_request() {
    let answer =
        json(&["solve", "7k/5K2/8/PP6/PPPPPP2/8/PP6/6Q1 w - -", "#1", "--any-position", "--json"]);
    assert!(!answer["keys"].as_array().unwrap().is_empty());
    zugwerk(&["solve", "8/8/8/8/8/8/8/Q7 w - -", "#2", "--any-position"]).assert().code(1);
}

#[test]
fn where_the_king_could_be_taken_only_set_play_is_told() {
    let asked = ["solve", "8/8/8/Q7/8/k1R5/8/K1b5 w - -", "semi-r##!1 +k", "--any-position"];
    let output = zugwerk(&asked).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("Set play:\n  1...Kb2##!\nno solution: white could take"), "{text}");
    for stipulation in [
        "#2",
        "#?",
        "s#2",
        "r#1",
        "#2 postkey",
        "h#1",
        "ser-#2",
        "pser-#2",
        "=>1 K7/8/8/8/8/8/8/7k",
    ] {
        let asked =
            ["solve", "8/8/8/Q7/8/k7/8/K1b5 w - -", stipulation, "--any-position", "--json"];
        let output = zugwerk(&asked).assert().code(1).get_output().stdout.clone();
        let answer: Value = serde_json::from_slice(&output).unwrap();
        assert_eq!(answer["can_take_king"], true, "{answer}");
    }
}

#[test]
fn tries_are_told_that_succeed_too_early_and_tries_of_one_move() {
    let fen = "8/8/8/8/p7/1pP5/p1k1P3/Kb1NQ3 w - -";
    let text = stdout(&["solve", fen, "exact-s#2 +k", "--no-tree"]);
    let tries = "Try: 1.Sf2? 1...b2#!\nTry: 1.Qd2+? 1...Kxd2!\n";
    assert!(text.starts_with(tries), "{text}");
    let one = zugwerk(&["solve", "2k5/3b4/5q2/8/8/K7/8/8 b - -", "#1 +k", "--json"]).assert();
    let answer: Value = serde_json::from_slice(&one.get_output().stdout).unwrap();
    assert_eq!(answer["tries"].as_array().unwrap().len(), 3, "{answer}");
}

#[test]
fn a_help_reflexmate_that_is_spoiled_says_so() {
    let asked = ["solve", "1k6/8/K4Q2/7r/6r1/8/8/8 w - -", "hr#1"];
    let output = zugwerk(&asked).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("no solution: white must play Qd8# at once"), "{text}");
}

#[test]
fn files_are_answered_in_order_and_bad_lines_do_not_stop_them() {
    let lines = format!(
        "{BACK_RANK};#1\nnonsense\n{BACK_RANK} ;#9999\n6k1/5ppp/8/8/8/8/6PP/R6K w - - dm 1; id \"b\";\n\
         {{\"id\":\"c\",\"fen\":\"8/4K3/8/7k/8/4p3/4QB2/8\",\"stip\":\"h#2\"}}\n"
    );
    let output = zugwerk(&["solve", "-", "--json", "--jobs", "3"])
        .write_stdin(lines)
        .assert()
        .code(2)
        .get_output()
        .clone();
    let rows: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["1", "2", "3", "b", "c"]);
    assert_eq!(rows[0]["keys"][0], "a1a8");
    assert!(rows[1]["error"].is_string() && rows[2]["error"].is_string());
    assert_eq!(rows[4]["solutions"].as_array().unwrap().len(), 3);
    assert!(String::from_utf8(output.stderr).unwrap().contains("2 of 5 problems"));
}

#[test]
fn a_problem_can_be_asked_as_a_sketch() {
    let sketch = stdout(&["solve", BACK_RANK, "#1", "--sketch"]);
    let answer = zugwerk(&["query", "-"]).write_stdin(sketch).assert().success();
    let text = String::from_utf8(answer.get_output().stdout.clone()).unwrap();
    assert!(text.contains("Ra8#"), "{text}");
    let refused = zugwerk(&["solve", BACK_RANK, "ser-#2", "--sketch"]).assert().code(2);
    let text = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(text.contains("cannot be written as a sketch"), "{text}");
}

#[test]
fn duplex_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("diagram.svg");
    let fen = "8/4K3/8/7k/8/4p3/4QB2/8 b - -";
    let text = stdout(&["solve", fen, "h#2 duplex", "--diagram", "--svg", svg.to_str().unwrap()]);
    assert!(
        text.ends_with("No duplex: the side that is not to move then would be in check.\n"),
        "{text}"
    );
    let both = zugwerk(&["solve", "8/8/8/8/8/3k4/8/3K3Q b - -", "h#2 duplex"]).assert().code(1);
    let text = String::from_utf8(both.get_output().stdout.clone()).unwrap();
    assert!(text.contains("Duplex, white to move:"), "{text}");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
}

#[test]
fn shorter_solutions_are_cooks() {
    let fen = "7k/5ppp/8/8/8/8/8/R5K1 b - -";
    let answer = json(&["solve", fen, "h#2", "--json"]);
    assert_eq!(answer["short"].as_array().unwrap().len(), 3, "{answer}");
    let answer = json(&["solve", fen, "exact-h#2", "--json"]);
    assert!(answer.get("short").is_none(), "{answer}");
    let game = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w KQkq -";
    let answer = json(&["solve", game, "dia 4", "--json"]);
    assert_eq!(answer["short"].as_array().unwrap().len(), 4, "{answer}");
}

#[test]
fn a_reflexmate_that_is_spoiled_says_so() {
    let fen = "7k/8/5K2/6Q1/8/8/8/8 w - -";
    let output = zugwerk(&["solve", fen, "r#2"]).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("no solution: white must play Qg7# at once"), "{text}");
    let row =
        zugwerk(&["solve", fen, "r#2", "--json"]).assert().code(1).get_output().stdout.clone();
    let answer: Value = serde_json::from_slice(&row).unwrap();
    assert_eq!(answer["spoiled_by"][0], "g5g7");
}

#[test]
fn post_key_play_tells_defences_and_refutations() {
    let after = "6k1/5ppp/8/8/8/8/6PP/R6K b - -";
    let row = zugwerk(&["solve", after, "#2 postkey", "--json"]).assert().code(1);
    let answer: Value = serde_json::from_slice(&row.get_output().stdout).unwrap();
    assert!(!answer["after_key"]["refutations"].as_array().unwrap().is_empty(), "{answer}");
    assert_eq!(answer["after_key"]["threats"][0]["move"], "a1a8");
}

#[test]
fn twins_are_solved_one_after_the_other() {
    let twins = ["--twin", "move a1 b1", "--twin", "continued remove b1"];
    let text = stdout(&[&["solve", BACK_RANK, "#1"], &twins[..]].concat());
    assert!(text.starts_with("a) #1\n1.Ra8#!") && text.contains("\nb) #1\n1.Rb8#!"), "{text}");
    assert!(text.contains("\nc) #1\nno solution"), "{text}");
    let answer = json(&[&["solve", BACK_RANK, "#1", "--json"], &twins[..]].concat());
    assert_eq!(answer["twins"][1]["twin"], "b");
    assert_eq!(answer["twins"][1]["keys"][0], "b1b8");
    let alone = ["--twin", "move a1 b1", "--zero-position", "--json"];
    let answer = json(&[&["solve", BACK_RANK, "#1"], &alone[..]].concat());
    assert_eq!(answer["twins"].as_array().unwrap().len(), 1);
    assert_eq!(answer["twins"][0]["twin"], "a");
    let refused = zugwerk(&["solve", BACK_RANK, "#1", "--twin", "jump a1 b1"]).assert().code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(text.contains("word 1: expected one of continued, move"), "{text}");
}

#[test]
fn a_bad_twin_does_not_stop_the_others() {
    let twins = ["--twin", "remove e4", "--twin", "remove h1", "--twin", "move a1 b1"];
    let asked = [&["solve", BACK_RANK, "#1"], &twins[..]].concat();
    let output = zugwerk(&asked).assert().code(2).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("b) error: nothing stands on e4\nc) error: no game can have"), "{text}");
    assert!(text.contains("(--any-position takes it all the same)"), "{text}");
    assert!(text.contains("\nd) #1\n1.Rb8#!"), "{text}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("twin b: nothing stands on e4"), "{errors}");
    let output = zugwerk(&[&asked[..], &["--json"]].concat()).assert().code(2).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["twins"][1]["error"], "nothing stands on e4", "{answer}");
    assert_eq!(answer["twins"][3]["keys"][0], "b1b8");
    let any = [&asked[..], &["--any-position", "--json"]].concat();
    let output = zugwerk(&any).assert().code(2).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["twins"][2]["keys"][0], "a1a8", "{answer}");
}

#[test]
fn files_of_other_programs_are_read_and_written() {
    let popeye = "BeginProblem\nTitle one\nPieces White Kh1 Ra1 Pg2h2 Black Kg8 Pf7g7h7\nStip #1\n\
        Twin Move a1 b1\nNextProblem\nCondition Circe\nNextProblem\nForsyth 8/4K3/8/7k/8/4p3/4QB2/8 Stip h#2 EndProblem\n";
    let output = zugwerk(&["solve", "-", "--json"])
        .write_stdin(popeye)
        .assert()
        .code(2)
        .get_output()
        .clone();
    let rows: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["one a", "one b", "2", "3"]);
    assert_eq!((&rows[0]["keys"][0], &rows[1]["keys"][0]), (&"a1a8".into(), &"b1b8".into()));
    assert!(
        rows[2]["error"].as_str().unwrap().contains("Circe") && rows[2]["line"] == 7,
        "{rows:?}"
    );
    assert_eq!(rows[3]["solutions"].as_array().unwrap().len(), 3);
    let fen = "8/4K3/8/7k/8/4p3/4QB2/8";
    for format in ["popeye", "olive"] {
        let written = stdout(&["solve", fen, "h#2", "--twin", "remove e3", "--to", format]);
        let again = zugwerk(&["solve", "-", "--json"]).write_stdin(written).assert().success();
        let rows = String::from_utf8(again.get_output().stdout.clone()).unwrap();
        let first: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
        assert_eq!(first["solutions"].as_array().unwrap().len(), 3, "{format}");
        assert_eq!(rows.lines().count(), 2, "{format}");
    }
    let latex = stdout(&["solve", fen, "h#2", "--to", "latex"]);
    assert!(latex.contains("\\pieces[3+2]{wKe7, wDe2, wLf2, sKh5, sBe3}"), "{latex}");
}

#[test]
fn what_a_format_cannot_say_is_refused_and_options_are_written() {
    let fen = "7k/8/5K2/8/8/8/8/6R1";
    let written = stdout(&["solve", fen, "h#2", "--duplex", "--set-play", "--to", "popeye"]);
    assert!(written.contains("Option SetPlay Duplex\n"), "{written}");
    let reached = "7k/5K2/8/8/8/8/8/6R1 w - -";
    let asked = "=>1 7k/5K2/8/8/8/8/8/7R";
    let written = stdout(&["solve", reached, asked, "--to", "popeye"]);
    assert!(written.contains("a=>b0.5\nOption WhiteToPlay\nPieces White Kf7 Rh1\n"), "{written}");
    let error = complaint(&["solve", reached, "=>? 7k/5K2/8/8/8/8/8/7R", "--to", "popeye"]);
    assert!(error.contains("only the number of moves and the board"), "{error}");
    assert!(stdout(&["solve", reached, asked, "--to", "olive"]).contains("=>1 7k/5K2"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let error = complaint(&["solve", start, "retract 1", "--to", "latex"]);
    assert!(error.contains("--to is not for retractions"), "{error}");
    let error = complaint(&["solve", "Cargo.toml", "#2"]);
    assert!(error.contains("Cargo.toml is a file"), "{error}");
    // Every bad problem of a file is told.
    let file = "BeginProblem\nStip #2\nPieces White Gf5\nNextProblem\nStip #1\nPieces White Kh1 Black Kg8\n\
        NextProblem\nCondition Circe\nEndProblem\n";
    let output = zugwerk(&["solve", "-", "--to", "latex"]).write_stdin(file).assert().code(2);
    let errors = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(errors.contains("line 3: ") && errors.contains("line 8: "), "{errors}");
}

#[test]
fn problemists_write_halves_and_set_play_in_several_ways() {
    let fen = "8/8/8/8/8/1k6/8/R3K3";
    for asked in ["h#1.5 +k", "h#1,5*", "h#1½ *"] {
        let output = zugwerk(&["solve", fen, asked, "--json"]).assert().code(1);
        let answer: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        assert_eq!(answer["stipulation"], "h#1.5 +k", "{asked}");
    }
}
