//! The other tables: problems, sketches, Death Stacks, Kuromasu.

use crate::ask::{answer, news, refusal};
use serde_json::{Value, json};

/// The answers to a problem, without the news before them.
async fn solved(question: Value) -> Vec<Value> {
    let told = news("/problems/solve", question).await;
    told.into_iter().filter(|news| news["type"] == "answer").collect()
}

#[tokio::test]
async fn a_problem_is_solved_with_its_tree() {
    let question = json!({ "fen": "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "stipulation": "#2" });
    let told = solved(question).await;
    let found = &told[0];
    assert_eq!((&found["solved"], &found["complete"]), (&json!(true), &json!(true)), "{found}");
    let key = &found["steps"][0];
    assert_eq!(key["note"].as_str().unwrap().split(',').next(), Some("key"));
    assert!(!key["then"].as_array().unwrap().is_empty());
    assert!(key["fen"].is_string());
    let question = json!({ "fen": "4r1R1/2pK4/8/8/8/1P5k/2p5/8 b - - 0 1", "stipulation": "h#1" });
    let told = solved(question).await;
    assert_eq!(told[0]["sentence"], "There is no h#1; searched completely.");
    let question =
        json!({ "fen": "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "stipulation": "#2 +k duplex" });
    let told = solved(question).await;
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!((&told[0]["solved"], &told[1]["solved"]), (&json!(true), &json!(false)));
    assert!(told[0]["steps"].to_string().contains(r#""note":"try""#), "{}", told[0]["steps"]);
    let question = json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "stipulation": "#2" });
    let (_, code, place, _) = refusal("/problems/solve", question).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_problem", "fen"));
    let question = json!({ "fen": "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "stipulation": "??" });
    let (_, code, place, _) = refusal("/problems/solve", question).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_problem", "stipulation"));
}

#[tokio::test]
async fn twins_are_solved_each_with_its_letter() {
    let fen = "6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1";
    let question =
        json!({ "fen": fen, "stipulation": "#1", "twins": ["move a1 b1", "continued remove b1"] });
    let told = solved(question).await;
    let said: Vec<(&str, &str)> = told
        .iter()
        .map(|one| (one["twin"].as_str().unwrap(), one["sentence"].as_str().unwrap()))
        .collect();
    assert_eq!(
        said,
        [
            ("a", "#1: Ra8# is the only key; searched completely."),
            ("b", "#1: Rb8# is the only key; searched completely."),
            ("c", "There is no #1; searched completely."),
        ]
    );
    assert!(told[1]["start"].as_str().unwrap().ends_with("1R5K w - - 0 1"), "{}", told[1]);
    let question =
        json!({ "fen": fen, "stipulation": "#1", "twins": ["move a1 b1"], "zero_position": true });
    let told = solved(question).await;
    assert_eq!((told.len(), &told[0]["key"]), (1, &json!("Rb8#")));
    for (twins, place) in
        [(json!(["jump"]), "twins/0"), (json!(["remove h2", "remove c5"]), "twins/1")]
    {
        let question = json!({ "fen": fen, "stipulation": "#1", "twins": twins });
        let (_, code, wrong, _) = refusal("/problems/solve", question).await;
        assert_eq!((code.as_str(), wrong.as_str()), ("bad_problem", place));
    }
    let question = json!({ "fen": fen, "stipulation": "#1", "twins": vec!["move a1 b1"; 27] });
    let (_, code, wrong, _) = refusal("/problems/solve", question).await;
    assert_eq!((code.as_str(), wrong.as_str()), ("bad_limit", "twins"));
}

#[tokio::test]
async fn short_solutions_spoilt_reflexmates_and_threats_after_the_key_are_told() {
    let question = json!({ "fen": "7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "stipulation": "h#2" });
    let told = solved(question).await;
    assert_eq!(told[0]["short"], 3);
    let sentence = "h#2: 45 solutions, and shorter ones: cooked; searched completely.";
    assert_eq!(told[0]["sentence"], sentence);
    let question = json!({ "fen": "6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1", "stipulation": "r#2" });
    let told = solved(question).await;
    assert_eq!(told[0]["spoiled_by"], json!(["Ra8#"]));
    let sentence = "There is no r#2: white must play Ra8# at once; searched completely.";
    assert_eq!(told[0]["sentence"], sentence);
    let question =
        json!({ "fen": "6k1/5ppp/8/8/8/8/6PP/R6K b - - 0 1", "stipulation": "#2 postkey" });
    let told = solved(question).await;
    let threat = &told[0]["steps"][0];
    assert_eq!((&threat["text"], &threat["note"]), (&json!("2. Ra8#"), &json!("threat")));
    assert_eq!(told[0]["details"].as_array().unwrap().len(), 7);
}

#[tokio::test]
async fn a_helpmate_is_a_line_whose_positions_follow_each_other() {
    let question = json!({ "fen": "8/4K3/8/7k/8/4p3/4QB2/8 b - - 0 1", "stipulation": "h#2" });
    let told = solved(question).await;
    let (mut fen, mut steps) = (told[0]["start"].clone(), &told[0]["steps"]);
    let mut plies = 0;
    while let Some(step) = steps.get(0) {
        let after = answer("/chess/position", json!({ "fen": fen, "moves": [step["uci"]] })).await;
        assert_eq!(after["fen"], step["fen"]);
        (fen, steps, plies) = (step["fen"].clone(), &step["then"], plies + 1);
    }
    assert_eq!(plies, 4, "{}", told[0]);
    let end = answer("/chess/position", json!({ "fen": fen })).await;
    assert_eq!(end["end"]["result"], "1-0");
}

#[tokio::test]
async fn a_sketch_is_answered_and_mistakes_are_drawn() {
    let sketch = "game chess\nfrom start\nplay f2f3 ? g2g4 ?\nexpect mate";
    let told = news("/sketches/ask", json!({ "sketch": sketch })).await;
    assert_eq!(told[0]["answer"]["answer"], "yes", "{told:?}");
    assert!(told[0]["line"].as_str().unwrap().ends_with("Qh4#"));
    assert_eq!(told[0]["solutions"][0]["tree"][0]["uci"], "f2f3");
    let castling = "game chess\nfrom \"4k3/8/8/8/2b5/8/8/4K2R w K - 0 1\"\nplay O-O\nexpect legal";
    let told = news("/sketches/ask", json!({ "sketch": castling, "question": "debug" })).await;
    assert!(told[0]["answer"]["core"].to_string().contains("bishop"), "{told:?}");
    let unknown = json!({ "sketch": sketch, "question": "guess" });
    assert_eq!(refusal("/sketches/ask", unknown).await.2, "question");
    let wrong = "game chess\nfrom start\nplay ?\nexpct mate";
    let told = news("/sketches/ask", json!({ "sketch": wrong })).await;
    assert_eq!(told[0]["type"], "mistake");
    let checked = answer("/sketches/check", json!({ "sketch": wrong })).await;
    assert!(checked["mistake"]["drawing"].as_str().unwrap().contains("expct"));
    let checked = answer("/sketches/check", json!({ "sketch": sketch })).await;
    assert_eq!(checked["mistake"], Value::Null);
    for path in ["/sketches/check", "/sketches/ask"] {
        let long = json!({ "sketch": "x".repeat(70_000) });
        let (status, code, place, _) = refusal(path, long).await;
        assert_eq!((status, code.as_str(), place.as_str()), (400, "too_long", "sketch"));
    }
}

#[tokio::test]
async fn death_stacks_positions_and_moves() {
    let start = answer("/games/deathstacks/position", json!({})).await;
    assert_eq!(start["moves"].as_array().unwrap().len(), 48);
    assert_eq!(start["picture"]["stacks"], true);
    assert_eq!(start["picture"]["cells"][0]["tokens"].as_array().unwrap().len(), 2);
    let ways = |standing: &Value, wanted: &str| -> Value {
        let moves = standing["moves"].as_array().unwrap();
        moves.iter().find(|way| way["move"] == wanted).unwrap()["ways"].clone()
    };
    let corner = json!({ "position": ",,,,,rr/,,,,,/,,,,,/,,,,,/,,,,,/b,,,,," });
    let corner = answer("/games/deathstacks/position", corner).await;
    assert_eq!(corner["moves"][0]["clicks"].as_array().unwrap()[..2], [json!("f6"), json!("1")]);
    assert!(ways(&corner, "f6-2-d4").as_array().unwrap().contains(&json!(["f6", "e5", "d4"])));
    let question = json!({ "moves": ["a6-3-a3"] });
    let (_, code, place, message) = refusal("/games/deathstacks/position", question).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_move", "moves/0"));
    assert!(message.contains("only 2 stones"), "{message}");
    let stones = |count| format!("{},,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,b", "r".repeat(count));
    let position = |count| json!({ "position": stones(count) });
    let most = answer("/games/deathstacks/position", position(999)).await;
    assert_eq!(most["moves"][0]["clicks"][1], "995");
    let (_, code, place, message) = refusal("/games/deathstacks/position", position(1000)).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_position", "position"));
    assert!(message.contains("1001 stones") && message.contains("at most 1000"), "{message}");
    let many = json!({ "place": position(40), "millis": 50, "level": 2 });
    let best = news("/games/deathstacks/move", many).await[0]["best"].clone();
    let after = json!({ "position": stones(40), "moves": [best] });
    assert_eq!(answer("/games/deathstacks/position", after).await["mover"], 1);
}

#[tokio::test]
async fn the_bot_takes_a_win_in_one_and_repetitions_are_draws_where_that_is_asked() {
    // Red covers Blue's last stack.
    let place = json!({ "position": "rr,,,,,/,,,,,/b,,,,,/,,,,,/,,,,,/,,,,," });
    let told = news("/games/deathstacks/move", json!({ "place": place, "millis": 200 })).await;
    assert_eq!((&told[0]["best"], &told[0]["plies"]), (&json!("a6-2-a4"), &json!(1)));
    let over = json!({ "position": "rr,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,, b" });
    let standing = answer("/games/deathstacks/position", over.clone()).await;
    assert_eq!(standing["end"]["winner"], 0);
    let told = news("/games/deathstacks/move", json!({ "place": over })).await;
    assert_eq!((&told[0]["best"], &told[0]["nodes"]), (&Value::Null, &json!(0)));
    let back_and_forth = ["a6-1-b6", "a1-1-b1", "b6-1-a6", "b1-1-a1"].repeat(2);
    let going_on = json!({ "moves": back_and_forth });
    assert_eq!(answer("/games/deathstacks/position", going_on).await["end"], Value::Null);
    let drawn = json!({ "moves": back_and_forth, "repetition": true });
    let standing = answer("/games/deathstacks/position", drawn.clone()).await;
    let why = "the position occurred three times";
    assert_eq!(standing["end"], json!({ "winner": null, "why": why }));
    assert_eq!(standing["moves"], json!([]));
    let told = news("/games/deathstacks/move", json!({ "place": drawn, "millis": 60_000 })).await;
    assert_eq!((&told[0]["best"], &told[0]["nodes"]), (&Value::Null, &json!(0)));
    for (member, value) in [("millis", 0), ("millis", 60_001), ("level", 0), ("level", 10)] {
        let (status, code, place, message) =
            refusal("/games/deathstacks/move", json!({ "place": {}, member: value })).await;
        assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_limit", member));
        assert!(message.starts_with("expected 1 to "), "{message}");
    }
}

const RIDDLE: &str = "w 6\nh 5\nc 0 4 6\nc 1 3 5\nc 1 5 8\nc 3 2 10\nc 3 0 8\nc 4 1 9";

/// What is filled into the cells, as questions take it: `b`, `w`, or `.` for nothing.
fn filled(letters: &str) -> Value {
    let value = |letter| match letter {
        'b' => json!(1),
        'w' => json!(0),
        _ => Value::Null,
    };
    json!({ "black": letters.chars().map(value).collect::<Vec<_>>() })
}

#[tokio::test]
async fn kuromasu_is_read_checked_and_solved() {
    let board = answer("/puzzles/any/show", json!({ "puzzle": RIDDLE })).await;
    assert_eq!((&board["height"], &board["width"]), (&json!(5), &json!(6)));
    assert_eq!((&board["kind"], &board["layers"][0]["given"][4]), (&json!("kuromasu"), &json!(0)));
    for format in ["url", "id", "pzprv3"] {
        let text = &board["formats"][format];
        let again = answer("/puzzles/any/show", json!({ "puzzle": text })).await;
        assert_eq!(again["text"], board["text"], "{text}");
    }
    let told = news("/puzzles/kuromasu/solve", json!({ "puzzle": RIDDLE, "unique": true })).await;
    assert_eq!(told[0]["unique"], true);
    let check = async |puzzle: &str, letters: &str| {
        let question = json!({ "puzzle": puzzle, "filled": filled(letters) });
        news("/puzzles/kuromasu/check", question).await[0].clone()
    };
    let white = check("3x3:c5e", "www.wwwww").await;
    // What is not black counts as white.
    assert_eq!((&white["status"], &white["conflicts"]), (&json!("wrong"), &json!([])));
    let touching = check(RIDDLE, &format!("bb{}", ".".repeat(28))).await;
    assert_eq!(touching["conflicts"][0]["places"], json!(["r1c1-r1c2"]));
    // One black cell alone breaks nothing for good, though much is not kept yet.
    let fine = check(RIDDLE, &format!("b{}", ".".repeat(29))).await;
    assert_eq!((&fine["status"], &fine["conflicts"]), (&json!("wrong"), &json!([])));
    assert!(!fine["broken"].as_array().unwrap().is_empty());
    for nonsense in ["h 0\nw 0", "h 100000\nw 100000", "", "h 200\nw 200"] {
        assert_eq!(refusal("/puzzles/any/show", json!({ "puzzle": nonsense })).await.0, 400);
    }
    let told = news("/puzzles/kuromasu/solve", json!({ "puzzle": "h 1\nw 2\nc 0 0 9" })).await;
    assert_eq!(told[0]["status"], "unsolvable");
}

#[tokio::test]
async fn hints_lead_to_the_solution_and_mistakes_are_named() {
    let mut cells = ['.'; 30];
    let at = |place: &Value| {
        let (row, column) = place.as_str().unwrap()[1..].split_once('c').unwrap();
        6 * (row.parse::<usize>().unwrap() - 1) + column.parse::<usize>().unwrap() - 1
    };
    let hint = async |cells: &[char]| {
        let letters: String = cells.iter().collect();
        let question = json!({ "puzzle": RIDDLE, "filled": filled(&letters), "hint": true });
        news("/puzzles/kuromasu/explain", question).await[0].clone()
    };
    for _ in 0..60 {
        let told = hint(&cells).await;
        if told["status"] != "hint" {
            assert_eq!(told["status"], "solved", "{told}");
            break;
        }
        let step = told["steps"].as_array().unwrap().last().unwrap();
        assert!(!step["text"].as_str().unwrap().is_empty());
        for fact in step["shows"].as_array().unwrap() {
            cells[at(&fact["place"])] = if fact["value"] == 1 { 'b' } else { 'w' };
        }
    }
    let letters: String = cells.iter().collect();
    let question = json!({ "puzzle": RIDDLE, "filled": filled(&letters) });
    let checked = news("/puzzles/kuromasu/check", question).await;
    assert_eq!(checked[0]["status"], "correct", "{letters}");
    let black = cells.iter().position(|&letter| letter == 'b').unwrap();
    cells.fill('.');
    cells[black] = 'w';
    let told = hint(&cells).await;
    assert_eq!(told["status"], "mistake", "{told}");
    assert_eq!(at(&told["mistakes"][0]["place"]), black);
}

#[tokio::test]
async fn a_generated_puzzle_has_one_solution() {
    let question = json!({ "height": 6, "width": 6, "seed": 7, "difficulty": "easy" });
    let told = news("/puzzles/kuromasu/generate", question).await;
    let done = told.last().unwrap();
    assert_eq!((&done["type"], &done["difficulty"]), (&json!("done"), &json!("easy")));
    let question = json!({ "puzzle": done["text"], "unique": true });
    let told = news("/puzzles/kuromasu/solve", question).await;
    assert_eq!((&told[0]["unique"], &told[0]["answer"]), (&json!(true), &done["answer"]));
    let question = json!({ "height": 6, "width": 6, "seed": 7, "difficulty": "mild" });
    assert_eq!(refusal("/puzzles/kuromasu/generate", question).await.2, "difficulty");
    let question = json!({ "height": 6, "width": 7, "seed": 7, "symmetry": "quarter" });
    let refused = news("/puzzles/kuromasu/generate", question).await;
    assert_eq!((&refused[0]["type"], &refused[0]["code"]), (&json!("error"), &json!("bad_size")));
    for (height, width, place) in [(0, 6, "height"), (6, 41, "width"), (6, 0, "width")] {
        let question = json!({ "height": height, "width": width, "seed": 7 });
        let refused = refusal("/puzzles/kuromasu/generate", question).await;
        assert_eq!((refused.0, refused.2.as_str()), (400, place));
        assert_eq!(refused.3, "a side of 1 to 40 cells, please");
    }
}
