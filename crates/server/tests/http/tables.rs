//! The table for puzzles of every kind.

use crate::ask::{answer, get, json as ask_json, news, news_of, refusal, server};
use serde_json::{Value, json};
use zugwerk_server::{Settings, router};

const NURIKABE: &str = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";

#[tokio::test]
async fn kinds_are_listed() {
    let (_, list) = ask_json(&server(), get("/api/v1/puzzles")).await;
    let kinds = list["puzzles"].as_array().unwrap();
    assert_eq!(kinds.len(), 31);
    assert!(kinds.iter().all(|kind| kind["kind"].is_string() && kind["laws"].is_array()));
    let (_, about) = ask_json(&server(), get("/api/v1/openapi.json")).await;
    for verb in ["show", "convert", "check", "solve", "explain", "generate"] {
        assert!(about["paths"][format!("/puzzles/{{name}}/{verb}")]["post"].is_object(), "{verb}");
    }
}

#[tokio::test]
async fn what_the_laws_of_a_puzzle_count_with_is_shown() {
    let parameters = |text: &str| {
        let puzzle = json!({ "puzzle": text });
        async move { answer("/puzzles/any/show", puzzle).await["parameters"].clone() }
    };
    let palisade = "puzzle palisade 3x2 size=3\nclue\n...\n...\n";
    assert_eq!(parameters(palisade).await, json!([["size", 3]]));
    // Also where the puzzle has the usual value and does not name it.
    let stars = "puzzle starbattle 4x4\nroom\n0011\n0011\n2233\n2233\n";
    assert_eq!(parameters(stars).await, json!([["stars", 1]]));
    assert_eq!(parameters(NURIKABE).await, json!([]));
}

#[tokio::test]
async fn a_puzzle_is_shown_solved_and_checked() {
    let shown = answer("/puzzles/any/show", json!({ "puzzle": NURIKABE })).await;
    assert_eq!((&shown["kind"], &shown["width"]), (&json!("nurikabe"), &json!(5)));
    assert_eq!(shown["formats"]["url"], NURIKABE);
    assert!(shown["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(shown["layers"][0]["values"].as_array().unwrap().len(), 25);
    let question = json!({ "puzzle": shown["text"], "unique": true, "certify": true });
    let solved = news("/puzzles/nurikabe/solve", question).await;
    let solved = solved.last().unwrap();
    assert_eq!((&solved["status"], &solved["unique"]), (&json!("solved"), &json!(true)));
    assert_eq!(solved["proof"]["valid"], true);
    let question = json!({ "puzzle": NURIKABE, "answer": solved["answer"] });
    let told = news("/puzzles/nurikabe/check", question.clone()).await;
    assert_eq!(told.last().unwrap()["status"], "correct");
    let shown = answer("/puzzles/nurikabe/show", question).await;
    let mut values: Vec<Value> = shown["layers"][0]["values"].as_array().unwrap().clone();
    let black = values.iter().position(|value| value == 1).unwrap();
    values[black] = json!(0);
    let filled = json!({ "puzzle": NURIKABE, "filled": { "black": values } });
    let told = news("/puzzles/nurikabe/check", filled.clone()).await;
    assert_eq!(told.last().unwrap()["status"], "wrong");
    let told = news("/puzzles/nurikabe/explain", filled).await;
    assert_eq!(told.last().unwrap()["status"], "mistake", "{told:?}");
}

#[tokio::test]
async fn hints_new_puzzles_and_formats() {
    let told = news("/puzzles/nurikabe/explain", json!({ "puzzle": NURIKABE, "hint": true })).await;
    let hint = told.last().unwrap();
    assert_eq!(hint["status"], "hint");
    assert!(hint["steps"].as_array().unwrap().last().unwrap()["text"].is_string());
    let order = json!({ "width": 5, "height": 5, "difficulty": "easy", "seed": 4 });
    let made = news("/puzzles/shikaku/generate", order.clone()).await;
    assert_eq!(made.last().unwrap()["difficulty"], "easy");
    assert_eq!(news("/puzzles/shikaku/generate", order).await, made);
    let text = made.last().unwrap()["text"].clone();
    let converted =
        answer("/puzzles/shikaku/convert", json!({ "puzzle": text, "to": "url" })).await;
    assert!(converted["text"].as_str().unwrap().starts_with("https://puzz.link/p?shikaku/5/5/"));
}

#[tokio::test]
async fn nonsense_is_refused_with_its_place() {
    let (_, code, ..) = refusal("/puzzles/chess/show", json!({ "puzzle": NURIKABE })).await;
    assert_eq!(code, "no_such_puzzle");
    let (_, code, place, _) = refusal("/puzzles/any/show", json!({ "puzzle": "nonsense" })).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_puzzle", "puzzle"));
    let filled = json!({ "puzzle": NURIKABE, "filled": { "black": [1, 2] } });
    let (_, code, place, _) = refusal("/puzzles/nurikabe/check", filled).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_answer", "filled"));
    let order = json!({ "width": 1000, "height": 5 });
    let (_, code, place, _) = refusal("/puzzles/akari/generate", order).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_size", "width"));
    let order = json!({ "width": 5, "height": 5, "difficulty": "nasty" });
    let (_, code, place, _) = refusal("/puzzles/akari/generate", order).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_option", "difficulty"));
    let large = json!({ "puzzle": "puzzle mosaic 100x100\nclue\n" });
    let (_, code, ..) = refusal("/puzzles/mosaic/solve", large).await;
    assert_eq!(code, "bad_puzzle");
    let to = json!({ "puzzle": NURIKABE, "to": "paper" });
    let (_, code, place, _) = refusal("/puzzles/any/convert", to).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_format", "to"));
}

#[tokio::test]
async fn a_puzzle_that_needs_too_much_memory_is_no_bad_puzzle() {
    let small = router(Settings { searches: 2, hash: 1, search_memory: 1, ..Settings::default() });
    let puzzle = "puzzle skyscrapers 30x30\n";
    let too_much = json!("the puzzle takes more memory than is allowed");
    for (verb, member) in [("solve", "message"), ("check", "message"), ("explain", "text")] {
        let path = format!("/puzzles/skyscrapers/{verb}");
        let told = news_of(&small, &path, json!({ "puzzle": puzzle })).await;
        let last = told.last().unwrap();
        assert_eq!((&last["status"], &last[member]), (&json!("limit"), &too_much), "{verb}");
    }
    let order = json!({ "width": 30, "height": 30 });
    let told = news_of(&small, "/puzzles/skyscrapers/generate", order).await;
    let last = told.last().unwrap();
    assert_eq!((&last["type"], &last["code"]), (&json!("error"), &json!("limit")), "{last}");
    assert_eq!(last["message"], too_much);
}
