//! `zugwerk puzzle` and `zugwerk puzzles` as a person or a program meets them: output, JSON, exit codes.

use assert_cmd::Command;
use serde_json::Value;

const NURIKABE: &str = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";
/// Two numbers side by side, which no two islands can have.
const UNSOLVABLE: &str = "puzzle nurikabe 3x3\nclue\n1 1 .\n. . .\n. . .\n";
/// Nothing is given, so there are many solutions.
const OPEN: &str = "puzzle takuzu 4x4\nclue\n. . . .\n. . . .\n. . . .\n. . . .\n";

/// Runs `zugwerk puzzle` and returns exit code, output and errors.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
        .arg("puzzle")
        .args(arguments)
        .env("NO_COLOR", "1")
        .write_stdin(input)
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str], input: &str) -> (i32, Value) {
    let (code, out, err) = run(&[arguments, &["--json"]].concat(), input);
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

/// The one line of complaint about bad input.
#[track_caller]
fn complaint(arguments: &[&str], input: &str) -> String {
    let (code, out, err) = run(arguments, input);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    err
}

#[test]
fn a_puzzle_is_solved_proved_and_checked() {
    let (code, report) = json(&["solve", NURIKABE, "--unique", "--certify"], "");
    assert_eq!(code, 0);
    assert_eq!((&report["kind"], &report["status"]), (&"nurikabe".into(), &"solved".into()));
    assert_eq!((&report["unique"], &report["proof"]["valid"]), (&true.into(), &true.into()));
    assert!(report["seconds"].is_number() && report["answer"].is_array());
    let (_, solved, _) = run(&["solve", NURIKABE], "");
    let (code, verdict) = json(&["check", "-"], &solved);
    assert_eq!((code, &verdict["status"]), (0, &"correct".into()), "{solved}");
    // One cell less is wrong, and the laws that are broken are named.
    let wrong = solved.replacen('#', ".", 1);
    let (code, verdict) = json(&["check", "-"], &wrong);
    assert_eq!((code, &verdict["status"]), (1, &"wrong".into()), "{wrong}");
    assert!(verdict["broken"][0]["law"].is_string() && verdict["broken"][0]["places"].is_array());
    let (code, out, _) = run(&["check", NURIKABE], "");
    assert_eq!((code, out.starts_with("wrong: ")), (1, true), "{out}");
}

#[test]
fn several_and_no_solutions_are_told_apart() {
    let (code, report) = json(&["solve", "-", "--unique"], OPEN);
    assert_eq!((code, &report["unique"]), (1, &false.into()));
    let (code, report) = json(&["solve", "-", "--all", "5"], OPEN);
    assert_eq!((code, &report["count"]), (0, &5.into()));
    assert_eq!(report["answers"].as_array().unwrap().len(), 5);
    let (code, report) = json(&["solve", "-"], UNSOLVABLE);
    assert_eq!((code, &report["status"]), (1, &"unsolvable".into()));
    let (code, report) = json(&["explain", "-"], UNSOLVABLE);
    assert_eq!((code, &report["status"]), (1, &"unsolvable".into()));
    assert!(report["text"].as_str().unwrap().contains("number"), "{report}");
    let (code, report) = json(&["explain", "-"], OPEN);
    assert_eq!((code, &report["status"]), (1, &"ambiguous".into()));
}

#[test]
fn an_explanation_has_steps_with_reasons() {
    let (code, report) = json(&["explain", NURIKABE], "");
    assert_eq!((code, &report["status"]), (0, &"solved".into()));
    assert!(report["score"].as_u64().unwrap() > 0 && report["difficulty"].is_string());
    let steps = report["steps"].as_array().unwrap();
    for step in steps {
        assert!(!step["shows"].as_array().unwrap().is_empty(), "{step}");
        assert!(!step["laws"].as_array().unwrap().is_empty(), "{step}");
        assert!(step["text"].is_string() && step["difficulty"].is_number());
    }
    let folder = std::env::temp_dir().join(format!("zugwerk-steps-{}", std::process::id()));
    let (code, _, _) = run(&["explain", NURIKABE, "--svg", folder.to_str().unwrap()], "");
    let pictures = std::fs::read_dir(&folder).unwrap().flatten();
    let pictures: Vec<String> =
        pictures.map(|file| std::fs::read_to_string(file.path()).unwrap()).collect();
    assert_eq!((code, pictures.len()), (0, steps.len()));
    assert!(pictures.iter().all(|svg| svg.contains("#e07000")), "what is new has a frame");
    // A shorter explanation leaves none of them behind.
    assert_eq!(run(&["explain", NURIKABE, "--hint", "--svg", folder.to_str().unwrap()], "").0, 0);
    assert!(std::fs::read_dir(&folder).unwrap().count() < steps.len());
    std::fs::remove_dir_all(&folder).unwrap();
    let (code, report) = json(&["explain", NURIKABE, "--hint"], "");
    assert_eq!((code, &report["status"]), (0, &"hint".into()));
    let last = report["steps"].as_array().unwrap().last().unwrap();
    assert!(last["shows"].as_array().unwrap().iter().any(|fact| fact["is"] == true), "{last}");
}

#[test]
fn a_wrong_entry_is_named() {
    let (_, solved, _) = run(&["solve", NURIKABE], "");
    // The first shaded cell is said to be white.
    let (before, after) = solved.split_once("black").unwrap();
    let wrong = format!("{before}black{}", after.replacen('#', ".", 1));
    let (code, report) = json(&["explain", "-"], &wrong);
    assert_eq!((code, &report["status"]), (1, &"mistake".into()), "{wrong}{report}");
    assert_eq!(report["mistakes"].as_array().unwrap().len(), 1, "{report}");
    assert!(report["mistakes"][0]["place"].as_str().unwrap().starts_with('r'));
}

#[test]
fn puzzles_are_generated_from_seeds() {
    let order = ["generate", "tents", "6x6", "--difficulty", "easy", "--seed", "3"];
    let (code, report) = json(&order, "");
    assert_eq!((code, &report["status"]), (0, &"generated".into()));
    for member in ["kind", "width", "height", "text", "answer", "difficulty", "score", "seed"] {
        assert!(!report[member].is_null(), "{member}");
    }
    assert_eq!(json(&order, "").1["text"], report["text"]);
    let (code, solved) = json(&["solve", "-", "--unique"], report["text"].as_str().unwrap());
    assert_eq!((code, &solved["unique"]), (0, &true.into()));
    assert_eq!(solved["answer"], report["answer"]);
    let (_, address, _) = run(&[&order[..], &["--to", "url"]].concat(), "");
    assert!(address.starts_with("https://puzz.link/p?tents/6/6/"), "{address}");
    // What was asked for and not reached is said.
    assert_eq!(report["wanted"], Value::Null);
    let (code, text, told) =
        run(&["generate", "mosaic", "2x2", "--difficulty", "hard", "--json"], "");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["wanted"]), (0, &"hard".into()), "{text}");
    assert!(told.contains("no hard puzzle was found; this one is easy"), "{told}");
    complaint(&["generate", "dominosa", "10x10"], "");
    complaint(&["generate", "tents", "6"], "");
    complaint(&["generate", "tents", "6x6", "--symmetry", "half"], "");
    complaint(&["generate", "tents"], "");
}

#[test]
fn clues_of_a_new_puzzle_stand_where_a_layout_has_them() {
    let layout = "mosaic\n? ? ? ?\n? . . ?\n? ? ? ?\n? ? ? ?\n";
    let (code, report) = json(&["generate", "mosaic", "--layout", "-", "--seed", "4"], layout);
    assert_eq!((code, &report["width"]), (0, &4.into()), "{report}");
    let text = report["text"].as_str().unwrap();
    for (row, line) in text.lines().skip(2).take(4).enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let is_free = row == 1 && (column == 1 || column == 2);
            assert_eq!(sign == '.', is_free, "{text}");
        }
    }
    let line = complaint(&["generate", "mosaic", "5x5", "--layout", "-"], layout);
    assert!(line.contains("the layout is 4x4, a board of 5x5 was asked for"), "{line}");
    complaint(&["generate", "tents", "4x4", "--layout", "-"], layout);
    let line = complaint(&["generate", "mosaic", "--layout", "-"], "mosaic\n. .\n. .\n");
    assert!(line.contains("the layout has no place for a clue"), "{line}");
}

#[test]
fn a_board_that_is_too_small_for_its_kind_is_refused() {
    let line = complaint(&["generate", "lits", "1x1"], "");
    assert!(line.contains("at least 4 cells are expected"), "{line}");
}

#[test]
fn a_game_id_that_ends_after_its_colon_is_refused() {
    let line = complaint(&["explain", "4x4:"], "");
    assert!(line.contains("expected the description of a puzzle after the colon"), "{line}");
}

#[test]
fn a_check_of_half_an_answer_parts_what_is_wrong_from_what_is_open() {
    let half = "puzzle nurikabe 3x3\nclue\n2..\n...\n..1\nanswer black\n?##\n?##\n???\n";
    let (code, out, _) = run(&["check", "-"], half);
    let wrong: Vec<&str> = out.lines().filter(|line| line.starts_with("wrong: ")).collect();
    assert!(code == 1 && out.contains("not yet: "), "{out}");
    assert!(wrong.len() == 1 && wrong[0].contains("the sea has no square of two by two"), "{out}");
    let (_, report) = json(&["check", "-"], half);
    assert_eq!(report["conflicts"].as_array().map(Vec::len), Some(1), "{report}");
    let whole = half.replace('?', ".");
    let (_, out, _) = run(&["check", "-"], &whole);
    assert!(out.lines().all(|line| line.starts_with("wrong: ")), "{out}");
}

#[test]
fn an_answer_that_a_format_cannot_have_is_not_dropped_in_silence() {
    let (_, solved, _) = run(&["solve", NURIKABE], "");
    let (code, _, told) = run(&["convert", "-", "--to", "url"], &solved);
    assert!(code == 0 && told.contains("addresses and game IDs have no answers"), "{told}");
    assert_eq!(run(&["convert", "-", "--to", "pzprv3"], &solved).2, "");
}

#[test]
fn entries_that_do_not_go_together_are_named() {
    let text = OPEN.to_string() + "answer digit\n111?\n????\n????\n????\n";
    let (code, out, _) = run(&["explain", "-"], &text);
    let together = "no solution has all of this together: r1c1 is 1, r1c2 is 1 and r1c3 is 1";
    assert_eq!((code, out.trim()), (1, together));
}

#[test]
fn a_puzzle_goes_through_every_format() {
    for to in ["text", "url", "pzprv3"] {
        let (code, report) = json(&["convert", NURIKABE, "--to", to], "");
        assert_eq!((code, &report["width"], &report["height"]), (0, &5.into(), &5.into()));
        let text = report["text"].as_str().unwrap();
        let (code, back, _) = run(&["convert", "-", "--to", "url"], text);
        assert_eq!((code, back.trim()), (0, NURIKABE), "{text}");
    }
    let sudoku = "3x3:b5b3a2c3a8_2i8_5_3_5b7b6b4g9b9b4b2_7_3_1i6_4a9c6a3b7b";
    let (_, id, _) = run(&["convert", "--kind", "sudoku", sudoku, "--to", "id"], "");
    assert_eq!(id.trim(), sudoku);
}

#[test]
fn puzzles_are_drawn() {
    let (code, out, _) = run(&["show", NURIKABE], "");
    assert_eq!((code, out.lines().next()), (0, Some("puzzle nurikabe 5x5")));
    let file = std::env::temp_dir().join(format!("zugwerk-puzzle-{}.svg", std::process::id()));
    let (code, ..) = run(&["show", NURIKABE, "--solved", "--picture", file.to_str().unwrap()], "");
    let picture = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!((code, picture.starts_with("<svg")), (0, true));
}

#[test]
fn kinds_are_listed_with_their_rulebooks() {
    let list = |arguments: &[&str]| {
        let output =
            Command::new(assert_cmd::cargo::cargo_bin!("zugwerk")).args(arguments).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let kinds = list(&["puzzles", "--json"]);
    assert_eq!(kinds.lines().count(), 31);
    for line in kinds.lines() {
        let kind: Value = serde_json::from_str(line).unwrap();
        assert!(kind["kind"].is_string() && !kind["laws"].as_array().unwrap().is_empty());
    }
    assert!(list(&["puzzles", "--rules", "hitori"]).starts_with("puzzle hitori"));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let lines = |text: String| assert_eq!(text.lines().count(), 1, "{text}");
    lines(complaint(&["solve", "https://puzz.link/p?nosuch/5/5/1"], ""));
    lines(complaint(&["solve", "https://puzz.link/p?nurikabe/5/5/zzzzzzzzzzzz"], ""));
    lines(complaint(&["solve", "-"], "puzzle nurikabe 5x5\nclue\n1 2\n"));
    lines(complaint(&["solve", "-"], "puzzle nurikabe 0x0\n"));
    lines(complaint(&["explain", "no/such/file"], ""));
    let text = complaint(&["solve", "--kind", "nurikabbe", "-"], "");
    assert!(text.contains("did you mean nurikabe?"), "{text}");
    let (code, out, _) = run(&["solve", NURIKABE, "--time", "-1"], "");
    assert_eq!((code, out.as_str()), (2, ""));
}

#[test]
fn time_is_a_limit() {
    let rows: String =
        std::iter::repeat_n(". ".repeat(40).trim_end().to_string() + "\n", 40).collect();
    let text = format!("puzzle slitherlink 40x40\nclue\n{rows}");
    let (code, report) = json(&["solve", "-", "--unique", "--all", "--time", "0.2"], &text);
    assert_eq!((code, &report["status"]), (3, &"limit".into()), "{report}");
    let up = "the time was up before an answer was found";
    let message = report["message"].as_str().unwrap();
    assert!(message.starts_with("the time was up before"), "{message}");
    let (code, report) = json(&["check", "-", "--time", "0"], &text);
    assert_eq!((code, &report["status"], &report["message"]), (3, &"limit".into(), &up.into()));
    for verb in ["solve", "check", "explain"] {
        let (code, out, _) = run(&[verb, "-", "--time", "0"], &text);
        assert_eq!((code, out.trim()), (3, up), "{verb}");
    }
    let (code, out, err) = run(&["show", "-", "--solved", "--time", "0"], &text);
    assert_eq!((code, out.as_str(), err.trim()), (3, "", format!("zugwerk: {up}").as_str()));
}

#[test]
fn a_board_that_is_too_large_is_refused_with_its_size() {
    let line = complaint(&["check", "-"], "puzzle kuromasu 300x300\n");
    assert!(line.contains("90000 cells, at most 65536 are expected"), "{line}");
    let line = complaint(&["solve", "-"], "puzzle fillomino 100x100\n");
    assert!(line.contains("the board is too large: digit would be"), "{line}");
}

#[test]
fn a_text_without_regions_has_boxes_or_is_refused() {
    let sudoku = "puzzle sudoku 4x4\nclue\n1 . . .\n. . . .\n. . . .\n. . . .\n";
    let (code, report) = json(&["solve", "-"], sudoku);
    assert_eq!((code, &report["status"]), (0, &"solved".into()));
    let rows = report["answer"].as_array().unwrap().iter().skip(1);
    let rows: Vec<Vec<char>> = rows
        .map(|row| row.as_str().unwrap().chars().filter(|c| !c.is_whitespace()).collect())
        .collect();
    let mut first_box = [rows[0][0], rows[0][1], rows[1][0], rows[1][1]];
    first_box.sort_unstable();
    assert_eq!(first_box, ['1', '2', '3', '4'], "{report}");
    for (text, expected) in [
        ("puzzle heyawake 3x3\n", "line 1: expected the layer room"),
        ("puzzle starbattle 4x4 satrs=2\n", "satrs is no parameter of starbattle"),
    ] {
        let (code, _, errors) = run(&["solve", "-"], text);
        assert!(code == 2 && errors.contains(expected), "{errors}");
    }
}

#[test]
fn some_of_many_solutions_are_not_all() {
    let (code, out, _) = run(&["solve", "-", "--all", "2"], "mosaic 3x3\n. . .\n. . .\n. . .\n");
    assert!(code == 0 && out.contains("at least 2 solutions"), "{code} {out}");
}

#[test]
fn sudokus_in_lines_and_with_zeros_are_read() {
    let line = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let (code, report) = json(&["solve", line, "--unique"], "");
    assert_eq!((code, &report["kind"], &report["unique"]), (0, &"sudoku".into(), &true.into()));
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
    let grid = format!("sudoku\n{}\n", rows.join("\n"));
    let own = format!("puzzle sudoku 9x9\nclue\n{}\n", rows.join("\n"));
    for text in [&grid, &own, &line.replace('0', ".")] {
        assert_eq!(json(&["solve", "-", "--unique"], text).1["answer"], report["answer"], "{text}");
    }
    // Each line of a collection is a puzzle, and one that is wrong is wrong by itself.
    let (code, out, err) = run(&["convert", "-", "--to", "url"], &format!("{line}\n{line}\n"));
    assert_eq!((code, out.lines().count(), err.as_str()), (0, 2, ""));
    let wrong = complaint(&["convert", "-"], &format!("nonsense{line}\n{line}\n"));
    assert!(wrong.contains("line 1, column 1"), "{wrong}");
    let (_, _, wrong) = run(&["convert", "-", "--to", "url"], &format!("{line}\nnonsense\n"));
    assert!(wrong.starts_with("zugwerk: standard input:2: "), "{wrong}");
}

#[test]
fn several_puzzles_as_text_are_read_back() {
    let two = format!("{NURIKABE}\nhttps://puzz.link/p?slither/4/4/g223dh56b\n");
    let (code, texts, err) = run(&["convert", "-"], &two);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(run(&["convert", "-"], &texts), (0, texts.clone(), String::new()));
    let (_, addresses, _) = run(&["convert", "-", "--to", "url"], &texts);
    assert_eq!(addresses, two);
    // Lines are counted from the first of all.
    let wrong = texts.replace("puzzle slitherlink 4x4", "puzzle slitherlink 5x4");
    let (_, _, err) = run(&["convert", "-"], &wrong);
    assert!(err.contains("line 11: "), "{err}");
}

#[test]
fn a_contradiction_names_digits_by_what_they_are() {
    let (code, out, _) = run(&["explain", "-"], "sudoku\n11..\n....\n....\n....\n");
    assert_eq!(code, 1);
    let end = "no digit stands twice in a row or column (row 1), and r1c1 is 1 and r1c2 is 1";
    assert!(out.trim_end().ends_with(end), "{out}");
}

#[test]
fn kuromasu_is_read_as_its_own_room_writes_it_and_back() {
    let course = "w 3\nh 2\nc 0 0 2\n";
    let (code, text, err) = run(&["convert", "-"], course);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.starts_with("puzzle kuromasu 3x2\n"), "{text}");
    let back = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
        .args(["kuromasu", "convert", "-", "--to", "course"])
        .write_stdin(text)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(back.stdout).unwrap(), course);
}

#[test]
fn grids_with_their_kind_and_size_stand_one_after_the_other() {
    let grids = "kuromasu 3x1\n3 . .\n\ntakuzu 2x2\n1 .\n. .\n\nheyawake 2x1\na b\n\n1 .\n";
    let (code, out, err) = run(&["solve", "-", "--json", "--unique"], grids);
    let reports: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let kinds: Vec<&str> = reports.iter().filter_map(|r| r["kind"].as_str()).collect();
    assert_eq!((code, kinds), (0, vec!["kuromasu", "takuzu", "heyawake"]), "{out}{err}");
    assert_eq!(reports[1]["file"], "standard input:4");
    // What is wrong is told with the line in the file.
    let (code, out, err) = run(&["solve", "-"], &grids.replace("1 .\n. .", "1 .\n. z"));
    assert_eq!(code, 2, "{out}{err}");
    assert!(err.contains("line 6"), "{err}");
}

#[test]
fn kinds_are_known_by_the_names_of_other_collections() {
    let (code, report) = json(&["solve", "-", "--kind", "kurodoko", "--unique"], "3 . .\n");
    assert_eq!((code, &report["kind"]), (0, &"kuromasu".into()));
    let (code, out, _) = run(&["generate", "lightup", "4x4", "--seed", "1"], "");
    assert_eq!((code, out.starts_with("puzzle akari 4x4")), (0, true), "{out}");
    assert!(complaint(&["generate", "or", "4x4"], "").contains("no such kind"));
}

#[test]
fn long_chains_are_told_on_lines_of_their_own() {
    let puzzle = "slitherlink 5x5\n31.1.\n2...1\n2.2.2\n....3\n3...3\n";
    let (code, report) = json(&["explain", "-"], puzzle);
    assert_eq!(code, 0);
    let steps = report["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["links"].as_u64() > Some(3)));
    let (_, out, _) = run(&["explain", "-"], puzzle);
    let links = out.lines().filter(|line| line.starts_with("       ")).count() as u64;
    let long = steps.iter().filter_map(|step| step["links"].as_u64()).filter(|&links| links > 3);
    assert_eq!(links, long.map(|links| links - 1).sum::<u64>(), "{out}");
    assert!(steps.iter().all(|step| !step["text"].as_str().unwrap().contains('\n')));
}
