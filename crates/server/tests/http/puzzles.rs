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
    let start = answer("/deathstacks/position", json!({})).await;
    assert_eq!(start["moves"].as_array().unwrap().len(), 48);
    assert_eq!(start["stacks"][0], "rr");
    let fen = "rrrrr,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,bb";
    let tall = answer("/deathstacks/position", json!({ "fen": fen })).await;
    assert_eq!(tall["too_tall"], json!(["a6"]));
    let paths = |standing: &Value, wanted: &str| -> Value {
        let moves = standing["moves"].as_array().unwrap();
        moves.iter().find(|way| way["move"] == wanted).unwrap()["paths"].clone()
    };
    let corner =
        answer("/deathstacks/position", json!({ "fen": ",,,,,rr/,,,,,/,,,,,/,,,,,/,,,,,/b,,,,," }))
            .await;
    assert!(paths(&corner, "f6-2-d4").as_array().unwrap().contains(&json!(["f6", "e5", "d4"])));
    let question = json!({ "moves": ["a6-3-a3"] });
    let (_, code, place, message) = refusal("/deathstacks/position", question).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_move", "moves/0"));
    assert!(message.contains("only 2 stones"), "{message}");
    assert_eq!(refusal("/deathstacks/position", json!({ "fen": "x" })).await.1, "bad_fen");
    let stones = |count| format!("{},,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,b", "r".repeat(count));
    let most = answer("/deathstacks/position", json!({ "fen": stones(999) })).await;
    assert_eq!(most["too_tall"], json!(["a6"]));
    assert_eq!(most["moves"][0]["steps"], 995);
    let (_, code, place, message) =
        refusal("/deathstacks/position", json!({ "fen": stones(1000) })).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_fen", "fen"));
    assert!(message.contains("1001 stones") && message.contains("at most 1000"), "{message}");
    let many = json!({ "place": { "fen": stones(40) }, "millis": 50, "depth": 2 });
    let best = news("/deathstacks/move", many).await[0]["best"].clone();
    let after = json!({ "fen": stones(40), "moves": [best] });
    assert_eq!(answer("/deathstacks/position", after).await["mover"], "blue");
}

#[tokio::test]
async fn the_bot_takes_a_win_in_one() {
    // Red covers Blue's last stack.
    let place = json!({ "fen": "rr,,,,,/,,,,,/b,,,,,/,,,,,/,,,,,/,,,,," });
    let told = news("/deathstacks/move", json!({ "place": place, "millis": 200 })).await;
    assert_eq!((&told[0]["best"], &told[0]["end_in"]), (&json!("a6-2-a4"), &json!(1)));
    let over = json!({ "fen": "rr,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,", "player": "blue" });
    let standing = answer("/deathstacks/position", over.clone()).await;
    assert_eq!(standing["end"]["winner"], "red");
    let told = news("/deathstacks/move", json!({ "place": over })).await;
    assert_eq!((&told[0]["best"], &told[0]["nodes"]), (&Value::Null, &json!(0)));
    let back_and_forth = ["a6-1-b6", "a1-1-b1", "b6-1-a6", "b1-1-a1"].repeat(2);
    let drawn = json!({ "moves": back_and_forth, "repetition": true });
    assert_eq!(answer("/deathstacks/position", drawn.clone()).await["end"]["winner"], Value::Null);
    let told = news("/deathstacks/move", json!({ "place": drawn, "millis": 60_000 })).await;
    assert_eq!((&told[0]["best"], &told[0]["nodes"]), (&Value::Null, &json!(0)));
    for (member, value) in [("millis", 0), ("millis", 60_001), ("depth", 0), ("depth", 1001)] {
        let (status, code, place, message) =
            refusal("/deathstacks/move", json!({ "place": {}, member: value })).await;
        assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_limit", member));
        assert!(message.starts_with("expected 1 to "), "{message}");
    }
}

const RIDDLE: &str = "w 6\nh 5\nc 0 4 6\nc 1 3 5\nc 1 5 8\nc 3 2 10\nc 3 0 8\nc 4 1 9";

#[tokio::test]
async fn kuromasu_is_read_checked_and_solved() {
    let board = answer("/kuromasu/read", json!({ "puzzle": RIDDLE })).await;
    assert_eq!((&board["height"], &board["width"]), (&json!(5), &json!(6)));
    assert_eq!(board["clues"][4], 6);
    for (_, text) in
        serde_json::from_value::<Vec<(String, String)>>(board["formats"].clone()).unwrap()
    {
        let again = answer("/kuromasu/read", json!({ "puzzle": text })).await;
        assert_eq!(again["clues"], board["clues"], "{text}");
    }
    let told = news("/kuromasu/solve", json!({ "puzzle": RIDDLE, "unique": true })).await;
    assert_eq!(told.last().unwrap()["verdict"], "unique");
    let solution = told[0]["cells"].as_str().unwrap();
    let checked = answer("/kuromasu/check", json!({ "puzzle": RIDDLE, "cells": solution })).await;
    assert_eq!(checked, json!({ "broken": [], "solved": true }));
    let blank = json!({ "puzzle": "3x3:c5e", "cells": "........." });
    // No cell need be black here, and cells that are not black count as white.
    assert_eq!(answer("/kuromasu/check", blank).await, json!({ "broken": [], "solved": true }));
    let blank = json!({ "puzzle": RIDDLE, "cells": ".".repeat(30) });
    assert_eq!(answer("/kuromasu/check", blank).await["solved"], false);
    let black = solution.replace('w', ".");
    let checked = answer("/kuromasu/check", json!({ "puzzle": RIDDLE, "cells": black })).await;
    assert_eq!(checked, json!({ "broken": [], "solved": true }));
    let white = json!({ "puzzle": "3x3:c5e", "cells": "www.wwwww" });
    assert_eq!(answer("/kuromasu/check", white).await["solved"], true);
    let touching = format!("bb{}", ".".repeat(28));
    let checked = answer("/kuromasu/check", json!({ "puzzle": RIDDLE, "cells": touching })).await;
    assert_eq!(checked["broken"][0]["cells"], json!([0, 1]));
    assert_eq!(checked["solved"], false);
    let short = json!({ "puzzle": RIDDLE, "cells": "bw" });
    assert_eq!(refusal("/kuromasu/check", short).await.1, "bad_cells");
    for nonsense in ["h 0\nw 0", "h 100000\nw 100000", "", "h 200\nw 200"] {
        assert_eq!(refusal("/kuromasu/read", json!({ "puzzle": nonsense })).await.0, 400);
    }
    let told = news("/kuromasu/solve", json!({ "puzzle": "h 1\nw 2\nc 0 0 9" })).await;
    assert_eq!(told[0]["verdict"], "unsolvable");
}

#[tokio::test]
async fn hints_lead_to_the_solution_and_mistakes_are_named() {
    let mut cells = ['.'; 30];
    for _ in 0..60 {
        let filled: String = cells.iter().collect();
        let told = news("/kuromasu/hint", json!({ "puzzle": RIDDLE, "cells": filled })).await;
        if told[0]["type"] != "step" {
            break;
        }
        assert!(!told[0]["sentence"].as_str().unwrap().is_empty());
        for (cell, letter) in
            serde_json::from_value::<Vec<(usize, char)>>(told[0]["cells"].clone()).unwrap()
        {
            cells[cell] = letter;
        }
    }
    let filled: String = cells.iter().collect();
    let checked = answer("/kuromasu/check", json!({ "puzzle": RIDDLE, "cells": filled })).await;
    assert_eq!(checked["solved"], true, "{filled}");
    let black = cells.iter().position(|&letter| letter == 'b').unwrap();
    cells.fill('.');
    cells[black] = 'w';
    let filled: String = cells.iter().collect();
    let told = news("/kuromasu/hint", json!({ "puzzle": RIDDLE, "cells": filled })).await;
    assert_eq!((&told[0]["type"], &told[0]["cells"]), (&json!("mistake"), &json!([black])));
}

#[tokio::test]
async fn a_generated_puzzle_has_one_solution() {
    let question = json!({ "height": 6, "width": 6, "seed": 7, "difficulty": "easy" });
    let told = news("/kuromasu/generate", question).await;
    let done = told.last().unwrap();
    assert_eq!((&done["type"], &done["difficulty"]), (&json!("done"), &json!("easy")));
    let puzzle = &done["board"]["puzzle"];
    let told = news("/kuromasu/solve", json!({ "puzzle": puzzle, "unique": true })).await;
    assert_eq!(told.last().unwrap()["verdict"], "unique");
    let question = json!({ "height": 99, "width": 6, "seed": 7 });
    assert_eq!(refusal("/kuromasu/generate", question).await.1, "bad_size");
    let question = json!({ "height": 6, "width": 6, "seed": 7, "difficulty": "mild" });
    assert_eq!(refusal("/kuromasu/generate", question).await.2, "difficulty");
    for (height, width, place) in [(0, 6, "height"), (6, 41, "width"), (6, 0, "width")] {
        let question = json!({ "height": height, "width": width, "seed": 7 });
        let refused = refusal("/kuromasu/generate", question).await;
        assert_eq!((refused.0, refused.2.as_str()), (400, place));
        assert_eq!(refused.3, "a side of 1 to 40 cells, please");
    }
}
