//! A client of the router.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use serde::Deserialize;
use serde_json::Value;
use tower::ServiceExt;
use zugwerk_server::{Settings, router};

pub fn server() -> Router {
    router(Settings { searches: 2, hash: 1, ..Settings::default() })
}

pub fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::builder()
        .method(Method::POST)
        .uri(format!("/api/v1{path}"))
        .header(header::HOST, "127.0.0.1:8080")
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .unwrap()
}

pub fn get(path: &str) -> Request<Body> {
    Request::builder().uri(path).header(header::HOST, "localhost").body(Body::empty()).unwrap()
}

pub async fn send(server: &Router, request: Request<Body>) -> Response {
    server.clone().oneshot(request).await.unwrap()
}

pub async fn text(response: Response) -> String {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The status and the JSON of an answer.
pub async fn json(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = send(server, request).await;
    let status = response.status();
    let text = text(response).await;
    let mut reader = serde_json::Deserializer::from_str(&text);
    // Variations may lie deep in each other.
    reader.disable_recursion_limit();
    (status, Value::deserialize(&mut reader).unwrap())
}

/// The answer to a question that must be answered.
pub async fn answer(path: &str, question: Value) -> Value {
    let (status, answer) = json(&server(), post(path, question.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

/// The error of a question that must be refused: status, code, place, message.
pub async fn refusal(path: &str, question: Value) -> (u16, String, String, String) {
    let (status, answer) = json(&server(), post(path, question.to_string())).await;
    let member = |name: &str| answer["error"][name].as_str().unwrap_or_default().to_string();
    (status.as_u16(), member("code"), member("place"), member("message"))
}

/// All news of a stream.
pub async fn news(path: &str, question: Value) -> Vec<Value> {
    news_of(&server(), path, question).await
}

/// All news of a stream of this server.
pub async fn news_of(server: &Router, path: &str, question: Value) -> Vec<Value> {
    let response = send(server, post(path, question.to_string())).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    let body = text(response).await;
    let data = body.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|line| serde_json::from_str(line).unwrap()).collect()
}
