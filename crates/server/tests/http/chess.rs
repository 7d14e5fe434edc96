//! The chess table.

use crate::ask::{answer, get, news, refusal, send, server, text};
use serde_json::{Value, json};

#[tokio::test]
async fn a_position_has_its_moves_and_its_history() {
    let start = answer("/chess/position", json!({})).await;
    assert_eq!(start["legal"].as_array().unwrap().len(), 20);
    assert_eq!((&start["turn"], &start["check"]), (&json!("white"), &json!(false)));
    let place = json!({ "moves": ["f2f3", "e5", "g4", "d8h4"] });
    let mated = answer("/chess/position", place).await;
    assert_eq!(mated["moves"][3]["san"], "Qh4#");
    assert_eq!(mated["end"], json!({ "reason": "checkmate, black wins", "result": "0-1" }));
    assert_eq!(mated["legal"], json!([]));
    let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    let repeated = answer("/chess/position", json!({ "moves": back_and_forth })).await;
    assert_eq!(repeated["claim"], "threefold repetition");
}

#[tokio::test]
async fn what_is_wrong_with_a_position_is_told_with_its_place() {
    let (status, code, place, _) = refusal("/chess/position", json!({ "fen": "8/8" })).await;
    assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_fen", "fen"));
    let kingless = json!({ "fen": "8/4p3/8/8/8/3p4/5P2/8 b - - 0 1", "moves": ["e7e6"] });
    assert_eq!(refusal("/chess/position", kingless.clone()).await.1, "bad_fen");
    let mut taken = kingless;
    taken["any_position"] = json!(true);
    assert_eq!(answer("/chess/position", taken).await["turn"], "white");
    let question = json!({ "moves": ["e2e4", "e2e4"] });
    let (status, code, place, message) = refusal("/chess/position", question).await;
    assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_move", "moves/1"));
    assert!(message.contains("e2"), "{message}");
    let long = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(600);
    assert_eq!(refusal("/chess/position", json!({ "moves": long })).await.1, "too_long");
}

#[tokio::test]
async fn why_a_move_is_illegal() {
    let place = json!({ "fen": "4k3/8/8/8/2b5/8/8/4K2R w K - 0 1" });
    let why = answer("/chess/why", json!({ "place": place, "move": "e1g1" })).await;
    assert_eq!(why["legal"], false);
    assert_eq!(why["reason"], "e1g1: the king would pass f1, which the bishop on c4 attacks");
    assert_eq!(answer("/chess/why", json!({ "move": "e2e4" })).await["legal"], true);
    for nonsense in ["", "e", "e2e", "e2e9", "e2e4xx", "é2e4", "e7e8x"] {
        assert_eq!(refusal("/chess/why", json!({ "move": nonsense })).await.1, "bad_move");
    }
}

#[tokio::test]
async fn analysis_tells_lines_and_an_end() {
    let question = json!({ "lines": 2, "depth": 5, "session": "a" });
    let told = news("/chess/analyse", question).await;
    let ranks: Vec<&Value> = told.iter().map(|news| &news["rank"]).collect();
    assert!(ranks.contains(&&json!(1)) && ranks.contains(&&json!(2)), "{told:?}");
    let done = told.last().unwrap();
    assert_eq!(done["type"], "done");
    assert!(done["best"]["san"].is_string());
    assert_eq!(refusal("/chess/analyse", json!({ "seconds": -1.0 })).await.2, "seconds");
    assert_eq!(refusal("/chess/analyse", json!({ "second": 1.0 })).await.1, "bad_json");
    assert_eq!(refusal("/chess/position", json!({ "move": ["e4"] })).await.1, "bad_json");
}

#[tokio::test]
async fn numbers_out_of_their_bounds_are_refused() {
    for (path, member, value, bounds) in [
        ("/chess/analyse", "lines", 0, "1 to 10"),
        ("/chess/analyse", "lines", 100, "1 to 10"),
        ("/chess/analyse", "depth", -5, "1 to 246"),
        ("/chess/analyse", "seconds", 601, "0 to 600"),
        ("/chess/move", "elo", 1, "800 to 2800"),
        ("/chess/move", "elo", 99_999, "800 to 2800"),
        ("/chess/move", "millis", 0, "1 to 60000"),
        ("/chess/report", "millis", 5001, "1 to 5000"),
    ] {
        let question = json!({ "place": {}, member: value });
        let (status, code, place, message) = refusal(path, question).await;
        assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_limit", member));
        assert_eq!(message, format!("expected {bounds}, found {value}"));
    }
}

#[tokio::test]
async fn the_engine_mates_and_the_score_is_whites() {
    let place = json!({ "fen": "r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1" });
    let told = news("/chess/move", json!({ "place": place, "millis": 300 })).await;
    let done = told.last().unwrap();
    assert_eq!(done["score"], json!({ "mate": -1 }), "{done}");
    let end = json!({ "fen": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "moves": ["a1a8"] });
    let told = news("/chess/move", json!({ "place": end, "elo": 800, "millis": 50 })).await;
    assert_eq!(told.last().unwrap()["best"], Value::Null);
    let clock = json!({ "clock": { "left": 1000 }, "elo": 1500 });
    assert!(news("/chess/move", clock).await.last().unwrap()["best"]["uci"].is_string());
}

#[tokio::test]
async fn a_report_marks_the_blunder() {
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"];
    let told = news("/chess/report", json!({ "place": { "moves": moves }, "millis": 60 })).await;
    assert_eq!(told.len(), 9);
    assert_eq!(told[6]["mark"], "blunder", "{}", told[6]);
    assert_eq!(
        told[6]["better"][0], told[5]["best"],
        "the better line begins with the better move"
    );
    assert_eq!(told[7]["better"], json!([]));
    assert_eq!((&told[7]["chances"], &told[7]["mark"]), (&json!(1.0), &Value::Null));
    assert_eq!(told[8], json!({ "type": "done", "plies": 7 }));
}

#[tokio::test]
async fn parts_of_a_report_are_the_report() {
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"];
    let place = json!({ "moves": moves });
    let mut plies = Vec::new();
    for (first, last) in [(0, 2), (3, 5), (6, 7)] {
        let question = json!({ "place": place, "millis": 60, "first": first, "last": last });
        let told = news("/chess/report", question).await;
        assert_eq!(told.len(), last - first + 2);
        plies.extend(told.into_iter().filter(|news| news["type"] == "ply"));
    }
    let numbers: Vec<_> = plies.iter().map(|news| news["ply"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..8).collect::<Vec<_>>());
    // The first move of a part is judged as every other is.
    assert_eq!(plies[6]["mark"], "blunder", "{}", plies[6]);
    let question = json!({ "place": place, "first": 5, "last": 4 });
    let (status, _, place, message) = refusal("/chess/report", question).await;
    assert_eq!((status, place.as_str()), (400, "first"), "{message}");
}

#[tokio::test]
async fn as_many_variations_in_each_other_as_are_read_are_written() {
    for depth in [31, 100] {
        let mut pgn = "1. e4".to_string();
        (0..depth).for_each(|level| pgn += ["(1. d4", "(1. e4"][level % 2]);
        let pgn = format!("{pgn}{} *", ")".repeat(depth));
        let read = answer("/chess/pgn/read", json!({ "pgn": pgn })).await;
        assert_eq!(read["error"], Value::Null);
        let written = answer("/chess/pgn/write", json!({ "line": read["line"] })).await;
        let again = answer("/chess/pgn/read", json!({ "pgn": written["pgn"] })).await;
        assert!(again["line"] == read["line"], "{depth}");
    }
}

#[tokio::test]
async fn a_line_break_in_a_tag_is_written_as_a_blank() {
    let question = json!({ "tags": [["White", "An\nna\r\nB."]], "line": { "moves": [] } });
    let written = answer("/chess/pgn/write", question).await;
    assert!(written["pgn"].as_str().unwrap().contains("[White \"An na  B.\"]\n"), "{written}");
}

#[tokio::test]
async fn pgn_in_and_out_is_the_same_game() {
    let pgn = "[White \"Anna\"]\n\n1. e4 {first} e5 (1... c5 2. Nf3 $1) 2. Nf3 1/2-1/2";
    let read = answer("/chess/pgn/read", json!({ "pgn": pgn })).await;
    assert_eq!(read["line"]["moves"][1]["variations"][0]["moves"][1]["nags"], json!([1]));
    let (tags, result, line) = (&read["tags"], &read["result"], &read["line"]);
    let question = json!({ "tags": tags, "result": result, "line": line });
    let written = answer("/chess/pgn/write", question).await;
    let again = answer("/chess/pgn/read", json!({ "pgn": written["pgn"] })).await;
    assert_eq!(read["line"], again["line"]);
    assert_eq!(again["result"], "1/2-1/2");
    let (_, code, place, _) = refusal("/chess/pgn/read", json!({ "pgn": "1. Ke5" })).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_pgn", "line 1"));
    assert_eq!(refusal("/chess/pgn/read", json!({ "pgn": "" })).await.1, "bad_pgn");
    let broken = json!({ "line": { "moves": [{ "uci": "e2e5" }] } });
    assert_eq!(refusal("/chess/pgn/write", broken).await.1, "bad_move");
}

#[tokio::test]
async fn endless_games_are_refused() {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(600);
    let (status, code, place, message) =
        refusal("/chess/pgn/read", json!({ "pgn": format!("{moves} *") })).await;
    assert_eq!((status, code.as_str(), place.as_str()), (400, "too_long", "pgn"));
    assert!(message.contains("more than 2000 plies"), "{message}");
    let variation = format!("( {} )", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(400));
    let pgn = format!("1. e4 {} *", variation.repeat(7));
    let (_, code, _, message) = refusal("/chess/pgn/read", json!({ "pgn": pgn })).await;
    assert_eq!(code, "too_long");
    assert!(message.contains("more than 10000 plies with its variations"), "{message}");
    let pgn = format!("1. e4 {variation} *");
    let read = answer("/chess/pgn/read", json!({ "pgn": pgn })).await;
    assert_eq!(read["line"]["moves"][0]["variations"][0]["moves"].as_array().unwrap().len(), 1600);
    let plies: Vec<Value> = ["g1f3", "g8f6", "f3g1", "f6g8"]
        .repeat(501)
        .into_iter()
        .map(|uci| json!({ "uci": uci }))
        .collect();
    let (_, code, place, _) =
        refusal("/chess/pgn/write", json!({ "line": { "moves": plies } })).await;
    assert_eq!((code.as_str(), place.as_str()), ("too_long", "line"));
}

#[tokio::test]
async fn tags_and_results_that_would_break_the_pgn_are_refused() {
    let line = json!({ "moves": [{ "uci": "e2e4" }] });
    for name in ["Ev\"]x", "", "a b", "é", "_a", "a\n"] {
        let question = json!({ "tags": [["Event", "A \"b\" \\"], [name, "x"]], "line": line });
        let (status, code, place, _) = refusal("/chess/pgn/write", question).await;
        assert_eq!((status, code.as_str(), place.as_str()), (400, "bad_tag", "tags/1"), "{name}");
    }
    let question = json!({ "result": "foo", "line": line });
    let (_, code, place, _) = refusal("/chess/pgn/write", question).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_result", "result"));
    for result in ["1-0", "0-1", "1/2-1/2", "*", ""] {
        let question = json!({ "result": result, "line": line });
        let pgn = answer("/chess/pgn/write", question).await["pgn"].as_str().unwrap().to_string();
        assert!(pgn.trim_end().ends_with(if result.is_empty() { "*" } else { result }), "{pgn}");
    }
}

#[tokio::test]
async fn a_picture() {
    let server = server();
    let response = send(&server, get("/api/v1/chess/diagram.svg?flip=true")).await;
    assert_eq!(response.headers()["content-type"], "image/svg+xml");
    assert!(text(response).await.starts_with("<svg "));
    assert_eq!(send(&server, get("/api/v1/chess/diagram.svg?fen=x")).await.status(), 400);
    assert_eq!(send(&server, get("/api/v1/chess/diagram.svg?flip=x")).await.status(), 400);
}

#[tokio::test]
async fn whether_a_position_can_be_won_and_can_have_come_about() {
    let walls = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1";
    let told = news("/chess/winnable", json!({ "fen": walls })).await;
    assert_eq!(told[0]["dead"], json!(true), "{}", told[0]);
    assert!(told[0]["white"]["reason"].as_str().unwrap().contains("pawns"), "{}", told[0]);
    let told = news("/chess/winnable", json!({ "fen": "7k/8/6K1/8/8/8/8/R7 w - - 0 1" })).await;
    assert_eq!(told[0]["white"]["can_win"], json!(true), "{}", told[0]);
    assert_eq!((&told[0]["black"]["can_win"], &told[0]["dead"]), (&json!(false), &json!(false)));

    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let told = news("/chess/reachable", json!({ "fen": fen, "seconds": 60 })).await;
    assert_eq!(told[0]["reachable"], json!(true), "{}", told[0]);
    let after = answer("/chess/position", json!({ "moves": told[0]["line"] })).await;
    let board = |fen: &str| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
    assert_eq!(board(after["fen"].as_str().unwrap()), board(fen));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPQ/RNBQKBNR b KQkq - 0 1";
    let told = news("/chess/reachable", json!({ "fen": fen })).await;
    assert_eq!(told[0]["reachable"], json!(false), "{}", told[0]);
    assert!(told[0]["reason"].is_string());

    let (_, code, place, _) = refusal("/chess/reachable", json!({ "fen": "nonsense" })).await;
    assert_eq!((code.as_str(), place.as_str()), ("bad_fen", "fen"));
    let question = json!({ "fen": walls, "seconds": 600 });
    let (_, _, place, _) = refusal("/chess/winnable", question).await;
    assert_eq!(place, "seconds");
}
