//! `zugwerk deathstacks` and `zugwerk match deathstacks`, run as a person and as a program would.

use assert_cmd::Command;
use std::process::Output;

const START: &str = "rr,rr,rr,rr,rr,rr/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb";
const WON: &str = "r,,,,,/,,,,,/,,rb,,,/,,,,,/,,,,,/,,,,,";

fn zugwerk(arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::cargo_bin("zugwerk").unwrap();
    command.args(arguments).env_remove("NO_COLOR").write_stdin(stdin.as_bytes().to_vec());
    command.output().unwrap()
}

fn deathstacks(arguments: &[&str]) -> Output {
    zugwerk(&[&["deathstacks"], arguments].concat(), "")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The command fails with this code and one line that says why, without a backtrace.
fn refuses(output: &Output, code: i32, why: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains(why), "{error}");
}

#[test]
fn the_bot_answers_with_one_legal_move() {
    let moves = text(&deathstacks(&["moves", START, "r"]).stdout);
    assert_eq!(moves.lines().count(), 48);
    for effort in [["--time", "50"], ["--depth", "3"]] {
        let output = deathstacks(&[&["move", START, "r"], &effort[..]].concat());
        let answer = text(&output.stdout);
        assert_eq!(answer.lines().count(), 1);
        assert!(moves.lines().any(|legal| legal == answer.trim()), "{answer}");
        assert!(output.status.success());
    }
}

#[test]
fn answers_for_programs_carry_a_schema() {
    let output = deathstacks(&["move", START, "b", "--depth", "4", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["schema"], "zugwerk/1");
    assert_eq!(answer["line"][0], answer["move"]);
    assert_eq!(answer["depth"], 4);
    // One move wins: the bot takes it and says so.
    let nearly = "r,,,,,/b,,,,,/,,,,,/,,,,,/,,,,,/,,,,,";
    let output = deathstacks(&["move", nearly, "r", "--depth", "4", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["move"], &answer["end_in_plies"]), (&"a6-1-a5".into(), &1.into()));
}

#[test]
fn perft_prints_the_total_alone_on_the_last_line() {
    for (depth, lines) in [("0", "1"), ("1", "48"), ("3", "116928")] {
        for more in [&[][..], &["--divide"], &["--threads", "3"]] {
            let output = deathstacks(&[&["perft", START, "r", depth], more].concat());
            assert_eq!(text(&output.stdout).lines().last(), Some(lines));
        }
    }
    let divided = text(&deathstacks(&["perft", START, "r", "2", "--divide"]).stdout);
    assert_eq!(divided.lines().filter(|line| line.ends_with(": 48")).count(), 48);
}

#[test]
fn bad_input_gets_one_clear_line() {
    for task in ["move", "moves"] {
        refuses(&deathstacks(&[task, "rr,rr/,,", "r"]), 2, "2 rows separated by '/'; expected 6");
        refuses(&deathstacks(&[task, "", "r"]), 2, "1 row separated by '/'");
        refuses(&deathstacks(&[task, &START.replace('b', "x"), "r"]), 2, "'x' on a1");
        refuses(&deathstacks(&[task, START, "x"]), 2, "bad player \"x\"; expected r or b");
        refuses(&deathstacks(&[task, START, ""]), 2, "bad player \"\"; expected r or b");
        refuses(&deathstacks(&[task, WON, "b"]), 1, "blue has no move: red has won");
    }
    refuses(&deathstacks(&["perft", "rr", "r", "3"]), 2, "expected 6");
    assert_eq!(deathstacks(&["perft", START, "r", "4294967295"]).status.code(), Some(2));
    refuses(&deathstacks(&["show", "\u{1F600}"]), 2, "expected 6");
    refuses(&zugwerk(&["deathstacks", "moves", "-", "r"], ""), 2, "expected 6");
    let output = zugwerk(&["deathstacks", "moves", "-", "r"], &format!("{START}\n"));
    assert_eq!(text(&output.stdout).lines().count(), 48);
}

#[test]
fn boards_with_more_stones_than_the_game_has_work_too() {
    let tall = format!("{},,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,b", "rb".repeat(40));
    let moves = text(&deathstacks(&["moves", &tall, "r"]).stdout);
    assert!(moves.lines().all(|name| name.starts_with("a6-7") || name.starts_with("a6-80")));
    let chosen = text(&deathstacks(&["move", &tall, "r", "--depth", "3"]).stdout);
    assert!(moves.lines().any(|legal| legal == chosen.trim()));
    let shown = text(&deathstacks(&["show", &tall]).stdout);
    assert!(shown.contains("rbrbrbrbrbrb+68"), "{shown}");
}

#[test]
fn the_board_is_drawn_in_colour_only_where_wanted() {
    let plain = text(&deathstacks(&["show", START, "r"]).stdout);
    assert!(
        plain.contains(" 6 │ rr  │") && plain.ends_with("red to move\n") && !plain.contains('\x1b')
    );
    let coloured = text(&deathstacks(&["show", START, "--color", "always"]).stdout);
    assert!(coloured.contains('\x1b'));
    assert!(text(&deathstacks(&["show", WON]).stdout).ends_with("red owns every stack\n"));
}

fn play(arguments: &[&str], lines: &str) -> Output {
    zugwerk(&[&["deathstacks", "play", "--depth", "2"], arguments].concat(), lines)
}

#[test]
fn a_game_can_be_played_undone_saved_and_continued() {
    let folder = std::env::temp_dir().join(format!("zugwerk-deathstacks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let file = file.to_str().unwrap();
    let lines = format!("help\nmoves a6\na6-2-a4\nundo\nhint\nb6-1-b5\nsave {file}\nfen\nquit\n");
    let output = play(&[], &lines);
    let seen = text(&output.stdout);
    assert!(output.status.success());
    assert!(seen.contains("a6-1-b6 a6-1-a5 a6-1-b5 a6-2-c6 a6-2-a4 a6-2-c4"), "{seen}");
    assert!(seen.contains("blue plays "), "{seen}");
    let saved = std::fs::read_to_string(file).unwrap();
    assert_eq!(saved.lines().count(), 3, "{saved}");
    assert_eq!(saved.lines().next(), Some(&*format!("{START} r")));
    assert_eq!(saved.lines().nth(1), Some("b6-1-b5"));

    let output = play(&["--load", file], "fen\nquit\n");
    let last = seen.lines().rev().find(|line| line.ends_with(" r")).unwrap();
    assert!(text(&output.stdout).contains(last.trim_start_matches("red> ")));

    std::fs::write(file, format!("{START} r\na6-2-a4\na6-2-a4\n")).unwrap();
    refuses(&play(&["--load", file], ""), 2, "line 3: a6-2-a4 is not legal there");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_says_why_a_move_is_refused_and_goes_on() {
    let lines = "a6-3-a3\nc3-1-c4\na1-1-a2\na6-2-b6\na6-2-a6\nnonsense\n\u{0}\nundo\nload /nowhere\nsave\nquit\n";
    let output = play(&[], lines);
    let seen = text(&output.stdout);
    assert!(output.status.success());
    for reason in [
        "a6 has only 2 stones",
        "c3 is empty",
        "the stack on a1 is blue",
        "2 steps from a6 do not lead to b6",
        "a move must change the board",
        "\"nonsense\" is not a move",
        "no move of yours to take back",
        "/nowhere: ",
        "save needs the name of a file",
    ] {
        assert!(seen.contains(reason), "{reason}: {seen}");
    }
    let tall = "rrrrr,r,,,,/,,,,,/,,,,,/,,,,,/,,,,,/bb,,,,,";
    let seen = text(&play(&["--fen", tall], "b6-1-b5\nquit\n").stdout);
    assert!(seen.contains("red must move from a stack that is too tall: a6"), "{seen}");
}

#[test]
fn a_game_that_loses_its_player_ends_with_an_error() {
    refuses(&play(&[], "a6-2-a4\n"), 2, "standard input ended before the game did");
    refuses(&play(&["--side", "green"], ""), 2, "bad side \"green\"; expected r, b or both");
}

#[test]
fn a_won_game_is_announced() {
    let nearly = "r,,,,,/b,,,,,/,,,,,/,,,,,/,,,,,/,,,,,";
    let output = play(&["--fen", nearly], "a6-1-a5\n");
    assert!(text(&output.stdout).ends_with("red owns every stack and has won\n"));
    let output = play(&["--fen", nearly, "--side", "b"], "");
    assert!(text(&output.stdout).ends_with("red owns every stack and has won\n"));
}

#[test]
fn repetition_is_a_draw_where_that_is_agreed() {
    let fen = "rrrrr,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/bbbbb,,,,,";
    let round = "a6-5-f1\na1-5-f6\nf1-5-a6\nf6-5-a1\n";
    let lines = round.repeat(2);
    let output = play(&["--side", "both", "--repetition", "--fen", fen], &lines);
    assert!(text(&output.stdout).ends_with("three times: a draw\n"));
    let output = play(&["--side", "both", "--fen", fen], &(lines + "quit\n"));
    assert!(!text(&output.stdout).contains("draw"));
}

#[test]
fn a_match_is_counted_and_written_down() {
    let folder = std::env::temp_dir().join(format!("zugwerk-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.txt");
    let file = file.to_str().unwrap();
    let arguments = ["match", "deathstacks", "--a", "bot", "--b", "random", "--games", "6"];
    let settings = ["--nodes", "3000", "--at-once", "2", "--save", file];
    let output = zugwerk(&[&arguments[..], &settings, &["--json"]].concat(), "");
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&result["games"], &result["wins"]), (&6.into(), &6.into()));
    assert_eq!(result["pairs"], serde_json::json!([0, 0, 0, 0, 3]));
    let games = std::fs::read_to_string(file).unwrap();
    assert_eq!(games.lines().filter(|line| line.contains("A wins, by the rules: ")).count(), 6);
    // The games are real: the last line is replayed by the program itself.
    let moves = games.lines().next().unwrap().split(": ").nth(1).unwrap();
    let saved = format!("{START} r\n{}\n", moves.replace(' ', "\n"));
    let record = folder.join("one.txt");
    std::fs::write(&record, saved).unwrap();
    let output = play(&["--load", record.to_str().unwrap()], "");
    assert!(text(&output.stdout).contains("owns every stack and has won"));

    let text_result = text(&zugwerk(&[&arguments[..], &settings].concat(), "").stdout);
    assert!(text_result.starts_with("6 of 6: +6 =0 -0  100.0 %  Elo +∞ ["), "{text_result}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_refuses_what_it_does_not_know() {
    let run = |more: &[&str]| {
        let arguments = ["match", "deathstacks", "--b", "random", "--games", "2", "--nodes", "10"];
        zugwerk(&[&arguments[..], more].concat(), "a6-2-a4 a6-2-a4\n")
    };
    refuses(&run(&["--a", "kasparov"]), 2, "no player \"kasparov\"; expected bot, ");
    refuses(&run(&["--a", "bot:speed=9"]), 2, "bad option \"speed=9\" of the bot");
    refuses(&run(&["--a", "bot:proof=NaN"]), 2, "bad option \"proof=NaN\" of the bot");
    refuses(&run(&["--a", "program:/nowhere/player"]), 2, "/nowhere/player: there is no such file");
    refuses(&run(&["--a", "program:/"]), 2, "/: this is not a file; expected a program");
    refuses(&run(&["--a", "program:no-such-player -x"]), 2, "no-such-player: no program of this");
    refuses(&run(&["--a", "program:\"echo x"]), 2, "a quotation mark is not closed");
    refuses(&run(&["--a", "bot", "--openings", "-"]), 2, "line 1: a6-2-a4 is not legal there");
    refuses(&run(&["--a", "bot", "--save", "/nowhere/x"]), 2, "/nowhere/x: ");
    for (option, value) in
        [("--sprt", "5,1"), ("--clock", "x"), ("--adjudicate", "7"), ("--games", "0")]
    {
        let output = run(&["--a", "bot", option, value]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(!text(&output.stderr).contains("panicked"));
    }
}

#[test]
fn a_move_may_be_typed_with_capitals_and_spaces() {
    let output =
        play(&["--side", "both"], "A6 2 a4\nMOVES A1\nload -\nload /dev/null\nfen\nquit\n");
    let said = text(&output.stdout);
    assert!(said.contains("a1-2-a3"), "{said}");
    assert!(said.contains("name a file"), "{said}");
    assert!(said.contains("/dev/null: line 1: expected a board"), "{said}");
    assert!(said.contains(",rr,rr,rr,rr,rr/,,,,,/rr,,,,,/"), "{said}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
#[cfg(unix)]
fn a_program_plays_a_match_and_loses_the_games_it_breaks_down_in() {
    let ours = concat!("program:", env!("CARGO_BIN_EXE_zugwerk"), " deathstacks move --depth 2");
    for (player, ends) in [
        (ours, "by the rules"),
        ("program:false", "crashed: ended without an answer"),
        ("program:echo", "illegal move"),
        ("program:printf a6-9-a5\\n", "illegal move a6-9-a5"),
    ] {
        let players = ["--a", "bot", "--b", player];
        let pace = ["--games", "2", "--nodes", "2000"];
        let output = zugwerk(&[&["match", "deathstacks"][..], &players, &pace].concat(), "");
        let (said, told) = (text(&output.stdout), text(&output.stderr));
        assert!(said.starts_with("2 of 2: +2 =0 -0"), "{player}: {said}");
        assert!(said.contains(ends) || told.contains(ends), "{player}: {said}{told}");
    }
}

#[test]
fn a_match_that_is_won_throughout_has_no_finite_upper_end() {
    let players = ["match", "deathstacks", "--a", "bot", "--b", "program:false"];
    // A test between negative differences is a sensible wish.
    let output = zugwerk(&[&players[..], &["--games", "4", "--sprt", "-50,0"]].concat(), "");
    let said = text(&output.stdout);
    assert!(said.contains("Elo +∞ [") && said.contains(", +∞]  LLR"), "{said}");
}

#[test]
#[cfg(unix)]
fn what_a_hanging_program_started_ends_with_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("zugwerk-hang-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (script, numbers) = (folder.join("player"), folder.join("numbers"));
    let lines = format!("#!/bin/sh\nsleep 1000 &\necho $! >> {}\nwait\n", numbers.display());
    std::fs::write(&script, lines).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let player = format!("program:{}", script.display());
    let players = ["match", "deathstacks", "--a", "random", "--b", &player];
    let output = zugwerk(&[&players[..], &["--games", "1", "--time", "1"]].concat(), "");
    assert!(text(&output.stderr).contains("does not answer"), "{}", text(&output.stderr));
    let numbers = std::fs::read_to_string(numbers).unwrap();
    for number in numbers.lines() {
        // Killed: gone, or a zombie that nobody has collected yet.
        let alive = std::process::Command::new("ps").args(["-o", "stat=", "-p", number]).output();
        let Ok(alive) = alive else { break }; // no ps on this machine
        let state = text(&alive.stdout);
        assert!(state.trim().is_empty() || state.starts_with('Z'), "{number}: {state}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_survives_lines_that_are_no_text_and_lines_that_do_not_end() {
    let mut lines = b"\xff\xfe\n".to_vec();
    lines.extend(std::iter::repeat_n(b'z', 5000));
    lines.extend(b"\nfen\nquit\n");
    let output = assert_cmd::Command::cargo_bin("zugwerk")
        .unwrap()
        .args(["deathstacks", "play", "--side", "both"])
        .write_stdin(lines)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(said.contains(START), "{said}");
    assert!(said.lines().all(|line| line.chars().count() < 200), "{said}");
}

#[test]
fn move_all_prints_the_list_of_moves_as_the_template_of_the_course_does() {
    let listed = text(&deathstacks(&["moves", START, "r"]).stdout);
    let expected = format!("[{}]\n", listed.lines().collect::<Vec<_>>().join(","));
    for flag in ["-all", "--all"] {
        let output = deathstacks(&["move", START, "r", flag]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), expected.clone()));
    }
    let lost = deathstacks(&["move", WON, "b", "-all"]);
    assert_eq!((lost.status.code(), text(&lost.stdout)), (Some(1), "[]\n".to_string()));
}

#[test]
fn perft_in_json_has_the_members_of_the_other_perft() {
    let parse = |output: Output| -> serde_json::Map<String, serde_json::Value> {
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let stacks = parse(deathstacks(&["perft", START, "r", "2", "--divide", "--json"]));
    let chess = parse(zugwerk(&["perft", "2", "--divide", "--json"], ""));
    for (member, value) in &chess {
        assert!(stacks.contains_key(member), "{member}");
        assert_eq!(value.is_object(), stacks[member].is_object(), "{member}");
    }
    assert_eq!(stacks["nodes"], stacks["total"]);
    assert_eq!(stacks["moves"]["a6-1-a5"], 48);
}
