//! The table for any game.

use crate::ask::{answer, news, refusal};
use serde_json::{Value, json};

#[tokio::test]
async fn a_position_of_any_game_has_its_board_moves_and_clicks() {
    let start = answer("/games/breakthrough/position", json!({})).await;
    assert_eq!(start["players"], json!(["white", "black"]));
    assert_eq!(start["moves"].as_array().unwrap().len(), 22);
    assert_eq!(start["picture"]["cells"].as_array().unwrap().len(), 64);
    assert!(start["rules"].as_str().unwrap().starts_with("game breakthrough"));
    // Every click of every move is a cell of the board or a word, and no two moves have the same.
    let mut clicks: Vec<String> = start["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|legal| legal["clicks"].to_string())
        .collect();
    clicks.sort();
    clicks.dedup();
    assert_eq!(clicks.len(), 22);
    let chosen = &start["moves"][0]["move"];
    let after = answer("/games/breakthrough/position", json!({ "moves": [chosen] })).await;
    assert_eq!((&after["mover"], &after["record"][0]), (&json!(1), chosen));
    assert_eq!(after["movers"], json!([0]));
}

#[tokio::test]
async fn parameters_and_own_rules_are_taken() {
    let small = json!({ "settings": [["width", 4], ["height", 4]] });
    let start = answer("/games/connect-four/position", small).await;
    assert_eq!(start["moves"].as_array().unwrap().len(), 4);
    let text = start["rules"].as_str().unwrap();
    let own = answer("/games/own/position", json!({ "rules": text })).await;
    assert_eq!(own["moves"].as_array().unwrap().len(), 7);
    let (_, code, place, message) =
        refusal("/games/own/position", json!({ "rules": "game nonsense\nboard 3 y 3" })).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_rules", "rules"));
    assert!(message.contains("2"), "{message}");
}

#[tokio::test]
async fn a_value_that_does_not_fit_the_rules_is_named() {
    let text = zugwerk_registry::rules("hex").unwrap();
    let large = json!({ "settings": [["width", 999]] });
    let own = json!({ "rules": text, "settings": [["width", 999]] });
    for (name, question) in [("hex", large), ("own", own)] {
        let (_, code, place, message) = refusal(&format!("/games/{name}/position"), question).await;
        assert_eq!((code.as_str(), place.as_str()), ("bad_settings", "settings"));
        assert_eq!(message, "a board of 999 x 11 cells: expected between 1 and 1024 cells");
    }
    let (_, code, ..) = refusal("/games/hex/position", json!({ "settings": [["wide", 5]] })).await;
    assert_eq!(code, "bad_settings");
}

#[tokio::test]
async fn the_bot_of_any_game_plays_a_legal_move() {
    for name in ["tic-tac-toe", "othello", "deathstacks", "chess", "dots-and-boxes"] {
        let start = answer(&format!("/games/{name}/position"), json!({})).await;
        let question = json!({ "place": {}, "millis": 50, "level": 2 });
        let told = news(&format!("/games/{name}/move"), question).await;
        let best = &told[0]["best"];
        let legal = |moves: &Value| moves.as_array().unwrap().iter().any(|m| &m["move"] == best);
        assert!(legal(&start["moves"]), "{name}: {told:?}");
    }
}

#[tokio::test]
async fn a_mistake_in_a_move_is_explained() {
    let question = json!({ "place": {}, "move": "a6-3-a4" });
    let told = answer("/games/deathstacks/why", question).await;
    assert_eq!((&told["legal"], &told["why"]), (&json!(false), &json!("a6 has only 2 stones")));
    let (_, code, place, _) =
        refusal("/games/breakthrough/position", json!({ "moves": ["a1-a8"] })).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_move", "moves/0"));
    let (_, code, ..) = refusal("/games/nosuch/position", json!({})).await;
    assert_eq!(code, "no_such_game");
}

#[tokio::test]
async fn a_rulebook_is_checked_and_its_mistake_has_a_place() {
    let rules = "game three\nplayers cross, nought\nbord 3 x 3\n";
    let mistake = answer("/rules/check", json!({ "rules": rules })).await["mistake"].clone();
    assert_eq!(
        (mistake["from"].as_u64(), mistake["to"].as_u64()),
        (Some(33), Some(37)),
        "{mistake}"
    );
    assert!(mistake["drawing"].as_str().unwrap().contains("bord 3 x 3"), "{mistake}");
    let known = zugwerk_registry::rules("breakthrough").unwrap();
    assert_eq!(answer("/rules/check", json!({ "rules": known })).await["mistake"], Value::Null);
    let small = json!({ "rules": known, "settings": [["width", 0]] });
    assert!(answer("/rules/check", small).await["mistake"].is_object());
    let long = json!({ "rules": "x".repeat(70_000) });
    let (status, code, place, _) = refusal("/rules/check", long).await;
    assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_rules", "rules"));
}
