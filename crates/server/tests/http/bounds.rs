//! The bounds: searches end when nobody listens, too many are refused, slow clients are cut off, and the
//! server stops with searches running.

use crate::ask::{get, json, post, send, server};
use axum::Router;
use axum::body::Body;
use axum::http::header;
use http_body_util::BodyExt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use zugwerk_server::{Settings, bind, router, serve};

async fn searches(server: &Router) -> u64 {
    json(server, get("/healthz")).await.1["searches"].as_u64().unwrap()
}

/// Waits until `wanted` searches run.
async fn settle(server: &Router, wanted: u64) {
    for _ in 0..2000 {
        if searches(server).await == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} searches run, expected {wanted}", searches(server).await);
}

#[tokio::test]
async fn a_cancelled_stream_frees_its_engine() {
    let server = server();
    let response = send(&server, post("/chess/analyse", "{}")).await;
    let mut body = response.into_body();
    body.frame().await.unwrap().unwrap();
    settle(&server, 1).await;
    drop(body);
    settle(&server, 0).await;
}

#[tokio::test]
async fn more_than_fits_waits_and_the_rest_is_refused() {
    let settings = Settings { searches: 1, waiting: 1, hash: 1, ..Settings::default() };
    let server = router(settings);
    let first = send(&server, post("/chess/analyse", "{}")).await;
    settle(&server, 1).await;
    let second = send(&server, post("/chess/analyse", r#"{"depth": 2}"#)).await;
    let third = send(&server, post("/chess/analyse", "{}")).await;
    assert_eq!(third.status(), 503);
    assert!(third.headers().contains_key(header::RETRY_AFTER));
    let mut waiting = second.into_body();
    let news = waiting.frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!(&news[..], b"data: {\"type\":\"waiting\"}\n\n");
    drop(first);
    let rest = waiting.collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&rest).contains("\"type\":\"done\""));
    settle(&server, 0).await;
}

#[tokio::test]
async fn a_move_is_answered_while_every_tab_analyses() {
    let settings = Settings { searches: 2, waiting: 8, hash: 1, ..Settings::default() };
    let server = router(settings);
    let mut tabs = Vec::new();
    for _ in 0..4 {
        tabs.push(send(&server, post("/chess/analyse", "{}")).await);
    }
    settle(&server, 1).await;
    let question = serde_json::json!({ "millis": 20 }).to_string();
    let told = send(&server, post("/chess/move", question)).await;
    let told = told.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&told).contains("\"type\":\"done\""));
    let mut waiting = tabs.pop().unwrap().into_body();
    let news = waiting.frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!(&news[..], b"data: {\"type\":\"waiting\"}\n\n");
    drop(tabs);
    drop(waiting);
    settle(&server, 0).await;
}

#[tokio::test]
async fn sessions_are_kept_and_bounded() {
    let settings = Settings { searches: 2, hash: 1, sessions: 3, ..Settings::default() };
    let server = router(settings);
    for session in ["a", "b", "c", "d", "a", "d"] {
        let question = format!(r#"{{"session": "{session}", "depth": 2}}"#);
        send(&server, post("/chess/analyse", question)).await.into_body().collect().await.unwrap();
    }
    assert_eq!(json(&server, get("/healthz")).await.1["sessions"], 3);
}

/// A server on the network, and how to stop it.
async fn listening(
    settings: Settings,
) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), false).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(serve(listener, settings, async {
        let _ = stopped.await;
    }));
    (address, stop, task)
}

fn request(method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_closed_connection_ends_its_search() {
    let settings = Settings { searches: 2, hash: 1, ..Settings::default() };
    let (address, stop, task) = listening(settings).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let analyse = request("POST", "/api/v1/chess/analyse", "{}");
    stream.write_all(analyse.as_bytes()).await.unwrap();
    let mut some = [0; 400];
    stream.read_exact(&mut some).await.unwrap();
    let running = async || {
        exchange(address, &request("GET", "/healthz", "")).await.contains("\"searches\":1")
    };
    assert!(running().await);
    drop(stream);
    for tries in 0.. {
        if !running().await {
            break;
        }
        assert!(tries < 500, "the search goes on without a listener");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send(()).unwrap();
    task.await.unwrap();
}

#[tokio::test]
async fn it_stops_with_searches_running() {
    let (address, stop, task) =
        listening(Settings { searches: 2, hash: 1, ..Settings::default() }).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let analyse = request("POST", "/api/v1/chess/analyse", "{}");
    stream.write_all(analyse.as_bytes()).await.unwrap();
    stream.read_exact(&mut [0; 300]).await.unwrap();
    stop.send(()).unwrap();
    tokio::time::timeout(Duration::from_secs(30), task).await.unwrap().unwrap();
    // The stream ends instead of hanging.
    let mut rest = Vec::new();
    let _ =
        tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await.unwrap();
}

#[tokio::test]
async fn silent_and_slow_clients_are_cut_off() {
    let settings = Settings {
        idle_time: Duration::from_millis(200),
        request_time: Duration::from_millis(200),
        ..Settings::default()
    };
    let (address, stop, task) = listening(settings).await;
    for start in [
        "",
        "GET / HT",
        "POST /api/v1/chess/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let end =
            tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await;
        assert!(end.is_ok(), "the connection that began {start:?} is still open");
    }
    stop.send(()).unwrap();
    task.await.unwrap();
}

#[tokio::test]
async fn a_body_announced_as_too_large_is_refused_before_it_comes() {
    let (address, stop, task) = listening(Settings::default()).await;
    let head = "POST /api/v1/chess/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n";
    let answer = exchange(address, head).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\"code\":\"too_large\""), "{answer}");
    stop.send(()).unwrap();
    task.await.unwrap();
}

#[tokio::test]
async fn parallel_questions_that_are_long_are_all_answered() {
    let settings = Settings { answers: 1, waiting_answers: 2, ..Settings::default() };
    let (address, stop, task) = listening(settings).await;
    let pgn = format!("{{\"pgn\": \"{} *\"}}", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10_000));
    let clients: Vec<_> = (0..8)
        .map(|_| {
            let request = request("POST", "/api/v1/chess/pgn/read", &pgn);
            tokio::spawn(async move { exchange(address, &request).await })
        })
        .collect();
    for client in clients {
        let answer = client.await.unwrap();
        let too_long =
            answer.starts_with("HTTP/1.1 400 ") && answer.contains("\"code\":\"too_long\"");
        let busy = answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after: 5");
        assert!(too_long || busy, "{answer}");
    }
    let health = exchange(address, &request("GET", "/healthz", "")).await;
    assert!(health.starts_with("HTTP/1.1 200 "), "{health}");
    stop.send(()).unwrap();
    task.await.unwrap();
}

/// The memory of this process in MiB, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[tokio::test]
async fn two_hundred_clients_are_served_or_refused() {
    let settings = Settings { searches: 2, waiting: 8, hash: 1, ..Settings::default() };
    let (address, stop, task) = listening(settings).await;
    let before = resident();
    // A client that watches how many searches run while the others ask.
    let watching = Arc::new(AtomicBool::new(true));
    let goes_on = watching.clone();
    let watcher = tokio::spawn(async move {
        let mut most = 0;
        while goes_on.load(Ordering::Relaxed) {
            let health = exchange(address, &request("GET", "/healthz", "")).await;
            let body = health.split("\r\n\r\n").nth(1).unwrap_or_default().to_string();
            let health: serde_json::Value = serde_json::from_str(&body).unwrap();
            most = most.max(health["searches"].as_u64().unwrap());
        }
        most
    });
    let question = r#"{"depth": 4}"#;
    let clients: Vec<_> = (0..200)
        .map(|_| {
            let request = request("POST", "/api/v1/chess/analyse", question);
            tokio::spawn(async move { exchange(address, &request).await })
        })
        .collect();
    let (mut served, mut refused) = (0, 0);
    for client in clients {
        let answer = client.await.unwrap();
        if answer.starts_with("HTTP/1.1 200") {
            assert!(answer.contains("\"type\":\"done\""), "{answer}");
            served += 1;
        } else {
            assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
            refused += 1;
        }
    }
    assert_eq!(served + refused, 200);
    assert!(served >= 10, "{served} were served");
    watching.store(false, Ordering::Relaxed);
    let most = watcher.await.unwrap();
    assert!(most <= 2, "{most} searches ran at once");
    // Two engines of 1 MiB, two hundred connections and the other tests of this process: a table or
    // a thread for each client would be many times more.
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after.saturating_sub(before);
        assert!(grown < 512, "the memory grew by {grown} MiB");
    }
    stop.send(()).unwrap();
    task.await.unwrap();
}

#[tokio::test]
async fn bodies_that_are_not_text_do_no_harm() {
    let server = server();
    let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let response = send(&server, post("/chess/position", Body::from(bytes))).await;
    assert_eq!(response.status(), 400);
}
